/* partition.c - independent coordinates: an integrator sees as many as there are degrees of freedom
 *
 *     x = q_i | u_i | distances, z | quadratures
 *
 * The other coordinates follow from the constraints at every evaluation: Newton's method from where they last were, moving
 * only them. Which ones are independent is chosen by elimination with full pivoting, weighted by size, and chosen anew,
 * between steps, when the dependent ones come near a singular matrix. Rows that stick are held by the accelerations and,
 * between steps, by projection: the number of states does not change. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "system/system.h"

static const double worn = 0.05; /* of what all coordinates would give: another choice is made */

struct bri_partition {
    bri_work *work;
    bri_problem whole; /* in all coordinates */
    int count;         /* degrees of freedom */
    int *which;        /* the independent coordinates */
    double *x, *rates; /* in all coordinates */
    double *weight, *size, *matrix;
};

static int rest_of(const bri_partition *p) { return p->whole.states - 2 * BRI_DOF * p->work->system->bodies; }

static void reduce(const bri_partition *p, const double *whole, double *x)
{
    int n = BRI_DOF * p->work->system->bodies;
    for (int i = 0; i < p->count; i++) {
        x[i] = whole[p->which[i]];
        x[p->count + i] = whole[n + p->which[i]];
    }
    memcpy(x + 2 * p->count, whole + 2 * n, (size_t)(rest_of(p) + p->whole.quadratures) * sizeof(double));
}

/* The smallest pivot that is left after elimination with full pivoting; the coordinates that were not pivots are chosen. */
static double choose(bri_partition *p)
{
    const bri_work *work = p->work;
    const bri_system *s = work->system;
    int n = BRI_DOF * s->bodies, m = s->held_rows, dependent = n - p->count;
    bool *used = (bool *)(void *)p->rates; /* room for n, not needed meanwhile */
    double least = INFINITY;
    memset(p->matrix, 0, (size_t)(m * n) * sizeof(double));
    memset(used, 0, (size_t)n * sizeof(bool));
    for (int i = 0; i < m; i++)
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int at = s->touch[i][t].at + d;
                p->matrix[i * n + at] = work->row[i].end[s->touch[i][t].end][d] * s->size[at];
            }
    for (int k = 0; k < dependent; k++) {
        int row = k, column = -1;
        double best = 0;
        for (int i = k; i < m; i++)
            for (int j = 0; j < n; j++)
                if (!used[j] && fabs(p->matrix[i * n + j]) > best * (1 + 1e-9)) { /* ties: the first */
                    best = fabs(p->matrix[i * n + j]);
                    row = i;
                    column = j;
                }
        if (column < 0) return 0;
        used[column] = true;
        least = fmin(least, best);
        for (int j = 0; j < n && row != k; j++) {
            double was = p->matrix[k * n + j];
            p->matrix[k * n + j] = p->matrix[row * n + j];
            p->matrix[row * n + j] = was;
        }
        for (int i = k + 1; i < m; i++) {
            double factor = p->matrix[i * n + column] / p->matrix[k * n + column];
            for (int j = 0; j < n && factor != 0; j++)
                p->matrix[i * n + j] -= factor * p->matrix[k * n + j];
        }
    }
    for (int j = 0, i = 0; j < n; j++) {
        p->weight[j] = used[j] ? s->inverse[j] : 0;
        if (!used[j] && i < p->count) p->which[i++] = j;
    }
    for (int i = 0; i < p->count; i++) {
        p->size[i] = s->size[p->which[i]];
        p->size[p->count + i] = s->size[n + p->which[i]];
    }
    return least;
}

/* All coordinates from the independent ones. */
static bri_outcome expand(bri_partition *p, double t, const double *x, const double *discrete)
{
    bri_work *work = p->work;
    int n = BRI_DOF * work->system->bodies;
    for (int i = 0; i < p->count; i++) {
        p->x[p->which[i]] = x[i];
        p->x[n + p->which[i]] = x[p->count + i];
    }
    memcpy(p->x + 2 * n, x + 2 * p->count, (size_t)rest_of(p) * sizeof(double)); /* x may end with the states */
    work->weight = p->weight;
    work->only_held = true;
    bri_status status = bri_project_position(work, t, p->x, discrete);
    bri_project_velocity(work, t, p->x, discrete);
    work->only_held = false;
    work->weight = work->system->inverse;
    work->solved = false;
    for (int i = 0; i < 2 * n; i++)
        if (!isfinite(p->x[i])) status = BRI_NO_CONVERGENCE;
    if (!status) return BRI_FINE;
    memcpy(p->x, work->last_x, (size_t)(2 * n) * sizeof(double)); /* a start that was good */
    work->trouble = BRI_SINGULAR;
    return BRI_SHORTER;
}

/* The quadratures too. */
static void keep_sums(bri_partition *p, const double *x)
{
    memcpy(p->x + p->whole.states, x + 2 * p->count + rest_of(p), (size_t)p->whole.quadratures * sizeof(double));
}

/* Rates of the reduced states, from those of all. */
static void reduce_rates(const bri_partition *p, double *xdot) { reduce(p, p->rates, xdot); }

static bri_outcome partition_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    bri_partition *p = context;
    bri_outcome outcome = expand(p, t, x, discrete);
    if (!outcome) outcome = p->whole.rates(p->work, t, p->x, discrete, p->rates);
    if (!outcome) reduce_rates(p, xdot);
    return outcome;
}

static bri_outcome partition_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                         double *xdot)
{
    bri_partition *p = context;
    int locals = p->whole.locals, from = p->whole.states - locals;
    bri_outcome outcome = expand(p, t, x, discrete);
    if (!outcome) outcome = p->whole.local_rates(p->work, t, p->x, discrete, hg, p->rates);
    if (outcome) return outcome;
    memcpy(x + 2 * p->count + rest_of(p) - locals, p->x + from, (size_t)locals * sizeof(double));
    reduce_rates(p, xdot);
    return BRI_FINE;
}

static void partition_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    bri_partition *p = context;
    if (expand(p, t, x, discrete) == BRI_FINE)
        p->whole.g(p->work, t, p->x, discrete, g);
    else
        for (int i = 0; i < p->whole.events; i++)
            g[i] = NAN;
}

static bool partition_handle_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    bri_partition *p = context;
    if (expand(p, t, x, discrete) != BRI_FINE) return false;
    keep_sums(p, x);
    bool changed = p->whole.handle_event(p->work, t, fired, p->x, discrete);
    if (changed) reduce(p, p->x, x);
    return changed;
}

/* How near the dependent coordinates are to a singular matrix: the least pivot of J W J^T, which was factored last, over
 * the same row of J M^-1 J^T. */
static double wear(const bri_partition *p)
{
    const bri_work *work = p->work;
    const bri_system *s = work->system;
    double least = INFINITY;
    for (int i = 0; i < s->held_rows; i++) {
        double whole = 0, inverse = fabs(work->matrix[s->sparse.diagonal[s->sparse.place[i]]]);
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                double end = work->row[i].end[s->touch[i][t].end][d];
                whole += s->inverse[s->touch[i][t].at + d] * end * end;
            }
        if (inverse > 0) least = fmin(least, 1 / (inverse * whole)); /* 0: a row that depends on others */
    }
    return least;
}

static bool partition_settle(void *context, double t, double *x, const double *discrete)
{
    bri_partition *p = context;
    bri_work *work = p->work;
    if (expand(p, t, x, discrete) != BRI_FINE) return false;
    keep_sums(p, x);
    bool tired = wear(p) < worn;
    work->hold = bri_any_stuck(work->system, discrete) ? BRI_HOLD_PROJECTION : BRI_HOLD_PARTITION;
    bool changed = p->whole.settle(work, t, p->x, discrete);
    work->hold = BRI_HOLD_PARTITION;
    if (tired) {
        bri_move(work, t, p->x, discrete);
        choose(p);
        changed = true;
    }
    if (changed) reduce(p, p->x, x);
    return changed;
}

static double partition_break(void *context, double t)
{
    const bri_partition *p = context;
    return p->whole.next_time_event(p->work, t);
}

static void partition_note(void *context, double t, const double *x, double *discrete)
{
    bri_partition *p = context;
    if (expand(p, t, x, discrete) == BRI_FINE) p->whole.note(p->work, t, p->x, discrete);
}

static double partition_longest_step(void *context, const double *x, const double *discrete)
{
    const bri_partition *p = context; /* all coordinates were found at the end of the last step */
    (void)x;
    return p->whole.max_step_here(p->work, p->x, discrete);
}

bri_status bri_partition_create(bri_work *work, double t, const double *x, const double *discrete, bri_problem *problem,
                                bri_partition **out, bri_error *err)
{
    const bri_system *s = work->system;
    bri_partition *p = bri_arena_take(&work->arena, 1, sizeof *p);
    size_t n = (size_t)(BRI_DOF * s->bodies), all = (size_t)(s->states + s->quadratures);
    if (p) {
        p->work = work;
        p->whole = *problem;
        p->count = s->degrees;
        p->which = bri_arena_take(&work->arena, (size_t)p->count + 1, sizeof *p->which);
        p->x = bri_arena_take(&work->arena, all + 1, sizeof(double));
        p->rates = bri_arena_take(&work->arena, all + n + 1, sizeof(double));
        p->weight = bri_arena_take(&work->arena, n + 1, sizeof(double));
        p->size = bri_arena_take(&work->arena, all + 1, sizeof(double));
        p->matrix = bri_arena_take(&work->arena, n * (size_t)s->held_rows + 1, sizeof(double));
    }
    if (!p || work->arena.failed)
        return bri_fail(err, BRI_NO_MEMORY, "there is no memory to choose coordinates of %d bodies", s->bodies);
    memcpy(p->x, x, all * sizeof(double));
    bri_move(work, t, x, discrete);
    choose(p);
    memcpy(p->size + 2 * p->count, s->size + 2 * n, (size_t)rest_of(p) * sizeof(double));
    problem->states = 2 * p->count + rest_of(p);
    problem->positions = p->count;
    problem->size = p->size;
    problem->context = p;
    problem->rates = partition_rates;
    problem->local_rates = partition_local_rates;
    problem->stiff_frame = NULL; /* it speaks of all coordinates */
    problem->stiff_core = NULL;
    problem->g = partition_edge;
    problem->handle_event = partition_handle_event;
    problem->settle = partition_settle;
    problem->next_time_event = partition_break;
    problem->note = p->whole.note ? partition_note : NULL;
    problem->max_step_here = p->whole.max_step_here ? partition_longest_step : NULL;
    *out = p;
    return BRI_OK;
}

const double *bri_partition_whole(bri_partition *p, double t, const double *x, const double *discrete)
{
    expand(p, t, x, discrete);
    keep_sums(p, x);
    return p->x;
}

void bri_partition_reduce(const bri_partition *p, const double *whole, double *x) { reduce(p, whole, x); }
void bri_partition_at(bri_partition *p, const double *whole)
{
    memcpy(p->x, whole, (size_t)(p->whole.states + p->whole.quadratures) * sizeof(double));
}
