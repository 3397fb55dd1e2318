/* stepper.c - steps under error control that stop at events
 *
 * After each accepted step the event functions are looked at (crossing.c). A step that ends at an event calls accept, and
 * then handle_event. */
#include "integrator/stepper.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/tolerance.h"

enum {
    SAMPLES = 2,
    EVENTS_AT_ONCE = 20
};
static const double at_once = 1e-9;       /* a share of a step that is no time */
static const double kinks_at_once = 1e-3; /* where steps end late, the same */
static const double sliver = 1e-3;        /* of a step, not left before a limit */
static const double error_rules = 1e-3;   /* of the tolerance: an error that sets the length of steps */

/* --- the problem, counted ------------------------------------------------------------------------------------------- */

static bri_outcome counted_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    bri_stepper *stepper = context;
    stepper->now.counts.evaluations++;
    return stepper->problem->rates(stepper->problem->context, t, x, discrete, xdot);
}

static bri_outcome counted_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                       double *xdot)
{
    bri_stepper *stepper = context;
    stepper->now.counts.evaluations++;
    return stepper->problem->local_rates(stepper->problem->context, t, x, discrete, hg, xdot);
}

static bri_outcome passed_jacobian(void *context, double t, const double *x, const double *discrete, double *J)
{
    const bri_stepper *stepper = context;
    return stepper->problem->jacobian(stepper->problem->context, t, x, discrete, J);
}

static void passed_stiff_frame(void *context, double t, const double *x, const double *discrete, double *push,
                               double *follow)
{
    const bri_stepper *stepper = context;
    stepper->problem->stiff_frame(stepper->problem->context, t, x, discrete, push, follow);
}

static void passed_stiff_core(void *context, double t, const double *x, const double *discrete, double *core)
{
    const bri_stepper *stepper = context;
    stepper->problem->stiff_core(stepper->problem->context, t, x, discrete, core);
}

static bri_outcome counted_fast_frame(void *context, double t, const double *x, const double *discrete,
                                      const bri_fast_frame *frame)
{
    bri_stepper *stepper = context;
    stepper->now.counts.evaluations++;
    return stepper->problem->fast_frame(stepper->problem->context, t, x, discrete, frame);
}

/* --- beginning and end ------------------------------------------------------------------------------------------------ */

void bri_stepper_set(bri_stepper *stepper, double t, const double *x, const double *discrete)
{
    stepper->now.t = stepper->now.last_t = t;
    stepper->now.last_share = 0;
    bri_stepper_set_here(stepper, x, discrete);
}

void bri_stepper_set_here(bri_stepper *stepper, const double *x, const double *discrete)
{
    memmove(stepper->x, x, (size_t)stepper->all * sizeof(double));
    if (stepper->problem->discrete_states)
        memmove(stepper->discrete, discrete, (size_t)stepper->problem->discrete_states * sizeof(double));
    bri_stepper_start_anew(stepper);
    bri_stepper_sides(stepper, false);
}

void bri_stepper_start_anew(bri_stepper *stepper)
{
    stepper->now.grid = stepper->now.t;
    stepper->now.h = stepper->now.before_h = stepper->now.interrupted_h = 0;
    stepper->now.last_error = 1;
    stepper->now.events_here = 0;
    stepper->now.has_fired = stepper->now.given_fired = stepper->now.holds_offsets = false;
    stepper->now.starts = true;
    stepper->now.watches_known = false;
}

bri_status bri_stepper_create(const bri_problem *problem, const bri_stepper_def *def, double t, const double *x,
                              const double *discrete, bri_stepper **out, bri_error *err)
{
    assert(problem && def && def->integrator && x && out && isfinite(t));
    assert(problem->rates && problem->size && problem->states + problem->quadratures > 0);
    assert(!problem->events || problem->event_values);
    assert(!problem->discrete_states || discrete);
    const bri_integrator_kind *kind = def->integrator;
    size_t n = (size_t)(problem->states + problem->quadratures), m = (size_t)problem->discrete_states,
           e = (size_t)problem->events;
    size_t q = (size_t)problem->quadratures,
           samples = (size_t)(def->samples ? def->samples : SAMPLES) + 2 + BRI_INNER_SAMPLES;
    size_t w = (size_t)problem->watches, numbers = 4 * n + m + (7 + samples) * e + 3 * q + 3 * w + n;
    if ((kind->flags & BRI_HAS_FIXED_STEP) && !(def->step > 0))
        return bri_fail(err, BRI_BAD_VALUE, "%s takes fixed steps and needs their length: step", kind->kind.name);
    if (!(kind->flags & BRI_HAS_FIXED_STEP) && !(def->tolerances.rtol > 0 && def->tolerances.atol > 0))
        return bri_fail(err, BRI_BAD_VALUE, "the tolerances rtol (%g) and atol (%g) must be greater than 0",
                        def->tolerances.rtol, def->tolerances.atol);
    bri_stepper *stepper = calloc(1, sizeof *stepper + numbers * sizeof(double) + 2 * e);
    if (!stepper) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
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
                             .g_last = at + 4 * n + m + 5 * e,
                             .held = at + 4 * n + m + 6 * e,
                             .gauss = at + 4 * n + m + 7 * e,
                             .watched = at + 4 * n + m + 7 * e + 3 * q,
                             .watched_new = at + 4 * n + m + 7 * e + 3 * q + w,
                             .watched_rate = at + 4 * n + m + 7 * e + 3 * q + 2 * w,
                             .limit = at + 4 * n + m + 7 * e + 3 * q + 3 * w,
                             .sampled = at + 5 * n + m + 7 * e + 3 * q + 3 * w};
    stepper->side = (signed char *)(at + numbers);
    stepper->fired = (bool *)(stepper->side + e);
    if (!def->samples) stepper->def.samples = SAMPLES;
    stepper->counted.context = stepper;
    if (problem->limits) stepper->counted.limit = stepper->limit;
    stepper->counted.rates = counted_rates;
    if (problem->local_rates) stepper->counted.local_rates = counted_local_rates;
    if (problem->jacobian) stepper->counted.jacobian = passed_jacobian;
    if (problem->stiff_frame) stepper->counted.stiff_frame = passed_stiff_frame;
    if (problem->stiff_core) stepper->counted.stiff_core = passed_stiff_core;
    if (problem->fast) stepper->counted.fast_frame = counted_fast_frame;
    bri_status status = bri_stepper_create_works(stepper, err);
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
    for (int i = 0; i < 2; i++)
        if (stepper->works[i]) stepper->kinds[i]->destroy(stepper->works[i]);
    free(stepper);
}

const double *bri_stepper_states(const bri_stepper *stepper) { return stepper->x; }
const double *bri_stepper_discrete(const bri_stepper *stepper) { return stepper->discrete; }
double bri_stepper_time(const bri_stepper *stepper) { return stepper->now.t; }
bri_stepper_counts bri_stepper_count(const bri_stepper *stepper) { return stepper->now.counts; }
const bool *bri_stepper_fired(const bri_stepper *stepper) { return stepper->now.has_fired ? stepper->fired : NULL; }

void bri_stepper_interpolate(const bri_stepper *stepper, double t, double *x)
{
    assert(!isnan(t) && x);
    double passed = stepper->now.t > stepper->now.last_t
                        ? fmax((t - stepper->now.last_t) / (stepper->now.t - stepper->now.last_t), 0)
                        : 0;
    if (stepper->now.last_share > 0)
        stepper->def.integrator->interpolate(stepper->work, fmin(passed, 1) * stepper->now.last_share, x);
    else /* there was no step yet */
        memcpy(x, stepper->x, (size_t)stepper->all * sizeof(double));
}

int bri_stepper_inner(const bri_stepper *stepper, bool turns, int most, double *times)
{
    const bri_integrator_kind *kind = stepper->def.integrator;
    double span = stepper->now.t - stepper->now.last_t, share = stepper->now.last_share;
    int count = kind->inner && share > 0 ? kind->inner(stepper->work, turns, most, times) : 0, kept = 0;
    for (int i = 0; i < count; i++)
        if (times[i] < share) times[kept++] = stepper->now.last_t + span * times[i] / share;
    return kept;
}

int bri_stepper_memory(bri_stepper *stepper, bri_block *blocks)
{
    const bri_problem *p = stepper->problem;
    size_t events = (size_t)p->events;
    int count = 0;
    blocks[count++] = (bri_block){&stepper->now, sizeof stepper->now};
    blocks[count++] = (bri_block){stepper->x, (size_t)stepper->all * sizeof(double)};
    blocks[count++] = (bri_block){stepper->discrete, (size_t)p->discrete_states * sizeof(double)};
    blocks[count++] = (bri_block){stepper->g, events * sizeof(double)};
    blocks[count++] = (bri_block){stepper->g_last, events * sizeof(double)};
    blocks[count++] = (bri_block){stepper->slack, events * sizeof(double)};
    blocks[count++] = (bri_block){stepper->held, events * sizeof(double)};
    blocks[count++] = (bri_block){stepper->side, events * sizeof *stepper->side};
    blocks[count++] = (bri_block){stepper->fired, events * sizeof *stepper->fired};
    blocks[count++] = (bri_block){stepper->watched, (size_t)p->watches * sizeof(double)};
    blocks[count++] = (bri_block){stepper->watched_rate, (size_t)p->watches * sizeof(double)};
    for (int i = 0; i < 2; i++)
        if (stepper->works[i] && stepper->kinds[i]->memory)
            count += stepper->kinds[i]->memory(stepper->works[i], blocks + count);
    return count;
}

void bri_stepper_restored(bri_stepper *stepper)
{
    stepper->now.last_t = stepper->now.t; /* the step that led here cannot be interpolated any more */
    stepper->now.last_share = 0;
    bri_stepper_activate(stepper);
    if (!stepper->def.integrator->memory) stepper->now.starts = true;
}

/* --- one step --------------------------------------------------------------------------------------------------------------- */

static bool is_finite(const bri_stepper *stepper)
{
    double sum = 0;
    for (int i = 0; i < stepper->states; i++)
        sum += 0 * stepper->x_new[i];
    return sum == 0;
}

/* A function of the state alone, so that a step is the same whatever came before. */
static void find_limits(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    for (int i = 0; i < stepper->all; i++)
        stepper->limit[i] = INFINITY;
    if (p->limits) p->limits(p->context, stepper->now.t, stepper->x, stepper->discrete, stepper->limit);
}

void bri_stepper_react(bri_stepper *stepper, bool again)
{
    const bri_problem *p = stepper->problem;
    stepper->now.counts.events++;
    stepper->now.has_fired = true;
    stepper->now.after_kink = bri_stepper_only_kinks(stepper);
    stepper->now.events_here = again ? stepper->now.events_here + 1 : 0;
    bool changed =
        p->handle_event && p->handle_event(p->context, stepper->now.t, stepper->fired, stepper->x, stepper->discrete);
    stepper->now.watches_known = false;
    if (changed) {
        stepper->now.starts = true;
        stepper->now.interrupted_h = 0; /* what follows may be much faster than what was */
    }
    bri_stepper_sides(stepper, !changed);
}

bool bri_stepper_accept(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    return p->accept && p->accept(p->context, stepper->now.t, stepper->x, stepper->discrete);
}

static bri_status give_up(const bri_stepper *stepper, bri_outcome outcome, bri_error *err)
{
    if (outcome == BRI_BROKEN)
        return bri_fail(err, BRI_NO_CONVERGENCE, "no solution of the equations was found at t = %g s", stepper->now.t);
    if (outcome == BRI_SHORTER)
        return bri_fail(err, BRI_NO_CONVERGENCE,
                        "no solution of the equations was found beyond t = %g s, however short the step",
                        stepper->now.t);
    return bri_fail(err, BRI_NO_CONVERGENCE, "the step at t = %g s cannot be made small enough", stepper->now.t);
}

/* One accepted step, at most to limit; a step that ends at an event handles it. */
static bri_status step(bri_stepper *stepper, double limit, bri_error *err)
{
    bri_stepper_switch(stepper);
    const bri_integrator_kind *kind = stepper->def.integrator;
    bool own = kind->flags & BRI_HAS_OWN_CONTROL, fixed = kind->flags & BRI_HAS_FIXED_STEP, rejected = false;
    double span = limit - stepper->now.t;
    stepper->now.has_fired = stepper->now.given_fired = stepper->now.holds_offsets = false;
    if (stepper->now.starts && kind->start) kind->start(stepper->work, stepper->now.t, stepper->x, stepper->discrete);
    stepper->now.starts = false;
    find_limits(stepper);
    for (;;) {
        double wanted = bri_stepper_wanted(stepper, span);
        stepper->now.h = fmin(wanted, span);
        if (span - stepper->now.h < sliver * stepper->now.h && !fixed) stepper->now.h = span;
        if (fixed && span - stepper->now.h < tol_grid * stepper->now.h) stepper->now.h = span;
        double asked = stepper->now.h;
        bri_outcome outcome = kind->step(stepper->work, stepper->now.t, stepper->x, stepper->discrete, &stepper->now.h,
                                         stepper->x_new, stepper->error);
        double error = outcome        ? INFINITY
                       : own || fixed ? (is_finite(stepper) ? 0 : INFINITY)
                                      : bri_stepper_error(stepper);
        if (outcome == BRI_BROKEN || (own && !(error <= 1 && stepper->now.t + stepper->now.h > stepper->now.t)))
            return give_up(stepper, outcome, err);
        if (!(error <= 1)) {
            stepper->now.h *= outcome == BRI_SHORTER ? 0.5 : bri_stepper_shrunk(stepper, error);
            stepper->now.counts.rejected++;
            rejected = true;
            if (stepper->now.t + stepper->now.h == stepper->now.t) return give_up(stepper, outcome, err);
            continue;
        }
        double seen = fixed ? 1 : bri_stepper_watch_share(stepper);
        if (seen < 1 && !own) {
            stepper->now.h *= seen;
            stepper->now.counts.rejected++;
            rejected = true;
            if (stepper->now.t + stepper->now.h == stepper->now.t) return give_up(stepper, outcome, err);
            continue;
        }
        double next = own || fixed ? 0 : bri_stepper_grown(stepper, stepper->now.h, error, rejected);
        if (asked < wanted) next = fmax(wanted, next);
        if (own || fixed) next = 0;
        double share = bri_stepper_crossing(stepper, error > error_rules), full = stepper->now.h;
        /* Where event functions keep firing at one time, as when a load falls faster than a contact can follow, go on a
         * little. */
        double through = stepper->now.events_here > EVENTS_AT_ONCE ? share_through : 0;
        if (seen < fmin(share, 1)) {
            bri_stepper_cut(stepper, seen);
            share = 2;
        } else if (share >= 1 || share < through) {
            bri_stepper_take(stepper, stepper->now.h, 1);
            if (!fixed) bri_stepper_watch_take(stepper);
            if (stepper->now.h == span) stepper->now.t = limit;
            stepper->now.h = next;
        } else {
            outcome = bri_stepper_step_to(stepper, share);
            if (outcome == BRI_BROKEN) return give_up(stepper, outcome, err);
            if (outcome) { /* made of other trial points, it met one without a solution, or saw more of the rates */
                stepper->now.h = 0.5 * full;
                stepper->now.counts.rejected++;
                rejected = true;
                if (stepper->now.t + stepper->now.h == stepper->now.t) return give_up(stepper, outcome, err);
                continue;
            }
            stepper->now.h = stepper->now.before_h = 0; /* what follows is another equation */
            stepper->now.interrupted_h = kind->flags & BRI_IS_STIFF || share < at_once ? 0 : next;
        }
        bri_stepper_watch(stepper, share <= 1);
        bri_stepper_accept(stepper);
        if (share <= 1) bri_stepper_react(stepper, share < (bri_stepper_only_kinks(stepper) ? kinks_at_once : at_once));
        return BRI_OK;
    }
}

bri_status bri_stepper_step(bri_stepper *stepper, double until, bri_error *err)
{
    assert(!isnan(until));
    const bri_problem *p = stepper->problem;
    if (!(stepper->now.t < until)) return BRI_OK;
    double stop = p->next_time_event ? p->next_time_event(p->context, stepper->now.t) : INFINITY,
           limit = fmin(until, stop);
    bri_status status = step(stepper, limit, err);
    if (!status && stepper->now.t == stop) {
        stepper->now.h = stepper->now.before_h = 0;
        stepper->now.starts = true;
    }
    return status;
}

bri_status bri_stepper_advance(bri_stepper *stepper, double until, bri_error *err)
{
    double from = stepper->now.t;
    long last = stepper->now.counts.steps + stepper->def.max_steps;
    bri_status status = BRI_OK;
    while (!status && stepper->now.t < until) {
        if (stepper->def.max_steps > 0 && stepper->now.counts.steps >= last)
            return bri_fail(err, BRI_NO_CONVERGENCE,
                            "%ld steps of %s did not suffice to go from t = %g s to %g s: they ended at %g s",
                            stepper->def.max_steps, stepper->def.integrator->kind.name, from, until, stepper->now.t);
        status = bri_stepper_step(stepper, until, err);
    }
    return status;
}
