/* test_given.c - structs that a program fills: of an older or a newer version, not initialised, or not given at all */
#include "test.h"

#include "base/given.h"
#include "bristle/bristle.h"

static const char text[] =
    "gravity: [0, -10]\n"
    "bodies: {block: {mass: 1 kg, inertia: 1 kg m2}}\n"
    "joints:\n"
    "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2}}\n"
    "forces: {pull: {force: block, along: [1, 0], value: {ramp: 1 N, end: 1 s}}}\n"
    "run: {until: 0.1 s}\n";
static bri_model *model;
static bri_system *built;
static bri_params params;

static int set_up(void **state)
{
    (void)state;
    return bri_model_parse(text, strlen(text), "text", &model, NULL) || bri_system_build(model, &built, NULL);
}

static int tear_down(void **state)
{
    (void)state;
    bri_system_destroy(built);
    bri_model_destroy(model);
    return 0;
}

/* --- every function that takes such a struct ------------------------------------------------------------------------------ */

static bri_status call_run(const void *def, bri_error *err)
{
    bri_result *result = NULL;
    bri_status status = bri_run(built, def, &result, err);
    bri_result_destroy(result);
    return status;
}

static bri_status call_run_check(const void *def, bri_error *err) { return bri_run_check(built, def, err); }

static bri_status call_sim(const void *def, bri_error *err)
{
    bri_sim *sim = NULL;
    bri_status status = bri_sim_create(built, def, &sim, err);
    bri_sim_destroy(sim);
    return status;
}

static bri_status call_verdict_at(const void *def, bri_error *err)
{
    bri_verdict_result *result = NULL;
    bri_status status = bri_verdict_at(built, def, 0, &result, err);
    bri_verdict_destroy(result);
    return status;
}

static bri_status call_verdict_along_at(const void *def, bri_error *err)
{
    bri_verdict_result *result = NULL;
    bri_status status = bri_verdict_along_at(built, def, 0, &result, err);
    bri_verdict_destroy(result);
    return status;
}

static bri_status call_verdict_over(const void *def, bri_error *err)
{
    bri_verdict_history *history = NULL;
    bri_status status = bri_verdict_over(built, def, &history, err);
    bri_verdict_history_destroy(history);
    return status;
}

static bri_status call_verdict_along(const void *def, bri_error *err)
{
    bri_verdict_history *history = NULL;
    bri_status status = bri_verdict_along(built, def, &history, err);
    bri_verdict_history_destroy(history);
    return status;
}

static bri_status call_sensitivity(const void *def, bri_error *err)
{
    bri_sensitivity *sensitivity = NULL;
    bri_status status = bri_sensitivity_of(model, def, &sensitivity, err);
    bri_sensitivity_destroy(sensitivity);
    return status;
}

static bri_status call_draw(const void *pen, bri_error *err)
{
    bri_sim *sim = NULL;
    assert_int_equal(bri_sim_create(built, NULL, &sim, NULL), BRI_OK);
    bri_status status = bri_sim_draw(sim, pen, err);
    bri_sim_destroy(sim);
    return status;
}

static void still(double t, bri_trace_input *now, void *user)
{
    (void)t;
    (void)user;
    *now = (bri_trace_input){.load = 1};
}

static bri_status call_trace(const void *def, bri_error *err)
{
    bri_trace *trace = NULL;
    bri_status status = bri_trace_create(def, &trace, err);
    bri_trace_destroy(trace);
    return status;
}

static bri_status call_trace_run(const void *def, bri_error *err)
{
    bri_table *table = NULL;
    bri_status status = bri_trace_run(def, 1, 3, &table, err);
    bri_table_destroy(table);
    return status;
}

static bri_status call_curve(const void *def, bri_error *err)
{
    bri_table *table = NULL;
    bri_curve_subject subject = {bri_law_find("coulomb", NULL), &params, NULL};
    bri_status status = bri_curve_table(def, &subject, 1, &table, err);
    bri_table_destroy(table);
    return status;
}

typedef union filled { /* any of them, with room for fields of a later version */
    size_t size;
    bri_run_def run;
    bri_verdict_def verdict;
    bri_sensitivity_def sensitivity;
    bri_pen pen;
    bri_trace_def trace;
    bri_curve_def curve;
    char room[1024];
} filled;

typedef struct entry {
    bri_status (*call)(const void *def, bri_error *err);
    const char *type, *defaults;
    filled usual;
    bool may_be_null;
} entry;

static int list_entries(entry *list)
{
    const bri_friction_law *law = bri_law_find("coulomb", NULL);
    bri_params_defaults(&law->kind, &params);
    bri_trace_def trace = bri_trace_defaults();
    trace.law = law;
    trace.params = &params;
    trace.history = still;
    const entry all[] = {
        {call_run, "bri_run_def", "bri_run_defaults()", {.run = bri_run_defaults()}, true},
        {call_run_check, "bri_run_def", "bri_run_defaults()", {.run = bri_run_defaults()}, true},
        {call_sim, "bri_run_def", "bri_run_defaults()", {.run = bri_run_defaults()}, true},
        {call_verdict_at, "bri_verdict_def", "bri_verdict_defaults()", {.verdict = bri_verdict_defaults()}, true},
        {call_verdict_along_at, "bri_verdict_def", "bri_verdict_defaults()", {.verdict = bri_verdict_defaults()}, true},
        {call_verdict_over, "bri_verdict_def", "bri_verdict_defaults()", {.verdict = bri_verdict_defaults()}, true},
        {call_verdict_along, "bri_verdict_def", "bri_verdict_defaults()", {.verdict = bri_verdict_defaults()}, true},
        {call_sensitivity,
         "bri_sensitivity_def",
         "bri_sensitivity_defaults()",
         {.sensitivity = bri_sensitivity_defaults()},
         true},
        {call_draw, "bri_pen", "bri_pen_defaults()", {.pen = bri_pen_defaults()}, true},
        {call_trace, "bri_trace_def", "bri_trace_defaults()", {.trace = trace}, false},
        {call_trace_run, "bri_trace_def", "bri_trace_defaults()", {.trace = trace}, false},
        {call_curve, "bri_curve_def", "bri_curve_defaults()", {.curve = bri_curve_defaults()}, false},
    };
    memcpy(list, all, sizeof all);
    return (int)(sizeof all / sizeof *all);
}

static void every_struct_is_of_any_version(void **state)
{
    (void)state;
    entry list[20];
    int count = list_entries(list);
    for (int i = 0; i < count; i++) {
        const entry *e = &list[i];
        char wanted[300];
        bri_error err = {0};
        filled def = e->usual;
        size_t size = def.size;
        if (e->call(&def, &err)) fail_msg("%s: %s", e->type, err.what);
        if (e->may_be_null && e->call(NULL, &err)) fail_msg("%s: %s", e->type, err.what);
        assert_int_equal(e->call(&def, NULL), BRI_OK);

        /* a later version, whose new fields are not used, and used */
        memset(def.room + size, 0, sizeof def.room - size);
        def.size = size + 16;
        if (e->call(&def, &err)) fail_msg("%s: %s", e->type, err.what);
        def.room[size + 15] = 1;
        assert_int_equal(e->call(&def, &err), BRI_BAD_VALUE);
        snprintf(wanted, sizeof wanted,
                 "a %s sets fields that bristle " BRI_VERSION
                 " does not know: run the program with the version of bristle "
                 "that it was compiled for, or a later one",
                 e->type);
        assert_string_equal(err.what, wanted);
        def.room[size + 15] = 0;
        def.room[size + 16] = 1; /* beyond the struct: not looked at */
        assert_int_equal(e->call(&def, &err), BRI_OK);

        /* not initialised */
        snprintf(wanted, sizeof wanted, "a %s was not initialised: begin with %s, which sets its size", e->type,
                 e->defaults);
        const size_t wrong[] = {0, 1, sizeof(size_t), 2 * sizeof(size_t), (size_t)1 << 20, (size_t)-1};
        for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
            def.size = wrong[k];
            assert_int_equal(e->call(&def, &err), BRI_BAD_VALUE);
            assert_string_equal(err.what, wanted);
        }
    }
}

/* --- a struct that has grown ------------------------------------------------------------------------------------------------ */

typedef struct once {
    size_t size;
    double a;
} once;

typedef struct now {
    size_t size;
    double a, b;
    const char *c;
} now;

static void fields_that_a_program_does_not_know_are_zero(void **state)
{
    (void)state;
    static const bri_struct known = BRI_STRUCT(now, now_defaults, a);
    struct {
        once given;
        double behind[4];
    } old = {{sizeof(once), 3}, {1, 2, 3, 4}};
    now whole;
    memset(&whole, 0x55, sizeof whole);
    assert_int_equal(bri_given(&known, &old.given, &whole, NULL), BRI_OK);
    assert_true(whole.size == sizeof whole && whole.a == 3 && whole.b == 0 && !whole.c);
    assert_int_equal(bri_given(&known, &(now){sizeof(now), 1, 2, "c"}, &whole, NULL), BRI_OK);
    assert_true(whole.a == 1 && whole.b == 2);
    assert_string_equal(whole.c, "c");
    assert_int_equal(bri_given(&known, NULL, &whole, NULL), BRI_OK);
    assert_true(whole.size == sizeof whole && whole.a == 0 && whole.b == 0 && !whole.c);
}

static void version_is_one(void **state)
{
    (void)state;
    char numbers[40];
    snprintf(numbers, sizeof numbers, "%d.%d.%d", BRI_VERSION_MAJOR, BRI_VERSION_MINOR, BRI_VERSION_PATCH);
    assert_string_equal(bri_version(), numbers);
    assert_string_equal(bri_version(), BRI_VERSION);
    assert_string_equal(bri_version(), PROJECT_VERSION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_struct_is_of_any_version),
        cmocka_unit_test(fields_that_a_program_does_not_know_are_zero),
        cmocka_unit_test(version_is_one),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
