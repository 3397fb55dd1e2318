/* test_trace.c - laws through histories: closed forms, energy, events, what is refused */
#include "test.h"

#include "bristle/bristle.h"

typedef struct subject {
    const bri_friction_law *law;
    bri_params params;
} subject;

static subject subject_of(const char *name)
{
    subject s = {.law = bri_law_find(name, NULL)};
    bri_params_defaults(&s.law->kind, &s.params);
    return s;
}

static void set(subject *s, const char *name, double value)
{
    assert_int_equal(bri_params_set(&s->law->kind, &s->params, name, value, NULL), BRI_OK);
}

static bri_trace *begin(const bri_trace_def *def)
{
    bri_trace *trace = NULL;
    bri_error err = {0};
    if (bri_trace_create(def, &trace, &err)) fail_msg("%s", err.what);
    return trace;
}

static bri_trace_def def_of(const subject *s, void (*history)(double, bri_trace_input *, void *), void *user)
{
    bri_trace_def def = bri_trace_defaults();
    def.law = s->law, def.params = &s->params, def.history = history, def.user = user;
    return def;
}

static void steadily(double t, bri_trace_input *now, void *user)
{
    (void)t;
    now->v[0] = *(double *)user;
    now->load = 10;
}

/* LuGre at constant velocity: z = (G/sigma0)(1 - exp(-sigma0 v t/G)), F = sigma0 z + sigma1 zdot. */
static void lugre_at_constant_velocity_is_an_exponential(void **state)
{
    (void)state;
    subject s = subject_of("lugre");
    double v = 2e-3, G = 10 * (0.1 + 0.05 * exp(-4)), rate = 1e5 * v / G;
    bri_trace_def def = def_of(&s, steadily, &v);
    bri_trace *trace = begin(&def);
    for (int i = 1; i <= 20; i++) {
        double t = 0.3 * i / rate, left = exp(-rate * t);
        assert_int_equal(bri_trace_advance(trace, t, NULL), BRI_OK);
        bri_trace_point now = bri_trace_now(trace);
        assert_close(-now.force[0], G * (1 - left) + 316.2 * v * left, 1e-7);
        assert_close(now.z[0], G / 1e5 * (1 - left), 1e-7);
        assert_close(now.x[0], v * t, 1e-9);
    }
    bri_trace_destroy(trace);
}

static void pulled_with(double t, bri_trace_input *now, void *user)
{
    (void)t;
    now->pull[0] = *(double *)user;
    now->load = 10;
}

static void a_block_slides_as_on_paper(void **state)
{
    (void)state;
    subject s = subject_of("coulomb");
    double pull = 3; /* against 1 N of friction on 2 kg */
    bri_trace_def def = def_of(&s, pulled_with, &pull);
    def.mass = 2;
    bri_trace *trace = begin(&def);
    assert_int_equal(bri_trace_advance(trace, 2, NULL), BRI_OK);
    bri_trace_point now = bri_trace_now(trace);
    assert_close(now.x[0], 2, 1e-12);
    assert_close(now.v[0], 2, 1e-12);
    assert_close(now.work, 2, 1e-9);
    assert_close(now.force[0], -1, 0);
    bri_trace_destroy(trace);
}

static void a_stuck_block_stays_stuck(void **state)
{
    (void)state;
    subject s = subject_of("coulomb");
    double pull = 0.999;
    bri_trace_def def = def_of(&s, pulled_with, &pull);
    def.mass = 2;
    bri_trace *trace = begin(&def);
    assert_int_equal(bri_trace_advance(trace, 1000, NULL), BRI_OK);
    bri_trace_point now = bri_trace_now(trace);
    assert_true(now.x[0] == 0 && now.v[0] == 0 && now.force[0] == -0.999);
    bri_trace_destroy(trace);
}

/* Pulled by a ramp a t: it holds until a t reaches the grip and then slides with a sliding friction below it. */
static void ramp(double t, bri_trace_input *now, void *user)
{
    (void)user;
    now->pull[0] = t;
    now->load = 10;
}

static void break_away_is_located(void **state)
{
    (void)state;
    subject s = subject_of("coulomb");
    set(&s, "mu_s", 0.15);
    bri_trace_def def = def_of(&s, ramp, NULL);
    def.mass = 1;
    bri_trace *trace = begin(&def);
    assert_int_equal(bri_trace_advance(trace, 2.5, NULL), BRI_OK);
    bri_trace_point now = bri_trace_now(trace); /* from 1.5 s on: v' = t - 1 */
    assert_close(now.v[0], (1.5 * 1.5 - 0.5 * 0.5) / 2, 1e-10);
    assert_close(now.x[0], (1.5 * 1.5 * 1.5 - 0.5 * 0.5 * 0.5) / 6 - 0.5 * 0.5 / 2, 1e-10);
    assert_int_equal(now.events, 1);
    bri_trace_destroy(trace);
}

static void swinging(double t, bri_trace_input *now, void *user)
{
    (void)user;
    now->pull[0] = 2 * sin(3 * t);
    now->v[0] = 0.01 * sin(20 * t);
    now->load = 10;
}

/* What the pull puts in is kinetic energy and work against friction; the latter is integrated beside. */
static void energy_is_accounted_for(void **state)
{
    (void)state;
    const char *laws[] = {"coulomb",        "stribeck",     "coulomb_tanh",    "lugre",
                          "elasto_plastic", "maxwell_slip", "reset_integrator"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        subject s = subject_of(laws[i]);
        bri_trace_def def = def_of(&s, swinging, NULL);
        def.mass = 1;
        def.rtol = 1e-9;
        bri_trace *trace = begin(&def);
        double put_in = 0, h = 1e-4, last = 0;
        for (int k = 1; k <= 30000; k++) { /* trapezoidal rule, by itself */
            assert_int_equal(bri_trace_advance(trace, k * h, NULL), BRI_OK);
            bri_trace_point now = bri_trace_now(trace);
            double power = 2 * sin(3 * k * h) * now.v[0];
            put_in += 0.5 * h * (power + last);
            last = power;
        }
        bri_trace_point end = bri_trace_now(trace);
        assert_close(end.work + 0.5 * end.v[0] * end.v[0], put_in, 2e-6 * put_in);
        bri_trace_destroy(trace);
    }
}

/* The answer must not hang on the tolerance; rodas4 against a very different method: fixed steps of Heun. */
static void a_trace_agrees_with_small_steps_of_another_method(void **state)
{
    (void)state;
    const char *laws[] = {"dahl", "lugre", "gonthier", "stribeck_dankowicz", "bouc_wen", "elasto_plastic"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        subject s = subject_of(laws[i]);
        bri_trace_def def = def_of(&s, swinging, NULL);
        bri_trace *trace = begin(&def);
        assert_int_equal(bri_trace_advance(trace, 0.5, NULL), BRI_OK);
        double force = bri_trace_now(trace).force[0], z[3] = {0}, now[3], rate[3], next[3];
        bri_trace_destroy(trace);
        bri_slip slip = {.elements = 1};
        bri_drag drag = {0};
        int n = bri_friction_states(s.law, &s.params, 1), steps = 2000000;
        double h = 0.5 / steps;
        for (int k = 0; k < steps; k++) {
            double v = 0.01 * sin(20 * k * h), later = 0.01 * sin(20 * (k + 1) * h);
            bri_slip_set(&slip, 1, &v, 10);
            slip.z = z, drag.zdot = rate;
            s.law->eval(&s.params, &slip, &drag, NULL);
            for (int j = 0; j < n; j++)
                now[j] = z[j] + h * rate[j];
            bri_slip_set(&slip, 1, &later, 10);
            slip.z = now, drag.zdot = next;
            s.law->eval(&s.params, &slip, &drag, NULL);
            for (int j = 0; j < n; j++)
                z[j] += 0.5 * h * (rate[j] + next[j]);
        }
        double v = 0.01 * sin(10);
        bri_slip_set(&slip, 1, &v, 10);
        slip.z = z;
        s.law->eval(&s.params, &slip, &drag, NULL);
        assert_close(force, drag.force[0], 1e-6);
    }
}

static void noise_comes_through(void **state)
{
    (void)state;
    subject s = subject_of("coulomb_tanh");
    bri_params params;
    bri_noise noise;
    double v = 0.1;
    bri_params_defaults(bri_noise_parameters(), &params);
    bri_params_set(bri_noise_parameters(), &params, "std", 0.1, NULL);
    assert_int_equal(bri_noise_place(&params, &noise, NULL), BRI_OK);
    bri_trace_def def = def_of(&s, steadily, &v);
    def.noise = &noise;
    bri_trace *trace = begin(&def);
    double sum = 0, squares = 0;
    for (int i = 1; i <= 20000; i++) {
        assert_int_equal(bri_trace_advance(trace, i * 1e-3, NULL), BRI_OK);
        double off = bri_trace_now(trace).force[0] + 1;
        sum += off;
        squares += off * off;
    }
    assert_close(sum / 20000, 0, 5e-3);
    assert_close(sqrt(squares / 20000), 0.1, 5e-3);
    bri_trace_destroy(trace);
}

/* It sticks as long as |pull - P| <= limit; over time that ends at the first excess, which a scan finds. */
static void noise_at_rest_is_held_with_the_pull(void **state)
{
    (void)state;
    for (int over = 0; over < 2; over++) {
        subject s = subject_of("coulomb");
        bri_params params;
        bri_noise noise;
        set(&s, "mu_s", 0.15);
        bri_params_defaults(bri_noise_parameters(), &params);
        bri_params_set(bri_noise_parameters(), &params, "std", 0.1, NULL);
        bri_params_set(bri_noise_parameters(), &params, "over", over, NULL);
        assert_int_equal(bri_noise_place(&params, &noise, NULL), BRI_OK);
        double t = 0, excess = -1;
        for (; excess < 0; t += 1e-6) {
            bri_slip still = {.dim = 1, .time = t};
            bri_drag drag = {.force = {0}};
            bri_noise_add(&noise, &still, &drag, NULL);
            excess = fabs(t + drag.force[0]) - 1.5;
        }
        bri_trace_def def = def_of(&s, ramp, NULL);
        def.mass = 1;
        def.noise = &noise;
        bri_trace *trace = begin(&def);
        assert_int_equal(bri_trace_advance(trace, t - 1e-5, NULL), BRI_OK);
        assert_true(bri_trace_now(trace).x[0] == 0 && bri_trace_now(trace).events == 0);
        assert_int_equal(bri_trace_advance(trace, t + 1e-4, NULL), BRI_OK);
        assert_int_equal(bri_trace_now(trace).events, 1);
        assert_close(bri_trace_now(trace).v[0], 0.5e-4,
                     2e-6); /* 0.5 N more than sliding friction; the noise changes by 1 % of that */
        bri_trace_destroy(trace);
    }
}

static void breakpoints_are_straight_lines_with_steps(void **state)
{
    (void)state;
    const double t[] = {0, 1, 1, 2}, v[] = {0, 2, 5, 5};
    bri_breakpoints points = {.count = 4, .t = t, .v = v};
    const double ask[] = {-1, 0, 0.25, 1, 1.5, 2, 9}, expected[] = {0, 0, 0.5, 5, 5, 5, 5};
    for (int i = 0; i < 7; i++) {
        bri_trace_input now = {0};
        bri_breakpoints_history(ask[i], &now, &points);
        assert_close(now.v[0], expected[i], 1e-15);
    }
    assert_true(bri_breakpoints_next(0, &points) == 1 && bri_breakpoints_next(1, &points) == 2);
    assert_true(isinf(bri_breakpoints_next(2, &points)));
}

static void a_table_of_a_trace_has_names_and_rows(void **state)
{
    (void)state;
    subject s = subject_of("maxwell_slip");
    bri_trace_def def = def_of(&s, swinging, NULL);
    bri_table *table;
    assert_int_equal(bri_trace_run(&def, 0.1, 11, &table, NULL), BRI_OK);
    assert_int_equal(table->rows, 11);
    assert_int_equal(bri_table_find(table, "f.4"), (int)table->columns - 1);
    assert_close(bri_table_row(table, 10)[0], 0.1, 0);
    assert_close(bri_table_row(table, 10)[bri_table_find(table, "position")], 0.0005 * (1 - cos(2)), 1e-9);
    bri_table_destroy(table);
}

static void what_makes_no_sense_is_refused(void **state)
{
    (void)state;
    subject s = subject_of("coulomb"), oil = subject_of("misharin");
    double v = 1;
    bri_trace *trace;
    bri_error err = {0};
    bri_trace_def def = def_of(&s, steadily, &v);
    def.dim = 3;
    assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_BAD_VALUE);
    def.dim = 2, def.mass = 1;
    assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_BAD_VALUE); /* a set-valued law in two components */
    def.dim = 1, def.mass = -1;
    assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_BAD_VALUE);
    def.mass = 0, def.rtol = 0;
    assert_int_equal(bri_trace_create(&def, &trace, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "rtol is 0, and must lie between 1e-13 and 0.1");
    bri_table *table = NULL;
    def = def_of(&s, steadily, &v);
    assert_int_equal(bri_trace_run(&def, 0, 2, &table, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "a trace needs at least two rows and an end (0 s) after its start (0 s)");
    assert_int_equal(bri_trace_run(&def, 1, 1, &table, &err), BRI_BAD_VALUE);
    assert_null(table);
    def = def_of(&oil, steadily, &v);
    assert_int_equal(bri_trace_create(&def, &trace, &err), BRI_MISSING);
    assert_non_null(strstr(err.what, "viscosity"));
    def = def_of(&s, steadily, &v);
    trace = begin(&def);
    assert_int_equal(bri_trace_advance(trace, NAN, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_trace_advance(trace, INFINITY, NULL), BRI_BAD_VALUE);
    bri_trace_destroy(trace);
    bri_trace_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lugre_at_constant_velocity_is_an_exponential),
        cmocka_unit_test(a_block_slides_as_on_paper),
        cmocka_unit_test(a_stuck_block_stays_stuck),
        cmocka_unit_test(break_away_is_located),
        cmocka_unit_test(energy_is_accounted_for),
        cmocka_unit_test(a_trace_agrees_with_small_steps_of_another_method),
        cmocka_unit_test(noise_comes_through),
        cmocka_unit_test(noise_at_rest_is_held_with_the_pull),
        cmocka_unit_test(breakpoints_are_straight_lines_with_steps),
        cmocka_unit_test(a_table_of_a_trace_has_names_and_rows),
        cmocka_unit_test(what_makes_no_sense_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
