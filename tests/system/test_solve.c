/* test_solve.c - the sparse method for many patches, limit points, and what is said where there is no solution (rods.h) */
#include "rods.h"

#include "system/no_solution.h"

enum {
    MANY = BRI_CONDENSED_MAX + 1
};

static void many_pins_are_solved_as_one(void **state)
{
    (void)state;
    static const char *const couplings[] = {"coupling: newton", "coupling: fixed_point"};
    for (int i = 0; i < 4; i++) {
        bool forward = i % 2;
        double k = forward ? 5. / 9 : 5. / 78, Y = forward ? 0 : 7.5;
        rig r = pendulums(MANY, k, forward ? 3 : -3, couplings[i / 2]);
        assert_false(r.system->condensed);
        const bri_solution *sol = &rig_solve(&r, 0)->solution;
        for (int b = 0; b < MANY; b++) {
            assert_vector(sol->lambda + 2 * b, 1e-10, -18, Y);
            assert_vector(sol->a + 3 * b, 1e-10, -9, (Y - 20) / 2, (Y - 20) / 2);
        }
        assert_true(bri_branch_indicator(&r.engine->solver, &r.engine->rates.point, &r.engine->rates.solution) > 0);
        rig_free(&r);
    }
}

/* mu below 1: N_0/(1 - mu); the indicator is above 0 whichever method solved. */
static void rods_below_the_limit_point(void **state)
{
    (void)state;
    for (int many = 0; many < 2; many++) {
        rig r = rods(many ? MANY : 2, 0.5, 0, "coulomb", "coupling: newton");
        bri_solution *sol = &rig_solve(&r, 0)->solution;
        for (int b = 0; b < r.system->bodies; b++)
            assert_close(sol->lambda[b], 10, 1e-11);
        double indicator = bri_branch_indicator(&r.engine->solver, &r.engine->rates.point, sol);
        /* condensed: det = (1 - 0.5)^2; sparse: the least pivot of S (1 - 0.5) over what stood there */
        if (!many) assert_close(indicator, 0.25, 1e-12);
        assert_true(indicator > 0);
        rig_free(&r);
    }
}

/* mu = 1.5, N_0 = -4: from no friction -1.6, with the indicator above 0; from a positive reaction the other one, 8 N. */
static void rods_beyond_the_limit_point_are_on_one_branch(void **state)
{
    (void)state;
    for (int many = 0; many < 2; many++) {
        rig r = rods(many ? MANY : 1, 1.5, 3, "coulomb", "coupling: newton");
        bri_solution *sol = &rig_solve(&r, 0)->solution;
        for (int b = 0; b < r.system->bodies; b++) {
            if (many) assert_true(fabs(sol->lambda[b] + 1.6) < 1e-10 || fabs(sol->lambda[b] - 8) < 1e-10);
            if (!many) assert_close(sol->lambda[b], -1.6, 1e-11);
        }
        for (int b = 0; b < r.system->bodies; b++) {
            r.engine->guess.lambda[b] = b ? -2 : 9; /* one of them on the other branch */
            r.engine->guess.friction[b] = b ? 3 : 13;
        }
        bri_engine_forget(r.engine);
        sol = &rig_solve(&r, 0)->solution;
        for (int b = 0; b < r.system->bodies; b++)
            assert_close(sol->lambda[b], b ? -1.6 : 8, 1e-10);
        double indicator = bri_branch_indicator(&r.engine->solver, &r.engine->rates.point, sol);
        assert_true(indicator < 0);
        r.engine->guess.lambda[0] = -2;
        r.engine->guess.friction[0] = 3;
        bri_engine_forget(r.engine);
        sol = &rig_solve(&r, 0)->solution;
        assert_close(sol->lambda[0], -1.6, 1e-10);
        assert_true(bri_branch_indicator(&r.engine->solver, &r.engine->rates.point, sol) > 0);
        rig_free(&r);
    }
}

/* mu = 1.5, N_0 = 5: none; the loop gain is mu dN/dF = 1.5. Of too many patches for the condensed form each has its own gain; that of
 * an iteration has no sign. */
static void lack_of_a_solution_is_explained(void **state)
{
    (void)state;
    static const int counts[] = {1, MANY, BRI_SHARED_MAX + 1};
    for (int n = 0; n < 6; n++) {
        int i = n < 3 ? 0 : 2, count = counts[n % 3], which = count - 1 - count / 50;
        char name[40];
        rig r = rods(count, 1.5, 0, "coulomb", i < 2 ? "coupling: newton" : "coupling: fixed_point");
        bri_evaluation *at = &r.engine->rates;
        bri_instant where = rig_at(&r, 0);
        bri_outcome outcome = bri_evaluate(r.engine, at, &where);
        if (i < 2) {
            assert_int_equal(outcome, BRI_SHORTER);
            assert_false(bri_solution_is_of(&at->solution, &at->point));
            assert_string_equal(at->solution.failure.text, ""); /* found when it is asked for */
        } else {
            at->solution.failure.status = BRI_NO_CONVERGENCE;
        }
        for (int k = 0; k < r.system->patches; k++)
            at->solution.by_load[k] = k != which              ? 0.5
                                      : i < 2 || count < MANY ? 1.5
                                                              : -1.5; /* the largest one is named */
        at->solution.failure.limit.level = 0;
        bri_explain_no_solution(&r.engine->solver, &at->point, &r.engine->options, &at->solution,
                                &at->solution.failure);
        const char *what = at->solution.failure.text;
        snprintf(name, sizeof name, "joint 'foot%d'", which);
        assert_non_null(strstr(what, name));
        assert_non_null(strstr(what, "coulomb"));
        assert_non_null(strstr(what, i < 2 ? "have no common solution" : "does not converge"));
        assert_non_null(strstr(what, i < 2 ? "is 1.5; at a loop gain of 1 two solutions merge" : "the error by 1.5;"));
        assert_int_equal(at->solution.failure.status, i < 2 ? BRI_NO_SOLUTION : BRI_NO_CONVERGENCE);
        rig_free(&r);
    }
}

/* The same call twice, from the same guess, gives the same bits; a solution knows its point. */
static void a_solution_is_a_function_of_point_and_guess(void **state)
{
    (void)state;
    for (int many = 0; many < 2; many++) {
        rig r = pendulums(many ? MANY : 1, 0.3, 3, "coupling: newton");
        bri_evaluation other;
        bri_instant at = rig_at(&r, 0);
        assert_int_equal(bri_evaluation_create(r.engine, &other, NULL), BRI_OK);
        const bri_evaluation *first = rig_solve(&r, 0);
        assert_int_equal(bri_evaluate(r.engine, &other, &at), BRI_FINE);
        assert_memory_equal(other.solution.lambda, first->solution.lambda, (size_t)r.system->rows * sizeof(double));
        assert_memory_equal(other.solution.a, first->solution.a, (size_t)(3 * r.system->bodies) * sizeof(double));
        assert_true(bri_solution_is_of(&other.solution, &other.point));
        r.x[0] += 1e-3;
        bri_point_set(&other.point, &at, BRI_SCOPE_DYNAMICS);
        assert_false(bri_solution_is_of(&other.solution, &other.point));
        rig_free(&r);
    }
}

/* S = 2: S^-1 of 6 is 3. The multipliers without friction are N_0 = 5, and friction is that under no load. */
static void condensed_form_without_the_law(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: newton");
    bri_evaluation *at = &r.engine->look;
    bri_instant where = rig_at(&r, 0);
    bri_point_set(&at->point, &where, BRI_SCOPE_DYNAMICS);
    assert_int_equal(bri_condense_at(&r.engine->solver, &at->point, &r.engine->options, &at->solution), BRI_FINE);
    assert_false(bri_solution_is_of(&at->solution, &at->point));
    assert_close(at->solution.base[0], 5, 1e-13);
    assert_close(at->solution.column[0], 1, 1e-13);
    assert_true(at->solution.lambda[0] == 0 && at->solution.friction[0] == 0);
    double rows[2] = {6, 0};
    bri_constraint_solve(&r.engine->solver, &r.engine->options, &at->solution, rows);
    assert_close(rows[0], 3, 1e-13);
    rig_free(&r);
}

/* Of many patches, friction is in the factors of Newton's method: they are made anew without. */
static void factors_without_friction(void **state)
{
    (void)state;
    rig r = rods(2, 0.5, 0, "coulomb", "coupling: newton");
    bri_evaluation *at = rig_solve(&r, 0);
    double rows[4] = {6, 2, 0, 0};
    at->solution.factors[0] = 77;
    at->solution.column[0] = 77;
    bri_factor_without_friction(&r.engine->solver, &r.engine->options, &at->point, &at->solution);
    bri_constraint_solve(&r.engine->solver, NULL, &at->solution, rows);
    assert_vector(rows, 1e-13, 3, 1);
    assert_vector(at->solution.column, 1e-13, 1, 0, 0, 0, 0, 1);
    rig_free(&r);
}

/* Two rods in line: the crank at a dead centre, and a little before it. */
static void nearly_dependent_rows_name_their_joint(void **state)
{
    (void)state;
    rig r = rig_of("bodies:\n"
                   "  a: {mass: 1, inertia: 1, at: [1, 0], velocity: [0, 0], spin: 0}\n"
                   "joints:\n"
                   "  pin: {revolute: [ground, a], at: [0, 0]}\n"
                   "  slot: {point_on_line: [ground, a], at: [2, 0], along: [1, 0.5]}\n");
    bri_point *p = &r.engine->look.point;
    bri_instant at = rig_at(&r, 0);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    assert_null(bri_nearly_dependent_joint(p, &r.engine->look.solution));
    rig_free(&r);
    r = rig_of("bodies:\n"
               "  a: {mass: 1, inertia: 1, at: [1, 0], velocity: [0, 0], spin: 0}\n"
               "joints:\n"
               "  pin: {revolute: [ground, a], at: [0, 0]}\n"
               "  slot: {point_on_line: [ground, a], at: [2, 0], along: [0.001, 1]}\n");
    p = &r.engine->look.point;
    at = rig_at(&r, 0);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    const char *name = bri_nearly_dependent_joint(p, &r.engine->look.solution);
    assert_non_null(name);
    rig_free(&r);
}

/* As in test_condense.c, for nine rods: N_e = 6, zdot = -2/3 m/s, F = 3 N, N = 8 N. */
static void many_rods_take_the_load_of_the_elastic_force(void **state)
{
    (void)state;
    rig r = rods(MANY, 0.5, 0, "lugre, load_from: elastic, sigma0: 1000, sigma1: 3, sigma2: 0, mu_s: 0.5, G_min: 1e-12",
                 "coupling: newton");
    for (int i = 0; i < MANY; i++)
        r.x[r.system->z + i] = -1e-3;
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    for (int i = 0; i < MANY; i++) {
        assert_close(sol->elastic_load[i], 6, 1e-11);
        assert_close(sol->zdot[i], -2. / 3, 1e-11);
        assert_close(sol->friction[i], 3, 1e-11);
        assert_close(sol->lambda[i], 8, 1e-11);
    }
    rig_free(&r);
}

/* Ten guides for one drawer, 4 kg, of which two stick: 40 N and the push are shared although patches are many. */
static void many_redundant_guides_share(void **state)
{
    (void)state;
    char text[3000];
    for (int redundant = 0; redundant < 2; redundant++) {
        int at = snprintf(text, sizeof text, "gravity: [0, -10]\nbodies:\n  drawer: {mass: 4, inertia: 1}\n"), n = 10;
        for (int i = 1; i < n && !redundant; i++) /* other drawers: the stick rows alone depend on each other */
            at += snprintf(text + at, sizeof text - (size_t)at, "  d%d: {mass: 4, inertia: 1}\n", i);
        at += snprintf(text + at, sizeof text - (size_t)at, "joints:\n");
        for (int i = 0; i < n; i++) {
            char body[20] = "drawer";
            if (!redundant && i > 0) snprintf(body, sizeof body, "d%d", i);
            at += snprintf(text + at, sizeof text - (size_t)at,
                           "  g%d: {translational: [ground, %s], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n",
                           i, body);
        }
        if (!redundant)
            at += snprintf(
                text + at, sizeof text - (size_t)at,
                "  brake: {rub: [ground, drawer], along: [1, 0], friction: {law: coulomb, mu_k: 0.5, load: 10 N}}\n");
        snprintf(text + at, sizeof text - (size_t)at,
                 "forces: {push: {force: drawer, along: [1, 0], value: 6 N}}\nrun: {redundancy: pseudoinverse}\n");
        rig r = rig_of(text);
        rig_put(&r, 0, BRI_STICK, 0);
        rig_put(&r, redundant ? 1 : n, BRI_STICK, 0);
        for (int k = 0; k < r.system->interfaces; k++)
            if (redundant && k > 1) r.d.stick[k] = (bri_stick_state){.mode = BRI_STICK};
        rig_pack(&r);
        const bri_evaluation *e = rig_solve(&r, 0);
        assert_close(bri_interface_effort(&e->point, &e->solution, 0), redundant ? -0.6 : -3, 1e-9);
        assert_close(bri_interface_effort(&e->point, &e->solution, redundant ? 1 : n), redundant ? -0.6 : -3, 1e-9);
        assert_close(e->solution.load[0], redundant ? 4 : 40, 1e-9);
        rig_free(&r);
    }
}

/* A journal 1.95 mm deep in its bore, where Johnson's formula has ended. */
static void contacts_that_are_too_deep_are_named(void **state)
{
    (void)state;
    rig r =
        rig_of("bodies: {journal: {mass: 1, inertia: 1}}\n"
               "joints: {bore: {revolute: [ground, journal], radius: 10 mm, clearance: 50 um, normal: {law: johnson, "
               "length: 10 mm}}}\n");
    bri_instant at = rig_at(&r, 0.25);
    r.x[0] = 2e-3;
    r.d.contact[0].phase = BRI_SUSTAINED;
    rig_pack(&r);
    assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_SHORTER);
    const bri_failure *failure = &r.engine->rates.solution.failure;
    assert_int_equal(failure->status, BRI_BAD_VALUE);
    assert_non_null(strstr(failure->text, "joint 'bore': at t = 0.25 s its surfaces overlap by 0.00195 m"));
    rig_free(&r);
}

/* The papers' iteration F <- 1.5 |5 + F| grows by 1.5 in each turn and must not be taken for solved where the law's load ends
 * (1e60 N): mu = 1.5, N_0 = 5 have no solution. */
static void iteration_that_diverges_is_no_solution(void **state)
{
    (void)state;
    for (int many = 0; many < 2; many++) {
        rig r = rods(many ? MANY : 1, 1.5, 0, "coulomb", "coupling: fixed_point");
        bri_instant at = rig_at(&r, 0);
        assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_SHORTER);
        assert_int_equal(r.engine->rates.solution.failure.status, BRI_NO_CONVERGENCE);
        rig_free(&r);
    }
}

/* --- random mechanisms ----------------------------------------------------------------------------------------------------- */

static int choose(uint64_t *random, int count) { return (int)random_between(random, 0, count); }

static int write_friction(uint64_t *random, char *out)
{
    static const char *const laws[] = {"coulomb, mu_k: %.3f", "coulomb_tanh, mu_k: %.3f",
                                       "lugre, mu_k: %.3f, mu_s: 2, scaling: load, sigma0: 1e3, sigma1: 0.2",
                                       "lugre, mu_k: %.3f, mu_s: 2, sigma0: 1e4, sigma1: 1"};
    int at = sprintf(out, "friction: {law: ");
    at += sprintf(out + at, laws[choose(random, 4)], random_between(random, 0.02, 0.9));
    if (choose(random, 4) == 0) at += sprintf(out + at, ", preload: %.3f N", random_between(random, 1, 20));
    return at + sprintf(out + at, "}}\n");
}

/* One to five bodies in a tree, some with a loop, forces on all. */
static void write_mechanism(uint64_t *random, const char *coupling, char *out)
{
    int bodies = 1 + choose(random, 5);
    double x[5], y[5];
    out += sprintf(out, "gravity: [0, -10]\nrun: {coupling: %s}\nbodies:\n", coupling);
    for (int b = 0; b < bodies; b++) {
        x[b] = random_between(random, -1, 1), y[b] = random_between(random, -1, 1);
        double mass = random_between(random, 0.2, 3), inertia = random_between(random, 0.02, 0.5);
        out += sprintf(out, "  b%d: {mass: %.3f, inertia: %.3f, at: [%.3f, %.3f]}\n", b, mass, inertia, x[b], y[b]);
    }
    out += sprintf(out, "joints:\n");
    for (int b = 0, joints = bodies + choose(random, 2); b < joints; b++) {
        static const char *const kinds[] = {"revolute", "translational", "point_on_line"};
        bool closes = b == bodies; /* the last body once more, on the ground */
        int on = closes || b == 0 ? -1 : choose(random, b + 1) - 1, kind = closes ? 2 : choose(random, 3);
        out += sprintf(out, "  j%d: {%s: [", b, kinds[kind]);
        out += on < 0 ? sprintf(out, "ground") : sprintf(out, "b%d", on);
        out += sprintf(out, ", b%d], at: [%.3f, %.3f], ", closes ? b - 1 : b, random_between(random, -1, 1),
                       random_between(random, -1, 1));
        if (kind == 0) out += sprintf(out, "radius: %.3f, ", random_between(random, 0.01, 0.2));
        if (kind > 0) out += sprintf(out, "along: [%.3f, 1], ", random_between(random, -2, 2));
        if (kind == 1 && choose(random, 2)) out += sprintf(out, "length: %.3f, ", random_between(random, 0.1, 1));
        if (kind == 1 && choose(random, 2)) out += sprintf(out, "height: %.3f, ", random_between(random, 0.1, 1));
        out += write_friction(random, out);
    }
    out += sprintf(out, "forces:\n");
    for (int b = 0; b < bodies; b++)
        out += sprintf(out, "  f%d: {force: b%d, at: [%.3f, %.3f], along: [%.3f, 1], value: %.3f}\n", b, b,
                       x[b] + random_between(random, -0.3, 0.3), y[b] + random_between(random, -0.3, 0.3),
                       random_between(random, -2, 2), random_between(random, -40, 40));
}

/* The mechanism of a seed, its velocities and bristles random too, and the guess of Newton's method far off. */
static rig random_rig(uint64_t seed, const char *coupling)
{
    char text[6000];
    uint64_t random = seed;
    write_mechanism(&random, coupling, text);
    rig r = rig_of(text);
    const bri_system *s = r.system;
    for (int i = 0; i < 3 * s->bodies; i++)
        r.u[i] = random_between(&random, -1, 1);
    for (int z = s->z; z < s->states; z++)
        r.x[z] = random_between(&random, -3e-4, 3e-4);
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks) r.d.stick[k].direction = choose(&random, 2) ? 1 : -1;
    rig_pack(&r);
    double far = choose(&random, 2) ? 300 : 0;
    for (int c = 0; c < s->components; c++)
        r.engine->guess.friction[c] = random_between(&random, -far, far);
    for (int i = 0; i < s->rows; i++)
        r.engine->guess.lambda[i] = random_between(&random, -far, far);
    return r;
}

/* Wherever the papers' fixed-point iteration, which has no slopes and starts from no friction, finds a solution, Newton's method
 * finds one: the same from a guess without friction, unless on another branch, and nearly always from one that is far off, as few
 * mechanisms have several. Where it finds none, the loop gain is 1 or more, or the message does not claim that there is none. */
static void newton_finds_what_a_fixed_point_finds(void **state)
{
    (void)state;
    int both = 0, ended = 0, same = 0;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        rig fixed = random_rig(seed, "fixed_point"), newton = random_rig(seed, "newton");
        bri_evaluation *a = &fixed.engine->rates, *b = &newton.engine->rates;
        bri_instant at_a = rig_at(&fixed, 0), at_b = rig_at(&newton, 0);
        memset(fixed.engine->guess.friction, 0, (size_t)fixed.system->components * sizeof(double));
        memset(fixed.engine->guess.lambda, 0, (size_t)fixed.system->rows * sizeof(double));
        bool found = bri_evaluate(newton.engine, b, &at_b) == BRI_FINE;
        if (bri_evaluate(fixed.engine, a, &at_a) == BRI_FINE) {
            if (!found) fail_msg("seed %d: a fixed point, but none by Newton's method", (int)seed);
            double apart = 0, size = 1;
            for (int i = 0; i < 3 * fixed.system->bodies; i++) {
                apart = fmax(apart, fabs(a->solution.a[i] - b->solution.a[i]));
                size = fmax(size, fabs(a->solution.a[i]));
            }
            both++;
            bool near = newton.engine->guess.friction[0] == 0;
            bool on_branch = bri_branch_indicator(&newton.engine->solver, &b->point, &b->solution) > 0;
            if (near && on_branch && !(apart <= 1e-8 * size)) fail_msg("seed %d: another solution", (int)seed);
            same += apart <= 1e-8 * size;
        } else if (!found) {
            bri_failure *failure = &b->solution.failure;
            bri_explain_no_solution(&newton.engine->solver, &b->point, &newton.engine->options, &b->solution, failure);
            bool claims = strstr(failure->text, "have no common solution") != NULL;
            if (claims != (failure->limit.gain > 0.9)) fail_msg("seed %d: %s", (int)seed, failure->text);
            ended += claims;
        }
        rig_free(&fixed);
        rig_free(&newton);
    }
    assert_true(both > 80 && same > 0.95 * both && ended > 3);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_pins_are_solved_as_one),
        cmocka_unit_test(rods_below_the_limit_point),
        cmocka_unit_test(rods_beyond_the_limit_point_are_on_one_branch),
        cmocka_unit_test(lack_of_a_solution_is_explained),
        cmocka_unit_test(a_solution_is_a_function_of_point_and_guess),
        cmocka_unit_test(condensed_form_without_the_law),
        cmocka_unit_test(factors_without_friction),
        cmocka_unit_test(nearly_dependent_rows_name_their_joint),
        cmocka_unit_test(many_rods_take_the_load_of_the_elastic_force),
        cmocka_unit_test(many_redundant_guides_share),
        cmocka_unit_test(contacts_that_are_too_deep_are_named),
        cmocka_unit_test(iteration_that_diverges_is_no_solution),
        cmocka_unit_test(newton_finds_what_a_fixed_point_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
