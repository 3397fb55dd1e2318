/* test_unit_table.c - the table of units holds what UDUNITS-2 knows, and names are read as UDUNITS reads them */
#include "test.h"

#include <ctype.h>

#include "udunits.h"
#include "unit/lookup.h"

static const udunits *all;

static int open_udunits(void **state)
{
    (void)state;
    all = udunits_open();
    return 0;
}

static int close_udunits(void **state)
{
    (void)state;
    udunits_close();
    return 0;
}

/* The same bits, but for a scale near 1, which UDUNITS replaces by 1. */
static void assert_same(const char *text, const unit_row *ours, double scale, const unit_row *theirs)
{
    bool near_one = theirs->scale == 1 && fabs(scale - 1) < 1e-15;
    if (scale != theirs->scale && !near_one) fail_msg("%s: %.17g, UDUNITS has %.17g", text, scale, theirs->scale);
    if (memcmp(ours->power, theirs->power, sizeof ours->power) != 0) fail_msg("%s has another dimension", text);
    if (ours->use != theirs->use) fail_msg("%s can be used by one and not by the other", text);
}

static void assert_same_units(const unit_row *rows, size_t count, const udunits_list *list,
                              bool (*find)(const char *text, unit_row *row))
{
    for (size_t i = 0; i < count && i < list->count; i++) {
        unit_row row = {0};
        if (strcmp(rows[i].name, list->text[i]) != 0)
            fail_msg("row %zu is %s, UDUNITS has %s: make units", i, rows[i].name, list->text[i]);
        assert_true(find(list->text[i], &row));
        assert_same(rows[i].name, &rows[i], rows[i].scale, &row);
    }
    assert_int_equal(count, list->count);
}

static void every_row_is_that_of_udunits(void **state)
{
    (void)state;
    assert_same_units(bri_unit_names, bri_unit_name_count, &all->names, udunits_find_name);
    assert_same_units(bri_unit_symbols, bri_unit_symbol_count, &all->symbols, udunits_find_symbol);
}

static void assert_same_prefixes(const unit_prefix *rows, const udunits_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        assert_non_null(rows[i].name);
        assert_string_equal(rows[i].name, list->text[i]);
        assert_true(rows[i].factor == list->factor[i]);
    }
    assert_null(rows[list->count].name);
}

static void every_prefix_is_that_of_udunits(void **state)
{
    (void)state;
    assert_same_prefixes(bri_unit_prefix_names, &all->prefix_names);
    assert_same_prefixes(bri_unit_prefix_symbols, &all->prefix_symbols);
}

/* A name is read as UDUNITS reads it, with the bits of its factor. The factor that is then used may differ from it by
 * 5e-16: rounding errors of UDUNITS are removed, and a decimal fraction becomes a quotient, which is rounded once. */
static bool compare(const char *text)
{
    unit_row theirs = {0};
    measure m;
    const char *trouble;
    double scale;
    if (strlen(text) >= MAX_NAME || strcmp(text, "%s") == 0) return false;
    const unit_row *ours = bri_unit_find(text, &scale);
    bool known = udunits_find(text, &theirs);
    if (known != (ours != NULL)) fail_msg("'%s' is known by %s only", text, known ? "UDUNITS" : "the table");
    assert_int_equal(bri_unit_lookup(text, &m, &trouble), known);
    if (!known) return false;
    assert_same(text, ours, scale, &theirs);
    assert_int_equal(trouble != NULL, theirs.use != USABLE);
    for (int i = 0; i < BASES; i++)
        assert_int_equal(m.power[i], theirs.power[i]);
    assert_close(m.up / m.down / theirs.scale, 1, 6e-16);
    return true;
}

/* The text, and the same in other cases, with an s behind it, and without its last letter. */
static int compare_forms(const char *text)
{
    char form[200];
    size_t length = strlen(text);
    int known = compare(text);
    for (size_t i = 0; i <= length; i++)
        form[i] = (char)toupper((unsigned char)text[i]);
    known += compare(form);
    for (size_t i = 0; i <= length; i++)
        form[i] = (char)tolower((unsigned char)text[i]);
    known += compare(form);
    form[0] = (char)toupper((unsigned char)text[0]);
    known += compare(form);
    snprintf(form, sizeof form, "%ss", text);
    known += compare(form);
    form[length - 1] = '\0';
    bool whole = length < 2 || !(text[length - 2] & 0x80); /* half a micro sign is no text of a unit */
    return known + (whole && form[0] ? compare(form) : 0);
}

static int compare_with(const char *prefix, const udunits_list *units)
{
    int known = 0;
    char text[200];
    for (size_t i = 0; i < units->count; i++) {
        if (*prefix && strcmp(units->text[i], "%") == 0) continue; /* the grammar reads it alone */
        snprintf(text, sizeof text, "%s%s", prefix, units->text[i]);
        known += compare_forms(text);
    }
    return known;
}

static int compare_all(const char *prefix)
{
    return compare_with(prefix, &all->names) + compare_with(prefix, &all->symbols);
}

static void every_unit_reads_as_udunits_reads_it(void **state)
{
    (void)state;
    assert_true(compare_all("") > 1500);
}

static void every_prefix_with_every_unit_reads_as_udunits_reads_it(void **state)
{
    (void)state;
    const udunits_list *lists[] = {&all->prefix_names, &all->prefix_symbols};
    for (size_t i = 0; i < COUNT(lists); i++)
        for (size_t k = 0; k < lists[i]->count; k++)
            assert_true(compare_all(lists[i]->text[k]) > 800);
}

/* Names of prefixes may be repeated, one symbol may be among them. */
static void two_prefixes_read_as_udunits_reads_them(void **state)
{
    (void)state;
    const udunits_list *lists[] = {&all->prefix_names, &all->prefix_symbols};
    char text[200];
    int known = 0;
    for (size_t a = 0; a < 2; a++)
        for (size_t b = 0; b < 2; b++)
            for (size_t i = 0; i < lists[a]->count; i++)
                for (size_t k = 0; k < lists[b]->count; k++) {
                    snprintf(text, sizeof text, "%s%s", lists[a]->text[i], lists[b]->text[k]);
                    known += compare(text);
                    snprintf(text, sizeof text, "%s%sm", lists[a]->text[i], lists[b]->text[k]);
                    known += compare(text);
                    snprintf(text, sizeof text, "%s%sinch", lists[a]->text[i], lists[b]->text[k]);
                    known += compare(text);
                }
    assert_true(known > 2000);
}

/* Words of UDUNITS' own grammar are no units. */
static void words_of_the_grammar_are_no_units(void **state)
{
    (void)state;
    const char *const words[] = {"per", "PER",  "from", "since", "after", "ref", "now", "utc", "GMT",   "Z",  "re",
                                 "log", "from", "e",    "inf",   "nan",   "_",   "__",  "m_",  "_m",    "T",  "lg",
                                 "ln",  "lb",   "to",   "km",    "hz",    "RPM", "mms", "pi",  "dacre", "dm", "dam"};
    for (size_t i = 0; i < COUNT(words); i++)
        compare_forms(words[i]);
    assert_false(compare("per") || compare("since") || compare("dacre"));
}

/* Letters at random, of which a few are units. */
static void random_letters_read_as_udunits_reads_them(void **state)
{
    (void)state;
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzPMGkmmmmmsNJWKATE_";
    uint64_t seed = 3;
    int known = 0;
    for (int i = 0; i < 100000; i++) {
        char text[8];
        size_t length = 1 + random_bits(&seed) % 4;
        for (size_t k = 0; k < length; k++)
            text[k] = letters[random_bits(&seed) % (sizeof letters - 1)];
        text[length] = '\0';
        known += compare(text);
    }
    assert_true(known > 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_that_of_udunits),
        cmocka_unit_test(every_prefix_is_that_of_udunits),
        cmocka_unit_test(every_unit_reads_as_udunits_reads_it),
        cmocka_unit_test(every_prefix_with_every_unit_reads_as_udunits_reads_it),
        cmocka_unit_test(two_prefixes_read_as_udunits_reads_them),
        cmocka_unit_test(words_of_the_grammar_are_no_units),
        cmocka_unit_test(random_letters_read_as_udunits_reads_them),
    };
    return cmocka_run_group_tests(tests, open_udunits, close_udunits);
}
