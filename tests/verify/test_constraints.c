/* test_constraints.c - joints stay together: by projection and by Baumgarte's terms, over long runs, where they are
 * redundant, and through singular places
 *
 * What is left open is measured here from the recorded positions, not taken from the statistics alone. */
#include "mechanism.h"

static const double g = 9.81;

static const way smooth[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"cvode", 1e-10}, {"bs23", 1e-8}, {"rodas4", 1e-8}};
/* --- an equation of second order in one coordinate, by Runge-Kutta with small steps: x'' = f(t, x, v) ------------ */

typedef double acceleration(double t, double x, double v, const void *user);

static void rk4(acceleration *f, const void *user, double t, double h, double *x, double *v)
{
    double v1 = *v, a1 = f(t, *x, v1, user), v2 = *v + h / 2 * a1, a2 = f(t + h / 2, *x + h / 2 * v1, v2, user),
           v3 = *v + h / 2 * a2, a3 = f(t + h / 2, *x + h / 2 * v2, v3, user), v4 = *v + h * a3,
           a4 = f(t + h, *x + h * v3, v4, user);
    *x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    *v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

static void integrate(acceleration *f, const void *user, double until, int steps, double *x, double *v)
{
    for (int i = 0; i < steps; i++)
        rk4(f, user, until * i / steps, until / steps, x, v);
}

/* --- a four-bar that turns for long ------------------------------------------------------------------------------ */

static const char *four_bar(const char *constraints)
{
    /* crank 1 m, coupler 2 m, rocker 2 m, ground 2 m: the crank turns round (1 + 2 < 2 + 2). Crank along x at the
     * beginning: its tip at (1, 0), the rocker's foot at (2, 0), their common pin at (1.5, sqrt(4 - 0.25)) */
    double top = sqrt(3.75);
    return MODEL(
        "gravity: [0, -9.81]\n"
        "bodies:\n"
        "  crank: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.5, 0], spin: 10 rad/s, points: {a: [-0.5, 0], b: [0.5, 0]}}\n"
        "  coupler: {mass: 2 kg, inertia: 0.7 kg m2, at: [1.25, %.17g], angle: %.17g rad, points: {a: [-1, 0], b: [1, "
        "0]}}\n"
        "  rocker: {mass: 2 kg, inertia: 0.7 kg m2, at: [1.75, %.17g], angle: %.17g rad, points: {a: [-1, 0], b: [1, "
        "0]}}\n"
        "joints:\n"
        "  p: {revolute: [ground, crank.a]}\n"
        "  q: {revolute: [crank.b, coupler.a]}\n"
        "  r: {revolute: [coupler.b, rocker.b]}\n"
        "  s: {revolute: [ground, rocker.a], at: [2, 0]}\n"
        "run: {constraints: %s, channels: ['*.x', '*.y', '*.angle', '*.vx', '*.vy', '*.spin', 'energy.total']}\n",
        top / 2, atan2(top, 0.5), top / 2, atan2(top, -0.5), constraints);
}

/* x and y of a point of a body on its long axis, and its velocity. */
static void point_of(const bri_result *result, size_t row, const char *body, double along, double out[4])
{
    char name[40];
    static const char *const channels[] = {"x", "y", "angle", "vx", "vy", "spin"};
    double v[6];
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "%s.%s", body, channels[i]);
        v[i] = at_row(result, row, name);
    }
    out[0] = v[0] + along * cos(v[2]);
    out[1] = v[1] + along * sin(v[2]);
    out[2] = v[3] - v[5] * along * sin(v[2]);
    out[3] = v[4] + v[5] * along * cos(v[2]);
}

static void see_gap(const double a[4], const double b[4], double *position, double *velocity)
{
    *position = fmax(*position, hypot(a[0] - b[0], a[1] - b[1]));
    *velocity = fmax(*velocity, hypot(a[2] - b[2], a[3] - b[3]));
}

static void see_gaps_in_row(const bri_result *result, size_t row, double *position, double *velocity)
{
    double a[4], b[4];
    point_of(result, row, "crank", -0.5, a);
    see_gap(a, (const double[4]){0}, position, velocity);
    point_of(result, row, "crank", 0.5, a);
    point_of(result, row, "coupler", -1, b);
    see_gap(a, b, position, velocity);
    point_of(result, row, "coupler", 1, a);
    point_of(result, row, "rocker", 1, b);
    see_gap(a, b, position, velocity);
    point_of(result, row, "rocker", -1, a);
    see_gap(a, (const double[4]){2, 0, 0, 0}, position, velocity);
}

static void see_gaps(const bri_result *result, double *position, double *velocity)
{
    *position = *velocity = 0;
    for (size_t row = 0; row < result->channels->rows; row++)
        see_gaps_in_row(result, row, position, velocity);
}

static double largest_speed(const bri_result *result)
{
    static const char *const channels[] = {"crank.vx",   "crank.vy",  "coupler.vx",
                                           "coupler.vy", "rocker.vx", "rocker.vy"};
    double speed = 0;
    for (size_t row = 0; row < result->channels->rows; row++)
        for (int i = 0; i < 6; i++)
            speed = fmax(speed, fabs(at_row(result, row, channels[i])));
    return speed;
}

/* Over 100 s and many turns. Rows within a step come from dense output, whose error is larger than that of a step:
 * 30 times is allowed there, and the tolerance where a run ends. */
static void projection_keeps_joints_closed_to_the_tolerance(void **state)
{
    (void)state;
    static const way ways[] = {{"dopri5", 1e-6}, {"radau5", 1e-6}, {"bs23", 1e-5}, {"rodas4", 1e-6}};
    for (EACH(w, ways)) {
        double position, velocity;
        bri_result *result = run(four_bar("projection"), w->integrator, 100, w->rtol, 1000 * w->rtol);
        see_gaps(result, &position, &velocity);
        double speed = largest_speed(result);
        if (!(position <= 30 * w->rtol * 2 && velocity <= 30 * w->rtol * speed))
            fail_msg("%s: open by %g m, %g m/s of %g", w->integrator, position, velocity, speed);
        position = velocity = 0;
        see_gaps_in_row(result, result->channels->rows - 1, &position, &velocity);
        if (!(position <= w->rtol * 2 && velocity <= w->rtol * speed))
            fail_msg("%s: open by %g m, %g m/s at the end", w->integrator, position, velocity);
        /* what the statistics say is no less than what is seen */
        assert_true(result->statistics->position_error >= 0 && result->statistics->position_error <= 100 * w->rtol);
        bri_result_destroy(result);
    }
}

static void baumgarte_keeps_joints_closed_and_does_not_drift(void **state)
{
    (void)state;
    static const way ways[] = {{"dopri5", 1e-8}, {"cvode", 1e-8}, {"radau5", 1e-8}};
    for (EACH(w, ways)) {
        double position, velocity;
        bri_result *result = run(four_bar("baumgarte"), w->integrator, 100, w->rtol, 1e-3);
        see_gaps(result, &position, &velocity);
        if (!(position <= 1e-4 && velocity <= 1e-3))
            fail_msg("%s: open by %g m, %g m/s", w->integrator, position, velocity);
        bri_result_destroy(result);
    }
}

/* Coordinate partitioning is one of the three ways; until it exists a model that asks for it must be told. */
static void partitioning_keeps_joints_closed_or_says_that_it_cannot(void **state)
{
    (void)state;
    double position, velocity;
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    const char *model_text = four_bar("partition");
    def.until = 100;
    bri_status status = bri_model_parse(model_text, strlen(model_text), "test", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (!status) status = bri_run(system, &def, &result, &err);
    if (status) {
        assert_true(err.what[0] != '\0');
    } else {
        see_gaps(result, &position, &velocity);
        if (!(position <= 2e-6 && velocity <= 1e-5)) fail_msg("open by %g m, %g m/s", position, velocity);
    }
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

/* --- redundant --------------------------------------------------------------------------------------------------- */

/* Three parallel cranks of length 1 and a beam: every crank turns alike, the beam only shifts. One coordinate:
 * (3 (I + m/4) + M) a = -(3 m/2 + M) g cos(angle). */
static double beam_acceleration(double t, double x, double v, const void *user)
{
    (void)t, (void)v, (void)user;
    return -(1.5 + 4) * g * cos(x) / (3 * (0.1 + 0.25) + 4);
}

static void parallelogram_with_three_cranks_swings_as_with_two(void **state)
{
    (void)state;
    const char *model =
        "gravity: [0, -9.81]\n"
        "bodies:\n"
        "  one: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.3, -0.4], angle: -0.9272952180016122 rad, spin: 0, points: {a: "
        "[-0.5, 0], b: [0.5, 0]}}\n"
        "  two: {mass: 1 kg, inertia: 0.1 kg m2, at: [1.3, -0.4], angle: -0.9272952180016122 rad, points: {a: [-0.5, "
        "0], b: [0.5, 0]}}\n"
        "  three: {mass: 1 kg, inertia: 0.1 kg m2, at: [2.3, -0.4], angle: -0.9272952180016122 rad, points: {a: [-0.5, "
        "0], b: [0.5, 0]}}\n"
        "  beam: {mass: 4 kg, inertia: 1 kg m2, at: [1.6, -0.8], points: {l: [-1, 0], m: [0, 0], r: [1, 0]}}\n"
        "joints:\n"
        "  a1: {revolute: [ground, one.a], at: [0, 0]}\n"
        "  a2: {revolute: [ground, two.a], at: [1, 0]}\n"
        "  a3: {revolute: [ground, three.a], at: [2, 0]}\n"
        "  b1: {revolute: [one.b, beam.l]}\n"
        "  b2: {revolute: [two.b, beam.m]}\n"
        "  b3: {revolute: [three.b, beam.r]}\n";
    bri_system *system = build(model);
    bri_mobility mobility = bri_system_mobility(system);
    assert_int_equal(mobility.degrees_of_freedom, 1);
    assert_int_equal(mobility.redundant, 1);
    assert_int_equal(mobility.constraints, 12);
    bri_system_destroy(system);
    double angle = -atan2(4, 3), spin = 0;
    integrate(beam_acceleration, NULL, 5, 50000, &angle, &spin);
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 5, w->rtol, 1e-5);
        meet(result, "one.angle", angle, 3e-5);
        meet(result, "three.spin", spin, 1e-4);
        meet(result, "beam.angle", 0, 1e-6);
        bri_result_destroy(result);
    }
}

/* --- singular ---------------------------------------------------------------------------------------------------- */

static bool goes_on(double time, double share, void *user)
{
    int *left = user;
    (void)time, (void)share;
    return --*left > 0;
}

/* Crank and rod of equal length: with the crank upright the slider is at the pivot, and it can stop there (the rod
 * turns with the crank) or go on. The motion that goes on is x = 2 cos(angle). */
static void slider_crank_of_equal_lengths_passes_its_dead_point_or_says_why_not(void **state)
{
    (void)state;
    const char *model = "bodies:\n"
                        "  crank: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.35355339059327373, 0.35355339059327373], "
                        "angle: 0.7853981633974483 rad, spin: 4 rad/s, points: {a: [-0.5, 0], b: [0.5, 0]}}\n"
                        "  rod: {mass: 1 kg, inertia: 0.1 kg m2, at: [1.0606601717798212, 0.35355339059327373], angle: "
                        "-0.7853981633974483 rad, points: {a: [-0.5, 0], b: [0.5, 0]}}\n"
                        "  slider: {mass: 1 kg, inertia: 0.1 kg m2, at: [1.4142135623730951, 0]}\n"
                        "joints:\n"
                        "  p: {revolute: [ground, crank.a]}\n"
                        "  q: {revolute: [crank.b, rod.a]}\n"
                        "  r: {revolute: [rod.b, slider]}\n"
                        "  guide: {translational: [ground, slider], along: [1, 0]}\n";
    static const char *const names[] = {"dopri5", "radau5", "bs23"};
    for (int i = 0; i < 3; i++) {
        bri_error err = {0};
        bri_system *system = build(model);
        bri_run_def def = bri_run_defaults();
        bri_result *result = NULL;
        def.integrator = names[i];
        int left = 20000; /* steps */
        def.until = 2;
        def.rtol = 1e-8;
        def.progress = goes_on;
        def.user = &left;
        bri_status status = bri_run(system, &def, &result, &err);
        if (status == BRI_STOPPED) fail_msg("%s does not get on: %s", names[i], err.what);
        if (status) {
            assert_true(strlen(err.what) > 20);
            assert_null(strstr(err.what, "friction")); /* there is none */
            assert_true(result && result->partial && result->why[0]);
        } else {
            double start = at_row(result, 0, "energy.total");
            for (size_t row = 0; row < result->channels->rows; row++) {
                double angle = at_row(result, row, "crank.angle"), x = at_row(result, row, "slider.x");
                if (fabs(x - 2 * cos(angle)) > 1e-4 && fabs(x) > 1e-4)
                    fail_msg("%s: at %g s the slider is at %g m, the crank at %g rad", names[i],
                             at_row(result, row, "t"), x, angle);
                assert_close(at_row(result, row, "energy.total"), start, 1e-4);
            }
        }
        bri_result_destroy(result);
        bri_system_destroy(system);
    }
}

/* --- what cannot be ---------------------------------------------------------------------------------------------- */

/* Ends before its time, with joints that are closed in every row that was kept, and a sentence that names one of the
 * joints. */
static void is_told(const char *model_text, double from, double to, const char *const *joints)
{
    static const char *const names[] = {"dopri5", "radau5", "bs23", "cvode"};
    for (int i = 0; i < 4 && has_integrator(names[i]); i++) {
        bri_error err = {0};
        bri_system *system = build(model_text);
        bri_run_def def = bri_run_defaults();
        bri_result *result = NULL;
        def.integrator = names[i];
        int left = 20000; /* steps */
        def.until = 2;
        def.progress = goes_on;
        def.user = &left;
        bri_status status = bri_run(system, &def, &result, &err);
        if (!status) fail_msg("%s: all is well, with joints open by %g", names[i], result->statistics->position_error);
        if (status == BRI_STOPPED) fail_msg("%s does not get on: %s", names[i], err.what);
        assert_true(result && result->partial);
        if (!(result->end >= from && result->end <= to))
            fail_msg("%s: ends at %g s: %s", names[i], result->end, err.what);
        bool named = false;
        for (int j = 0; joints[j]; j++)
            named = named || strstr(err.what, joints[j]);
        if (!named) fail_msg("%s: which joint? %s", names[i], err.what);
        bri_result_destroy(result);
        bri_system_destroy(system);
    }
}

/* Crank and rod of 1 m each; the slider is driven from 1.2 m to 3.2 m, 1 m/s: stretched at 0.8 s. */
static void mechanism_that_is_pulled_beyond_its_reach_is_told(void **state)
{
    (void)state;
    is_told(
        "bodies:\n"
        "  crank: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.3, 0.4], angle: 0.9272952180016122 rad, points: {a: [-0.5, "
        "0], b: [0.5, 0]}}\n"
        "  rod: {mass: 1 kg, inertia: 0.1 kg m2, at: [0.9, 0.4], angle: -0.9272952180016122 rad, points: {a: [-0.5, "
        "0], b: [0.5, 0]}}\n"
        "  slider: {mass: 1 kg, inertia: 0.1 kg m2, at: [1.2, 0]}\n"
        "joints:\n"
        "  pivot: {revolute: [ground, crank.a]}\n"
        "  knee: {revolute: [crank.b, rod.a]}\n"
        "  pin: {revolute: [rod.b, slider]}\n"
        "  guide: {translational: [ground, slider], along: [1, 0]}\n"
        "  pull: {translation_driver: [ground, slider], along: [1, 0], motion: {table: [[0 s, 0 m], [2 s, 2 m]]}}\n",
        0.7, 0.81, (const char *const[]){"'pivot'", "'knee'", "'pin'", "'guide'", "'pull'", NULL});
}

static void drivers_that_contradict_each_other_are_told(void **state)
{
    (void)state;
    is_told("bodies: {wheel: {mass: 1 kg, inertia: 1 kg m2}}\n"
            "joints:\n"
            "  hub: {revolute: [ground, wheel]}\n"
            "  one: {rotation_driver: [ground, wheel], motion: {table: [[0 s, 0 rad], [1 s, 1 rad], [2 s, 2 rad]]}}\n"
            "  two: {rotation_driver: [ground, wheel], motion: {table: [[0 s, 0 rad], [1 s, 1 rad], [2 s, 5 rad]]}}\n",
            0.99, 1.1, (const char *const[]){"'one'", "'two'", NULL});
}

/* A model whose joints do not meet is told by how much and where. */
static void parts_that_do_not_meet_are_told(void **state)
{
    (void)state;
    const char *model_text =
        "bodies: {arm: {mass: 1 kg, inertia: 1 kg m2, at: [0.5, 0.01], points: {foot: [-0.5, 0]}}}\n"
        "joints: {pin: {revolute: [ground, arm.foot], at: [0, 0]}}\n";
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    double gap = 0;
    assert_int_equal(bri_model_parse(model_text, strlen(model_text), "test", &model, &err), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, &err), BRI_BAD_MODEL);
    assert_non_null(strstr(err.what, "pin"));
    assert_non_null(strstr(err.what, "0.01"));
    err = (bri_error){0};
    assert_int_equal(bri_model_assemble(model, &gap, &err), BRI_OK);
    assert_close(gap, 0.01, 1e-9);
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

/* A crank that starts at once, at w, strikes a thin rod that hangs on its tip in line with it: the rod's centre gets a quarter of
 * the tip's speed, and the rod turns back at 1.5 w r/l (impulse at the end of a free rod: v_c = w r/4, I w_2 = -m v_c l/2). */
static void driver_that_starts_at_once_strikes_what_hangs_on_it(void **state)
{
    (void)state;
    static const char *const ways[] = {"projection", "baumgarte", "partition"};
    static const double lengths[] = {0.1, 0.7, 3};
    for (int i = 0; i < 9; i++) {
        double r = 0.5, l = lengths[i % 3], m = 1.5, w = 2;
        bri_result *result =
            run(MODEL("bodies:\n"
                      "  crank: {mass: 1, inertia: 0.1, at: [%.17g, 0]}\n"
                      "  rod: {mass: %.17g, inertia: %.17g, at: [%.17g, 0]}\n"
                      "joints:\n"
                      "  axle: {revolute: [ground, crank], at: [0, 0]}\n"
                      "  motor: {rotation_driver: [ground, crank], motion: {ramp: %.17g, start: 0.1, end: 1.1}}\n"
                      "  tip: {revolute: [crank, rod], at: [%.17g, 0]}\n"
                      "run: {constraints: %s}\n",
                      r / 2, m, m * l * l / 12, r + l / 2, w, r, ways[i / 3]),
                "dopri5", 0.1 + 1e-9, 1e-9, 1e-6);
        meet(result, "rod.vy", w * r / 4, 1e-6 * w * r);
        meet(result, "rod.spin", -1.5 * w * r / l, 1e-6 * w * r / l);
        bri_result_destroy(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(projection_keeps_joints_closed_to_the_tolerance),
        cmocka_unit_test(baumgarte_keeps_joints_closed_and_does_not_drift),
        cmocka_unit_test(partitioning_keeps_joints_closed_or_says_that_it_cannot),
        cmocka_unit_test(parallelogram_with_three_cranks_swings_as_with_two),
        cmocka_unit_test(slider_crank_of_equal_lengths_passes_its_dead_point_or_says_why_not),
        cmocka_unit_test(mechanism_that_is_pulled_beyond_its_reach_is_told),
        cmocka_unit_test(driver_that_starts_at_once_strikes_what_hangs_on_it),
        cmocka_unit_test(drivers_that_contradict_each_other_are_told),
        cmocka_unit_test(parts_that_do_not_meet_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
