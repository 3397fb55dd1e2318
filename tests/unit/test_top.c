/* test_top.c - extreme values between samples, of functions whose extremes are known */
#include "test.h"

#include "sim/top.h"

static double parabola(double t) { return 5 - 2 * (t - 0.3) * (t - 0.3); }

/* 5 - 2 (t - 0.3)^2 has its top of 5 at 0.3, from unevenly spaced samples too. */
static void top_of_a_parabola_is_exact(void **state)
{
    (void)state;
    const double times[][3] = {{0, 0.5, 1}, {-1, 0.2, 0.5}, {0.2, 0.35, 3}};
    for (int i = 0; i < 3; i++) {
        bri_sample p[3];
        for (int k = 0; k < 3; k++)
            p[k] = (bri_sample){times[i][k], parabola(times[i][k])};
        bri_sample top = bri_top_of(p);
        assert_close(top.t, 0.3, 1e-13);
        assert_close(top.score, 5, 1e-13);
    }
}

static void no_top_without_a_bend_or_outside(void **state)
{
    (void)state;
    const bri_sample rises[3] = {{0, 0}, {1, 1}, {2, 2}}, valley[3] = {{0, 1}, {1, 0}, {2, 1}},
                     beyond[3] = {{0.4, parabola(0.4)}, {0.5, parabola(0.5)}, {0.6, parabola(0.6)}};
    assert_true(isinf(bri_top_of(rises).score) && isinf(bri_top_of(valley).score) && isinf(bri_top_of(beyond).score));
    assert_true(bri_top_of(rises).t == 1);
}

static void assert_times(const bri_sample p[3], double a, double b, double c)
{
    assert_true(p[0].t == a && p[1].t == b && p[2].t == c);
}

/* Whichever of the four is the best is in the middle, unless it is at an end. */
static void best_of_four_is_kept_between_its_neighbours(void **state)
{
    (void)state;
    const bri_sample p[3] = {{0, 1}, {1, 3}, {2, 2}};
    bri_sample q[3];
    memcpy(q, p, sizeof q);
    bri_insert_sample(q, (bri_sample){1.5, 4});
    assert_times(q, 1, 1.5, 2);
    assert_true(q[1].score == 4);
    memcpy(q, p, sizeof q);
    bri_insert_sample(q, (bri_sample){1.5, 2.5});
    assert_times(q, 0, 1, 1.5);
    memcpy(q, p, sizeof q);
    bri_insert_sample(q, (bri_sample){0.5, 3.5});
    assert_times(q, 0, 0.5, 1);
    memcpy(q, p, sizeof q);
    bri_insert_sample(q, (bri_sample){0.5, 2});
    assert_times(q, 0.5, 1, 2);
    memcpy(q, p, sizeof q);
    bri_insert_sample(q, (bri_sample){3, 4}); /* behind all */
    assert_times(q, 1, 2, 3);
    const bri_sample falls[3] = {{0, 5}, {1, 3}, {2, 2}};
    memcpy(q, falls, sizeof q);
    bri_insert_sample(q, (bri_sample){0.5, 4});
    assert_times(q, 0, 0.5, 1);
}

/* -(t - v)^2 at -1, 0 and L: the slope at the higher end of the second step is less than a quarter of the mean slope there, or beyond 0,
 * where -L/6 < v < 7 L/6. */
static void only_a_slope_that_may_change_its_sign_turns(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int n = -60; n <= 80; n++) {
            double longer = (double[]){0.5, 1, 2}[i], v = 0.05 * n;
            double before = -(-1 - v) * (-1 - v), a = -v * v, b = -(longer - v) * (longer - v);
            if (fmin(fabs(v + longer / 6), fabs(v - 7 * longer / 6)) < 0.01) continue;
            assert_int_equal(bri_may_turn(before, a, b, longer), v > -longer / 6 && v < 7 * longer / 6);
        }
    assert_false(bri_may_turn(0, 1, 2, 1)); /* a straight line */
    assert_false(bri_may_turn(2, 1, 0, 1));
}

/* From (1, 0) to (0, 1) the length is least half-way, 1/sqrt(2), the sum of magnitudes 1 all along. From (1, -1) to (-1, 2) the sum is 1
 * where the first passes 0, at 1/2, and 2/3 + 1/3 = 1/3 where the second does, at 1/3. */
static void least_load_lies_where_the_reaction_is_shortest(void **state)
{
    (void)state;
    const bri_load_vector right = {0, {1, 0}}, up = {1, {0, 1}}, a = {0, {1, -1}}, b = {1, {-1, 2}};
    assert_close(bri_least_between(right, up, false), 0.5, 1e-15);
    assert_close(bri_load_between(right, up, 0.5, false), sqrt(0.5), 1e-15);
    assert_true(bri_load_between(right, up, 0.25, true) == 1);
    assert_close(bri_least_between(a, b, true), 1. / 3, 1e-15);
    assert_close(bri_load_between(a, b, 1. / 3, true), 1. / 3, 1e-15);
    assert_true(bri_least_between(right, right, false) == 0);
    assert_true(bri_least_between(up, (bri_load_vector){1, {0, 0.25}}, true) == 1); /* it falls to the end */
    assert_true(bri_least_between(up, (bri_load_vector){1, {0, 0.25}}, false) == 1);
    assert_true(bri_least_between(up, (bri_load_vector){1, {0, 4}}, false) == 0); /* it rises all along */
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(top_of_a_parabola_is_exact),
        cmocka_unit_test(no_top_without_a_bend_or_outside),
        cmocka_unit_test(best_of_four_is_kept_between_its_neighbours),
        cmocka_unit_test(only_a_slope_that_may_change_its_sign_turns),
        cmocka_unit_test(least_load_lies_where_the_reaction_is_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
