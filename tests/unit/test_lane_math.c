/* test_lane_math.c - lane_math.h against MPFR, and every width against one lane */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdbool.h>
#include <string.h>

#include "base/lane_math.h"
#include "lane_math_width.h"

static const double ln2 = 0x1.62e42fefa39efp-1, quarter_pi = 0x1.921fb54442d18p-1, half_pi = 0x1.921fb54442d18p+0;
static const double root_half = 0x1.6a09e667f3bcdp-1, root_two = 0x1.6a09e667f3bcdp+0;

/* --- arguments --- */

enum {
    LIMIT = 300000
};

typedef struct arguments {
    size_t n;
    double x[LIMIT], y[LIMIT];
} arguments;

static arguments args; /* large, so not on the stack; each test begins with clear() */

static uint64_t seed;

static void clear(void)
{
    args.n = 0;
    seed = 1;
}

static uint64_t random_bits(void) /* splitmix64: G. L. Steele, D. Lea, C. H. Flood, OOPSLA 2014 */
{
    uint64_t z = seed += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static double random_double(void) /* any bit pattern: denormal, infinite, NaN */
{
    uint64_t b = random_bits();
    double x;
    memcpy(&x, &b, sizeof x);
    return x;
}

static double random_finite(void)
{
    double x = random_double();
    while (!isfinite(x))
        x = random_double();
    return x;
}

static double between(double low, double high)
{
    return low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

/* a magnitude from 2^low to 2^high, evenly in the logarithm */
static double sized(int low, int high)
{
    int exponent = (int)floor(between(low, high));
    return ldexp(between(1, 2), exponent);
}

static double either(double a, double b) { return random_bits() & 1 ? a : b; }

static void add_pair(double x, double y)
{
    assert_true(args.n < LIMIT);
    args.x[args.n] = x;
    args.y[args.n] = y;
    args.n++;
}

static void add(double x) { add_pair(x, 0); }

static void add_both(double x)
{
    add(x);
    add(-x);
}

static void add_range(double low, double high, int n)
{
    add(low);
    add(high);
    for (int i = 0; i < n; i++)
        add(between(low, high));
}

static void add_sizes(int low, int high, int n)
{
    for (int i = 0; i < n; i++)
        add(sized(low, high));
}

static void add_sizes_of_both_signs(int low, int high, int n)
{
    for (int i = 0; i < n; i++) {
        double x = sized(low, high);
        add(either(x, -x));
    }
}

/* x and the doubles next to it */
static void add_around(double x)
{
    double below = x, above = x;
    add(x);
    for (int i = 0; i < 4; i++) {
        add(below = nextafter(below, -INFINITY));
        add(above = nextafter(above, INFINITY));
    }
}

/* --- errors in ulp --- */

typedef void reference(mpfr_t out, double x, double y);

static double ulps(double actual, const mpfr_t exact)
{
    mpfr_t difference;
    mpfr_init2(difference, 400);
    mpfr_sub_d(difference, exact, actual, MPFR_RNDN);
    mpfr_exp_t exponent = mpfr_zero_p(exact) ? -1074 : mpfr_get_exp(exact) - 53;
    mpfr_mul_2si(difference, difference, -(long)(exponent < -1074 ? -1074 : exponent), MPFR_RNDN);
    double error = fabs(mpfr_get_d(difference, MPFR_RNDN));
    mpfr_clear(difference);
    return error;
}

static double run(int function, double x, double y)
{
    double result;
    lane_math_x1(function, &x, &y, &result, 1);
    return result;
}

static void assert_within(const char *name, int function, reference *exact, double limit)
{
    mpfr_t expected;
    mpfr_init2(expected, 160);
    double worst = -1, at_x = 0, at_y = 0;
    for (size_t i = 0; i < args.n; i++) {
        exact(expected, args.x[i], args.y[i]);
        double error = ulps(run(function, args.x[i], args.y[i]), expected);
        if (!(error <= worst)) {
            worst = error;
            at_x = args.x[i];
            at_y = args.y[i];
        }
    }
    mpfr_clear(expected);
    print_message("%s: %zu arguments, at most %.3f ulp, at %a, %a\n", name, args.n, worst, at_x, at_y);
    assert_true(worst <= limit);
}

#define ASSERT_WITHIN(name, limit) assert_within("real_" #name, LANE_MATH_##name, exact_##name, limit)

#define EXACT(name)                                                                                                    \
    static void exact_##name(mpfr_t out, double x, double y)                                                           \
    {                                                                                                                  \
        (void)y;                                                                                                       \
        mpfr_set_d(out, x, MPFR_RNDN);                                                                                 \
        mpfr_##name(out, out, MPFR_RNDN);                                                                              \
    }
EXACT(exp)
EXACT(expm1)
EXACT(tanh)
EXACT(log)
EXACT(log10)
EXACT(sin)
EXACT(cos)
EXACT(atan)

static void exact_pow(mpfr_t out, double x, double y)
{
    mpfr_set_d(out, x, MPFR_RNDN);
    mpfr_log(out, out, MPFR_RNDN);
    mpfr_mul_d(out, out, y, MPFR_RNDN);
    if (mpfr_cmp_si(out, 700) > 0) mpfr_set_si(out, 700, MPFR_RNDN);
    if (mpfr_cmp_si(out, -700) < 0) mpfr_set_si(out, -700, MPFR_RNDN);
    mpfr_exp(out, out, MPFR_RNDN);
}

/* sin(2 pi x + quarters pi/2), the whole quarter turns taken off exactly */
static void sine_of_turns(mpfr_t out, double x, int quarters)
{
    x -= rint(x);
    double count = rint(4 * x);
    int quadrant = ((int)count + quarters) & 3;
    mpfr_const_pi(out, MPFR_RNDN);
    mpfr_mul_d(out, out, 2 * (x - count / 4), MPFR_RNDN);
    (quadrant & 1 ? mpfr_cos : mpfr_sin)(out, out, MPFR_RNDN);
    if (quadrant & 2) mpfr_neg(out, out, MPFR_RNDN);
}

static void exact_sin_turns(mpfr_t out, double x, double y)
{
    (void)y;
    sine_of_turns(out, x, 0);
}

static void exact_cos_turns(mpfr_t out, double x, double y)
{
    (void)y;
    sine_of_turns(out, x, 1);
}

static void exp_is_within_one_ulp(void **state)
{
    (void)state;
    clear();
    add_range(-700, 700, 100000);
    add_range(-1, 1, 50000);
    add_sizes_of_both_signs(-1074, 9, 20000);
    for (int n = -1009; n <= 1009; n++) { /* where the range reduction changes over */
        add_around(n * ln2);
        add_around((n + 0.5) * ln2);
    }
    add_both(0);
    ASSERT_WITHIN(exp, 1);
}

static void exp_is_clamped_and_exact_at_zero(void **state)
{
    (void)state;
    assert_true(real_exp(0) == 1);
    assert_true(real_exp(-0.0) == 1);
    const double beyond[] = {700.5, 710, 1e3, 1e300, DBL_MAX, INFINITY};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        assert_true(real_exp(beyond[i]) == real_exp(700));
        assert_true(real_exp(-beyond[i]) == real_exp(-700));
    }
    assert_true(isfinite(real_exp(700)));
    assert_true(isnormal(real_exp(-700)));
    /* the early way out for all lanes and the polynomial for some agree */
    assert_true(real_exp(-700) == lane_exp(-700, 0));
    assert_true(isnan(real_exp(NAN)));
}

static void expm1_is_within_three_ulp(void **state)
{
    (void)state;
    clear();
    add_range(-700, 700, 50000);
    add_range(-2, 2, 100000);
    add_sizes_of_both_signs(-1074, 9, 50000);
    for (int n = -1009; n <= 1009; n++) {
        add_around(n * ln2);
        add_around((n + 0.5) * ln2);
    }
    ASSERT_WITHIN(expm1, 3);
}

static void expm1_is_clamped_and_keeps_tiny_arguments(void **state)
{
    (void)state;
    const double tiny[] = {0, 0x1p-1074, 0x1.8p-1070, 0x1p-1022, 1e-300, 1e-100, 1e-20, 1e-17};
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
        assert_true(real_expm1(tiny[i]) == tiny[i]);
        assert_true(real_expm1(-tiny[i]) == -tiny[i]);
    }
    const double beyond[] = {700.5, 1e3, DBL_MAX, INFINITY};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        assert_true(real_expm1(beyond[i]) == real_expm1(700));
        assert_true(real_expm1(-beyond[i]) == -1);
    }
    /* the early way out for all lanes and the polynomial for some agree */
    assert_true(lane_expm1(-40) == -1 && lane_expm1(-700) == -1);
    assert_true(isnan(real_expm1(NAN)));
}

static void tanh_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    add_range(-25, 25, 50000);
    add_range(-2, 2, 100000);
    add_sizes_of_both_signs(-1074, 10, 50000);
    for (int n = 0; n <= 58; n++) {
        add_around(n * ln2 / 2);
        add_around((n + 0.5) * ln2 / 2);
    }
    ASSERT_WITHIN(tanh, 4);
}

static void tanh_saturates_and_keeps_tiny_arguments(void **state)
{
    (void)state;
    const double tiny[] = {0, 0x1p-1074, 0x1.8p-1070, 0x1p-1022, 1e-300, 1e-100, 1e-20, 1e-17};
    for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++)
        assert_true(real_tanh(tiny[i]) == tiny[i]);
    const double huge[] = {19.5, 20, nextafter(20, 0), 25, 1e10, DBL_MAX, INFINITY};
    for (size_t i = 0; i < sizeof huge / sizeof *huge; i++) {
        assert_true(real_tanh(huge[i]) == 1);
        assert_true(real_tanh(-huge[i]) == -1);
    }
    assert_true(signbit(real_tanh(-0.0)));
    assert_true(isnan(real_tanh(NAN)));
}

static void add_logarithm_arguments(void)
{
    add_sizes(-1022, 1024, 100000);
    add_sizes(-1074, -1022, 20000);
    add_range(0.5, 2, 100000);
    for (int i = 1; i < 52; i++)
        for (int j = 0; j < 100; j++) {
            double step = sized(-i, 1 - i);
            add(1 + step);
            add(1 - step / 2);
        }
    for (int e = -1060; e <= 1023; e += 3) {
        add_around(ldexp(1, e));
        add_around(ldexp(root_half, e));
    }
    add(0x1p-1074);
    add(DBL_MAX);
}

static void log_is_within_one_ulp(void **state)
{
    (void)state;
    clear();
    add_logarithm_arguments();
    ASSERT_WITHIN(log, 1);
    assert_true(real_log(1) == 0);
}

static void log10_is_within_one_ulp(void **state)
{
    (void)state;
    clear();
    add_logarithm_arguments();
    double power = 1;
    for (int i = 0; i <= 22; i++, power *= 10) {
        assert_true(real_log10(power) == i);
        add_around(power);
    }
    ASSERT_WITHIN(log10, 1);
}

static void logarithms_of_zero_and_below_are_those_of_the_smallest_double(void **state)
{
    (void)state;
    const double below[] = {0, -0.0, -0x1p-1074, -1, -DBL_MAX, -INFINITY};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        assert_true(real_log(below[i]) == real_log(0x1p-1074));
        assert_true(real_log10(below[i]) == real_log10(0x1p-1074));
    }
    assert_true(isfinite(real_log(INFINITY)));
    assert_true(isnan(real_log(NAN)));
    assert_true(isnan(real_log10(NAN)));
}

static void pow_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    for (int i = 0; i < 100000; i++) { /* any base, any exponent that fits */
        double x = sized(-1074, 1024);
        add_pair(x, between(-700, 700) / log(x));
    }
    for (int i = 0; i < 50000; i++) { /* bases near 1, large exponents */
        double step = sized(-53, -1), x = either(1 + step, 1 - step / 2);
        if (x != 1) add_pair(x, between(-700, 700) / log(x));
    }
    for (int i = 0; i < 50000; i++) { /* the bases where the logarithm's series is longest */
        double x = between(0.7, 1.42);
        add_pair(x, either(1, -1) * between(600, 700) / log(x));
    }
    for (int i = 0; i < 50000; i++) { /* everyday ones */
        double x = between(0, 20);
        add_pair(x, between(-10, 10));
    }
    for (int i = 0; i < 10000; i++) { /* any bits */
        double x = fabs(random_finite());
        add_pair(x, random_finite());
        add_pair(x, either(1, -1) * sized(-60, 10));
    }
    ASSERT_WITHIN(pow, 4);
}

static void pow_has_its_exact_values(void **state)
{
    (void)state;
    clear();
    for (int i = 0; i < 10000; i++) {
        double x = fabs(random_finite());
        double y = random_finite();
        assert_true(real_pow(x, 0) == 1);
        assert_true(real_pow(1, y) == 1);
        assert_true(real_pow(0, fabs(y)) == 0);
        assert_true(real_pow(0, -fabs(y)) == real_exp(700));
        assert_true(real_pow(-x, y) == real_pow(0, y));
    }
    assert_true(real_pow(0, 0x1p-1074) == 0);
    assert_true(real_pow(0, 0) == 1);
    assert_true(real_pow(10, 1e3) == real_exp(700));
    assert_true(real_pow(10, -DBL_MAX) == real_exp(-700));
    assert_true(real_pow(nextafter(1, 0), -DBL_MAX) == real_exp(700));
    assert_true(isnan(real_pow(NAN, 2)));
    assert_true(isnan(real_pow(2, NAN)));
}

/* the doubles nearest to n pi/2 */
static void add_around_quarter_turns(uint64_t n)
{
    mpfr_t x;
    mpfr_init2(x, 200);
    mpfr_const_pi(x, MPFR_RNDN);
    mpfr_mul_ui(x, x, n, MPFR_RNDN);
    mpfr_div_2ui(x, x, 1, MPFR_RNDN);
    double nearest = mpfr_get_d(x, MPFR_RNDN);
    mpfr_clear(x);
    if (nearest <= 0x1p30) add(nearest);
    add(-nextafter(nearest, 0));
}

static void add_angles(void)
{
    add_range(-10, 10, 50000);
    add_range(-0x1p30, 0x1p30, 30000);
    add_sizes_of_both_signs(-1074, 30, 50000);
    for (uint64_t n = 1; n < 20000; n++)
        add_around_quarter_turns(n);
    for (int i = 0; i < 20000; i++)
        add_around_quarter_turns(random_bits() % 683565275);
    for (int n = 1; n < 1000; n += 2)
        add_around(n * quarter_pi);
    /* of all multiples of pi/2 below 2^30, those that come closest to a double, from 6e-19 away; and their doubles */
    const double closest[] = {0x1.6c6cbc45dc8dep+5, 0x1.b951f1572eba5p+23, 0x1.39c6fd67805a7p+18,
                              0x1.9eb7148f354d6p+20};
    for (size_t i = 0; i < sizeof closest / sizeof *closest; i++)
        for (double x = closest[i]; x <= 0x1p30; x *= 2)
            add_both(x);
    add_both(0);
}

static void sin_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    add_angles();
    ASSERT_WITHIN(sin, 4);
}

static void cos_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    add_angles();
    ASSERT_WITHIN(cos, 4);
}

static void add_turns(void)
{
    add_range(-2, 2, 100000);
    add_sizes_of_both_signs(-1074, 60, 50000);
    for (int n = -2000; n <= 2000; n++)
        add_around(n / 16.0);
    for (int i = 0; i < 10000; i++)
        add(random_finite());
}

static void sin_of_turns_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    add_turns();
    ASSERT_WITHIN(sin_turns, 4);
}

static void cos_of_turns_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    add_turns();
    ASSERT_WITHIN(cos_turns, 4);
}

static void turns_are_exact_at_quarters(void **state)
{
    (void)state;
    for (double whole = 0; whole < 1e15; whole = 3 * whole + 1)
        for (int quarter = 0; quarter < 4; quarter++) {
            const double sine[] = {0, 1, 0, -1};
            assert_true(real_sin_turns(whole + quarter / 4.0) == sine[quarter]);
            assert_true(real_cos_turns(whole + quarter / 4.0) == sine[(quarter + 1) & 3]);
        }
    assert_true(real_cos_turns(0x1p51 + 0.5) == -1);
    assert_true(real_cos_turns(DBL_MAX) == 1);
    assert_true(real_sin_turns(DBL_MAX) == 0);
}

static void atan_is_within_four_ulp(void **state)
{
    (void)state;
    clear();
    add_range(-10, 10, 100000);
    add_sizes_of_both_signs(-1074, 1024, 50000);
    add_sizes_of_both_signs(-10, 10, 50000);
    const double events[] = {root_two - 1, 1, root_two + 1, DBL_MAX / 2, 0x1p-1070, 0x1p-1022};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        add_around(events[i]);
    ASSERT_WITHIN(atan, 4);
    assert_true(real_atan(1) == quarter_pi);
    assert_true(real_atan(DBL_MAX) == half_pi);
    assert_true(real_atan(-INFINITY) == -half_pi);
}

static void round_goes_to_the_nearest_whole_number(void **state)
{
    (void)state;
    clear();
    add_range(-100, 100, 1000);
    add_sizes_of_both_signs(-1074, 50, 10000);
    for (int n = -50; n < 50; n++)
        add_around(n + 0.5);
    for (size_t i = 0; i < args.n; i++)
        assert_true(real_round(args.x[i]) == rint(args.x[i]));
}

static void odd_functions_are_odd_and_even_ones_even(void **state)
{
    (void)state;
    const int odd[] = {LANE_MATH_tanh, LANE_MATH_sin, LANE_MATH_sin_turns, LANE_MATH_atan};
    const int even[] = {LANE_MATH_cos, LANE_MATH_cos_turns};
    clear();
    add_sizes(-1074, 1024, 10000);
    add_sizes(-20, 20, 10000);
    add(0);
    for (size_t i = 0; i < args.n; i++) {
        double x = args.x[i];
        for (size_t j = 0; j < sizeof odd / sizeof *odd; j++) {
            double up = run(odd[j], x, 0), down = -run(odd[j], -x, 0);
            assert_memory_equal(&up, &down, sizeof up);
        }
        for (size_t j = 0; j < sizeof even / sizeof *even; j++)
            assert_true(run(even[j], x, 0) == run(even[j], -x, 0));
    }
}

static void finite_arguments_give_finite_results(void **state)
{
    (void)state;
    clear();
    for (int i = 0; i < 100000; i++) {
        double x = random_finite();
        double y = random_finite();
        for (int function = 0; function < LANE_MATH_COUNT; function++)
            if (function != LANE_MATH_sqrt || x >= 0) assert_true(isfinite(run(function, x, y)));
        assert_true(fabs(real_sin(x)) <= 1 && fabs(real_cos(x)) <= 1);
        assert_true(fabs(real_sin_turns(x)) <= 1 && fabs(real_cos_turns(x)) <= 1);
        assert_true(fabs(real_tanh(x)) <= 1);
    }
}

static void no_number_in_gives_no_number_out(void **state)
{
    (void)state;
    for (int function = 0; function < LANE_MATH_min; function++) {
        assert_true(isnan(run(function, NAN, 2)));
        assert_true(isnan(run(function, -NAN, 2)));
    }
    assert_true(isnan(real_min(1, NAN)) && real_min(NAN, 1) == 1);
    assert_true(isnan(real_max(1, NAN)) && real_max(NAN, 1) == 1);
}

/* NaN excepted: which of two NaN an addition passes on is the compiler's choice. */
static bool same_bits(double a, double b) { return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0; }

static void every_width_gives_the_bits_of_one_lane(void **state)
{
    (void)state;
    static double one[LIMIT], several[LIMIT];
    lane_math_loop *const widths[] = {lane_math_x2, lane_math_x4, lane_math_x8};
    clear();
    for (int i = 0; i < 40000; i++) {
        double x = random_double();
        add_pair(x, random_double());
    }
    for (int i = 0; i < 40000; i++) {
        double x = either(1, -1) * sized(-8, 12);
        add_pair(x, between(-20, 20));
    }
    const double special[] = {0, -0.0, 1, -1, 700, -700, 1e4, -1e4, 20, -20, INFINITY, -INFINITY, NAN, 0x1p-1074};
    const size_t count = sizeof special / sizeof *special;
    for (int i = 0; i < 4000; i++) { /* in every company, and eight alike, for the early ways out */
        double x = special[random_bits() % count];
        add_pair(x, special[random_bits() % count]);
    }
    for (size_t i = 0; i < count; i++)
        for (int j = 0; j < 8; j++)
            add_pair(special[i], special[(i + 1) % count]);
    assert_int_equal(args.n % 8, 0);

    for (int function = 0; function < LANE_MATH_COUNT; function++) {
        lane_math_x1(function, args.x, args.y, one, args.n);
        for (size_t w = 0; w < sizeof widths / sizeof *widths; w++) {
            widths[w](function, args.x, args.y, several, args.n);
            for (size_t i = 0; i < args.n; i++)
                assert_true(same_bits(one[i], several[i]));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exp_is_within_one_ulp),
        cmocka_unit_test(exp_is_clamped_and_exact_at_zero),
        cmocka_unit_test(expm1_is_within_three_ulp),
        cmocka_unit_test(expm1_is_clamped_and_keeps_tiny_arguments),
        cmocka_unit_test(tanh_is_within_four_ulp),
        cmocka_unit_test(tanh_saturates_and_keeps_tiny_arguments),
        cmocka_unit_test(log_is_within_one_ulp),
        cmocka_unit_test(log10_is_within_one_ulp),
        cmocka_unit_test(logarithms_of_zero_and_below_are_those_of_the_smallest_double),
        cmocka_unit_test(pow_is_within_four_ulp),
        cmocka_unit_test(pow_has_its_exact_values),
        cmocka_unit_test(sin_is_within_four_ulp),
        cmocka_unit_test(cos_is_within_four_ulp),
        cmocka_unit_test(sin_of_turns_is_within_four_ulp),
        cmocka_unit_test(cos_of_turns_is_within_four_ulp),
        cmocka_unit_test(turns_are_exact_at_quarters),
        cmocka_unit_test(atan_is_within_four_ulp),
        cmocka_unit_test(round_goes_to_the_nearest_whole_number),
        cmocka_unit_test(odd_functions_are_odd_and_even_ones_even),
        cmocka_unit_test(finite_arguments_give_finite_results),
        cmocka_unit_test(no_number_in_gives_no_number_out),
        cmocka_unit_test(every_width_gives_the_bits_of_one_lane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
