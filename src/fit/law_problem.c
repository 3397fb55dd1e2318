/* law_problem.c - the deviations between the measured friction force and that of a law along records */
#include "fit/law_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double step = 1e-6;          /* of a coordinate, for differences of the law */
static const double most_deflected = 1.1; /* of the deflection in steady sliding: static friction may exceed it */
static const long steps_per_row = 60; /* of the integration, on average: more, and the law counts as impossible there */
enum {
    ROWS_BETWEEN_CALLS = 50000,
    SEARCH_ROWS = 3000 /* of all records together; the first ones */
};

static bri_law_problem *of(const bri_fit_problem *p) { return (bri_law_problem *)(size_t)p; }

int bri_law_offset(const bri_law_problem *l, int record)
{
    return l->offsets ? l->problem.unknowns->count + record : -1;
}

int bri_law_start(const bri_law_problem *l, int record)
{
    return l->starts ? l->problem.unknowns->count + l->offsets * l->problem.series + record : -1;
}

double bri_start_share(double u) { return most_deflected * (1 - 2 / (exp(2 * u) + 1)); }

double bri_start_coordinate(double share)
{
    double part = fmin(fmax(share / most_deflected, -0.95), 0.95);
    return 0.5 * log((1 + part) / (1 - part));
}

/* --- deviations --------------------------------------------------------------------------------------------------- */

static void set_params(bri_law_problem *l, const double *u, bool by_unknowns)
{
    const bri_fit_problem *p = &l->problem;
    int count = p->unknowns->count;
    double at[BRI_UNKNOWNS_MAX];
    memcpy(at, u, (size_t)count * sizeof *at);
    bri_law_params_at(l->law, u, p->held, p->held_value, &l->params->at);
    l->params->unknowns = by_unknowns ? count : 0;
    for (int j = 0; by_unknowns && j < count; j++) {
        at[j] = u[j] - step;
        bri_law_params_at(l->law, at, p->held, p->held_value, &l->params->less[j]);
        at[j] = u[j] + step;
        bri_law_params_at(l->law, at, p->held, p->held_value, &l->params->more[j]);
        at[j] = u[j];
        l->params->step[j] = step;
    }
}

/* The start of a record, as the last unknown of the law's response. */
static void set_start(bri_law_problem *l, const double *u, int record, bool by_unknowns)
{
    bri_response_params *out = l->params;
    int at = bri_law_start(l, record), j = l->problem.unknowns->count;
    out->start_speed = 0;
    if (at < 0 || !l->record[record].record->time) return;
    out->start_speed = l->record[record].speed;
    out->start = bri_start_share(u[at]);
    if (!by_unknowns) return;
    for (int i = 0; i < j; i++)
        out->start_less[i] = out->start_more[i] = out->start;
    out->start_less[j] = bri_start_share(u[at] - step);
    out->start_more[j] = bri_start_share(u[at] + step);
    out->less[j] = out->more[j] = out->at;
    out->step[j] = step;
    out->unknowns = j + 1;
}

static double offset_of(const bri_law_problem *l, const double *u, int record)
{
    return l->offsets ? l->problem.unit * u[bri_law_offset(l, record)] : 0;
}

typedef struct place { /* where the numbers of a row go */
    size_t row, rows;
    double *residual, *jacobian;
} place;

static void put_row(const bri_law_problem *l, const place *at, int record, double deviation, double weight,
                    const double *by, bool held)
{
    const bri_fit_problem *p = &l->problem;
    int n = bri_problem_coordinates(p), law = p->unknowns->count, start = bri_law_start(l, record);
    int offset = bri_law_offset(l, record), sign = l->record[record].sign;
    double root = sqrt(weight), r = root * deviation / p->unit, slope = bri_problem_damp(p, &r);
    if (at->residual) at->residual[at->row] = r;
    if (!at->jacobian) return;
    for (int j = 0; j < n; j++) {
        double d = j < law                                    ? -sign * by[j] / p->unit
                   : j == start && l->params->start_speed > 0 ? -sign * by[law] / p->unit
                                                              : -(double)(j == offset);
        at->jacobian[(size_t)j * at->rows + at->row] = held ? 0 : slope * root * d;
    }
}

/* False: impossible, or stopped. */
static bool follow(bri_law_problem *l, const double *u, int record, place *at)
{
    const bri_law_record *r = &l->record[record];
    const bri_measurement *m = r->record;
    double by[BRI_UNKNOWNS_MAX] = {0}, offset = offset_of(l, u, record);
    long before = bri_response_steps(l->response);
    set_start(l, u, record, at->jacobian);
    bri_response_begin(l->response, m, l->params);
    for (size_t i = 0; i < l->problem.in[record].used; i++, at->row++) {
        bool held;
        double measured = r->sign * (m->force[i] - offset);
        double force = bri_response_next(l->response, measured, by, &held);
        if (!(fabs(force) < 1e30)) return false;
        if (bri_response_steps(l->response) - before > steps_per_row * (long)(i + 100)) return false;
        put_row(l, at, record, r->sign * (measured - force), m->weight ? m->weight[i] : 1, by, held);
        l->problem.at_rest += held;
        if (i % ROWS_BETWEEN_CALLS == ROWS_BETWEEN_CALLS - 1 && !bri_problem_go_on(&l->problem)) return false;
    }
    return true;
}

static bool law_evaluate(bri_fit_problem *p, const double *u, double *residual, double *jacobian)
{
    bri_law_problem *l = of(p);
    place at = {0, bri_problem_rows(p), residual, jacobian};
    set_params(l, u, jacobian);
    bri_response_rewind(l->response);
    bool possible = bri_params_check(l->law->kind, &l->params->at, NULL) == BRI_OK;
    for (int r = 0; possible && r < p->series; r++)
        possible = follow(l, u, r, &at);
    return possible;
}

void bri_law_forces(bri_law_problem *l, const double *u, int record, double *force, bool *held)
{
    const bri_law_record *r = &l->record[record];
    double by[BRI_UNKNOWNS_MAX], offset = offset_of(l, u, record);
    set_params(l, u, false);
    set_start(l, u, record, false);
    bri_response_begin(l->response, r->record, l->params);
    for (size_t i = 0; i < r->record->rows; i++)
        force[i] =
            offset + r->sign * bri_response_next(l->response, r->sign * (r->record->force[i] - offset), by, &held[i]);
}

/* --- starts ------------------------------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bri_measured_coefficient(const bri_law_problem *l, double *room)
{
    size_t count = 0;
    for (int r = 0; r < l->problem.series; r++) {
        const bri_measurement *m = l->record[r].record;
        size_t used = l->problem.in[r].used;
        double mean = 0;
        for (size_t i = 0; l->offsets && i < used; i++)
            mean += m->force[i] / (double)used;
        for (size_t i = 0; i < used; i++)
            if (m->load[i] > 0) room[count++] = fabs(m->force[i] - mean) / m->load[i];
    }
    if (!count) return 0;
    qsort(room, count, sizeof *room, by_value);
    return room[count / 2];
}

static bool is_sliding(const bri_law_problem *l, int i)
{
    const bri_unknown *w = &l->law->unknowns.at[i];
    return w->place == l->law->sliding && !w->ranged;
}

/* The start values, with the coefficients of friction as measured. */
static void start_as_measured(const bri_law_problem *l, double *value)
{
    const bri_unknowns *k = l->problem.unknowns;
    for (int i = 0; i < k->count; i++) {
        double low, high;
        if (!is_sliding(l, i)) continue;
        bri_unknown_limits(k, i, value, &low, &high);
        if (l->coefficient > low && l->coefficient < high) value[i] = l->coefficient;
    }
    for (int i = 0; i < k->count; i++) {
        double low, high;
        if (k->at[i].above == BRI_ABOVE_NOTHING) continue;
        bri_unknown_limits(k, i, value, &low, &high);
        if (!k->at[i].ranged) value[i] = low + 0.3 * (high - low);
    }
}

static void draw_start(const bri_law_problem *l, const double *share, double *value)
{
    const bri_unknowns *k = l->problem.unknowns;
    double sum = 0, rest = -log(share[k->count] + 1e-9);
    for (int after = 0; after < 2; after++)
        for (int i = 0; i < k->count; i++) {
            if ((k->at[i].above != BRI_ABOVE_NOTHING) != (bool)after) continue;
            value[i] = is_sliding(l, i) && l->coefficient > 0 ? l->coefficient * pow(2, 2 * share[i] - 1)
                       : k->at[i].share                       ? -log(share[i] + 1e-9)
                                                              : bri_unknown_spread(k, i, share[i], value);
            if (k->at[i].share) sum += value[i];
        }
    for (int i = 0; i < k->count; i++) /* exponential numbers over their sum: shares evenly drawn */
        if (k->at[i].share) value[i] /= sum + rest;
}

/* Offsets 0; deflections at the first rows as the first forces are to those of sliding. */
static void law_put_start(bri_fit_problem *p, int number, const double *share, double *u)
{
    const bri_law_problem *l = of(p);
    double value[BRI_UNKNOWNS_MAX];
    bri_law_values(l->law, &l->law->base, value);
    if (number == 1)
        start_as_measured(l, value);
    else if (number > 1)
        draw_start(l, share, value);
    bri_unknowns_coordinates(p->unknowns, value, u);
    for (int r = 0; r < p->series; r++) {
        const bri_measurement *m = l->record[r].record;
        double sliding = l->coefficient * m->load[0];
        if (l->offsets) u[bri_law_offset(l, r)] = 0;
        if (l->starts)
            u[bri_law_start(l, r)] = sliding > 0 ? bri_start_coordinate(-l->record[r].sign * m->force[0] / sliding) : 0;
    }
}

/* The first rows of each record. */
static bool law_shorten(bri_fit_problem *p)
{
    size_t all = bri_problem_rows(p);
    for (int r = 0; all > SEARCH_ROWS && r < p->series; r++) {
        size_t share = p->in[r].fitted * SEARCH_ROWS / all;
        p->in[r].used = share < 2 ? p->in[r].fitted : share;
    }
    return all > SEARCH_ROWS;
}

/* The steps of integrations that u has. */
static bool law_hold_steps(bri_fit_problem *p, const double *u)
{
    bri_law_problem *l = of(p);
    bool any = false;
    for (int r = 0; r < p->series; r++)
        any = any || l->record[r].record->time;
    if (!u || !any || !l->integrates) {
        bri_response_set_mode(l->response, BRI_STEPS_FREE);
        return false;
    }
    bri_response_set_mode(l->response, BRI_STEPS_RECORD);
    bool done = bri_problem_evaluate(p, u, NULL, NULL);
    bri_response_set_mode(l->response, done ? BRI_STEPS_HELD : BRI_STEPS_FREE);
    return done;
}

static void law_drop(bri_fit_problem *p, int unknown) { bri_law_unknowns_drop(of(p)->law, unknown); }

const bri_problem_kind bri_law_problem_kind = {.subject = "the force",
                                               .along = "along these records",
                                               .evaluate = law_evaluate,
                                               .put_start = law_put_start,
                                               .shorten = law_shorten,
                                               .drop = law_drop,
                                               .hold_steps = law_hold_steps};
