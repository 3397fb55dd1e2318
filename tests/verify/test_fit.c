/* test_fit.c - fits against SciPy, against known truth, on measured fretting loops; what data cannot tell, and bad data */
#include "test.h"

#include "bristle/bristle.h"
#include "fit/spread.h"
#include "part/part.h"
#include "study/random.h"

enum {
    MOST_ROWS = 10000
};

static double t[MOST_ROWS], v[MOST_ROWS], load[MOST_ROWS], force[MOST_ROWS], weight[MOST_ROWS];

static double normal(uint64_t *seed)
{
    double a = 1 - bri_random_share(seed), b = bri_random_share(seed);
    return sqrt(-2 * log(a)) * cos(6.283185307179586 * b);
}

static bri_measurement *record(size_t rows, const double *time, const double *weights)
{
    bri_measurement *m = NULL;
    assert_int_equal(bri_measurement_create("made", rows, time, v, load, force, weights, &m, NULL), BRI_OK);
    return m;
}

static bri_fit *fit_of(bri_fit_def *def, const char *law, const bri_measurement *const *records, size_t count)
{
    bri_fit *fit = NULL;
    bri_error err = {0};
    def->law = bri_law_find(law, NULL);
    def->records = records;
    def->count = count;
    bri_status status = bri_fit_create(def, &fit, &err);
    if (status == BRI_MISSING && !bri_part_exists(BRI_PART_CMINPACK)) skip();
    if (status) fail_msg("%s: %s %s", law, err.where, err.what);
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

static bool says(const bri_fit *fit, const char *text)
{
    const bri_fit_result *r = bri_fit_result_of(fit);
    for (int i = 0; i < r->sentences; i++)
        if (strstr(r->sentence[i], text)) return true;
    return false;
}

/* --- minima --------------------------------------------------------------------------------------------------------- */

/* A fit of a law to its column of a file, against the minimum in another file. vary: NULL: all. accuracy: of the squares;
 * of_error: of parameters, over their errors. */
static void assert_minimum(const char *law, const char *data, const char *minima, const bri_fit_range *vary,
                           size_t varied, double accuracy, double of_error)
{
    char line[200], column[60];
    bri_measurement_def md = bri_measurement_defaults();
    bri_measurement *m = NULL;
    bri_fit_def def = bri_fit_defaults();
    snprintf(column, sizeof column, "force=%s", law);
    md.columns = column;
    assert_int_equal(bri_measurement_read(data, &md, &m, NULL), BRI_OK);
    def.profile = 0, def.vary = vary, def.varied = varied, def.sign = 1;
    bri_fit *fit = fit_of(&def, law, (const bri_measurement *const *)&m, 1);
    FILE *file = fopen(minima, "r");
    int compared = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char of[40], name[40];
        double value;
        if (*line == '#' || sscanf(line, "%39[^,],%39[^,],%lf", of, name, &value) != 3 || strcmp(of, law) != 0)
            continue;
        compared++;
        if (!strcmp(name, "squares"))
            assert_close(bri_fit_result_of(fit)->squares, value, accuracy * value);
        else
            assert_close(parameter(fit, name)->value, value, of_error * parameter(fit, name)->error);
    }
    fclose(file);
    assert_true(compared >= 3);
    bri_fit_destroy(fit);
    bri_measurement_destroy(m);
}

static void minima_are_those_of_scipy(void **state)
{
    (void)state;
    assert_minimum("stribeck_tanh", FIT_DATA "/points.csv", FIT_DATA "/minima.csv", NULL, 0, 1e-8, 1e-4);
    assert_minimum("popp_stelter", FIT_DATA "/points.csv", FIT_DATA "/minima.csv", NULL, 0, 1e-8, 1e-4);
}

/* The residuals are those of the library there too: what is compared is the search. Steps of the integration along the record are those of the minimum, for
 * both: else squares of LuGre's law jump by 3e-7 of them along a line from one minimum to the other. A part of the squares is that of an error of parameters
 * whose square is 1/500 of them. */
static void minima_of_laws_with_states_are_those_of_scipy(void **state)
{
    static const bri_fit_range dahl[] = {{"sigma0", 0, 0}, {"mu_k", 0, 0}, {"exponent", 0, 0}},
                               lugre[] = {{"sigma0", 0, 0}, {"sigma1", 0, 0}, {"mu_k", 0, 0},
                                          {"mu_s", 0, 0},   {"v_s", 0, 0},    {"sigma2", 0, 0}},
                               elastic[] = {{"k", 0, 0}, {"mu_k", 0, 0}};
    (void)state;
    assert_minimum("dahl", FIT_DATA "/loops.csv", FIT_DATA "/minima_dynamic.csv", dahl, 3, 1e-8, 2.3e-3);
    assert_minimum("lugre", FIT_DATA "/loops.csv", FIT_DATA "/minima_dynamic.csv", lugre, 6, 1e-8, 2.3e-3);
    assert_minimum("elastic_coulomb", FIT_DATA "/loops.csv", FIT_DATA "/minima_dynamic.csv", elastic, 2, 1e-8, 2.3e-3);
}

/* A sine whose amplitude grows, from presliding to sliding; forces by a trace of the law with its default parameters. */
static void make_motion(const char *name, size_t rows, const bri_params *params, double noise)
{
    const bri_friction_law *law = bri_law_find(name, NULL);
    bri_breakpoints points = {.count = rows, .t = t, .v = v, .load = load};
    bri_trace_def def = bri_trace_defaults();
    bri_trace *trace = NULL;
    uint64_t seed = 7;
    for (size_t i = 0; i < rows; i++) {
        double s = (double)i / (double)(rows - 1), turn = 6.283185307179586 * 8 * s;
        t[i] = 1.2 * s;
        v[i] = 2e-3 * (s < 0.3 ? 0.15 : s < 0.65 ? 1 : 30) * (sin(turn + 0.3) + 0.2 * sin(3.7 * turn));
        load[i] = 10 + 3 * sin(0.7 * turn);
    }
    v[0] = 0;
    def.law = law, def.params = params, def.rtol = 1e-9;
    def.history = bri_breakpoints_history, def.next_time_event = bri_breakpoints_next, def.user = &points;
    assert_int_equal(bri_trace_create(&def, &trace, NULL), BRI_OK);
    for (size_t i = 0; i < rows; i++) {
        assert_int_equal(bri_trace_advance(trace, t[i], NULL), BRI_OK);
        force[i] = bri_trace_now(trace).force[0] + noise * normal(&seed);
    }
    bri_trace_destroy(trace);
}

static void lugre_needs_few_evaluations(void **state)
{
    (void)state;
    bri_params truth;
    bri_fit_def def = bri_fit_defaults();
    bri_params_defaults(&bri_law_find("lugre", NULL)->kind, &truth);
    make_motion("lugre", MOST_ROWS, &truth, 0.01);
    bri_measurement *m = record(MOST_ROWS, t, NULL);
    def.starts = 1;
    def.profile = 0;
    bri_params start = truth;
    const bri_kind *kind = &bri_law_find("lugre", NULL)->kind;
    assert_int_equal(bri_params_set(kind, &start, "sigma0", 4e4, NULL), BRI_OK);
    assert_int_equal(bri_params_set(kind, &start, "mu_k", 0.2, NULL), BRI_OK);
    assert_int_equal(bri_params_set(kind, &start, "mu_s", 0.3, NULL), BRI_OK);
    def.params = &start;
    bri_fit *fit = fit_of(&def, "lugre", (const bri_measurement *const *)&m, 1);
    const bri_fit_result *r = bri_fit_result_of(fit);
    print_message("LuGre, 10 000 rows: %ld evaluations, of these %ld derivatives\n", r->evaluations, r->derivatives);
    assert_true(r->evaluations < 100);
    assert_close(parameter(fit, "sigma0")->value, 1e5, 1e3);
    assert_close(parameter(fit, "mu_k")->value, 0.1, 1e-3);
    assert_close(parameter(fit, "mu_s")->value, 0.15, 2e-3);
    bri_fit_destroy(fit);
    bri_measurement_destroy(m);
}

/* --- what the data cannot tell -------------------------------------------------------------------------------------- */

static void what_is_not_excited_is_undetermined(void **state)
{
    (void)state;
    uint64_t seed = 3;
    bri_fit_def def = bri_fit_defaults();
    for (int i = 0; i < 400; i++) { /* far above the Stribeck velocity of 1 mm/s */
        v[i] = (i % 2 ? 1 : -1) * (0.1 + 0.001 * i);
        load[i] = 10 + i % 7;
        force[i] = -copysign(0.2 * load[i] + 3 * fabs(v[i]), v[i]) + 0.01 * normal(&seed);
    }
    bri_measurement *m = record(400, NULL, NULL);
    /* With any v_s, mu_s could be what mu_k is: the peak would be wide instead of narrow. */
    const bri_fit_range vary[] = {{"mu_k", 0, 0}, {"mu_s", 0, 0}, {"v_s", 1e-5, 0.02}, {"k_v", 0, 0}};
    def.vary = vary;
    def.varied = 4;
    bri_fit *fit = fit_of(&def, "stribeck", (const bri_measurement *const *)&m, 1);
    assert_int_equal(parameter(fit, "mu_k")->state, BRI_FIT_DETERMINED);
    assert_int_equal(parameter(fit, "k_v")->state, BRI_FIT_DETERMINED);
    assert_close(parameter(fit, "mu_k")->value, 0.2, 1e-3);
    assert_int_not_equal(parameter(fit, "mu_s")->state, BRI_FIT_DETERMINED);
    assert_int_not_equal(parameter(fit, "v_s")->state, BRI_FIT_DETERMINED);
    assert_true(isnan(parameter(fit, "mu_s")->error) && isnan(parameter(fit, "v_s")->error));
    assert_true(says(fit, "mu_s ") && says(fit, "v_s "));

    bri_table *table = NULL;
    assert_int_equal(bri_fit_experiments(fit, &table, NULL), BRI_OK);
    int at = (int)(parameter(fit, "v_s") - bri_fit_result_of(fit)->parameter);
    int ramp = bri_table_find(table, "slow ramp");
    assert_true(ramp >= 0 &&
                bri_table_row(table, (size_t)at)[ramp] > 10); /* a ramp through the Stribeck velocity shows it */
    bri_table_destroy(table);
    bri_fit_destroy(fit);
    bri_measurement_destroy(m);
}

/* Of a force that is linear in its parameters the profile is a parabola, whose rise is 1 at both ends of the interval. */
static void profiles_of_linear_parameters_are_parabolas(void **state)
{
    (void)state;
    uint64_t seed = 5;
    bri_fit_def def = bri_fit_defaults();
    for (int i = 0; i < 300; i++) {
        v[i] = (i % 2 ? 1 : -1) * (0.05 + 0.002 * i);
        load[i] = 10 + i % 7;
        force[i] = -copysign(0.3 * load[i] + 2 * fabs(v[i]), v[i]) + 0.05 * normal(&seed);
    }
    bri_measurement *m = record(300, NULL, NULL);
    const bri_fit_range vary[] = {{"mu_k", 0, 0}, {"k_v", 0, 0}};
    def.vary = vary;
    def.varied = 2;
    bri_fit *fit = fit_of(&def, "coulomb_viscous", (const bri_measurement *const *)&m, 1);
    for (int i = 0; i < 2; i++) {
        const bri_fit_parameter *q = &bri_fit_result_of(fit)->parameter[i];
        const bri_fit_point *point = NULL;
        int points = bri_fit_profile(fit, i, &point);
        bool least = false;
        assert_true(points >= 3);
        for (int k = 0; k < points; k++) {
            double share =
                (point[k].value - q->value) / (point[k].value > q->value ? q->high - q->value : q->low - q->value);
            assert_close(point[k].rise, share * share, 0.02 * (0.1 + share * share));
            assert_true(k == 0 || point[k].value > point[k - 1].value);
            least = least || point[k].value == q->value;
        }
        assert_true(least);
    }
    for (int i = 2; i < bri_fit_result_of(fit)->parameters; i++) { /* they were not varied */
        const bri_fit_point *point = NULL;
        assert_int_equal(bri_fit_profile(fit, i, &point), 0);
    }
    bri_fit_destroy(fit);
    def.profile = 0;
    fit = fit_of(&def, "coulomb_viscous", (const bri_measurement *const *)&m, 1);
    const bri_fit_point *none = NULL;
    assert_int_equal(bri_fit_profile(fit, 0, &none), 0);
    bri_fit_destroy(fit);
    bri_measurement_destroy(m);
}

static void a_product_is_determined_only_together(void **state)
{
    (void)state;
    uint64_t seed = 4;
    bri_fit_def def = bri_fit_defaults();
    const bri_fit_range vary[] = {{"parameters.mu", 0, 0}, {"parameters.r", 0, 0}};
    bri_params params;
    const bri_friction_law *law = bri_law_find("expression", NULL);
    const bri_setting settings[] = {{"parameters", "mu: 0.3, r: 2", NULL}, {"mu", "mu*r", NULL}};
    bri_params_defaults(&law->kind, &params);
    assert_int_equal(bri_params_read(&law->kind, &params, NULL, settings, 2, NULL), BRI_OK);
    for (int i = 0; i < 100; i++) {
        v[i] = (i % 2 ? 1 : -1) * 0.1;
        load[i] = 10 + i % 7;
        force[i] = -copysign(0.4 * load[i], v[i]) + 0.01 * normal(&seed);
    }
    bri_measurement *m = record(100, NULL, NULL);
    def.params = &params;
    def.vary = vary;
    def.varied = 2;
    bri_fit *fit = fit_of(&def, "expression", (const bri_measurement *const *)&m, 1);
    const bri_fit_result *r = bri_fit_result_of(fit);
    assert_close(parameter(fit, "parameters.mu")->value * parameter(fit, "parameters.r")->value, 0.4, 1e-3);
    assert_int_equal(r->determined, 0);
    assert_null(r->correlation);
    assert_true(says(fit, "only together: parameters.mu up and parameters.r down"));
    bri_fit_destroy(fit);
    bri_measurement_destroy(m);
}

static void correlated_deviations_count_less(void **state)
{
    (void)state;
    enum {
        ROWS = 4000
    };
    double sum[200] = {0}, series[ROWS], state_of = 0;
    uint64_t seed = 5;
    for (int i = 0; i < ROWS; i++) /* of an autoregression with 0.8: (1 + 0.8)/(1 - 0.8) = 9 rows count as one */
        series[i] = state_of = 0.8 * state_of + normal(&seed);
    bri_add_products(series, ROWS, 200, sum);
    assert_close(bri_effective_samples(ROWS, sum, 200), ROWS / 9.0, 0.15 * ROWS / 9.0);
    assert_close(bri_student(0.95, 1e9), 1.959963985, 1e-6);
    assert_close(bri_student(0.95, 10), 2.228138852, 2e-3); /* tables of Student's distribution */
    assert_close(bri_student(0.99, 30), 2.749995654, 1e-3);
}

static void singular_values_are_exact(void **state)
{
    (void)state;
    /* Columns of lengths 3, 2, 1e-6 along orthogonal directions, turned: A = Q diag V' with V a rotation of two of them. */
    double c = 0.6, s = 0.8, J[4 * 3], R[9], value[3], V[9], deviation[3], correlation[9];
    const double Q[3][4] = {{0.5, 0.5, 0.5, 0.5}, {0.5, -0.5, 0.5, -0.5}, {0.5, 0.5, -0.5, -0.5}};
    for (int i = 0; i < 4; i++) {
        J[i] = 3 * Q[0][i] * c - 1e-6 * Q[2][i] * s;
        J[4 + i] = 2 * Q[1][i];
        J[8 + i] = 3 * Q[0][i] * s + 1e-6 * Q[2][i] * c;
    }
    bri_triangle(4, 3, J, R);
    bri_singular_values(3, R, value, V);
    assert_close(value[0], 3, 1e-14);
    assert_close(value[1], 2, 1e-14);
    assert_close(value[2], 1e-6, 1e-14);
    assert_close(fabs(V[6]), s, 1e-6);
    assert_close(fabs(V[7]), 0, 1e-6);
    assert_true(bri_deviations(3, value, V, deviation, correlation));
    assert_close(deviation[0], s * 1e6, 1);
    assert_close(deviation[1], 0.5, 1e-12);
    assert_close(correlation[2], -1, 1e-12);
    value[2] = 0;
    assert_false(bri_deviations(3, value, V, deviation, correlation));
    assert_true(isinf(deviation[0]) && deviation[1] < 1);
}

/* --- measured loops ------------------------------------------------------------------------------------------------- */

static void fretting_loops_are_those_of_an_elastic_contact(void **state)
{
    (void)state;
    static const struct {
        const char *law;
        double rms; /* of the coefficient, at most */
    } laws[] = {{"elastic_coulomb", 0.0225}, {"bouc_wen", 0.0214}, {"coulomb", INFINITY}};
    double bic[3];
    bri_measurement_def md = bri_measurement_defaults();
    bri_measurement *m = NULL;
    md.from = 10;
    md.to = 30;
    assert_int_equal(bri_measurement_read(FIT_DATA "/fretting.csv", &md, &m, NULL), BRI_OK);
    for (int i = 0; i < 3; i++) {
        bri_fit_def def = bri_fit_defaults();
        def.offset = 1;
        def.profile = i == 0;
        bri_fit *fit = fit_of(&def, laws[i].law, (const bri_measurement *const *)&m, 1);
        const bri_fit_result *r = bri_fit_result_of(fit);
        bic[i] = r->bic;
        assert_true(r->rms_coefficient <= laws[i].rms);
        assert_int_equal(r->record[0].sign, 1);
        if (i ==
            0) { /* read off the loops: about 8 per mm of the coefficient at 5 N, 0.42 to 0.5, offset about -0.03 of 5 N */
            assert_close(parameter(fit, "k")->value, 4e4, 4e3);
            assert_close(parameter(fit, "mu_k")->value, 0.46, 0.04);
            assert_true(r->record[0].offset > -0.2 && r->record[0].offset < -0.05);
            assert_true(r->effective < 0.2 * (double)r->rows);
        }
        bri_fit_destroy(fit);
    }
    assert_true(bic[0] < bic[2] && bic[1] < bic[2]);
    bri_measurement_destroy(m);
}

/* --- outliers, weights, several records ------------------------------------------------------------------------------ */

static void make_points(size_t rows, double mu, double offset, double sign, uint64_t *seed)
{
    for (size_t i = 0; i < rows; i++) {
        v[i] = (i % 2 ? 1 : -1) * (0.01 + 1e-4 * (double)i);
        load[i] = 10 + (double)(i % 7);
        force[i] = sign * -copysign(mu * load[i] + 5 * fabs(v[i]), v[i]) + offset + 0.02 * normal(seed);
        weight[i] = 1;
    }
}

static void outliers_are_resisted_and_weights_obeyed(void **state)
{
    (void)state;
    uint64_t seed = 6;
    double plain = NAN, robust = NAN;
    make_points(200, 0.3, 0, 1, &seed);
    for (int i = 0; i < 200; i += 10) {
        force[i] = 40;
        weight[i] = 0;
    }
    for (int way = 0; way < 3; way++) {
        bri_fit_def def = bri_fit_defaults();
        bri_measurement *m = record(200, NULL, way == 2 ? weight : NULL);
        def.profile = 0;
        def.sign = 1;
        def.huber = way == 1 ? 1.345 : 0;
        bri_fit *fit = fit_of(&def, "coulomb_viscous", (const bri_measurement *const *)&m, 1);
        double error = fabs(parameter(fit, "mu_k")->value - 0.3);
        if (way == 0) plain = error;
        if (way == 1) robust = error;
        if (way == 2) assert_true(error < 1e-3);
        bri_fit_destroy(fit);
        bri_measurement_destroy(m);
    }
    assert_true(robust < 0.005 && plain > 0.05);
}

static void records_have_their_own_offset_and_sign(void **state)
{
    (void)state;
    uint64_t seed = 8;
    bri_measurement *m[2];
    bri_fit_def def = bri_fit_defaults();
    make_points(200, 0.3, 0.5, 1, &seed);
    m[0] = record(200, NULL, NULL);
    make_points(200, 0.3, -0.7, -1, &seed);
    m[1] = record(200, NULL, NULL);
    def.offset = 1;
    def.held_out = 0.25;
    bri_fit *fit = fit_of(&def, "coulomb_viscous", (const bri_measurement *const *)m, 2);
    const bri_fit_result *r = bri_fit_result_of(fit);
    assert_int_equal(r->record[0].sign, 1);
    assert_int_equal(r->record[1].sign, -1);
    assert_close(r->record[0].offset, 0.5, 0.01);
    assert_close(r->record[1].offset, -0.7, 0.01);
    assert_close(parameter(fit, "mu_k")->value, 0.3, 0.002);
    assert_int_equal(r->record[0].fitted, 150);
    assert_close(r->predicted, 0.02, 0.005); /* the noise */
    assert_close(r->noise, 0.02, 0.002);
    bri_fit_destroy(fit);
    bri_measurement_destroy(m[0]);
    bri_measurement_destroy(m[1]);
}

/* --- refusals ------------------------------------------------------------------------------------------------------- */

static int asked;
static int stop_at_once(const bri_fit_progress *now, void *user)
{
    (void)now, (void)user;
    return ++asked < 5;
}

static void refuse(bri_fit_def *def, const char *what)
{
    bri_fit *fit = NULL;
    bri_error err = {0};
    bri_status status = bri_fit_create(def, &fit, &err);
    assert_null(fit);
    assert_int_not_equal(status, BRI_OK);
    if (!strstr(err.what, what)) fail_msg("'%s' does not say '%s'", err.what, what);
}

static void what_cannot_be_fitted_is_refused(void **state)
{
    (void)state;
    uint64_t seed = 9;
    if (!bri_part_exists(BRI_PART_CMINPACK)) skip();
    bri_fit_def def = bri_fit_defaults();
    refuse(&def, "a fit needs a law");
    def.law = bri_law_find("coulomb_viscous", NULL);
    refuse(&def, "a fit needs 1 to 40 records, not 0");
    make_points(200, 0.3, 0, 1, &seed);
    bri_measurement *m = record(200, NULL, NULL);
    def.records = (const bri_measurement *const *)&m;
    def.count = 1;
    bri_fit_def bad = def;
    bad.starts = 0;
    refuse(&bad, "the number of starts is 0");
    bad = def, bad.confidence = 1;
    refuse(&bad, "the confidence is 1");
    bad = def, bad.huber = -1;
    refuse(&bad, "the limit of outliers is -1 times the noise, and must not be negative");
    bad = def, bad.held_out = 0.95;
    refuse(&bad, "the share that is held out is 0.95, and must be 0 to 0.9");
    bad = def, bad.sign = 2;
    refuse(&bad, "the sign of the forces is 2");
    const bri_fit_range wrong[] = {{"mu_q", 0, 0}}, fallen[] = {{"mu_k", 1, 0.5}}, wide[] = {{"mu_k", 0.1, 1e6}};
    bad = def, bad.vary = wrong, bad.varied = 1;
    refuse(&bad, "has no parameter 'mu_q'");
    bad.vary = fallen;
    refuse(&bad, "must increase");
    bad.vary = wide;
    refuse(&bad, "mu_k may be from 0 to 10, and its range was given as 0.1 to 1e+06");
    const char *const fixed[] = {"mu_k", "k_v"};
    bad = def, bad.fixed = fixed, bad.fixes = 2;
    refuse(&bad, "no parameter of coulomb_viscous varies: every number of it is fixed");
    bad = def, bad.law = bri_law_find("lugre", NULL);
    const bri_fit_range choice[] = {{"viscous", 0, 0}};
    bad.vary = choice, bad.varied = 1;
    refuse(&bad, "viscous is not a number, and cannot be fitted");
    bad = def, bad.progress = stop_at_once;
    refuse(&bad, "the fit was stopped");
    assert_int_equal(asked, 5);
    bri_measurement_destroy(m);

    m = record(3, NULL, NULL);
    def.records = (const bri_measurement *const *)&m;
    refuse(&def, "3 rows are too few for a fit");
    bri_measurement_destroy(m);
    m = record(5, NULL, NULL);
    def.law = bri_law_find("stribeck_tanh", NULL);
    refuse(&def, "5 rows are too few for 6 unknowns");
    bri_measurement_destroy(m);
}

static void ranges_are_read_with_units(void **state)
{
    (void)state;
    const bri_kind *kind = &bri_law_find("stribeck", NULL)->kind;
    bri_fit_range range;
    bri_error err = {0};
    char name[64];
    assert_int_equal(bri_fit_read_range(kind, NULL, "v_s in 1..20 mm/s", name, &range, &err), BRI_OK);
    assert_string_equal(range.name, "v_s");
    assert_close(range.min, 1e-3, 1e-18);
    assert_close(range.max, 0.02, 1e-17);
    assert_int_equal(bri_fit_read_range(kind, NULL, "mu_k", name, &range, &err), BRI_OK);
    assert_true(range.min == 0 && range.max == 0);
    assert_int_equal(bri_fit_read_range(kind, NULL, "mu_k in 0.3", name, &range, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "is no range"));
    assert_int_equal(bri_fit_read_range(kind, NULL, "mu_k in 1..0.1", name, &range, &err), BRI_BAD_VALUE);
    assert_int_equal(bri_fit_read_range(kind, NULL, "mu_k = 3", name, &range, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "is not understood"));
    assert_int_equal(bri_fit_read_range(kind, NULL, "v_s in 1..2 kg", name, &range, &err), BRI_BAD_VALUE);
    assert_int_equal(bri_fit_read_range(kind, NULL, "mu_q", name, &range, &err), BRI_NOT_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minima_are_those_of_scipy),
        cmocka_unit_test(minima_of_laws_with_states_are_those_of_scipy),
        cmocka_unit_test(lugre_needs_few_evaluations),
        cmocka_unit_test(what_is_not_excited_is_undetermined),
        cmocka_unit_test(profiles_of_linear_parameters_are_parabolas),
        cmocka_unit_test(a_product_is_determined_only_together),
        cmocka_unit_test(correlated_deviations_count_less),
        cmocka_unit_test(singular_values_are_exact),
        cmocka_unit_test(fretting_loops_are_those_of_an_elastic_contact),
        cmocka_unit_test(outliers_are_resisted_and_weights_obeyed),
        cmocka_unit_test(records_have_their_own_offset_and_sign),
        cmocka_unit_test(what_cannot_be_fitted_is_refused),
        cmocka_unit_test(ranges_are_read_with_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
