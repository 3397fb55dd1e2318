/* test_project.c - projection onto the constraints: how far, at what cost in energy, and what is said where it fails */
#include "handmade.h"

#include "system/project.h"

/* Horizontal rod, 2 kg, 1 kg m2, its centre 1 m from the pin: rows (1, 0, 0), (0, 1, -1); S = 1/2, 1/2 + 1. */
static const char *const rod = "bodies: {rod: {mass: 2, inertia: 1, at: [1, 0], spin: 0}}\n"
                               "joints: {pin: {revolute: [ground, rod], at: [0, 0]}}\n";

/* An error e in y is taken back by e/3 in y and 2 e/3 in the angle, up to e^2. */
static void positions_move_by_inverse_masses(void **state)
{
    (void)state;
    rig r = rig_of(rod);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    double position, velocity, e = 1e-4;
    r.x[0] += 0.02;
    r.x[1] += e;
    assert_int_equal(bri_project_position(r.engine, p, &at, r.system->inverse, r.x), BRI_OK);
    assert_close(r.x[1], 2 * e / 3, 1e-6 * e + 1e-8);
    assert_close(r.x[2], 2 * e / 3, 1e-6 * e + 1e-8);
    assert_close(r.x[0], 1, 1e-8);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_constraint_errors(p, &position, &velocity);
    assert_true(position < 1e-15);
    /* only coordinates with a weight move */
    r.x[1] += 0.1;
    double angle = r.x[2];
    assert_int_equal(bri_project_position(r.engine, p, &at, (const double[]){0.5, 0.5, 0}, r.x), BRI_OK);
    assert_close(r.x[2], angle, 0);
    assert_close(r.x[1], sin(angle), 1e-15);
    rig_free(&r);
}

/* 0.3 m/s across: 1/3 of it is taken from y, 2/3 given to the spin. 0.09 J become 0.04 + 0.02 J. */
static void velocities_move_by_inverse_masses(void **state)
{
    (void)state;
    rig r = rig_of(rod);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    r.u[0] = 0.7;
    r.u[1] = 0.3;
    bri_project_velocity(r.engine, p, &at, r.system->inverse, r.x);
    assert_vector(r.u, 1e-14, 0, 0.2, 0.2);
    r.u[1] = 0.3, r.u[2] = 0;
    assert_int_equal(bri_project(r.engine, p, &at, r.x), BRI_OK);
    assert_vector(r.u, 1e-14, 0, 0.2, 0.2);
    assert_close(r.engine->projected, -0.03, 1e-14);
    r.u[1] = 0.5; /* (0.5, 0.2) becomes (0.4, 0.4): 0.27 J become 0.24 J, and both are summed */
    assert_true(bri_close_constraints(r.engine, p, &at, r.x));
    assert_close(r.engine->projected, -0.06, 1e-14);
    assert_true(r.engine->failure.status == BRI_OK);
    rig_free(&r);
}

/* Two drivers of one wheel: together until 1 s; then one turns at 1 rad/s for 1 s, the other further, and both stop. */
static const char *const torn = "bodies: {wheel: {mass: 1, inertia: 1}}\n"
                                "joints:\n"
                                "  hub: {revolute: [ground, wheel]}\n"
                                "  one: {rotation_driver: [ground, wheel], motion: {table: [[0 s, 0 rad], [1 s, 1 "
                                "rad], [2 s, 2 rad], [3 s, 2 rad]]}}\n"
                                "  two: {rotation_driver: [ground, wheel], motion: {table: [[0 s, 0 rad], [1 s, 1 "
                                "rad], [2 s, %g rad], [3 s, %g rad]]}}\n"
                                "run: {redundancy: eliminate%s}\n";

/* The first driver is met; at 1.5 s the other is 1 rad ahead and 2 rad/s faster, at 2.5 s 2 rad ahead and as fast. */
static void failures_name_the_joint(void **state)
{
    (void)state;
    static const double when[] = {1.5, 2.5, 2.5}, end[] = {4, 4, 1e8};
    static const char *const what[] = {
        "'two' moves apart at -2 rad/s whatever", "'two' stays open by -2 rad whatever",
        "the motion diverges before t = 2.5 s: the constraint error of joint 'two' is more than 1e+06 times the"};
    for (int i = 0; i < 3; i++) {
        char text[1000];
        snprintf(text, sizeof text, torn, end[i], end[i], i == 2 ? ", coupling: lagged" : "");
        rig r = rig_of(text);
        bri_instant at = rig_at(&r, when[i]);
        assert_false(bri_close_constraints(r.engine, &r.engine->look.point, &at, r.x));
        assert_true(r.engine->failure.is_final);
        assert_int_equal(r.engine->failure.status, BRI_NO_SOLUTION);
        if (!strstr(r.engine->failure.text, what[i])) fail_msg("%s", r.engine->failure.text);
        assert_int_equal(strstr(r.engine->failure.text, "coupling: lagged") != NULL, i == 2);
        rig_free(&r);
    }
}

/* Errors are recorded; they are closed where they are above the tolerance, and where projection is asked for. */
static void stabilisation_as_the_model_asks(void **state)
{
    (void)state;
    static const char *const ways[] = {"projection", "baumgarte", "partition"};
    for (int i = 0; i < 3; i++) {
        char text[500];
        snprintf(text, sizeof text, "%srun: {constraints: %s}\n", rod, ways[i]);
        rig r = rig_of(text);
        bri_engine *e = r.engine;
        e->stabilisation = i == 0 ? BRI_HOLD_PROJECTION : i == 1 ? BRI_HOLD_BAUMGARTE : BRI_HOLD_PARTITION;
        r.x[0] += 1e-9;
        assert_false(bri_stabilise(e, 0, r.x, r.packed)); /* within 1e-8 of the length */
        assert_close(e->worst_position, 1e-9, 1e-14);
        r.x[0] += 1e-6;
        r.u[0] = -2e-6;
        assert_int_equal(bri_stabilise(e, 0, r.x, r.packed), i == 0);
        assert_close(e->worst_position, 1.001e-6, 1e-14);
        assert_close(e->worst_velocity, 2e-6, 1e-14);
        assert_close(r.x[0], i == 0 ? 1 : 1 + 1.001e-6, 1e-14);
        assert_close(r.u[0], i == 0 ? 0 : -2e-6, 1e-14);
        r.x[0] = 1, r.u[0] = 2e-6;
        assert_int_equal(bri_stabilise(e, 0, r.x, r.packed), i == 0); /* by velocity alone */
        assert_close(e->worst_position, 1.001e-6, 1e-14);             /* the worst stays */
        rig_free(&r);
    }
    rig r = rig_of("bodies: {a: {mass: 1, inertia: 1}}\n"); /* without constraints there is nothing to do */
    assert_false(bri_stabilise(r.engine, 0, r.x, r.packed));
    rig_free(&r);
}

/* What a step has to be corrected by is its error: 0.03 J less, as above, are drift; what is closed at other times is not. */
static void energy_of_corrections_after_steps_is_drift(void **state)
{
    (void)state;
    rig r = rig_of(rod);
    bri_instant at = rig_at(&r, 0);
    r.engine->stabilisation = BRI_HOLD_PROJECTION;
    r.u[1] = 0.3;
    assert_true(bri_close_constraints(r.engine, &r.engine->look.point, &at, r.x));
    assert_close(r.engine->projected, -0.03, 1e-14);
    assert_close(r.engine->drifted, 0, 0);
    for (int step = 1; step <= 2; step++) {
        r.u[0] = r.u[2] = 0, r.u[1] = 0.3;
        assert_true(bri_stabilise(r.engine, 0, r.x, r.packed));
        assert_close(r.engine->projected, -0.03 * (1 + step), 1e-14);
        assert_close(r.engine->drifted, -0.03 * step, 1e-14);
    }
    rig_free(&r);
}

/* An interface that sticks must not creep: its errors are closed down to rounding, with independent coordinates too. */
static void sticks_do_not_creep(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        rig r = rig_of("bodies: {block: {mass: 1, inertia: 1}}\n"
                       "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: "
                       "0.5}}}\n");
        r.engine->stabilisation = i ? BRI_HOLD_PARTITION : BRI_HOLD_PROJECTION;
        rig_put(&r, 0, BRI_STICK, 0);
        r.x[0] = 1e-10;
        assert_true(bri_stabilise(r.engine, 0, r.x, r.packed));
        assert_close(r.x[0], 0, 1e-15);
        assert_false(bri_stabilise(r.engine, 0, r.x, r.packed));
        rig_put(&r, 0, BRI_SLIP, 1);
        r.x[1] = 1e-10;
        assert_false(bri_stabilise(r.engine, 0, r.x, r.packed));
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions_move_by_inverse_masses),
        cmocka_unit_test(velocities_move_by_inverse_masses),
        cmocka_unit_test(failures_name_the_joint),
        cmocka_unit_test(stabilisation_as_the_model_asks),
        cmocka_unit_test(energy_of_corrections_after_steps_is_drift),
        cmocka_unit_test(sticks_do_not_creep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
