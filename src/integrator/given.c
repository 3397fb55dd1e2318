/* given.c - steps that another program makes: the sides of event functions, acceptance, events
 *
 * Between two steps an event function is side g + offset. The offset is that of built-in steps (slack), and at least 1e-9 where
 * the function was nearer to 0 when the last event ended: a program that looks for zero crossings sees no function at 0 where it
 * begins. Later steps may lower an offset, and never raise it: a function that falls slowly reaches 0. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "integrator/stepper.h"

static double offset(const bri_stepper *stepper, int i)
{
    double g = stepper->side[i] * stepper->g[i], slack = stepper->slack[i];
    if (stepper->now.holds_offsets) return stepper->held[i];
    if (!isfinite(slack)) slack = bri_nearly_zero; /* that of an integrator that passes kinks */
    return g < bri_nearly_zero ? fmax(slack, bri_nearly_zero + 2 * fabs(g)) : slack;
}

bool bri_stepper_event_values(const bri_stepper *stepper, double t, const double *x, double *values)
{
    const bri_problem *p = stepper->problem;
    bool known = true;
    if (!p->events) return true;
    p->event_values(p->context, t, x, stepper->discrete, values);
    for (int i = 0; i < p->events; i++) {
        known = known && !isnan(values[i]);
        values[i] = isnan(values[i]) ? 1 : stepper->side[i] * values[i] + offset(stepper, i);
    }
    return known;
}

bool bri_stepper_take_given(bri_stepper *stepper, double t, const double *x, bool *moved)
{
    assert(t >= stepper->now.t && x && moved);
    const bri_problem *p = stepper->problem;
    bool any = false;
    bri_stepper_event_values(stepper, t, x, stepper->g_after);
    for (int i = 0; i < p->events; i++) {
        stepper->fired[i] = !(stepper->g_after[i] > 0);
        any = any || (stepper->fired[i] && !(p->marks && p->marks[i]));
    }
    memmove(stepper->x, x, (size_t)stepper->all * sizeof(double));
    stepper->now.t = stepper->now.last_t = t;
    stepper->now.last_share = stepper->now.seen_h = 0;
    stepper->now.counts.steps++;
    for (int i = 0; i < p->events; i++)
        stepper->held[i] = offset(stepper, i);
    bri_stepper_start_anew(stepper);
    stepper->now.given_fired = true;
    *moved = bri_stepper_accept(stepper);
    if (p->events) p->event_values(p->context, t, stepper->x, stepper->discrete, stepper->g_after);
    for (int i = 0; i < p->events; i++) {
        if (stepper->fired[i] || isnan(stepper->g_after[i])) continue; /* its offset stays until it is handled */
        stepper->g[i] = stepper->g_after[i];
        if (stepper->side[i] * stepper->g[i] > 0) stepper->slack[i] = bri_stepper_least_slack(stepper, i);
        double side_g = stepper->side[i] * stepper->g[i], anew = offset(stepper, i),
               least = fmin(stepper->held[i], anew);
        stepper->held[i] = side_g + least > 0 ? least : anew; /* else a projection has moved it beyond 0 */
    }
    stepper->now.holds_offsets = true;
    return any;
}

bool bri_stepper_handle_given(bri_stepper *stepper, const bool *fired)
{
    bool any = false;
    for (int i = 0; i < stepper->problem->events; i++) {
        stepper->fired[i] = fired ? fired[i] : stepper->now.given_fired && stepper->fired[i];
        any = any || stepper->fired[i];
    }
    stepper->now.given_fired = false;
    if (any) bri_stepper_react(stepper, false);
    return any;
}
