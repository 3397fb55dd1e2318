/* test_refusals.c - calls of the C interface that are refused, each with its sentence */
#include "test.h"

#include "bristle/bristle.h"

static const char block[] = "gravity: [0, -10]\n"
                            "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, points: {far: [1, 0]}}}\n"
                            "joints:\n"
                            "  floor: {translational: [ground, block], along: [1, 0], friction: {law: maxwell_slip}}\n"
                            "forces: {pull: {force: block, along: [1, 0], value: {ramp: 2 N, end: 1 s}}}\n"
                            "run: {until: 1 s}\n";
static const char loose[] = "ground: {points: {o: [0, 0]}}\n"
                            "bodies: {pin: {mass: 1 kg, inertia: 1 kg m2, points: {o: [0, 0]}}}\n"
                            "joints: {bore: {revolute: [ground.o, pin.o], clearance: 0.1 mm, normal: {law: hertz, "
                            "stiffness: 1e9}}}\n"
                            "run: {until: 1 s}\n";

static bri_model *model_of(const char *text)
{
    bri_error err = {0};
    bri_model *model = NULL;
    if (bri_model_parse(text, strlen(text), "text", &model, &err)) fail_msg("%s", err.what);
    return model;
}

static bri_system *system_of(const char *text)
{
    bri_error err = {0};
    bri_model *model = model_of(text);
    bri_system *system = NULL;
    if (bri_system_build(model, &system, &err)) fail_msg("%s", err.what);
    bri_model_destroy(model);
    return system;
}

#define REFUSED(call, wanted_status, wanted)                                                                           \
    do {                                                                                                               \
        bri_error err = {0};                                                                                           \
        bri_status status = call;                                                                                      \
        assert_string_equal(err.what, wanted);                                                                         \
        assert_int_equal(status, wanted_status);                                                                       \
    } while (0)

static void paths_of_numbers(void **state)
{
    (void)state;
    bri_model *model = model_of(block);
    double value;
    REFUSED(bri_model_get(model, "block.at", &value, &err), BRI_NOT_FOUND, "at is a vector: ask for at.x or at.y");
    REFUSED(bri_model_set(model, "block.at", 3, &err), BRI_BAD_VALUE, "at is a vector: set at.x and at.y");
    REFUSED(bri_model_get(model, "floor.friction.k", &value, &err), BRI_NOT_FOUND,
            "k is a list of 4 elements: ask for k.1 and so on");
    REFUSED(bri_model_set(model, "floor.friction.k", 3, &err), BRI_BAD_VALUE,
            "k is a list: set its elements k.1, k.2, ... or all of them as one text");
    REFUSED(bri_model_get(model, "pull.value", &value, &err), BRI_BAD_VALUE, "this is a signal, not a number");
    REFUSED(bri_model_set(model, "floor.friction", 3, &err), BRI_BAD_VALUE,
            "a friction cannot be set to a number; set it as text");
    REFUSED(bri_model_set_text(model, "run.eliminate.1", "floor", &err), BRI_NOT_FOUND,
            "the path continues beyond a value; shorten it");
    REFUSED(bri_model_add(model, "springs", "s", "{}", &err), BRI_NOT_FOUND,
            "there is no group 'springs': the groups are parameters, materials, bodies, joints and forces");
    REFUSED(bri_model_add(model, "bodies", "block", "{}", &err), BRI_BAD_VALUE,
            "'block' is already the name of a body; choose another name");
    bri_model_destroy(model);
}

static void bytes_that_are_no_saved_simulation(void **state)
{
    (void)state;
    char expected[200];
    bri_run_def def = bri_run_defaults();
    bri_system *system = system_of(block);
    bri_sim *sim = NULL;
    assert_int_equal(bri_sim_create(system, &def, &sim, NULL), BRI_OK);
    size_t size = bri_sim_state_size(sim);
    unsigned char *bytes = malloc(size), *changed = malloc(size);
    bri_sim_save(sim, bytes);
    REFUSED(bri_sim_restore(sim, bytes, 7, &err), BRI_BAD_VALUE, "7 bytes are too few for a saved simulation");
    memcpy(changed, bytes, size);
    changed[0] ^= 1;
    REFUSED(bri_sim_restore(sim, changed, size, &err), BRI_BAD_VALUE, "these bytes are no saved simulation");
    uint64_t version;
    memcpy(&version, bytes + 8, sizeof version); /* behind the magic number */
    snprintf(expected, sizeof expected,
             "the simulation was saved by another version of the library (format %lu, not %lu)",
             (unsigned long)version + 1, (unsigned long)version);
    memcpy(changed, bytes, size);
    version++;
    memcpy(changed + 8, &version, sizeof version);
    REFUSED(bri_sim_restore(sim, changed, size, &err), BRI_BAD_VALUE, expected);
    size_t header = 8 + 4 * sizeof(uint64_t);
    for (size_t at = header - 8; at < size; at += at < header + 64 || at + 64 > size ? 1 : 37) /* checksum, and data */
        for (int bit = 0; bit < 8; bit++) {
            memcpy(changed, bytes, size);
            changed[at] ^= (unsigned char)(1 << bit);
            REFUSED(bri_sim_restore(sim, changed, size, &err), BRI_BAD_VALUE,
                    "the bytes of the saved simulation are damaged: their checksum is not that of the save");
        }
    memcpy(changed, bytes, size); /* 8-byte words in another order */
    memcpy(changed + header, bytes + header + 8, 8);
    memcpy(changed + header + 8, bytes + header, 8);
    if (memcmp(changed, bytes, size) != 0) assert_int_equal(bri_sim_restore(sim, changed, size, NULL), BRI_BAD_VALUE);
    REFUSED(bri_sim_restore(sim, bytes, size, &err), BRI_OK, "");
    free(bytes);
    free(changed);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

static bool full(const char *text, size_t length, void *user) /* a disk */
{
    (void)text, (void)length, (void)user;
    return false;
}

static void what_cannot_be_written(void **state)
{
    (void)state;
    bri_model *model = model_of(block);
    bri_table *table = NULL;
    assert_int_equal(bri_table_create(1, 1, &table, NULL), BRI_OK);
    REFUSED(bri_model_write(model, full, NULL, &err), BRI_CANNOT_WRITE, "the model could not be written");
    REFUSED(bri_table_write_json(table, full, NULL, &err), BRI_CANNOT_WRITE, "the table could not be written");
    REFUSED(bri_describe("coulomb", BRI_TEXT, full, NULL, &err), BRI_CANNOT_WRITE, "the text could not be written");
    bri_table_destroy(table);
    bri_model_destroy(model);
}

static void settings_that_are_no_numbers(void **state)
{
    (void)state;
    static const char *const names[] = {"until", "interval", "rtol", "atol", "step", "max_step"};
    bri_system *system = system_of(block);
    bri_sim *sim = NULL;
    static const double no_times[] = {NAN, INFINITY, -INFINITY};
    for (int i = -3; i < 6; i++) {
        char expected[200];
        bri_run_def def = bri_run_defaults();
        double *numbers[] = {&def.until, &def.interval, &def.rtol, &def.atol, &def.step, &def.max_step};
        *(i < 0 ? &def.from : numbers[i]) = i < 0 ? no_times[-i - 1] : NAN;
        if (i < 0)
            snprintf(expected, sizeof expected, "from is not a finite number; 0 means from the start of the run");
        else
            snprintf(expected, sizeof expected, "%s is not a number; 0 means the value of the model", names[i]);
        REFUSED(bri_sim_create(system, &def, &sim, &err), BRI_BAD_VALUE, expected);
        assert_null(sim);
    }
    assert_int_equal(bri_sim_create(system, NULL, &sim, NULL), BRI_OK);
    REFUSED(bri_sim_advance(sim, NAN, &err), BRI_BAD_VALUE, "until is not a number");
    REFUSED(bri_sim_advance(sim, INFINITY, &err), BRI_BAD_VALUE,
            "until is infinite: advance to a finite time, again and again if there is no end");
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

static void clearance_that_comes_or_goes(void **state)
{
    (void)state;
    bri_run_def def = bri_run_defaults();
    bri_system *system = system_of(loose);
    bri_sim *sim = NULL;
    assert_int_equal(bri_sim_create(system, &def, &sim, NULL), BRI_OK);
    REFUSED(bri_sim_set_number(sim, "bore.clearance", 0, &err), BRI_BAD_VALUE,
            "joint 'bore' cannot gain or lose its clearance during a simulation");
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

static bool stop_at_the_second(int done, int all, void *user)
{
    *(int *)user = all;
    return done < 1;
}

static void sensitivity_that_is_stopped(void **state)
{
    (void)state;
    char expected[100];
    bri_error err = {0};
    int all = 0;
    bri_model *model = model_of(block);
    bri_sensitivity_def def = {.size = sizeof(bri_sensitivity_def), .progress = stop_at_the_second, .user = &all};
    bri_sensitivity *sensitivity = NULL;
    assert_int_equal(bri_sensitivity_of(model, &def, &sensitivity, &err), BRI_STOPPED);
    snprintf(expected, sizeof expected, "stopped after 1 of %d runs", all);
    assert_string_equal(err.what, expected);
    assert_null(sensitivity);
    bri_model_destroy(model);
}

static void rest(double t, bri_trace_input *out, void *user)
{
    (void)t, (void)user;
    *out = (bri_trace_input){.load = 1};
}

static void traces_and_curves(void **state)
{
    (void)state;
    const bri_friction_law *law = bri_law_find("coulomb", NULL);
    union {
        double room[200];
    } params = {{0}};
    bri_params_defaults(&law->kind, &params);
    bri_trace_def def = bri_trace_defaults();
    bri_trace *trace = NULL;
    def.law = law;
    def.params = &params;
    def.history = rest;
    def.dim = 3;
    REFUSED(bri_trace_create(&def, &trace, &err), BRI_BAD_VALUE,
            "dim is 3, but the sliding velocity has 1 or 2 components");
    def.dim = 2;
    def.mass = 1;
    REFUSED(bri_trace_create(&def, &trace, &err), BRI_BAD_VALUE,
            "the law coulomb sticks, so a mass moved by a force needs dim 1");
    def.mass = -1;
    REFUSED(bri_trace_create(&def, &trace, &err), BRI_BAD_VALUE, "the mass is -1 kg, and must be 0 or more");
    def.mass = 0;
    def.dim = 1;
    REFUSED(bri_trace_create(&def, &trace, &err), BRI_OK, "");
    REFUSED(bri_trace_advance(trace, INFINITY, &err), BRI_BAD_VALUE, "the time to advance to is not finite");
    bri_trace_destroy(trace);
    bri_table *table = NULL;
    bri_curve_def curve = bri_curve_defaults();
    bri_curve_subject subject = {.law = law, .params = &params};
    REFUSED(bri_curve_table(&curve, &subject, 0, &table, &err), BRI_BAD_VALUE, "no law is given");
    curve.rows = 1;
    REFUSED(bri_curve_table(&curve, &subject, 1, &table, &err), BRI_BAD_VALUE,
            "1 points are requested; the number must lie between 2 and 10000000");
    assert_null(table);
    bri_phenomena_result shown;
    assert_int_equal(bri_params_set(&law->kind, &params, "mu_s", 0, NULL), BRI_OK);
    assert_int_equal(bri_params_set(&law->kind, &params, "mu_k", 0, NULL), BRI_OK);
    REFUSED(bri_phenomena(law, &params, &shown, &err), BRI_BAD_VALUE,
            "coulomb has no friction with these parameters; choose a coefficient above 0");
}

/* A simulation follows numbers of bodies, laws and forces; those that it has read once are refused, also where they follow a parameter. */
static void numbers_that_a_simulation_reads_once(void **state)
{
    static const char text[] =
        "parameters: {x: 0.1 m, m_b: 2 kg}\n"
        "bodies: {block: {mass: m_b, inertia: 1 kg m2, at: [1 m, 0], shapes: [{circle: 1 cm}], points: {p: [x, 0]}}}\n"
        "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, noise: "
        "{std: 1 N}}},\n"
        "  far: {tip_on_line: [ground, block.p], through: [0, -3], along: [1, 0], normal: {law: hertz, stiffness: "
        "1e9}}}\n"
        "forces: {pull: {force: block, along: [1, 0], value: 3 N}}\n"
        "run: {until: 1 s}\n";
    static const struct {
        const char *path, *what;
    } fixed[] = {{"run.rtol", "bri_run_def"},
                 {"run.atol", "bri_run_def"},
                 {"run.max_step", "bri_run_def"},
                 {"run.interval", "bri_run_def"},
                 {"run.alpha", "bri_run_def"},
                 {"block.at.x", "bri_sim_set_states"},
                 {"block.angle", "bri_sim_set_states"},
                 {"block.velocity.x", "bri_sim_set_states"},
                 {"block.spin", "bri_sim_set_states"},
                 {"floor.friction.states.1", "bri_sim_set_states"},
                 {"block.radius", "another system"},
                 {"block.points.p.at.x", "another system"},
                 {"floor.at.x", "another system"},
                 {"floor.along.y", "another system"},
                 {"far.through.y", "another system"},
                 {"far.side", "another system"},
                 {"pull.along.x", "another system"},
                 {"floor.friction.effort", "another system"},
                 {"floor.friction.noise.std", "another system"},
                 {"block.shapes.1.radius", "another system"},
                 {"x", "another system"}};
    static const char *const followed[] = {"m_b",       "block.inertia", "floor.friction.mu_k", "far.normal.stiffness",
                                           "gravity.x", "pull.value"};
    (void)state;
    bri_system *system = system_of(text);
    bri_sim *sim = NULL;
    double before = 0, now = 0;
    assert_int_equal(bri_sim_create(system, NULL, &sim, NULL), BRI_OK);
    REFUSED(bri_sim_set_number(sim, "run.rtol", 1e-3, &err), BRI_BAD_VALUE,
            "a running simulation cannot change run.rtol, which is a setting of the run: give it in a bri_run_def or "
            "in the "
            "model, and create another sim");
    REFUSED(bri_sim_set_number(sim, "x", 1, &err), BRI_BAD_VALUE,
            "a running simulation cannot change x: it also gives at of body block, which is read when a system is "
            "built: set "
            "it in the model (bri_model_set), and create another system and sim");
    for (int owned = 0; owned < 2; owned++) { /* before and after the first number is set */
        for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
            bri_error err = {0};
            assert_int_equal(bri_sim_set_number(sim, fixed[i].path, 1, &err), BRI_BAD_VALUE);
            if (!strstr(err.what, fixed[i].what) || !strstr(err.what, fixed[i].path))
                fail_msg("%s: '%s' does not say: %s", fixed[i].path, err.what, fixed[i].what);
        }
        for (size_t i = 0; i < sizeof followed / sizeof *followed; i++) {
            int channel = bri_sim_find(sim, "block.acceleration.x");
            before = bri_sim_value(sim, channel);
            bri_error err = {0};
            if (bri_sim_set_number(sim, followed[i], 5 + 0.1 * owned, &err)) fail_msg("%s", err.what);
            now = bri_sim_value(sim, channel);
            if (!strcmp(followed[i], "gravity.x")) assert_true(now != before);
        }
    }
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_that_a_simulation_reads_once), cmocka_unit_test(paths_of_numbers),
        cmocka_unit_test(bytes_that_are_no_saved_simulation),   cmocka_unit_test(what_cannot_be_written),
        cmocka_unit_test(settings_that_are_no_numbers),         cmocka_unit_test(clearance_that_comes_or_goes),
        cmocka_unit_test(sensitivity_that_is_stopped),          cmocka_unit_test(traces_and_curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
