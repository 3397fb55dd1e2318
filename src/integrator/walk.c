/* walk.c - steps under error control that stop where the equation changes
 *
 * After each accepted step the edges are looked at, at its end and at a few places within. One that changed its sign is
 * located in the step's own interpolation; the step is then made anew, up to there, and jump is asked what follows. An
 * integrator that looks several steps back is not asked again: the state is what lies between, and it starts anew.
 *
 *     factor = 0.9 error^(-1/k + 0.03) error_before^0.04     explicit: Gustafsson's proportional-integral control
 *     factor = 0.9 error^(-1/k)                              implicit; where growing costs a new matrix, at most
 *     factor = 0.9 h/h_before (error_before/error^2)^(1/k)   his predictive control
 *
 * E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4; II, IV.2. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/locate.h"
#include "integrator/problem.h"
#include "integrator/quadrature.h"

enum {
    LOOKS = 2,
    CORRECTIONS = 5,
    EVENTS_AT_ONCE = 20,
};

static const double growth_limit = 5, shrink_limit = 0.2, safety = 0.9; /* Hairer et al. I, II.4 */
static const double explicit_growth_limit = 10;                         /* as in his DOPRI5 */
static const double first_growth_limit = 300;                           /* a first step was a guess */
static const double at_once = 1e-9;                                     /* a share of a step that is no time */
static const double kinks_at_once = 1e-3;                               /* where steps end late, the same */
static const double nearly_zero = 1e-9;                                 /* of an edge */
static const double sliver = 1e-3;                                      /* of a step, not left before a limit */
static const double late_at_kink = 0.05; /* of a step, times sqrt(rtol): being late there costs its square */

struct bri_walk {
    const bri_problem *problem;
    bri_problem counted; /* the problem as the integrator sees it: its context is the walk */
    bri_walk_def def;
    void *work;
    int states, all;      /* without quadratures; with them */
    double t, h;          /* h: of the next step; 0: to be found */
    double grid;          /* where fixed steps are counted from */
    double interrupted_h; /* what an explicit step would have been, had there been no event; 0: not known */
    double last_t, last_error;
    double before_h;   /* of the step before; 0: another equation held there */
    double last_share; /* of the integrator's last step that was taken; 0: there was none */
    double *x, *mode, *x_new, *x_within, *error, *edge, *gauss, *looked;
    double *edge_before, *edge_after, *slope; /* of a crossing */
    double *slack;                            /* how far on the other side an edge must be to have passed */
    signed char *side;                        /* of 0 on which each edge was last seen */
    bool *fired;
    bool has_fired, starts;
    bool after_kink; /* the last event was a kink, before which steps were as long as they will be again */
    int events_here; /* one upon the other, against sequences without end */
    bri_walk_counts counts;
};

/* --- the problem, counted ------------------------------------------------------------------------------------------- */

static bri_outcome counted_rates(void *context, double t, const double *x, const double *mode, double *xdot)
{
    bri_walk *walk = context;
    walk->counts.evaluations++;
    return walk->problem->rates(walk->problem->context, t, x, mode, xdot);
}

static bri_outcome counted_local_rates(void *context, double t, double *x, const double *mode, double hg, double *xdot)
{
    bri_walk *walk = context;
    walk->counts.evaluations++;
    return walk->problem->local_rates(walk->problem->context, t, x, mode, hg, xdot);
}

static bri_outcome passed_jacobian(void *context, double t, const double *x, const double *mode, double *J)
{
    const bri_walk *walk = context;
    return walk->problem->jacobian(walk->problem->context, t, x, mode, J);
}

static void passed_stiff_frame(void *context, double *push, double *follow)
{
    const bri_walk *walk = context;
    walk->problem->stiff_frame(walk->problem->context, push, follow);
}

static void passed_stiff_core(void *context, double *core)
{
    const bri_walk *walk = context;
    walk->problem->stiff_core(walk->problem->context, core);
}

/* --- beginning and end ------------------------------------------------------------------------------------------------ */

/* An edge that should be positive now, or has passed, may be on the wrong side by rounding. It fires when it gets further
 * there, or after it was seen on its own side. */
static void see_sides(bri_walk *walk, bool keep_fired)
{
    const bri_problem *p = walk->problem;
    if (!p->edges) return;
    p->edge(p->context, walk->t, walk->x, walk->mode, walk->edge);
    for (int i = 0; i < p->edges; i++) {
        double edge = walk->edge[i];
        if (keep_fired && walk->fired[i])
            walk->side[i] = (signed char)-walk->side[i];
        else
            walk->side[i] = edge < -nearly_zero && !(p->gates && p->gates[i]) ? -1 : 1;
        walk->slack[i] = walk->side[i] * edge < 0 ? fmax(nearly_zero, 2 * fabs(edge)) : 0;
    }
}

static bool has_passed(const bri_walk *walk, int i, const double *edge)
{
    return walk->side[i] * edge[i] + walk->slack[i] < 0;
}

void bri_walk_set(bri_walk *walk, double t, const double *x, const double *mode)
{
    walk->t = walk->last_t = t;
    walk->last_share = 0;
    bri_walk_jump(walk, x, mode);
}

void bri_walk_jump(bri_walk *walk, const double *x, const double *mode)
{
    memmove(walk->x, x, (size_t)walk->all * sizeof(double));
    if (walk->problem->modes) memmove(walk->mode, mode, (size_t)walk->problem->modes * sizeof(double));
    walk->grid = walk->t;
    walk->h = walk->before_h = walk->interrupted_h = 0;
    walk->last_error = 1;
    walk->events_here = 0;
    walk->has_fired = false;
    walk->starts = true;
    see_sides(walk, false);
}

bri_status bri_walk_create(const bri_problem *problem, const bri_walk_def *def, double t, const double *x,
                           const double *mode, bri_walk **out, bri_error *err)
{
    const bri_integrator_kind *kind = def->integrator;
    size_t n = (size_t)(problem->states + problem->quadratures), m = (size_t)problem->modes, e = (size_t)problem->edges;
    size_t q = (size_t)problem->quadratures, looks = (size_t)(def->looks ? def->looks : LOOKS) + 2;
    size_t numbers = 4 * n + m + (5 + looks) * e + 3 * q;
    if ((kind->flags & BRI_HAS_FIXED_STEP) && !(def->step > 0))
        return bri_fail(err, BRI_BAD_VALUE, "%s takes fixed steps: how long they are must be said", kind->kind.name);
    if (!(kind->flags & BRI_HAS_FIXED_STEP) && !(def->tolerances.rtol > 0 && def->tolerances.atol > 0))
        return bri_fail(err, BRI_BAD_VALUE, "the tolerances rtol (%g) and atol (%g) must be greater than 0",
                        def->tolerances.rtol, def->tolerances.atol);
    bri_walk *walk = calloc(1, sizeof *walk + numbers * sizeof(double) + 2 * e);
    if (!walk) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %zu numbers", numbers);
    double *at = (double *)(void *)(walk + 1);
    *walk = (bri_walk){.problem = problem,
                       .counted = *problem,
                       .def = *def,
                       .states = problem->states,
                       .all = (int)n,
                       .x = at,
                       .x_new = at + n,
                       .x_within = at + 2 * n,
                       .error = at + 3 * n,
                       .mode = at + 4 * n,
                       .edge = at + 4 * n + m,
                       .edge_before = at + 4 * n + m + e,
                       .edge_after = at + 4 * n + m + 2 * e,
                       .slope = at + 4 * n + m + 3 * e,
                       .slack = at + 4 * n + m + 4 * e,
                       .gauss = at + 4 * n + m + 5 * e,
                       .looked = at + 4 * n + m + 5 * e + 3 * q};
    walk->side = (signed char *)(at + numbers);
    walk->fired = (bool *)(walk->side + e);
    if (!def->looks) walk->def.looks = LOOKS;
    walk->counted.context = walk;
    walk->counted.rates = counted_rates;
    if (problem->local_rates) walk->counted.local_rates = counted_local_rates;
    if (problem->jacobian) walk->counted.jacobian = passed_jacobian;
    if (problem->stiff_frame) walk->counted.stiff_frame = passed_stiff_frame;
    if (problem->stiff_core) walk->counted.stiff_core = passed_stiff_core;
    bri_status status = kind->create(&walk->counted, &walk->def.tolerances, &walk->work, err);
    if (status) {
        bri_walk_destroy(walk);
        return status;
    }
    bri_walk_set(walk, t, x, mode);
    *out = walk;
    return BRI_OK;
}

void bri_walk_destroy(bri_walk *walk)
{
    if (!walk) return;
    if (walk->work) walk->def.integrator->destroy(walk->work);
    free(walk);
}

const double *bri_walk_states(const bri_walk *walk) { return walk->x; }
const double *bri_walk_modes(const bri_walk *walk) { return walk->mode; }
double bri_walk_time(const bri_walk *walk) { return walk->t; }
bri_walk_counts bri_walk_count(const bri_walk *walk) { return walk->counts; }
const bool *bri_walk_fired(const bri_walk *walk) { return walk->has_fired ? walk->fired : NULL; }

void bri_walk_between(const bri_walk *walk, double t, double *x)
{
    double passed = walk->t > walk->last_t ? fmax((t - walk->last_t) / (walk->t - walk->last_t), 0) : 0;
    if (walk->last_share > 0)
        walk->def.integrator->between(walk->work, fmin(passed, 1) * walk->last_share, x);
    else /* there was no step yet */
        memcpy(x, walk->x, (size_t)walk->all * sizeof(double));
}

/* --- edges ---------------------------------------------------------------------------------------------------------------- */

static void edges_between(void *context, double share, double *edge)
{
    bri_walk *walk = context;
    const bri_problem *p = walk->problem;
    walk->def.integrator->between(walk->work, share, walk->x_within);
    p->edge(p->context, walk->t + share * walk->h, walk->x_within, walk->mode, edge);
}

static void edges_at_end(bri_walk *walk, double *edge)
{
    const bri_problem *p = walk->problem;
    p->edge(p->context, walk->t + walk->h, walk->x_new, walk->mode, edge);
}

static bri_crossing crossing_of(bri_walk *walk)
{
    return (bri_crossing){.edges = walk->problem->edges,
                          .side = walk->side,
                          .slack = walk->slack,
                          .before = walk->edge_before,
                          .after = walk->edge_after,
                          .trial = walk->edge,
                          .at = edges_between,
                          .context = walk};
}

/* Whether an edge may pass 0 and come back between three looks in a row: the parabola through them says where. The first
 * such place, at which one really has passed; 2: there is none. */
static double dip_between(bri_walk *walk, bri_crossing *crossing, int first, double spacing)
{
    int edges = walk->problem->edges;
    const double *a = walk->looked + first * edges, *b = a + edges, *c = b + edges;
    double place = 2, latest = bri_passed(crossing, c) ? 0 : 1; /* what has passed at the last look is found there */
    for (int k = 0; k < edges; k++) {
        double bend = a[k] - 2 * b[k] + c[k], slope = 0.5 * (c[k] - a[k]), at = -slope / bend;
        double least = walk->side[k] * (b[k] + 0.5 * slope * at) + walk->slack[k];
        bool dips = walk->side[k] * bend > 0 && at > -1 && at < latest && least < 0;
        if (dips && (first + 1 + at) * spacing < place) place = (first + 1 + at) * spacing;
    }
    if (place > 1) return 2;
    edges_between(walk, place, walk->edge_after);
    return bri_passed(crossing, walk->edge_after) ? place : 2;
}

/* The first share of the step at which an edge is seen to have passed, and the last look before it; 2: none has. */
static double look_along(bri_walk *walk, bri_crossing *crossing, double *before)
{
    int edges = walk->problem->edges, looks = walk->def.looks + 1;
    size_t size = (size_t)edges * sizeof(double);
    memcpy(walk->looked, walk->edge, size);
    for (int i = 1; i <= looks; i++) {
        double share = (double)i / looks, *here = walk->looked + i * edges;
        if (i < looks)
            edges_between(walk, share, here);
        else
            edges_at_end(walk, here);
        double dip = i > 1 ? dip_between(walk, crossing, i - 2, 1. / looks) : 2;
        int left = dip < 2 ? (int)(dip * looks) : i - 1;
        *before = (double)left / looks;
        memcpy(walk->edge_before, walk->looked + left * edges, size);
        if (dip < 2) return dip;
        memcpy(walk->edge_after, here, size);
        if (bri_passed(crossing, here)) return share;
        for (int k = 0; k < edges; k++)
            if (walk->side[k] * here[k] > 0) walk->slack[k] = 0;
    }
    return 2;
}

/* The first share of the step at which an edge has passed, those that have in fired; 2: none has. */
static double first_crossing(bri_walk *walk)
{
    int edges = walk->problem->edges;
    if (!edges) return 2;
    bri_crossing crossing = crossing_of(walk);
    double before = 0, after = look_along(walk, &crossing, &before);
    if (after <= 1) {
        double wide = after - before;
        after = bri_locate(&crossing, before, after, fmax(1e-12, 4e-16 * fabs(walk->t) / walk->h));
        double back = fmin(0.01 * wide, 0.5 * after); /* an edge that rises first and falls then has its slope here */
        edges_between(walk, after - back, walk->edge_before);
        for (int i = 0; i < edges; i++)
            walk->slope[i] = fabs(walk->edge_after[i] - walk->edge_before[i]) / (back * walk->h);
    }
    for (int i = 0; i < edges; i++)
        walk->fired[i] = has_passed(walk, i, walk->edge_after);
    memcpy(walk->edge, walk->edge_after, (size_t)edges * sizeof(double)); /* where the next step begins */
    return after;
}

static bool only_kinks_fired(const bri_walk *walk)
{
    const bool *kinks = walk->problem->kinks;
    for (int i = 0; i < walk->problem->edges; i++)
        if (walk->fired[i] && !(kinks && kinks[i])) return false;
    return true;
}

static void react(bri_walk *walk, bool again)
{
    const bri_problem *p = walk->problem;
    walk->counts.events++;
    walk->has_fired = true;
    walk->after_kink = only_kinks_fired(walk);
    walk->events_here = again ? walk->events_here + 1 : 0;
    bool changed = p->jump && p->jump(p->context, walk->t, walk->fired, walk->x, walk->mode);
    if (changed) {
        walk->starts = true;
        walk->interrupted_h = 0; /* what follows may be much faster than what was */
    }
    see_sides(walk, !changed);
}

/* --- one step --------------------------------------------------------------------------------------------------------------- */

static double weighted_error(const bri_walk *walk)
{
    const bri_tolerances *tolerance = &walk->def.tolerances;
    double largest = 0;
    for (int i = 0; i < walk->states; i++) {
        double scale =
            tolerance->rtol * fmax(fabs(walk->x[i]), fabs(walk->x_new[i])) + tolerance->atol * walk->problem->size[i];
        double share = fabs(walk->error[i]) / scale;
        if (!(share <= largest)) /* a NaN is kept */
            largest = share;
    }
    return largest;
}

static bool is_finite(const bri_walk *walk)
{
    double sum = 0;
    for (int i = 0; i < walk->states; i++)
        sum += 0 * walk->x_new[i];
    return sum == 0;
}

/* The largest of the numbers over the sizes of the states. */
static double relative(const bri_walk *walk, const double *numbers)
{
    const bri_tolerances *tolerance = &walk->def.tolerances;
    double most = 0;
    for (int i = 0; i < walk->states; i++)
        most = fmax(most,
                    fabs(numbers[i]) / (fabs(walk->x[i]) + tolerance->atol / tolerance->rtol * walk->problem->size[i]));
    return most;
}

/* From how fast the states change; where they hardly do, from how fast that changes: what begins at rest moves later. */
static double first_step(bri_walk *walk, double limit)
{
    double *rate = walk->error, *later = walk->x_within, probe = 1e-6 * limit;
    if (counted_rates(walk, walk->t, walk->x, walk->mode, rate)) return probe;
    double fast = relative(walk, rate);
    if (fast * limit < 1) {
        for (int i = 0; i < walk->all; i++)
            walk->x_new[i] = walk->x[i] + probe * rate[i];
        if (counted_rates(walk, walk->t + probe, walk->x_new, walk->mode, later)) return probe;
        for (int i = 0; i < walk->states; i++)
            later[i] = (later[i] - rate[i]) / probe;
        fast = fmax(fast, sqrt(relative(walk, later)));
    }
    double h = 0.01 * pow(walk->def.tolerances.rtol, 1 / walk->def.integrator->order) / fmax(fast, 1e-300);
    return fmin(limit, fmax(h, 0.1 * walk->interrupted_h));
}

/* How long the next step would be without a limit. */
static double wanted_step(bri_walk *walk, double span)
{
    const bri_problem *p = walk->problem;
    int flags = walk->def.integrator->flags;
    double most = walk->def.max_step > 0 ? walk->def.max_step : INFINITY;
    if (p->longest_step) most = fmin(most, p->longest_step(p->context, walk->x, walk->mode));
    if (flags & BRI_HAS_OWN_CONTROL) return fmin(most, span);
    if ((flags & BRI_HAS_FIXED_STEP) && !(walk->h > 0)) {
        double step = walk->def.step, behind = floor((walk->t - walk->grid) / step * (1 + 1e-13) + 1e-9);
        return walk->grid + (behind + 1) * step - walk->t;
    }
    if (!(walk->h > 0)) walk->h = first_step(walk, span);
    return fmin(most, walk->h);
}

static double grown(bri_walk *walk, double h, double error, bool rejected)
{
    const bri_integrator_kind *kind = walk->def.integrator;
    bool implicit = kind->flags & BRI_IS_STIFF, keeps = kind->flags & BRI_KEEPS_MATRIX;
    bool first = !implicit && walk->after_kink && !(walk->before_h > 0) && !rejected;
    double power = 1 / kind->order, small = fmax(error, first ? 1e-14 : 1e-8), factor = safety * pow(small, -power);
    double limit = first ? first_growth_limit : implicit ? growth_limit : explicit_growth_limit;
    if (!implicit) factor = safety * pow(small, 0.03 - power) * pow(walk->last_error, 0.04);
    if (keeps && walk->before_h > 0) /* what it takes if errors go on as they went */
        factor = fmin(factor, safety * h / walk->before_h * pow(walk->last_error / (small * small), power));
    factor = fmin(limit, fmax(shrink_limit, factor));
    walk->last_error = fmax(error, keeps ? 1e-2 : 1e-4);
    walk->before_h = h;
    if (rejected && (keeps || !implicit)) factor = fmin(factor, 1);
    if (keeps && factor >= 1 && factor < 1.2) factor = 1;
    return h * factor;
}

static void take(bri_walk *walk, double h, double share)
{
    walk->last_t = walk->t;
    walk->last_share = share;
    walk->t += h;
    memcpy(walk->x, walk->x_new, (size_t)walk->all * sizeof(double));
    walk->counts.steps++;
}

static void settle(bri_walk *walk)
{
    const bri_problem *p = walk->problem;
    if (p->settle) p->settle(p->context, walk->t, walk->x, walk->mode);
}

static bri_status give_up(const bri_walk *walk, bri_outcome outcome, bri_error *err)
{
    if (outcome == BRI_BROKEN)
        return bri_fail(err, BRI_NO_CONVERGENCE, "the equations have no solution at t = %g s", walk->t);
    if (outcome == BRI_SHORTER)
        return bri_fail(err, BRI_NO_CONVERGENCE,
                        "the equations have no solution beyond t = %g s, however short the step", walk->t);
    return bri_fail(err, BRI_NO_CONVERGENCE, "the step at t = %g s cannot be made small enough", walk->t);
}

/* How much longer a step must be for the first of the fired edges to pass, to first order; negative: it has passed. */
static double lacking(const bri_walk *walk)
{
    double least = INFINITY;
    for (int i = 0; i < walk->problem->edges; i++) {
        double lacks = (walk->side[i] * walk->edge[i] + walk->slack[i]) / fmax(walk->slope[i], 1e-300);
        if (walk->fired[i] || lacks < 0) least = fmin(least, lacks);
    }
    return least;
}

typedef struct part { /* of a step */
    const bri_walk *walk;
    double share;
} part;

static void between_part(const void *context, double share, double *x)
{
    const part *p = context;
    p->walk->def.integrator->between(p->walk->work, p->share * share, x);
}

/* What an integrator tells of integrals within a step is less exact than what it tells of the states. */
static void cut_quadratures(bri_walk *walk, double share)
{
    const bri_problem *p = &walk->counted;
    part cut = {.walk = walk, .share = share};
    double h = share * walk->h;
    if (bri_gauss_rates(p, walk->t, h, walk->mode, between_part, &cut, walk->x_within, walk->error, walk->gauss))
        return;
    bri_gauss_add(p->quadratures, h, 1, walk->gauss, walk->x + p->states, walk->x_new + p->states);
}

/* The step up to a crossing at a share of it. What lies between is less exact than a step: where no edge has passed after
 * all, a little is added; where one has by more than the step's error, as much is taken away. A step that ends at a kink
 * aims a little past it, which costs nothing, and so is made once, mostly. */
static bri_outcome step_to_crossing(bri_walk *walk, double share)
{
    const bri_integrator_kind *kind = walk->def.integrator;
    double full = walk->h, h = share * full, finest = 1e-12 * full, rtol = walk->def.tolerances.rtol;
    bool bends = only_kinks_fired(walk);
    if (kind->flags & BRI_HAS_OWN_CONTROL) {
        kind->between(walk->work, share, walk->x_new);
        cut_quadratures(walk, share);
        take(walk, h, share);
        walk->starts = true;
        return BRI_FINE;
    }
    double exact = fmax((bends ? late_at_kink * sqrt(rtol) : rtol) * full, finest);
    if (bends) h = fmin(full, h + 0.5 * exact);
    for (int tries = 0; tries < CORRECTIONS; tries++) {
        bri_outcome outcome = kind->step(walk->work, walk->t, walk->x, walk->mode, &h, walk->x_new, walk->error);
        if (outcome) return outcome;
        walk->h = h;
        edges_at_end(walk, walk->edge);
        double lacks = lacking(walk);
        bool passed = lacks<0, overshot = -lacks> exact && -lacks < 0.5 * h && tries + 2 < CORRECTIONS;
        if ((passed && !overshot) || tries + 1 == CORRECTIONS) break;
        h = passed ? h + 0.99 * lacks : fmin(full, h + fmax(finest, 1.5 * lacks));
    }
    for (int i = 0; i < walk->problem->edges; i++)
        walk->fired[i] = walk->fired[i] || has_passed(walk, i, walk->edge);
    take(walk, h, 1);
    return BRI_FINE;
}

/* One accepted step, at most to limit; a step that ends on an edge reacts to it. */
static bri_status step(bri_walk *walk, double limit, bri_error *err)
{
    const bri_integrator_kind *kind = walk->def.integrator;
    bool own = kind->flags & BRI_HAS_OWN_CONTROL, fixed = kind->flags & BRI_HAS_FIXED_STEP, rejected = false;
    double span = limit - walk->t;
    walk->has_fired = false;
    if (walk->starts && kind->start) kind->start(walk->work, walk->t, walk->x, walk->mode);
    walk->starts = false;
    for (;;) {
        double wanted = wanted_step(walk, span);
        walk->h = fmin(wanted, span);
        if (span - walk->h < sliver * walk->h && !fixed) walk->h = span;
        if (fixed && span - walk->h < 1e-9 * walk->h) walk->h = span;
        double asked = walk->h;
        bri_outcome outcome = kind->step(walk->work, walk->t, walk->x, walk->mode, &walk->h, walk->x_new, walk->error);
        double error = outcome ? INFINITY : own || fixed ? (is_finite(walk) ? 0 : INFINITY) : weighted_error(walk);
        if (outcome == BRI_BROKEN || (own && !(error <= 1 && walk->t + walk->h > walk->t)))
            return give_up(walk, outcome, err);
        if (!(error <= 1)) {
            double factor = isfinite(error) ? safety * pow(error, -1 / kind->order) : shrink_limit;
            walk->h *= outcome == BRI_SHORTER ? 0.5 : fmax(shrink_limit, factor);
            walk->counts.rejected++;
            rejected = true;
            if (walk->t + walk->h == walk->t) return give_up(walk, outcome, err);
            continue;
        }
        double next = own || fixed ? 0 : grown(walk, walk->h, error, rejected);
        if (asked < wanted) next = fmax(wanted, next);
        if (own || fixed) next = 0;
        double share = first_crossing(walk);
        /* Where edges keep firing at one time, as when a load falls faster than a contact can follow, go on a little. */
        double through = walk->events_here > EVENTS_AT_ONCE ? 1e-3 : 0;
        if (share >= 1 || share < through) {
            take(walk, walk->h, 1);
            if (walk->h == span) walk->t = limit;
            walk->h = next;
        } else {
            outcome = step_to_crossing(walk, share);
            if (outcome == BRI_BROKEN) return give_up(walk, outcome, err);
            if (outcome) { /* made of other trial points, it met one without a solution */
                walk->h *= 0.5;
                continue;
            }
            walk->h = walk->before_h = 0; /* what follows is another equation */
            walk->interrupted_h = kind->flags & BRI_IS_STIFF || share < at_once ? 0 : next;
        }
        settle(walk);
        if (walk->problem->note) walk->problem->note(walk->problem->context, walk->t, walk->x, walk->mode);
        if (share <= 1) react(walk, share < (only_kinks_fired(walk) ? kinks_at_once : at_once));
        return BRI_OK;
    }
}

bri_status bri_walk_step(bri_walk *walk, double until, bri_error *err)
{
    const bri_problem *p = walk->problem;
    if (!(walk->t < until)) return BRI_OK;
    double stop = p->next_break ? p->next_break(p->context, walk->t) : INFINITY, limit = fmin(until, stop);
    bri_status status = step(walk, limit, err);
    if (!status && walk->t == stop) {
        walk->h = walk->before_h = 0;
        walk->starts = true;
    }
    return status;
}

bri_status bri_walk_advance(bri_walk *walk, double until, bri_error *err)
{
    double from = walk->t;
    long last = walk->counts.steps + walk->def.max_steps;
    bri_status status = BRI_OK;
    while (!status && walk->t < until) {
        if (walk->def.max_steps > 0 && walk->counts.steps >= last)
            return bri_fail(err, BRI_NO_CONVERGENCE,
                            "%ld steps of %s did not suffice to go from t = %g s to %g s: they ended at %g s",
                            walk->def.max_steps, walk->def.integrator->kind.name, from, until, walk->t);
        status = bri_walk_step(walk, until, err);
    }
    return status;
}
