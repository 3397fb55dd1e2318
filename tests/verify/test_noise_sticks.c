/* test_noise_sticks.c - noise that acts at rest too, under laws with exact stiction
 *
 *     sliding: F = -mu N sgn v - P,    at rest: -mu_s N - P <= F <= mu_s N - P
 *
 * so that a block under a push S sticks as long as |S - P| <= mu_s N. Over time, all of its motion is a closed form, piece
 * by piece: m v = int S - P -+ mu N dt, with P a sum of cosines. Over distance, under a constant push, m v^2/2 = (S - mu N) s -
 * int P ds. The waves of P are those that bri_noise_place gives; test_noise.c compares them with their definition. */
#include "mechanism.h"

static const double pi = 3.14159265358979323846;
static const double mass = 2, load = 20, swing = 8, frequency = 1; /* kg, N, N, Hz */

static bri_noise waves_of(double std, int over)
{
    bri_params params;
    bri_noise noise;
    bri_params_defaults(bri_noise_parameters(), &params);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "std", std, NULL), BRI_OK);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "over", over, NULL), BRI_OK);
    assert_int_equal(bri_noise_place(&params, &noise, NULL), BRI_OK);
    return noise;
}

/* P at t, or its first or second integral. */
static double waves(const bri_noise *noise, int integrals, double t)
{
    double sum = 0;
    for (int j = 0; j < BRI_NOISE_WAVES; j++) {
        double w = 2 * pi * noise->frequency[0][j], turn = w * t + 2 * pi * noise->phase[0][j];
        sum += integrals == 0 ? cos(turn) : integrals == 1 ? sin(turn) / w : -cos(turn) / (w * w);
    }
    return noise->amplitude * sqrt(2.0 / BRI_NOISE_WAVES) * sum;
}

static const char *block(const char *friction, const char *push, const char *settings)
{
    return MODEL("gravity: [0, -10]\n"
                 "bodies: {block: {mass: 2 kg, inertia: 1 kg m2}}\n"
                 "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n"
                 "forces: {push: {force: block, along: [1, 0], value: %s}}\n"
                 "run: {%s}\n",
                 friction, push, settings);
}

/* --- over time: the whole motion by itself ------------------------------------------------------------------------- */

typedef struct motion { /* one block under a sine and noise over time, state by state */
    bri_noise noise;
    double mu_k, mu_s;
    int way;                 /* 0: sticks */
    double begun, from;      /* when this state began, and where */
    double event[100];       /* when it changed, */
    int became[100], events; /* and to which way */
} motion;

static double rest_force(const motion *m, double t)
{
    return swing * sin(2 * pi * frequency * t) - waves(&m->noise, 0, t);
}

/* Integral of the push and the noise, or integral of that. */
static double impulse(const motion *m, int integrals, double t)
{
    double w = 2 * pi * frequency, push = integrals == 1 ? -cos(w * t) / w : -sin(w * t) / (w * w);
    return swing * push - waves(&m->noise, integrals, t);
}

static double speed_at(const motion *m, double t)
{
    double slid = t - m->begun;
    if (!m->way) return 0;
    return (impulse(m, 1, t) - impulse(m, 1, m->begun) - m->way * m->mu_k * load * slid) / mass;
}

static double place_at(const motion *m, double t)
{
    double slid = t - m->begun;
    if (!m->way) return m->from;
    return m->from + (impulse(m, 2, t) - impulse(m, 2, m->begun) - impulse(m, 1, m->begun) * slid -
                      m->way * m->mu_k * load * slid * slid / 2) /
                         mass;
}

/* Above 0 as long as the state goes on. */
static double goes_on(const motion *m, double t)
{
    return m->way ? m->way * speed_at(m, t) : m->mu_s * load - fabs(rest_force(m, t));
}

static double move(motion *m, double until)
{
    const double step = 2e-5;
    for (double t = step; t < until; t += step) {
        double low = fmax(t - step, m->begun), high = t;
        if (goes_on(m, t) >= 0 || m->events >= 99) continue;
        for (int turn = 0; turn < 60; turn++) {
            double middle = 0.5 * (low + high);
            *(goes_on(m, middle) >= 0 ? &low : &high) = middle;
        }
        double pulled = rest_force(m, high);
        m->from = place_at(m, high);
        m->way = m->way && fabs(pulled) <= m->mu_s * load ? 0 : pulled > 0 ? 1 : -1;
        m->begun = m->event[m->events] = high;
        m->became[m->events++] = m->way;
    }
    return place_at(m, until);
}

static void block_moves_as_its_closed_form(void **state)
{
    (void)state;
    static const double deviations[] = {0.01, 0.1, 0.3, 2};
    static const way ways[] = {
        {"dopri5", 1e-9}, {"radau5", 1e-9}, {"bristle5", 1e-9}, {"bs23", 1e-8}, {"rodas4", 1e-8}};
    for (int i = 0; i < 8; i++) {
        char friction[200];
        double std = deviations[i / 2];
        motion m = {.noise = waves_of(std, 0), .mu_k = 0.3, .mu_s = i % 2 ? 0.35 : 0.3};
        double x = move(&m, 1.2);
        assert_true(m.events >= 4);
        snprintf(friction, sizeof friction, "law: coulomb, mu_k: 0.3, mu_s: %.17g, noise: {std: %.17g N}", m.mu_s, std);
        for (EACH(w, ways)) {
            bri_result *result = run(block(friction, "{sine: 8 N, frequency: 1 Hz}", "interval: 1 ms"), w->integrator,
                                     1.2, w->rtol, 1e-6);
            assert_int_equal(result->events, m.events);
            for (int e = 0; e < m.events; e++) {
                const char *what = m.became[e] ? m.became[e] > 0 ? "slips forward" : "slips backward" : "sticks";
                assert_true(strstr(result->event[e]->what, what));
                assert_close(result->event[e]->time, m.event[e], 1e-6);
            }
            meet(result, "block.x", x, 1e-7);
            for (size_t row = 0; row < result->channels->rows; row++) { /* friction counts the noise */
                double t = at_row(result, row, "t"), P = waves(&m.noise, 0, t);
                double F = at_row(result, row, "floor.friction"), v = at_row(result, row, "floor.v");
                if (at_row(result, row, "floor.stuck") != 0)
                    assert_close(F, -swing * sin(2 * pi * t), 1e-9);
                else if (fabs(v) > 1e-6)
                    assert_close(F, (v > 0 ? -6 : 6) - P, 1e-9);
            }
            bri_result_destroy(result);
        }
    }
}

/* --- over distance --------------------------------------------------------------------------------------------------- */

static void over_distance_the_speed_is_that_of_the_work_done(void **state)
{
    (void)state;
    static const way ways[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"bristle5", 1e-9}};
    bri_noise noise = waves_of(0.5, 1);
    for (EACH(w, ways)) {
        bri_result *result = run(block("law: coulomb, mu_k: 0.3, noise: {std: 0.5 N, over: distance}",
                                       "{ramp: 10 N, end: 1 s}", "interval: 1 ms"),
                                 w->integrator, 1, w->rtol, 1e-6);
        assert_close(when(result, "floor slips forward", 0), (6 + waves(&noise, 0, 0)) / 10, 1e-8);
        bri_result_destroy(result);
        result = run(block("law: coulomb, mu_k: 0.3, noise: {std: 0.5 N, over: distance}", "12 N", "interval: 1 ms"),
                     w->integrator, 0.5, w->rtol, 1e-6);
        double s = last(result, "block.x"), v = last(result, "block.vx");
        double work = 6 * s - waves(&noise, 1, s) + waves(&noise, 1, 0);
        assert_true(s > 0.3);
        assert_close(v, sqrt(2 * work / mass), 1e-6);
        bri_result_destroy(result);
    }
}

/* --- laws with exact stiction, noises, integrators ------------------------------------------------------------------- */

static void every_law_goes_on_and_closes_its_energy_balance(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "coulomb, mu_k: 0.3",
        "coulomb, mu_k: 0.3, mu_s: 0.35",
        "coulomb_viscous, mu_k: 0.3, k_v: 2 N s/m",
        "stribeck, mu_k: 0.3, mu_s: 0.3, v_s: 10 mm/s",
        "stribeck, mu_k: 0.3, mu_s: 0.4, v_s: 10 mm/s",
        "hess_soom, mu_k: 0.3, mu_s: 0.4, v_s: 10 mm/s",
        "table, speed: [0, 0.02, 1], mu: [0.35, 0.3, 0.32]",
    };
    static const char *const noises[] = {
        "over: time",
        "over: distance",
        "over: distance, wavelength: 20 mm, seed: 3",
        "over: time, gate: 5 mm/s",
        "over: distance, gate: 5 mm/s",
    };
    static const double deviations[] = {0.01, 0.1, 1, 5};
    enum {
        LAWS = sizeof laws / sizeof *laws,
        NOISES = sizeof noises / sizeof *noises,
        CASES = LAWS * NOISES * 4
    };
    int first = 0;
    for (EACH_INTEGRATOR(kind))
        for (int i = first++ % 3; i < CASES; i += 3) { /* every third, of all laws, noises and deviations */
            bool fixed = (*kind)->flags & BRI_HAS_FIXED_STEP;
            char friction[300];
            snprintf(friction, sizeof friction, "law: %s, noise: {std: %g N, %s}", laws[i % LAWS],
                     deviations[i / (LAWS * NOISES)], noises[i / LAWS % NOISES]);
            bri_result *result = run(block(friction, "{sine: 8 N, frequency: 1 Hz}",
                                           fixed ? "step: 0.5 ms, interval: 0.1 s" : "interval: 0.1 s"),
                                     (*kind)->kind.name, 1, 1e-6, 1e-3);
            bri_result_destroy(result);
        }
}

/* --- the verdict ------------------------------------------------------------------------------------------------------ */

/* At rest, 5 N against friction of at most 6 N and the noise: sticking needs |5 N - P(t)|/20 N; the force that holds is -5 N. */
static void verdict_counts_the_noise_at_its_instant(void **state)
{
    (void)state;
    bri_noise noise = waves_of(2, 0);
    bri_system *system = build(block("law: coulomb, mu_k: 0.3, noise: {std: 2 N}", "5 N", "until: 1 s"));
    for (int i = 0; i < 20; i++) {
        bri_error err = {0};
        bri_verdict_result *result = NULL;
        bri_verdict_def def = bri_verdict_defaults();
        double t = 0.0137 * i, held = 5 - waves(&noise, 0, t);
        def.intervals = true;
        assert_int_equal(bri_verdict_at(system, &def, t, &result, &err), BRI_OK);
        assert_close(result->possible_factor, fabs(held) / 6, 1e-9);
        assert_close(result->guaranteed_factor, fabs(held) / 6, 1e-9);
        assert_true((result->verdict == BRI_STICKS) == (fabs(held) < 6));
        assert_false(result->proportional);
        assert_close(result->quantity[0]->coherent.low, -5, 1e-9);
        bri_verdict_destroy(result);
    }
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_moves_as_its_closed_form),
        cmocka_unit_test(over_distance_the_speed_is_that_of_the_work_done),
        cmocka_unit_test(verdict_counts_the_noise_at_its_instant),
        cmocka_unit_test(every_law_goes_on_and_closes_its_energy_balance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
