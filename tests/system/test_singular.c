/* test_singular.c - how independent constraints are, and which steps are near a singular configuration */
#include "handmade.h"

#include "system/singular.h"

/* A body whose centre stays on two lines at an angle a: rows (0, 1, 0) and (-sin a, cos a, 0), and the pivot of the second is
 * 1 - cos^2 a. Its masses do not count. */
static rig two_lines(double a, double mass)
{
    char text[400];
    snprintf(text, sizeof text,
             "bodies: {a: {mass: %g, inertia: 1, velocity: [0, 0], spin: 1}}\n"
             "joints:\n"
             "  first: {point_on_line: [ground, a], at: [0, 0], along: [1, 0]}\n"
             "  second: {point_on_line: [ground, a], at: [0, 0], along: [%.17g, %.17g]}\n",
             mass, cos(a), sin(a));
    return rig_of(text);
}

static void independence_is_the_square_of_the_angle(void **state)
{
    (void)state;
    static const double angle[] = {1.5707963267948966, 0.7, 0.1, 0.02, 1e-3};
    for (int i = 0; i < 10; i++) {
        rig r = two_lines(angle[i / 2], i % 2 ? 1 : 50);
        int row = -1;
        double expected = sin(angle[i / 2]) * sin(angle[i / 2]);
        assert_close(bri_independence(r.engine, &rig_solve(&r, 0)->point, &row), expected, 1e-15);
        if (i > 1) assert_true(row == 0 || row == 1);
        rig_free(&r);
    }
}

/* Rows of one joint that depend on each other are no singular configuration: the pin of a rod whose lever is long. */
static void rows_of_one_joint_do_not_count(void **state)
{
    (void)state;
    rig r = rig_of("bodies: {rod: {mass: 2, inertia: 1e-6, at: [10, 0], spin: 0}}\n"
                   "joints: {pin: {revolute: [ground, rod], at: [0, 0]}}\n");
    assert_close(bri_independence(r.engine, &rig_solve(&r, 0)->point, NULL), 1, 1e-12);
    rig_free(&r);
}

/* Pivots of 0.04 and then 0.01: their roots fall from 0.2 to 0.1 in a step, and would reach 0 in one more. From 0.0121 to 0.01 they
 * would in ten: too far, unless the bodies hardly turn in a step, 0.3 rad being more than ten steps. */
static void a_step_is_near_where_the_root_of_the_pivot_reaches_0(void **state)
{
    (void)state;
    static const struct {
        double first, last, h;
        bool near;
    } cases[] = {{0.04, 0.01, 10, true},  {0.0121, 0.01, 10, false}, {0.0121, 0.01, 1e-3, true},
                 {0.01, 0.01, 10, false}, {0.0169, 0.01, 10, false}, {0.0178, 0.01, 10, true}};
    rig r = two_lines(0.1, 1);
    bri_engine *e = r.engine;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bri_singular_begin_step(e);
        assert_true(e->weakest == 1 && e->strongest == 0 && e->independence == 1);
        e->rates.solution.pivots.least_first = cases[i].first;
        bri_singular_record(e);
        e->rates.solution.pivots.least_first = cases[i].last;
        bri_singular_record(e);
        assert_true(e->weakest == cases[i].last && e->strongest == cases[i].first);
        bri_singular_end_step(e, cases[i].h, r.x);
        assert_int_equal(e->near_singular, cases[i].near);
    }
    rig_free(&r);
}

/* Next to a singular configuration: the independence is below 1.5e-4, an angle of 0.0122. */
static void the_next_step_projects_beyond_the_angle(void **state)
{
    (void)state;
    static const double angle[] = {0.02, 0.013, 0.012, 0.005};
    for (int i = 0; i < 4; i++) {
        rig r = two_lines(angle[i], 1);
        bri_instant at = rig_at(&r, 0);
        r.engine->weakest = 1e-3;
        r.engine->near_singular = true;
        assert_int_equal(bri_is_next_to_singular(r.engine, &at), angle[i] < 0.0122);
        r.engine->near_singular = false;
        assert_false(bri_is_next_to_singular(r.engine, &at));
        r.engine->near_singular = true;
        r.engine->weakest = 0.5; /* the pivots of the step were large */
        assert_false(bri_is_next_to_singular(r.engine, &at));
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(independence_is_the_square_of_the_angle),
        cmocka_unit_test(rows_of_one_joint_do_not_count),
        cmocka_unit_test(a_step_is_near_where_the_root_of_the_pivot_reaches_0),
        cmocka_unit_test(the_next_step_projects_beyond_the_angle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
