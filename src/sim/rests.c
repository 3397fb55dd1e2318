/* rests.c - how long interfaces rest */
#include "sim/rests.h"

#include <math.h>

#include "sim/slip_time.h"
#include "sim/smoothed.h"
#include "sim/watched.h"
#include "system/tolerance.h"

enum {
    INNER = 16 /* places within a step that was made in small ones */
};

double bri_rest_speed(const bri_system *s, int k)
{
    double speed[BRI_SMOOTHED_SPEEDS] = {0};
    bri_smoothed_speeds(s, &s->interface[k], speed);
    double least = speed[0];
    for (int i = 1; i < BRI_SMOOTHED_SPEEDS && speed[i] > 0; i++)
        least = fmin(least, speed[i]);
    return fmax(least, tol_at_rest * s->speed);
}

void bri_rests_create(const bri_system *s, bri_arena *arena, bri_rests *x)
{
    size_t interfaces = (size_t)s->interfaces + 1;
    x->time = bri_arena_take(arena, interfaces, sizeof(double));
    x->speed = bri_arena_take(arena, interfaces, sizeof(double));
    for (int k = 0; k < s->interfaces && !arena->failed; k++)
        x->speed[k] = bri_rest_speed(s, k);
}

/* Time in a step during which an interface slips within a limit, given its slip at both ends. */
static double time_within(bri_sim *sim, int k, bri_sample a, bri_sample b, double limit)
{
    double begins = a.t, ends = b.t;
    if (fabs(a.score) <= limit && fabs(b.score) <= limit) return b.t - a.t;
    if (fmin(a.score, b.score) > limit || fmax(a.score, b.score) < -limit) return 0;
    if (fabs(a.score) > limit) begins = bri_time_of_slip(sim, k, copysign(limit, a.score), a, b);
    if (fabs(b.score) > limit) ends = bri_time_of_slip(sim, k, copysign(limit, b.score), a, b);
    return fmax(ends - begins, 0);
}

/* The same in a step that was made in small ones: between these, too, slip may come to rest and leave it. */
static double time_within_small(bri_sim *sim, int k, bri_sample a, bri_sample b, double limit)
{
    double times[INNER], sum = 0;
    int count = bri_stepper_inner(sim->stepper, false, INNER, times);
    for (int i = 0; i < count; i++) {
        bri_sample next = {times[i], bri_slip_at(sim, times[i], k)};
        sum += time_within(sim, k, a, next, limit);
        a = next;
    }
    return sum + time_within(sim, k, a, b, limit);
}

void bri_rests_step(bri_rests *x, bri_sim *sim, double from, const bri_discrete *held, const double *start,
                    const double *end)
{
    const bri_system *s = sim->system;
    double now = bri_stepper_time(sim->stepper);
    for (int k = 0; k < s->interfaces; k++) {
        int slip = k * BRI_WATCH_INTERFACE, rolling = slip + 1;
        double limit = x->speed[k];
        bri_sample a = {from, start[slip]}, b = {now, end[slip]};
        if (bri_is_separated(held, k)) continue;
        if (fmax(fabs(start[rolling]), fabs(end[rolling])) > limit) continue;
        x->time[k] += bri_sticks(held, k) ? now - from : time_within_small(sim, k, a, b, limit);
    }
}
