/* grip.c - what a law holds at rest, and what it leaves in sliding, as functions of the load
 *
 *     force = out[0] + out[1] N
 *
 * A law that is a set of forces at rest says so itself. Of one that creeps: its coefficient of static friction times N, or
 * that of sliding friction where it has no static one. A law without either is asked for its curve at a typical load: the
 * first peak over the speed, and the least force beyond. A curve that only rises has no peak: such a law holds nothing at
 * rest. */
#include "stiction/static_limits.h"

#include <math.h>

enum {
    SPEEDS = 400
};
static const double slowest = 1e-9, fastest = 1; /* m/s */

static double coefficient(const sys_interface *interface, bri_role role)
{
    return bri_role_value(&interface->law->kind, interface->params->law.params, role);
}

static double steady_force(const sys_interface *interface, double speed, double load)
{
    bri_slip slip = {.elements = bri_kind_elements(&interface->law->kind, interface->params->law.params),
                     .pair = &interface->pair};
    bri_curve out = {0};
    bri_slip_set(&slip, 1, &speed, load);
    interface->law->curve(interface->params->law.params, &slip, &out);
    return out.force;
}

/* The first peak over the speed, and the least force beyond it. */
static void scan_curve(const sys_interface *interface, double load, double *peak, double *least)
{
    double most = 0, low = INFINITY;
    bool falls = false;
    for (int i = 0; i <= SPEEDS; i++) {
        double force = steady_force(interface, slowest * pow(fastest / slowest, i / (double)SPEEDS), load);
        if (!falls && force < most * (1 - 1e-9)) falls = true;
        if (falls)
            low = fmin(low, force);
        else
            most = fmax(most, force);
    }
    *peak = falls ? most : 0;
    *least = falls ? low : 0;
}

static void from_curve(const sys_interface *interface, double typical, bool at_rest, double out[2])
{
    double peak, least;
    scan_curve(interface, typical, &peak, &least);
    out[0] = 0;
    out[1] = (at_rest ? peak : least) / typical;
}

void bri_static_limit_of(const sys_interface *interface, double typical, double out[2])
{
    bri_slip slip = {.elements = bri_kind_elements(&interface->law->kind, interface->params->law.params),
                     .pair = &interface->pair};
    double still = 0, by_load, mu;
    if (interface->law->static_limit) {
        bri_slip_set(&slip, 1, &still, 0);
        out[0] = interface->law->static_limit(interface->params->law.params, &slip, &by_load);
        bri_slip_set(&slip, 1, &still, 1);
        out[1] = interface->law->static_limit(interface->params->law.params, &slip, &by_load) - out[0];
        return;
    }
    mu = coefficient(interface, BRI_ROLE_STATIC);
    out[0] = 0;
    out[1] = mu;
    if (!(mu > 0)) from_curve(interface, typical, true, out);
}

void bri_sliding_force_of(const sys_interface *interface, double typical, double out[2])
{
    double mu = coefficient(interface, BRI_ROLE_SLIDING);
    out[0] = 0;
    out[1] = mu;
    if (!(mu > 0) && !(coefficient(interface, BRI_ROLE_STATIC) > 0)) from_curve(interface, typical, false, out);
}
