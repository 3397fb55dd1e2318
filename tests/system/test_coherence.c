/* test_coherence.c - friction of two guides of one drawer: does it oppose one motion? */
#include "handmade.h"

static char text[2000];

/* 4 kg on two guides that carry 20 N each, mu_s = 0.5: limits of 10 N. The second guide is read the other way. They are on a slope
 * of (4, 3)/5, across which gravity acts: a unit force along x leaves (0.64, 0.48), which moves the drawer at 0.8/4. */
static rig drawer(double push)
{
    snprintf(
        text, sizeof text,
        "gravity: [6, -8]\n"
        "bodies: {drawer: {mass: 4, inertia: 1}}\n"
        "joints:\n"
        "  g1: {translational: [ground, drawer], along: [4, 3], friction: {law: coulomb, mu_k: 0.3, mu_s: 0.5}}\n"
        "  g2: {translational: [ground, drawer], along: [-4, -3], friction: {law: coulomb, mu_k: 0.3, mu_s: 0.5}}\n"
        "forces: {push: {force: drawer, along: [4, 3], value: %.17g N}}\n"
        "run: {redundancy: pseudoinverse}\n",
        push);
    return rig_of(text);
}

static double coherence(rig *r)
{
    bri_evaluation *at = rig_solve(r, 0);
    bool active[2];
    for (int k = 0; k < 2; k++)
        active[k] = at->point.active[r->system->interface[k].stick_row];
    double value = bri_coherence(r->engine->solver.coherence, &at->point, &at->solution);
    for (int k = 0; k < 2; k++)
        assert_int_equal(at->point.active[r->system->interface[k].stick_row], active[k]); /* as they were */
    return value;
}

/* g1 is at its limit against a motion forward, -10 N; g2 sticks and carries the rest, -P + 10 N, the other way. */
static void opposite_signs_are_inconsistent(void **state)
{
    (void)state;
    static const double push[] = {0, 4, 15, 30}, value[] = {-10 * 0.2, -6 * 0.2, 5 * 0.2, 10 * 0.2};
    for (int i = 0; i < 4; i++) {
        rig r = drawer(push[i]);
        rig_put(&r, 0, BRI_AT_LIMIT, 1);
        rig_put(&r, 1, BRI_STICK, 0);
        r.d.load_direction[0][0] = 1;
        rig_pack(&r);
        const bri_evaluation *at = rig_solve(&r, 0);
        assert_close(bri_interface_effort(&at->point, &at->solution, 0), -10, 1e-10);
        assert_close(bri_interface_effort(&at->point, &at->solution, 1), push[i] - 10, 1e-10);
        assert_close(coherence(&r), value[i], 1e-10);
        rig_free(&r);
    }
}

/* Both stick and share 6 N in halves: powers -3 0.2 of each; sharing nothing, 0. */
static void equal_shares_are_consistent(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        double push = i == 0 ? 6 : i == 1 ? -6 : 0;
        rig r = drawer(push);
        rig_put(&r, 0, BRI_STICK, 0);
        rig_put(&r, 1, BRI_STICK, 0);
        assert_close(coherence(&r), i < 2 ? 0.6 : 0, 1e-10);
        rig_free(&r);
    }
}

static void nothing_at_rest_has_no_direction(void **state)
{
    (void)state;
    rig r = drawer(10);
    assert_true(isnan(coherence(&r)));
    rig_put(&r, 1, BRI_STICK, 0); /* g1 slips, -0.3 20 N; g2 alone is in accord with itself: -4 N */
    assert_close(coherence(&r), 0.8, 1e-10);
    rig_free(&r);
}

static void more_degrees_of_freedom_are_not_judged(void **state)
{
    (void)state;
    rig r = rig_of("gravity: [0, -10]\n"
                   "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1}}\n"
                   "joints:\n"
                   "  g1: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n"
                   "  g2: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n");
    rig_put(&r, 0, BRI_STICK, 0);
    assert_int_equal(r.system->degrees, 2);
    assert_true(isnan(coherence(&r)));
    rig_free(&r);
}

/* A horizontal rod, 2 kg, 1 kg m2, 1 m from its pin: a unit force along x moves nothing, one along y is met by a reaction of
 * -1/3 and leaves (0, 2/3, 1/3): the pin turns at 1/3. It holds 20 N m. */
static void motion_is_one_that_joints_allow(void **state)
{
    (void)state;
    rig r = rig_of(
        "gravity: [0, -10]\n"
        "bodies: {rod: {mass: 2, inertia: 1, at: [1, 0], spin: 0}}\n"
        "joints: {pin: {revolute: [ground, rod], at: [0, 0], radius: 1, friction: {law: coulomb, mu_k: 1, preload: "
        "100 N}}}\n");
    rig_put(&r, 0, BRI_STICK, 0);
    bri_evaluation *at = rig_solve(&r, 0);
    assert_close(bri_interface_effort(&at->point, &at->solution, 0), 20, 1e-10);
    assert_close(bri_coherence(r.engine->solver.coherence, &at->point, &at->solution), 20. / 3, 1e-10);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(opposite_signs_are_inconsistent),  cmocka_unit_test(equal_shares_are_consistent),
        cmocka_unit_test(nothing_at_rest_has_no_direction), cmocka_unit_test(more_degrees_of_freedom_are_not_judged),
        cmocka_unit_test(motion_is_one_that_joints_allow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
