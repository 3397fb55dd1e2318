/* test_mechanism_fit.c - mechanisms from their measured motion: truth within intervals, products, stops, inputs, several records, bad data */
#include "test.h"

#include "bristle/bristle.h"
#include "part/part.h"
#include "study/random.h"

static const char pendulum[] =
    "gravity: [0, -9.81]\n"
    "parameters: {phi0: 1.2 rad}\n"
    "bodies: {bar: {mass: 2, inertia: 0.06, angle: phi0, at: [0.3 m * sin(phi0), -0.3 m * cos(phi0)], "
    "points: {top: [0, 0.3]}}}\n"
    "joints: {pin: {revolute: [ground, bar.top], at: [0, 0], radius: 20 mm, "
    "friction: {law: coulomb, mu_k: 0.2, mu_s: 0.25}}}\n"
    "run: {until: 10}\n";
static const char block[] =
    "gravity: [0, -9.81]\n"
    "bodies: {block: {mass: 1.5, inertia: 1}}\n"
    "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}}\n"
    "forces: {push: {force: block, along: [1, 0], value: {samples: [[0, 0], [1, 12], [2, -9], [3, 11]]}}}\n"
    "run: {until: 3}\n";

static double normal(uint64_t *seed)
{
    double a = 1 - bri_random_share(seed), b = bri_random_share(seed);
    return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

static bri_model *read(const char *text)
{
    bri_model *model = NULL;
    bri_error err = {0};
    if (bri_model_parse(text, strlen(text), "test", &model, &err)) fail_msg("%s: %s", err.where, err.what);
    return model;
}

static void set(bri_model *model, const char *path, double value)
{
    assert_int_equal(bri_model_set(model, path, value, NULL), BRI_OK);
}

/* Channels of a run with names of columns, at even times. */
static bri_table *run(const bri_model *model, const char *const *channels, const char *const *names, double until,
                      double interval)
{
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_table *table = NULL;
    bri_error err = {0};
    bri_run_def def = bri_run_defaults();
    def.channels = channels, def.until = until, def.interval = interval, def.rtol = 1e-10;
    if (bri_system_build(model, &system, &err) || bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    const bri_table *from = result->channels;
    assert_int_equal(bri_table_create(from->columns, from->rows, &table, NULL), BRI_OK);
    memcpy(table->value, from->value, from->columns * from->rows * sizeof(double));
    bri_table_name(table, 0, "time", "s", NULL);
    for (size_t c = 1; c < from->columns; c++)
        bri_table_name(table, c, names[c - 1], from->column[c].unit, NULL);
    bri_result_destroy(result);
    bri_system_destroy(system);
    return table;
}

/* An encoder: noise, and steps of that size. */
static void measure(bri_table *table, size_t column, double noise, double step, uint64_t seed)
{
    for (size_t i = 0; i < table->rows; i++) {
        double *at = &bri_table_row(table, i)[column];
        *at += noise * normal(&seed);
        if (step > 0) *at = step * round(*at / step);
    }
}

static bri_table *swing(const bri_model *model, double until, uint64_t seed)
{
    static const char *const channels[] = {"bar.angle", NULL}, *const names[] = {"phi"};
    bri_table *table = run(model, channels, names, until, 0.01);
    measure(table, 1, 0.002, 6.283185307179586 / 4096, seed);
    return table;
}

static bri_fit *fit_of(bri_mechanism_fit_def *def)
{
    bri_fit *fit = NULL;
    bri_error err = {0};
    bri_status status = bri_mechanism_fit_create(def, &fit, &err);
    if (status == BRI_MISSING && !bri_part_exists(BRI_PART_CMINPACK)) skip();
    if (status) fail_msg("%s %s", err.where, err.what);
    return fit;
}

static const bri_fit_parameter *parameter(const bri_fit *fit, const char *name)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    for (int i = 0; i < r->parameters; i++)
        if (!strcmp(r->parameter[i].name, name)) return &r->parameter[i];
    fail_msg("there is no parameter %s", name);
    return NULL;
}

static void assert_holds(const bri_fit *fit, const char *name, double truth)
{
    const bri_fit_parameter *q = parameter(fit, name);
    if (q->state != BRI_FIT_DETERMINED || !(q->low <= truth && q->high >= truth))
        fail_msg("%s is %g, %g to %g, state %d; it was %g", name, q->value, q->low, q->high, (int)q->state, truth);
}

static bool says(const bri_fit *fit, const char *text)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    for (int i = 0; i < r->sentences; i++)
        if (strstr(r->sentence[i], text)) return true;
    return false;
}

static const bri_fit_link angle[] = {{"bar.angle", "phi"}};
static const bri_fit_range own_angle[] = {{"phi0", 0, 0}};

static bri_mechanism_fit_def def_of(const bri_model *model, const bri_motion_record *record)
{
    bri_mechanism_fit_def def = bri_mechanism_fit_defaults();
    def.model = model, def.motions = record, def.count = 1;
    def.match = angle, def.matches = 1;
    def.own = own_angle, def.owned = 1;
    return def;
}

/* --- the pendulum ----------------------------------------------------------------------------------------------------- */

/* Sum of the squared deviations with this friction, and the initial angle of the fit, by a run of its own. */
static double squares_with(bri_model *model, const bri_table *record, double mu)
{
    static const char *const channels[] = {"bar.angle", NULL}, *const names[] = {"phi"};
    set(model, "pin.friction.mu_k", mu);
    double sum = 0;
    bri_table *computed =
        run(model, channels, names, bri_table_row((bri_table *)(size_t)record, record->rows - 1)[0], 0.01);
    for (size_t i = 0; i < record->rows; i++) {
        double d = record->value[2 * i + 1] - computed->value[2 * i + 1];
        sum += d * d;
    }
    bri_table_destroy(computed);
    return sum;
}

static void a_swing_gives_its_friction(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table = swing(model, 6, 1);
    const bri_motion_record record = {"swing", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}, {"pin.friction.mu_s", 0, 0}, {"bar.inertia", 0, 0}};
    set(model, "pin.friction.mu_k", 0.1);
    set(model, "pin.friction.mu_s", 0.25);
    set(model, "bar.inertia", 0.1);
    set(model, "phi0", 0.9);
    bri_mechanism_fit_def def = def_of(model, &record);
    def.vary = vary, def.varied = 3, def.held_out = 0.2;
    bri_fit *fit = fit_of(&def);
    const bri_fit_result *r = bri_fit_result_of(fit);
    assert_holds(fit, "pin.friction.mu_k", 0.2);
    assert_holds(fit, "bar.inertia", 0.06);
    assert_holds(fit, "phi0", 1.2);
    assert_int_equal(parameter(fit, "pin.friction.mu_s")->state, BRI_FIT_NO_EFFECT);
    assert_true(says(fit, "pin never comes to rest in these records: pin.friction.mu_s shows where it sticks"));
    assert_true(says(fit, "pin.friction.mu_s has no effect on the motion in these records"));
    assert_string_equal(r->unit, "rad");
    assert_int_equal(r->columns, 1);
    assert_int_equal(r->column[0].rows, 601);
    assert_int_equal(r->column[0].fitted, 481);
    assert_close(r->rms, 0.00205, 0.0002); /* noise of 0.002 rad, steps of 0.0015 rad */
    assert_close(r->predicted, 0.00205, 0.0004);
    assert_true(r->determined == 3 && r->law == NULL && r->records == 0 && r->sequences > 1);
    assert_int_equal(bri_mechanism_fit_apply(fit, model, NULL), BRI_OK);
    double value;
    assert_int_equal(bri_model_get(model, "phi0", &value, NULL), BRI_OK);
    assert_true(value == parameter(fit, "phi0")->value);
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

/* No other friction fits better, as runs without derivatives find by themselves. */
static void the_minimum_is_that_of_runs_alone(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table = swing(model, 4, 2);
    const bri_motion_record record = {"swing", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}};
    bri_mechanism_fit_def def = def_of(model, &record);
    def.own = NULL, def.owned = 0, def.vary = vary, def.varied = 1, def.starts = 1, def.rtol = 1e-10;
    bri_fit *fit = fit_of(&def);
    double at = parameter(fit, "pin.friction.mu_k")->value, low = at - 1e-3, high = at + 1e-3;
    for (int i = 0; i < 40; i++) { /* golden section */
        double a = high - 0.6180339887498949 * (high - low), b = low + 0.6180339887498949 * (high - low);
        if (squares_with(model, table, a) < squares_with(model, table, b))
            high = b;
        else
            low = a;
    }
    assert_close(at, 0.5 * (low + high), 1e-6);
    assert_close(bri_fit_result_of(fit)->squares, squares_with(model, table, at), 1e-7);
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

static void only_the_product_of_radius_and_friction_is_known(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table = swing(model, 3, 3);
    const bri_motion_record record = {"swing", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}, {"pin.radius", 0.005, 0.05}};
    bri_mechanism_fit_def def = def_of(model, &record);
    def.vary = vary, def.varied = 2, def.starts = 2;
    bri_fit *fit = fit_of(&def);
    const bri_fit_parameter *mu = parameter(fit, "pin.friction.mu_k"), *r = parameter(fit, "pin.radius");
    assert_true(mu->state != BRI_FIT_DETERMINED && r->state != BRI_FIT_DETERMINED);
    assert_true(isnan(mu->error) && isnan(r->error));
    assert_close(mu->value * r->value, 0.2 * 0.02, 3e-5);
    assert_true(says(fit, "only together: pin.friction.mu_k up and pin.radius down, by any factor: the motion does not "
                          "change; only their product is determined, 0.00"));
    assert_true(says(fit, "pin.friction.mu_k is only bounded by its interval, within which every value fits as well"));
    assert_null(bri_fit_result_of(fit)->correlation);
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

/* A swing that stops: the static coefficient is at least what holds the bar where it rests. */
static void a_stop_bounds_the_static_friction(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    set(model, "pin.radius", 0.05);
    bri_table *table = swing(model, 10, 4);
    const bri_motion_record record = {"swing", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.05, 1}, {"pin.friction.mu_s", 0.05, 1}};
    bri_mechanism_fit_def def = def_of(model, &record);
    def.vary = vary, def.varied = 2, def.starts = 3;
    bri_fit *fit = fit_of(&def);
    assert_holds(fit, "pin.friction.mu_k", 0.2);
    const bri_fit_parameter *peak =
        parameter(fit, "pin.friction.mu_s"); /* more, and it would have stopped half a swing earlier */
    assert_true(peak->state != BRI_FIT_DETERMINED && isnan(peak->error) && peak->high > 0.25 && peak->high < 0.9);
    assert_false(says(fit, "never comes to rest"));
    assert_true(says(fit, "derivatives do not exist, and were replaced by differences over wider steps") ==
                (bri_fit_result_of(fit)->differences > 0));
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

/* From ten times the friction, a single start stays where the bar has stopped at once; starts with other sequences of events do not. */
static void starts_differ_in_their_events(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table = swing(model, 6, 5);
    const bri_motion_record record = {"swing", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.01, 10}};
    set(model, "pin.friction.mu_s", 10);
    set(model, "pin.friction.mu_k", 8);
    bri_mechanism_fit_def def = def_of(model, &record);
    def.own = NULL, def.owned = 0, def.vary = vary, def.varied = 1, def.profile = 0;
    bri_fit *fit = fit_of(&def);
    assert_close(parameter(fit, "pin.friction.mu_k")->value, 0.2, 0.002);
    assert_true(bri_fit_result_of(fit)->sequences > 5);
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

/* --- records, columns, inputs --------------------------------------------------------------------------------------------- */

static void records_have_their_own_starts_and_offsets(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table[3];
    const double first[] = {1.2, -0.8, 0.5}, offset[] = {0.05, -0.02, 0.01};
    bri_motion_record record[3];
    for (int i = 0; i < 3; i++) {
        set(model, "phi0", first[i]);
        table[i] = swing(model, 4, 10 + (uint64_t)i);
        for (size_t k = 0; k < table[i]->rows; k++)
            bri_table_row(table[i], k)[1] += offset[i];
        record[i] = (bri_motion_record){i == 0 ? "here/a.csv" : i == 1 ? "b.csv" : "c.csv", table[i], i == 2};
    }
    for (int i = 0; i < 5; i++)
        bri_table_row(table[0], (size_t)(100 + i))[1] = NAN; /* left out */
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}};
    bri_mechanism_fit_def def = def_of(model, record);
    def.count = 3, def.vary = vary, def.varied = 1, def.offset = 1, def.starts = 2;
    bri_fit *fit = fit_of(&def);
    const bri_fit_result *r = bri_fit_result_of(fit);
    assert_holds(fit, "pin.friction.mu_k", 0.2);
    assert_close(parameter(fit, "phi0 in a.csv")->value, 1.2, 0.01);
    assert_close(parameter(fit, "phi0 in b.csv")->value, -0.8, 0.01);
    assert_string_equal(parameter(fit, "phi0 in b.csv")->record, "b.csv");
    assert_null(parameter(fit, "pin.friction.mu_k")->record);
    assert_int_equal(r->columns, 3);
    assert_int_equal(r->column[0].bad, 5);
    assert_int_equal(r->column[0].rows, 396);
    assert_int_equal(r->column[2].fitted, 40); /* a tenth */
    for (int i = 0; i < 2; i++)
        assert_true(fabs(r->column[i].offset - offset[i]) < 4 * r->column[i].offset_error);
    assert_true(isnan(r->column[0].predicted) && r->column[2].predicted < 0.05);
    double value;
    assert_int_equal(bri_mechanism_fit_apply(fit, model, NULL), BRI_OK); /* several records: their own numbers stay */
    assert_int_equal(bri_model_get(model, "phi0", &value, NULL), BRI_OK);
    assert_true(value == 0.5);
    bri_fit_destroy(fit);
    record[1].name = record[2].name = "here/a.csv"; /* of one name: their numbers stay apart */
    fit = fit_of(&def);
    for (int i = 0; i < 3; i++) {
        const bri_fit_parameter *q = &bri_fit_result_of(fit)->parameter[1 + i];
        assert_string_equal(q->name, "phi0 in a.csv");
        assert_string_equal(q->record, "here/a.csv");
        assert_close(q->value, first[i], 0.05);
    }
    bri_fit_destroy(fit);
    for (int i = 0; i < 3; i++)
        bri_table_destroy(table[i]);
    bri_model_destroy(model);
}

/* Columns in other units, whose weights follow from their noise; outliers. */
static void columns_share_nothing_but_the_model(void **state)
{
    static const char *const channels[] = {"bar.angle", "bar.spin", NULL}, *const names[] = {"phi", "w"};
    static const bri_fit_link match[] = {{"bar.angle", "phi [deg]"}, {"bar.spin", "3"}};
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table = run(model, channels, names, 4, 0.01);
    for (size_t i = 0; i < table->rows; i++)
        bri_table_row(table, i)[1] *= 57.29577951308232;
    measure(table, 1, 0.2, 0, 20);
    measure(table, 2, 0.3, 0, 21);
    for (size_t i = 7; i < table->rows; i += 40)
        bri_table_row(table, i)[2] += 20;
    const bri_motion_record record = {"both", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}, {"bar.inertia", 0, 0}};
    bri_mechanism_fit_def def = def_of(model, &record);
    def.match = match, def.matches = 2, def.vary = vary, def.varied = 2, def.starts = 2, def.huber = 1.345;
    bri_fit *fit = fit_of(&def);
    const bri_fit_result *r = bri_fit_result_of(fit);
    assert_close(parameter(fit, "pin.friction.mu_k")->value, 0.2, 0.003);
    assert_close(parameter(fit, "bar.inertia")->value, 0.06, 0.0005);
    assert_close(r->column[0].rms, 0.2 / 57.29577951308232, 3e-4);
    assert_true(r->column[1].rms > 3); /* with the outliers */
    assert_true(isnan(r->rms) && !*r->unit);
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

/* The force was measured, too: it becomes the signal of the model, smooth between its rows. */
static void inputs_are_columns(void **state)
{
    static const char *const channels[] = {"block.x", "push.force", NULL}, *const names[] = {"x", "F"};
    static const bri_fit_link match[] = {{"block.x", "x"}}, input[] = {{"push.value", "F [N]"}};
    (void)state;
    bri_model *model = read(block), *other = read(block);
    bri_table *table = run(model, channels, names, 3, 0.005);
    measure(table, 1, 1e-4, 0, 30);
    const bri_motion_record record = {"pushed", table, 0};
    const bri_fit_range vary[] = {{"block.mass", 0, 0}, {"floor.friction.mu_k", 0.05, 1}};
    assert_int_equal(bri_model_set_text(other, "push.value", "0 N", NULL), BRI_OK);
    set(other, "block.mass", 1);
    set(other, "floor.friction.mu_k", 0.2);
    bri_mechanism_fit_def def = def_of(other, &record);
    def.match = match, def.input = input, def.inputs = 1, def.owned = 0;
    def.vary = vary, def.varied = 2, def.starts = 3;
    bri_fit *fit = fit_of(&def);
    assert_holds(fit, "block.mass", 1.5);
    assert_holds(fit, "floor.friction.mu_k", 0.3);
    bri_table *experiments = NULL;
    bri_error err = {0};
    assert_int_equal(bri_fit_experiments(fit, &experiments, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what,
                        "experiments are computed for a law, and a mechanism was fitted: bri_run_def.derivatives of a "
                        "planned motion tell how strongly it depends on a parameter");
    bri_fit_destroy(fit);
    bri_table_destroy(table);
    bri_model_destroy(model);
    bri_model_destroy(other);
}

/* --- stops, mistakes -------------------------------------------------------------------------------------------------------- */

static int count_down(const bri_fit_progress *now, void *user)
{
    (void)now;
    return --*(int *)user > 0;
}

static void a_fit_can_be_stopped_anywhere(void **state)
{
    (void)state;
    bri_model *model = read(pendulum);
    bri_table *table = swing(model, 2, 40);
    const bri_motion_record record = {"swing", table, 0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}};
    if (!bri_part_exists(BRI_PART_CMINPACK)) skip();
    int calls = 1;
    for (; calls < 1000000; calls *= 3) {
        int left = calls;
        bri_fit *fit = NULL;
        bri_error err = {0};
        bri_mechanism_fit_def def = def_of(model, &record);
        def.vary = vary, def.varied = 1, def.starts = 2, def.progress = count_down, def.user = &left;
        bri_status status = bri_mechanism_fit_create(&def, &fit, &err);
        bri_fit_destroy(fit);
        if (!status) break;
        assert_int_equal(status, BRI_STOPPED);
    }
    assert_true(calls > 100 && calls < 1000000);
    bri_table_destroy(table);
    bri_model_destroy(model);
}

typedef struct mistake {
    const char *match, *column, *vary, *own, *input;
    double low, high;
    bri_status status;
    const char *what;
} mistake;

static void mistakes_are_named(void **state)
{
    static const mistake all[] = {
        {"bar.angel", "phi", "bar.mass", NULL, NULL, 0, 0, BRI_NOT_FOUND,
         "there is no channel 'bar.angel'; did you mean"},
        {"bar.angle", "psi", "bar.mass", NULL, NULL, 0, 0, BRI_NOT_FOUND, "the record has no column 'psi'"},
        {"bar.angle", "phi [m]", "bar.mass", NULL, NULL, 0, 0, BRI_BAD_VALUE,
         "another unit is given behind its name, as in 'bar.angle=phi [rad]'"},
        {"bar.angle", "still", "bar.mass", NULL, NULL, 0, 0, BRI_BAD_VALUE,
         "column 'still', measured as bar.angle, is constant: nothing moves"},
        {"bar.angle", "phi", "pin.friction.mu", NULL, NULL, 0, 0, BRI_NOT_FOUND, "there is no 'mu' in 'pin.friction'"},
        {"bar.angle", "phi", "*.friction.mu_k", NULL, NULL, 0, 0, BRI_BAD_VALUE,
         "'*.friction.mu_k' must be the path of one number of the model"},
        {"bar.angle", "phi", "bar.mass", "bar.mass", NULL, 0, 0, BRI_BAD_VALUE,
         "bar.mass is listed twice among what varies"},
        {"bar.angle", "phi", "bar.mass", NULL, NULL, 3, 2, BRI_BAD_VALUE,
         "the range of bar.mass is 3 to 2, and must increase"},
        {"bar.angle", "phi", "bar.mass", NULL, NULL, -1, 2, BRI_BAD_VALUE, "bar.mass may be from "},
        {"bar.angle", "phi", "bar.mass", NULL, "bar.mass", 0, 0, BRI_BAD_VALUE, ""},
    };
    (void)state;
    if (!bri_part_exists(BRI_PART_CMINPACK)) skip();
    bri_model *model = read(pendulum);
    static const char *const channels[] = {"bar.angle", "pin.power", NULL}, *const names[] = {"phi", "still"};
    bri_table *table = run(model, channels, names, 2, 0.01);
    for (size_t i = 0; i < table->rows; i++)
        bri_table_row(table, i)[2] = 3;
    bri_table_name(table, 2, "still", "rad", NULL);
    const bri_motion_record record = {"swing", table, 0};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const mistake *m = &all[i];
        const bri_fit_link match = {m->match, m->column}, input = {m->input, "phi"};
        const bri_fit_range vary = {m->vary, m->low, m->high}, own = {m->own, 0, 0};
        bri_mechanism_fit_def def = def_of(model, &record);
        bri_fit *fit = NULL;
        bri_error err = {0};
        def.match = &match, def.vary = &vary, def.varied = 1, def.own = &own, def.owned = m->own != NULL;
        def.input = &input, def.inputs = m->input != NULL;
        bri_status status = bri_mechanism_fit_create(&def, &fit, &err);
        if (status != m->status || !strstr(err.what, m->what))
            fail_msg("%zu: status %d, '%s' instead of '%s'", i, (int)status, err.what, m->what);
    }
    bri_table_destroy(table);
    bri_model_destroy(model);
}

static void assert_refused(const bri_mechanism_fit_def *def, bri_status status, const char *what)
{
    bri_fit *fit = NULL;
    bri_error err = {0};
    assert_int_equal(bri_mechanism_fit_create(def, &fit, &err), status);
    assert_null(fit);
    if (!strstr(err.what, what)) fail_msg("'%s' instead of '%s'", err.what, what);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    if (!bri_part_exists(BRI_PART_CMINPACK)) skip();
    bri_model *model = read(pendulum);
    bri_table *table = swing(model, 2, 50), *empty = NULL, bare = {0};
    const bri_fit_range vary[] = {{"pin.friction.mu_k", 0.02, 1}};
    bri_motion_record record = {"swing", table, 0}, many[41];
    bri_mechanism_fit_def def = def_of(model, &record), fine;
    def.vary = vary, def.varied = 1;
    fine = def;
    def.model = NULL;
    assert_refused(&def, BRI_MISSING, "a fit of a mechanism needs a model: its model is NULL");
    def = fine, def.count = 0;
    assert_refused(&def, BRI_MISSING, "a fit needs 1 to 40 records, not 0");
    def = fine, def.matches = 0;
    assert_refused(&def, BRI_MISSING, "a fit of a mechanism needs 1 to 40 channels that were measured");
    def = fine, def.varied = def.owned = 0;
    assert_refused(&def, BRI_MISSING, "nothing varies: name numbers of the model, such as joint.friction.mu_k");
    def = fine, record.predicted = 1;
    assert_refused(&def, BRI_BAD_VALUE, "all records are predicted: one at least must be fitted");
    record.predicted = 0;
    def = fine, def.starts = 0;
    assert_refused(&def, BRI_BAD_VALUE, "the number of starts is 0");
    for (int i = 0; i < 41; i++)
        many[i] = record;
    static const bri_fit_link five[] = {
        {"bar.angle", "phi"}, {"bar.x", "phi"}, {"bar.y", "phi"}, {"bar.vx", "phi"}, {"bar.vy", "phi"}};
    def = fine, def.motions = many, def.count = 40, def.match = five, def.matches = 5;
    assert_refused(&def, BRI_BAD_VALUE, "40 records of 5 columns are too many: at most 160 in all");
    def.count = 10, def.offset = 1;
    assert_refused(&def, BRI_BAD_VALUE, "the offsets of 10 records of 5 columns are too many: at most 40");
    def = fine, def.motions = many, def.count = 40;
    assert_refused(&def, BRI_BAD_VALUE, "more than 39 numbers vary, those of each record included");
    assert_int_equal(bri_table_create(2, 3, &empty, NULL), BRI_OK);
    bri_table_name(empty, 0, "time", "s", NULL);
    bri_table_name(empty, 1, "phi", "rad", NULL);
    def = fine, record.table = empty;
    assert_refused(&def, BRI_BAD_VALUE, "3 rows are too few for a fit: it needs at least 4");
    record.table = &bare;
    assert_refused(&def, BRI_BAD_VALUE, "the record has no columns");
    record.table = table;
    def.held_out = 0.9, bri_table_row(table, 50)[0] = 0;
    assert_refused(&def, BRI_BAD_VALUE, "the time must increase, but 0.49 s is followed by 0 s");
    bri_table_row(table, 50)[0] = 0.5;
    table->rows = 12;
    assert_refused(&def, BRI_BAD_VALUE, "1 rows are too few for a fit: it needs at least 4");
    table->rows = 201;
    bri_fit *fit = NULL;
    bri_error err = {0};
    double t[8], v[8], load[8], force[8];
    bri_measurement *steady = NULL;
    for (int i = 0; i < 8; i++)
        t[i] = i, v[i] = 1 + i, load[i] = 10, force[i] = -3 - 0.1 * (i % 2);
    assert_int_equal(bri_measurement_create("made", 8, t, v, load, force, NULL, &steady, NULL), BRI_OK);
    const bri_measurement *records[] = {steady};
    bri_fit_def law = bri_fit_defaults();
    law.law = bri_law_find("coulomb", NULL), law.records = records, law.count = 1;
    assert_int_equal(bri_fit_create(&law, &fit, NULL), BRI_OK);
    assert_int_equal(bri_mechanism_fit_apply(fit, model, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "a law was fitted, and no mechanism: its parameters are in the result");
    bri_fit_destroy(fit);
    fit = NULL;
    bri_measurement_destroy(steady);
    set(model, "pin.friction.mu_k", 0.3); /* above mu_s, which is raised with it */
    def = fine, def.profile = 0, def.starts = 1;
    assert_int_equal(bri_mechanism_fit_create(&def, &fit, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "mu_s"));
    char name[256];
    bri_fit_range range;
    bri_units *units = NULL;
    assert_int_equal(bri_units_create(&units, NULL), BRI_OK);
    assert_int_equal(bri_mechanism_fit_read_range(model, units, "pin.radius in 5..20 mm", name, &range, &err), BRI_OK);
    assert_true(!strcmp(range.name, "pin.radius") && range.min == 0.005 && range.max == 0.02);
    assert_int_equal(bri_mechanism_fit_read_range(model, units, "pin.radius of 5", name, &range, &err), BRI_BAD_VALUE);
    assert_string_equal(err.what, "'pin.radius of 5' is not understood: write 'pin.radius' or 'pin.radius in 0.05..1'");
    bri_units_destroy(units);
    bri_table_destroy(table);
    bri_table_destroy(empty);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_swing_gives_its_friction),
        cmocka_unit_test(the_minimum_is_that_of_runs_alone),
        cmocka_unit_test(only_the_product_of_radius_and_friction_is_known),
        cmocka_unit_test(a_stop_bounds_the_static_friction),
        cmocka_unit_test(starts_differ_in_their_events),
        cmocka_unit_test(records_have_their_own_starts_and_offsets),
        cmocka_unit_test(columns_share_nothing_but_the_model),
        cmocka_unit_test(inputs_are_columns),
        cmocka_unit_test(a_fit_can_be_stopped_anywhere),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(what_is_missing_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
