/* walk.c - steps under error control that stop where the equation changes
 *
 * After each accepted step the edges are looked at, at its end and at some places within. One that changed its sign is
 * located in the step's own interpolation; the step is then made anew, up to there, and jump is asked what follows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/problem.h"

enum {
    LOOKS = 8,
    HALVINGS = 60,
    EVENTS_AT_ONCE = 20,
    MOST_STEPS = 200000
}; /* steps: in one advance */

static const double growth_limit = 5, shrink_limit = 0.2, safety = 0.9; /* Hairer et al. I, II.4 */

struct bri_walk {
    const bri_problem *problem;
    const bri_integrator_kind *integrator;
    double t, h, rtol;
    double *x, *mode, *x_new, *x_within, *error, *edge, *work;
    signed char *side; /* of 0 on which each edge was last seen */
    bool *fired;
    int events_here; /* at one time, against sequences without end */
    double event_time;
    bri_walk_counts counts;
};

static void see_sides(bri_walk *walk, bool keep_fired)
{
    const bri_problem *p = walk->problem;
    if (!p->edges) return;
    p->edge(p->context, walk->t, walk->x, walk->mode, walk->edge);
    for (int i = 0; i < p->edges; i++) {
        if (keep_fired && walk->fired[i])
            walk->side[i] = (signed char)-walk->side[i]; /* at 0 its sign is rounding: it has passed */
        else if (fabs(walk->edge[i]) > 1e-9)
            walk->side[i] = walk->edge[i] > 0 ? 1 : -1;
        else
            walk->side[i] = 1;
    }
}

bri_status bri_walk_create(const bri_problem *problem, const bri_integrator_kind *integrator, double t, const double *x,
                           const double *mode, double rtol, bri_walk **out, bri_error *err)
{
    size_t n = (size_t)problem->states, m = (size_t)problem->modes, e = (size_t)problem->edges;
    size_t numbers = 4 * n + m + e + integrator->work_size(problem->states);
    bri_walk *walk = calloc(1, sizeof *walk + numbers * sizeof(double) + 2 * e + 16);
    if (!walk) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %zu numbers", numbers);
    double *at = (double *)(void *)(walk + 1);
    *walk = (bri_walk){.problem = problem,
                       .integrator = integrator,
                       .t = t,
                       .rtol = rtol,
                       .x = at,
                       .x_new = at + n,
                       .x_within = at + 2 * n,
                       .error = at + 3 * n,
                       .mode = at + 4 * n,
                       .edge = at + 4 * n + m,
                       .work = at + 4 * n + m + e,
                       .event_time = NAN};
    walk->side = (signed char *)(at + numbers);
    walk->fired = (bool *)(walk->side + e);
    memcpy(walk->x, x, n * sizeof(double));
    if (m) memcpy(walk->mode, mode, m * sizeof(double));
    see_sides(walk, false);
    *out = walk;
    return BRI_OK;
}

void bri_walk_destroy(bri_walk *walk) { free(walk); }
const double *bri_walk_states(const bri_walk *walk) { return walk->x; }
const double *bri_walk_modes(const bri_walk *walk) { return walk->mode; }
double bri_walk_time(const bri_walk *walk) { return walk->t; }
bri_walk_counts bri_walk_count(const bri_walk *walk) { return walk->counts; }

static double weighted_error(const bri_walk *walk)
{
    double largest = 0;
    for (int i = 0; i < walk->problem->states; i++) {
        double scale = fmax(fabs(walk->x[i]), fabs(walk->x_new[i])) + walk->problem->size[i];
        double share = fabs(walk->error[i]) / (walk->rtol * scale);
        if (!(share <= largest)) /* a NaN is kept */
            largest = share;
    }
    return largest;
}

static bool any_crossed(bri_walk *walk, double share, const double *x)
{
    const bri_problem *p = walk->problem;
    bool any = false;
    p->edge(p->context, walk->t + share * walk->h, x, walk->mode, walk->edge);
    for (int i = 0; i < p->edges; i++) {
        walk->fired[i] = walk->side[i] * walk->edge[i] < 0;
        any = any || walk->fired[i];
    }
    return any;
}

static bool crossed_within(bri_walk *walk, double share)
{
    walk->integrator->between(walk->problem, walk->work, share, walk->x_within);
    return any_crossed(walk, share, walk->x_within);
}

/* The first share of the step at which an edge has passed, to rounding; 2: none has. */
static double first_crossing(bri_walk *walk)
{
    if (!walk->problem->edges) return 2;
    double before = 0, after = 0;
    for (int i = 1; i <= LOOKS && after == 0; i++) {
        double share = (double)i / LOOKS;
        if (i == LOOKS ? any_crossed(walk, 1, walk->x_new) : crossed_within(walk, share))
            after = share;
        else
            before = share;
    }
    if (after == 0) return 2;
    for (int i = 0; i < HALVINGS && after - before > 1e-15; i++) {
        double middle = 0.5 * (before + after);
        if (crossed_within(walk, middle))
            after = middle;
        else
            before = middle;
    }
    crossed_within(walk, after); /* leaves in fired those that passed there */
    return after;
}

static double first_step(const bri_walk *walk, double limit)
{
    const bri_problem *p = walk->problem;
    double rate = 0;
    p->rates(p->context, walk->t, walk->x, walk->mode, walk->error);
    for (int i = 0; i < p->states; i++)
        rate = fmax(rate, fabs(walk->error[i]) / (fabs(walk->x[i]) + p->size[i]));
    return fmin(limit, 0.01 * pow(walk->rtol, 1 / walk->integrator->order) / fmax(rate, 1e-300));
}

static void take(bri_walk *walk, double h)
{
    walk->t += h;
    memcpy(walk->x, walk->x_new, (size_t)walk->problem->states * sizeof(double));
    walk->counts.steps++;
}

static void react(bri_walk *walk)
{
    const bri_problem *p = walk->problem;
    walk->counts.events++;
    walk->events_here = walk->t == walk->event_time ? walk->events_here + 1 : 0;
    walk->event_time = walk->t;
    bool changed = p->jump && p->jump(p->context, walk->t, walk->fired, walk->x, walk->mode);
    see_sides(walk, !changed);
}

/* One accepted step, at most to limit; a step that ends on an edge reacts to it. */
static bri_status step(bri_walk *walk, double limit, bri_error *err)
{
    const bri_problem *p = walk->problem;
    double span = limit - walk->t;
    if (!(walk->h > 0)) walk->h = first_step(walk, span);
    for (;;) {
        double wanted = walk->h;
        walk->h = fmin(walk->h, span);
        if (span - walk->h < 1e-3 * walk->h) walk->h = span; /* no sliver is left before the limit */
        bool solved =
            walk->integrator->step(p, walk->work, walk->t, walk->x, walk->mode, walk->h, walk->x_new, walk->error);
        double error = solved ? weighted_error(walk) : INFINITY;
        if (!(error <= 1)) {
            double factor = isfinite(error) ? safety * pow(error, -1 / walk->integrator->order) : shrink_limit;
            walk->h *= fmax(shrink_limit, factor);
            walk->counts.rejected++;
            if (walk->t + walk->h == walk->t)
                return bri_fail(err, BRI_NO_CONVERGENCE, "the step at t = %g s cannot be made small enough", walk->t);
            continue;
        }
        double factor = fmin(growth_limit, safety * pow(fmax(error, 1e-8), -1 / walk->integrator->order));
        double next = walk->h < wanted ? fmax(wanted, walk->h * factor) : walk->h * factor;
        double share = first_crossing(walk);
        /* Where edges keep firing at one time, as when a load falls faster than a contact can follow, go on a little. */
        double through = walk->events_here > EVENTS_AT_ONCE ? 1e-3 : 0;
        if (share >= 1 || share < through) {
            bool fires = share <= 1;
            take(walk, walk->h);
            if (walk->h == span) walk->t = limit;
            walk->h = next;
            if (fires) react(walk);
            return BRI_OK;
        }
        double h = share * walk->h;
        walk->integrator->step(p, walk->work, walk->t, walk->x, walk->mode, h, walk->x_new, walk->error);
        take(walk, h);
        walk->h = 0; /* what follows is another equation */
        react(walk);
        return BRI_OK;
    }
}

bri_status bri_walk_advance(bri_walk *walk, double until, bri_error *err)
{
    const bri_problem *p = walk->problem;
    long last = walk->counts.steps + MOST_STEPS;
    while (walk->t < until) {
        if (walk->counts.steps > last)
            return bri_fail(err, BRI_NO_CONVERGENCE, "%d steps did not suffice to go on from t = %g s", MOST_STEPS,
                            walk->t);
        double limit = p->next_break ? fmin(until, p->next_break(p->context, walk->t)) : until;
        bri_status status = step(walk, limit, err);
        if (status) return status;
        if (walk->t == limit && limit < until) walk->h = 0;
    }
    return BRI_OK;
}
