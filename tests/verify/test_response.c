/* test_response.c - the response of a law along a record against traces, and its derivatives against differences, for every law */
#include "test.h"

#include "bristle/bristle.h"
#include "fit/response.h"

enum {
    ROWS = 400
};

static double t[ROWS], v[ROWS], load[ROWS], force[ROWS];

/* Growing strokes from presliding to sliding, with reversals at both, under a load that varies. */
static bri_measurement *make_record(double length, double speed)
{
    bri_measurement *m = NULL;
    for (int i = 0; i < ROWS; i++) {
        double s = (double)i / (ROWS - 1), turn = 2 * 3.14159265358979 * 6 * s;
        double period = 2 * 3.14159265358979 * length / speed;
        t[i] = 6 * period * s;
        v[i] = speed * (0.1 + 0.9 * s) * sin(turn + 0.3) + 0.05 * speed * sin(3.7 * turn);
        load[i] = 10 + 2 * sin(0.7 * turn);
        force[i] = i;
    }
    v[0] = 0;
    assert_int_equal(bri_measurement_create("made", ROWS, t, v, load, force, NULL, &m, NULL), BRI_OK);
    return m;
}

static void run(const bri_friction_law *law, const bri_measurement *m, const bri_response_params *p, double *out,
                double (*by)[BRI_UNKNOWNS_MAX])
{
    bri_response *r = NULL;
    double unused[BRI_UNKNOWNS_MAX];
    bool held;
    assert_int_equal(bri_response_create(law, NULL, &r, NULL), BRI_OK);
    bri_response_begin(r, m, p);
    for (size_t i = 0; i < m->rows; i++)
        out[i] = bri_response_next(r, 0, by ? by[i] : unused, &held);
    bri_response_destroy(r);
}

static void trace_of(const bri_friction_law *law, const void *params, double *out)
{
    bri_breakpoints points = {.count = ROWS, .t = t, .v = v, .load = load};
    bri_trace_def def = bri_trace_defaults();
    bri_trace *trace = NULL;
    bri_error err = {0};
    def.law = law, def.params = params, def.rtol = 1e-9;
    def.history = bri_breakpoints_history, def.next_time_event = bri_breakpoints_next, def.user = &points;
    if (bri_trace_create(&def, &trace, &err)) fail_msg("%s: %s", law->kind.name, err.what);
    for (int i = 0; i < ROWS; i++) {
        if (bri_trace_advance(trace, t[i], &err)) fail_msg("%s: %s", law->kind.name, err.what);
        out[i] = bri_trace_now(trace).force[0];
    }
    bri_trace_destroy(trace);
}

static bool takes_part(const bri_friction_law *law) { return !law->needs; }

/* Presliding length and speed that suit the default parameters. */
static const double length = 5e-5, speed = 2e-3;

static void forces_are_those_of_a_trace(void **state)
{
    (void)state;
    static bri_response_params p;
    static double came[ROWS], want[ROWS];
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        if (!takes_part(*law)) continue;
        bri_measurement *m = make_record(length, speed);
        double most = 0, error = 0;
        bri_phenomena_params(*law, &p.at);
        p.unknowns = 0;
        run(*law, m, &p, came, NULL);
        trace_of(*law, &p.at, want);
        for (int i = 0; i < ROWS; i++) {
            most = fmax(most, fabs(want[i]));
            error = fmax(error, fabs(came[i] - want[i]));
        }
        if (!(error <= 2e-4 * most)) fail_msg("%s: %g of %g N", (*law)->kind.name, error, most);
        bri_measurement_destroy(m);
    }
}

/* Derivatives by each positive real parameter's logarithm, against central differences of whole responses. Differences
 * jump where an event crosses a row: those rows are few, and the median of the deviations is compared. */
static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void derivatives_are_those_of_differences(void **state)
{
    (void)state;
    static bri_response_params p, plain;
    static double came[ROWS], by[ROWS][BRI_UNKNOWNS_MAX], less[ROWS], more[ROWS], deviation[ROWS];
    for (const bri_friction_law *const *at = bri_laws(); *at; at++) {
        const bri_friction_law *law = *at;
        if (!takes_part(law)) continue;
        bri_measurement *m = make_record(length, speed);
        const bri_param *param[BRI_UNKNOWNS_MAX];
        bri_phenomena_params(law, &p.at);
        p.unknowns = 0;
        for (const bri_param *q = law->kind.params; q->name; q++) {
            double value;
            if (q->type != BRI_REAL) continue;
            memcpy(&value, (char *)&p.at + q->offset, sizeof value);
            if (value <= 0) continue;
            int j = p.unknowns++;
            param[j] = q;
            p.step[j] = 1e-6;
            p.less[j] = p.more[j] = p.at;
            double low = value * exp(-1e-6), high = value * exp(1e-6);
            memcpy((char *)&p.less[j] + q->offset, &low, sizeof low);
            memcpy((char *)&p.more[j] + q->offset, &high, sizeof high);
        }
        run(law, m, &p, came, by);
        for (int j = 0; j < p.unknowns; j++) {
            double most = 0, value, h = 1e-3; /* the steps of the responses differ by some 1e-6 of the force */
            plain = p;
            plain.unknowns = 0;
            memcpy(&value, (char *)&p.at + param[j]->offset, sizeof value);
            double low = value * exp(-h), high = value * exp(h);
            memcpy((char *)&plain.at + param[j]->offset, &low, sizeof low);
            run(law, m, &plain, less, NULL);
            memcpy((char *)&plain.at + param[j]->offset, &high, sizeof high);
            run(law, m, &plain, more, NULL);
            for (int i = 0; i < ROWS; i++) {
                double want = (more[i] - less[i]) / (2 * h);
                most = fmax(most, fabs(want));
                deviation[i] = fabs(by[i][j] - want);
            }
            qsort(deviation, ROWS, sizeof *deviation, by_size);
            if (!(deviation[ROWS * 9 / 10] <= 0.01 * most + 1e-9))
                fail_msg("%s by %s: %g of %g N", law->kind.name, param[j]->name, deviation[ROWS * 9 / 10], most);
        }
        bri_measurement_destroy(m);
    }
}

/* Dahl's law near its plateau, which moves back slowly: an event function of it is below 0 all along, and the law does nothing about it. */
static void idle_events_stop_no_step(void **state)
{
    (void)state;
    static bri_response_params p;
    const bri_friction_law *law = bri_law_find("dahl", NULL);
    bri_measurement *m = NULL;
    bri_response *r = NULL;
    double unused[BRI_UNKNOWNS_MAX];
    bool held;
    bri_params_defaults(&law->kind, &p.at);
    for (int i = 0; i < ROWS; i++) {
        t[i] = 0.01 * i;
        v[i] = i < 40 ? 1e-3 : -1e-9;
        load[i] = 10, force[i] = i;
    }
    assert_int_equal(bri_measurement_create("made", ROWS, t, v, load, force, NULL, &m, NULL), BRI_OK);
    assert_int_equal(bri_response_create(law, NULL, &r, NULL), BRI_OK);
    bri_response_begin(r, m, &p);
    for (int i = 0; i < ROWS; i++)
        bri_response_next(r, 0, unused, &held);
    assert_in_range(bri_response_steps(r), ROWS, 4 * ROWS);
    bri_response_destroy(r);
    bri_measurement_destroy(m);
}

/* Forces with held steps, those of another load too, are those of free steps but for errors of the integration. */
static void steps_can_be_held(void **state)
{
    (void)state;
    static bri_response_params p;
    static double unlike[ROWS], own[ROWS], same[ROWS];
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        if (!takes_part(*law)) continue;
        bri_measurement *m = make_record(length, speed);
        bri_response *r = NULL;
        double *const out[] = {unlike, own, same, unlike}, by[BRI_UNKNOWNS_MAX], most = 0;
        bool held;
        bri_phenomena_params(*law, &p.at);
        assert_int_equal(bri_response_create(*law, NULL, &r, NULL), BRI_OK);
        for (int turn = 0; turn < 4; turn++) {
            if (turn == 3) { /* another load: another plateau */
                for (int i = 0; i < ROWS; i++)
                    load[i] *= 1.001;
                bri_measurement_destroy(m);
                assert_int_equal(bri_measurement_create("made", ROWS, t, v, load, force, NULL, &m, NULL), BRI_OK);
            }
            bri_response_set_mode(r, turn == 0 ? BRI_STEPS_FREE : turn == 1 ? BRI_STEPS_RECORD : BRI_STEPS_HELD);
            bri_response_begin(r, m, &p);
            for (size_t i = 0; i < m->rows; i++)
                out[turn][i] = bri_response_next(r, 0, by, &held);
        }
        for (int i = 0; i < ROWS; i++)
            most = fmax(most, fabs(own[i]));
        int far = 0; /* where an event happens at another row */
        for (int i = 0; i < ROWS; i++)
            far += !(fabs(unlike[i] - own[i]) <= 0.01 * most && fabs(same[i] - own[i]) <= 1e-4 * most);
        if (far > ROWS / 10) fail_msg("%s: held steps change the force at %d rows", (*law)->kind.name, far);
        bri_response_destroy(r);
        bri_measurement_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_are_those_of_a_trace),
        cmocka_unit_test(derivatives_are_those_of_differences),
        cmocka_unit_test(idle_events_stop_no_step),
        cmocka_unit_test(steps_can_be_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
