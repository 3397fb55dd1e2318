/* test_energy.c - energies, and the power of every kind of sum, by hand; powers are the rate of the energy */
#include "handmade.h"

#include "system/energy.h"
#include "system/problem.h"

/* Block, 3 m/s: friction 0.5 20 N; push 7 N; spring of 20 N/m and 4 N s/m whose free length is 1 + t/2 m: stretched by -1 m,
 * opening at 2.5 m/s, force 20 - 10 N. Wheel driven at 2 rad/s against 3 N m s/rad. Ball 0.1 mm deep in 1e5 N/m and 50 N s/m
 * at 2 m/s: 10 + 100 N. */
static const char *const model =
    "gravity: [0, -10]\n"
    "bodies:\n"
    "  block: {mass: 2, inertia: 1, velocity: [3, 0]}\n"
    "  wheel: {mass: 1, inertia: 5, at: [0, 4], spin: 2}\n"
    "  ball: {mass: 0.1, inertia: 1, radius: 10 mm, at: [0, 0.0099], velocity: [0, -2], spin: 0}\n"
    "joints:\n"
    "  guide: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
    "  hub: {revolute: [ground, wheel], at: [0, 4]}\n"
    "  motor: {rotation_driver: [ground, wheel], motion: {table: [[0 s, 0 rad], [10 s, 20 rad]]}}\n"
    "  floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5, damping: 50}}\n"
    "forces:\n"
    "  push: {force: block, along: [1, 0], value: 7 N}\n"
    "  drag: {torsion_spring: hub, damping: 3}\n"
    "  spring: {spring: guide, stiffness: 20, damping: 4, length: {table: [[0 s, 1 m], [10 s, 6 m]]}}\n";

enum {
    LOADS,              /* of 3 forces */
    DRIVER = LOADS + 3, /* the hub and the guide are none */
    FRICTION,
    IMPACT,
    DAMPING,
    STABILISATION = DAMPING + 3,
    SQUARE, /* of the driver's torque */
    SUMS
};

static void energies_by_hand(void **state)
{
    (void)state;
    rig r = rig_of(model);
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    r.x[0] = 0;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_energies e = bri_energies_of(p);
    assert_close(e.kinetic, 0.5 * (2 * 9 + 5 * 4 + 0.1 * 4), 1e-12);
    assert_close(e.potential, 10 * (4 + 0.1 * 0.0099), 1e-12);
    assert_close(e.springs, 10, 1e-12);
    assert_close(e.contacts, 0.5 * 1e5 * 1e-8, 1e-12);
    assert_close(bri_energy_sum(&e), e.kinetic + e.potential + e.springs + e.contacts, 1e-12);
    rig_free(&r);
}

static void the_table_has_one_row_for_each(void **state)
{
    (void)state;
    rig r = rig_of(model);
    static const bri_sum_group groups[SUMS] = {
        BRI_SUM_LOADS,   BRI_SUM_LOADS,   BRI_SUM_LOADS,   BRI_SUM_DRIVERS,       BRI_SUM_FRICTION, BRI_SUM_IMPACTS,
        BRI_SUM_DAMPING, BRI_SUM_DAMPING, BRI_SUM_DAMPING, BRI_SUM_STABILISATION, BRI_SUM_SQUARES};
    static const int of[SUMS] = {0, 1, 2, 2, 0, 0, 0, 1, 2, 0, 2}, sign[SUMS] = {1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 0};
    assert_int_equal(r.system->quadratures, SUMS);
    double sums[SUMS];
    for (int i = 0; i < SUMS; i++) {
        assert_int_equal(r.system->sum[i].kind->group, groups[i]);
        assert_int_equal(r.system->sum[i].index, of[i]);
        assert_int_equal(r.system->sum[i].kind->sign, sign[i]);
        sums[i] = 1 << i;
    }
    assert_close(bri_sum_of_group(r.system, BRI_SUM_LOADS, sums), 7, 0);
    assert_close(bri_sum_of_group(r.system, BRI_SUM_DAMPING, sums), 64 + 128 + 256, 0);
    assert_close(bri_sum_of(r.system, BRI_SUM_DAMPING, 1, sums), 128, 0);
    assert_close(bri_sum_of(r.system, BRI_SUM_FRICTION, 0, sums), 16, 0);
    assert_close(bri_sum_of(r.system, BRI_SUM_FRICTION, 1, sums), 0, 0); /* there is none */
    rig_free(&r);
}

static void powers_by_hand(void **state)
{
    (void)state;
    rig r = rig_of(model);
    const bri_evaluation *at = rig_solve(&r, 0);
    double power[SUMS];
    bri_sum_powers(&at->point, &at->solution, power);
    /* loads 7 3, and 10 N at the wall's 0.5 m/s; driver 6 N m at 2 rad/s; friction 10 N at 3 m/s; contact 100 N at 2 m/s;
     * dampers 4 2.5^2 and 3 2^2 */
    assert_vector(power, 1e-9, 21, 0, 5, 12, 30, 200, 0, 12, 25, 0);
    rig_put(&r, 0, BRI_STICK, 0); /* nothing is lost; 3 m/s against its constraint is work of stabilisation */
    at = rig_solve(&r, 0);
    bri_sum_powers(&at->point, &at->solution, power);
    assert_close(power[FRICTION], 0, 0);
    assert_close(power[STABILISATION], 3 * at->solution.lambda[r.system->interface[0].stick_row], 1e-10);
    assert_close(at->solution.lambda[r.system->interface[0].stick_row], -17, 1e-10); /* holds 7 + 10 N */
    rig_free(&r);
}

/* dE/dt along the motion is what comes in less what is lost: also where velocities break constraints, as by 0.1 m/s of the
 * block across its guide, which carries 20 N. */
static void powers_are_the_rate_of_the_energy(void **state)
{
    (void)state;
    for (int off = 0; off < 2; off++) {
        rig r = rig_of(model);
        bri_problem problem;
        double h = 1e-6, energy[2], sum = 0, x[40];
        bri_problem_of(r.engine, &problem);
        if (off) r.u[1] = 0.1;
        assert_int_equal(problem.rates(r.engine, 1, r.x, r.packed, r.xdot), BRI_FINE);
        for (int i = 0; i < SUMS; i++)
            sum += r.system->sum[i].kind->sign * r.xdot[r.system->states + i];
        if (off) assert_close(r.xdot[r.system->states + STABILISATION], 2, 1e-9);
        for (int k = 0; k < 2; k++) {
            bri_instant at = bri_instant_of(r.engine, 1 + (k ? h : -h), x, r.packed);
            for (int i = 0; i < r.system->states; i++)
                x[i] = r.x[i] + (k ? h : -h) * r.xdot[i];
            bri_point_set(&r.engine->look.point, &at, BRI_SCOPE_DYNAMICS);
            bri_energies e = bri_energies_of(&r.engine->look.point);
            energy[k] = bri_energy_sum(&e);
        }
        assert_close(sum, (energy[1] - energy[0]) / (2 * h), 1e-5);
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_by_hand),
        cmocka_unit_test(the_table_has_one_row_for_each),
        cmocka_unit_test(powers_by_hand),
        cmocka_unit_test(powers_are_the_rate_of_the_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
