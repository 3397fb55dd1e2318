/* watch.c - step sizes limited so that no step passes over a range in which rates change
 *
 * An error estimate knows the points of its step only. Friction that is constant from 5 m/s down to 0.1 m/s lets a step grow
 * until all of its points lie outside of the static peak below, or on both sides of it. So the distance d of a watched
 * function (a slip velocity) from such a range falls to a part of itself at most in one step:
 *
 *     h <= 3/4 max(|d|, width) / |d'|     before a step; d' over the step before
 *     d_new >= d/8                        after it, else it is made shorter; from within, d_new >= -4 width
 *
 * A range of width w is thus met in steps of about w, whose points lie in it: from there on the error estimate sees what
 * changes. Where d is far from the range this costs nothing, and a stop from v costs log(v/width)/log(4) steps at most.
 */
#include <math.h>
#include <string.h>

#include "integrator/stepper.h"

static const double aimed = 0.75, allowed = 0.875; /* of the distance, in one step */
static const double beyond = 4;                    /* widths past the range, from within it */

static void watch(bri_stepper *stepper, double t, const double *x, double *values)
{
    const bri_problem *p = stepper->problem;
    p->watch(p->context, t, x, stepper->discrete, values);
}

/* Longest step at a distance from a range that changes at a rate. */
static double limit_of(const bri_watched_range *range, double distance, double rate)
{
    bool nears = distance * rate < 0 || fabs(distance) <= range->width;
    return nears && rate != 0 ? aimed * fmax(fabs(distance), range->width) / fabs(rate) : INFINITY;
}

double bri_stepper_watch_limit(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    double longest = INFINITY;
    if (!p->watches || BRI_RESOLVES(stepper->def.integrator, p)) return longest;
    if (!stepper->now.watches_known) {
        watch(stepper, stepper->now.t, stepper->x, stepper->watched);
        memset(stepper->watched_rate, 0, (size_t)p->watches * sizeof(double));
        stepper->now.watches_known = true;
    }
    for (const bri_watched_range *range = p->range; range->of >= 0; range++)
        longest =
            fmin(longest, limit_of(range, stepper->watched[range->of] - range->at, stepper->watched_rate[range->of]));
    return longest;
}

/* Does a step leap over the range, from one distance to another? Both are positive on the side where it begins. */
static bool leaps(const bri_watched_range *range, double from, double to)
{
    return to < (from > range->width ? (1 - allowed) * from : -beyond * range->width);
}

double bri_stepper_watch_share(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    double share = 1;
    if (!p->watches || BRI_RESOLVES(stepper->def.integrator, p)) return share;
    watch(stepper, stepper->now.t + stepper->now.h, stepper->x_new, stepper->watched_new);
    for (const bri_watched_range *range = p->range; range->of >= 0; range++) {
        double from = stepper->watched[range->of] - range->at, to = stepper->watched_new[range->of] - range->at;
        double side = from < 0 ? -1 : 1, distance = side * from;
        if (!leaps(range, distance, side * to)) continue;
        double goal = distance > range->width ? aimed * distance : range->width;
        share = fmin(share, goal / (distance - side * to));
    }
    return share;
}

void bri_stepper_watch_take(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    int count = BRI_RESOLVES(stepper->def.integrator, p) ? 0 : p->watches;
    for (int i = 0; i < count; i++) {
        double rate = (stepper->watched_new[i] - stepper->watched[i]) / stepper->now.h;
        stepper->watched_rate[i] = isfinite(rate) ? rate : 0;
        stepper->watched[i] = stepper->watched_new[i];
    }
}

/* --- the same for steps that another program makes ----------------------------------------------------------------------
 *
 * A program that looks for zero crossings may have made a step far beyond, whose points were all outside of the range, and
 * interpolates back to the crossing. So that nothing changes before it, the way is shorter than that of built-in steps: half of the
 * distance from the range, and from within the range its width beyond its middle. */

void bri_stepper_watch_values(const bri_stepper *stepper, double t, const double *x, double *values)
{
    const bri_problem *p = stepper->problem;
    const bri_watched_range *range = p->range;
    if (!p->watches) return;
    p->watch(p->context, stepper->now.t, stepper->x, stepper->discrete, values);
    p->watch(p->context, t, x, stepper->discrete, stepper->watched_new);
    for (int i = 0; i < p->watches; i++) {
        double before = values[i], after = stepper->watched_new[i];
        values[i] = 1;
        for (; range->of == i; range++) {
            double from = before - range->at, side = from < 0 ? -1 : 1, distance = side * from;
            double end = distance > range->width ? 0.5 * distance : -range->width;
            double left = (side * (after - range->at) - end) / (distance - end);
            if (left < values[i]) values[i] = left;
        }
    }
}

double bri_stepper_watch_limit_at(const bri_stepper *stepper, const double *rates, double *moved, double *after)
{
    static const double small = 1e-6; /* of the time in which a state changes by its size */
    const bri_problem *p = stepper->problem;
    double longest = INFINITY, *before = stepper->watched_new, step = INFINITY;
    if (!p->watches) return longest;
    for (int i = 0; i < p->states; i++)
        if (rates[i] != 0) step = fmin(step, small * p->size[i] / fabs(rates[i]));
    if (!isfinite(step)) return longest;
    for (int i = 0; i < stepper->all; i++)
        moved[i] = stepper->x[i] + step * rates[i];
    p->watch(p->context, stepper->now.t, stepper->x, stepper->discrete, before);
    p->watch(p->context, stepper->now.t, moved, stepper->discrete, after);
    for (const bri_watched_range *range = p->range; range->of >= 0; range++) {
        double rate = (after[range->of] - before[range->of]) / step;
        longest = fmin(longest, limit_of(range, before[range->of] - range->at, rate));
    }
    return longest;
}
