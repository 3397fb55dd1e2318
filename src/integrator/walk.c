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

struct bri_stepper {
    const bri_problem *problem;
    bri_problem counted; /* the problem as the integrator sees it: its context is the walk */
    bri_stepper_def def;
    void *work;
    int states, all;      /* without quadratures; with them */
    double t, h;          /* h: of the next step; 0: to be found */
    double grid;          /* where fixed steps are counted from */
    double interrupted_h; /* what an explicit step would have been, had there been no event; 0: not known */
    double last_t, last_error;
    double before_h;   /* of the step before; 0: another equation held there */
    double last_share; /* of the integrator's last step that was taken; 0: there was none */
    double *x, *discrete, *x_new, *x_within, *error, *g, *gauss, *looked;
    double *g_before, *g_after, *slope; /* of a crossing */
    double *slack;                      /* how far on the other side an edge must be to have passed */
    signed char *side;                  /* of 0 on which each edge was last seen */
    bool *fired;
    bool has_fired, starts;
    bool after_kink; /* the last event was a kink, before which steps were as long as they will be again */
    int events_here; /* one upon the other, against sequences without end */
    bri_stepper_counts counts;
};

/* --- the problem, counted ------------------------------------------------------------------------------------------- */

static bri_outcome counted_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    bri_stepper *stepper = context;
    stepper->counts.evaluations++;
    return stepper->problem->rates(stepper->problem->context, t, x, discrete, xdot);
}

static bri_outcome counted_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                       double *xdot)
{
    bri_stepper *stepper = context;
    stepper->counts.evaluations++;
    return stepper->problem->local_rates(stepper->problem->context, t, x, discrete, hg, xdot);
}

static bri_outcome passed_jacobian(void *context, double t, const double *x, const double *discrete, double *J)
{
    const bri_stepper *stepper = context;
    return stepper->problem->jacobian(stepper->problem->context, t, x, discrete, J);
}

static void passed_stiff_frame(void *context, double *push, double *follow)
{
    const bri_stepper *stepper = context;
    stepper->problem->stiff_frame(stepper->problem->context, push, follow);
}

static void passed_stiff_core(void *context, double *core)
{
    const bri_stepper *stepper = context;
    stepper->problem->stiff_core(stepper->problem->context, core);
}

/* --- beginning and end ------------------------------------------------------------------------------------------------ */

/* An edge that should be positive now, or has passed, may be on the wrong side by rounding. It fires when it gets further
 * there, or after it was seen on its own side. */
static void see_sides(bri_stepper *stepper, bool keep_fired)
{
    const bri_problem *p = stepper->problem;
    if (!p->events) return;
    p->g(p->context, stepper->t, stepper->x, stepper->discrete, stepper->g);
    for (int i = 0; i < p->events; i++) {
        double g = stepper->g[i];
        if (keep_fired && stepper->fired[i])
            stepper->side[i] = (signed char)-stepper->side[i];
        else
            stepper->side[i] = g < -nearly_zero && !(p->gates && p->gates[i]) ? -1 : 1;
        stepper->slack[i] = stepper->side[i] * g < 0 ? fmax(nearly_zero, 2 * fabs(g)) : 0;
    }
}

static bool has_passed(const bri_stepper *stepper, int i, const double *g)
{
    return stepper->side[i] * g[i] + stepper->slack[i] < 0;
}

void bri_stepper_set(bri_stepper *stepper, double t, const double *x, const double *discrete)
{
    stepper->t = stepper->last_t = t;
    stepper->last_share = 0;
    bri_stepper_set_here(stepper, x, discrete);
}

void bri_stepper_set_here(bri_stepper *stepper, const double *x, const double *discrete)
{
    memmove(stepper->x, x, (size_t)stepper->all * sizeof(double));
    if (stepper->problem->discrete_states)
        memmove(stepper->discrete, discrete, (size_t)stepper->problem->discrete_states * sizeof(double));
    stepper->grid = stepper->t;
    stepper->h = stepper->before_h = stepper->interrupted_h = 0;
    stepper->last_error = 1;
    stepper->events_here = 0;
    stepper->has_fired = false;
    stepper->starts = true;
    see_sides(stepper, false);
}

bri_status bri_stepper_create(const bri_problem *problem, const bri_stepper_def *def, double t, const double *x,
                              const double *discrete, bri_stepper **out, bri_error *err)
{
    const bri_integrator_kind *kind = def->integrator;
    size_t n = (size_t)(problem->states + problem->quadratures), m = (size_t)problem->discrete_states,
           e = (size_t)problem->events;
    size_t q = (size_t)problem->quadratures, samples = (size_t)(def->samples ? def->samples : LOOKS) + 2;
    size_t numbers = 4 * n + m + (5 + samples) * e + 3 * q;
    if ((kind->flags & BRI_HAS_FIXED_STEP) && !(def->step > 0))
        return bri_fail(err, BRI_BAD_VALUE, "%s takes fixed steps: how long they are must be said", kind->kind.name);
    if (!(kind->flags & BRI_HAS_FIXED_STEP) && !(def->tolerances.rtol > 0 && def->tolerances.atol > 0))
        return bri_fail(err, BRI_BAD_VALUE, "the tolerances rtol (%g) and atol (%g) must be greater than 0",
                        def->tolerances.rtol, def->tolerances.atol);
    bri_stepper *stepper = calloc(1, sizeof *stepper + numbers * sizeof(double) + 2 * e);
    if (!stepper) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %zu numbers", numbers);
    double *at = (double *)(void *)(stepper + 1);
    *stepper = (bri_stepper){.problem = problem,
                             .counted = *problem,
                             .def = *def,
                             .states = problem->states,
                             .all = (int)n,
                             .x = at,
                             .x_new = at + n,
                             .x_within = at + 2 * n,
                             .error = at + 3 * n,
                             .discrete = at + 4 * n,
                             .g = at + 4 * n + m,
                             .g_before = at + 4 * n + m + e,
                             .g_after = at + 4 * n + m + 2 * e,
                             .slope = at + 4 * n + m + 3 * e,
                             .slack = at + 4 * n + m + 4 * e,
                             .gauss = at + 4 * n + m + 5 * e,
                             .looked = at + 4 * n + m + 5 * e + 3 * q};
    stepper->side = (signed char *)(at + numbers);
    stepper->fired = (bool *)(stepper->side + e);
    if (!def->samples) stepper->def.samples = LOOKS;
    stepper->counted.context = stepper;
    stepper->counted.rates = counted_rates;
    if (problem->local_rates) stepper->counted.local_rates = counted_local_rates;
    if (problem->jacobian) stepper->counted.jacobian = passed_jacobian;
    if (problem->stiff_frame) stepper->counted.stiff_frame = passed_stiff_frame;
    if (problem->stiff_core) stepper->counted.stiff_core = passed_stiff_core;
    bri_status status = kind->create(&stepper->counted, &stepper->def.tolerances, &stepper->work, err);
    if (status) {
        bri_stepper_destroy(stepper);
        return status;
    }
    bri_stepper_set(stepper, t, x, discrete);
    *out = stepper;
    return BRI_OK;
}

void bri_stepper_destroy(bri_stepper *stepper)
{
    if (!stepper) return;
    if (stepper->work) stepper->def.integrator->destroy(stepper->work);
    free(stepper);
}

const double *bri_stepper_states(const bri_stepper *stepper) { return stepper->x; }
const double *bri_stepper_discrete(const bri_stepper *stepper) { return stepper->discrete; }
double bri_stepper_time(const bri_stepper *stepper) { return stepper->t; }
bri_stepper_counts bri_stepper_count(const bri_stepper *stepper) { return stepper->counts; }
const bool *bri_stepper_fired(const bri_stepper *stepper) { return stepper->has_fired ? stepper->fired : NULL; }

void bri_stepper_interpolate(const bri_stepper *stepper, double t, double *x)
{
    double passed = stepper->t > stepper->last_t ? fmax((t - stepper->last_t) / (stepper->t - stepper->last_t), 0) : 0;
    if (stepper->last_share > 0)
        stepper->def.integrator->between(stepper->work, fmin(passed, 1) * stepper->last_share, x);
    else /* there was no step yet */
        memcpy(x, stepper->x, (size_t)stepper->all * sizeof(double));
}

/* --- edges ---------------------------------------------------------------------------------------------------------------- */

static void events_within(void *context, double share, double *g)
{
    bri_stepper *stepper = context;
    const bri_problem *p = stepper->problem;
    stepper->def.integrator->between(stepper->work, share, stepper->x_within);
    p->g(p->context, stepper->t + share * stepper->h, stepper->x_within, stepper->discrete, g);
}

static void events_at_end(bri_stepper *stepper, double *g)
{
    const bri_problem *p = stepper->problem;
    p->g(p->context, stepper->t + stepper->h, stepper->x_new, stepper->discrete, g);
}

static bri_crossing crossing_of(bri_stepper *stepper)
{
    return (bri_crossing){.events = stepper->problem->events,
                          .side = stepper->side,
                          .slack = stepper->slack,
                          .before = stepper->g_before,
                          .after = stepper->g_after,
                          .trial = stepper->g,
                          .at = events_within,
                          .context = stepper};
}

/* Whether an edge may pass 0 and come back between three looks in a row: the parabola through them says where. The first
 * such place, at which one really has passed; 2: there is none. */
static double dip_interpolate(bri_stepper *stepper, bri_crossing *crossing, int first, double spacing)
{
    int events = stepper->problem->events;
    const double *a = stepper->looked + first * events, *b = a + events, *c = b + events;
    double place = 2, latest = bri_passed(crossing, c) ? 0 : 1; /* what has passed at the last look is found there */
    for (int k = 0; k < events; k++) {
        double bend = a[k] - 2 * b[k] + c[k], slope = 0.5 * (c[k] - a[k]), at = -slope / bend;
        double least = stepper->side[k] * (b[k] + 0.5 * slope * at) + stepper->slack[k];
        bool dips = stepper->side[k] * bend > 0 && at > -1 && at < latest && least < 0;
        if (dips && (first + 1 + at) * spacing < place) place = (first + 1 + at) * spacing;
    }
    if (place > 1) return 2;
    events_within(stepper, place, stepper->g_after);
    return bri_passed(crossing, stepper->g_after) ? place : 2;
}

/* The first share of the step at which an edge is seen to have passed, and the last look before it; 2: none has. */
static double look_along(bri_stepper *stepper, bri_crossing *crossing, double *before)
{
    int events = stepper->problem->events, samples = stepper->def.samples + 1;
    size_t size = (size_t)events * sizeof(double);
    memcpy(stepper->looked, stepper->g, size);
    for (int i = 1; i <= samples; i++) {
        double share = (double)i / samples, *here = stepper->looked + i * events;
        if (i < samples)
            events_within(stepper, share, here);
        else
            events_at_end(stepper, here);
        double dip = i > 1 ? dip_interpolate(stepper, crossing, i - 2, 1. / samples) : 2;
        int left = dip < 2 ? (int)(dip * samples) : i - 1;
        *before = (double)left / samples;
        memcpy(stepper->g_before, stepper->looked + left * events, size);
        if (dip < 2) return dip;
        memcpy(stepper->g_after, here, size);
        if (bri_passed(crossing, here)) return share;
        for (int k = 0; k < events; k++)
            if (stepper->side[k] * here[k] > 0) stepper->slack[k] = 0;
    }
    return 2;
}

/* The first share of the step at which an edge has passed, those that have in fired; 2: none has. */
static double first_crossing(bri_stepper *stepper)
{
    int events = stepper->problem->events;
    if (!events) return 2;
    bri_crossing crossing = crossing_of(stepper);
    double before = 0, after = look_along(stepper, &crossing, &before);
    if (after <= 1) {
        double wide = after - before;
        after = bri_locate(&crossing, before, after, fmax(1e-12, 4e-16 * fabs(stepper->t) / stepper->h));
        double back = fmin(0.01 * wide, 0.5 * after); /* an edge that rises first and falls then has its slope here */
        events_within(stepper, after - back, stepper->g_before);
        for (int i = 0; i < events; i++)
            stepper->slope[i] = fabs(stepper->g_after[i] - stepper->g_before[i]) / (back * stepper->h);
    }
    for (int i = 0; i < events; i++)
        stepper->fired[i] = has_passed(stepper, i, stepper->g_after);
    memcpy(stepper->g, stepper->g_after, (size_t)events * sizeof(double)); /* where the next step begins */
    return after;
}

static bool only_kinks_fired(const bri_stepper *stepper)
{
    const bool *kinks = stepper->problem->kinks;
    for (int i = 0; i < stepper->problem->events; i++)
        if (stepper->fired[i] && !(kinks && kinks[i])) return false;
    return true;
}

static void react(bri_stepper *stepper, bool again)
{
    const bri_problem *p = stepper->problem;
    stepper->counts.events++;
    stepper->has_fired = true;
    stepper->after_kink = only_kinks_fired(stepper);
    stepper->events_here = again ? stepper->events_here + 1 : 0;
    bool changed =
        p->handle_event && p->handle_event(p->context, stepper->t, stepper->fired, stepper->x, stepper->discrete);
    if (changed) {
        stepper->starts = true;
        stepper->interrupted_h = 0; /* what follows may be much faster than what was */
    }
    see_sides(stepper, !changed);
}

/* --- one step --------------------------------------------------------------------------------------------------------------- */

static double weighted_error(const bri_stepper *stepper)
{
    const bri_tolerances *tolerance = &stepper->def.tolerances;
    double largest = 0;
    for (int i = 0; i < stepper->states; i++) {
        double scale = tolerance->rtol * fmax(fabs(stepper->x[i]), fabs(stepper->x_new[i])) +
                       tolerance->atol * stepper->problem->size[i];
        double share = fabs(stepper->error[i]) / scale;
        if (!(share <= largest)) /* a NaN is kept */
            largest = share;
    }
    return largest;
}

static bool is_finite(const bri_stepper *stepper)
{
    double sum = 0;
    for (int i = 0; i < stepper->states; i++)
        sum += 0 * stepper->x_new[i];
    return sum == 0;
}

/* The largest of the numbers over the sizes of the states. */
static double relative(const bri_stepper *stepper, const double *numbers)
{
    const bri_tolerances *tolerance = &stepper->def.tolerances;
    double most = 0;
    for (int i = 0; i < stepper->states; i++)
        most = fmax(most, fabs(numbers[i]) /
                              (fabs(stepper->x[i]) + tolerance->atol / tolerance->rtol * stepper->problem->size[i]));
    return most;
}

/* From how fast the states change; where they hardly do, from how fast that changes: what begins at rest moves later. */
static double first_step(bri_stepper *stepper, double limit)
{
    double *rate = stepper->error, *later = stepper->x_within, probe = 1e-6 * limit;
    if (counted_rates(stepper, stepper->t, stepper->x, stepper->discrete, rate)) return probe;
    double fast = relative(stepper, rate);
    if (fast * limit < 1) {
        for (int i = 0; i < stepper->all; i++)
            stepper->x_new[i] = stepper->x[i] + probe * rate[i];
        if (counted_rates(stepper, stepper->t + probe, stepper->x_new, stepper->discrete, later)) return probe;
        for (int i = 0; i < stepper->states; i++)
            later[i] = (later[i] - rate[i]) / probe;
        fast = fmax(fast, sqrt(relative(stepper, later)));
    }
    double h = 0.01 * pow(stepper->def.tolerances.rtol, 1 / stepper->def.integrator->order) / fmax(fast, 1e-300);
    return fmin(limit, fmax(h, 0.1 * stepper->interrupted_h));
}

/* How long the next step would be without a limit. */
static double wanted_step(bri_stepper *stepper, double span)
{
    const bri_problem *p = stepper->problem;
    int flags = stepper->def.integrator->flags;
    double most = stepper->def.max_step > 0 ? stepper->def.max_step : INFINITY;
    if (p->max_step_here) most = fmin(most, p->max_step_here(p->context, stepper->x, stepper->discrete));
    if (flags & BRI_HAS_OWN_CONTROL) return fmin(most, span);
    if ((flags & BRI_HAS_FIXED_STEP) && !(stepper->h > 0)) {
        double step = stepper->def.step, behind = floor((stepper->t - stepper->grid) / step * (1 + 1e-13) + 1e-9);
        return stepper->grid + (behind + 1) * step - stepper->t;
    }
    if (!(stepper->h > 0)) stepper->h = first_step(stepper, span);
    return fmin(most, stepper->h);
}

static double grown(bri_stepper *stepper, double h, double error, bool rejected)
{
    const bri_integrator_kind *kind = stepper->def.integrator;
    bool implicit = kind->flags & BRI_IS_STIFF, keeps = kind->flags & BRI_KEEPS_MATRIX;
    bool first = !implicit && stepper->after_kink && !(stepper->before_h > 0) && !rejected;
    double power = 1 / kind->order, small = fmax(error, first ? 1e-14 : 1e-8), factor = safety * pow(small, -power);
    double limit = first ? first_growth_limit : implicit ? growth_limit : explicit_growth_limit;
    if (!implicit) factor = safety * pow(small, 0.03 - power) * pow(stepper->last_error, 0.04);
    if (keeps && stepper->before_h > 0) /* what it takes if errors go on as they went */
        factor = fmin(factor, safety * h / stepper->before_h * pow(stepper->last_error / (small * small), power));
    factor = fmin(limit, fmax(shrink_limit, factor));
    stepper->last_error = fmax(error, keeps ? 1e-2 : 1e-4);
    stepper->before_h = h;
    if (rejected && (keeps || !implicit)) factor = fmin(factor, 1);
    if (keeps && factor >= 1 && factor < 1.2) factor = 1;
    return h * factor;
}

static void take(bri_stepper *stepper, double h, double share)
{
    stepper->last_t = stepper->t;
    stepper->last_share = share;
    stepper->t += h;
    memcpy(stepper->x, stepper->x_new, (size_t)stepper->all * sizeof(double));
    stepper->counts.steps++;
}

static void settle(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    if (p->settle) p->settle(p->context, stepper->t, stepper->x, stepper->discrete);
}

static bri_status give_up(const bri_stepper *stepper, bri_outcome outcome, bri_error *err)
{
    if (outcome == BRI_BROKEN)
        return bri_fail(err, BRI_NO_CONVERGENCE, "the equations have no solution at t = %g s", stepper->t);
    if (outcome == BRI_SHORTER)
        return bri_fail(err, BRI_NO_CONVERGENCE,
                        "the equations have no solution beyond t = %g s, however short the step", stepper->t);
    return bri_fail(err, BRI_NO_CONVERGENCE, "the step at t = %g s cannot be made small enough", stepper->t);
}

/* How much longer a step must be for the first of the fired edges to pass, to first order; negative: it has passed. */
static double lacking(const bri_stepper *stepper)
{
    double least = INFINITY;
    for (int i = 0; i < stepper->problem->events; i++) {
        double lacks = (stepper->side[i] * stepper->g[i] + stepper->slack[i]) / fmax(stepper->slope[i], 1e-300);
        if (stepper->fired[i] || lacks < 0) least = fmin(least, lacks);
    }
    return least;
}

typedef struct part { /* of a step */
    const bri_stepper *stepper;
    double share;
} part;

static void interpolate_part(const void *context, double share, double *x)
{
    const part *p = context;
    p->stepper->def.integrator->between(p->stepper->work, p->share * share, x);
}

/* What an integrator tells of integrals within a step is less exact than what it tells of the states. */
static void cut_quadratures(bri_stepper *stepper, double share)
{
    const bri_problem *p = &stepper->counted;
    part cut = {.stepper = stepper, .share = share};
    double h = share * stepper->h;
    if (bri_gauss_rates(p, stepper->t, h, stepper->discrete, interpolate_part, &cut, stepper->x_within, stepper->error,
                        stepper->gauss))
        return;
    bri_gauss_add(p->quadratures, h, 1, stepper->gauss, stepper->x + p->states, stepper->x_new + p->states);
}

/* The step up to a crossing at a share of it. What lies between is less exact than a step: where no edge has passed after
 * all, a little is added; where one has by more than the step's error, as much is taken away. A step that ends at a kink
 * aims a little past it, which costs nothing, and so is made once, mostly. */
static bri_outcome step_to_crossing(bri_stepper *stepper, double share)
{
    const bri_integrator_kind *kind = stepper->def.integrator;
    double full = stepper->h, h = share * full, finest = 1e-12 * full, rtol = stepper->def.tolerances.rtol;
    bool bends = only_kinks_fired(stepper);
    if (kind->flags & BRI_HAS_OWN_CONTROL) {
        kind->between(stepper->work, share, stepper->x_new);
        cut_quadratures(stepper, share);
        take(stepper, h, share);
        stepper->starts = true;
        return BRI_FINE;
    }
    double exact = fmax((bends ? late_at_kink * sqrt(rtol) : rtol) * full, finest);
    if (bends) h = fmin(full, h + 0.5 * exact);
    for (int tries = 0; tries < CORRECTIONS; tries++) {
        bri_outcome outcome =
            kind->step(stepper->work, stepper->t, stepper->x, stepper->discrete, &h, stepper->x_new, stepper->error);
        if (outcome) return outcome;
        stepper->h = h;
        events_at_end(stepper, stepper->g);
        double lacks = lacking(stepper);
        bool passed = lacks<0, overshot = -lacks> exact && -lacks < 0.5 * h && tries + 2 < CORRECTIONS;
        if ((passed && !overshot) || tries + 1 == CORRECTIONS) break;
        h = passed ? h + 0.99 * lacks : fmin(full, h + fmax(finest, 1.5 * lacks));
    }
    for (int i = 0; i < stepper->problem->events; i++)
        stepper->fired[i] = stepper->fired[i] || has_passed(stepper, i, stepper->g);
    take(stepper, h, 1);
    return BRI_FINE;
}

/* One accepted step, at most to limit; a step that ends on an edge reacts to it. */
static bri_status step(bri_stepper *stepper, double limit, bri_error *err)
{
    const bri_integrator_kind *kind = stepper->def.integrator;
    bool own = kind->flags & BRI_HAS_OWN_CONTROL, fixed = kind->flags & BRI_HAS_FIXED_STEP, rejected = false;
    double span = limit - stepper->t;
    stepper->has_fired = false;
    if (stepper->starts && kind->start) kind->start(stepper->work, stepper->t, stepper->x, stepper->discrete);
    stepper->starts = false;
    for (;;) {
        double wanted = wanted_step(stepper, span);
        stepper->h = fmin(wanted, span);
        if (span - stepper->h < sliver * stepper->h && !fixed) stepper->h = span;
        if (fixed && span - stepper->h < 1e-9 * stepper->h) stepper->h = span;
        double asked = stepper->h;
        bri_outcome outcome = kind->step(stepper->work, stepper->t, stepper->x, stepper->discrete, &stepper->h,
                                         stepper->x_new, stepper->error);
        double error = outcome        ? INFINITY
                       : own || fixed ? (is_finite(stepper) ? 0 : INFINITY)
                                      : weighted_error(stepper);
        if (outcome == BRI_BROKEN || (own && !(error <= 1 && stepper->t + stepper->h > stepper->t)))
            return give_up(stepper, outcome, err);
        if (!(error <= 1)) {
            double factor = isfinite(error) ? safety * pow(error, -1 / kind->order) : shrink_limit;
            stepper->h *= outcome == BRI_SHORTER ? 0.5 : fmax(shrink_limit, factor);
            stepper->counts.rejected++;
            rejected = true;
            if (stepper->t + stepper->h == stepper->t) return give_up(stepper, outcome, err);
            continue;
        }
        double next = own || fixed ? 0 : grown(stepper, stepper->h, error, rejected);
        if (asked < wanted) next = fmax(wanted, next);
        if (own || fixed) next = 0;
        double share = first_crossing(stepper);
        /* Where edges keep firing at one time, as when a load falls faster than a contact can follow, go on a little. */
        double through = stepper->events_here > EVENTS_AT_ONCE ? 1e-3 : 0;
        if (share >= 1 || share < through) {
            take(stepper, stepper->h, 1);
            if (stepper->h == span) stepper->t = limit;
            stepper->h = next;
        } else {
            outcome = step_to_crossing(stepper, share);
            if (outcome == BRI_BROKEN) return give_up(stepper, outcome, err);
            if (outcome) { /* made of other trial points, it met one without a solution */
                stepper->h *= 0.5;
                continue;
            }
            stepper->h = stepper->before_h = 0; /* what follows is another equation */
            stepper->interrupted_h = kind->flags & BRI_IS_STIFF || share < at_once ? 0 : next;
        }
        settle(stepper);
        if (stepper->problem->note)
            stepper->problem->note(stepper->problem->context, stepper->t, stepper->x, stepper->discrete);
        if (share <= 1) react(stepper, share < (only_kinks_fired(stepper) ? kinks_at_once : at_once));
        return BRI_OK;
    }
}

bri_status bri_stepper_step(bri_stepper *stepper, double until, bri_error *err)
{
    const bri_problem *p = stepper->problem;
    if (!(stepper->t < until)) return BRI_OK;
    double stop = p->next_time_event ? p->next_time_event(p->context, stepper->t) : INFINITY, limit = fmin(until, stop);
    bri_status status = step(stepper, limit, err);
    if (!status && stepper->t == stop) {
        stepper->h = stepper->before_h = 0;
        stepper->starts = true;
    }
    return status;
}

bri_status bri_stepper_advance(bri_stepper *stepper, double until, bri_error *err)
{
    double from = stepper->t;
    long last = stepper->counts.steps + stepper->def.max_steps;
    bri_status status = BRI_OK;
    while (!status && stepper->t < until) {
        if (stepper->def.max_steps > 0 && stepper->counts.steps >= last)
            return bri_fail(err, BRI_NO_CONVERGENCE,
                            "%ld steps of %s did not suffice to go from t = %g s to %g s: they ended at %g s",
                            stepper->def.max_steps, stepper->def.integrator->kind.name, from, until, stepper->t);
        status = bri_stepper_step(stepper, until, err);
    }
    return status;
}
