/* test_readings.c - quantities are read as they were when UDUNITS read the units: the same bits, the same sentences
 *
 * Each line of readings.txt has a text, the unit that is wanted, and what came of it by the library of UDUNITS 2.2.28:
 * a number or a sentence. Bytes that are not printable are written as \xNN. */
#include "test.h"

#include "bristle/unit.h"

static const char *path;

static void unescape(char *text)
{
    char *to = text;
    for (; *text; to++) {
        unsigned byte;
        if (sscanf(text, "\\x%2x", &byte) == 1) {
            *to = (char)byte;
            text += 4;
        } else {
            *to = *text++;
        }
    }
    *to = '\0';
}

static void check_line(bri_units *units, int number, char *text, char *unit, char *outcome)
{
    bri_error err = {0};
    double value = NAN;
    char found[sizeof err.what];
    unescape(text);
    unescape(unit);
    unescape(outcome);
    bri_status status = bri_quantity_read(units, text, unit, &value, &err);
    if (status)
        snprintf(found, sizeof found, "%s", err.what);
    else
        snprintf(found, sizeof found, "%.17g", value);
    if (strcmp(found, outcome) != 0)
        fail_msg("%s:%d: '%s' in %s is\n%s\nbut was\n%s", path, number, text, unit, found, outcome);
}

static void every_reading_is_what_it_was(void **state)
{
    (void)state;
    char line[1000];
    int number = 0;
    bri_units *units = NULL;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(bri_units_create(&units, NULL), BRI_OK);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *unit = strchr(line, '\t'), *outcome = unit ? strchr(unit + 1, '\t') : NULL;
        assert_non_null(outcome);
        *unit++ = *outcome++ = '\0';
        check_line(units, ++number, line, unit, outcome);
    }
    assert_true(number > 500);
    bri_units_destroy(units);
    fclose(file);
}

int main(int count, char **word)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_reading_is_what_it_was)};
    if (count != 2) return 2;
    path = word[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
