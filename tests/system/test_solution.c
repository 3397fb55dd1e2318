/* test_solution.c - room for a solution, and to which point it belongs (rods.h) */
#include "rods.h"

static void a_solution_belongs_to_one_stamp(void **state)
{
    (void)state;
    const bri_point nowhere = {.stamp = 0}, here = {.stamp = 3}, there = {.stamp = 4};
    bri_solution sol = {.point_stamp = 0};
    assert_false(bri_solution_is_of(&sol, &nowhere) || bri_solution_is_of(&sol, &here));
    sol.point_stamp = 3;
    assert_true(bri_solution_is_of(&sol, &here));
    assert_false(bri_solution_is_of(&sol, &there));
}

static void stiffness_is_known_of_few_patches(void **state)
{
    (void)state;
    rig r = rods(BRI_CONDENSED_MAX, 0.5, 0, "coulomb", "coupling: newton");
    assert_true(bri_knows_stiffness(r.system));
    rig_free(&r);
    r = rods(BRI_CONDENSED_MAX + 1, 0.5, 0, "coulomb", "coupling: newton");
    assert_false(bri_knows_stiffness(r.system));
    rig_free(&r);
    r = rig_of("bodies: {a: {mass: 1, inertia: 1}}\n"); /* nothing is stiff */
    assert_false(bri_knows_stiffness(r.system));
    rig_free(&r);
    r = rig_of(
        "bodies: {ball: {mass: 1, inertia: 1, radius: 1, at: [0, 2]}}\n"
        "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: 1e8}}}\n");
    assert_true(bri_knows_stiffness(r.system)); /* a gap alone */
    rig_free(&r);
}

/* Redundant rows, those of interfaces that may stick, and 3 for a dead centre. */
static void room_for_dependent_rows(void **state)
{
    (void)state;
    rig r = rig_of("bodies: {drawer: {mass: 4, inertia: 1}}\n"
                   "joints:\n"
                   "  g1: {translational: [ground, drawer], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
                   "  g2: {translational: [ground, drawer], along: [1, 0]}\n"
                   "run: {redundancy: eliminate}\n");
    assert_int_equal(bri_most_open(r.system), 2 + 1 + 3);
    rig_free(&r);
    r = rig_of("bodies: {a: {mass: 1, inertia: 1}}\njoints: {pin: {revolute: [ground, a]}}\n");
    assert_int_equal(bri_most_open(r.system), 0);
    rig_free(&r);
}

static void failures_have_a_text(void **state)
{
    (void)state;
    bri_failure failure = {0};
    bri_fail_with(&failure, BRI_SINGULAR, true, "joint '%s' at %g s", "pin", 0.5);
    assert_string_equal(failure.text, "joint 'pin' at 0.5 s");
    assert_true(failure.status == BRI_SINGULAR && failure.is_final);
    bri_fail_with(&failure, BRI_NO_SOLUTION, false, "%0900d", 1); /* cut where it ends */
    assert_true(strlen(failure.text) == sizeof failure.text - 1 && !failure.is_final);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_solution_belongs_to_one_stamp),
        cmocka_unit_test(stiffness_is_known_of_few_patches),
        cmocka_unit_test(room_for_dependent_rows),
        cmocka_unit_test(failures_have_a_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
