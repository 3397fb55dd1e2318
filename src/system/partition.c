/* partition.c - independent coordinates: an integrator sees as many as there are degrees of freedom
 *
 *     x = q_i | u_i | distances, z | quadratures
 *
 * The dependent coordinates follow from the constraints at every evaluation: Newton's method from the last accepted state,
 * carried on along its velocities, moving only them. The independent coordinates are chosen by elimination with full
 * pivoting, weighted by size, and chosen anew between steps when the matrix of the dependent ones is nearly singular. Rows
 * that stick are held by the accelerations and, between steps, by projection: the number of states does not change. */
#include "system/partition.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "system/project.h"

static const double worn = 0.05; /* least pivot, over that of all coordinates: another choice is made */

typedef struct choice {
    int *which;     /* the independent coordinates */
    double *weight; /* of all coordinates: inverse masses of the dependent ones, else 0 */
} choice;

struct bri_partition {
    bri_engine *engine;
    bri_problem whole;          /* in all coordinates */
    int count;                  /* degrees of freedom */
    choice now, before;         /* before: during the last step, whose interpolant speaks of these coordinates */
    double *accepted;           /* all coordinates at the last accepted step, */
    double accepted_t;          /* and its time */
    double *size;               /* of the reduced states */
    double *x, *rates, *matrix; /* scratch: of one evaluation; n x rows */
    const double *factors;      /* of J W J^T, with which velocities were projected last */
    int *pivot;
};

static int rest_of(const bri_partition *p) { return p->whole.states - 2 * BRI_DOF * p->engine->system->bodies; }

static void reduce(const bri_partition *p, const double *whole, double *x)
{
    int n = BRI_DOF * p->engine->system->bodies;
    for (int i = 0; i < p->count; i++) {
        x[i] = whole[p->now.which[i]];
        x[p->count + i] = whole[n + p->now.which[i]];
    }
    memcpy(x + 2 * p->count, whole + 2 * n, (size_t)(rest_of(p) + p->whole.quadratures) * sizeof(double));
}

/* Chooses as dependent the coordinates that elimination with full pivoting takes as pivots, coordinates weighted by size.
 * Requires the point of an accepted state. */
static void choose(bri_partition *p, const bri_point *at)
{
    const bri_system *s = at->system;
    int n = BRI_DOF * s->bodies, m = s->held_rows, dependent = n - p->count, chosen = 0;
    memset(p->matrix, 0, (size_t)(m * n) * sizeof(double));
    for (int i = 0; i < m; i++)
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int c = s->touch[i][t].at + d;
                p->matrix[i * n + c] = at->row[i].end[s->touch[i][t].end][d] * s->size[c];
            }
    int rank = bri_eliminate(p->matrix, m, n, n, 0, p->pivot);
    for (int j = 0; j < n; j++)
        p->now.weight[j] = 0;
    for (int k = 0; k < rank && k < dependent; k++)
        p->now.weight[p->pivot[k]] = s->inverse[p->pivot[k]];
    for (int j = 0; j < n && chosen < p->count; j++)
        if (p->now.weight[j] == 0) p->now.which[chosen++] = j;
    for (int i = 0; i < p->count; i++) {
        p->size[i] = s->size[p->now.which[i]];
        p->size[p->count + i] = s->size[n + p->now.which[i]];
    }
}

/* All coordinates from the independent ones of a choice, in p->x. Leaves engine->look's point there. */
static bri_outcome expand_from(bri_partition *p, const choice *of, double t, const double *x, const double *discrete)
{
    bri_engine *e = p->engine;
    int n = BRI_DOF * e->system->bodies;
    for (int i = 0; i < n; i++) {
        p->x[i] = p->accepted[i] + (t - p->accepted_t) * p->accepted[n + i];
        p->x[n + i] = p->accepted[n + i];
    }
    for (int i = 0; i < p->count; i++) {
        p->x[of->which[i]] = x[i];
        p->x[n + of->which[i]] = x[p->count + i];
    }
    memcpy(p->x + 2 * n, x + 2 * p->count, (size_t)rest_of(p) * sizeof(double)); /* x may end with the states */
    bri_instant at = bri_instant_of(e, t, p->x, discrete);
    at.releases_sticks = true;
    bri_status status = bri_project_position(e, &e->look.point, &at, of->weight, p->x);
    p->factors = bri_project_velocity(e, &e->look.point, &at, of->weight, p->x);
    for (int i = 0; i < 2 * n; i++)
        if (!isfinite(p->x[i])) status = BRI_NO_CONVERGENCE;
    if (!status) return BRI_FINE;
    if (!e->failure.status)
        bri_fail_with(&e->failure, BRI_SINGULAR, false,
                      "at t = %.9g s the constraints cannot be met by moving the dependent coordinates alone; "
                      "constraints: projection may succeed here",
                      t);
    return BRI_SHORTER;
}

static bri_outcome expand(bri_partition *p, double t, const double *x, const double *discrete)
{
    return expand_from(p, &p->now, t, x, discrete);
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
    if (!outcome) outcome = p->whole.rates(p->engine, t, p->x, discrete, p->rates);
    if (!outcome) reduce_rates(p, xdot);
    return outcome;
}

static bri_outcome partition_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                         double *xdot)
{
    bri_partition *p = context;
    int locals = p->whole.locals, from = p->whole.states - locals;
    bri_outcome outcome = expand(p, t, x, discrete);
    if (!outcome) outcome = p->whole.local_rates(p->engine, t, p->x, discrete, hg, p->rates);
    if (outcome) return outcome;
    memcpy(x + 2 * p->count + rest_of(p) - locals, p->x + from, (size_t)locals * sizeof(double));
    reduce_rates(p, xdot);
    return BRI_FINE;
}

static void partition_event_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    bri_partition *p = context;
    if (expand(p, t, x, discrete) == BRI_FINE)
        p->whole.event_values(p->engine, t, p->x, discrete, g);
    else
        for (int i = 0; i < p->whole.events; i++)
            g[i] = NAN;
}

void bri_partition_accept(bri_partition *p, double t, const double *whole)
{
    memcpy(p->accepted, whole, (size_t)(p->whole.states + p->whole.quadratures) * sizeof(double));
    p->accepted_t = t;
}

static bool partition_handle_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    bri_partition *p = context;
    if (expand(p, t, x, discrete) != BRI_FINE) return false;
    keep_sums(p, x);
    bool changed = p->whole.handle_event(p->engine, t, fired, p->x, discrete);
    if (!changed) return false;
    bri_partition_accept(p, t, p->x);
    reduce(p, p->x, x);
    return true;
}

/* How near the dependent coordinates are to a singular matrix: the least pivot of J W J^T, which is projected with, over the same row
 * of J M^-1 J^T. Requires that expand was called last. */
static double wear(const bri_partition *p)
{
    const bri_engine *e = p->engine;
    const bri_point *at = &e->look.point;
    const bri_system *s = e->system;
    double least = INFINITY;
    for (int i = 0; i < s->held_rows; i++) {
        double whole = 0, inverse = fabs(p->factors[s->sparse.diagonal[s->sparse.place[i]]]);
        for (int t = 0; t < s->touches[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                double end = at->row[i].end[s->touch[i][t].end][d];
                whole += s->inverse[s->touch[i][t].at + d] * end * end;
            }
        if (inverse > 0) least = fmin(least, 1 / (inverse * whole)); /* 0: a row that depends on others */
    }
    return least;
}

static void remember_choice(bri_partition *p)
{
    memcpy(p->before.which, p->now.which, (size_t)p->count * sizeof *p->now.which);
    memcpy(p->before.weight, p->now.weight, (size_t)(BRI_DOF * p->engine->system->bodies) * sizeof(double));
}

static bool partition_accept(void *context, double t, double *x, double *discrete)
{
    bri_partition *p = context;
    bri_engine *e = p->engine;
    remember_choice(p);
    if (expand(p, t, x, discrete) != BRI_FINE) return false;
    keep_sums(p, x);
    bool tired = wear(p) < worn, moved = p->whole.accept(e, t, p->x, discrete);
    if (tired) {
        bri_instant at = bri_instant_of(e, t, p->x, discrete);
        bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
        choose(p, &e->look.point);
    }
    bri_partition_accept(p, t, p->x);
    if (moved || tired) reduce(p, p->x, x);
    return moved || tired;
}

static double partition_next_time_event(void *context, double t)
{
    const bri_partition *p = context;
    return p->whole.next_time_event(p->engine, t);
}

static void partition_watch(void *context, double t, const double *x, const double *discrete, double *values)
{
    bri_partition *p = context;
    if (expand(p, t, x, discrete) == BRI_FINE)
        p->whole.watch(p->engine, t, p->x, discrete, values);
    else
        for (int i = 0; i < p->whole.watches; i++)
            values[i] = NAN;
}

static void partition_limits(void *context, double t, const double *x, const double *discrete, double *limit)
{
    bri_partition *p = context;
    (void)x; /* the accepted state */
    for (int i = 0; i < p->whole.states + p->whole.quadratures; i++)
        p->rates[i] = INFINITY;
    p->whole.limits(p->engine, t, p->accepted, discrete, p->rates);
    reduce(p, p->rates, limit);
}

static double partition_max_step(void *context, double t, const double *x, const double *discrete)
{
    bri_partition *p = context;
    (void)x; /* the accepted state */
    return p->whole.max_step_here(p->engine, t, p->accepted, discrete);
}

bri_status bri_partition_create(bri_engine *e, double t, const double *x, const double *discrete, bri_problem *problem,
                                bri_partition **out, bri_error *err)
{
    const bri_system *s = e->system;
    bri_arena *arena = &e->arena;
    bri_partition *p = bri_arena_take(arena, 1, sizeof *p);
    size_t n = (size_t)(BRI_DOF * s->bodies), all = (size_t)(s->states + s->quadratures);
    if (p) {
        p->engine = e;
        p->whole = *problem;
        p->count = s->degrees;
        choice *const choices[] = {&p->now, &p->before};
        for (int i = 0; i < 2; i++) {
            choices[i]->which = bri_arena_take(arena, (size_t)p->count + 1, sizeof *p->now.which);
            choices[i]->weight = bri_arena_take(arena, n + 1, sizeof(double));
        }
        p->pivot = bri_arena_take(arena, n + (size_t)s->held_rows + 1, sizeof *p->pivot);
        p->accepted = bri_arena_take(arena, all + 1, sizeof(double));
        p->x = bri_arena_take(arena, all + 1, sizeof(double));
        p->rates = bri_arena_take(arena, all + 1, sizeof(double));
        p->size = bri_arena_take(arena, all + 1, sizeof(double));
        p->matrix = bri_arena_take(arena, n * (size_t)s->held_rows + 1, sizeof(double));
    }
    if (!p || arena->failed)
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: independent coordinates of %d bodies", s->bodies);
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
    choose(p, &e->look.point);
    remember_choice(p);
    bri_partition_accept(p, t, x);
    memcpy(p->size + 2 * p->count, s->size + 2 * n, (size_t)rest_of(p) * sizeof(double));
    problem->states = 2 * p->count + rest_of(p);
    problem->positions = p->count;
    problem->size = p->size;
    problem->context = p;
    problem->rates = partition_rates;
    problem->local_rates = partition_local_rates;
    problem->stiff_frame = NULL; /* it speaks of all coordinates */
    problem->stiff_core = NULL;
    problem->fast = NULL;
    problem->event_values = partition_event_values;
    problem->watch = partition_watch;
    if (problem->limits) problem->limits = partition_limits;
    problem->handle_event = partition_handle_event;
    problem->accept = partition_accept;
    problem->next_time_event = partition_next_time_event;
    problem->max_step_here = p->whole.max_step_here ? partition_max_step : NULL;
    *out = p;
    return BRI_OK;
}

/* A question that observers ask fails nothing. */
static void answer(bri_partition *p, const choice *of, double t, const double *x, const double *discrete, double *whole)
{
    bri_failure failure = p->engine->failure;
    expand_from(p, of, t, x, discrete);
    keep_sums(p, x);
    memcpy(whole, p->x, (size_t)(p->whole.states + p->whole.quadratures) * sizeof(double));
    p->engine->failure = failure;
}

void bri_partition_expand(bri_partition *p, double t, const double *x, const double *discrete, double *whole)
{
    answer(p, &p->now, t, x, discrete, whole);
}

void bri_partition_expand_within(bri_partition *p, double t, const double *x, const double *discrete, double *whole)
{
    answer(p, &p->before, t, x, discrete, whole);
}

void bri_partition_reduce(const bri_partition *p, const double *whole, double *x) { reduce(p, whole, x); }

int bri_partition_memory(bri_partition *p, bri_block *blocks)
{
    size_t n = (size_t)(BRI_DOF * p->engine->system->bodies), all = (size_t)(p->whole.states + p->whole.quadratures);
    blocks[0] = (bri_block){p->now.which, (size_t)p->count * sizeof *p->now.which};
    blocks[1] = (bri_block){p->accepted, all * sizeof(double)};
    blocks[2] = (bri_block){&p->accepted_t, sizeof p->accepted_t};
    blocks[3] = (bri_block){p->now.weight, n * sizeof(double)};
    blocks[4] = (bri_block){p->size, (size_t)(2 * p->count + rest_of(p)) * sizeof(double)};
    blocks[5] = (bri_block){p->before.which, (size_t)p->count * sizeof *p->before.which};
    blocks[6] = (bri_block){p->before.weight, n * sizeof(double)};
    return 7;
}
