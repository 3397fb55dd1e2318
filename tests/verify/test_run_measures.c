/* test_run_measures.c - measures of a run against closed forms; the same bits for any output */
#include "test.h"

#include "bristle/measure.h"
#include "bristle/model.h"

/* A ball in flight, an arm that is driven as 2 sin(8 pi t), a block that friction stops at 0.2 s, a cart
 * that is pushed. */
static const char text[] =
    "gravity: [0, -10 m/s2]\n"
    "bodies:\n"
    "  ball: {mass: 1 kg, inertia: 1 kg m2, at: [-1 m, 0], velocity: [3 m/s, 5.03 m/s]}\n"
    "  arm: {mass: 1 kg, inertia: 1 kg m2}\n"
    "  block: {mass: 2 kg, inertia: 1 kg m2, velocity: [1 m/s, 0]}\n"
    "  cart: {mass: 1 kg, inertia: 1 kg m2}\n"
    "joints:\n"
    "  pin: {revolute: [ground, arm], at: [0, 0]}\n"
    "  motor: {rotation_driver: [ground, arm], motion: {sine: 2 rad, frequency: 4 Hz}}\n"
    "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
    "forces: {push: {force: cart, along: [1, 0], value: 2 N}}\n"
    "run: {until: 1 s}\n";

#define PI 3.14159265358979323846
static const double A = 2, w = 8 * PI;

static bri_system *build(void)
{
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_error err = {0};
    bri_status status = bri_model_parse(text, strlen(text), "t", &model, &err);
    if (!status) status = bri_system_build(model, &system, &err);
    if (status) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

static double tick(void)
{
    static double now;
    return now += 1;
}

static const bri_measured *run_one(const char *measure, bri_measures **measures, const bri_run_def *def)
{
    bri_system *system = build();
    bri_result *result = NULL;
    bri_error err = {0};
    assert_int_equal(bri_measures_create(measures, NULL), BRI_OK);
    bri_status status = bri_measures_add(*measures, measure, &err);
    bri_measures_use_clock(*measures, tick);
    if (!status) status = bri_run_measured(system, def, *measures, &result, &err);
    if (status) fail_msg("%s: %s", measure, err.what);
    bri_result_destroy(result);
    bri_system_destroy(system);
    return bri_measures_get(*measures, 0);
}

static void measures_are_the_closed_forms(void **state)
{
    (void)state;
    double top = sqrt(5.03 * 5.03 - 20);
    const struct {
        const char *measure, *unit;
        double value;
    } rows[] = {
        {"end ball.y", "m", 0.03},
        {"end ball.y to 0.809 s", "m", 5.03 * 0.809 - 5 * 0.809 * 0.809},
        {"max ball.y", "m", 5.03 * 5.03 / 20},
        {"max_time ball.y", "s", 0.503},
        {"min ball.y from 0.1 s to 0.4 s", "m", 0.453},
        {"min_time ball.vy", "s", 1},
        {"largest ball.vy from 0.3 s to 0.95 s", "m/s", 4.47},
        {"largest_time ball.vy from 0.3 s to 0.95 s", "s", 0.95},
        {"spread arm.angle", "rad", 2 * A},
        {"amplitude arm.angle", "rad", A},
        {"mean ball.x", "m", 0.5},
        {"mean ball.x from 0.201 s to 0.4 s", "m", -1 + 3 * 0.3005},
        {"rms ball.x", "m", 1},
        {"rms arm.angle", "rad", A / sqrt(2)},
        {"deviation ball.x", "m", 3 / sqrt(12)},
        {"value ball.y at 0.333 s", "m", 5.03 * 0.333 - 5 * 0.333 * 0.333},
        {"value ball.x when ball.y level 1 m nth 2", "m", -1 + 3 * (5.03 + top) / 10},
        {"value ball.x peak ball.y", "m", -1 + 3 * 0.503},
        {"turn ball.y", "m", 5.03 * 5.03 / 20},
        {"turn_time arm.angle nth 2", "s", 3.0 / 16},
        {"crossing ball.y level 1 m nth 2", "s", (5.03 + top) / 10},
        {"crossing ball.vy level -1000 mm/s", "s", 0.603},
        {"period arm.angle", "s", 0.25},
        {"period arm.angle level 1 rad to 0.9 s", "s", 0.25},
        {"slope ball.x level 0 to_level 1 m against t", "m/s", 3},
        {"slope ball.x level 0 to_level 1 m against ball.vy", "s", -0.3},
        {"lag arm.spin against arm.angle", "rad/s", -2 * A * w},
        {"area ball.y against ball.x", "m2", 3 * (5.03 / 2 - 10.0 / 6)},
        {"area arm.spin against arm.angle from 0.25 s to 0.5 s", "rad2/s", A * A * w * w / 2 * 0.25},
        {"event floor sticks", "s", 0.2},
        {"event '* sticks'", "s", 0.2},
        {"events floor", "1", 1},
        {"mean block.vx before floor sticks", "m/s", 0.5},
        {"mean block.x after floor sticks", "m", 0.1},
        {"end block.x to 0.1 s", "m", 0.075},
        {"energy lost by friction in floor", "J", -1},
        {"lost floor", "J", 1},
        {"work_lost", "J", 1},
        {"stuck floor", "1", 0.8},
        {"ratio floor", "1", 0.5},
        {"work push", "J", 2},
        {"mean_power push", "W", 2},
        {"end_time", "s", 1},
        {"seconds", "s", 1}, /* by the clock of this test, which is asked at the beginning and at the end */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_measures *measures;
        const bri_measured *m = run_one(rows[i].measure, &measures, NULL);
        if (m->why) fail_msg("%s: %s", rows[i].measure, m->why);
        if (!(fabs(m->value - rows[i].value) <= 2e-6 * fmax(1, fabs(rows[i].value))))
            fail_msg("%s: %.12g, not %.12g", rows[i].measure, m->value, rows[i].value);
        assert_string_equal(m->unit, rows[i].unit);
        assert_string_equal(m->text, rows[i].measure[6] == '\'' ? "event * sticks" : rows[i].measure);
        bri_measures_destroy(measures);
    }
}

static void outcomes_may_be_words(void **state)
{
    (void)state;
    bri_measures *measures;
    assert_string_equal(run_one("why", &measures, NULL)->word, "end of the run");
    bri_measures_destroy(measures);
    assert_string_equal(run_one("slipping", &measures, NULL)->word, "floor");
    bri_measures_destroy(measures);
}

static void what_does_not_exist_says_why(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"crossing ball.y level 3 m", "the channel does not cross that level"},
        {"turn ball.y nth 2", "the channel has fewer than 2 turning points"},
        {"period ball.y", "the channel has fewer than two rising crossings"},
        {"event floor slips", "there is no such event"},
        {"mean ball.y from 2 s to 3 s", "no part of the run lies in the window from 2 s to 3 s"},
        {"mean ball.y from 0.5 s to 0.5 s", "the window has no length"},
        {"mean ball.y after floor slips", "there is no event 'floor slips' in the window"},
        {"value ball.y at 2 s", "2 s is not within the run"},
        {"value ball.y when ball.y level 9 m nth 2", "ball.y crosses that level fewer than 2 times"},
        {"slope ball.x level 0 to_level -0.5 m against t",
         "the channel does not cross both values, one after the other"},
        {"lag ball.y against ball.x", "ball.x does not cross the level in both directions"},
        {"energy lost by magic", "the energy balance has no line 'lost by magic'"},
        {"work floor", "floor is a joint: drivers and forces do work"},
        {"mean_power floor", "floor is a joint: drivers and forces do work"},
        {"value ball.y", "say where: at TIME, when CHANNEL or peak CHANNEL"},
        {"value ball.y when ball.y level 9 m", "ball.y does not cross that level"},
        {"value ball.y at 99 s", "99 s is not within the run"},
        {"event floor flies", "there is no such event"},
        {"slope ball.vy level 4 m/s to_level 3 m/s against block.x from 0.5 s",
         "the channel does not cross both values, one after the other"},
        {"slope ball.y against t", "level and to_level are equal: give two values of the channel"},
        {"rms_error ball.y from 0.5 s to 0.5 s", "the window has no length"},
        {"error ball.y from 2 s", "no part of the run lies in the window from 2 s to 1 s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_measures *measures;
        const bri_measured *m = run_one(rows[i][0], &measures, NULL);
        if (!isnan(m->value) || m->word) fail_msg("%s: %g", rows[i][0], m->value);
        if (!m->why || strcmp(m->why, rows[i][1]) != 0) fail_msg("%s: %s", rows[i][0], m->why ? m->why : "exists");
        bri_measures_destroy(measures);
    }
    bri_measures *measures = NULL; /* without a clock */
    bri_result *result = NULL;
    bri_system *system = build();
    assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
    assert_int_equal(bri_measures_add(measures, "seconds", NULL), BRI_OK);
    assert_int_equal(bri_run_measured(system, NULL, measures, &result, NULL), BRI_OK);
    assert_string_equal(bri_measures_get(measures, 0)->why, "the CPU time was not measured");
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_measures_destroy(measures);
}

static void mistakes_have_sentences(void **state)
{
    (void)state;
    static const char *const added[][2] = {
        {"", "a measure is missing: 'max motor.torque', for example"},
        {"maxx ball.y", "there is no measure 'maxx'; did you mean 'max'?"},
        {"x", "there is no measure 'x'; 'bristle kinds measures' lists them"},
        {"max a from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from 1 from "
         "1 from 1",
         "a measure has at most 16 parameters"},
        {"max", "max needs the name of a channel: 'max arm.angle', for example"},
        {"max ball.y from 2 N", "max: from: '2 N' is a force, but a time in s is wanted"},
        {"turn ball.y nth 0", "turn: nth is 0, and must lie between 1 and 1000000000"},
        {"steps ball.y", "steps is a measure of the whole run: remove 'ball.y'"},
    };
    static const char *const checked[][2] = {
        {"max ball.yy", "there is no channel 'ball.yy'; did you mean 'ball.y', 'ball.vy' or 'ball.ay'?"},
        {"value ball.y when ball.vvy",
         "there is no channel 'ball.vvy'; did you mean 'ball.vy', 'ball.y' or 'ball.vx'?"},
        {"lost wall", "there is no interface 'wall'"},
        {"lost flor", "there is no interface 'flor'; did you mean 'floor'?"},
        {"peak wall", "there is no contact 'wall'"},
        {"thick_film wall", "there is no film 'wall'"},
        {"work wall", "there is no driver, force or joint 'wall'"},
        {"crossing ball.y level 3 N", "'3 N' is a force, but a length in m is wanted"},
        {"area ball.y", "area needs another channel: against NAME"},
    };
    bri_system *system = build();
    for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
        bri_measures *measures = NULL;
        bri_error err = {0};
        assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
        assert_int_not_equal(bri_measures_add(measures, added[i][0], &err), BRI_OK);
        assert_string_equal(err.what, added[i][1]);
        assert_int_equal(bri_measures_count(measures), 0);
        bri_measures_destroy(measures);
    }
    for (size_t i = 0; i < sizeof checked / sizeof *checked; i++) {
        bri_measures *measures = NULL;
        bri_result *result = NULL;
        bri_error err = {0};
        assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
        assert_int_equal(bri_measures_add(measures, checked[i][0], &err), BRI_OK);
        assert_int_not_equal(bri_measures_check(measures, system, &err), BRI_OK);
        assert_string_equal(err.what, checked[i][1]);
        assert_int_not_equal(bri_run_measured(system, NULL, measures, &result, &err), BRI_OK);
        assert_null(result);
        bri_measures_destroy(measures);
    }
    bri_setting unknown[] = {{"max", "ball.y", NULL}, {"fron", "1 s", NULL}};
    bri_measures *measures = NULL;
    bri_error err = {0};
    assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
    assert_int_equal(bri_measures_add_settings(measures, unknown, 2, &err), BRI_NOT_FOUND);
    assert_string_equal(err.what, "max has no parameter 'fron'; did you mean 'from'?");
    bri_measures_destroy(measures);
    bri_system_destroy(system);
}

/* Rows, and the channels that are written, change no bit of a measure; a measure changes no bit of the motion. */
static void measures_have_the_same_bits_for_any_output(void **state)
{
    (void)state;
    static const char *const list[] = {"max ball.y",          "rms arm.angle",        "turn_time arm.angle nth 3",
                                       "mean floor.friction", "largest motor.torque", "period arm.angle",
                                       "end block.x"};
    static const double intervals[] = {0, 1e-3, 0.37, 0.0123};
    static const char *const few[] = {"ball.x", NULL};
    enum {
        COUNT = sizeof list / sizeof *list
    };
    double first[COUNT] = {0}, end = NAN;
    bri_system *system = build();
    for (size_t k = 0; k < 2 * sizeof intervals / sizeof *intervals; k++) {
        bri_measures *measures = NULL;
        bri_result *result = NULL;
        bri_run_def def = bri_run_defaults();
        def.interval = intervals[k / 2];
        def.channels = k % 2 ? few : NULL;
        assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(bri_measures_add(measures, list[i], NULL), BRI_OK);
        assert_int_equal(bri_run_measured(system, &def, measures, &result, NULL), BRI_OK);
        for (int i = 0; i < COUNT; i++) {
            double value = bri_measures_get(measures, i)->value;
            if (!k) first[i] = value;
            if (memcmp(&value, &first[i], sizeof value) != 0) fail_msg("%s: %.17g and %.17g", list[i], value, first[i]);
        }
        const bri_table *table = result->channels;
        end = table->value[(table->rows - 1) * table->columns + (size_t)bri_table_find(table, "ball.x")];
        bri_measures_destroy(measures);
        bri_result_destroy(result);
    }
    bri_result *plain = NULL;
    assert_int_equal(bri_run(system, NULL, &plain, NULL), BRI_OK);
    const bri_table *table = plain->channels;
    double alone = table->value[(table->rows - 1) * table->columns + (size_t)bri_table_find(table, "ball.x")];
    assert_memory_equal(&alone, &end, sizeof end);
    bri_result_destroy(plain);
    bri_system_destroy(system);
}

/* An oscillator, x'' = -w0^2 x with x(0) = 1 m, by Runge and Kutta's method of order 4: each step multiplies x - i v/w0 by
 * R(i w0 h), R(z) = 1 + z + z^2/2 + z^3/6 + z^4/24. */
static const char oscillator[] = "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, at: [1 m, 0]}}\n"
                                 "joints: {guide: {translational: [ground, block], along: [1, 0]}}\n"
                                 "forces: {spring: {spring: guide, stiffness: 100 N/m, length: 0 m}}\n"
                                 "run: {until: 10 s, rtol: 1e-8, integrator: rk4, step: 10 ms}\n";

/* x - exact x after a time. */
static double error_of_rk4(double t)
{
    double z = 0.1, re = 1 - z * z / 2 + z * z * z * z / 24, im = z - z * z * z / 6, steps = t / 0.01;
    return pow(hypot(re, im), steps) * cos(steps * atan2(im, re)) - cos(10 * t);
}

static void errors_are_those_of_the_method(void **state)
{
    (void)state;
    enum {
        PARTS = 20000
    };
    double square = 0;
    for (int i = 0; i < PARTS; i++)
        square += pow(error_of_rk4(10 * (i + 0.5) / PARTS), 2) / PARTS;
    const struct {
        const char *measure;
        double value, within;
    } rows[] = {
        {"error block.x from 10 s", fabs(error_of_rk4(10)), 1e-9},
        {"error block.x from 1 s to 1 s", fabs(error_of_rk4(1)), 1e-9},
        {"error block.x from 10 s rtol 1e-13", fabs(error_of_rk4(10)), 1e-9},
        {"rms_error block.x", sqrt(square), 1e-7}, /* between steps, the interpolant is off by (w0 h)^4/384 = 2.6e-7 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bri_model *model = NULL;
        bri_system *system = NULL;
        bri_measures *measures = NULL;
        bri_result *result = NULL;
        bri_error err = {0};
        assert_int_equal(bri_model_parse(oscillator, strlen(oscillator), "t", &model, NULL), BRI_OK);
        assert_int_equal(bri_system_build(model, &system, NULL), BRI_OK);
        assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
        assert_int_equal(bri_measures_add(measures, rows[i].measure, NULL), BRI_OK);
        bri_status status = bri_run_measured(system, NULL, measures, &result, &err);
        if (status) fail_msg("%s: %s", rows[i].measure, err.what);
        const bri_measured *m = bri_measures_get(measures, 0);
        if (m->why) fail_msg("%s: %s", rows[i].measure, m->why);
        if (!(fabs(m->value - rows[i].value) <= rows[i].within))
            fail_msg("%s: %.12g, not %.12g", rows[i].measure, m->value, rows[i].value);
        assert_string_equal(m->unit, "m");
        bri_result_destroy(result);
        bri_measures_destroy(measures);
        bri_system_destroy(system);
        bri_model_destroy(model);
    }
}

/* Lets the first run pass, and stops the next one, whose time begins again. */
static bool stop_second(double time, double share, void *user)
{
    double *last = user;
    (void)share;
    if (time < *last) return false;
    *last = time;
    return true;
}

static void without_a_reference_there_is_no_error(void **state)
{
    (void)state;
    double last = 0;
    bri_measures *measures = NULL;
    bri_result *result = NULL;
    bri_system *system = build();
    bri_run_def def = bri_run_defaults();
    def.progress = stop_second;
    def.user = &last;
    assert_int_equal(bri_measures_create(&measures, NULL), BRI_OK);
    assert_int_equal(bri_measures_add(measures, "error ball.y", NULL), BRI_OK);
    assert_int_equal(bri_run_measured(system, &def, measures, &result, NULL), BRI_OK);
    assert_non_null(bri_measures_get(measures, 0)->why);
    assert_memory_equal(bri_measures_get(measures, 0)->why, "the reference run: ", 19);
    bri_result_destroy(result);
    bri_measures_destroy(measures);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measures_are_the_closed_forms),
        cmocka_unit_test(errors_are_those_of_the_method),
        cmocka_unit_test(without_a_reference_there_is_no_error),
        cmocka_unit_test(outcomes_may_be_words),
        cmocka_unit_test(what_does_not_exist_says_why),
        cmocka_unit_test(mistakes_have_sentences),
        cmocka_unit_test(measures_have_the_same_bits_for_any_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
