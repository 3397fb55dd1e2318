/* test_condense.c - friction and reactions of few patches, against solutions by hand (rods.h) */
#include "rods.h"
#include "vector_slip.h"

/* 5 kg up a slope of (4, 3)/5: N = 40 N, 30 N down the slope, friction 0.25 40 N: -8 m/s2 along it. The normal force does
 * not follow friction. */
static void block_on_a_slope(void **state)
{
    (void)state;
    rig r = rig_of("gravity: [0, -10]\n"
                   "bodies: {block: {mass: 5, inertia: 1, velocity: [4, 3]}}\n"
                   "joints: {slope: {translational: [ground, block], along: [4, 3], friction: {law: coulomb, mu_k: "
                   "0.25}}}\n");
    const bri_evaluation *at = rig_solve(&r, 0);
    assert_true(r.system->condensed);
    assert_vector(at->solution.lambda, 1e-12, 40, 0);
    assert_close(at->solution.friction[0], -10, 1e-12);
    assert_vector(at->solution.a, 1e-12, -6.4, -4.8, 0);
    assert_vector(at->solution.base, 1e-12, 40, 0, 0);
    assert_vector(at->solution.column, 1e-14, 0, 0, 0);
    assert_close(bri_condense_determinant(r.engine->solver.condense, &at->solution), 1, 1e-14);
    rig_free(&r);
}

/* dY/dF = 2 r/3, d|R|/dF = (Y/|R|) 2 r/3, dF/d|R| = -mu sgn(w). */
static void pin_follows_the_size_of_its_reaction(void **state)
{
    (void)state;
    for (int forward = 0; forward < 2; forward++) {
        double k = forward ? 5. / 9 : 5. / 78, Y = forward ? 0 : 7.5, N = forward ? 18 : 19.5;
        rig r = pendulums(1, k, forward ? 3 : -3, "coupling: newton");
        const bri_solution *sol = &rig_solve(&r, 0)->solution;
        assert_vector(sol->lambda, 1e-11, -18, Y);
        assert_close(sol->load[0], N, 1e-11);
        assert_close(sol->friction[0] * 0.1, forward ? -k * N : k * N, 1e-11);
        assert_vector(sol->a, 1e-11, -9, (Y - 20) / 2, (Y - 20) / 2);
        assert_vector(sol->column, 1e-14, 0, 0.2 / 3, 0);
        assert_vector(sol->base, 1e-12, -18, 20. / 3, 0); /* without friction 3 Y = 20 */
        double by_load = forward ? -k / 0.1 : k / 0.1;
        assert_close(sol->by_load[0], by_load, 1e-12);
        assert_close(bri_load_by_force(sol, 0, 0), Y / N * 0.2 / 3, 1e-12);
        assert_close(bri_condense_determinant(r.engine->solver.condense, sol), 1 - by_load * Y / N * 0.2 / 3, 1e-12);
        rig_free(&r);
    }
}

static void rod_has_one_solution_below_the_limit_point(void **state)
{
    (void)state;
    static const char *const couplings[] = {"coupling: newton", "coupling: fixed_point"};
    for (int i = 0; i < 2; i++) {
        rig r = rods(1, 0.5, 0, "coulomb", couplings[i]); /* N = 5/(1 - 0.5) */
        const bri_solution *sol = &rig_solve(&r, 0)->solution;
        assert_close(sol->lambda[0], 10, 1e-10);
        assert_close(sol->friction[0], 5, 1e-10);
        assert_vector(sol->a, 1e-10, 5, 0, 0); /* (5, 10 - 10)/1; 2 5 - 10 on the angle */
        assert_close(bri_condense_determinant(r.engine->solver.condense, sol), 0.5, 1e-12);
        rig_free(&r);
        r = rods(1, 0.5, 3, "coulomb", couplings[i]); /* N_0 = -4: -4/(1 + 0.5) */
        sol = &rig_solve(&r, 0)->solution;
        assert_close(sol->lambda[0], -8. / 3, 1e-10);
        assert_close(sol->friction[0], 4. / 3, 1e-10);
        assert_close(bri_condense_determinant(r.engine->solver.condense, sol), 1.5, 1e-12);
        rig_free(&r);
    }
}

/* mu = 1.5, w = 3: from no friction to N = -4/2.5, on which the determinant is 2.5; from much to -4/(1 - 1.5), where it is
 * -0.5. */
static void rod_has_two_solutions_beyond_it(void **state)
{
    (void)state;
    rig r = rods(1, 1.5, 3, "coulomb", "coupling: newton");
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_close(sol->lambda[0], -1.6, 1e-12);
    assert_close(bri_condense_determinant(r.engine->solver.condense, sol), 2.5, 1e-12);
    r.engine->guess.friction[0] = 1000;
    bri_engine_forget(r.engine);
    sol = &rig_solve(&r, 0)->solution;
    assert_close(sol->lambda[0], 8, 1e-12);
    assert_close(sol->friction[0], 12, 1e-12);
    assert_close(bri_condense_determinant(r.engine->solver.condense, sol), -0.5, 1e-12);
    rig_free(&r);
}

/* mu = 1.5, N_0 = 5: N = 5 + 1.5 |N| has no solution. */
static void rod_has_no_solution_beyond_it(void **state)
{
    (void)state;
    rig r = rods(1, 1.5, 0, "coulomb", "coupling: newton");
    bri_instant at = rig_at(&r, 0);
    assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_SHORTER);
    assert_int_equal(r.engine->rates.solution.failure.status, BRI_NO_SOLUTION);
    assert_false(r.engine->rates.solution.failure.is_final);
    rig_free(&r);
}

/* With the centre h above the foot instead of 2 m, dN/dF = h/2, and N = N_0 + mu |N| h/2 has no solution for any gain mu h/2 above 1,
 * also where iterations grow beyond the largest load of a law, 1e60 N, and whichever of two rods has that gain. The branch that
 * begins without friction ends at the share 1/gain of it. */
static void no_gain_makes_a_solution(void **state)
{
    (void)state;
    static const double mu[] = {1.5, 3, 10}, height[] = {2, 20, 100};
    for (int i = 0; i < 9; i++)
        for (int which = 0; which < 2; which++) {
            char text[1000];
            double of[2] = {2, 2};
            of[which] = height[i % 3];
            snprintf(text, sizeof text,
                     "gravity: [0, -10]\n"
                     "bodies:\n"
                     "  a: {mass: 1, inertia: 1, at: [1, %g], velocity: [-1, 0]}\n"
                     "  b: {mass: 1, inertia: 1, at: [1, %g], velocity: [-1, 0]}\n"
                     "joints:\n"
                     "  foot_a: {point_on_line: [ground, a], at: [0, 0], along: [1, 0], friction: {law: coulomb, mu_k: "
                     "%g}}\n"
                     "  foot_b: {point_on_line: [ground, b], at: [0, 0], along: [1, 0], friction: {law: coulomb, mu_k: "
                     "%g}}\n",
                     of[0], of[1], which ? 0.2 : mu[i / 3], which ? mu[i / 3] : 0.2);
            rig r = rig_of(text);
            for (int k = 0; k < 2; k++)
                r.d.stick[k].direction = -1;
            rig_pack(&r);
            bri_instant at = rig_at(&r, 0);
            assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_SHORTER);
            assert_int_equal(r.engine->rates.solution.failure.status, BRI_NO_SOLUTION);
            const bri_limit *limit = &r.engine->rates.solution.failure.limit;
            double gain = mu[i / 3] * height[i % 3] / 2;
            assert_close(limit->gain, gain, 1e-9 * gain);
            assert_true(limit->level <= 1 / gain && limit->level > 1 / gain - 2e-3); /* N = N_0/(1 - level gain) */
            assert_int_equal(limit->patch, which);
            rig_free(&r);
        }
}

/* The load of the last accepted step, 4 N: F = 2 N, N = 5 + 2. */
static void lagged_friction_follows_the_last_load(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: lagged");
    r.engine->lagged[0] = 4;
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_close(sol->friction[0], 2, 1e-13);
    assert_close(sol->lambda[0], 7, 1e-13);
    assert_close(sol->load[0], 4, 1e-13);
    assert_close(bri_reaction_load(sol, 0), 7, 1e-13);
    assert_true(sol->by_load[0] == 0);
    assert_close(bri_condense_determinant(r.engine->solver.condense, sol), 1, 0);
    rig_free(&r);
}

/* Two linear forces at given slopes: f = force + slope N(f), N_r = N_0 + f_r: f = (force + slope N_0)/(1 - slope) where N_0
 * is in force already. */
static void linear_choice_of_loads(void **state)
{
    (void)state;
    rig r = rods(2, 0.5, 0, "coulomb", "coupling: newton");
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    double f[2] = {3, -8};
    assert_true(bri_condense_linear(r.engine->solver.condense, sol, (const double[]){0.5, -3}, f));
    assert_vector(f, 1e-13, 6, -2);
    assert_false(bri_condense_linear(r.engine->solver.condense, sol, (const double[]){1, 0.5}, f)); /* singular */
    rig_free(&r);
}

/* LuGre with z = -1 mm, sigma0 = 1000 N/m: the elastic force is 1 N and its load 5 + 1 N. zdot = -1 + 1/(0.5 6) = -2/3 m/s;
 * with sigma1 = 3: F = 1 + 2 N, N = 5 + 3. */
static void rates_take_the_load_of_the_elastic_force(void **state)
{
    (void)state;
    rig r = rig_of(
        "gravity: [0, -10]\n"
        "bodies: {rod: {mass: 1, inertia: 1, at: [1, 2], velocity: [-1, 0], spin: 0}}\n"
        "joints: {foot: {point_on_line: [ground, rod], at: [0, 0], along: [1, 0], friction: {load_from: elastic, "
        "law: lugre, sigma0: 1000 N/m, sigma1: 3 N s/m, sigma2: 0, mu_k: 0.5, mu_s: 0.5, G_min: 1e-12}}}\n");
    r.x[r.system->z] = -1e-3;
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_close(sol->elastic_load[0], 6, 1e-12);
    assert_close(sol->zdot[0], -2. / 3, 1e-12);
    assert_close(sol->friction[0], 3, 1e-12);
    assert_close(sol->lambda[0], 8, 1e-12);
    rig_free(&r);
}

/* Loads that are given need no iteration: friction 0.5 12 N against 1 m/s; 3 N push. */
static void given_loads_are_solved_at_once(void **state)
{
    (void)state;
    rig r =
        rig_of("gravity: [0, -10]\n"
               "bodies: {block: {mass: 2, inertia: 1, velocity: [1, 0]}}\n"
               "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5, "
               "load: 12 N}}}\n"
               "forces: {push: {force: block, along: [1, 0], value: 3 N}}\n");
    const bri_evaluation *at = rig_solve(&r, 0);
    assert_true(r.system->loads_given);
    assert_vector(at->solution.a, 1e-13, -1.5, 0, 0);
    assert_vector(at->solution.lambda, 1e-13, 20, 0);
    assert_int_equal(r.engine->solver.count.iterations, 1);
    rig_free(&r);
}

/* Gains of rods that do not meet are their own: dF/dN dN/dF = by_load. The largest is named, not the largest magnitude, and the
 * growth of the fixed-point iteration has no sign. Two components of one foot (vector_slip.h) have one gain, 0.4 mu: rank 1. */
static void loop_gain_is_that_of_the_whole_loop(void **state)
{
    (void)state;
    rig r = rods(3, 0.5, 0, "coulomb", "coupling: newton");
    bri_solution *sol = &rig_solve(&r, 0)->solution;
    static const double slope[] = {0.5, -3, 0.8};
    int patch = -1;
    memcpy(sol->by_load, slope, sizeof slope);
    assert_close(bri_loop_gain(r.engine->solver.condense, sol, 1, &patch), 0.8, 1e-9);
    assert_int_equal(patch, 2);
    assert_close(bri_loop_growth(r.engine->solver.condense, sol, &patch), 3, 1e-12);
    assert_int_equal(patch, 1);
    static const double close[] = {0.9, -60,
                                   0.97}; /* beside a shift of 60 the first and the last are nearly the same */
    memcpy(sol->by_load, close, sizeof close);
    assert_close(bri_loop_gain(r.engine->solver.condense, sol, 1, &patch), 0.97, 1e-9);
    assert_int_equal(patch, 2);
    rig_free(&r);
    r = vector_rods(2, 0.7, "coulomb");
    sol = &rig_solve(&r, 0)->solution;
    sol->by_load[2] = sol->by_load[3] = 0;
    assert_close(bri_loop_gain(r.engine->solver.condense, sol, 1, &patch), 0.28, 1e-9);
    assert_int_equal(patch, 0);
    rig_free(&r);
}

/* The end of the branch is found, with gain and load: N = 5/(1 - s mu) ends where s mu = 1. */
static void end_of_the_branch_is_located(void **state)
{
    (void)state;
    for (double mu = 1.1; mu < 8; mu *= 1.7) {
        rig r = rods(2, mu, 0, "coulomb", "coupling: newton");
        bri_instant at = rig_at(&r, 0);
        assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_SHORTER);
        const bri_limit *limit = &r.engine->rates.solution.failure.limit;
        assert_true(limit->ends);
        assert_close(limit->gain, mu, 1e-9 * mu);
        assert_close(limit->level, 1 / mu, 2e-3);
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_on_a_slope),
        cmocka_unit_test(pin_follows_the_size_of_its_reaction),
        cmocka_unit_test(rod_has_one_solution_below_the_limit_point),
        cmocka_unit_test(rod_has_two_solutions_beyond_it),
        cmocka_unit_test(rod_has_no_solution_beyond_it),
        cmocka_unit_test(no_gain_makes_a_solution),
        cmocka_unit_test(lagged_friction_follows_the_last_load),
        cmocka_unit_test(linear_choice_of_loads),
        cmocka_unit_test(rates_take_the_load_of_the_elastic_force),
        cmocka_unit_test(given_loads_are_solved_at_once),
        cmocka_unit_test(loop_gain_is_that_of_the_whole_loop),
        cmocka_unit_test(end_of_the_branch_is_located),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
