/* test_derivatives.c - derivatives of rates and channels: closed forms, and every model against itself */
#include "every_model.h"

enum {
    X = 0, /* of the one body: x, y, angle, and their rates; z */
    Y = 1,
    VX = 3,
    VY = 4,
    Z = 6
};

typedef struct linear { /* the Jacobian of a sim at its present state */
    bri_system *system;
    bri_sim *sim;
    int n;
    double *x, *J;
} linear;

static void linearise(linear *l)
{
    bri_error err = {0};
    if (bri_sim_jacobian(l->sim, bri_sim_time(l->sim), l->x, l->J, &err)) fail_msg("%s", err.what);
}

static linear linear_of(const char *text)
{
    bri_run_def usual = bri_run_defaults();
    linear l = {.system = build_text(text)};
    l.sim = begin_sim(l.system, &usual);
    l.n = bri_sim_continuous_states(l.sim, NULL);
    l.x = calloc((size_t)l.n, sizeof *l.x);
    l.J = calloc((size_t)(l.n * l.n), sizeof *l.J);
    bri_sim_get_states(l.sim, l.x);
    return l;
}

static void linear_free(linear *l)
{
    free(l->x);
    free(l->J);
    bri_sim_destroy(l->sim);
    bri_system_destroy(l->system);
}

static double entry(const linear *l, int rate, int by) { return l->J[rate + l->n * by]; }

/* --- closed forms --------------------------------------------------------------------------------------------------------- */

/* F = -mu N tanh(k v): da/dv = -mu g k (1 - tanh^2), over five decades of the speed around 1/k. */
static void smoothed_friction(void **state)
{
    (void)state;
    static const double k[] = {1e2, 1e4, 1e7};
    for (int i = 0; i < 3; i++)
        for (double kv = 1e-3; kv < 20; kv *= 3) {
            char text[500];
            snprintf(text, sizeof text,
                     "gravity: [0, -10]\nbodies: {b: {mass: 2, inertia: 1, velocity: [%.17g, 0]}}\n"
                     "joints: {floor: {translational: [ground, b], along: [1, 0], friction: {law: coulomb_tanh, mu_k: "
                     "0.3, k_tanh: %g}}}\n",
                     kv / k[i], k[i]);
            linear l = linear_of(text);
            double t = tanh(kv), slope = 3 * k[i] * (1 - t * t);
            linearise(&l);
            assert_close(entry(&l, VX, VX), -slope, 1e-7 * slope + 1e-9 * k[i]);
            assert_close(entry(&l, X, VX), 1, 1e-9);
            assert_true(entry(&l, VX, X) == 0 && entry(&l, X, X) == 0);
            for (int j = l.n - l.system->quadratures; j < l.n; j++)
                for (int r = 0; r < l.n; r++)
                    assert_true(entry(&l, r, j) == 0);
            linear_free(&l);
        }
}

/* zdot = v - s0 |v| z/G, G = N (mu_k + (mu_s - mu_k) exp(-(v/v_s)^2)), F = -(s0 z + s1 zdot). */
static void lugre(void **state)
{
    (void)state;
    const double m = 2, N = 20, s0 = 1e5, s1 = 300, mu_k = 0.1, mu_s = 0.2, v_s = 1e-3;
    for (double v = 1e-5; v < 1; v *= 7)
        for (int i = -1; i <= 2; i++) {
            char text[600];
            double z = 1e-5 * i;
            snprintf(text, sizeof text,
                     "gravity: [0, -10]\nbodies: {b: {mass: %g, inertia: 1, velocity: [%.17g, 0]}}\n"
                     "joints: {floor: {translational: [ground, b], along: [1, 0], friction: {law: lugre, sigma0: %g, "
                     "sigma1: %g, mu_k: %g, mu_s: %g, v_s: %g, states: [%.17g]}}}\n",
                     m, v, s0, s1, mu_k, mu_s, v_s, z);
            linear l = linear_of(text);
            double peak = (mu_s - mu_k) * exp(-(v / v_s) * (v / v_s)), G = N * (mu_k + peak),
                   G_v = -2 * N * v / (v_s * v_s) * peak;
            double zdot_v = 1 - s0 * z / G + s0 * v * z / (G * G) * G_v, zdot_z = -s0 * v / G;
            linearise(&l);
            double size_v = 1 + s0 * fabs(z) / G * (1 + v / v_s), size = (s0 + s1 * fabs(zdot_z)) / m;
            assert_close(entry(&l, Z, VX), zdot_v, 1e-6 * size_v);
            assert_close(entry(&l, Z, Z), zdot_z, 1e-7 * fabs(zdot_z) + 1e-7);
            assert_close(entry(&l, VX, VX), -s1 * zdot_v / m, 1e-6 * s1 * size_v / m);
            assert_close(entry(&l, VX, Z), -(s0 + s1 * zdot_z) / m, 1e-7 * size);
            linear_free(&l);
        }
}

/* F = K d^1.5 at depths from 1 nm to 0.1 mm. */
static void contact(void **state)
{
    (void)state;
    for (double depth = 1e-9; depth < 2e-4; depth *= 10) {
        char text[500];
        snprintf(
            text, sizeof text,
            "bodies: {ball: {mass: 0.1, inertia: 1e-5, radius: 10 mm, at: [0, %.17g], velocity: [0, -0.1]}}\n"
            "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: 1e9}}}\n",
            0.01 - depth);
        linear l = linear_of(text);
        double slope = 1.5e9 * sqrt(0.01 - l.x[Y]) / 0.1;
        linearise(&l);
        assert_close(entry(&l, VY, Y), -slope, 1e-7 * slope);
        linear_free(&l);
    }
}

/* A cart on a spring and a damper, pushed by an input: A, B, C and D of a textbook. */
static void cart(void **state)
{
    (void)state;
    linear l = linear_of("bodies: {cart: {mass: 2, inertia: 1, at: [0.1, 0], velocity: [0.3, 0]}}\n"
                         "joints: {rail: {translational: [ground, cart], along: [1, 0]}}\n"
                         "forces: {spring: {spring: rail, stiffness: 80, damping: 6}, push: {force: cart, along: [1, "
                         "0], value: {input: 5}}}\n");
    int channels = bri_system_channels(l.system, NULL), acceleration = bri_sim_find(l.sim, "cart.ax"),
        position = bri_sim_find(l.sim, "cart.x");
    double *rates = calloc((size_t)l.n, sizeof *rates), *values = calloc((size_t)channels, sizeof *values),
           *dx = calloc((size_t)l.n, sizeof *dx);
    const double push = 1;
    linearise(&l);
    assert_close(entry(&l, VX, X), -40, 1e-8);
    assert_close(entry(&l, VX, VX), -3, 1e-8);
    assert_int_equal(bri_sim_directional_derivative(l.sim, 0, l.x, NULL, &push, rates, values, NULL), BRI_OK);
    assert_close(rates[VX], 0.5, 1e-8);
    assert_close(values[acceleration], 0.5, 1e-8);
    assert_true(rates[X] == 0 && values[position] == 0);
    assert_true(bri_sim_input(l.sim, 0) == 5);
    dx[X] = 2, dx[VX] = -1;
    assert_int_equal(bri_sim_directional_derivative(l.sim, 0, l.x, dx, &push, NULL, values, NULL), BRI_OK);
    assert_close(values[acceleration], -80 + 3 + 0.5, 1e-7);
    assert_close(values[position], 2, 1e-8);
    assert_int_equal(bri_sim_directional_derivative(l.sim, 0, l.x, NULL, NULL, rates, values, NULL), BRI_OK);
    assert_true(rates[VX] == 0 && rates[X] == 0 && values[acceleration] == 0);
    free(rates);
    free(values);
    free(dx);
    linear_free(&l);
}

/* --- every model ---------------------------------------------------------------------------------------------------------- */

/* A direction that moves all states by their sizes, and the sums of the columns along it, agree; so do the channels of states. */
static void compare_directions(const char *path, linear *l, uint64_t *random)
{
    int n = l->n, states = l->system->states;
    double *dx = calloc(3 * (size_t)n, sizeof *dx), *along = dx + n, *size = dx + 2 * n;
    double *values = calloc((size_t)l->system->channels, sizeof *values);
    bri_error err = {0};
    for (int j = 0; j < states; j++)
        dx[j] = random_between(random, -1, 1) * l->system->size[j];
    bri_status status =
        bri_sim_directional_derivative(l->sim, bri_sim_time(l->sim), l->x, dx, NULL, along, values, &err);
    if (status) fail_msg("%s at %g s: %s", path, bri_sim_time(l->sim), err.what);
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < states; j++) {
            sum += entry(l, i, j) * dx[j];
            size[i] += fabs(entry(l, i, j) * dx[j]);
        }
        double scale = 1e-2;
        for (int k = 0; k < states; k++) /* of rates of the same kind */
            if (k / (states > 6 ? l->system->bodies * 3 : 3) == i / (states > 6 ? l->system->bodies * 3 : 3))
                scale = fmax(scale, size[k]);
        if (i < states && !(fabs(along[i] - sum) <= 1e-5 * fmax(scale, size[i])))
            fail_msg("%s at %.9g s: rate %s along a direction is %.10g, by columns %.10g of %.3g", path,
                     bri_sim_time(l->sim), l->system->state[i].name, along[i], sum, size[i]);
        int channel = bri_sim_find(l->sim, l->system->state[i].name);
        if (channel >= 0 && !(fabs(values[channel] - dx[i]) <= 1e-4 * (fabs(dx[i]) + 1e-3 * l->system->size[i])))
            fail_msg("%s: channel %s changes by %.10g, its state by %.10g", path, l->system->state[i].name,
                     values[channel], dx[i]);
    }
    free(dx);
    free(values);
}

static void every_model_has_derivatives(void **state)
{
    (void)state;
    model_files files = model_files_find();
    bri_run_def usual = bri_run_defaults();
    uint64_t random = 5;
    int models = 0;
    for (const char *path; (path = model_files_next(&files));) {
        linear l = {.system = build_file(path)};
        bri_error err = {0};
        l.sim = begin_sim(l.system, &usual);
        bri_sim *other = begin_sim(l.system, &usual);
        l.n = bri_sim_continuous_states(l.sim, NULL);
        l.x = calloc((size_t)l.n, sizeof *l.x);
        l.J = calloc((size_t)l.n * (size_t)l.n, sizeof *l.J);
        for (int step = 0; step < 12 && l.n < 200 && bri_sim_time(l.sim) < bri_sim_until(l.sim); step++) {
            if (bri_sim_step(l.sim, bri_sim_until(l.sim), &err) || bri_sim_step(other, bri_sim_until(l.sim), &err))
                fail_msg("%s: %s", path, err.what);
            if (step % 4) continue;
            bri_sim_get_states(l.sim, l.x);
            linearise(&l);
            compare_directions(path, &l, &random);
            if (!same_sims(l.sim, other)) fail_msg("%s: asking for derivatives has changed the simulation", path);
        }
        models++;
        bri_sim_destroy(other);
        linear_free(&l);
    }
    assert_true(models > 20);
}

static void what_has_none_is_refused(void **state)
{
    (void)state;
    bri_run_def partition = bri_run_defaults();
    partition.constraints = "partition";
    bri_system *system = build_file(MODELS_ROOT "/examples/pendulum.yaml");
    bri_sim *sim = begin_sim(system, &partition);
    int n = bri_sim_continuous_states(sim, NULL);
    double *x = calloc((size_t)n, sizeof *x), *J = calloc((size_t)n * (size_t)n, sizeof *J);
    bri_error err = {0};
    bri_sim_get_states(sim, x);
    assert_int_equal(bri_sim_jacobian(sim, 0, x, J, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "constraints: partition"));
    free(x);
    free(J);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smoothed_friction),
        cmocka_unit_test(lugre),
        cmocka_unit_test(contact),
        cmocka_unit_test(cart),
        cmocka_unit_test(every_model_has_derivatives),
        cmocka_unit_test(what_has_none_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
