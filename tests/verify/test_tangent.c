/* test_tangent.c - derivatives of runs with respect to parameters: closed forms, central differences of whole runs, and where there are
 * none */
#include "test.h"

#include "bristle/bristle.h"
#include "integrators.h"

enum {
    MOST = 8 /* parameters of a case, and channels */
};

static bri_model *read_model(const char *model_text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(model_text, strlen(model_text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return model;
}

/* The result, which is partial where the run fails. */
static bri_result *try_model(const bri_model *model, const bri_run_def *def, bri_error *err)
{
    bri_system *system = NULL;
    bri_result *result = NULL;
    if (bri_system_build(model, &system, err)) fail_msg("%s: %s", err->where, err->what);
    bri_run(system, def, &result, err);
    bri_system_destroy(system);
    return result;
}

static bri_result *run_model(const bri_model *model, const bri_run_def *def)
{
    bri_error err = {0};
    bri_result *result = try_model(model, def, &err);
    if (err.status) fail_msg("%s", err.what);
    return result;
}

static double derivative_at(const bri_result *result, size_t row, int parameter, const char *channel)
{
    int c = bri_table_find(result->channels, channel);
    assert_true(c > 0);
    return bri_table_row(result->channels, row)[result->derivative[parameter]->column + c - 1];
}

static double derivative_at_end(const bri_result *result, int parameter, const char *channel)
{
    return derivative_at(result, result->channels->rows - 1, parameter, channel);
}

/* --- closed forms ------------------------------------------------------------------------------------------------------------ */

static const double g = 9.81;

/* A block that slides to rest: t = v/(mu g), x = v^2/(2 mu g). */
static void block_that_stops(void **state)
{
    static const char block[] = "gravity: [0, -9.81]\n"
                                "bodies: {block: {mass: 2, inertia: 0.1, at: [0, 0], velocity: [3, 0]}}\n"
                                "joints: {floor: {translational: [ground, block], along: [1, 0],\n"
                                "                 friction: {law: coulomb, mu_k: 0.3, mu_s: 0.4}}}\n"
                                "run: {until: 1.5, step: 1e-3}\n";
    const double v = 3, mu = 0.3;
    (void)state;
    for (EACH_INTEGRATOR(kind)) {
        bri_model *model = read_model(block);
        bri_run_def def = bri_run_defaults();
        def.integrator = (*kind)->kind.name;
        def.derivatives =
            (const char *const[]){"floor.friction.mu_k", "block.velocity.x", "floor.friction.mu_s", "block.mass", NULL};
        bri_result *result = run_model(model, &def);
        assert_int_equal(result->derivatives, 4);
        assert_int_equal(result->events, 1);
        assert_close(result->derivative[0]->event_time[0], -v / (mu * mu * g), 1e-6);
        assert_close(derivative_at_end(result, 0, "block.x"), -v * v / (2 * mu * mu * g), 1e-6);
        assert_close(derivative_at_end(result, 0, "block.vx"), 0, 1e-6);
        assert_close(result->derivative[1]->event_time[0], 1 / (mu * g), 1e-6);
        assert_close(derivative_at_end(result, 1, "block.x"), v / (mu * g), 1e-6);
        assert_close(derivative_at_end(result, 1, "energy.friction"), 2 * v, 1e-5); /* m v */
        for (int p = 2; p < 4; p++) {
            assert_close(result->derivative[p]->event_time[0], 0, 1e-6);
            assert_close(derivative_at_end(result, p, "block.x"), 0, 1e-6);
        }
        for (int p = 0; p < 4; p++) {
            assert_string_equal(result->derivative[p]->why, "");
            assert_true(result->derivative[p]->until == result->end);
        }
        bri_result_destroy(result);
        bri_model_destroy(model);
    }
}

/* A pendulum that swings little: angle = a cos(w t), w^2 = m g l/(I + m l^2). The period grows by a^2/16 of itself: errors below a^2. */
static void small_swing(void **state)
{
    static const char pendulum[] = "gravity: [0, -9.81]\n"
                                   "bodies: {bar: {mass: 1.2, inertia: 0.05, at: [0, -0.4], angle: 1e-3}}\n"
                                   "joints: {pin: {revolute: [ground, bar], at: [0, 0]}}\n"
                                   "run: {until: 2, interval: 0.1, rtol: 1e-9}\n";
    const double m = 1.2, inertia = 0.05, l = 0.4, a = 1e-3, w = sqrt(m * g * l / (inertia + m * l * l));
    const double w_of_inertia = -w / (2 * (inertia + m * l * l)),
                 w_of_mass = w / (2 * m) - w * l * l / (2 * (inertia + m * l * l));
    (void)state;
    /* the bar is turned about the pin by a: its centre is not quite below the pin */
    bri_model *model = read_model(pendulum);
    bri_error err = {0};
    assert_int_equal(bri_model_set(model, "bar.at.x", l * sin(a), &err), BRI_OK);
    assert_int_equal(bri_model_set(model, "bar.at.y", -l * cos(a), &err), BRI_OK);
    bri_run_def def = bri_run_defaults();
    def.derivatives = (const char *const[]){"bar.inertia", "bar.mass", "gravity.y", NULL};
    bri_result *result = run_model(model, &def);
    for (size_t row = 0; row < result->channels->rows; row++) {
        double t = bri_table_row(result->channels, row)[0], slope = -a * t * sin(w * t);
        assert_close(derivative_at(result, row, 0, "bar.angle"), slope * w_of_inertia, 1e-5 * a * w / inertia);
        assert_close(derivative_at(result, row, 1, "bar.angle"), slope * w_of_mass, 1e-5 * a * w / m);
        assert_close(derivative_at(result, row, 2, "bar.angle"), -slope * w / (2 * g), 1e-5 * a * w / g);
    }
    bri_result_destroy(result);
    bri_model_destroy(model);
}

/* --- central differences of whole runs ----------------------------------------------------------------------------------------- */

typedef struct comparison {
    const char *name, *text;
    const char *path[MOST + 1], *channel[MOST + 1];
    double step,
        tolerance; /* step: of the parameters, relative; tolerance: over the largest derivative of the channel */
} comparison;

static const comparison comparisons[] = {
    {"a pendulum with friction in its pin, which swings, stops and sticks",
     "gravity: [0, -9.81]\n"
     "bodies: {bar: {mass: 2, inertia: 0.06, at: [0.3, 0], points: {top: [-0.3, 0]}}}\n"
     "joints: {pin: {revolute: [ground, bar.top], radius: 0.04, friction: {law: coulomb, mu_k: 0.4, mu_s: 0.5}}}\n"
     "run: {until: 8}\n",
     {"pin.friction.mu_k", "pin.radius", "bar.mass", "bar.inertia"},
     {"bar.angle", "bar.spin", "pin.load", "energy.friction"},
     1e-5,
     2e-6},
    {"a block on a belt, which sticks and slips",
     "bodies: {belt: {mass: 1, inertia: 1}, block: {mass: 1, inertia: 1e-3, velocity: [0, 0]}}\n"
     "joints:\n"
     "  rail: {translational: [ground, belt], along: [1, 0]}\n"
     "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {ramp: 100, end: 1000}}\n"
     "  guide: {translational: [ground, block], along: [1, 0]}\n"
     "  contact: {rub: [belt, block], along: [1, 0],\n"
     "            friction: {law: stribeck, mu_s: 0.6, mu_k: 0.3, v_s: 0.05, load: 10}}\n"
     "forces: {spring: {spring: guide, stiffness: 100}}\n"
     "run: {until: 4}\n",
     {"contact.friction.mu_k", "contact.friction.mu_s", "contact.friction.v_s", "spring.stiffness", "block.mass",
      "drive.motion.ramp"},
     {"block.x", "block.vx", "energy.friction"},
     1e-6,
     2e-5},
    {"two masses and a drive, whose bearings stick",
     "bodies: {motor: {mass: 1, inertia: 0.02}, load: {mass: 1, inertia: 0.05}}\n"
     "joints:\n"
     "  b1: {revolute: [ground, motor], at: [0, 0], radius: 0.02,\n"
     "       friction: {law: stribeck, mu_k: 0.2, mu_s: 0.3, v_s: 0.01, load: 100}}\n"
     "  b2: {revolute: [ground, load], at: [0, 0], radius: 0.03,\n"
     "       friction: {law: coulomb, mu_k: 0.2, mu_s: 0.25, load: 150}}\n"
     "forces:\n"
     "  shaft: {torsion_spring: [motor, load], stiffness: 50, damping: 0.05}\n"
     "  drive: {torque: motor, value: {sine: 5, frequency: 1.5}}\n"
     "run: {until: 2}\n",
     {"b1.friction.mu_k", "b1.friction.mu_s", "b2.friction.mu_k", "shaft.stiffness", "drive.value.frequency",
      "motor.inertia"},
     {"motor.angle", "load.spin", "energy.total"},
     1e-6,
     2e-5},
    {"a ball that bounces, with friction where it touches",
     "gravity: [0, -9.81]\n"
     "bodies: {ball: {mass: 0.5, inertia: 2e-4, at: [0, 0.3], velocity: [0.4, 0], spin: 1, radius: 0.05}}\n"
     "joints:\n"
     "  floor: {disc_on_line: [ground, ball], along: [1, 0],\n"
     "          normal: {law: hunt_crossley, stiffness: 1e6, restitution: 0.7},\n"
     "          friction: {law: coulomb_tanh, mu_k: 0.1, k_tanh: 100}}\n"
     "run: {until: 0.9}\n",
     {"floor.normal.stiffness", "floor.normal.restitution", "ball.at.y", "ball.velocity.x"},
     {"ball.y", "ball.vy", "ball.angle"},
     1e-6,
     2e-5},
    {"a slider-crank with friction in its guide, driven by a torque",
     "gravity: [0, -9.81]\n"
     "bodies:\n"
     "  crank: {mass: 0.5, inertia: 4e-3, at: [0.05, 0], points: {foot: [-0.05, 0], tip: [0.05, 0]}, spin: 20}\n"
     "  rod: {mass: 0.4, inertia: 3e-3, at: [0.25, 0], points: {big: [-0.15, 0], small: [0.15, 0]}}\n"
     "  piston: {mass: 0.8, inertia: 1e-3, at: [0.4, 0]}\n"
     "joints:\n"
     "  bearing: {revolute: [ground, crank.foot]}\n"
     "  crankpin: {revolute: [crank.tip, rod.big]}\n"
     "  wristpin: {revolute: [rod.small, piston]}\n"
     "  cylinder: {translational: [ground, piston], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, mu_s: 0.25}}\n"
     "forces: {push: {torque: crank, value: 0.2}}\n"
     "run: {until: 0.5}\n",
     {"cylinder.friction.mu_k", "rod.mass", "piston.mass", "push.value", "crank.spin"},
     {"crank.angle", "piston.vx", "cylinder.load", "energy.kinetic"},
     1e-5,
     2e-5},
    {"a block with LuGre's law, pushed to and fro",
     "gravity: [0, -9.81]\n"
     "bodies: {block: {mass: 1, inertia: 0.1, at: [0, 0], velocity: [0, 0]}}\n"
     "joints:\n"
     "  floor: {translational: [ground, block], along: [1, 0],\n"
     "          friction: {law: lugre, mu_k: 0.3, mu_s: 0.4, v_s: 0.01, sigma0: 1e5, sigma1: 10}}\n"
     "forces: {push: {force: block, along: [1, 0], value: {sine: 6, frequency: 1}}}\n"
     "run: {until: 2, integrator: radau5}\n",
     {"floor.friction.mu_k", "floor.friction.mu_s", "floor.friction.v_s", "push.value.sine"},
     {"block.x", "block.vx", "floor.z"},
     1e-5,
     2e-4},
    {"a block with Dahl's law, pushed by a force that begins, ends and steps",
     "gravity: [0, -9.81]\n"
     "bodies: {block: {mass: 1, inertia: 0.1, at: [0, 0], velocity: [0, 0]}}\n"
     "joints:\n"
     "  floor: {translational: [ground, block], along: [1, 0], friction: {law: dahl, mu_k: 0.3, sigma0: 1e3}}\n"
     "forces:\n"
     "  push: {force: block, along: [1, 0], value: {ramp: 5, start: 0.1, end: 0.4}}\n"
     "  pull: {force: block, along: [-1, 0], value: {step: 4, start: 0.8}}\n"
     "run: {until: 1.5, integrator: radau5}\n",
     {"floor.friction.mu_k", "floor.friction.sigma0", "push.value.end", "pull.value.start", "pull.value.step"},
     {"block.x", "block.vx", "floor.friction"},
     1e-5,
     2e-4},
    {"a block that sticks until a force steps, and whose mass is held by a spring of the model's parameters",
     "gravity: [0, -9.81]\n"
     "parameters: {c: 40 N/m, mu: 0.3}\n"
     "bodies: {block: {mass: 1, inertia: 0.1, at: [0, 0], velocity: [0, 0]}}\n"
     "joints:\n"
     "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: mu, mu_s: 1.2*mu}}\n"
     "forces:\n"
     "  spring: {spring: floor, stiffness: c}\n"
     "  push: {force: block, along: [1, 0], value: {step: 9, start: 0.3001}}\n"
     "run: {until: 3}\n",
     {"c", "mu", "push.value.start", "push.value.step"},
     {"block.x", "block.vx", "floor.friction"},
     1e-5,
     2e-5},
};

static bri_run_def tight(const comparison *c)
{
    bri_run_def def = bri_run_defaults();
    def.rtol = def.atol = 1e-10;
    def.channels = c->channel;
    return def;
}

/* The run with one parameter changed. */
static bri_result *run_beside(const comparison *c, const char *path, double by)
{
    bri_model *model = read_model(c->text);
    bri_run_def def = tight(c);
    double value;
    assert_int_equal(bri_model_get(model, path, &value, NULL), BRI_OK);
    assert_int_equal(bri_model_set(model, path, value + by, NULL), BRI_OK);
    bri_result *result = run_model(model, &def);
    bri_model_destroy(model);
    return result;
}

static void compare_parameter(const comparison *c, const bri_result *result, int p)
{
    const bri_derivative *d = result->derivative[p];
    double by = c->step * fabs(d->value);
    bri_result *more = run_beside(c, d->parameter, by), *less = run_beside(c, d->parameter, -by);
    const bri_table *table = result->channels;
    size_t channels = more->channels->columns;
    assert_string_equal(d->why, "");
    assert_int_equal(more->events, result->events);
    assert_int_equal(less->events, result->events);
    for (int i = 0; i < result->events; i++) {
        double expected = (more->event[i]->time - less->event[i]->time) / (2 * by);
        double error = fabs(d->event_time[i] - expected);
        assert_string_equal(more->event[i]->what, result->event[i]->what);
        if (!(error <= c->tolerance * fabs(expected) + 1e-8 / by * result->end * 1e-2))
            fail_msg("%s: the time of '%s' by %s is %.9g, by differences %.9g", c->name, result->event[i]->what,
                     d->parameter, d->event_time[i], expected);
    }
    for (size_t k = 1; k < channels; k++) {
        double most = 0, worst = 0, at = 0, size = 0;
        for (size_t row = 0; row < table->rows; row++) {
            const double *values = bri_table_row(result->channels, row);
            double expected =
                (bri_table_row(more->channels, row)[k] - bri_table_row(less->channels, row)[k]) / (2 * by);
            double error = fabs(values[(size_t)d->column + k - 1] - expected);
            most = fmax(most, fabs(expected));
            size = fmax(size, fabs(values[k]));
            if (!(error <= worst)) worst = error, at = values[0];
        }
        if (!(worst <= c->tolerance * most + 1e-8 * size / by * 1e-2))
            fail_msg("%s: d(%s)/d(%s) is off by %.3g of %.3g at t = %g s", c->name, table->column[k].name, d->parameter,
                     worst, most, at);
    }
    bri_result_destroy(more);
    bri_result_destroy(less);
}

static void central_differences(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        const comparison *c = &comparisons[i];
        bri_model *model = read_model(c->text);
        bri_run_def def = tight(c);
        def.derivatives = c->path;
        bri_result *result = run_model(model, &def);
        for (int p = 0; p < result->derivatives; p++)
            compare_parameter(c, result, p);
        bri_result_destroy(result);
        bri_model_destroy(model);
    }
}

/* --- the run does not notice ---------------------------------------------------------------------------------------------------- */

/* Bits of channels and events, with every integrator. */
static void bits_of_the_run(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        for (EACH_INTEGRATOR(kind)) {
            bri_model *model = read_model(comparisons[i].text);
            bri_run_def def = bri_run_defaults();
            def.integrator = (*kind)->kind.name;
            def.step = 1e-3;
            def.until = 0.4;
            bri_error err = {0}, err_with = {0}; /* rk4 with such steps loses some of them */
            bri_result *plain = try_model(model, &def, &err);
            def.derivatives = comparisons[i].path;
            bri_result *with = try_model(model, &def, &err_with);
            assert_string_equal(err.what, err_with.what);
            size_t columns = plain->channels->columns;
            assert_int_equal(plain->channels->rows, with->channels->rows);
            assert_int_equal(plain->events, with->events);
            assert_int_equal(plain->statistics->evaluations, with->statistics->evaluations);
            assert_true(plain->energy_error == with->energy_error);
            for (size_t row = 0; row < plain->channels->rows; row++)
                assert_memory_equal(bri_table_row(plain->channels, row), bri_table_row(with->channels, row),
                                    columns * sizeof(double));
            for (int e = 0; e < plain->events; e++)
                assert_true(plain->event[e]->time == with->event[e]->time);
            bri_result_destroy(plain);
            bri_result_destroy(with);
            bri_model_destroy(model);
        }
}

/* Rows at times of the caller have the values of even rows at the same times. */
static void rows_at_times(void **state)
{
    (void)state;
    const double times[] = {0.013, 0.2, 0.2, 0.77, 1.1};
    bri_model *model = read_model(comparisons[0].text);
    bri_run_def def = bri_run_defaults();
    def.derivatives = comparisons[0].path;
    def.channels = comparisons[0].channel;
    def.row_times = times;
    def.rows = sizeof times / sizeof *times;
    bri_result *at_times = run_model(model, &def);
    def.row_times = NULL;
    def.interval = 0.01;
    bri_result *even = run_model(model, &def);
    assert_int_equal(at_times->channels->rows, 5);
    for (int i = 1; i < 5; i++) {
        if (i == 3) continue;
        const double *a = bri_table_row(at_times->channels, (size_t)i),
                     *b = bri_table_row(even->channels, (size_t)lround(times[i] / 0.01));
        for (size_t c = 0; c < at_times->channels->columns; c++)
            assert_close(a[c], b[c], 1e-9);
    }
    assert_true(bri_table_row(at_times->channels, 0)[0] == times[0]);
    bri_result_destroy(at_times);
    bri_result_destroy(even);
    def.row_times = (const double[]){0.2, 0.1};
    def.rows = 2;
    bri_error err = {0};
    bri_system *system = NULL;
    bri_result *result = NULL;
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what,
                        "row_times[1] is 0.1 s: times of rows must ascend from 0 s to 8 s, the end of the run");
    bri_system_destroy(system);
    bri_model_destroy(model);
}

/* A looser tolerance of derivatives alone: they are less exact, as those of a run with that tolerance, and the run is the same. */
static void tolerance_of_derivatives(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++) {
        bri_model *model = read_model(comparisons[i].text);
        bri_run_def def = tight(&comparisons[i]);
        def.derivatives = comparisons[i].path;
        bri_result *fine = run_model(model, &def);
        def.derivative_rtol = 1e-6;
        bri_result *coarse = run_model(model, &def);
        bri_table *a = fine->channels, *b = coarse->channels;
        size_t channels = (size_t)fine->derivative[0]->column;
        assert_int_equal(a->rows, b->rows);
        for (size_t c = 0; c < a->columns; c++) {
            double most = 0, worst = 0;
            for (size_t row = 0; row < a->rows; row++) {
                most = fmax(most, fabs(bri_table_row(a, row)[c]));
                worst = fmax(worst, fabs(bri_table_row(a, row)[c] - bri_table_row(b, row)[c]));
            }
            if (c < channels) assert_true(worst == 0);
            if (!(worst <= 3e-3 * most + 1e-7))
                fail_msg("%s: %s differs by %.3g of %.3g", comparisons[i].name, a->column[c].name, worst, most);
        }
        bri_result_destroy(fine);
        bri_result_destroy(coarse);
        bri_model_destroy(model);
    }
}

/* --- where there is none --------------------------------------------------------------------------------------------------------- */

static void expect_end(const char *model_text, const char *path, const char *why, double from, double to)
{
    bri_model *model = read_model(model_text);
    bri_run_def def = bri_run_defaults();
    def.derivatives = (const char *const[]){path, NULL};
    bri_result *result = run_model(model, &def);
    const bri_derivative *d = result->derivative[0];
    if (!strstr(d->why, why)) fail_msg("'%s' is not in '%s'", why, d->why);
    assert_in_range((long)(d->until * 1e6), (long)(from * 1e6), (long)(to * 1e6));
    for (size_t row = 0; row < result->channels->rows; row++) {
        double t = bri_table_row(result->channels, row)[0];
        assert_int_equal(isnan(bri_table_row(result->channels, row)[d->column]), t >= d->until);
    }
    bri_result_destroy(result);
    bri_model_destroy(model);
}

static void no_derivative(void **state)
{
    (void)state;
    /* two blocks stop together: which one first depends on the parameter */
    expect_end("gravity: [0, -9.81]\n"
               "bodies:\n"
               "  a: {mass: 2, inertia: 0.1, at: [0, 0], velocity: [3, 0]}\n"
               "  b: {mass: 2, inertia: 0.1, at: [0, 0], velocity: [3, 0]}\n"
               "joints:\n"
               "  floor: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n"
               "  shelf: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n"
               "run: {until: 1.5}\n",
               "floor.friction.mu_k", "together with others", 1.019, 1.02);
    /* a disc passes another one, and touches it by 10 nm */
    expect_end(
        "bodies:\n"
        "  a: {mass: 1, inertia: 1, at: [-0.5, 0.19999999], velocity: [1, 0]}\n"
        "  b: {mass: 1, inertia: 1, at: [0, 0]}\n"
        "joints: {pass: {disc_on_disc: [b, a], radii: [0.1, 0.1], normal: {law: hunt_crossley, stiffness: 1e6}}}\n"
        "run: {until: 1}\n",
        "a.at.y", "grazes an event at t = 0.4999", 0.499, 0.5);
    /* pushed with just its static limit: it sticks, and would slip with more */
    expect_end("gravity: [0, -10]\n"
               "bodies: {a: {mass: 2, inertia: 0.1, at: [0, 0], velocity: [0, 0]}}\n"
               "joints: {floor: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.25, mu_s: "
               "0.5}}}\n"
               "forces: {push: {force: a, along: [1, 0], value: 10}}\n"
               "run: {until: 1}\n",
               "push.value", "'floor'", -1e-9, 1e-9);
}

static void mistakes(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_model *model = read_model(comparisons[0].text);
    bri_run_def def = bri_run_defaults();
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    def.derivatives = (const char *const[]){"pin.friction.mu", NULL};
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_NOT_FOUND);
    assert_null(result);
    def.derivatives = (const char *const[]){"pin.friction.law", NULL};
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_VALUE);
    def.derivatives = (const char *const[]){"bar.velocity.x", NULL};
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "the model gives it no value: there is no derivative");
    def.derivatives = (const char *const[]){"pin.clearance", NULL};
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "the run has no derivative with respect to it: a small change of its value, 0, makes "
                                  "equations of another form");
    def.derivatives = (const char *const[]){"pin", NULL};
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_VALUE);
    bri_system_destroy(system);
    assert_int_equal(bri_model_set_text(model, "run.coupling", "lagged", &err), BRI_OK);
    assert_int_equal(bri_system_build(model, &system, &err), BRI_OK);
    def.derivatives = (const char *const[]){"pin.radius", NULL};
    assert_int_equal(bri_run(system, &def, &result, &err), BRI_BAD_MODEL);
    assert_string_equal(err.what,
                        "with coupling: lagged a run has no derivatives: its rates follow the loads of the last step");
    bri_system_destroy(system);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_that_stops), cmocka_unit_test(small_swing),   cmocka_unit_test(central_differences),
        cmocka_unit_test(bits_of_the_run),  cmocka_unit_test(rows_at_times), cmocka_unit_test(tolerance_of_derivatives),
        cmocka_unit_test(no_derivative),    cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
