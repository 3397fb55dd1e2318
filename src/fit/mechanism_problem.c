/* mechanism_problem.c - the deviations between measured columns and the channels of a mechanism's runs */
#include "fit/mechanism_problem.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"

static const double wide = 1e-3;            /* of a coordinate: step of a difference where there is no derivative */
static const double derivative_rtol = 1e-6; /* five digits, which steps and slopes need, where runs are more exact */
static const double changed = 0.01;         /* of the weight of a column, relative */
static const double exact =
    1e-9; /* deviations below this part of a column's size are those of a run, not of the data */
enum {
    STEPS_MORE = 20000,
    FEWEST_ROWS = 12 /* of a series, in the search */
};

static bri_mechanism_problem *of(const bri_fit_problem *p) { return (bri_mechanism_problem *)(size_t)p; }

int bri_mechanism_offset(const bri_mechanism_problem *m, int series)
{
    return m->offsets ? m->problem.unknowns->count + series : -1;
}

static const bri_mechanism_number *number_of(const bri_mechanism_problem *m, int unknown)
{
    return &m->mechanism->number[m->problem.unknowns->at[unknown].place];
}

static const char *path_of(const bri_mechanism_problem *m, int unknown) { return number_of(m, unknown)->path; }

static bool belongs(const bri_mechanism_problem *m, int unknown, int record)
{
    int its = number_of(m, unknown)->record;
    return its < 0 || its == record;
}

/* --- runs ----------------------------------------------------------------------------------------------------------- */

bri_status bri_mechanism_set(bri_mechanism_problem *m, int record, const double *value, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; !status && i < m->problem.unknowns->count; i++)
        if (belongs(m, i, record))
            status = bri_mechanism_put(number_of(m, i), m->mechanism->record[record].model, value[i], err);
    return status;
}

static bool go_on(double time, double share, void *user)
{
    bri_fit_problem *p = user;
    (void)time, (void)share;
    return bri_problem_go_on(p);
}

bri_status bri_mechanism_run(bri_mechanism_problem *m, int record, size_t rows, const char *const *derivatives,
                             bri_result **result, bri_error *err)
{
    const bri_mechanism_record *r = &m->mechanism->record[record];
    bri_system *system = NULL;
    bri_run_def def = bri_run_defaults();
    def.channels = m->channels;
    def.row_times = r->run_time;
    def.rows = rows;
    def.until = r->run_time[rows - 1];
    def.rtol = m->rtol;
    def.most_steps = m->most_steps;
    def.derivatives = derivatives;
    def.derivative_rtol = derivative_rtol;
    def.progress = m->problem.progress ? go_on : NULL;
    def.user = &m->problem;
    *result = NULL;
    bri_status status = bri_system_build(r->model, &system, err);
    if (!status) status = bri_run(system, &def, result, err);
    bri_system_destroy(system);
    return status;
}

/* Adds the events of a run to the mark of a sequence. */
static uint64_t add_events(uint64_t mark, const bri_result *result)
{
    static const uint64_t basis = 14695981039346656037u, prime = 1099511628211u; /* FNV-1a */
    for (int i = 0; i < result->events; i++) {
        if (!mark) mark = basis;
        for (const char *c = result->event[i]->what; *c; c++)
            mark = (mark ^ (unsigned char)*c) * prime;
        mark = (mark ^ '\n') * prime;
    }
    return mark;
}

/* --- deviations ----------------------------------------------------------------------------------------------------- */

typedef struct evaluation {          /* of all records */
    const double *u, *value, *slope; /* slope: of values by coordinates */
    double *residual, *jacobian;
    size_t rows, row; /* of all series; of the first series of the record */
} evaluation;

static double value_at(const bri_mechanism_problem *m, const bri_result *result, int match, size_t row)
{
    int column = bri_table_find(result->channels, m->mechanism->channel[match]);
    return bri_table_row(result->channels, row)[column];
}

static void put_residuals(bri_mechanism_problem *m, int record, const bri_result *result, const evaluation *e)
{
    const bri_mechanism_record *r = &m->mechanism->record[record];
    size_t at = e->row;
    for (int i = 0; i < m->mechanism->matches; i++) {
        int series = record * m->mechanism->matches + i, offset = bri_mechanism_offset(m, series);
        size_t used = m->problem.in[series].used;
        int column = bri_table_find(result->channels, m->mechanism->channel[i]);
        for (size_t k = 0; k < used; k++, at++) {
            double deviation = r->measured[(size_t)i * r->rows + k] - bri_table_row(result->channels, k)[column];
            double scaled =
                deviation / m->scale[i] - (offset >= 0 ? e->u[offset] * m->mechanism->size[i] / m->scale[i] : 0);
            double slope = bri_problem_damp(&m->problem, &scaled);
            if (e->residual) e->residual[at] = scaled;
            if (!e->jacobian) continue;
            for (int j = 0; j < bri_problem_coordinates(&m->problem); j++)
                e->jacobian[(size_t)j * e->rows + at] = 0;
            r->values[(size_t)i * r->rows + k] = slope; /* of the loss, for the derivatives */
            if (offset >= 0) e->jacobian[(size_t)offset * e->rows + at] = -slope * m->mechanism->size[i] / m->scale[i];
        }
    }
}

/* Adds what follows from the derivative of a channel by the value of an unknown, at one row. */
static void add_derivative(bri_mechanism_problem *m, const evaluation *e, int unknown, size_t at, double by)
{
    int n = m->problem.unknowns->count;
    for (int j = 0; j < n; j++)
        if (e->slope[unknown * n + j] != 0) e->jacobian[(size_t)j * e->rows + at] -= by * e->slope[unknown * n + j];
}

/* The derivatives of all rows by an unknown, as the run computed them. False: some do not exist. */
static bool put_derivatives(bri_mechanism_problem *m, int record, int unknown, const bri_result *result,
                            const bri_derivative *d, const evaluation *e)
{
    const bri_mechanism_record *r = &m->mechanism->record[record];
    for (int pass = 0; pass < 2; pass++) {
        size_t at = e->row;
        for (int i = 0; i < m->mechanism->matches; i++) {
            size_t used = m->problem.in[record * m->mechanism->matches + i].used;
            int column = d->column + bri_table_find(result->channels, m->mechanism->channel[i]) - 1;
            for (size_t k = 0; k < used; k++, at++) {
                double by = bri_table_row(result->channels, k)[column];
                if (!pass && !isfinite(by)) return false;
                if (pass) add_derivative(m, e, unknown, at, r->values[(size_t)i * r->rows + k] * by / m->scale[i]);
            }
        }
    }
    return true;
}

/* The same by differences over a wider step, where the sequence of events changes too. */
static void put_differences(bri_mechanism_problem *m, int record, int unknown, size_t rows, const evaluation *e)
{
    const bri_mechanism_record *r = &m->mechanism->record[record];
    int n = m->problem.unknowns->count;
    double value[BRI_UNKNOWNS_MAX], step = wide * fabs(e->slope[unknown * n + unknown]);
    bri_result *side[2] = {NULL, NULL};
    int done = 0;
    memcpy(value, e->value, (size_t)n * sizeof *value);
    m->differences++;
    for (int i = 0; i < 2 && step > 0; i++) {
        value[unknown] = e->value[unknown] + (i ? step : -step);
        bri_status status = bri_mechanism_set(m, record, value, NULL);
        if (!status) status = bri_mechanism_run(m, record, rows, NULL, &side[i], NULL);
        if (status) break;
        done++;
    }
    size_t at = e->row;
    for (int i = 0; done == 2 && side[0] && side[1] && i < m->mechanism->matches; i++) {
        size_t used = m->problem.in[record * m->mechanism->matches + i].used;
        for (size_t k = 0; k < used; k++, at++) {
            double by = (value_at(m, side[1], i, k) - value_at(m, side[0], i, k)) / (2 * step);
            add_derivative(m, e, unknown, at, r->values[(size_t)i * r->rows + k] * by / m->scale[i]);
        }
    }
    bri_result_destroy(side[0]);
    bri_result_destroy(side[1]);
    bri_mechanism_set(m, record, e->value, NULL);
}

/* Unknowns on which a run depends here: their paths, ended by NULL. */
static int list_derivatives(const bri_mechanism_problem *m, int record, const evaluation *e, int *which,
                            const char **path)
{
    int n = m->problem.unknowns->count, count = 0;
    for (int i = 0; e->jacobian && i < n; i++) {
        bool any = false;
        for (int j = 0; j < n; j++)
            any = any || e->slope[i * n + j] != 0;
        if (!any || !belongs(m, i, record)) continue;
        which[count] = i;
        path[count++] = path_of(m, i);
    }
    path[count] = NULL;
    return count;
}

/* False: impossible, or stopped. */
static bool evaluate_record(bri_mechanism_problem *m, int record, const evaluation *e)
{
    size_t rows = 0;
    int which[BRI_UNKNOWNS_MAX];
    const char *path[BRI_UNKNOWNS_MAX + 1];
    bri_result *result = NULL;
    for (int i = 0; i < m->mechanism->matches; i++) {
        size_t used = m->problem.in[record * m->mechanism->matches + i].used;
        rows = used > rows ? used : rows;
    }
    if (rows < 2) return true; /* nothing of it counts */
    int count = list_derivatives(m, record, e, which, path);
    bri_status status = bri_mechanism_set(m, record, e->value, &m->error);
    if (!status) status = bri_mechanism_run(m, record, rows, count ? path : NULL, &result, &m->error);
    if (!status && result) {
        put_residuals(m, record, result, e);
        m->problem.sequence = add_events(m->problem.sequence, result);
        for (int i = 0; i < count && !m->problem.stopped; i++) {
            const bri_derivative *d = result->derivative[i];
            if (put_derivatives(m, record, which[i], result, d, e)) continue;
            if (!*m->why) snprintf(m->why, sizeof m->why, "%s", d->why);
            put_differences(m, record, which[i], rows, e);
        }
    }
    bri_result_destroy(result);
    return !status;
}

static bool mechanism_evaluate(bri_fit_problem *p, const double *u, double *residual, double *jacobian)
{
    bri_mechanism_problem *m = of(p);
    double value[BRI_UNKNOWNS_MAX], slope[BRI_UNKNOWNS_MAX * BRI_UNKNOWNS_MAX];
    evaluation e = {u, value, slope, residual, jacobian, bri_problem_rows(p), 0};
    bool possible = true;
    bri_unknowns_values(p->unknowns, u, p->held, p->held_value, value);
    if (jacobian) bri_unknowns_slopes(p->unknowns, u, p->held, p->held_value, slope);
    for (int r = 0; possible && r < m->mechanism->records; r++) {
        possible = evaluate_record(m, r, &e);
        for (int i = 0; i < m->mechanism->matches; i++)
            e.row += p->in[r * m->mechanism->matches + i].used;
    }
    return possible;
}

/* --- starts --------------------------------------------------------------------------------------------------------- */

static void mechanism_put_start(bri_fit_problem *p, int number, const double *share, double *u)
{
    double value[BRI_UNKNOWNS_MAX];
    const bri_unknowns *k = p->unknowns;
    for (int after = 0; after < 2; after++)
        for (int i = 0; i < k->count; i++)
            if ((k->at[i].above != BRI_ABOVE_NOTHING) == (bool)after)
                value[i] = number > 1 ? bri_unknown_spread(k, i, share[i], value) : k->at[i].start;
    bri_unknowns_coordinates(k, value, u);
    for (int i = k->count; i < bri_problem_coordinates(p); i++)
        u[i] = 0;
}

/* The first quarter of each record: phases agree better there. */
static bool mechanism_shorten(bri_fit_problem *p)
{
    bool any = false;
    for (int i = 0; i < p->series; i++) {
        size_t quarter = p->in[i].fitted / 4;
        p->in[i].used = quarter > FEWEST_ROWS ? quarter : p->in[i].fitted;
        any = any || p->in[i].used < p->in[i].fitted;
    }
    return any && bri_problem_rows(p) > (size_t)bri_problem_coordinates(p) + 2;
}

static void mechanism_drop(bri_fit_problem *p, int unknown)
{
    bri_mechanism_problem *m = of(p);
    for (int r = 0; r < m->mechanism->records; r++)
        if (belongs(m, unknown, r))
            bri_model_set(m->mechanism->record[r].model, path_of(m, unknown), p->unknowns->at[unknown].initial, NULL);
    bri_unknowns_remove(p->unknowns, unknown);
    bri_mechanism_find_raised(m->mechanism, m->model);
}

/* With columns of one channel, they share their noise; of several, the weight of each follows from its deviations. */
static bool mechanism_weigh(bri_fit_problem *p, const double *residual)
{
    bri_mechanism_problem *m = of(p);
    int matches = m->mechanism->matches;
    bool any = false;
    for (int i = 0; matches > 1 && i < matches; i++) {
        double squares = 0, rows = 0;
        size_t at = 0;
        for (int s = 0; s < p->series; at += p->in[s++].used)
            for (size_t k = 0; s % matches == i && k < p->in[s].used; k++, rows++)
                squares += residual[at + k] * residual[at + k];
        double now = fmax(m->scale[i] * sqrt(squares / fmax(rows, 1)), exact * m->mechanism->size[i]);
        any = any || fabs(now / m->scale[i] - 1) > changed;
        m->scale[i] = now;
    }
    return any;
}

const bri_problem_kind bri_mechanism_problem_kind = {.subject = "the motion",
                                                     .along = "in these records",
                                                     .evaluate = mechanism_evaluate,
                                                     .put_start = mechanism_put_start,
                                                     .shorten = mechanism_shorten,
                                                     .drop = mechanism_drop,
                                                     .weigh = mechanism_weigh,
                                                     .jumps = true};
