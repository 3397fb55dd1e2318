/* test_set_states.c - a simulation put to states that a program gives: projected, with sticking and contacts decided, or refused */
#include "every_model.h"

static double value_of(bri_sim *sim, const char *channel)
{
    int index = bri_sim_find(sim, channel);
    if (index < 0) fail_msg("there is no channel '%s'", channel);
    return bri_sim_value(sim, index);
}

static int state_of(const bri_sim *sim, const char *name)
{
    bri_continuous_state state;
    for (int i = 0; bri_sim_continuous_state(sim, i, &state); i++)
        if (!strcmp(state.name, name)) return i;
    fail_msg("there is no state '%s'", name);
    return -1;
}

static bri_sim *sim_of(bri_system *system, const char *constraints)
{
    bri_run_def def = bri_run_defaults();
    def.constraints = constraints;
    return begin_sim(system, &def);
}

/* --- replay --------------------------------------------------------------------------------------------------------------- */

/* The states of one sim, set in another: rates are the same, though its discrete state was found anew. Only a contact remembers what
 * the states do not tell: how fast it began. */
static void states_of_one_sim_set_in_another(void **state)
{
    (void)state;
    static const char *const ways[] = {NULL, "projection", "baumgarte", "partition"};
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    int compared = 0;
    for (const char *path; (path = model_files_next(&files));) {
        bri_system *system = build_file(path);
        for (int way = 0; way < 4; way++) {
            bri_error err = {0};
            bri_sim *from = begin_sim(system, &usual), *to = sim_of(system, ways[way]);
            int n = bri_sim_continuous_states(from, NULL);
            double *x = calloc(4 * (size_t)n, sizeof *x), *set = x + n, *rates = x + 2 * n, *wanted = x + 3 * n;
            for (int i = 0; i < 20; i++)
                if (bri_sim_step(from, bri_sim_until(from), &err)) fail_msg("%s: %s", path, err.what);
            bri_sim_get_states(from, x);
            memcpy(set, x, (size_t)n * sizeof *x);
            double t = bri_sim_time(from), scale = 0;
            if (bri_sim_set_states(to, t, set, NULL, &err)) fail_msg("%s: %s", path, err.what);
            assert_true(bri_sim_time(to) == t);
            for (int i = 0; i < system->states; i++)
                if (!(fabs(set[i] - x[i]) <= 2e-6 * (system->size[i] + fabs(x[i]))))
                    fail_msg("%s (%s): %s is %.12g, not %.12g", path, ways[way], system->state[i].name, set[i], x[i]);
            assert_close(bri_sim_energy_balance(to, NULL, NULL), 0, 1e-9 * (1 + system->mass[0]));
            if (way < 2 && !bri_sim_rates(from, t, x, wanted, &err) && !bri_sim_rates(to, t, set, rates, &err)) {
                bool alike = true;
                for (int i = 0; i < system->states; i++)
                    scale = fmax(scale, fabs(wanted[i]));
                for (int i = 0; i < system->states; i++)
                    alike = alike && fabs(rates[i] - wanted[i]) <= 1e-5 * scale;
                compared++;
                if (!alike && !system->gaps) fail_msg("%s: other rates", path);
            }
            if (bri_sim_step(to, t + 1, &err)) fail_msg("%s: %s", path, err.what);
            free(x);
            bri_sim_destroy(from);
            bri_sim_destroy(to);
        }
        bri_system_destroy(system);
    }
    assert_true(compared > 40);
}

/* --- constraints ---------------------------------------------------------------------------------------------------------- */

static const char *const four_bar = "gravity: [0, -9.81]\n"
                                    "bodies:\n"
                                    "  crank: {mass: 1, inertia: 0.1, at: [0, 0.5], points: {top: [0, 0.5]}}\n"
                                    "  coupler: {mass: 1, inertia: 0.1, at: [1, 1]}\n"
                                    "  rocker: {mass: 1, inertia: 0.1, at: [2, 0.5]}\n"
                                    "joints:\n"
                                    "  a: {revolute: [ground, crank], at: [0, 0]}\n"
                                    "  b: {revolute: [crank, coupler], at: [0, 1]}\n"
                                    "  c: {revolute: [coupler, rocker], at: [2, 1]}\n"
                                    "  d: {revolute: [rocker, ground], at: [2, 0]}\n";

/* A parallelogram: from the angle of its crank and its rate all follows. */
static void given_states_stay_and_others_follow(void **state)
{
    (void)state;
    bri_system *system = build_text(four_bar);
    bri_sim *sim = sim_of(system, NULL);
    int n = bri_sim_continuous_states(sim, NULL), angle = state_of(sim, "crank.angle"),
        spin = state_of(sim, "crank.spin");
    double *x = calloc((size_t)n, sizeof *x), phi = 0.4, w = 3;
    bool *given = calloc((size_t)n, sizeof *given);
    bri_error err = {0};
    bri_sim_get_states(sim, x);
    x[angle] = phi, x[spin] = w;
    assert_int_equal(bri_sim_set_states(sim, 0.7, x, NULL, &err), BRI_BAD_VALUE); /* which are given is not said */
    assert_non_null(strstr(err.what, "the states do not fit joint 'a': it is open by "));
    assert_non_null(strstr(err.what, " m; say which"));
    assert_non_null(strstr(err.what, "say which of them are given, and the others follow"));
    assert_true(bri_sim_time(sim) == 0 && value_of(sim, "crank.angle") == 0 && x[angle] == phi);
    given[angle] = given[spin] = true;
    if (bri_sim_set_states(sim, 0.7, x, given, &err)) fail_msg("%s", err.what);
    assert_true(bri_sim_time(sim) == 0.7 && x[angle] == phi && x[spin] == w);
    const struct {
        const char *name;
        double value;
    } wanted[] = {{"crank.x", -0.5 * sin(phi)},
                  {"crank.y", 0.5 * cos(phi)},
                  {"rocker.angle", phi},
                  {"rocker.x", 2 - 0.5 * sin(phi)},
                  {"coupler.angle", 0},
                  {"coupler.x", 1 - sin(phi)},
                  {"coupler.y", cos(phi)},
                  {"crank.vx", -0.5 * w * cos(phi)},
                  {"rocker.spin", w},
                  {"coupler.vx", -w * cos(phi)},
                  {"coupler.vy", -w * sin(phi)},
                  {"coupler.spin", 0}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_close(value_of(sim, wanted[i].name), wanted[i].value, 1e-12);
    given[state_of(sim, "crank.x")] = true; /* which contradicts the angle */
    x[state_of(sim, "crank.x")] = 0.3;
    assert_int_equal(bri_sim_set_states(sim, 0.7, x, given, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "no change of the states that are not given closes it"));
    given[state_of(sim, "crank.x")] = false;
    given[state_of(sim, "coupler.vy")] = true;
    x[state_of(sim, "coupler.vy")] = 5;
    assert_int_equal(bri_sim_set_states(sim, 0.7, x, given, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "it moves apart at "));
    assert_non_null(strstr(err.what, " m/s; no change"));
    free(x);
    free(given);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* Measured with errors of 1 mm and 10 mm/s: the nearest state in the mass norm. */
static void measured_states_are_projected(void **state)
{
    (void)state;
    bri_system *system = build_text(four_bar);
    bri_sim *sim = sim_of(system, NULL);
    int n = bri_sim_continuous_states(sim, NULL);
    double *x = calloc(2 * (size_t)n, sizeof *x), *wanted = x + n;
    uint64_t random = 3;
    bri_error err = {0};
    assert_int_equal(bri_sim_advance(sim, 0.4, &err), BRI_OK);
    bri_sim_get_states(sim, wanted);
    for (int i = 0; i < system->states; i++)
        x[i] = wanted[i] + random_between(&random, -1, 1) * (i < 9 ? 1e-3 : 1e-2);
    if (bri_sim_set_states(sim, 0.4, x, NULL, &err)) fail_msg("%s", err.what);
    for (int i = 0; i < system->states; i++)
        assert_true(fabs(x[i] - wanted[i]) <= (i < 9 ? 3e-3 : 6e-2));
    double off = hypot(value_of(sim, "crank.x") * 2 + sin(value_of(sim, "crank.angle")),
                       value_of(sim, "coupler.vx") + value_of(sim, "crank.spin") * cos(value_of(sim, "crank.angle")));
    assert_true(off < 1e-9);
    free(x);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* --- sticking, contacts, elements ------------------------------------------------------------------------------------------- */

/* A block that slides is stopped: it sticks, since its push of 2 N is below 0.6 x 9.81 N; it is no event. Set in motion, it slips. */
static void sticking_is_decided(void **state)
{
    (void)state;
    bri_system *system =
        build_text("gravity: [0, -9.81]\nbodies: {b: {mass: 1, inertia: 1, velocity: [1, 0]}}\n"
                   "joints: {floor: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_s: 0.6, "
                   "mu_k: 0.3}}}\nforces: {push: {force: b, along: [1, 0], value: {input: 2}}}\n");
    for (int i = 0; i < 3; i++) {
        bri_sim *sim = sim_of(system, i == 2 ? "partition" : NULL);
        bri_error err = {0};
        double x[32];
        int vx = state_of(sim, "b.vx");
        assert_int_equal(bri_sim_advance(sim, 0.1, &err), BRI_OK);
        bri_sim_get_states(sim, x);
        double was = 0.5 * x[vx] * x[vx];
        x[vx] = 0;
        if (bri_sim_set_states(sim, bri_sim_time(sim), x, NULL, &err)) fail_msg("%s", err.what);
        assert_int_equal(bri_sim_events(sim), 0);
        assert_close(value_of(sim, "floor.friction"), -2, 1e-9);
        assert_true(value_of(sim, "b.ax") == 0 || fabs(value_of(sim, "b.ax")) < 1e-12);
        assert_int_equal(bri_sim_advance(sim, 0.2, &err), BRI_OK);
        assert_true(value_of(sim, "b.vx") == 0);
        bri_sim_get_states(sim, x);
        x[vx] = -0.5;
        if (bri_sim_set_states(sim, bri_sim_time(sim), x, NULL, &err)) fail_msg("%s", err.what);
        assert_close(value_of(sim, "b.ax"), 2 + 0.3 * 9.81, 1e-9);
        assert_close(bri_sim_energy_balance(sim, NULL, NULL), 0, 1e-6);
        assert_close(sim->states_set, 0.125 - was, 1e-6);
        if (i == 1) { /* an input that was set before counts; what sticks at rest is decided with it */
            assert_int_equal(bri_sim_set_input(sim, 0, 50, &err), BRI_OK);
            x[vx] = 0;
            if (bri_sim_set_states(sim, bri_sim_time(sim), x, NULL, &err)) fail_msg("%s", err.what);
            assert_close(value_of(sim, "b.ax"), 50 - 0.3 * 9.81, 1e-9);
        }
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

/* A ball that was in the air is put onto the floor: F = K d. */
static void contacts_are_decided(void **state)
{
    (void)state;
    bri_system *system = build_text(
        "gravity: [0, -9.81]\nbodies: {ball: {mass: 0.1, inertia: 1e-5, radius: 10 mm, at: [0, 1]}}\n"
        "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: kelvin_voigt, stiffness: 1e5, "
        "damping: 0}, friction: {law: coulomb, mu_s: 0.5, mu_k: 0.3}}}\n");
    bri_sim *sim = sim_of(system, NULL);
    bri_error err = {0};
    double x[32];
    bri_sim_get_states(sim, x);
    x[state_of(sim, "ball.y")] = 0.01 - 1e-5;
    if (bri_sim_set_states(sim, 0, x, NULL, &err)) fail_msg("%s", err.what);
    assert_close(value_of(sim, "ball.ay"), 1 / 0.1 - 9.81, 1e-6);
    assert_int_equal(bri_sim_events(sim), 0);
    x[state_of(sim, "ball.y")] = 0.5;
    if (bri_sim_set_states(sim, 0, x, NULL, &err)) fail_msg("%s", err.what);
    assert_close(value_of(sim, "ball.ay"), -9.81, 1e-9);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* Bristles beyond their limit are shortened to it: friction is at most mu N, in a model file too. */
static void elements_beyond_their_limits_are_shortened(void **state)
{
    (void)state;
    static const char *const laws[] = {"elastic_coulomb, k: 1e4, mu_k: 0.3, states: [%g]",
                                       "reset_integrator, sigma0: 1e4, sigma1: 0, mu_k: 0.3, mu_s: 0.3, states: [%g]",
                                       "maxwell_slip, mu_k: 0.3, mu_s: 0.3, states: [%g, %g, %g, %g]"};
    for (int i = 0; i < 3; i++)
        for (int forward = -1; forward <= 1; forward += 2) {
            char friction[200], text[600];
            double z = i == 2 ? 20 : 2e-3; /* N; m */
            snprintf(friction, sizeof friction, laws[i], z, z, z, z);
            snprintf(text, sizeof text,
                     "gravity: [0, -10]\nbodies: {b: {mass: 1, inertia: 1, velocity: [%g, 0]}}\n"
                     "joints: {floor: {translational: [ground, b], along: [1, 0], friction: {law: %s}}}\n",
                     0.1 * forward, friction);
            bri_system *system = build_text(text);
            bri_sim *sim = sim_of(system, NULL);
            bri_error err = {0};
            double x[32];
            assert_close(value_of(sim, "b.ax"), -3, 1e-6);
            bri_sim_get_states(sim, x);
            for (int k = 6; k < system->states; k++)
                x[k] = -z;
            if (bri_sim_set_states(sim, 0, x, NULL, &err)) fail_msg("%s", err.what);
            assert_close(value_of(sim, "b.ax"), 3, 1e-6);
            bri_sim_destroy(sim);
            bri_system_destroy(system);
        }
}

/* --- refusals --------------------------------------------------------------------------------------------------------------- */

/* Painleve's rod, with a tip that slides backward: mu = 3 is above (1 + 3 c^2)/(3 s c) at 45 deg, so that no reaction fits, and below it at 1.5 rad. */
static void states_without_a_solution_are_refused(void **state)
{
    (void)state;
    char text[600];
    const double l = 1, th = 1.5;
    snprintf(text, sizeof text,
             "gravity: [0, -9.81]\n"
             "bodies: {rod: {mass: 1, inertia: %.17g, at: [%.17g, %.17g], angle: %.17g, velocity: [-60, 0], points: "
             "{tip: [-1, 0]}}}\n"
             "joints: {line: {point_on_line: [ground, rod.tip], at: [0, 0], along: [1, 0], friction: {law: coulomb, "
             "mu_k: 3}}}\n",
             l * l / 3, l * cos(th), l * sin(th), th);
    bri_system *system = build_text(text);
    bri_run_def usual = bri_run_defaults();
    bri_sim *sim = begin_sim(system, &usual), *other = begin_sim(system, &usual);
    bri_error err = {0};
    double x[32];
    int angle = state_of(sim, "rod.angle");
    bool given[32] = {false};
    bri_sim_get_states(sim, x);
    given[angle] = true;
    x[angle] = 0.25 * 3.14159265358979;
    assert_int_equal(bri_sim_set_states(sim, 0, x, given, &err), BRI_NO_SOLUTION);
    assert_non_null(strstr(err.what, "the simulation cannot go on from these states: joint 'line': "));
    assert_true(same_sims(sim, other));
    bri_sim_destroy(sim);
    bri_sim_destroy(other);
    bri_system_destroy(system);
}

/* Friction and reactions lose their common solution at about 1.29 s. Put back to its beginning, the sim goes on. */
static void sim_that_could_not_go_on_can_be_set(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_read(MODELS_ROOT "/papers/marques2018/roller_crank.yaml", &model, &err)) fail_msg("%s", err.what);
    if (bri_model_set_text(model, "floor.friction",
                           "{law: lugre, mu_s: 0.15, mu_k: 0.1, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 316.2 N s/m}",
                           &err))
        fail_msg("%s", err.what);
    bri_system *system = build_model(model);
    bri_run_def usual = bri_run_defaults();
    bri_sim *sim = begin_sim(system, &usual);
    double x[64];
    bri_sim_get_states(sim, x);
    assert_int_equal(bri_sim_advance(sim, 2, &err), BRI_NO_SOLUTION);
    assert_int_equal(bri_sim_advance(sim, 2, &err), BRI_NO_SOLUTION);
    if (bri_sim_set_states(sim, 0, x, NULL, &err)) fail_msg("%s", err.what);
    assert_int_equal(bri_sim_advance(sim, 1, &err), BRI_OK);
    assert_true(bri_sim_time(sim) == 1);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* Refused states leave no trace: the sim goes on to the bits of one that was not asked. */
static void refused_states_change_nothing(void **state)
{
    (void)state;
    bri_system *system = build_file(MODELS_ROOT "/examples/pendulum.yaml");
    bri_run_def usual = bri_run_defaults();
    bri_sim *sim = begin_sim(system, &usual), *other = begin_sim(system, &usual);
    bri_error err = {0};
    double x[64];
    assert_true(bri_sim_continuous_states(sim, NULL) <= 64);
    for (int i = 0; i < 4; i++) {
        assert_false(bri_sim_advance(sim, 0.2 * (i + 1), &err) || bri_sim_advance(other, 0.2 * (i + 1), &err));
        bri_sim_get_states(sim, x);
        double t = bri_sim_time(sim);
        if (i == 0) x[0] += 0.5;
        if (i == 1) x[4] = NAN;
        if (i == 2) t = INFINITY;
        if (i == 3) x[3] += 100;
        assert_int_equal(bri_sim_set_states(sim, t, x, NULL, &err), BRI_BAD_VALUE);
        if (i == 1) assert_non_null(strstr(err.what, "state 4, 'bar.vy', is not finite: "));
        if (i == 2) assert_non_null(strstr(err.what, "the time of the states"));
        if (i == 3) assert_non_null(strstr(err.what, "moves apart at"));
        assert_true(same_sims(sim, other));
    }
    assert_false(bri_sim_advance(sim, 2, &err) || bri_sim_advance(other, 2, &err));
    assert_true(same_sims(sim, other));
    bri_sim_destroy(sim);
    bri_sim_destroy(other);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_of_one_sim_set_in_another),
        cmocka_unit_test(given_states_stay_and_others_follow),
        cmocka_unit_test(measured_states_are_projected),
        cmocka_unit_test(sticking_is_decided),
        cmocka_unit_test(contacts_are_decided),
        cmocka_unit_test(elements_beyond_their_limits_are_shortened),
        cmocka_unit_test(states_without_a_solution_are_refused),
        cmocka_unit_test(sim_that_could_not_go_on_can_be_set),
        cmocka_unit_test(refused_states_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
