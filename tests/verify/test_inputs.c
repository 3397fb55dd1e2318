/* test_inputs.c - inputs that a program sets while a simulation advances, against the same values as signals of the model */
#include "mechanism.h"

static const char model[] =
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  block: {mass: 2 kg, inertia: 1 kg m2}\n"
    "  wheel: {mass: 1 kg, inertia: 0.1 kg m2}\n"
    "joints:\n"
    "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, mu_s: 0.3}}\n"
    "  axle: {revolute: [ground, wheel]}\n"
    "  brake: {clutch: [ground, wheel], radius: 0.1 m, friction: {law: coulomb, mu_k: 0.4, load: %s}}\n"
    "forces:\n"
    "  push: {force: block, along: [1, 0], value: %s}\n"
    "  spin: {torque: wheel, value: 1 N m}\n"
    "run: {until: 2 s}\n";

typedef struct at_time {
    double t, push, load;
} at_time;
static const at_time plan[] = {{0, 0, 0}, {0.2, 5, 10}, {0.5, 9, 40}, {0.9, -4, 40}, {1.3, 3, 5}, {2, 3, 5}};
enum {
    PHASES = sizeof plan / sizeof *plan - 1
};

/* The plan as a table that jumps within 1 ns. */
static void add_table(char *out, size_t room, bool push)
{
    size_t used = (size_t)snprintf(out, room, "{table: [");
    for (int i = 0; i < PHASES; i++) {
        double value = push ? plan[i].push : plan[i].load;
        used += (size_t)snprintf(out + used, room - used, "%s[%.12g s, %g N], [%.12g s, %g N]", i ? ", " : "",
                                 i ? plan[i].t + 1e-9 : 0, value, plan[i + 1].t, value);
    }
    snprintf(out + used, room - used, "]}");
}

static void inputs_equal_signals(void **state)
{
    (void)state;
    static const char *const channels[] = {"block.x", "block.vx", "wheel.angle", "wheel.spin", "floor.friction"};
    char push[600], load[600];
    add_table(push, sizeof push, true);
    add_table(load, sizeof load, false);
    bri_system *by_table = build(MODEL(model, load, push));
    bri_system *by_input = build(MODEL(model, "{input: 0 N}", "{input: 0 N}"));
    assert_int_equal(bri_system_inputs(by_table), 0);
    assert_int_equal(bri_system_inputs(by_input), 2);
    bri_run_def def = bri_run_defaults();
    def.rtol = 1e-9;
    bri_sim *a = NULL, *b = NULL;
    assert_false(bri_sim_create(by_table, &def, &a, NULL));
    assert_false(bri_sim_create(by_input, &def, &b, NULL));
    int at_push = bri_sim_find_input(b, "push.value"), at_load = bri_sim_find_input(b, "brake.friction.load");
    assert_true(at_push >= 0 && at_load >= 0 && at_push != at_load);
    for (int i = 0; i < PHASES; i++) {
        assert_false(bri_sim_set_input(b, at_push, 1e3, NULL)); /* is not seen: the next one counts */
        assert_false(bri_sim_set_input(b, at_push, plan[i].push, NULL));
        assert_false(bri_sim_set_input(b, at_load, plan[i].load, NULL));
        assert_true(bri_sim_input(b, at_push) == plan[i].push);
        assert_false(bri_sim_advance(a, plan[i + 1].t, NULL));
        assert_false(bri_sim_advance(b, plan[i + 1].t, NULL));
        for (size_t c = 0; c < sizeof channels / sizeof *channels; c++) {
            double of_a = bri_sim_value(a, bri_sim_find(a, channels[c])),
                   of_b = bri_sim_value(b, bri_sim_find(b, channels[c]));
            if (!(fabs(of_a - of_b) <= 1e-7))
                fail_msg("%s after phase %d: %.12g and %.12g", channels[c], i, of_a, of_b);
        }
    }
    assert_true(fabs(bri_sim_value(b, bri_sim_find(b, "block.x"))) > 0.1); /* it has slid, and so has the wheel */
    bri_sim_destroy(a), bri_sim_destroy(b);
    bri_system_destroy(by_table), bri_system_destroy(by_input);
}

/* Channels follow an input at once; a value that is set and set back changes no bit; saving keeps inputs. */
static void inputs_belong_to_the_state(void **state)
{
    (void)state;
    bri_system *system = build(MODEL(model, "10 N", "{input: 1 N}"));
    bri_run_def def = bri_run_defaults();
    bri_sim *a = NULL, *b = NULL;
    assert_false(bri_sim_create(system, &def, &a, NULL));
    assert_false(bri_sim_create(system, &def, &b, NULL));
    int friction = bri_sim_find(a, "floor.friction");
    assert_float_equal(fabs(bri_sim_value(a, friction)), 1, 1e-12);
    assert_false(bri_sim_set_input(a, 0, 4, NULL));
    assert_false(bri_sim_advance(a, 0.3, NULL));
    assert_float_equal(fabs(bri_sim_value(a, friction)), 4, 1e-12);
    assert_false(bri_sim_set_input(a, 0, 7, NULL));
    size_t size = bri_sim_state_size(a);
    void *saved = malloc(size);
    bri_sim_save(a, saved);
    assert_false(bri_sim_restore(b, saved, size, NULL));
    assert_true(bri_sim_input(b, 0) == 7);
    assert_false(bri_sim_advance(a, 1, NULL));
    assert_false(bri_sim_advance(b, 1, NULL));
    for (int i = 0; i < bri_system_channels(system, &(const bri_column *){NULL}); i++)
        assert_true(bri_sim_value(a, i) == bri_sim_value(b, i));
    assert_true(bri_sim_value(a, bri_sim_find(a, "block.vx")) > 0.01);
    free(saved);
    bri_sim_destroy(a), bri_sim_destroy(b);
    bri_system_destroy(system);
}

static void bad_inputs_are_refused(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_system *system = build(MODEL(model, "10 N", "{input: 1 N}"));
    bri_run_def def = bri_run_defaults();
    bri_sim *sim = NULL;
    assert_false(bri_sim_create(system, &def, &sim, NULL));
    assert_string_equal(bri_system_input(system, 0), "push.value");
    assert_null(bri_system_input(system, 1));
    assert_int_equal(bri_sim_find_input(sim, "push"), -1);
    assert_int_equal(bri_sim_set_input(sim, 1, 0, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "there is no input 1: the model has 1, counted from 0");
    assert_int_equal(bri_sim_set_input(sim, -1, 0, NULL), BRI_BAD_VALUE);
    assert_int_equal(bri_sim_set_input(sim, 0, NAN, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "push.value: the value is not a number (NaN)");
    assert_true(isnan(bri_sim_input(sim, 1)) && bri_sim_input(sim, 0) == 1);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* NULL instead of settings: those of the model. */
static void settings_may_be_left_out(void **state)
{
    (void)state;
    bri_system *system = build(MODEL(model, "10 N", "1 N"));
    bri_run_def def = bri_run_defaults();
    bri_result *with = NULL, *without = NULL;
    bri_sim *sim = NULL;
    assert_false(bri_run_check(system, NULL, NULL));
    assert_false(bri_run(system, &def, &with, NULL));
    assert_false(bri_run(system, NULL, &without, NULL));
    assert_int_equal(with->channels->rows, without->channels->rows);
    assert_memory_equal(with->channels->value, without->channels->value,
                        with->channels->rows * with->channels->columns * sizeof(double));
    assert_false(bri_sim_create(system, NULL, &sim, NULL));
    assert_false(bri_sim_advance(sim, 0.1, NULL));
    bri_sim_destroy(sim);
    bri_result_destroy(with), bri_result_destroy(without);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_equal_signals),
        cmocka_unit_test(inputs_belong_to_the_state),
        cmocka_unit_test(bad_inputs_are_refused),
        cmocka_unit_test(settings_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
