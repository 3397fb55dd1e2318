/* test_extremes.c - largest forces, rms, powers, shares of rest and efficiency of a run against closed forms, whatever its rows
 *
 * Quantities are followed through the steps and their interpolants; every run has only two rows. */
#include "mechanism.h"

static const double pi = 3.14159265358979323846;

static bri_result *summarise(const char *model, const char *integrator, double from, double until)
{
    bri_error err = {0};
    bri_result *result = NULL;
    bri_system *system = build(model);
    bri_run_def def = bri_run_defaults();
    def.integrator = integrator;
    def.until = def.interval = until;
    def.from = from;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    assert_int_equal(result->channels->rows, 2);
    bri_system_destroy(system);
    return result;
}

static const bri_force_summary *force_of(const bri_result *result, const char *name, const char *what)
{
    for (int i = 0; i < result->force_summaries; i++)
        if (!strcmp(result->force_summary[i]->name, name) && !strcmp(result->force_summary[i]->what, what))
            return result->force_summary[i];
    fail_msg("there is no %s of '%s'", what, name);
    return NULL;
}

static const char *const integrators[] = {"dopri5", "radau5", "imex4", "bs23"};

/* A mass m driven along x = A sin(w t): F = -m A w^2 sin(w t), P = F v = -m A^2 w^3 sin(2 w t)/2. */
static void a_harmonic_driver_has_its_closed_form(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        for (int k = 0; k < 4; k++) {
            double m = 0.5 + 3 * k, A = 0.02 * (k + 1), hertz = 0.7 * pow(10, k), w = 2 * pi * hertz, T = 1 / hertz;
            double from = k % 2 ? 1.3 * T : 0, until = 3.4 * T, span = until - from;
            bri_result *result =
                summarise(MODEL("bodies: {block: {mass: %.17g kg, inertia: 1e-3 kg m2}}\n"
                                "joints:\n"
                                "  guide: {translational: [ground, block], along: [1, 0]}\n"
                                "  drive: {translation_driver: [ground, block], along: [1, 0], motion: {sine: %.17g m, "
                                "frequency: %.17g Hz}}\n",
                                m, A, hertz),
                          integrators[i], from, until);
            const bri_force_summary *f = force_of(result, "drive", "force");
            double force = m * A * w * w, power = force * A * w / 2;
            double square = span / 2 - (sin(2 * w * until) - sin(2 * w * from)) / (4 * w);
            double work = power * (cos(2 * w * until) - cos(2 * w * from)) / (2 * w);
            assert_close(fabs(f->peak) / force, 1, 1e-5);
            assert_close(fabs(sin(w * f->peak_time)), 1, 1e-5);
            assert_true(f->peak_time >= from && f->peak_time <= until);
            assert_close(f->peak * sin(w * f->peak_time), -force, 1e-5 * force);
            assert_close(fabs(f->peak_power) / power, 1, 2e-5);
            assert_close(fabs(sin(2 * w * f->peak_power_time)), 1, 2e-5);
            double closely =
                i < 2 ? 1e-4 : 1e-3; /* driven, it has no error to control: steps are parts of the period */
            assert_close(f->rms / force, sqrt(square / span), closely);
            assert_close(f->work, work, closely * power / w);
            assert_close(f->mean_power, work / span, closely * power);
            bri_result_destroy(result);
        }
}

/* The time of a peak is known better than by where it was seen, however short steps are. */
static void times_of_peaks_are_those_of_the_tops(void **state)
{
    (void)state;
    static const double rtol[] = {1e-5, 1e-6, 1e-8, 1e-10, 1e-11};
    for (size_t i = 0; i < sizeof rtol / sizeof *rtol; i++)
        for (int k = 0; k < 6; k++) {
            double hertz = 0.3 * pow(3, k), w = 2 * pi * hertz, phase = 0.23 * k;
            bri_error err = {0};
            bri_result *result = NULL;
            bri_system *system =
                build(MODEL("bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"
                            "joints:\n"
                            "  guide: {translational: [ground, block], along: [1, 0]}\n"
                            "  drive: {translation_driver: [ground, block], along: [1, 0], motion: {sine: 1 m, "
                            "frequency: %.17g Hz, phase: %.17g rad, offset: %.17g m}}\n",
                            hertz, phase, -sin(phase)));
            bri_run_def def = bri_run_defaults();
            def.rtol = rtol[i];
            def.until = def.interval = 0.5 / hertz;
            if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
            assert_close(w * force_of(result, "drive", "force")->peak_time + phase, pi / 2, 3e-4);
            bri_result_destroy(result);
            bri_system_destroy(system);
        }
}

static double elliptic_K(double k) /* by the arithmetic-geometric mean */
{
    double a = 1, b = sqrt(1 - k * k);
    for (int i = 0; i < 8; i++) {
        double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return pi / (2 * a);
}

/* A rod that falls from an angle to the vertical: at the lowest point its pin carries m g + m r w^2, after a quarter of the
 * period, 4 K(sin(angle/2)) sqrt(I/(m g r)). Its friction, 1e-9 N m, only makes the load known. */
static void a_pendulum_loads_its_pin_at_the_lowest_point(void **state)
{
    (void)state;
    const double m = 2, r = 0.5, I = 2 * 1. / 12 + m * r * r, g = 9.81;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        for (int k = 1; k < 6; k++) {
            double angle = 0.5 * k, quarter = elliptic_K(sin(angle / 2)) * sqrt(I / (m * g * r));
            double most = m * g + m * r * 2 * m * g * r * (1 - cos(angle)) / I;
            bri_result *result = summarise(
                MODEL("gravity: [0, -9.81]\n"
                      "bodies: {rod: {mass: 2 kg, inertia: %.17g kg m2, at: [%.17g, %.17g], angle: %.17g rad, "
                      "points: {top: [0, 0.5]}}}\n"
                      "joints: {pin: {revolute: [ground, rod.top]}}\n",
                      2 * 1. / 12, r * sin(angle), -r * cos(angle), angle),
                integrators[i], 0, 1.7 * quarter);
            const bri_force_summary *f = force_of(result, "pin", "reaction");
            assert_close(f->peak / most, 1, 3e-5);
            assert_close(f->peak_time / quarter, 1, sqrt(1e-5)); /* the top is flat: a value is right to 1e-5 */
            assert_true(isnan(f->rms) && isnan(f->mean_power));
            bri_result_destroy(result);
        }
}

static double square_of(double x) { return x * x; }

/* A rod that turns over, with speed w at the top: its pin carries m (g cos - r w^2) along it and (1 - m r^2/I) m g sin across it at
 * an angle from the top. The least load is found among 1e6 angles. It may be close to 0 between two steps. */
static void a_rod_that_turns_over_has_its_least_load(void **state)
{
    (void)state;
    const double m = 2, r = 0.5, I = 2 * 1. / 12 + m * r * r, g = 9.81;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        for (double top = 0.3; top < 8; top *= 1.2) {
            double least = INFINITY, most = m * g + m * r * (top * top + 4 * m * g * r / I);
            for (int n = 0; n <= 1000000; n++) {
                double angle = pi * n / 1e6, w2 = top * top + 2 * m * g * r * (1 - cos(angle)) / I;
                least = fmin(least, square_of(m * (g * cos(angle) - r * w2)) +
                                        square_of(m * g * sin(angle) * (1 - m * r * r / I)));
            }
            least = sqrt(least);
            bri_result *result = summarise(MODEL("gravity: [0, -9.81]\n"
                                                 "bodies: {rod: {mass: 2 kg, inertia: %.17g kg m2, at: [0, 0.5], spin: "
                                                 "%.17g rad/s, points: {foot: [0, -0.5]}}}\n"
                                                 "joints: {pin: {revolute: [ground, rod.foot], radius: 1 um, friction: "
                                                 "{law: viscous, k_v: 1e-9 N s/m}}}\n",
                                                 2 * 1. / 12, top),
                                           integrators[i], 0, 3);
            assert_close(result->friction_summary[0]->load_least, least, 1e-4 * most);
            bri_result_destroy(result);
        }
}

/* A wheel whose pin is pulled along x and y by two sines: the reaction turns round, and its least length falls between two steps. */
static void a_reaction_that_turns_round_has_its_least(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        for (int k = 0; k < 10; k++) {
            double force = 7 * pow(3, k), w = 2 * pi * (0.2 + 0.3 * k), other = w * (0.3 + 0.17 * k), least = INFINITY;
            for (int n = 0; n <= 1000000; n++)
                least = fmin(least,
                             hypot(force * sin(w * n * 2e-6 + 0.1) + 0.1 * force, force * sin(other * n * 2e-6 + 0.2)));
            bri_result *result = summarise(MODEL("bodies: {wheel: {mass: 1 kg, inertia: 1e-3 kg m2, spin: 1 rad/s}}\n"
                                                 "joints: {pin: {revolute: [ground, wheel], radius: 1 um, friction: "
                                                 "{law: viscous, k_v: 1e-9 N s/m}}}\n"
                                                 "forces: {right: {force: wheel, along: [1, 0], value: {sine: %.17g N, "
                                                 "frequency: %.17g Hz, phase: 0.1 rad, offset: "
                                                 "%.17g N}}, up: {force: wheel, along: [0, 1], value: {sine: %.17g N, "
                                                 "frequency: %.17g Hz, phase: 0.2 rad}}}\n",
                                                 force, w / (2 * pi), 0.1 * force, force, other / (2 * pi)),
                                           integrators[i], 0, 2);
            assert_close(result->friction_summary[0]->load_least, least, 1e-4 * force);
            bri_result_destroy(result);
        }
}

/* Normal force F sin(w t) in a guide: its load passes 0, where it has a kink, and only the preload is left. With a length L and a
 * couple C besides, its corners carry |F sin(w t)/2 + C/L| + |F sin(w t)/2 - C/L|, at least 2 C/L. */
static void loads_that_change_their_sign_have_their_least(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
        for (int k = 1; k < 5; k++)
            for (int corners = 0; corners < 2; corners++) {
                double force = 7 * pow(8, k), preload = corners ? 0 : k - 1, couple = 0.1 * force,
                       length = 0.3 * k + 0.4;
                char shape[40] = "";
                if (corners) snprintf(shape, sizeof shape, "length: %.17g, ", length);
                bri_result *result =
                    summarise(MODEL("bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2, velocity: [1e6 m/s, 0]}}\n"
                                    "joints: {guide: {translational: [ground, block], along: [1, 0], at: [0, 0], "
                                    "%sfriction: {law: coulomb, mu_k: 1e-9, "
                                    "preload: %.17g N}}}\n"
                                    "forces: {side: {force: block, along: [0, 1], value: {sine: %.17g N, frequency: "
                                    "%.17g Hz}}, c: {torque: "
                                    "block, value: %.17g N m}}\n",
                                    shape, preload, force, 0.37 * k, corners ? couple : 0),
                              integrators[i], 0, 2);
                assert_close(result->friction_summary[0]->load_least, corners ? 2 * couple / length : preload,
                             1e-5 * force);
                bri_result_destroy(result);
            }
}

/* A block of speed v stops after v/(mu g) and sticks. With a smoothed law it rests below the law's speed 1/k_tanh; it gets
 * there earlier by about that speed over mu g. */
static void a_block_rests_from_its_stop_on(void **state)
{
    (void)state;
    static const char *const laws[] = {"law: coulomb, mu_k: %g", "law: coulomb_tanh, mu_k: %g, k_tanh: 1e4 s/m"};
    for (int i = 0; i < 2; i++)
        for (int k = 1; k < 5; k++) {
            double mu = 0.1 * k, v = 0.5 * k, stop = v / (mu * 9.81), until = (1 + k) * stop;
            char law[100];
            snprintf(law, sizeof law, laws[i], mu);
            bri_result *result =
                summarise(MODEL("gravity: [0, -9.81]\n"
                                "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2, velocity: [%.17g, 0]}}\n"
                                "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {%s}}}\n",
                                v, law),
                          i ? "bristle5" : NULL, 0, until);
            const bri_friction_summary *f = result->friction_summary[0];
            assert_close(f->at_rest, 1 - stop / until, i ? 2e-3 : 1e-6 + 1e-9); /* slip of 1e-6 v counts as rest */
            assert_close(f->load_least, 9.81, 1e-9);
            assert_close(f->load_most, 9.81, 1e-9);
            assert_close(f->ratio_loaded, mu, i ? 1e-6 : 1e-12);
            bri_result_destroy(result);
        }
}

/* Its slip is 0, and it holds by stiction: but a wheel that rolls at 25 m/s does not rest. */
static void a_rolling_wheel_does_not_rest(void **state)
{
    (void)state;
    static const double speeds[] = {0, 1e-3, 25};
    for (int i = 0; i < 3; i++) {
        bri_result *result = summarise(MODEL("gravity: [0, -9.81]\n"
                                             "bodies: {wheel: {mass: 1 kg, inertia: 0.01 kg m2, radius: 0.2 m, at: [0, "
                                             "0.2], velocity: [%.17g, 0], spin: %.17g}}\n"
                                             "joints: {road: {wheel_on_line: [ground, wheel], along: [1, 0], friction: "
                                             "{law: coulomb, mu_k: 0.5}}}\n",
                                             speeds[i], -speeds[i] / 0.2),
                                       NULL, 0, 0.5);
        for (int k = 0; k < result->friction_summaries; k++)
            assert_close(result->friction_summary[k]->at_rest, i == 0, 0);
        bri_result_destroy(result);
    }
}

/* A motor turns a rotor at a constant speed against a brake and the friction of its bearing: efficiency T/(T + friction). */
static void efficiency_is_output_over_input(void **state)
{
    (void)state;
    for (int k = 1; k < 5; k++) {
        double friction = 0.3 * k, brake = 2;
        bri_result *result =
            summarise(MODEL("bodies: {rotor: {mass: 1 kg, inertia: 0.1 kg m2, spin: 5 rad/s}}\n"
                            "joints:\n"
                            "  bearing: {revolute: [ground, rotor], friction: {law: coulomb, mu_k: %.17g N m}}\n"
                            "  motor: {rotation_driver: [ground, rotor], motion: {ramp: 500 rad, end: 100 s}}\n"
                            "forces: {brake: {torque: rotor, value: %.17g N m}}\n",
                            friction, -brake),
                      NULL, 0, 2);
        const bri_force_summary *motor = force_of(result, "motor", "torque"),
                                *load = force_of(result, "brake", "torque");
        assert_close(motor->peak, brake + friction, 1e-9);
        assert_close(motor->rms, brake + friction, 1e-9);
        assert_close(motor->mean_power, 5 * (brake + friction), 1e-8);
        assert_close(load->mean_power, -5 * brake, 1e-8);
        assert_close(result->efficiency, brake / (brake + friction), 1e-9);
        assert_close(result->work_in, 10 * (brake + friction), 1e-8);
        assert_close(result->work_out, 10 * brake, 1e-8);
        bri_result_destroy(result);
    }
}

/* Steps over the static peak of a smoothed law, as slip reverses: |F|/N is that of the law's curve, at any interval. */
static void a_peak_within_a_step_is_seen(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        double v_s = 1e-4 * pow(10, k), most = 0; /* cubic_step: mu_s at the speed v_s */
        bri_result *result = summarise(
            MODEL("gravity: [0, -9.81]\n"
                  "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"
                  "joints:\n"
                  "  drive: {translation_driver: [ground, block], along: [1, 0], motion: {sine: 0.1 m, frequency: 1 "
                  "Hz}}\n"
                  "  floor: {translational: [ground, block], along: [1, 0], friction: {law: cubic_step, mu_s: 0.6, "
                  "mu_k: 0.3, v_s: %.17g, v_d: %.17g}}\n",
                  v_s, 1.5 * v_s),
            "dopri5", 0, 2.2);
        most = result->friction_summary[0]->ratio_loaded;
        assert_close(most, 0.6, 1e-3);
        bri_result_destroy(result);
    }
}

static bool stop_after(double time, double share, void *user)
{
    (void)share;
    return time < *(double *)user;
}

/* A run that is stopped ends with a row of its last state. */
static void a_partial_result_has_its_last_state(void **state)
{
    (void)state;
    for (int k = 1; k < 5; k++) {
        bri_system *system =
            build("gravity: [0, -9.81]\n"
                  "bodies: {rod: {mass: 2 kg, inertia: 0.1 kg m2, at: [0.5, 0], points: {top: [-0.5, 0]}}}\n"
                  "joints: {pin: {revolute: [ground, rod.top]}}\n"
                  "run: {until: 10 s}\n");
        bri_run_def def = bri_run_defaults();
        bri_result *result = NULL;
        double time = 0.7 * k;
        def.interval = 4;
        def.progress = stop_after;
        def.user = &time;
        assert_int_equal(bri_run(system, &def, &result, NULL), BRI_STOPPED);
        assert_true(result->partial && result->end >= time);
        assert_close(last(result, "t"), result->end, 0);
        assert_true(result->channels->rows >= 2);
        bri_result_destroy(result);
        bri_system_destroy(system);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_harmonic_driver_has_its_closed_form),
        cmocka_unit_test(times_of_peaks_are_those_of_the_tops),
        cmocka_unit_test(a_pendulum_loads_its_pin_at_the_lowest_point),
        cmocka_unit_test(a_rod_that_turns_over_has_its_least_load),
        cmocka_unit_test(a_reaction_that_turns_round_has_its_least),
        cmocka_unit_test(loads_that_change_their_sign_have_their_least),
        cmocka_unit_test(a_block_rests_from_its_stop_on),
        cmocka_unit_test(a_rolling_wheel_does_not_rest),
        cmocka_unit_test(efficiency_is_output_over_input),
        cmocka_unit_test(a_peak_within_a_step_is_seen),
        cmocka_unit_test(a_partial_result_has_its_last_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
