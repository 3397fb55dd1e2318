/* test_allocation.c - when memory runs out at any place a call says so and leaves nothing behind; and nothing is
 * allocated while a law is evaluated or advances */
#include "test.h"

#include "bristle/bristle.h"
#include "friction/friction.h"

/* --- memory that runs out: the linker puts these in the place of malloc and its kin --------------------------------- */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);

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

/* --- what is run: each makes something and destroys it again --------------------------------------------------------- */

static bri_units *units;

static const bri_pair rollers = {.length = 0.016,
                                 .radius_a = 0.008,
                                 .radius_b = 0.03,
                                 .modulus = 113.7e9,
                                 .roughness = 0.4e-6,
                                 .viscosity = 0.4,
                                 .density = 870};

static bool swallow(const char *text, size_t length, void *user)
{
    size_t *sum = user;
    assert_int_equal(strlen(text), length);
    *sum += length;
    return true;
}

static void sway(double t, bri_trace_input *now, void *user)
{
    (void)user;
    now->v[0] = 1e-3 * cos(20 * t);
    now->v[1] = 1e-3 * sin(20 * t);
    now->pull[0] = 3 * sin(20 * t);
    now->load = 10;
}

static bri_trace_def trace_of(const bri_friction_law *law, const bri_params *params, int dim, double mass)
{
    bri_trace_def def = bri_trace_defaults();
    def.law = law;
    def.params = params;
    def.pair = &rollers;
    def.dim = dim;
    def.mass = mass;
    def.history = sway;
    def.rtol = 1e-5;
    return def;
}

typedef bri_status scenario(bri_error *err);

static bri_status params_read(bri_error *err)
{
    static const bri_setting settings[] = {{"sigma0", "1e5 1/m", NULL}, {"v_s", "2 mm/s", "slider.yaml:3"}};
    const bri_friction_law *law = bri_law_find("lugre", err);
    bri_params params, before;
    bri_params_defaults(&law->kind, &params);
    before = params;
    bri_status status = bri_params_read(&law->kind, &params, units, settings, 2, err);
    if (status) assert_memory_equal(&params, &before, law->kind.params_size);
    return status;
}

static bri_status law_described(bri_format format, bri_error *err)
{
    size_t length = 0;
    bri_status status = bri_describe_law(bri_law_find("maxwell_slip", err), format, swallow, &length, err);
    assert_true(status ? length == 0 : length > 100);
    return status;
}
static bri_status law_as_text(bri_error *err) { return law_described(BRI_TEXT, err); }
static bri_status law_as_markdown(bri_error *err) { return law_described(BRI_MARKDOWN, err); }
static bri_status law_as_json(bri_error *err) { return law_described(BRI_JSON, err); }

static bri_status laws_listed(bri_error *err)
{
    size_t length = 0;
    bri_status status = bri_describe_laws("dynamic", BRI_TEXT, swallow, &length, err);
    if (!status) status = bri_describe_laws(NULL, BRI_MARKDOWN, swallow, &length, err);
    return status ? status : bri_describe_laws("static", BRI_JSON, swallow, &length, err);
}

static bri_status noise_described(bri_error *err)
{
    size_t length = 0;
    return bri_describe_noise(BRI_MARKDOWN, swallow, &length, err);
}

static bri_status schema_described(bri_error *err)
{
    size_t length = 0;
    return bri_describe_schema(swallow, &length, err);
}

static bri_status words_described(bri_error *err)
{
    size_t length = 0;
    return bri_describe_words(swallow, &length, err);
}

static bri_status trace_advanced(bri_error *err)
{
    bri_params params;
    bri_trace *trace = NULL;
    const bri_friction_law *law = bri_law_find("lugre", err);
    bri_params_defaults(&law->kind, &params);
    bri_trace_def def = trace_of(law, &params, 1, 1);
    bri_status status = bri_trace_create(&def, &trace, err);
    if (!status) status = bri_trace_advance(trace, 1e-3, err);
    bri_trace_destroy(trace);
    return status;
}

static bri_status table_written(const bri_table *table, bri_error *err)
{
    size_t length = 0;
    bri_status status = bri_table_write_csv(table, swallow, &length, err);
    return status ? status : bri_table_write_json(table, swallow, &length, err);
}

static bri_status trace_run(bri_error *err)
{
    bri_params params;
    bri_table *table = NULL;
    const bri_friction_law *law = bri_law_find("maxwell_slip", err);
    bri_params_defaults(&law->kind, &params);
    bri_trace_def def = trace_of(law, &params, 2, 0);
    bri_status status = bri_trace_run(&def, 1e-3, 20, &table, err);
    if (status)
        assert_null(table);
    else
        status = table_written(table, err);
    bri_table_destroy(table);
    return status;
}

static bri_status table_made(bri_error *err)
{
    bri_table *table = NULL;
    bri_status status = bri_table_create(3, 200, &table, err);
    if (!status) {
        status = bri_table_name(table, 1, "force", "N", err);
        if (!status) assert_int_equal(bri_table_find(table, "force"), 1);
        bri_table_row(table, 7)[1] = 1.0 / 3;
        if (!status) status = table_written(table, err);
    }
    bri_table_destroy(table);
    return status;
}

static bri_status curve_drawn(bri_against against, bri_error *err)
{
    bri_params params[2];
    bri_table *table = NULL;
    bri_curve_subject subjects[2] = {{.law = bri_law_find("dahl", err), .params = &params[0]},
                                     {.law = bri_law_find("stribeck", err), .params = &params[1]}};
    for (int i = 0; i < 2; i++)
        bri_params_defaults(&subjects[i].law->kind, &params[i]);
    bri_curve_def def = bri_curve_defaults();
    def.against = against;
    def.rows = 11;
    bri_status status = bri_curve_table(&def, subjects, 2, &table, err);
    if (status) assert_null(table);
    bri_table_destroy(table);
    return status;
}
static bri_status velocity_curve(bri_error *err) { return curve_drawn(BRI_AGAINST_VELOCITY, err); }
static bri_status displacement_curve(bri_error *err) { return curve_drawn(BRI_AGAINST_DISPLACEMENT, err); }
static bri_status time_curve(bri_error *err) { return curve_drawn(BRI_AGAINST_TIME, err); }

static bri_status phenomena_found(bri_error *err)
{
    bri_params params;
    bri_phenomena_result showing;
    const bri_friction_law *law = bri_law_find("dahl", err);
    bri_phenomena_params(law, &params);
    return bri_phenomena(law, &params, &showing, err);
}

/* --- each of them, with the n-th allocation failing ------------------------------------------------------------------ */

/* Returns whether an allocation failed: if none did, the run has come to its end. */
static bool fails_well(scenario *run, long n, bool stays_empty)
{
    bri_error err = {0};
    watch(n, stays_empty);
    bri_status status = run(&err);
    memory.watching = false;
    if (memory.live != 0) fail_msg("with allocation %ld failing, %ld blocks are left", n, memory.live);
    if (memory.failed == 0) {
        assert_int_equal(status, BRI_OK);
        assert_int_equal(err.status, BRI_OK);
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

static void needs_no_error_to_say_it_in(void **state)
{
    scenario *run = *(scenario **)*state;
    watch(0, true);
    bri_status status = run(NULL);
    memory.watching = false;
    assert_int_equal(status, BRI_NO_MEMORY);
    assert_int_equal(memory.live, 0);
}

/* --- none while it advances ------------------------------------------------------------------------------------------ */

static void place_noise(bri_noise *noise)
{
    bri_params params;
    bri_params_defaults(bri_noise_parameters(), &params);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "std", 0.01, NULL), BRI_OK);
    assert_int_equal(bri_params_set(bri_noise_parameters(), &params, "gate", 1e-3, NULL), BRI_OK);
    assert_int_equal(bri_noise_place(&params, noise, NULL), BRI_OK);
}

static void check_trace(const bri_friction_law *law, const bri_params *params, int dim, double mass)
{
    bri_noise noise;
    bri_trace *trace = NULL;
    bri_error err = {0};
    place_noise(&noise);
    bri_trace_def def = trace_of(law, params, dim, mass);
    def.noise = &noise;
    assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_OK);
    watch(-1, false);
    bri_status status = bri_trace_advance(trace, 0.02, &err);
    if (!status) status = bri_trace_advance(trace, 0.05, &err);
    bri_trace_point now = bri_trace_now(trace);
    memory.watching = false;
    bri_trace_destroy(trace);
    if (status) fail_msg("%s: %s", law->kind.name, err.what);
    assert_true(now.t == 0.05 && now.steps > 0);
    assert_int_equal(memory.asked, 0);
}

static void advancing_allocates_nothing(void **state)
{
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        bri_params params;
        bri_params_defaults(&(*law)->kind, &params);
        for (int dim = 1; dim <= 2; dim++)
            for (int mass = 0; mass <= (dim == 1 || !(*law)->static_limit); mass++)
                check_trace(*law, &params, dim, mass);
    }
}

static void check_evaluation(const bri_friction_law *law, const bri_params *params, const bri_noise *noise, int dim)
{
    double z[BRI_STATES_MAX] = {0}, discrete[BRI_LIST_MAX] = {0}, zdot[BRI_STATES_MAX],
           force_z[2 * BRI_STATES_MAX] = {0};
    double zdot_v[2 * BRI_STATES_MAX] = {0}, zdot_load[BRI_STATES_MAX] = {0};
    double zdot_z[BRI_STATES_MAX * BRI_STATES_MAX] = {0}, v[2] = {1e-3, -2e-3};
    bri_slip slip = {.elements = bri_kind_elements(&law->kind, params), .pair = &rollers, .z = z, .discrete = discrete};
    bri_drag drag = {.zdot = zdot};
    bri_slopes slopes = {.force_z = force_z, .zdot_v = zdot_v, .zdot_load = zdot_load, .zdot_z = zdot_z};
    watch(-1, false);
    bri_slip_set(&slip, dim, v, 10);
    bri_friction_eval(law, params, &slip, &drag, NULL);
    bri_friction_eval(law, params, &slip, &drag, &slopes);
    bri_noise_add(noise, &slip, &drag, &slopes);
    memory.watching = false;
    assert_int_equal(memory.asked, 0);
}

static void check_batch(const bri_friction_law *law, const bri_params *params, int dim)
{
    enum {
        COUNT = 1003 /* more than one run of the widest vectors, and a rest */
    };
    static double v[COUNT], load[COUNT], zero[COUNT], out[BRI_STATES_MAX][COUNT], force[2][COUNT];
    const double *z[BRI_STATES_MAX], *discrete[BRI_LIST_MAX];
    double *zdot[BRI_STATES_MAX];
    for (int i = 0; i < BRI_STATES_MAX; i++)
        z[i] = zero, zdot[i] = out[i];
    for (int i = 0; i < BRI_LIST_MAX; i++)
        discrete[i] = zero;
    for (int i = 0; i < COUNT; i++)
        v[i] = 1e-5 * (i - 100), load[i] = 10;
    bri_batch batch = {.count = COUNT,
                       .dim = dim,
                       .v = {v, v},
                       .load = load,
                       .pair = &rollers,
                       .z = z,
                       .discrete = discrete,
                       .force = {force[0], force[1]},
                       .zdot = zdot};
    watch(-1, false);
    bri_friction_batch(law, params, &batch);
    memory.watching = false;
    assert_int_equal(memory.asked, 0);
}

static void evaluating_allocates_nothing(void **state)
{
    (void)state;
    bri_noise noise;
    place_noise(&noise);
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (int dim = 1; dim <= 2; dim++) {
            bri_params params;
            bri_params_defaults(&(*law)->kind, &params);
            check_evaluation(*law, &params, &noise, dim);
            check_batch(*law, &params, dim);
        }
}

static void setting_parameters_allocates_nothing(void **state)
{
    (void)state;
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        for (const bri_param *p = (*law)->kind.params; p->name; p++) {
            bri_params params;
            double value = 0;
            char name[64];
            snprintf(name, sizeof name,
                     p->type == BRI_LIST         ? "%s.1"
                     : p->type == BRI_QUANTITIES ? "%s.mu_s"
                                                 : "%s",
                     p->name);
            if (p->type == BRI_FORMULA) continue; /* no number */
            watch(-1, false);
            bri_params_defaults(&(*law)->kind, &params);
            bri_status status = bri_params_get(&(*law)->kind, &params, name, &value, NULL);
            if (!status) status = bri_params_set(&(*law)->kind, &params, name, value, NULL);
            memory.watching = false;
            assert_int_equal(status, BRI_OK);
            assert_int_equal(memory.asked, 0);
        }
}

/* --------------------------------------------------------------------------------------------------------------------- */

static void reading_units_allocates_nothing(void **state)
{
    (void)state;
    const char *const texts[] = {"1 mm/s", "5 kilokm/min", "3 N", "4 mms", "5 degC"};
    bri_units *made = NULL;
    double value;
    watch(-1, false);
    assert_int_equal(bri_units_create(&made, NULL), BRI_OK);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        assert_int_equal(bri_quantity_read(made, texts[i], "m/s", &value, NULL), i < 2 ? BRI_OK : BRI_BAD_VALUE);
    bri_units_destroy(made);
    memory.watching = false;
    assert_int_equal(memory.asked, 0);
}

static int create_units(void **state)
{
    (void)state;
    return bri_units_create(&units, NULL) != BRI_OK;
}

static int destroy_units(void **state)
{
    (void)state;
    bri_units_destroy(units);
    return 0;
}

#define SCENARIO(name)                                                                                                 \
    {#name " says so wherever memory runs out", says_so_wherever_memory_runs_out, NULL, NULL, &(scenario *){name}},    \
    {                                                                                                                  \
#name " needs no error to say it in", needs_no_error_to_say_it_in, NULL, NULL, &(scenario *) { name }          \
    }

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENARIO(params_read),
        SCENARIO(law_as_text),
        SCENARIO(law_as_markdown),
        SCENARIO(law_as_json),
        SCENARIO(laws_listed),
        SCENARIO(noise_described),
        SCENARIO(schema_described),
        SCENARIO(words_described),
        SCENARIO(trace_advanced),
        SCENARIO(trace_run),
        SCENARIO(table_made),
        SCENARIO(velocity_curve),
        SCENARIO(displacement_curve),
        SCENARIO(time_curve),
        SCENARIO(phenomena_found),
        cmocka_unit_test(advancing_allocates_nothing),
        cmocka_unit_test(evaluating_allocates_nothing),
        cmocka_unit_test(setting_parameters_allocates_nothing),
        cmocka_unit_test(reading_units_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, create_units, destroy_units);
}
