/* test_number.c - what is printed reads back, and neither depends on the locale */
#include "base/number.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_same(double actual, double expected)
{
    if (memcmp(&actual, &expected, sizeof actual) != 0) fail_msg("%.17g is not %.17g", actual, expected);
}

static void assert_reads(const char *text, double expected, const char *rest)
{
    const char *end = NULL;
    double value = NAN;
    if (!bri_number_read(text, &end, &value)) fail_msg("'%s' is not read", text);
    assert_same(value, expected);
    assert_string_equal(end, rest);
}

static void assert_no_number(const char *text)
{
    const char *end = NULL;
    double value = 7;
    assert_false(bri_number_read(text, &end, &value));
    assert_ptr_equal(end, text);
    assert_same(value, 7);
}

static void numbers_are_read(void **state)
{
    (void)state;
    assert_reads("0", 0, "");
    assert_reads("-0", -0.0, "");
    assert_reads("+12", 12, "");
    assert_reads("1e5", 1e5, "");
    assert_reads("1E+5", 1e5, "");
    assert_reads("-2.5e-3", -2.5e-3, "");
    assert_reads(".5", .5, "");
    assert_reads("5.", 5, "");
    assert_reads("5.e1", 50, "");
    assert_reads("000.00012", 1.2e-4, "");
    assert_reads("0.1", 0.1, "");
    assert_reads("1.7976931348623157e308", DBL_MAX, "");
    assert_reads("4.9406564584124654e-324", 0x1p-1074, "");
    assert_reads("1e-400", 0, "");
    assert_reads("0e999999999999999999999999", 0, "");
}

static void a_number_ends_where_its_grammar_ends(void **state)
{
    (void)state;
    assert_reads("5em", 5, "em");
    assert_reads("1 e5", 1, " e5");
    assert_reads("1e", 1, "e");
    assert_reads("1e+", 1, "e+");
    assert_reads("1e5e5", 1e5, "e5");
    assert_reads("1.2.3", 1.2, ".3");
    assert_reads("0x10", 0, "x10");
    assert_reads("1,5", 1, ",5");
    assert_reads("3-4", 3, "-4");
}

static void what_is_no_decimal_number_is_not_read(void **state)
{
    (void)state;
    static const char *const texts[] = {"", " 1", "nan", "inf", "-inf", "infinity", ".", "-", "+.", "e5", ".e5", "--1"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_no_number(texts[i]);
}

static void a_number_too_large_is_not_read_but_has_an_end(void **state)
{
    (void)state;
    static const char *const texts[] = {"1e999 m", "-1e309 m", "1.7976931348623159e308 m", "1e99999999999999999999 m"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *end = NULL;
        double value = 7;
        assert_false(bri_number_read(texts[i], &end, &value));
        assert_string_equal(end, " m");
        assert_same(value, 7);
    }
}

static char *repeat(const char *head, char digit, size_t times, const char *tail)
{
    size_t before = strlen(head);
    char *text = test_malloc(before + times + strlen(tail) + 1);
    memcpy(text, head, before);
    memset(text + before, digit, times);
    strcpy(text + before + times, tail);
    return text;
}

static void long_digit_strings_are_rounded_rightly(void **state)
{
    (void)state;
    /* 1 + 2^-53 lies midway between 1 and the next double and goes to the even one; anything more goes up */
    const char *midway = "1.00000000000000011102230246251565404236316680908203125";
    char *even = repeat(midway, '0', 3000, "");
    char *up = repeat(midway, '0', 3000, "1");
    char *large = repeat("1", '0', 100000, "e-100000");
    char *small = repeat("0.", '0', 100000, "25e100002");
    char *third = repeat("0.", '3', 100000, "");
    char *many = repeat("", '9', 100000, "e-100000");
    assert_reads(even, 1, "");
    assert_reads(up, 1 + DBL_EPSILON, "");
    assert_reads(large, 1, "");
    assert_reads(small, 25, "");
    assert_reads(third, 1.0 / 3, "");
    assert_reads(many, 1, "");
    test_free(even);
    test_free(up);
    test_free(large);
    test_free(small);
    test_free(third);
    test_free(many);
}

static void assert_prints(double value, const char *expected)
{
    char text[32];
    bri_number_print(text, value);
    assert_string_equal(text, expected);
}

static void numbers_print_short(void **state)
{
    (void)state;
    assert_prints(0, "0");
    assert_prints(-0.0, "-0");
    assert_prints(1000, "1000");
    assert_prints(123456789012345, "123456789012345");
    assert_prints(0.1, "0.1");
    assert_prints(-2.5, "-2.5");
    assert_prints(1e-5, "1e-05");
    assert_prints(1e300, "1e+300");
    assert_prints(0.1 + 0.2, "0.30000000000000004");
    assert_prints(1.0 / 3, "0.3333333333333333");
    assert_prints((double)NAN, "nan");
    assert_prints((double)INFINITY, "inf");
    assert_prints((double)-INFINITY, "-inf");
}

static void what_is_printed_reads_back(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u; /* any start; G. Marsaglia, Xorshift RNGs, J. Stat. Software 8 (2003) 14 */
    for (int i = 0; i < 20000; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double value;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[32];
        bri_number_print(text, value);
        assert_reads(text, value, "");
        assert_same(strtod(text, NULL), value);
    }
}

/* As the C library prints and reads it, which rounds correctly in the "C" locale. */
static void assert_as_the_c_library(double value, int digits)
{
    char text[32], expected[32];
    for (int count = 15; count <= 17; count++) {
        snprintf(expected, sizeof expected, "%.*g", count, value);
        if (strtod(expected, NULL) == value) break;
    }
    bri_number_print(text, value);
    assert_string_equal(text, expected);
    snprintf(expected, sizeof expected, "%.*e", digits, value);
    double back = strtod(expected, NULL);
    if (isfinite(back)) assert_reads(expected, back, "");
}

static void numbers_are_those_of_the_c_library(void **state)
{
    (void)state;
    uint64_t bits = 88172645463325252u;
    for (int i = 0; i < 60000; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        double value, share = (double)(bits >> 11) * 0x1p-53;
        int digits = (int)(bits >> 20 & 15) + 3;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) assert_as_the_c_library(value, digits);
        assert_as_the_c_library((double)(int64_t)(bits >> (bits & 63)), digits); /* integers, some of them halfway */
        assert_as_the_c_library((double)(bits % 100000000) / 1e4, digits);       /* few digits */
        assert_as_the_c_library(share, digits);
        double power = ldexp(1, (int)(bits % 2000) - 1000); /* neighbours at unequal distances */
        assert_as_the_c_library(power, digits);
        assert_as_the_c_library(nextafter(power, bits >> 50 & 1 ? 0 : INFINITY), digits);
        assert_as_the_c_library(share * 0x1p-1020, digits); /* subnormal ones among them */
    }
}

/* A locale with another decimal point, if this machine has one. */
static bool choose_a_comma(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (setlocale(LC_NUMERIC, names[i]) && strcmp(localeconv()->decimal_point, ".") != 0) return true;
    }
    return false;
}

static void the_locale_changes_nothing(void **state)
{
    if (!choose_a_comma()) skip();
    numbers_are_read(state);
    a_number_ends_where_its_grammar_ends(state);
    numbers_print_short(state);
    setlocale(LC_NUMERIC, "C");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(a_number_ends_where_its_grammar_ends),
        cmocka_unit_test(what_is_no_decimal_number_is_not_read),
        cmocka_unit_test(a_number_too_large_is_not_read_but_has_an_end),
        cmocka_unit_test(long_digit_strings_are_rounded_rightly),
        cmocka_unit_test(numbers_print_short),
        cmocka_unit_test(what_is_printed_reads_back),
        cmocka_unit_test(numbers_are_those_of_the_c_library),
        cmocka_unit_test(the_locale_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
