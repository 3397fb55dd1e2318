/* watch.c - no step leaps over a range in which rates change
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

double bri_stepper_watch_limit(bri_stepper *stepper)
{
    const bri_problem *p = stepper->problem;
    double longest = INFINITY;
    if (!p->watches) return longest;
    if (!stepper->now.watches_known) {
        watch(stepper, stepper->now.t, stepper->x, stepper->watched);
        memset(stepper->watched_rate, 0, (size_t)p->watches * sizeof(double));
        stepper->now.watches_known = true;
    }
    for (const bri_watched_range *range = p->range; range->of >= 0; range++) {
        double d = stepper->watched[range->of] - range->at, rate = stepper->watched_rate[range->of];
        bool nears = d * rate < 0 || fabs(d) <= range->width;
        if (nears && rate != 0) longest = fmin(longest, aimed * fmax(fabs(d), range->width) / fabs(rate));
    }
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
    if (!p->watches) return share;
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
    int count = stepper->problem->watches;
    for (int i = 0; i < count; i++) {
        double rate = (stepper->watched_new[i] - stepper->watched[i]) / stepper->now.h;
        stepper->watched_rate[i] = isfinite(rate) ? rate : 0;
        stepper->watched[i] = stepper->watched_new[i];
    }
}
