/* problem.c - the deviations between records and a law, and their derivatives by all unknowns */
#include "fit/problem.h"

#include <math.h>
#include <string.h>

static const double step = 1e-6;          /* of a coordinate, for differences of the law */
static const double most_deflected = 1.1; /* of the deflection in steady sliding: static friction may exceed it */
static const double impossible = 1e3;     /* deviation where the law cannot be computed: larger than any start has */
static const long steps_per_row = 60; /* of the integration, on average: more, and the law counts as impossible there */
enum {
    ROWS_BETWEEN_CALLS = 50000
};

int bri_problem_coordinates(const bri_fit_problem *p)
{
    return p->unknowns->count + (p->offsets + p->starts) * p->records;
}

int bri_problem_offset(const bri_fit_problem *p, int record) { return p->offsets ? p->unknowns->count + record : -1; }

int bri_problem_start(const bri_fit_problem *p, int record)
{
    return p->starts ? p->unknowns->count + p->offsets * p->records + record : -1;
}

double bri_start_share(double u) { return most_deflected * (1 - 2 / (exp(2 * u) + 1)); }

double bri_start_coordinate(double share)
{
    double part = fmin(fmax(share / most_deflected, -0.95), 0.95);
    return 0.5 * log((1 + part) / (1 - part));
}

size_t bri_problem_rows(const bri_fit_problem *p)
{
    size_t rows = 0;
    for (int r = 0; r < p->records; r++)
        rows += p->record[r].used;
    return rows;
}

static bool go_on(bri_fit_problem *p)
{
    if (!p->progress || p->stopped) return !p->stopped;
    p->now.evaluations = p->evaluations;
    if (!p->progress(&p->now, p->user)) p->stopped = true;
    return !p->stopped;
}

static void set_params(bri_fit_problem *p, const double *u, bool by_unknowns)
{
    const bri_unknowns *k = p->unknowns;
    double at[BRI_UNKNOWNS_MAX];
    memcpy(at, u, (size_t)k->count * sizeof *at);
    bri_unknowns_params(k, u, p->held, p->held_value, &p->params->at);
    p->params->unknowns = by_unknowns ? k->count : 0;
    for (int j = 0; by_unknowns && j < k->count; j++) {
        at[j] = u[j] - step;
        bri_unknowns_params(k, at, p->held, p->held_value, &p->params->less[j]);
        at[j] = u[j] + step;
        bri_unknowns_params(k, at, p->held, p->held_value, &p->params->more[j]);
        at[j] = u[j];
        p->params->step[j] = step;
    }
}

/* The start of a record, as the last unknown of the law's response. */
static void set_start(bri_fit_problem *p, const double *u, int record, bool by_unknowns)
{
    bri_response_params *out = p->params;
    int at = bri_problem_start(p, record), j = p->unknowns->count;
    out->start_speed = 0;
    if (at < 0 || !p->record[record].record->time) return;
    out->start_speed = p->record[record].speed;
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

static double offset_of(const bri_fit_problem *p, const double *u, int record)
{
    return p->offsets ? p->force * u[bri_problem_offset(p, record)] : 0;
}

/* Huber's function: the square of *r is that of the deviation near 0 and linear beyond. Returns its derivative. */
static double damp(double outlier, double *r)
{
    double size = fabs(*r);
    if (!(outlier > 0) || size <= outlier) return 1;
    double damped = sqrt(2 * outlier * size - outlier * outlier);
    *r = copysign(damped, *r);
    return outlier / damped;
}

typedef struct place { /* where the numbers of a row go */
    size_t row, rows;
    double *residual, *jacobian;
} place;

static void put_row(const bri_fit_problem *p, const place *at, int record, double deviation, double weight,
                    const double *by, bool held)
{
    int n = bri_problem_coordinates(p), law = p->unknowns->count, start = bri_problem_start(p, record);
    int offset = bri_problem_offset(p, record), sign = p->record[record].sign;
    double root = sqrt(weight), r = root * deviation / p->force, slope = damp(p->outlier, &r);
    if (at->residual) at->residual[at->row] = r;
    if (!at->jacobian) return;
    for (int j = 0; j < n; j++) {
        double d = j < law                                    ? -sign * by[j] / p->force
                   : j == start && p->params->start_speed > 0 ? -sign * by[law] / p->force
                                                              : -(double)(j == offset);
        at->jacobian[(size_t)j * at->rows + at->row] = held ? 0 : slope * root * d;
    }
}

/* False: impossible, or stopped. */
static bool follow(bri_fit_problem *p, const double *u, int record, place *at)
{
    const bri_problem_record *r = &p->record[record];
    const bri_measurement *m = r->record;
    double by[BRI_UNKNOWNS_MAX] = {0}, offset = offset_of(p, u, record);
    long before = bri_response_steps(p->response);
    set_start(p, u, record, at->jacobian);
    bri_response_begin(p->response, m, p->params);
    for (size_t i = 0; i < r->used; i++, at->row++) {
        bool held;
        double measured = r->sign * (m->force[i] - offset);
        double force = bri_response_next(p->response, measured, by, &held);
        if (!(fabs(force) < 1e30)) return false;
        if (bri_response_steps(p->response) - before > steps_per_row * (long)(i + 100)) return false;
        put_row(p, at, record, r->sign * (measured - force), m->weight ? m->weight[i] : 1, by, held);
        p->at_rest += held;
        if (i % ROWS_BETWEEN_CALLS == ROWS_BETWEEN_CALLS - 1 && !go_on(p)) return false;
    }
    return true;
}

bool bri_problem_evaluate(bri_fit_problem *p, const double *u, double *residual, double *jacobian)
{
    place at = {0, bri_problem_rows(p), residual, jacobian};
    if (!go_on(p)) return false;
    set_params(p, u, jacobian);
    p->at_rest = 0;
    p->evaluations++;
    if (jacobian) p->derivatives++;
    bool possible = bri_params_check(p->unknowns->kind, &p->params->at, NULL) == BRI_OK;
    for (int r = 0; possible && r < p->records; r++)
        possible = follow(p, u, r, &at);
    if (p->stopped) return false;
    for (size_t i = 0; !possible && residual && i < at.rows; i++)
        residual[i] = impossible;
    if (!possible && jacobian) memset(jacobian, 0, at.rows * (size_t)bri_problem_coordinates(p) * sizeof *jacobian);
    return true;
}

void bri_problem_forces(bri_fit_problem *p, const double *u, int record, double *force, bool *held)
{
    const bri_problem_record *r = &p->record[record];
    double by[BRI_UNKNOWNS_MAX], offset = offset_of(p, u, record);
    set_params(p, u, false);
    set_start(p, u, record, false);
    bri_response_begin(p->response, r->record, p->params);
    for (size_t i = 0; i < r->record->rows; i++)
        force[i] =
            offset + r->sign * bri_response_next(p->response, r->sign * (r->record->force[i] - offset), by, &held[i]);
}
