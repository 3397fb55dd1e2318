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
    FULL_EVALUATIONS = 80,
    ROUNDS_AROUND = 7, /* each with half the step of the one before */
    ROUNDS_OF_STEPS = 6
};

static const double search_tolerance = 1e-4, full_tolerance = 1e-10;
static const double first_step = 1;        /* of the coordinates: a factor e of a parameter */
static const double impossible_mean = 1e5; /* of the squares: nothing can be computed there */
static const double around = 0.1;          /* first step of a look around a minimum */
static const double enough = 1e-6;         /* decrease of the squares that is an improvement */

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
    const int *which; /* coordinates that vary; NULL: all */
    int count;
} journey;

static bool evaluate(void *user, const double *step, double *residual, double *jacobian)
{
    const journey *j = user;
    double u[BRI_COORDINATES_MAX];
    size_t rows = bri_problem_rows(j->problem);
    memcpy(u, j->origin, sizeof u);
    for (int i = 0; i < j->count; i++)
        u[j->which ? j->which[i] : i] += step[i];
    if (!bri_problem_evaluate(j->problem, u, jacobian ? NULL : residual, jacobian)) return false;
    for (int i = 0; jacobian && j->which && i < j->count; i++)
        memmove(jacobian + (size_t)i * rows, jacobian + (size_t)j->which[i] * rows, rows * sizeof *jacobian);
    return true;
}

bool bri_minimum_among(bri_fit_problem *p, const bri_bench *bench, const int *which, int count, double tolerance,
                       int most, bri_minimum *minimum)
{
    journey way = {.problem = p, .which = which, .count = count};
    double step[BRI_COORDINATES_MAX] = {0};
    memcpy(way.origin, minimum->u, sizeof way.origin);
    bri_least_squares least = {.rows = (int)bri_problem_rows(p),
                               .unknowns = count,
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
    for (int i = 0; i < count; i++)
        minimum->u[which ? which[i] : i] += step[i];
    minimum->squares = sum_of_squares(bench->residual, (size_t)least.rows);
    minimum->exhausted = outcome == BRI_LEAST_EXHAUSTED;
    return true;
}

bool bri_minimum_from(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum)
{
    return bri_minimum_among(p, bench, NULL, bri_problem_coordinates(p), tolerance, most, minimum);
}

/* How much a value changes with its coordinate. */
static double slope_at(const bri_unknowns *k, int i, double at, const double *value)
{
    double low, high;
    bri_unknown_limits(k, i, value, &low, &high);
    return (at - low) / (high - low) * (high - at);
}

bool bri_minimum_unstick(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum)
{
    static const double stuck = 0.02;                       /* of the change at the start */
    static const double as_good = 1e-9, as_good_run = 1e-6; /* squares that are equal, of a law and of runs */
    const bri_unknowns *k = p->unknowns;
    bri_minimum again = *minimum;
    double value[BRI_UNKNOWNS_MAX];
    bool any = false;
    bri_unknowns_values(k, minimum->u, p->held, p->held_value, value);
    for (int i = 0; i < k->count; i++) {
        const bri_unknown *w = &k->at[i];
        if (i == p->held || w->scale > 0) continue;
        double first = w->above != BRI_ABOVE_NOTHING ? 0 : bri_unknown_coordinate(k, i, w->start, value);
        double free = slope_at(k, i, bri_unknown_from(k, i, first, value), value);
        if (!(slope_at(k, i, value[i], value) < stuck * free)) continue;
        again.u[i] = first;
        any = true;
    }
    if (!any || !(bri_squares(p, bench, again.u) < INFINITY)) return !p->stopped;
    if (!bri_minimum_from(p, bench, tolerance, most, &again)) return !p->stopped;
    if (again.squares < minimum->squares * (1 + (p->kind->jumps ? as_good_run : as_good))) *minimum = again;
    return true;
}

bool bri_minimum_look_around(bri_fit_problem *p, const bri_bench *bench, bri_minimum *minimum)
{
    double length = around;
    int n = bri_problem_coordinates(p);
    for (int round = 0; round < ROUNDS_AROUND; round++) {
        bool better = false;
        for (int i = 0; i < 2 * n; i++) {
            bri_minimum m = *minimum;
            if (i / 2 == p->held) continue;
            m.u[i / 2] += i % 2 ? -length : length;
            m.squares = bri_squares(p, bench, m.u);
            if (p->stopped) return false;
            if (!(m.squares < minimum->squares * (1 - enough))) continue;
            *minimum = m;
            better = true;
        }
        if (!better) length *= 0.5;
    }
    return true;
}

bool bri_minimum_with_its_steps(bri_fit_problem *p, const bri_bench *bench, bri_minimum *minimum)
{
    static const double jump = 1e-4, settled = 1e-9; /* of the squares */
    double before = minimum->squares, last = INFINITY;
    for (int round = 0; round < ROUNDS_OF_STEPS && p->kind->hold_steps && !minimum->exhausted; round++) {
        bri_minimum m = *minimum;
        if (!p->kind->hold_steps(p, m.u)) break;
        bool found = bri_minimum_from(p, bench, settled * settled, FULL_EVALUATIONS, &m);
        p->kind->hold_steps(p, NULL);
        if (!found) break;
        double held = m.squares;
        m.squares = bri_squares(p, bench, m.u);
        if (!(m.squares < before * (1 + jump))) break;
        *minimum = m;
        if (fabs(last - held) <= settled * held) break;
        last = held;
    }
    return !p->stopped;
}

/* --- starts ------------------------------------------------------------------------------------------------------- */

typedef struct start {
    double u[BRI_COORDINATES_MAX], squares;
    uint64_t sequence;
    int order; /* among starts of the same sequence */
} start;

static int by_squares(const void *a, const void *b)
{
    const start *x = a, *y = b;
    return (x->squares > y->squares) - (x->squares < y->squares);
}

static int by_order(const void *a, const void *b)
{
    const start *x = a, *y = b;
    int first = (x->order > y->order) - (x->order < y->order);
    return first ? first : by_squares(a, b);
}

/* The best start of each sequence of events, then the second best of each, and so on. */
static int spread_sequences(start *starts, int count)
{
    int sequences = 0;
    for (int i = 0; i < count; i++) {
        starts[i].order = isfinite(starts[i].squares) ? 0 : count;
        for (int j = 0; j < i; j++)
            starts[i].order += starts[j].sequence == starts[i].sequence && isfinite(starts[j].squares);
        sequences += starts[i].order == 0;
    }
    qsort(starts, (size_t)count, sizeof *starts, by_order);
    return sequences;
}

/* All starts with their squares, the best first; where squares jump with the sequence of events, the first ones differ in it. */
static bri_status draw_starts(bri_fit_problem *p, const bri_bench *bench, bri_search *search, start *starts, int count,
                              bri_error *err)
{
    double *sample = NULL;
    bool any = false;
    int drawn = count - 2, columns = p->unknowns->count + 1;
    bri_status status =
        drawn > 0 ? bri_sample(BRI_LATIN_HYPERCUBE, (size_t)drawn, columns, search->seed, &sample, err) : BRI_OK;
    if (status) return status;
    for (int i = 0; i < count; i++)
        p->kind->put_start(p, i, i < 2 ? NULL : sample + (i - 2) * columns, starts[i].u);
    for (int i = 0; i < count && !p->stopped; i++) {
        starts[i].squares = bri_squares(p, bench, starts[i].u);
        starts[i].sequence = p->sequence;
        any = any || p->sequence;
    }
    free(sample);
    if (p->stopped) return bri_fail(err, BRI_STOPPED, "the fit was stopped");
    qsort(starts, (size_t)count, sizeof *starts, by_squares);
    if (p->kind->jumps && any) search->sequences = spread_sequences(starts, count);
    return BRI_OK;
}

static bool same_minimum(const bri_minimum *a, const bri_minimum *b)
{
    return fabs(a->squares - b->squares) <= 1e-3 * b->squares;
}

/* The better one of a start and what the first rows lead it to, over all rows. False: stopped. */
static bool from_first_rows(bri_fit_problem *p, const bri_bench *bench, bri_minimum *m)
{
    bri_minimum first = *m;
    bool shortened = p->kind->shorten(p);
    bool done = !shortened || bri_minimum_from(p, bench, search_tolerance, SEARCH_EVALUATIONS, &first);
    bri_problem_lengthen(p);
    if (!shortened || !done) return !p->stopped;
    first.squares = bri_squares(p, bench, first.u);
    if (first.squares < m->squares) *m = first;
    return !p->stopped;
}

/* Minima over the rows of the search, or, where squares jump, over the first rows and then over all; the best two of them exactly over all
 * rows. */
static bri_status refine(bri_fit_problem *p, const bri_bench *bench, start *starts, int count, bool shortened,
                         bri_minimum *best, bri_error *err)
{
    bri_minimum two[2] = {{.squares = INFINITY}, {.squares = INFINITY}};
    for (int i = 0; i < count && starts[i].squares < INFINITY; i++) {
        bri_minimum m = {.squares = starts[i].squares};
        memcpy(m.u, starts[i].u, sizeof m.u);
        p->now.share = 0.6 * i / count;
        if (p->kind->jumps && !from_first_rows(p, bench, &m)) break;
        if (!bri_minimum_from(p, bench, search_tolerance, SEARCH_EVALUATIONS, &m)) break;
        if (m.squares < two[0].squares) {
            if (!same_minimum(&m, &two[0])) two[1] = two[0];
            two[0] = m;
            p->now.rms = p->unit * sqrt(m.squares / (double)bri_problem_rows(p));
        } else if (m.squares < two[1].squares && !same_minimum(&m, &two[0])) {
            two[1] = m;
        }
    }
    p->now.stage = BRI_FIT_REFINE;
    if (shortened) bri_problem_lengthen(p);
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
                        p->name, count);
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
        return bri_fail(err, BRI_NO_SOLUTION, "%s cannot be computed along these records at the start values", p->name);
    if (bri_minimum_from(p, bench, full_tolerance, FULL_EVALUATIONS, best)) return BRI_OK;
    return p->stopped ? bri_fail(err, BRI_STOPPED, "the fit was stopped")
                      : bri_fail(err, BRI_NO_MEMORY, "out of memory: a fit");
}

/* Where squares jump, the minimum of a neighbouring sequence of events may be better. */
static bri_status try_neighbours(bri_fit_problem *p, const bri_bench *bench, bri_minimum *minimum, bri_error *err)
{
    for (int round = 0; round < 3 && p->kind->jumps; round++) {
        bri_minimum m = *minimum;
        double before = bri_squares(p, bench, m.u);
        if (p->stopped || !p->sequence) break;
        m.squares = before;
        if (!bri_minimum_look_around(p, bench, &m)) break;
        if (!(m.squares < before)) break;
        *minimum = m;
        if (!bri_minimum_from(p, bench, full_tolerance, FULL_EVALUATIONS, &m)) break;
        if (m.squares < minimum->squares) *minimum = m;
    }
    return p->stopped ? bri_fail(err, BRI_STOPPED, "the fit was stopped") : BRI_OK;
}

bri_status bri_minimum_search(bri_fit_problem *p, const bri_bench *bench, bri_search *search, bri_minimum *minimum,
                              bri_error *err)
{
    int count = search->starts == 1 ? 2 : search->starts * POINTS_PER_START;
    start *starts = calloc((size_t)count, sizeof *starts);
    if (!starts) return bri_fail(err, BRI_NO_MEMORY, "out of memory: starts of a fit");
    bri_problem_lengthen(p);
    bool shortened = search->starts > 1 && !p->kind->jumps && p->kind->shorten(p);
    bri_status status = draw_starts(p, bench, search, starts, count, err);
    if (!status)
        status = search->starts == 1 ? from_start(p, bench, starts, minimum, err)
                                     : refine(p, bench, starts, search->starts, shortened, minimum, err);
    free(starts);
    return status ? status : try_neighbours(p, bench, minimum, err);
}
