/* test_robust_line.c - a straight line through points of which some are far off */
#include "test.h"

#include "fit/robust_line.h"

static void points_of_a_line_give_the_line(void **state)
{
    (void)state;
    double x[] = {-3, -1, 0, 2, 7}, y[5];
    bri_line line;
    for (int i = 0; i < 5; i++)
        y[i] = 1.5 - 0.25 * x[i];
    assert_true(bri_robust_line(x, y, 5, &line));
    assert_close(line.slope, -0.25, 1e-15);
    assert_close(line.level, 1.5, 1e-15);
}

/* Of 9 points, 2 off: 21 of 36 pairs have the slope of the line, and 7 of 9 levels. */
static void points_far_off_do_not_move_it(void **state)
{
    (void)state;
    double x[9], y[9];
    bri_line line;
    for (int i = 0; i < 9; i++) {
        x[i] = i;
        y[i] = 2 + 3 * i;
    }
    y[4] = 1e6;
    y[7] = -1e9;
    assert_true(bri_robust_line(x, y, 9, &line));
    assert_close(line.slope, 3, 1e-12);
    assert_close(line.level, 2, 1e-12);
}

/* Slopes 1, 2, 1.5 and levels by hand: y - 1.5 x = 0, -0.5, 0. */
static void the_medians_are_those_by_hand(void **state)
{
    (void)state;
    const double x[] = {0, 1, 2}, y[] = {0, 1, 3};
    bri_line line;
    assert_true(bri_robust_line(x, y, 3, &line));
    assert_close(line.slope, 1.5, 0);
    assert_close(line.level, 0, 0);
}

static void too_few_points_are_no_line(void **state)
{
    (void)state;
    const double x[] = {0, 1}, same[] = {2, 2, 2}, y[] = {0, 1, 3};
    bri_line line;
    assert_false(bri_robust_line(x, y, 2, &line));
    assert_false(bri_robust_line(same, y, 3, &line));
    assert_false(bri_robust_line(x, y, 0, &line));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_line_give_the_line),
        cmocka_unit_test(points_far_off_do_not_move_it),
        cmocka_unit_test(the_medians_are_those_by_hand),
        cmocka_unit_test(too_few_points_are_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
