/* test_parameters.c - parameters of a model, numbers given by expressions in them, and patterns of paths */
#include "test.h"

#include "base/text.h"
#include "bristle/model.h"
#include "bristle/result.h"
#include "bristle/sim.h"

static const char arm[] =
    "parameters:\n"
    "  l: 2*r + 5 mm\n"
    "  r: 50 mm\n"
    "  mu: 0.3\n"
    "  m2: 2 kg\n"
    "  k: 4e4 N/m\n"
    "bodies:\n"
    "  arm: {mass: m2, inertia: m2*l^2/12, at: [l/2, 0], points: {foot: [-l/2, 0]},\n"
    "        shapes: [{line: [[-l/2, 0], [l/2, 0]]}]}\n"
    "  block: {mass: 1 kg, inertia: 0.01 kg m2, at: [2 m, 0]}\n"
    "joints:\n"
    "  pin: {revolute: [ground, arm.foot], radius: r/10,\n"
    "        friction: {law: coulomb, mu_k: 0.8*mu, mu_s: mu}}\n"
    "  floor: {translational: [ground, block], at: [2 m, 0], along: [1, 0],\n"
    "          friction: {law: expression, mu: mu_0 + v/v_0, parameters: {mu_0: mu/2, v_0: r/1 s}}}\n"
    "forces:\n"
    "  push: {force: block, along: [1, 0], value: {table: [[0, k*r], [2*r/0.1 m/s, 3 N]]}}\n";

static bri_model *parse(const char *text)
{
    bri_model *model = NULL;
    bri_error err = {0};
    if (bri_model_parse(text, strlen(text), "t", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return model;
}

static double get(const bri_model *model, const char *path)
{
    double value = NAN;
    bri_error err = {0};
    if (bri_model_get(model, path, &value, &err)) fail_msg("%s: %s", err.where, err.what);
    return value;
}

static void set_text(bri_model *model, const char *path, const char *text)
{
    bri_error err = {0};
    if (bri_model_set_text(model, path, text, &err)) fail_msg("%s: %s", err.where, err.what);
}

static bool collect(const char *piece, size_t length, void *user)
{
    bri_text_add_n(user, piece, length);
    return true;
}

static bri_text written(const bri_model *model)
{
    bri_text text = {0};
    assert_int_equal(bri_model_write(model, collect, &text, NULL), BRI_OK);
    assert_non_null(text.at);
    return text;
}

static void assert_has(const bri_model *model, const char *what)
{
    bri_text text = written(model);
    if (!strstr(text.at, what)) fail_msg("there is no '%s' in\n%s", what, text.at);
    bri_text_free(&text);
}

/* Each number that the arm gives by an expression, computed here in the same order of operations. */
static void assert_follows(const bri_model *model, double r, double mu)
{
    double l = 2 * r + 5e-3;
    assert_true(get(model, "r") == r && get(model, "parameters.l") == l);
    assert_true(get(model, "arm.mass") == 2);
    assert_true(get(model, "arm.inertia") == 2 * (l * l) / 12);
    assert_true(get(model, "arm.at.x") == l / 2);
    assert_true(get(model, "arm.points.foot.at.x") == -l / 2);
    assert_true(get(model, "pin.radius") == r / 10);
    assert_true(get(model, "pin.friction.mu_k") == 0.8 * mu);
    assert_true(get(model, "pin.friction.mu_s") == mu);
    assert_true(get(model, "floor.friction.parameters.mu_0") == mu / 2);
    assert_true(get(model, "floor.friction.parameters.v_0") == r / 1);
    assert_int_equal(bri_model_check(model, NULL), BRI_OK);
}

static void numbers_follow_parameters(void **state)
{
    (void)state;
    bri_model *model = parse(arm), *copy = NULL;
    assert_follows(model, 50e-3, 0.3);
    set_text(model, "r", "60 mm");
    assert_follows(model, 60e-3, 0.3);
    assert_int_equal(bri_model_set(model, "parameters.mu", 0.45, NULL), BRI_OK);
    assert_follows(model, 60e-3, 0.45);
    assert_int_equal(bri_model_copy(model, &copy, NULL), BRI_OK);
    bri_model_destroy(model);
    set_text(copy, "r", "0.07"); /* without a unit: in that of the parameter */
    assert_follows(copy, 0.07, 0.45);
    set_text(copy, "parameters", "{l: 2*r + 5 mm, r: 3 cm, mu: 0.2, m2: 2 kg, k: 1 N/m}");
    assert_follows(copy, 3e-2, 0.2);
    bri_model_destroy(copy);
}

/* A series has no paths: the force pushes as its table says, at the start k r. */
static void series_follow(void **state)
{
    (void)state;
    bri_model *model = parse(arm);
    set_text(model, "k", "100 N/m");
    set_text(model, "r", "20 mm");
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    assert_int_equal(bri_system_build(model, &system, NULL), BRI_OK);
    assert_int_equal(bri_run(system, &def, &result, NULL), BRI_OK);
    int push = bri_table_find(result->channels, "push.force");
    assert_true(push >= 0);
    assert_true(result->channels->value[push] == 100 * 20e-3);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

static void a_number_that_is_set_follows_no_more(void **state)
{
    (void)state;
    bri_model *model = parse(arm);
    assert_int_equal(bri_model_set(model, "arm.at.x", 1, NULL), BRI_OK);
    set_text(model, "arm.mass", "3 kg");
    set_text(model, "pin.friction.mu_s", "2*mu");
    set_text(model, "mu", "0.25");
    set_text(model, "r", "1 m");
    set_text(model, "m2", "7 kg");
    assert_true(get(model, "arm.at.x") == 1 && get(model, "arm.mass") == 3);
    assert_true(get(model, "arm.inertia") == 7 * (2.005 * 2.005) / 12);
    assert_true(get(model, "pin.friction.mu_s") == 0.5);
    set_text(model, "pin.friction", "{law: coulomb, mu_k: mu/2}");
    set_text(model, "mu", "0.5");
    assert_true(get(model, "pin.friction.mu_k") == 0.25);
    bri_model_destroy(model);
}

static void another_law_keeps_expressions(void **state)
{
    (void)state;
    bri_model *model = parse(arm);
    set_text(model, "pin.friction.law", "stribeck");
    set_text(model, "mu", "0.6");
    assert_true(get(model, "pin.friction.mu_k") == 0.8 * 0.6 && get(model, "pin.friction.mu_s") == 0.6);
    bri_model_destroy(model);
}

static void what_is_written_is_the_same_model(void **state)
{
    (void)state;
    bri_model *model = parse(arm), *again = NULL;
    bri_text first = written(model);
    assert_has(model, "l: 2*r + 5 mm");
    assert_has(model, "at: [l/2, 0]");
    assert_int_equal(bri_model_parse(first.at, first.length, "again", &again, NULL), BRI_OK);
    bri_text second = written(again);
    assert_string_equal(first.at, second.at);
    assert_follows(again, 50e-3, 0.3);
    set_text(again, "r", "10 mm");
    assert_follows(again, 10e-3, 0.3);
    assert_int_equal(bri_model_set(again, "r", 0.1 + 0.2, NULL), BRI_OK); /* needs 17 digits */
    bri_text third = written(again);
    bri_model_destroy(model);
    assert_int_equal(bri_model_parse(third.at, third.length, "again", &model, NULL), BRI_OK);
    assert_follows(model, 0.1 + 0.2, 0.3);
    bri_text_free(&first);
    bri_text_free(&second);
    bri_text_free(&third);
    bri_model_destroy(model);
    bri_model_destroy(again);
}

/* An edit that fails says where, and changes nothing. */
static void assert_refused(const char *path, const char *text, const char *message)
{
    bri_model *model = parse(arm);
    bri_text before = written(model);
    bri_error err = {0};
    assert_int_not_equal(bri_model_set_text(model, path, text, &err), BRI_OK);
    assert_string_equal(err.what, message);
    bri_text after = written(model);
    assert_string_equal(before.at, after.at);
    assert_follows(model, 50e-3, 0.3);
    bri_text_free(&before);
    bri_text_free(&after);
    bri_model_destroy(model);
}

static void edits_that_fail_change_nothing(void **state)
{
    (void)state;
    assert_refused("r", "3 N", "'3 N' is a force in N, but a length in m is wanted");
    assert_refused("r", "l", "'l' depends on itself: l -> r -> l");
    assert_refused("r", "5 mmm", "'5 mmm': unknown unit 'mmm'; did you mean 'mm', 'mm/s' or 'm/s'?");
    assert_refused("r", "q + 1 m", "there is no 'q'; did you mean 'l', 'r' or 'k'?");
    assert_refused("r", "-1 m", "joint 'pin': radius is -0.1 m, and must lie between 1e-09 and 1000 m");
    assert_refused("m", "1", "there is no 'm'; did you mean 'l', 'r' or 'mu'?");
    assert_refused("r.value", "1 m", "the path continues beyond a value; shorten it");
    assert_refused("parameters", "{r: 1 m}", "body 'arm': mass: there is no 'm2'; add it to the parameters");
    assert_refused("arm.mass", "r", "'r' is a length in m, but a mass in kg is wanted");
    assert_refused("arm.mass", "-m2", "mass is -2 kg, and must lie between 1e-15 and 1e+15 kg");
    assert_refused("arm.mass", "5 kgg", "'5 kgg': unknown unit 'kgg'; did you mean 'kg', 'kgf' or 'km'?");
    assert_refused("*.friction.mu_k", "-1", "mu_k is -1, and must lie between 0 and 10");
    assert_refused("*.at.x", "1 N", "'1 N' is a force, but a length in m is wanted");
    assert_refused("*.frction.mu_k", "1", "no path of the model matches '*.frction.mu_k'; near it: pin.friction.mu_k");
    assert_refused("arm*.*.friction.mu_k", "1", "no path of the model matches 'arm*.*.friction.mu_k'");
}

static void patterns_set_every_match(void **state)
{
    (void)state;
    bri_model *model = parse(arm);
    set_text(model, "*.mass", "2*m2");
    assert_true(get(model, "arm.mass") == 4 && get(model, "block.mass") == 4);
    assert_int_equal(bri_model_set(model, "bodies.*.at.*", 0.5, NULL), BRI_OK);
    assert_true(get(model, "arm.at.x") == 0.5 && get(model, "arm.at.y") == 0.5 && get(model, "block.at.y") == 0.5);
    set_text(model, "p*.friction.mu_*", "mu");
    assert_true(get(model, "pin.friction.mu_k") == 0.3);
    set_text(model, "*.friction.law", "coulomb");
    set_text(model, "*.friction.mu_s", "0.9");
    assert_true(get(model, "floor.friction.mu_s") == 0.9 && get(model, "pin.friction.mu_s") == 0.9);
    bri_model_destroy(model);
}

/* m2, s2, l and T are units too: a number with its unit stays what it is, and an operand of an expression is the parameter. */
static void units_and_parameters_of_one_name(void **state)
{
    (void)state;
    bri_model *model = parse("parameters: {m2: 2 kg, s2: 3 m, l: 4 m, T: 5 s, f: 1/T, area: 7 m2, volume: 2 l}\n"
                             "gravity: [0, -9.81 m/s2]\n"
                             "ground: {points: {o: [0, 0]}}\n"
                             "bodies: {a: {mass: m2*2, inertia: 0.5 kg m2, at: [(1 m)*(1 m)/l, s2]}}\n"
                             "forces: {pull: {spring: [ground.o, a], stiffness: (1 N)/l, length: 1}}\n");
    bri_error err = {0};
    assert_true(get(model, "gravity.y") == -9.81 && get(model, "a.inertia") == 0.5);
    assert_true(get(model, "a.mass") == 4 && get(model, "a.at.x") == 0.25 && get(model, "a.at.y") == 3);
    assert_true(get(model, "f") == 0.2 && get(model, "area") == 7 && get(model, "volume") == 2e-3);
    assert_true(get(model, "pull.stiffness") == 0.25);
    assert_int_equal(bri_model_set_text(model, "pull.stiffness", "1 N/l", &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "'l' is a unit and a parameter: rename it, or put the quantity before it in "
                                  "parentheses");
    bri_model_destroy(model);
}

static void parameters_may_be_added(void **state)
{
    (void)state;
    bri_model *model = NULL;
    double value;
    assert_int_equal(bri_model_create(&model, NULL), BRI_OK);
    assert_int_equal(bri_model_add(model, "parameters", "m_0", "2 kg", NULL), BRI_OK);
    assert_int_equal(bri_model_add(model, "bodies", "a", "{mass: 2*m_0, inertia: 1}", NULL), BRI_OK);
    assert_int_equal(bri_model_add(model, "parameters", "q", "2*p", NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_model_add(model, "parameters", "m_0", "2 kg", NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_model_get(model, "q", &value, NULL), BRI_NOT_FOUND);
    set_text(model, "m_0", "3 kg");
    assert_true(get(model, "a.mass") == 6);
    bri_model_destroy(model);
}

/* In a running simulation everything follows too. */
static void a_simulation_follows(void **state)
{
    (void)state;
    bri_model *model = parse("parameters: {F: 6 N, m_0: 2 kg}\n"
                             "bodies: {a: {mass: m_0, inertia: 1 kg m2}}\n"
                             "joints: {guide: {translational: [ground, a], along: [1, 0]}}\n"
                             "forces: {push: {force: a, along: [1, 0], value: F}}\n");
    bri_system *system = NULL;
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    def.until = 3;
    assert_int_equal(bri_system_build(model, &system, NULL), BRI_OK);
    assert_int_equal(bri_sim_create(system, &def, &sim, NULL), BRI_OK);
    assert_int_equal(bri_sim_advance(sim, 1, NULL), BRI_OK);
    assert_int_equal(bri_sim_set_number(sim, "F", 10, NULL), BRI_OK);
    assert_int_equal(bri_sim_set_number(sim, "m_0", 5, NULL), BRI_OK);
    assert_int_equal(bri_sim_set_number(sim, "m_0", -5, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_sim_advance(sim, 3, NULL), BRI_OK);
    double v = bri_sim_value(sim, bri_sim_find(sim, "a.vx"));
    assert_float_equal(v, 6.0 / 2 * 1 + 10.0 / 5 * 2, 1e-9); /* F t/m of each part */
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    bri_model_destroy(model);
}

/* A chain of parameters in the reverse order, longer than a recursion could follow. */
static void a_long_chain_is_computed(void **state)
{
    (void)state;
    bri_text text = {0};
    enum {
        COUNT = 3000
    };
    bri_text_add(&text, "parameters:\n");
    for (int i = 0; i < COUNT; i++)
        bri_text_add(&text, "  p%d: p%d + 1\n", i, i + 1);
    bri_text_add(&text, "  p%d: 1\nbodies: {a: {mass: p0*1 kg, inertia: 1}}\n", COUNT);
    bri_model *model = parse(text.at);
    assert_true(get(model, "a.mass") == COUNT + 1);
    bri_text_free(&text);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_parameters),
        cmocka_unit_test(series_follow),
        cmocka_unit_test(a_number_that_is_set_follows_no_more),
        cmocka_unit_test(another_law_keeps_expressions),
        cmocka_unit_test(what_is_written_is_the_same_model),
        cmocka_unit_test(edits_that_fail_change_nothing),
        cmocka_unit_test(patterns_set_every_match),
        cmocka_unit_test(units_and_parameters_of_one_name),
        cmocka_unit_test(parameters_may_be_added),
        cmocka_unit_test(a_simulation_follows),
        cmocka_unit_test(a_long_chain_is_computed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
