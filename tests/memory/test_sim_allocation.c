/* test_sim_allocation.c - models, systems and simulations when memory runs out; nothing is allocated while a sim
 * advances; saving, restoring and setting numbers on the way */
#include "test.h"

#include "bristle/bristle.h"
#include "integrators.h"

/* --- memory that runs out: the linker puts these in the place of malloc and its kin ------------------------------ */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
char *__real_strdup(const char *string);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *string);

static struct {
    bool watching;
    bool stays_empty; /* those after the one that failed fail too */
    long fails_at;    /* which allocation fails, from 0; -1: none */
    long asked, failed, live;
} memory;

static bool is_refused(void)
{
    if (!memory.watching) return false;
    long which = memory.asked++;
    bool refused = memory.fails_at >= 0 && (memory.stays_empty ? which >= memory.fails_at : which == memory.fails_at);
    memory.failed += refused;
    return refused;
}

static void *counted(void *block)
{
    if (memory.watching && block) memory.live++;
    return block;
}

void *__wrap_malloc(size_t size) { return is_refused() ? NULL : counted(__real_malloc(size)); }
void *__wrap_calloc(size_t count, size_t size) { return is_refused() ? NULL : counted(__real_calloc(count, size)); }
char *__wrap_strdup(const char *string) { return is_refused() ? NULL : counted(__real_strdup(string)); }

void *__wrap_realloc(void *old, size_t size)
{
    if (is_refused()) return NULL;
    void *block = __real_realloc(old, size);
    return old ? block : counted(block);
}

void __wrap_free(void *block)
{
    if (memory.watching && block) memory.live--;
    __real_free(block);
}

static void watch(long fails_at, bool stays_empty)
{
    memset(&memory, 0, sizeof memory);
    memory.fails_at = fails_at;
    memory.stays_empty = stays_empty;
    memory.watching = true;
}

/* --- models ------------------------------------------------------------------------------------------------------ */

/* Joints, forces, signals, a law with bristles, one that sticks, noise, a spring with a length that varies. */
static const char *const everything =
    "title: Everything\n"
    "gravity: [0, -9.81 m/s2]\n"
    "ground: {points: {wall: [-1, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 0.12 kg, inertia: 0.002 kg m2, at: [0, 50 mm], angle: 90 deg, spin: 4 rad/s,\n"
    "          points: {foot: [-50 mm, 0], tip: [50 mm, 0]}, shapes: [{line: [[-50 mm, 0], [50 mm, 0]]}]}\n"
    "  rod: {mass: 0.30 kg, inertia: 0.002 kg m2, at: [150 mm, 100 mm], points: {left: [-150 mm, 0], right: [150 mm, "
    "0]}}\n"
    "  roller: {mass: 0.10 kg, inertia: 0.001 kg m2, at: [300 mm, 100 mm], spin: 8 rad/s, radius: 50 mm}\n"
    "  block: {mass: 1 kg, inertia: 1 kg m2, at: [0, 1], velocity: [1 m/s, 0]}\n"
    "joints:\n"
    "  pivot: {revolute: [ground, crank.foot], radius: 5 mm, friction: {law: coulomb_linear, mu_k: 0.1, v_0: 1 mm/s}}\n"
    "  crankpin: {revolute: [crank.tip, rod.left]}\n"
    "  rollerpin: {revolute: [rod.right, roller]}\n"
    "  floor: {wheel_on_line: [ground, roller], through: [0, 50 mm], along: [1, 0],\n"
    "          friction: {law: lugre, sigma0: 1e5 1/m, sigma1: 10 s/m, mu_k: 0.1, mu_s: 0.15, v_s: 0.01 m/s}}\n"
    "  shelf: {translational: [ground, block], at: [0, 1], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, mu_s: "
    "0.3}}\n"
    "forces:\n"
    "  spring: {spring: shelf, stiffness: 30 N/m, length: {sine: 0.1 m, frequency: 3 Hz}}\n"
    "  push: {force: block, along: [1, 0], value: {input: 0 N}}\n"
    "  twist: {torque: crank, value: {table: [[0 s, 0 N m], [0.1 s, 0.01 N m], [0.2 s, 0 N m]]}}\n"
    "run: {until: 0.05 s, interval: 0.01 s, channels: ['block.*', 'floor.*', 'energy.*']}\n";

static bri_status parse(const char *text, bri_model **model, bri_error *err)
{
    *model = NULL;
    return bri_model_parse(text, strlen(text), "test.yaml", model, err);
}

typedef bri_status scenario(bri_error *err);

static bri_status model_parsed(bri_error *err)
{
    bri_model *model = NULL;
    bri_status status = parse(everything, &model, err);
    bri_model_destroy(model);
    return status;
}

static bri_model *ready; /* made before memory is watched: libfyaml has memory of its own */

static bri_status model_copied(bri_error *err)
{
    bri_model *copy = NULL;
    bri_status status = bri_model_copy(ready, &copy, err);
    bri_model_destroy(copy);
    return status;
}

static bri_status system_built(bri_error *err)
{
    bri_system *system = NULL;
    bri_status status = bri_system_build(ready, &system, err);
    if (status) assert_null(system);
    bri_system_destroy(system);
    return status;
}

static const bri_pen no_hand = {.size = sizeof no_hand}; /* draws nothing */

static bri_status sim_of(const char *integrator, bri_error *err)
{
    bri_system *system = NULL;
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    def.integrator = integrator;
    bri_status status = bri_system_build(ready, &system, err);
    if (!status) status = bri_sim_create(system, &def, &sim, err);
    if (!status) status = bri_sim_advance(sim, 0.01, err);
    if (!status) status = bri_sim_draw(sim, &no_hand, err);
    if (!status) status = bri_sim_set_number(sim, "push.value.value", 3, err);
    if (!status) status = bri_sim_set_number(sim, "block.mass", 2, err);
    if (!status) status = bri_sim_advance(sim, 0.02, err);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
    return status;
}
static bri_status dopri5_advanced(bri_error *err) { return sim_of("dopri5", err); }
static bri_status imex4_advanced(bri_error *err) { return sim_of("imex4", err); }
static bri_status radau5_advanced(bri_error *err) { return sim_of("radau5", err); }

static bri_status model_run(bri_error *err)
{
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def def = bri_run_defaults();
    bri_status status = bri_system_build(ready, &system, err);
    if (!status) status = bri_run(system, &def, &result, err);
    if (!status) assert_true(result->channels->rows == 6 && result->terms > 5);
    bri_result_destroy(result);
    bri_system_destroy(system);
    return status;
}

static bool fails_well(scenario *run, long n, bool stays_empty)
{
    bri_error err = {0};
    watch(n, stays_empty);
    bri_status status = run(&err);
    memory.watching = false;
    if (memory.live != 0) fail_msg("with allocation %ld failing, %ld blocks are left", n, memory.live);
    if (memory.failed == 0) {
        if (status) fail_msg("%s", err.what);
        return false;
    }
    if (status != BRI_NO_MEMORY)
        fail_msg("with allocation %ld failing, the status is '%s': %s", n, bri_status_name(status), err.what);
    assert_int_equal(err.status, BRI_NO_MEMORY);
    assert_true(err.what[0] != '\0');
    return true;
}

static void says_so_wherever_memory_runs_out(void **state)
{
    scenario *run = *(scenario **)*state;
    for (int stays_empty = 0; stays_empty < 2; stays_empty++) {
        long n = 0;
        while (fails_well(run, n, stays_empty))
            n++;
        assert_true(n > 0); /* it does allocate */
    }
}

/* --- none while it advances -------------------------------------------------------------------------------------- */

static bri_system *build(const char *text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    if (parse(text, &model, &err) || bri_system_build(model, &system, &err)) fail_msg("%s: %s", err.where, err.what);
    bri_model_destroy(model);
    return system;
}

static bri_sim *start(const bri_system *system, const char *integrator)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    def.integrator = integrator;
    def.step = 1e-4;
    if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s: %s", integrator, err.what);
    return sim;
}

/* CVODE and IDA allocate in their own library, which is not counted here. */
static const char *const integrators[] = {"dopri5", "bs23",   "rk4",   "imex4", "imex5",
                                          "rodas4", "radau5", "cvode", "ida"};
#define EACH(name)                                                                                                     \
    const char *const *name = integrators;                                                                             \
    name < integrators + sizeof integrators / sizeof *integrators &&has_integrator(*name);                             \
    name++

static void advancing_allocates_nothing(void **state)
{
    (void)state;
    bri_system *system = build(everything);
    for (EACH(name)) {
        bri_error err = {0};
        bri_sim *sim = start(system, *name);
        char *saved = malloc(bri_sim_state_size(sim));
        watch(-1, false);
        bri_status status = bri_sim_advance(sim, 0.1, &err);
        double x = bri_sim_value(sim, bri_sim_find(sim, "block.x"));
        bri_sim_save(sim, saved);
        if (!status) status = bri_sim_advance(sim, 0.25, &err);
        bri_sim_restore(sim, saved, bri_sim_state_size(sim), NULL);
        double again = bri_sim_value(sim, bri_sim_find(sim, "block.x"));
        memory.watching = false;
        if (status) fail_msg("%s: %s", *name, err.what);
        assert_true(x == again && x != 0);
        if (memory.asked) fail_msg("%s: %ld allocations while it advances", *name, memory.asked);
        free(saved);
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

/* Euler steps of a host, with all that it asks. */
static void host_allocates_nothing(void **state)
{
    (void)state;
    bri_system *system = build(everything);
    bri_sim *sim = start(system, "dopri5");
    bri_error err = {0};
    bri_sim_event event[4];
    int n = bri_sim_continuous_states(sim, NULL), events = bri_sim_event_functions(sim);
    const bri_column *channel;
    int channels = bri_system_channels(system, &channel);
    double *x = malloc((size_t)(2 * n + events + channels + n * n) * sizeof *x), *rates = x + n, *values = rates + n;
    bri_status status = BRI_OK;
    bri_sim_keep_events(sim, event, 4);
    watch(-1, false);
    bri_sim_get_states(sim, x);
    for (int k = 1; k <= 300 && !status; k++) {
        bri_accepted accepted;
        bri_handled handled;
        double t = bri_sim_time(sim),
               end = fmin(fmin(k * 1e-5, t + bri_sim_max_step(sim)), bri_sim_next_time_event(sim));
        if (k == 100) bri_sim_set_input(sim, 0, 20, &err);
        if (k == 100) status = bri_sim_handle_events(sim, NULL, x, &handled, &err);
        if (!status) status = bri_sim_rates(sim, t, x, rates, &err);
        for (int i = 0; i < n; i++)
            x[i] += (end - t) * rates[i];
        if (!status) status = bri_sim_event_values(sim, end, x, values, &err);
        if (!status) status = bri_sim_values_at(sim, end, x, values, &err);
        if (!status) status = bri_sim_accept_step(sim, end, x, &accepted, &err);
        if (!status && accepted.event) status = bri_sim_handle_events(sim, NULL, x, &handled, &err);
        bri_sim_energy_balance(sim, NULL, NULL);
        if (!status && k % 100 == 50) {
            double push = 1;
            bri_sim_tolerated_errors(sim, end, x, 1e-6, 1e-6, values);
            status = bri_sim_jacobian(sim, end, x, values + events + channels, &err);
            if (!status) status = bri_sim_directional_derivative(sim, end, x, x, &push, rates, values, &err);
            if (!status) status = bri_sim_set_states(sim, end, x, NULL, &err);
        }
    }
    memory.watching = false;
    if (status) fail_msg("%s", err.what);
    assert_int_equal(memory.asked, 0);
    assert_true(bri_sim_time(sim) > 2e-3);
    free(x);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

static void setting_a_number_again_allocates_nothing(void **state)
{
    (void)state;
    bri_system *system = build(everything);
    bri_sim *sim = start(system, "imex4");
    bri_error err = {0};
    assert_int_equal(bri_sim_set_number(sim, "push.value.value", 1, &err), BRI_OK);
    watch(-1, false);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(bri_sim_set_number(sim, "push.value.value", i, &err), BRI_OK);
        assert_int_equal(bri_sim_advance(sim, 0.01 * (i + 1), &err), BRI_OK);
    }
    memory.watching = false;
    assert_int_equal(memory.asked, 0);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* --- the same bits ----------------------------------------------------------------------------------------------- */

static void two_runs_give_the_same_bits(void **state)
{
    (void)state;
    for (EACH(name)) {
        bri_result *result[2] = {NULL};
        for (int i = 0; i < 2; i++) {
            bri_system *system = build(everything);
            bri_run_def def = bri_run_defaults();
            bri_error err = {0};
            def.integrator = *name;
            def.step = 1e-4;
            def.until = 0.2;
            if (bri_run(system, &def, &result[i], &err)) fail_msg("%s: %s", *name, err.what);
            bri_system_destroy(system);
        }
        const bri_table *a = result[0]->channels, *b = result[1]->channels;
        assert_true(a->rows == b->rows && a->columns == b->columns);
        assert_memory_equal(a->value, b->value, a->rows * a->columns * sizeof(double));
        assert_true(result[0]->energy_error == result[1]->energy_error);
        for (int i = 0; i < 2; i++)
            bri_result_destroy(result[i]);
    }
}

/* Continued twice from one saved state, and in another sim: the same bits of all that it is. */
static void what_is_restored_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    bri_system *system = build(everything);
    bool same = true;
    for (EACH(name)) {
        bri_error err = {0};
        bri_sim *sim = start(system, *name), *other = start(system, *name);
        size_t size = bri_sim_state_size(sim);
        char *saved = malloc(size), *first = malloc(size), *second = malloc(size), *third = malloc(size);
        assert_int_equal(bri_sim_advance(sim, 0.07, &err), BRI_OK);
        bri_sim_save(sim, saved);
        bri_sim_restore(sim, saved, bri_sim_state_size(sim), NULL);
        assert_int_equal(bri_sim_advance(sim, 0.2, &err), BRI_OK);
        bri_sim_save(sim, first);
        bri_sim_restore(sim, saved, bri_sim_state_size(sim), NULL);
        assert_true(bri_sim_time(sim) == 0.07);
        assert_int_equal(bri_sim_advance(sim, 0.2, &err), BRI_OK);
        bri_sim_save(sim, second);
        bri_sim_restore(other, saved, bri_sim_state_size(other), NULL);
        assert_int_equal(bri_sim_advance(other, 0.2, &err), BRI_OK);
        bri_sim_save(other, third);
        bool twice = !memcmp(first, second, size), elsewhere = !memcmp(first, third, size);
        if (!twice) print_error("%s goes on another way the second time\n", *name);
        if (!elsewhere) print_error("%s goes on another way in another simulation\n", *name);
        same = same && twice && elsewhere;
        free(saved), free(first), free(second), free(third);
        bri_sim_destroy(sim);
        bri_sim_destroy(other);
    }
    bri_system_destroy(system);
    assert_true(same);
}

/* --- a control loop ---------------------------------------------------------------------------------------------- */

/* A mass of 1 kg with the force F = -4 x - 2 v, read and set 100 times a second: x_(k+1) = x + v h + F h^2/2,
 * v_(k+1) = v + F h. */
static void input_is_held_between_settings(void **state)
{
    (void)state;
    const char *text = "bodies: {mass: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0], at: [1, 0]}}\n"
                       "joints: {guide: {translational: [ground, mass], along: [1, 0]}}\n"
                       "forces: {motor: {force: mass, along: [1, 0], value: {input: 0 N}}}\n";
    bri_system *system = build(text);
    for (EACH(name)) {
        bri_error err = {0};
        bri_sim *sim = start(system, *name);
        int x_at = bri_sim_find(sim, "mass.x"), v_at = bri_sim_find(sim, "mass.vx"),
            f_at = bri_sim_find(sim, "motor.force");
        double x = 1, v = 0, h = 0.01;
        for (int k = 0; k < 300; k++) {
            double F = -4 * bri_sim_value(sim, x_at) - 2 * bri_sim_value(sim, v_at);
            assert_int_equal(bri_sim_set_number(sim, "motor.value.value", F, &err), BRI_OK);
            assert_close(bri_sim_value(sim, f_at), F, 0);
            if (bri_sim_advance(sim, (k + 1) * h, &err)) fail_msg("%s: %s", *name, err.what);
            double push = -4 * x - 2 * v;
            x += v * h + push * h * h / 2;
            v += push * h;
        }
        /* those that look back over several steps start anew, at first order, 300 times */
        bool looks_back = !strcmp(*name, "cvode") || !strcmp(*name, "ida");
        if (fabs(bri_sim_value(sim, x_at) - x) > (looks_back ? 5e-4 : 1e-5))
            fail_msg("%s: x is %.12g, not %.12g", *name, bri_sim_value(sim, x_at), x);
        assert_int_not_equal(bri_sim_set_number(sim, "motor.value.nothing", 1, &err), BRI_OK);
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

/* Setting an input beyond the static limit of a stuck block makes it slip from then on; back below it stops and
 * sticks. */
static void stuck_block_feels_an_input_that_is_set(void **state)
{
    (void)state;
    const char *text =
        "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0]}}\n"
        "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 2 N}}}\n"
        "forces: {push: {force: block, along: [1, 0], value: {input: 1 N}}}\n";
    bri_system *system = build(text);
    for (EACH(name)) {
        bri_error err = {0};
        bri_sim *sim = start(system, *name);
        int x = bri_sim_find(sim, "block.x"), v = bri_sim_find(sim, "block.vx");
        assert_int_equal(bri_sim_advance(sim, 1, &err), BRI_OK);
        assert_close(bri_sim_value(sim, x), 0, 1e-14);
        assert_int_equal(bri_sim_set_number(sim, "push.value.value", 5, &err), BRI_OK);
        assert_int_equal(bri_sim_advance(sim, 2, &err), BRI_OK); /* 3 m/s2 for 1 s */
        if (fabs(bri_sim_value(sim, x) - 1.5) > 1e-5) fail_msg("%s: x is %g", *name, bri_sim_value(sim, x));
        assert_int_equal(bri_sim_set_number(sim, "push.value.value", -1, &err), BRI_OK);
        assert_int_equal(bri_sim_advance(sim, 4, &err), BRI_OK); /* -3 m/s2: stops after 1 s more */
        if (fabs(bri_sim_value(sim, x) - 3) > 1e-5 || fabs(bri_sim_value(sim, v)) > 1e-12)
            fail_msg("%s: x is %g, v is %g", *name, bri_sim_value(sim, x), bri_sim_value(sim, v));
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

/* ----------------------------------------------------------------------------------------------------------------- */

static int make_ready(void **state)
{
    (void)state;
    return parse(everything, &ready, NULL) != BRI_OK;
}

static int put_away(void **state)
{
    (void)state;
    bri_model_destroy(ready);
    return 0;
}

#define SCENARIO(name)                                                                                                 \
    {                                                                                                                  \
#name " says so wherever memory runs out", says_so_wherever_memory_runs_out, NULL, NULL, &(scenario *)         \
        {                                                                                                              \
            name                                                                                                       \
        }                                                                                                              \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENARIO(model_parsed),
        SCENARIO(model_copied),
        SCENARIO(system_built),
        SCENARIO(dopri5_advanced),
        SCENARIO(imex4_advanced),
        SCENARIO(radau5_advanced),
        SCENARIO(model_run),
        cmocka_unit_test(advancing_allocates_nothing),
        cmocka_unit_test(host_allocates_nothing),
        cmocka_unit_test(setting_a_number_again_allocates_nothing),
        cmocka_unit_test(two_runs_give_the_same_bits),
        cmocka_unit_test(what_is_restored_goes_on_to_the_same_bits),
        cmocka_unit_test(input_is_held_between_settings),
        cmocka_unit_test(stuck_block_feels_an_input_that_is_set),
    };
    return cmocka_run_group_tests(tests, make_ready, put_away);
}
