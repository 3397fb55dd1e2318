/* crossing.c - where an event function crosses 0 within a step
 *
 * Event functions are sampled at the end of a step and at a few places within. One that changed its sign is located in the
 * step's own interpolation; the step is then made anew, up to there. An integrator that looks several steps back does not
 * repeat a step: the state is interpolated, and the integrator starts anew.
 *
 * The places within are left out where no event function can have been beyond 0 there: if g0 and g1 at the ends of the step,
 * on the same side of 0, are larger than
 *
 *     max(|g1 - g0|, |g0 - g_before| (h/h_before)^2)     g_before: where the step before began
 *
 * A parabola with these values turns within the step by a quarter of that at most. The length of both steps must be set by
 * their errors: where nothing moves, steps are long and say nothing. */
#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "integrator/locate.h"
#include "integrator/quadrature.h"
#include "integrator/stepper.h"
#include "integrator/tolerance.h"

enum {
    CORRECTIONS = 5,
    CLOSER = 8,      /* times closer values, at each closer look at a dip */
    CLOSER_LOOKS = 4 /* the last parabola spans 1/4096 of the first, and misses 1e-14 of its height */
};
/* What a parabola through three samples may miss, over their second difference: cos within 0.5 rad of its top misses 0.02. */
static const double parabola_error = 0.1;
static const double beside = 1.1; /* spacings: a least beyond the first or last sample by a little may lie before it */
static const double interpolation_error =
    0.01; /* of a step: a function that has not crossed so long after it should is rounding */
static const double late_at_kink = 0.05; /* of a step, times sqrt(rtol): being late there costs its square */
static const double jump_within =
    1e-3; /* of the length over which slopes are taken: most of a change there is a jump */

/* Reversals that an integrator resolves within its steps are no crossings. At a kink that nothing else follows, rounding about 0 is
 * none, and an integrator that looks several steps back goes on: starting anew costs more than its own control of the kink. */
double bri_stepper_least_slack(const bri_stepper *stepper, int i)
{
    const bri_problem *p = stepper->problem;
    if (p->reversals && p->reversals[i] && BRI_RESOLVES(stepper->def.integrator, p)) return INFINITY;
    if (!p->marks || !p->marks[i]) return 0;
    return stepper->def.integrator->flags & BRI_HAS_OWN_CONTROL ? INFINITY : bri_nearly_zero;
}

/* An event function that should be positive now, or has crossed, may be on the wrong side of 0 by rounding. It fires when it
 * gets further there, or after it was on its own side. */
void bri_stepper_sides(bri_stepper *stepper, bool keep_fired)
{
    const bri_problem *p = stepper->problem;
    if (!p->events) return;
    stepper->now.seen_h = 0;
    stepper->now.holds_offsets = false;
    p->event_values(p->context, stepper->now.t, stepper->x, stepper->discrete, stepper->g);
    for (int i = 0; i < p->events; i++) {
        double g = stepper->g[i];
        if (keep_fired && stepper->fired[i])
            stepper->side[i] = (signed char)-stepper->side[i];
        else
            stepper->side[i] = g < -bri_nearly_zero && !(p->gates && p->gates[i]) ? -1 : 1;
        stepper->slack[i] = bri_stepper_least_slack(stepper, i);
        if (stepper->side[i] * g < 0) stepper->slack[i] = fmax(stepper->slack[i], fmax(bri_nearly_zero, 2 * fabs(g)));
    }
}

static bool has_crossed(const bri_stepper *stepper, int i, const double *g)
{
    return stepper->side[i] * g[i] + stepper->slack[i] < 0;
}

static void events_within(void *context, double share, double *g)
{
    bri_stepper *stepper = context;
    const bri_problem *p = stepper->problem;
    stepper->def.integrator->interpolate(stepper->work, share, stepper->x_within);
    p->event_values(p->context, stepper->now.t + share * stepper->now.h, stepper->x_within, stepper->discrete, g);
}

static void events_at_end(bri_stepper *stepper, double *g)
{
    const bri_problem *p = stepper->problem;
    p->event_values(p->context, stepper->now.t + stepper->now.h, stepper->x_new, stepper->discrete, g);
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

typedef struct dip { /* of an event function, towards 0 and back: the least of the parabola through three values */
    double at;       /* its distance from the middle, in units of their spacing */
    bool may_cross;  /* the function may be beyond 0 there */
} dip;

static dip dip_of(const bri_stepper *stepper, int k, double a, double b, double c)
{
    double bend = stepper->side[k] * (a - 2 * b + c), slope = stepper->side[k] * 0.5 * (c - a), at = -slope / bend;
    double least = stepper->side[k] * b + 0.5 * slope * at + stepper->slack[k];
    double missed = stepper->problem->grazes && stepper->problem->grazes[k] ? parabola_error * bend : 0;
    return (dip){.at = at, .may_cross = bend > 0 && least < missed};
}

/* Whether event function k crosses 0 near a place, where a parabola through wider values has its least: if it may graze 0,
 * three values that lie closer are taken there, and closer again. A place at which an event function has crossed; 2: there is
 * none. */
static double cross_in_dip(bri_stepper *stepper, bri_crossing *crossing, int k, double place, double spacing)
{
    place = fmax(0, fmin(place, 1));
    events_within(stepper, place, stepper->g_after);
    if (bri_passed(crossing, stepper->g_after)) return place;
    bool grazes = stepper->problem->grazes && stepper->problem->grazes[k];
    for (int looks = 0; looks < CLOSER_LOOKS && grazes; looks++) {
        double value[3];
        spacing /= CLOSER;
        place = fmax(spacing, fmin(place, 1 - spacing));
        for (int i = 0; i < 3; i++) {
            double at = place + (i - 1) * spacing;
            events_within(stepper, at, stepper->g_after);
            if (bri_passed(crossing, stepper->g_after)) return at;
            value[i] = stepper->g_after[k];
        }
        dip d = dip_of(stepper, k, value[0], value[1], value[2]);
        if (!d.may_cross || !(fabs(d.at) < CLOSER)) return 2;
        place += d.at * spacing;
    }
    return 2;
}

/* Whether an event function crosses 0 and comes back between three consecutive samples. The first such place; 2: none does. */
static double dip_between(bri_stepper *stepper, bri_crossing *crossing, int first, double spacing)
{
    int events = stepper->problem->events;
    const double *a = stepper->sampled + first * events, *b = a + events, *c = b + events;
    double place = 2,
           latest = bri_passed(crossing, c) ? 0 : beside; /* what has passed at the last look is found there */
    for (int k = 0; k < events; k++) {
        dip d = dip_of(stepper, k, a[k], b[k], c[k]);
        if (!d.may_cross || !(d.at > -beside && d.at < latest)) continue;
        place = fmin(place, cross_in_dip(stepper, crossing, k, (first + 1 + d.at) * spacing, spacing));
    }
    if (place <= 1) events_within(stepper, place, stepper->g_after);
    return place;
}

/* Whether the values at the end of the step leave it open that an event function was beyond 0 within. */
static bool may_cross_within(const bri_stepper *stepper, const double *end)
{
    double longer = stepper->now.h / stepper->now.seen_h;
    for (int k = 0; k < stepper->problem->events; k++) {
        double begin = stepper->g[k], least = stepper->side[k] * (fabs(end[k]) < fabs(begin) ? end[k] : begin);
        double before = fabs(begin - stepper->g_last[k]) * longer * longer;
        if (isinf(stepper->slack[k])) continue;
        if (!(least > before && least > fabs(end[k] - begin))) return true;
    }
    return false;
}

/* The same in a step that was made in small steps, after some of these: between them event functions may do anything else. */
static double sample_small_steps(bri_stepper *stepper, bri_crossing *crossing, int count, const double *shares,
                                 double *before)
{
    int events = stepper->problem->events;
    size_t size = (size_t)events * sizeof(double);
    double *end = stepper->sampled + (count + 1) * events;
    memcpy(end, stepper->g_after, size);
    for (int i = 1; i <= count + 1; i++) {
        double *here = stepper->sampled + i * events;
        if (i <= count) events_within(stepper, shares[i - 1], here);
        *before = i > 1 ? shares[i - 2] : 0;
        memcpy(stepper->g_before, here - events, size);
        memcpy(stepper->g_after, here, size);
        if (bri_passed(crossing, here)) return i <= count ? shares[i - 1] : 1;
        for (int k = 0; k < events; k++)
            if (stepper->side[k] * here[k] > 0) stepper->slack[k] = bri_stepper_least_slack(stepper, k);
    }
    return 2;
}

/* Whether event functions that count have changed over the step. */
static bool events_change(const bri_stepper *stepper, const double *end)
{
    for (int k = 0; k < stepper->problem->events; k++)
        if (!isinf(stepper->slack[k]) && end[k] != stepper->g[k]) return true;
    return false;
}

/* The first sample of the step at which an event function has crossed, as a share of the step, and the last sample before it;
 * 2: none has. */
static double sample_step(bri_stepper *stepper, bri_crossing *crossing, bool resolved, double *before)
{
    int events = stepper->problem->events, samples = stepper->def.samples + 1;
    size_t size = (size_t)events * sizeof(double);
    memcpy(stepper->sampled, stepper->g, size);
    events_at_end(stepper, stepper->g_after);
    const bri_integrator_kind *kind = stepper->def.integrator;
    double shares[BRI_INNER_SAMPLES];
    int inner = kind->inner ? kind->inner(stepper->work, false, BRI_INNER_SAMPLES, shares) : 0;
    if (inner && !events_change(stepper, stepper->g_after)) return 2;
    if (inner) return sample_small_steps(stepper, crossing, inner, shares, before);
    if (resolved && stepper->now.seen_h > 0 && !may_cross_within(stepper, stepper->g_after)) return 2;
    memcpy(stepper->sampled + samples * events, stepper->g_after, size);
    for (int i = 1; i <= samples; i++) {
        double share = (double)i / samples, *here = stepper->sampled + i * events;
        if (i < samples) events_within(stepper, share, here);
        double inside = i > 1 ? dip_between(stepper, crossing, i - 2, 1. / samples) : 2;
        int left = inside < 2 ? (int)(inside * samples) : i - 1;
        *before = (double)left / samples;
        memcpy(stepper->g_before, stepper->sampled + left * events, size);
        if (inside < 2) return inside;
        memcpy(stepper->g_after, here, size);
        if (bri_passed(crossing, here)) return share;
        for (int k = 0; k < events; k++)
            if (stepper->side[k] * here[k] > 0) stepper->slack[k] = bri_stepper_least_slack(stepper, k);
    }
    return 2;
}

double bri_stepper_crossing(bri_stepper *stepper, bool resolved)
{
    int events = stepper->problem->events;
    if (!events) return 2;
    bri_crossing crossing = crossing_of(stepper);
    double before = 0, after = sample_step(stepper, &crossing, resolved, &before);
    if (after <= 1) {
        double wide = after - before;
        after = bri_locate(&crossing, before, after,
                           fmax(tol_place, tol_place_time * fabs(stepper->now.t) / stepper->now.h));
        double back = fmin(slope_part * wide, 0.5 * after); /* where a function rises first, its slope is taken here */
        events_within(stepper, after - back, stepper->g_before);
        events_within(stepper, after - jump_within * back, stepper->g);
        for (int i = 0; i < events; i++) {
            double change = fabs(stepper->g_after[i] - stepper->g_before[i]);
            bool jumps = fabs(stepper->g_after[i] - stepper->g[i]) > 0.5 * change;
            stepper->slope[i] = jumps ? INFINITY : change / (back * stepper->now.h);
        }
    }
    for (int i = 0; i < events; i++)
        stepper->fired[i] = has_crossed(stepper, i, stepper->g_after);
    memcpy(stepper->g_last, stepper->sampled, (size_t)events * sizeof(double));
    memcpy(stepper->g, stepper->g_after, (size_t)events * sizeof(double)); /* where the next step begins */
    stepper->now.seen_h = after > 1 && resolved ? stepper->now.h : 0;
    return after;
}

bool bri_stepper_only_kinks(const bri_stepper *stepper)
{
    const bool *kinks = stepper->problem->kinks;
    for (int i = 0; i < stepper->problem->events; i++)
        if (stepper->fired[i] && !(kinks && kinks[i])) return false;
    return true;
}

void bri_stepper_take(bri_stepper *stepper, double h, double share)
{
    assert(h > 0 && share > 0 && share <= 1);
    stepper->now.last_t = stepper->now.t;
    stepper->now.last_share = share;
    stepper->now.t += h;
    memcpy(stepper->x, stepper->x_new, (size_t)stepper->all * sizeof(double));
    stepper->now.counts.steps++;
}

/* How much longer a step must be for the first event function that fired to cross 0, to first order; negative: it has. Another
 * one counts if it has crossed, but not by rounding alone, as the slip of an interface that nothing moves: its slope is rounding
 * too, and would move the end of the step anywhere. One that jumps has crossed by nothing, or a short length is tried. */
static double missing_length(const bri_stepper *stepper, double little)
{
    double least = INFINITY;
    for (int i = 0; i < stepper->problem->events; i++) {
        double inside = stepper->side[i] * stepper->g[i] + stepper->slack[i], slope = stepper->slope[i];
        double missing = isfinite(slope) ? inside / fmax(slope, least_divisor) : inside < 0 ? -DBL_MIN : little;
        if (stepper->fired[i] || inside < -bri_nearly_zero) least = fmin(least, missing);
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
    p->stepper->def.integrator->interpolate(p->stepper->work, p->share * share, x);
}

/* Quadratures up to a share of the step, by Gauss's rule: an integrator interpolates them less accurately than states. */
static void cut_quadratures(bri_stepper *stepper, double share)
{
    const bri_problem *p = &stepper->counted;
    part cut = {.stepper = stepper, .share = share};
    double h = share * stepper->now.h;
    if (bri_gauss_rates(p, stepper->now.t, h, stepper->discrete, interpolate_part, &cut, stepper->x_within,
                        stepper->error, stepper->gauss))
        return;
    bri_gauss_add(p->quadratures, h, 1, stepper->gauss, stepper->x + p->states, stepper->x_new + p->states);
}

void bri_stepper_cut(bri_stepper *stepper, double share)
{
    assert(share > 0 && share <= 1);
    if (stepper->problem->events) events_within(stepper, share, stepper->g);
    stepper->def.integrator->interpolate(stepper->work, share, stepper->x_new);
    cut_quadratures(stepper, share);
    bri_stepper_take(stepper, share * stepper->now.h, share);
    stepper->now.starts = true;
    stepper->now.watches_known = false;
    stepper->now.seen_h = 0;
}

/* The step is made anew: its event functions are again those where it begins. */
static bri_outcome refuse(bri_stepper *stepper, bri_outcome outcome)
{
    memcpy(stepper->g, stepper->sampled, (size_t)stepper->problem->events * sizeof(double));
    return outcome;
}

/* Interpolation is less accurate than a step: where no event function has crossed after the shorter step, a little is added to
 * it; where one has crossed by more than the step's error, as much is taken away. A step that ends at a kink aims a little past
 * it, which costs nothing, so that it is mostly made once. The points of the shorter step may show what those of the long one
 * missed: its error counts as that of any step. BRI_SHORTER: it is to be tried with another length. */
bri_outcome bri_stepper_step_to(bri_stepper *stepper, double share)
{
    assert(stepper->now.h > 0 && share >= 0 && share < 1);
    const bri_integrator_kind *kind = stepper->def.integrator;
    double full = stepper->now.h, finest = least_part * full, h = fmax(share * full, finest);
    double rtol = stepper->def.tolerances.rtol;
    bool bends = bri_stepper_only_kinks(stepper);
    if (kind->flags & BRI_HAS_OWN_CONTROL) {
        bri_stepper_cut(stepper, share);
        return BRI_FINE;
    }
    double exact = fmax((bends ? late_at_kink * sqrt(rtol) : rtol) * full, finest);
    if (bends) h = fmin(full, h + 0.5 * exact);
    double latest = fmin(full, h + interpolation_error * full);
    for (int tries = 0; tries < CORRECTIONS; tries++) {
        bri_outcome outcome = kind->step(stepper->work, stepper->now.t, stepper->x, stepper->discrete, &h,
                                         stepper->x_new, stepper->error);
        if (outcome) return refuse(stepper, outcome);
        stepper->now.h = h;
        events_at_end(stepper, stepper->g);
        double missing = missing_length(stepper, exact * (1 << 2 * tries));
        bool passed = missing<0, overshot = -missing> exact && -missing < 0.5 * h && tries + 2 < CORRECTIONS;
        if ((passed && !overshot) || (!passed && h >= latest) || tries + 1 == CORRECTIONS) break;
        h = passed ? h + 0.99 * missing : fmin(latest, h + fmax(finest, 1.5 * missing));
    }
    if (!(kind->flags & BRI_HAS_FIXED_STEP) && !(bri_stepper_error(stepper) <= 1)) return refuse(stepper, BRI_SHORTER);
    for (int i = 0; i < stepper->problem->events; i++)
        stepper->fired[i] = stepper->fired[i] || has_crossed(stepper, i, stepper->g);
    bri_stepper_take(stepper, h, 1);
    return BRI_FINE;
}
