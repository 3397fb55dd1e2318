/* minimum.c - the least squares of a problem: from a point, and from many starts */
#include "fit/minimum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "study/sample.h"

enum {
    POINTS_PER_START = 10,   /* of the sample of which the best ones become starts */
    SEARCH_EVALUATIONS = 30, /* of each start, over the rows of the search */
    SEARCH_ROWS = 3000,      /* of all records together; the first ones */
    FULL_EVALUATIONS = 80
};

static const double search_tolerance = 1e-4, full_tolerance = 1e-10;
static const double first_step = 1;        /* of the coordinates: a factor e of a parameter */
static const double impossible_mean = 1e5; /* of the squares: the law cannot be computed there */

static double sum_of_squares(const double *residual, size_t rows)
{
    double sum = 0;
    for (size_t i = 0; i < rows; i++)
        sum += residual[i] * residual[i];
    return sum;
}

double bri_squares(bri_fit_problem *p, const bri_bench *bench, const double *u)
{
    size_t rows = bri_problem_rows(p);
    if (!bri_problem_evaluate(p, u, bench->residual, NULL)) return INFINITY;
    double squares = sum_of_squares(bench->residual, rows);
    return squares < impossible_mean * (double)rows ? squares : INFINITY;
}

typedef struct journey { /* steps are bounded by their distance from where it began */
    bri_fit_problem *problem;
    double origin[BRI_COORDINATES_MAX];
} journey;

static bool evaluate(void *user, const double *step, double *residual, double *jacobian)
{
    const journey *j = user;
    double u[BRI_COORDINATES_MAX];
    for (int i = 0; i < bri_problem_coordinates(j->problem); i++)
        u[i] = j->origin[i] + step[i];
    return bri_problem_evaluate(j->problem, u, jacobian ? NULL : residual, jacobian);
}

bool bri_minimum_from(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum)
{
    journey way = {.problem = p};
    double step[BRI_COORDINATES_MAX] = {0};
    memcpy(way.origin, minimum->u, sizeof way.origin);
    bri_least_squares least = {.rows = (int)bri_problem_rows(p),
                               .unknowns = bri_problem_coordinates(p),
                               .evaluate = evaluate,
                               .user = &way,
                               .first_step = first_step,
                               .tolerance = tolerance,
                               .most_evaluations = most,
                               .u = step,
                               .residual = bench->residual,
                               .jacobian = bench->jacobian};
    bri_least_outcome outcome = bench->solver->solve(&least);
    if (outcome == BRI_LEAST_STOPPED || outcome == BRI_LEAST_FAILED) return false;
    for (int i = 0; i < least.unknowns; i++)
        minimum->u[i] += step[i];
    minimum->squares = sum_of_squares(bench->residual, (size_t)least.rows);
    minimum->exhausted = outcome == BRI_LEAST_EXHAUSTED;
    return true;
}

/* How much a value changes with its coordinate. */
static double slope_at(const bri_unknowns *k, int i, double value, const bri_params *params)
{
    double low, high;
    bri_unknown_limits(k, i, params, &low, &high);
    return (value - low) / (high - low) * (high - value);
}

bool bri_minimum_unstick(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum)
{
    static const double stuck = 0.02; /* of the change at the start */
    const bri_unknowns *k = p->unknowns;
    bri_minimum again = *minimum;
    bri_params at;
    bool any = false;
    bri_unknowns_params(k, minimum->u, p->held, p->held_value, &at);
    for (int i = 0; i < k->count; i++) {
        const bri_unknown *w = &k->at[i];
        if (i == p->held || w->scale > 0) continue;
        double first = w->above_sliding ? 0 : bri_unknown_coordinate(k, i, w->start, &at);
        double free = slope_at(k, i, bri_unknown_from(k, i, first, &at), &at);
        if (!(slope_at(k, i, bri_unknown_value(k, i, &at), &at) < stuck * free)) continue;
        again.u[i] = first;
        any = true;
    }
    if (!any || !(bri_squares(p, bench, again.u) < INFINITY)) return !p->stopped;
    if (!bri_minimum_from(p, bench, tolerance, most, &again)) return !p->stopped;
    if (again.squares < minimum->squares) *minimum = again;
    return true;
}

/* --- starts ------------------------------------------------------------------------------------------------------- */

typedef struct start {
    double u[BRI_COORDINATES_MAX], squares;
} start;

static int by_squares(const void *a, const void *b)
{
    const start *x = a, *y = b;
    return (x->squares > y->squares) - (x->squares < y->squares);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median of |force|/load, without the mean of the force: what sliding friction is, more or less. */
static double measured_coefficient(const bri_fit_problem *p, double *room)
{
    size_t count = 0;
    for (int r = 0; r < p->records; r++) {
        const bri_measurement *m = p->record[r].record;
        double mean = 0;
        for (size_t i = 0; p->offsets && i < p->record[r].used; i++)
            mean += m->force[i] / (double)p->record[r].used;
        for (size_t i = 0; i < p->record[r].used; i++)
            if (m->load[i] > 0) room[count++] = fabs(m->force[i] - mean) / m->load[i];
    }
    if (!count) return 0;
    qsort(room, count, sizeof *room, by_value);
    return room[count / 2];
}

/* The start values, with the coefficients of friction as measured. */
static void start_as_measured(const bri_fit_problem *p, double coefficient, double *u)
{
    const bri_unknowns *k = p->unknowns;
    bri_params params = k->base;
    for (int i = 0; i < k->count; i++) {
        double low, high;
        if (k->at[i].offset != k->sliding || k->at[i].ranged) continue;
        bri_unknown_limits(k, i, &params, &low, &high);
        if (coefficient > low && coefficient < high) bri_unknown_set(k, i, coefficient, &params);
    }
    for (int i = 0; i < k->count; i++) {
        double low, high;
        if (!k->at[i].above_sliding) continue;
        bri_unknown_limits(k, i, &params, &low, &high);
        if (!k->at[i].ranged) bri_unknown_set(k, i, low + 0.3 * (high - low), &params);
    }
    bri_unknowns_of(k, &params, u);
}

static void draw_start(const bri_fit_problem *p, const double *share, double coefficient, double *u)
{
    const bri_unknowns *k = p->unknowns;
    bri_params params = k->base;
    double sum = 0, rest = -log(share[k->count] + 1e-9);
    for (int after = 0; after < 2; after++)
        for (int i = 0; i < k->count; i++) {
            if (k->at[i].above_sliding != (bool)after) continue;
            bool measured = k->at[i].offset == k->sliding && !k->at[i].ranged && coefficient > 0;
            bri_unknown_set(k, i,
                            measured         ? coefficient * pow(2, 2 * share[i] - 1)
                            : k->at[i].share ? -log(share[i] + 1e-9)
                                             : bri_unknown_spread(k, i, share[i], &params),
                            &params);
            if (k->at[i].share) sum += bri_unknown_value(k, i, &params);
        }
    for (int i = 0; i < k->count; i++) /* exponential numbers over their sum: shares evenly drawn */
        if (k->at[i].share) bri_unknown_set(k, i, bri_unknown_value(k, i, &params) / (sum + rest), &params);
    bri_unknowns_of(k, &params, u);
}

/* Offsets 0; deflections at the first rows as the first forces are to those of sliding. */
static void start_records(const bri_fit_problem *p, double coefficient, double *u)
{
    for (int r = 0; r < p->records; r++) {
        const bri_measurement *m = p->record[r].record;
        double sliding = coefficient * m->load[0];
        if (p->offsets) u[bri_problem_offset(p, r)] = 0;
        if (p->starts)
            u[bri_problem_start(p, r)] =
                sliding > 0 ? bri_start_coordinate(-p->record[r].sign * m->force[0] / sliding) : 0;
    }
}

/* All starts with their squares, the best first. */
static bri_status draw_starts(bri_fit_problem *p, const bri_bench *bench, const bri_fit_def *def, start *starts,
                              int count, bri_error *err)
{
    double *sample = NULL, coefficient = measured_coefficient(p, bench->residual);
    int drawn = count - 2, columns = p->unknowns->count + 1;
    bri_status status =
        drawn > 0 ? bri_sample(BRI_LATIN_HYPERCUBE, (size_t)drawn, columns, def->seed, &sample, err) : BRI_OK;
    if (status) return status;
    bri_unknowns_of(p->unknowns, &p->unknowns->base, starts[0].u);
    start_as_measured(p, coefficient, starts[1].u);
    for (int i = 0; i < drawn; i++)
        draw_start(p, sample + i * columns, coefficient, starts[2 + i].u);
    for (int i = 0; i < count; i++)
        start_records(p, coefficient, starts[i].u);
    for (int i = 0; i < count && !p->stopped; i++)
        starts[i].squares = bri_squares(p, bench, starts[i].u);
    free(sample);
    if (p->stopped) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    qsort(starts, (size_t)count, sizeof *starts, by_squares);
    return BRI_OK;
}

/* Rows of the search: the first ones of each record. False: that is all of them. */
static bool shorten(bri_fit_problem *p)
{
    size_t all = bri_problem_rows(p);
    for (int r = 0; all > SEARCH_ROWS && r < p->records; r++) {
        size_t share = p->record[r].fitted * SEARCH_ROWS / all;
        p->record[r].used = share < 2 ? p->record[r].fitted : share;
    }
    return all > SEARCH_ROWS;
}

static void lengthen(bri_fit_problem *p)
{
    for (int r = 0; r < p->records; r++)
        p->record[r].used = p->record[r].fitted;
}

static bool same_minimum(const bri_minimum *a, const bri_minimum *b)
{
    return fabs(a->squares - b->squares) <= 1e-3 * b->squares;
}

/* Minima over the rows of the search, the best two of them over all rows. */
static bri_status refine(bri_fit_problem *p, const bri_bench *bench, start *starts, int count, bool shortened,
                         bri_minimum *best, bri_error *err)
{
    bri_minimum two[2] = {{.squares = INFINITY}, {.squares = INFINITY}};
    for (int i = 0; i < count && starts[i].squares < INFINITY; i++) {
        bri_minimum m = {.squares = starts[i].squares};
        memcpy(m.u, starts[i].u, sizeof m.u);
        p->now.share = 0.6 * i / count;
        if (!bri_minimum_from(p, bench, search_tolerance, SEARCH_EVALUATIONS, &m)) break;
        if (m.squares < two[0].squares) {
            if (!same_minimum(&m, &two[0])) two[1] = two[0];
            two[0] = m;
            p->now.rms = p->force * sqrt(m.squares / (double)bri_problem_rows(p));
        } else if (m.squares < two[1].squares && !same_minimum(&m, &two[0])) {
            two[1] = m;
        }
    }
    p->now.stage = BRI_FIT_REFINE;
    if (shortened) lengthen(p);
    *best = (bri_minimum){.squares = INFINITY};
    for (int i = 0; i < 2 && two[i].squares < INFINITY && !p->stopped; i++) {
        p->now.share = 0.6 + 0.2 * i;
        if (i && two[1].squares > 1.5 * two[0].squares) break;
        if (bri_minimum_from(p, bench, full_tolerance, FULL_EVALUATIONS, &two[i]) && two[i].squares < best->squares)
            *best = two[i];
    }
    if (p->stopped) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    if (!(best->squares < INFINITY))
        return bri_fail(err, BRI_NO_SOLUTION, "%s cannot be computed along these records from any of %d starts",
                        p->unknowns->kind->name, count);
    return BRI_OK;
}

/* A single start: over all rows at once. */
static bri_status from_start(bri_fit_problem *p, const bri_bench *bench, const start *from, bri_minimum *best,
                             bri_error *err)
{
    *best = (bri_minimum){.squares = from->squares};
    memcpy(best->u, from->u, sizeof best->u);
    p->now.stage = BRI_FIT_REFINE;
    if (!(from->squares < INFINITY))
        return bri_fail(err, BRI_NO_SOLUTION, "%s cannot be computed along these records at the start values",
                        p->unknowns->kind->name);
    if (bri_minimum_from(p, bench, full_tolerance, FULL_EVALUATIONS, best)) return BRI_OK;
    return p->stopped ? bri_fail(err, BRI_STOPPED, "the fit was stopped")
                      : bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
}

bri_status bri_minimum_search(bri_fit_problem *p, const bri_bench *bench, const bri_fit_def *def, bri_minimum *minimum,
                              bri_error *err)
{
    int count = def->starts == 1 ? 2 : def->starts * POINTS_PER_START;
    start *starts = calloc((size_t)count, sizeof *starts);
    if (!starts) return bri_fail(err, BRI_NO_MEMORY, "out of memory: starts of a fit");
    lengthen(p);
    bool shortened = def->starts > 1 && shorten(p);
    bri_status status = draw_starts(p, bench, def, starts, count, err);
    if (!status)
        status = def->starts == 1 ? from_start(p, bench, starts, minimum, err)
                                  : refine(p, bench, starts, def->starts, shortened, minimum, err);
    free(starts);
    return status;
}
