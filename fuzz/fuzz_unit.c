/* fuzz_unit.c - any text as a quantity: a finite number or a sentence
 *
 * The first line of the input is the text, the second the unit that is wanted, m/s if there is none. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "bristle/unit.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int claim)
{
    if (!claim) abort();
}

/* What reads as a quantity has a unit that fits, and reads the same again from the printed number. */
static void check_number(bri_units *units, const char *text, const char *wanted, double value)
{
    char printed[32];
    double again = 0;
    check(isfinite(value));
    const char *unit = bri_quantity_unit(text);
    check(unit && (!*unit || bri_unit_fits(units, unit, wanted)));
    bri_number_print(printed, value);
    check(bri_quantity_read(units, printed, wanted, &again, NULL) == BRI_OK && again == value);
}

static void check_text(bri_units *units, const char *text, const char *wanted)
{
    bri_error err = {0};
    double value = 0;
    bri_status status = bri_quantity_read(units, text, wanted, &value, &err);
    check(status == BRI_OK || status == BRI_BAD_VALUE);
    check((status == BRI_OK) == (err.what[0] == '\0'));
    for (const char *c = err.what; *c; c++)
        check(*c < 0 || *c >= ' ');
    if (!status) check_number(units, text, wanted, value);
    bri_quantity_name(units, wanted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bri_units *units;
    if (!units && bri_units_create(&units, NULL)) return 0;
    char *text = malloc(size + 1);
    if (!text) return 0;
    if (size > 0) memcpy(text, data, size);
    text[size] = '\0';
    char *line = strchr(text, '\n');
    if (line) *line = '\0';
    check_text(units, text, line ? line + 1 : "m/s");
    free(text);
    return 0;
}
