/* test_problem.c - a system as integrators see it: rates, event values, what an accepted step changes */
#include "rods.h"

#include "system/problem.h"

/* LuGre, 5 kg, N = 50 N, mu = 0.3, at -2 m/s: zdot = v - sigma0 |v| z/(mu N), F = -(sigma0 z + sigma1 zdot). */
static const char *const sled = "gravity: [0, -10]\n"
                                "bodies: {sled: {mass: 5, inertia: 1, velocity: [-2, 0]}}\n"
                                "joints: {floor: {translational: [ground, sled], along: [1, 0], friction: {law: lugre, "
                                "sigma0: 1e4, sigma1: 3, mu_k: 0.3, "
                                "mu_s: 0.3}}}\n";

static void rates_by_hand(void **state)
{
    (void)state;
    rig r = rig_of(sled);
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    assert_int_equal(problem.states, 7);
    assert_int_equal(problem.positions, 3);
    assert_int_equal(problem.locals, 1);
    assert_int_equal(problem.quadratures, r.system->quadratures);
    assert_true(problem.context == r.engine && problem.size == r.system->size && problem.forces == 1);
    r.x[6] = -1e-3; /* half way: zdot = -2 + 2 1e4 1e-3/15 = -2/3, F = 10 + 2 = 12 N */
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_FINE);
    assert_vector(r.xdot, 1e-9, -2, 0, 0, 12. / 5, 0, 0, -2. / 3);
    assert_close(r.xdot[7], 24, 1e-8); /* lost by friction */
    assert_close(r.engine->weakest, r.engine->rates.solution.pivots.least_first, 0);
    rig_free(&r);
}

/* z = z_in + hg zdot(z): z = (z_in + hg v)/(1 + hg sigma0 |v|/G). */
static void local_states_are_solved_for(void **state)
{
    (void)state;
    rig r = rig_of(sled);
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    double hg = 1e-3, z = (-1e-3 - 2 * hg) / (1 + hg * 2e4 / 15);
    r.x[6] = -1e-3;
    assert_int_equal(problem.local_rates(r.engine, 0, r.x, r.packed, hg, r.xdot), BRI_FINE);
    assert_close(r.x[6], z, 1e-12);
    assert_close(r.xdot[6], (z + 1e-3) / hg, 1e-9);
    assert_close(r.xdot[3], -(1e4 * z + 3 * r.xdot[6]) / 5, 1e-9);
    /* what was solved there is no solution of the point with z_in */
    r.x[6] = -1e-3;
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_FINE);
    assert_close(r.xdot[6], -2. / 3, 1e-9);
    rig_free(&r);
}

static void failures_are_kept_and_end_the_run(void **state)
{
    (void)state;
    rig r = rods(1, 1.5, 0, "coulomb", "coupling: newton"); /* no solution: rods.h */
    bri_problem problem;
    double g[2], hg = 1e-3;
    bri_problem_of(r.engine, &problem);
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_SHORTER);
    assert_int_equal(r.engine->failure.status, BRI_NO_SOLUTION);
    assert_false(r.engine->failure.is_final);
    r.engine->failure = (bri_failure){.status = BRI_SINGULAR, .text = "known"}; /* a cause is known */
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_SHORTER);
    assert_string_equal(r.engine->failure.text, "known");
    r.engine->failure = (bri_failure){.status = BRI_SINGULAR}; /* none is: the last one is kept */
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_SHORTER);
    assert_int_equal(r.engine->failure.status, BRI_NO_SOLUTION);
    rig_put(&r, 0, BRI_SLIP, -1);
    problem.event_values(r.engine, 0, r.x, r.packed, g);
    r.engine->failure.is_final = true;
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_BROKEN);
    assert_int_equal(problem.local_rates(r.engine, 0, r.x, r.packed, hg, r.xdot), BRI_BROKEN);
    rig_free(&r);
}

/* Where events need a solution and there is none, that alone is known. */
static void event_values_where_there_is_no_solution(void **state)
{
    (void)state;
    char text[500];
    snprintf(text, sizeof text,
             "gravity: [0, -10]\n"
             "bodies: {block: {mass: 2, inertia: 1}, journal: {mass: 1, inertia: 1}}\n"
             "joints:\n"
             "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
             "  bore: {revolute: [ground, journal], radius: 10 mm, clearance: 50 um, normal: {law: johnson, length: 10 "
             "mm}}\n");
    rig r = rig_of(text);
    bri_problem problem;
    double g[3];
    bri_problem_of(r.engine, &problem);
    assert_int_equal(problem.events, 3);
    r.x[3] = 2e-3; /* too deep for its contact law */
    r.d.contact[0].phase = BRI_SUSTAINED;
    rig_pack(&r);
    problem.event_values(r.engine, 0, r.x, r.packed, g); /* slip alone needs no solution */
    assert_true(isfinite(g[0]) && isfinite(g[1]));
    rig_put(&r, 0, BRI_STICK, 0);
    problem.event_values(r.engine, 0, r.x, r.packed, g);
    assert_true(isnan(g[0]) && isnan(g[1]) && g[2] == -1);
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_SHORTER);
    assert_non_null(strstr(r.engine->failure.text, "joint 'bore': at t = 0 s its surfaces overlap by"));
    assert_non_null(strstr(r.engine->failure.text, "johnson"));
    rig_free(&r);
}

/* The guess of the next step is the solution where rates were last evaluated; loads that lag are those of it. */
static void accepted_steps_set_the_guess(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: lagged");
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    r.engine->lagged[0] = 4; /* N = 5 + 2 */
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_FINE);
    assert_true(r.engine->guess.lambda[0] == 0); /* evaluating changes nothing */
    assert_false(problem.accept(r.engine, 0, r.x, r.packed));
    assert_close(r.engine->guess.lambda[0], 7, 1e-12);
    assert_close(r.engine->guess.friction[0], 2, 1e-12);
    assert_close(r.engine->lagged[0], 7, 1e-12);
    rig_free(&r);
}

/* An accepted step closes constraints, and records directions of loads of what rests. */
static void accepted_steps_close_constraints(void **state)
{
    (void)state;
    rig r = rig_of(
        "gravity: [0, -10]\n"
        "bodies: {block: {mass: 2, inertia: 1}}\n"
        "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}}\n");
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    r.x[1] = 1e-3;
    assert_int_equal(problem.rates(r.engine, 0, r.x, r.packed, r.xdot), BRI_FINE);
    assert_true(problem.accept(r.engine, 0, r.x, r.packed));
    assert_close(r.x[1], 0, 1e-15);
    assert_close(r.engine->worst_position, 1e-3, 1e-12);
    assert_true(r.d.load_direction[0][0] == 0); /* it slips */
    rig_put(&r, 0, BRI_STICK, 0);
    problem.accept(r.engine, 0, r.x, r.packed);
    bri_discrete_unpack(&r.d, r.packed);
    assert_close(r.d.load_direction[0][0], 1, 1e-12);
    rig_free(&r);
}

static const char *const ball =
    "bodies: {ball: {mass: 0.1, inertia: 1, radius: 10 mm, at: [0, 0.0101], velocity: [0, -2], spin: "
    "25}}\n"
    "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, "
    "stiffness: 1e5}}}\n";

/* Separated: half a radian in a step, 0.5/25 s. In compression: a tenth of the depth of the impact, until 0.3 of it. */
static void steps_are_limited_near_contacts(void **state)
{
    (void)state;
    rig r = rig_of(ball);
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    assert_close(problem.max_step_here(r.engine, 0, r.x, r.packed), 0.02, 1e-12);
    r.d.contact[0] = (bri_contact_state){BRI_COMPRESSION, 2, 1e-3};
    rig_pack(&r);
    r.x[1] = 0.01 - 2e-4;
    assert_close(problem.max_step_here(r.engine, 0, r.x, r.packed), 0.1 * 1e-3 / 2, 1e-12);
    r.x[1] = 0.01 - 4e-4;
    assert_true(problem.max_step_here(r.engine, 0, r.x, r.packed) > 1);
    rig_free(&r);
    r = rig_of(sled);
    bri_problem_of(r.engine, &problem);
    assert_null(problem.max_step_here);
    rig_free(&r);
}

/* Compression becomes restitution where an accepted step has turned round. */
static void accepted_steps_follow_the_phases(void **state)
{
    (void)state;
    rig r = rig_of(ball);
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    r.d.contact[0] = (bri_contact_state){BRI_COMPRESSION, 2, 1e-3};
    rig_pack(&r);
    r.x[1] = 0.0099;
    r.u[1] = 1;
    problem.accept(r.engine, 0, r.x, r.packed);
    bri_discrete_unpack(&r.d, r.packed);
    assert_int_equal(r.d.contact[0].phase, BRI_RESTITUTION);
    rig_free(&r);
}

/* Steps of signals are events in time; up to there signals are smooth. */
static void signals_end_segments(void **state)
{
    (void)state;
    rig r = rig_of("bodies: {a: {mass: 1, inertia: 1}}\n"
                   "forces: {push: {force: a, along: [1, 0], value: {step: 3 N, start: 2 s}}}\n");
    bri_problem problem;
    bri_problem_of(r.engine, &problem);
    assert_close(problem.next_time_event(r.engine, 0), 2, 0);
    assert_close(r.engine->segment_end, 2, 0);
    assert_int_equal(problem.rates(r.engine, 2, r.x, r.packed, r.xdot), BRI_FINE);
    assert_close(r.xdot[3], 0, 0); /* the end of the segment: before the step */
    assert_true(isinf(problem.next_time_event(r.engine, 2)));
    assert_int_equal(problem.rates(r.engine, 2, r.x, r.packed, r.xdot), BRI_FINE);
    assert_close(r.xdot[3], 3, 0);
    assert_null(problem.stiff_core); /* nothing is stiff */
    rig_free(&r);
}

/* The stiff part is that of the point that is asked for. */
static void stiff_part_of_a_point(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 1, "coulomb", "coupling: newton");
    bri_problem problem;
    double push[6], follow[12], core[2];
    bri_problem_of(r.engine, &problem);
    assert_true(problem.forces == 1 && problem.follows == 2);
    problem.stiff_frame(r.engine, 0, r.x, r.packed, push, follow);
    problem.stiff_core(r.engine, 0, r.x, r.packed, core);
    assert_vector(push, 1e-12, 0, 0, 0, 1, 1, 1); /* rods.h, test_linearise.c */
    assert_vector(core, 1e-10, 0, 1);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(rates_by_hand),
        cmocka_unit_test(local_states_are_solved_for),
        cmocka_unit_test(failures_are_kept_and_end_the_run),
        cmocka_unit_test(event_values_where_there_is_no_solution),
        cmocka_unit_test(accepted_steps_set_the_guess),
        cmocka_unit_test(accepted_steps_close_constraints),
        cmocka_unit_test(steps_are_limited_near_contacts),
        cmocka_unit_test(accepted_steps_follow_the_phases),
        cmocka_unit_test(signals_end_segments),
        cmocka_unit_test(stiff_part_of_a_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
