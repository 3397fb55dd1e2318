/* slip_time.c - slip velocities within the last step */
#include "sim/slip_time.h"

#include <math.h>

#include "sim/watched.h"
#include "system/friction.h"

enum {
    SECANTS = 24 /* to find a speed within a step, with as many bisections among them */
};

bri_instant bri_instant_within(bri_sim *sim, double t)
{
    bri_instant at = bri_instant_of(sim->engine, t, bri_sim_interpolate(sim, t), sim->discrete_before);
    at.segment_end = bri_stepper_time(sim->stepper);
    return at;
}

double bri_slip_at(bri_sim *sim, double t, int k)
{
    bri_evaluation *o = &sim->observer;
    bri_instant at = bri_instant_within(sim, t);
    bri_point_set(&o->point, &at, BRI_SCOPE_SLIP);
    bri_update_patches(&o->point, &o->solution);
    return bri_interface_slip(&o->solution, k);
}

double bri_time_of_slip(bri_sim *sim, int k, double v, bri_sample a, bri_sample b)
{
    double t = a.t;
    for (int turn = 0; turn < SECANTS; turn++) {
        t = turn % 2 ? 0.5 * (a.t + b.t) : a.t + (b.t - a.t) * (v - a.score) / (b.score - a.score);
        bri_sample seen = {t, bri_slip_at(sim, t, k)};
        if (fabs(seen.score - v) < 0.1 * fabs(v)) break;
        *((seen.score > v) == (a.score > v) ? &a : &b) = seen;
    }
    return t;
}
