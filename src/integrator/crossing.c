/* crossing.c - where an event function crosses 0 within a step
 *
 * Event functions are sampled at the end of a step and at a few places within. One that changed its sign is located in the
 * step's own interpolation; the step is then made anew, up to there. An integrator that looks several steps back does not
 * repeat a step: the state is interpolated, and the integrator starts anew. */
#include <math.h>
#include <string.h>

#include "integrator/locate.h"
#include "integrator/quadrature.h"
#include "integrator/stepper.h"

enum {
    CORRECTIONS = 5
};
static const double nearly_zero = 1e-9;  /* of an event function */
static const double late_at_kink = 0.05; /* of a step, times sqrt(rtol): being late there costs its square */

/* An event function that should be positive now, or has crossed, may be on the wrong side of 0 by rounding. It fires when it
 * gets further there, or after it was on its own side. */
void bri_stepper_sides(bri_stepper *stepper, bool keep_fired)
{
    const bri_problem *p = stepper->problem;
    if (!p->events) return;
    p->event_values(p->context, stepper->now.t, stepper->x, stepper->discrete, stepper->g);
    for (int i = 0; i < p->events; i++) {
        double g = stepper->g[i];
        if (keep_fired && stepper->fired[i])
            stepper->side[i] = (signed char)-stepper->side[i];
        else
            stepper->side[i] = g < -nearly_zero && !(p->gates && p->gates[i]) ? -1 : 1;
        stepper->slack[i] = stepper->side[i] * g < 0 ? fmax(nearly_zero, 2 * fabs(g)) : 0;
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

/* Whether an event function crosses 0 and comes back between three consecutive samples: the parabola through them says where.
 * The first such place at which one really has crossed; 2: there is none. */
static double dip_between(bri_stepper *stepper, bri_crossing *crossing, int first, double spacing)
{
    int events = stepper->problem->events;
    const double *a = stepper->sampled + first * events, *b = a + events, *c = b + events;
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

/* The first sample of the step at which an event function has crossed, as a share of the step, and the last sample before it;
 * 2: none has. */
static double sample_step(bri_stepper *stepper, bri_crossing *crossing, double *before)
{
    int events = stepper->problem->events, samples = stepper->def.samples + 1;
    size_t size = (size_t)events * sizeof(double);
    memcpy(stepper->sampled, stepper->g, size);
    for (int i = 1; i <= samples; i++) {
        double share = (double)i / samples, *here = stepper->sampled + i * events;
        if (i < samples)
            events_within(stepper, share, here);
        else
            events_at_end(stepper, here);
        double dip = i > 1 ? dip_between(stepper, crossing, i - 2, 1. / samples) : 2;
        int left = dip < 2 ? (int)(dip * samples) : i - 1;
        *before = (double)left / samples;
        memcpy(stepper->g_before, stepper->sampled + left * events, size);
        if (dip < 2) return dip;
        memcpy(stepper->g_after, here, size);
        if (bri_passed(crossing, here)) return share;
        for (int k = 0; k < events; k++)
            if (stepper->side[k] * here[k] > 0) stepper->slack[k] = 0;
    }
    return 2;
}

double bri_stepper_crossing(bri_stepper *stepper)
{
    int events = stepper->problem->events;
    if (!events) return 2;
    bri_crossing crossing = crossing_of(stepper);
    double before = 0, after = sample_step(stepper, &crossing, &before);
    if (after <= 1) {
        double wide = after - before;
        after = bri_locate(&crossing, before, after, fmax(1e-12, 4e-16 * fabs(stepper->now.t) / stepper->now.h));
        double back = fmin(0.01 * wide, 0.5 * after); /* where a function rises first, its slope is taken here */
        events_within(stepper, after - back, stepper->g_before);
        for (int i = 0; i < events; i++)
            stepper->slope[i] = fabs(stepper->g_after[i] - stepper->g_before[i]) / (back * stepper->now.h);
    }
    for (int i = 0; i < events; i++)
        stepper->fired[i] = has_crossed(stepper, i, stepper->g_after);
    memcpy(stepper->g, stepper->g_after, (size_t)events * sizeof(double)); /* where the next step begins */
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
    stepper->now.last_t = stepper->now.t;
    stepper->now.last_share = share;
    stepper->now.t += h;
    memcpy(stepper->x, stepper->x_new, (size_t)stepper->all * sizeof(double));
    stepper->now.counts.steps++;
}

/* How much longer a step must be for the first event function that fired to cross 0, to first order; negative: it has. Another
 * one counts if it has crossed, but not by rounding alone, as the slip of an interface that nothing moves: its slope is rounding
 * too, and would move the end of the step anywhere. */
static double missing_length(const bri_stepper *stepper)
{
    double least = INFINITY;
    for (int i = 0; i < stepper->problem->events; i++) {
        double inside = stepper->side[i] * stepper->g[i] + stepper->slack[i];
        if (stepper->fired[i] || inside < -nearly_zero) least = fmin(least, inside / fmax(stepper->slope[i], 1e-300));
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

/* Interpolation is less accurate than a step: where no event function has crossed after the shorter step, a little is added to
 * it; where one has crossed by more than the step's error, as much is taken away. A step that ends at a kink aims a little past
 * it, which costs nothing, so that it is mostly made once. */
bri_outcome bri_stepper_step_to(bri_stepper *stepper, double share)
{
    const bri_integrator_kind *kind = stepper->def.integrator;
    double full = stepper->now.h, h = share * full, finest = 1e-12 * full, rtol = stepper->def.tolerances.rtol;
    bool bends = bri_stepper_only_kinks(stepper);
    if (kind->flags & BRI_HAS_OWN_CONTROL) {
        kind->interpolate(stepper->work, share, stepper->x_new);
        cut_quadratures(stepper, share);
        bri_stepper_take(stepper, h, share);
        stepper->now.starts = true;
        return BRI_FINE;
    }
    double exact = fmax((bends ? late_at_kink * sqrt(rtol) : rtol) * full, finest);
    if (bends) h = fmin(full, h + 0.5 * exact);
    for (int tries = 0; tries < CORRECTIONS; tries++) {
        bri_outcome outcome = kind->step(stepper->work, stepper->now.t, stepper->x, stepper->discrete, &h,
                                         stepper->x_new, stepper->error);
        if (outcome) return outcome;
        stepper->now.h = h;
        events_at_end(stepper, stepper->g);
        double missing = missing_length(stepper);
        bool passed = missing<0, overshot = -missing> exact && -missing < 0.5 * h && tries + 2 < CORRECTIONS;
        if ((passed && !overshot) || tries + 1 == CORRECTIONS) break;
        h = passed ? h + 0.99 * missing : fmin(full, h + fmax(finest, 1.5 * missing));
    }
    for (int i = 0; i < stepper->problem->events; i++)
        stepper->fired[i] = stepper->fired[i] || has_crossed(stepper, i, stepper->g);
    bri_stepper_take(stepper, h, 1);
    return BRI_FINE;
}
