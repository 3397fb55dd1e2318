/* test_unit.c - texts with units become SI numbers, exactly; anything doubtful becomes a sentence */
#include "bristle/unit.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/unit.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const double pi = 3.14159265358979323846;

static int open_units(void **state)
{
    bri_units *units = NULL;
    bri_status status = bri_units_create(&units, NULL);
    *state = units;
    return status != BRI_OK;
}

static int close_units(void **state)
{
    bri_units_destroy(*state);
    return 0;
}

typedef struct example {
    const char *text, *unit;
    double value;
} example;

static void assert_reads(bri_units *units, const example *e)
{
    bri_error err = {0};
    double value = NAN;
    if (bri_quantity_read(units, e->text, e->unit, &value, &err))
        fail_msg("'%s' for %s: %s", e->text, e->unit, err.what);
    if (!(fabs(value - e->value) <= 1e-15 * fabs(e->value)))
        fail_msg("'%s' is %.17g %s, not %.17g", e->text, value, e->unit, e->value);
}

static void assert_all_read(bri_units *units, const example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_reads(units, &examples[i]);
}

static void quantities_become_si(void **state)
{
    const example examples[] = {
        {"50 mm", "m", 0.05},
        {"5000 rpm", "rad/s", 5000 * 2 * pi / 60},
        {"400 cP", "Pa s", 0.4},
        {"2 P", "Pa s", 0.2},
        {"3 mPa s", "Pa s", 0.003},
        {"3 mPas", "Pa s", 0.003},
        {"10 cSt", "m2/s", 1e-5},
        {"10 mm2/s", "m2/s", 1e-5},
        {"1 St", "m2/s", 1e-4},
        {"90 deg", "rad", pi / 2},
        {"90\xc2\xb0", "rad", pi / 2},
        {"90 deg/s", "rad/s", pi / 2},
        {"2 rev", "rad", 4 * pi},
        {"0.5 rad", "rad", 0.5},
        {"1 kgf", "N", 9.80665},
        {"1 kp", "N", 9.80665},
        {"1 kgf/cm", "N/m", 980.665},
        {"1 lbf/in", "N/m", 4.4482216152605 / 0.0254},
        {"1 in/s", "m/s", 0.0254},
        {"1 kgf/cm2", "Pa", 98066.5},
        {"1 uin", "m", 2.54e-8},
        {"1 microinch", "m", 2.54e-8},
        {"5 um", "m", 5e-6},
        {"5 \xc2\xb5m", "m", 5e-6},
        {"5 \xce\xbcm", "m", 5e-6},
        {"0.4 um", "m", 4e-7},
        {"3 \xc3\x85", "m", 3e-10},
        {"1 N/um", "N/m", 1e6},
        {"207 GPa", "Pa", 207e9},
        {"870 kg/m3", "kg/m3", 870},
        {"1 mm/s", "m/s", 1e-3},
        {"36 km/h", "m/s", 10},
        {"36 kph", "m/s", 10},
        {"1 mph", "m/s", 0.44704},
        {"380 kg mm2", "kg m2", 380e-6},
        {"1 N s/m", "N s/m", 1},
        {"1 N*s/m", "N s/m", 1},
        {"1 N.s/m", "N s/m", 1},
        {"1 N\xc2\xb7s/m", "N s/m", 1},
        {"1 kg/s", "N s/m", 1},
        {"50 Hz", "Hz", 50},
        {"50 Hz", "1/s", 50},
        {"50 1/s", "Hz", 50},
        {"50 kHz", "1/s", 50e3},
        {"30 %", "1", 0.3},
        {"30%", "1", 0.3},
        {"9.81 m/s2", "m/s2", 9.81},
        {"9.81 m s-2", "m/s2", 9.81},
        {"9.81 m/s/s", "m/s2", 9.81},
        {"1 psi", "Pa", 4.4482216152605 / (0.0254 * 0.0254)},
        {"12 ms", "s", 0.012},
        {"3 min", "s", 180},
        {"1 h", "s", 3600},
        {"5 Nm", "N m", 5},
        {"5 N m", "J", 5},
        {"5 kNm", "N m", 5000},
        {"5 N mm", "N m", 0.005},
        {"5 N m/deg", "N m/rad", 5 * 180 / pi},
        {"1 slug", "kg", 4.4482216152605 / 0.3048},
        {"1 hp", "W", 550 * 0.3048 * 4.4482216152605},
        {"1e5 N/m", "N/m", 1e5},
        {"1e5 1/m", "1/m", 1e5},
        {"1e5 /m", "1/m", 1e5},
        {"1/mm", "1/m", 1e3},
        {"2 s/mm", "s/m", 2000},
        {"2 (N/(m s))^-2", "m2 s2/N2", 2},
        {"20 K", "K", 20},
    };
    assert_all_read(*state, examples, COUNT(examples));
}

static void numbers_without_a_unit_are_si(void **state)
{
    const example examples[] = {
        {"0.3", "1", 0.3},   {"5e-3", "1", 5e-3},     {"-4", "m/s", -4},
        {" 7 ", "rad/s", 7}, {"1e9", "N/m^1.5", 1e9}, {"1e9", "N/m^n", 1e9},
    };
    assert_all_read(*state, examples, COUNT(examples));
}

static void powers_and_spaces_may_be_written_in_several_ways(void **state)
{
    const example examples[] = {
        {"1 m2", "m2", 1},           {"1 m^2", "m2", 1},          {"1 m**2", "m2", 1},
        {"1 m\xc2\xb2", "m2", 1},    {"1 m^+2", "m2", 1},         {"1 m^-1", "1/m", 1},
        {"1 m-1", "1/m", 1},         {"1 m**-1", "1/m", 1},       {"1 m\xe2\x81\xbb\xc2\xb9", "1/m", 1},
        {"1m/s", "m/s", 1},          {"  1   m / s  ", "m/s", 1}, {"1 ( m / s )", "m/s", 1},
        {"1 (m) (s)", "m s", 1},     {"1 m2.s", "m2 s", 1},       {"1 1 / m", "1/m", 1},
        {"1 N/(m s)", "N/(m s)", 1}, {"1 newton", "N", 1},        {"2 inches", "m", 0.0508},
    };
    assert_all_read(*state, examples, COUNT(examples));
}

/* A number in a decimal unit is the double that the SI number itself is. */
static void decimal_units_lose_no_bit(void **state)
{
    const example examples[] = {
        {"5 um", "m", 5e-6},     {"7 nm", "m", 7e-9},     {"3 mm/s", "m/s", 3e-3}, {"1 in", "m", 0.0254},
        {"9 cSt", "m2/s", 9e-6}, {"400 cP", "Pa s", 0.4}, {"1 N/nm", "N/m", 1e9},  {"3 N/mm2", "Pa", 3e6},
    };
    for (size_t i = 0; i < COUNT(examples); i++) {
        double value = NAN;
        assert_int_equal(bri_quantity_read(*state, examples[i].text, examples[i].unit, &value, NULL), BRI_OK);
        if (value != examples[i].value) fail_msg("'%s' is %.17g", examples[i].text, value);
    }
}

static void assert_says(bri_units *units, const char *text, const char *unit, const char *sentence)
{
    bri_error err = {0};
    double value = 7;
    bri_status status = bri_quantity_read(units, text, unit, &value, &err);
    assert_string_equal(err.what, sentence);
    assert_int_equal(status, BRI_BAD_VALUE);
    assert_true(value == 7);
}

static void a_mismatch_names_both_quantities(void **state)
{
    assert_says(*state, "3 N", "m/s", "'3 N' is a force, but a speed in m/s is wanted");
    assert_says(*state, "3 mm", "Pa s", "'3 mm' is a length, but a dynamic viscosity in Pa s is wanted");
    assert_says(*state, "3 mm/ms2", "rad", "'3 mm/ms2' is an acceleration, but an angle in rad is wanted");
    assert_says(*state, "3 kJ", "1", "'3 kJ' is a torque, but a plain number is wanted");
    assert_says(*state, "3 J", "1", "'3 J' is an energy, but a plain number is wanted");
    assert_says(*state, "3 %", "m", "'3 %' is a plain number, but a length in m is wanted");
    assert_says(*state, "3 kg4", "m", "'3 kg4' is a value in kg4, but a length in m is wanted");
    assert_says(*state, "3 m", "kg4", "'3 m' is a length, but a value in kg4 is wanted");
}

static void masses_are_not_forces(void **state)
{
    assert_says(
        *state, "1 lb/in", "N/m",
        "'1 lb/in' is a mass per length, but a stiffness in N/m is wanted; kg and lb are masses, write kgf and lbf "
        "for forces, as in lbf/in");
    assert_says(
        *state, "1 kg", "N",
        "'1 kg' is a mass, but a force in N is wanted; kg and lb are masses, write kgf and lbf for forces, as in "
        "lbf/in");
}

static void no_factor_two_pi_is_silent(void **state)
{
    assert_says(
        *state, "50 Hz", "rad/s",
        "'50 Hz' is a frequency, but an angular speed in rad/s is wanted; rad is never implied, and a turn is 2 pi "
        "rad");
    assert_says(
        *state, "50 rpm", "Hz",
        "'50 rpm' is an angular speed, but a frequency in Hz is wanted; rad is never implied, and a turn is 2 pi "
        "rad");
    assert_says(*state, "1 rad", "1",
                "'1 rad' is an angle, but a plain number is wanted; rad is never implied, and a turn is 2 pi rad");
    assert_false(bri_unit_fits(*state, "1/s", "rad/s"));
    assert_false(bri_unit_fits(*state, "rps", "1/s"));
    assert_false(bri_unit_fits(*state, "cycle/s", "Hz"));
    assert_false(bri_unit_fits(*state, "N m", "N m/rad"));
    assert_true(bri_unit_fits(*state, "rpm", "rad/s"));
}

static void powers_are_whole_numbers(void **state)
{
    const char *sentence =
        "'1 N/m^1.5': an exponent must be a whole number; give a stiffness in N/m^n as a plain number in SI units";
    assert_says(*state, "1 N/m^1.5", "N/m", sentence);
    assert_says(*state, "1 N/m^1.5", "N/m^1.5", sentence);
    assert_says(*state, "1 N/mm", "N/m^1.5", "'1 N/mm': give a value in N/m^1.5 as a plain number in SI units");
    assert_says(*state, "1 m^9999999999", "m", "'1 m^9999999999': an exponent must lie between 1 and 9");
}

static void an_unknown_name_is_named(void **state)
{
    assert_says(*state, "5 mms", "m/s", "'5 mms': unknown unit 'mms'; did you mean 'mm/s', 'm/s' or 'mm'?");
    assert_says(*state, "5 hz", "Hz", "'5 hz': unknown unit 'hz'; did you mean 'Hz'?");
    assert_says(*state, "5 N/RPM", "1", "'5 N/RPM': unknown unit 'RPM'; did you mean 'rpm'?");
    assert_says(*state, "1 furlongs_per", "m", "'1 furlongs_per': unknown unit 'furlongs_per'");
    assert_says(*state, "1 \xc2\xb5", "m", "'1 \xc2\xb5': unknown unit '\xc2\xb5'");
}

static void each_mistake_has_its_own_sentence(void **state)
{
    assert_says(*state, "", "m", "the text is empty, but a length in m is wanted");
    assert_says(*state, "  ", "m", "the text is empty, but a length in m is wanted");
    assert_says(*state, "mm", "m", "'mm' does not begin with a number, but a length in m is wanted");
    assert_says(*state, "nan", "1", "'nan' does not begin with a number, but a plain number is wanted");
    assert_says(*state, "1e999", "1", "'1e999' is too large for a number; a plain number is wanted");
    assert_says(*state, "1e308 km", "m", "'1e308 km' is too large a number when converted to m");
    assert_says(*state, "1 2 m", "m", "'1 2 m' contains a second number, '2'; write one number and its unit");
    assert_says(*state, "1 m@5", "m", "'1 m@5': unexpected character '@'");
    assert_says(*state, "1 N-m", "N m", "'1 N-m': unexpected character '-'; write a product with a space or '*'");
    assert_says(*state, "1,5 m", "m", "'1,5 m': unexpected character ','; the decimal point is '.'");
    assert_says(
        *state, "1 mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm", "m",
        "'1 mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm': the name of the unit is too long");
    assert_says(*state, "1 m/", "m", "'1 m/': a unit is missing at the end");
    assert_says(*state, "1 (m", "m", "'1 (m': a closing parenthesis is missing");
    assert_says(*state, "1 m)", "m", "'1 m)': a closing parenthesis without an opening one");
    assert_says(*state, "1 (((((m)))))", "m", "'1 (((((m)))))': more than 4 nested parentheses");
    assert_says(*state, "1 N/m s", "N/m", "'1 N/m s' is ambiguous: write N/(m s) or N s/m, not N/m s");
    assert_says(*state, "1 degC", "K", "'1 degC': degC has an offset; give the value in SI units");
    assert_says(*state, "1 dBZ", "1", "'1 dBZ': dBZ is logarithmic; give the value in SI units");
    assert_says(*state, "1 m\n", "m", "'1 m?' contains a character that is not allowed in a unit");
    assert_says(*state, "1 \xff\xc2", "m", "'1 ?\?' contains a character that is not allowed in a unit");
}

static void anything_else_is_refused(void **state)
{
    static const char *const texts[] = {
        "N/m^1.5",       "1 2",        "inf",
        "0x10",          "1 1",        "1 3 m",
        "3 4 m",         "1 2/m",      "1 m^0",
        "1 m^(1/2)",     "1 m^.5",     "1 m^",
        "1 m^3/2",       "1 m2.5",     "1 m^1e5",
        "1 m from 5",    "1 m@",       "1 m since 2000-01-01",
        "1 lg(re 1 mW)", "1 ((((((((", "1 )",
        "1 //m",         "1 *m",       "1 m**",
        "1 m*",          "1 m**m",     "1 H2O",
        "1 %m",          "1 m%",       "1 ()",
        "1 \"",          "1 '",        "1 per",
        "1 m per s",     "1 since",    "1 \t m",
        "\t1 m",         "1 m\x7f",    "1 \xce",
        "1 \xe2\x84",    "1 m\xc2",    "1 \xc3\xa9",
        "1 now",         "1 mmm",      "1 (Ym9)9",
        "1 ((%9)9)9",    "1 degF",     "1 m/0",
        "1 (m)(s)",      "1 m+2",      "1 0",
        "1 -m",          "1 m -2",     "1 m^\xc2\xb2",
        "1 \xc2\xb2",    "1 m^-",      "1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        bri_error err = {0};
        double value = 7;
        if (bri_quantity_read(*state, texts[i], "m", &value, &err) != BRI_BAD_VALUE || value != 7 || !err.what[0])
            fail_msg("'%s' is not refused", texts[i]);
    }
}

static void a_megabyte_of_garbage_is_refused(void **state)
{
    static const char fills[] = {'1', 'm', '(', ' ', '\x01', '\xff', '/', '^'};
    size_t size = 1 << 20;
    char *text = test_malloc(size + 1);
    for (size_t i = 0; i < sizeof fills; i++) {
        memset(text, fills[i], size);
        text[size] = '\0';
        assert_int_equal(bri_quantity_read(*state, text, "m", &(double){0}, NULL), BRI_BAD_VALUE);
        assert_false(bri_unit_fits(*state, text, "m"));
        text[0] = '1';
        assert_int_equal(bri_quantity_read(*state, text, "m", &(double){0}, NULL), BRI_BAD_VALUE);
    }
    test_free(text);
}

static void the_unit_of_a_text_is_found(void **state)
{
    (void)state;
    assert_string_equal(bri_quantity_unit("1 mm/s"), "mm/s");
    assert_string_equal(bri_quantity_unit(" 5em"), "em");
    assert_string_equal(bri_quantity_unit("1e5 1/m"), "1/m");
    assert_string_equal(bri_quantity_unit("5/s"), "/s");
    assert_string_equal(bri_quantity_unit("0.3 "), "");
    assert_null(bri_quantity_unit("mm"));
    assert_null(bri_quantity_unit(""));
    assert_null(bri_quantity_unit("nan"));
}

static void a_unit_fits_its_own_dimension(void **state)
{
    assert_true(bri_unit_fits(*state, "mm/s", "m/s"));
    assert_true(bri_unit_fits(*state, "%", "1"));
    assert_true(bri_unit_fits(*state, "1", "1"));
    assert_true(bri_unit_fits(*state, "kgf/cm2", "Pa"));
    assert_false(bri_unit_fits(*state, "mm", "m/s"));
    assert_false(bri_unit_fits(*state, "", "1"));
    assert_false(bri_unit_fits(*state, "1", ""));
    assert_false(bri_unit_fits(*state, "xyz", "xyz"));
}

static void quantities_have_names(void **state)
{
    assert_string_equal(bri_quantity_name(NULL, "m/s"), "speed");
    assert_string_equal(bri_quantity_name(NULL, "J"), "energy");
    assert_string_equal(bri_quantity_name(NULL, "1"), "plain number");
    assert_null(bri_quantity_name(NULL, "mm/s"));
    assert_string_equal(bri_quantity_name(*state, "mm/s"), "speed");
    assert_string_equal(bri_quantity_name(*state, "lbf.in"), "torque");
    assert_string_equal(bri_quantity_name(*state, "rpm"), "angular speed");
    assert_string_equal(bri_quantity_name(*state, "cSt"), "kinematic viscosity");
    assert_string_equal(bri_quantity_name(*state, "%"), "plain number");
    assert_null(bri_quantity_name(*state, "kg4"));
    assert_null(bri_quantity_name(*state, "nonsense"));
    assert_null(bri_quantity_name(*state, ""));
}

/* Of all powers of m, kg, s, rad and K from -3 to 3, those of a known unit are what the unit says when it is read. */
static void powers_of_known_units_are_theirs(void **state)
{
    int known = 0;
    (void)state;
    for (int i = 0; i < 7 * 7 * 7 * 7 * 7; i++) {
        int power[BASES] = {i % 7 - 3, i / 7 % 7 - 3, i / 49 % 7 - 3, i / 343 % 7 - 3, i / 2401 - 3};
        const char *unit = bri_unit_of_powers(power);
        measure m;
        if (!unit) continue;
        if (!bri_unit_read(unit, &m) || m.up != 1 || m.down != 1 || memcmp(m.power, power, sizeof power) != 0)
            fail_msg("%s has other powers in the table of quantities", unit);
        known++;
    }
    assert_int_equal(known, 43 - 4); /* rows of the table, without J, 1/s, kg/s and N s2/m2, which repeat others */
}

static void destroying_nothing_is_fine(void **state)
{
    (void)state;
    bri_units_destroy(NULL);
}

static void errors_may_be_ignored(void **state)
{
    double value = 0;
    assert_int_equal(bri_quantity_read(*state, "3 N", "m", &value, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_quantity_read(*state, "3 x", "m", &value, NULL), BRI_BAD_VALUE);
}

static void the_locale_changes_nothing(void **state)
{
    (void)state;
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8")) skip();
    bri_units *units = NULL;
    assert_int_equal(bri_units_create(&units, NULL), BRI_OK);
    assert_reads(units, &(example){"1.5 in", "m", 0.0381});
    assert_reads(units, &(example){"1.5 \xc2\xb5m", "m", 1.5e-6});
    bri_units_destroy(units);
    setlocale(LC_ALL, "C");
}

static void *read_often(void *failures)
{
    bri_units *units = NULL;
    double value = 0;
    if (bri_units_create(&units, NULL)) ++*(int *)failures;
    for (int i = 0; units && i < 200; i++) {
        if (bri_quantity_read(units, "36 km/h", "m/s", &value, NULL) || value != 10) ++*(int *)failures;
    }
    bri_units_destroy(units);
    return NULL;
}

static void threads_read_units_at_the_same_time(void **state)
{
    (void)state;
    pthread_t threads[4];
    int failures[4] = {0};
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, read_often, &failures[i]), 0);
    for (int i = 0; i < 4; i++) {
        pthread_join(threads[i], NULL);
        assert_int_equal(failures[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantities_become_si),
        cmocka_unit_test(numbers_without_a_unit_are_si),
        cmocka_unit_test(powers_and_spaces_may_be_written_in_several_ways),
        cmocka_unit_test(decimal_units_lose_no_bit),
        cmocka_unit_test(a_mismatch_names_both_quantities),
        cmocka_unit_test(masses_are_not_forces),
        cmocka_unit_test(no_factor_two_pi_is_silent),
        cmocka_unit_test(powers_are_whole_numbers),
        cmocka_unit_test(an_unknown_name_is_named),
        cmocka_unit_test(each_mistake_has_its_own_sentence),
        cmocka_unit_test(anything_else_is_refused),
        cmocka_unit_test(a_megabyte_of_garbage_is_refused),
        cmocka_unit_test(the_unit_of_a_text_is_found),
        cmocka_unit_test(a_unit_fits_its_own_dimension),
        cmocka_unit_test(quantities_have_names),
        cmocka_unit_test(destroying_nothing_is_fine),
        cmocka_unit_test(powers_of_known_units_are_theirs),
        cmocka_unit_test(errors_may_be_ignored),
        cmocka_unit_test(the_locale_changes_nothing),
        cmocka_unit_test(threads_read_units_at_the_same_time),
    };
    return cmocka_run_group_tests(tests, open_units, close_units);
}
