/* static_limits.c - static limit and sliding friction of a law as linear functions of the load
 *
 *     force = out[0] + out[1] N
 *
 * A law with exact stiction has a static limit of its own. For a law that creeps it is the coefficient of static friction
 * times N, or that of sliding friction where it has no static one. A law without either is evaluated at a typical load: the
 * static limit is the first peak of the steady force over the speed, and sliding friction the least force beyond. A curve
 * that only rises has no peak: such a law has the static limit 0; but where an expression is 0 at rest and nearly keeps a
 * force at last (tanh, arctan), that force is both. If a law sticks exactly and its curve never falls, sliding
 * friction is the force at which sliding begins. */
#include "stiction/static_limits.h"

#include <assert.h>
#include <math.h>

#include "stiction/tolerance.h"

enum {
    SPEEDS = 400 /* of the curve, on a logarithmic scale */
};

/* Parameter of the law with this role; not above 0: it has none. */
static double coefficient(const sys_interface *interface, bri_role role)
{
    return bri_role_value(&interface->law->kind, interface->params->law.params, role);
}

/* Friction force, N, in steady sliding at a speed, m/s, under a load, N. */
static double steady_force(const sys_interface *interface, double speed, double load)
{
    bri_slip slip = {.elements = bri_kind_elements(&interface->law->kind, interface->params->law.params),
                     .pair = &interface->pair};
    bri_curve out = {0};
    bri_slip_set(&slip, 1, &speed, load);
    interface->law->curve(interface->params->law.params, &slip, &out);
    return out.force;
}

/* Whether a law that creeps with its parameters, though it sticks with others, is a smoothed step; *end: its height, N. */
static bool is_smoothed_step(const sys_interface *interface, double load, double *end)
{
    const bri_friction_law *law = interface->law;
    *end = steady_force(interface, curve_fastest, load);
    double before = steady_force(interface, 0.1 * curve_fastest, load);
    return law->creeps && law->creeps(interface->params->law.params) && before > (1 - tol_curve_kept) * *end;
}

/* First peak of the steady friction force over the speed, N, and the least force beyond it; both 0: it rises on. */
static void scan_curve(const sys_interface *interface, double load, double *peak, double *least)
{
    double most = 0, low = INFINITY, end;
    bool falls = false, step = is_smoothed_step(interface, load, &end);
    for (int i = 0; i <= SPEEDS; i++) {
        double force =
            steady_force(interface, curve_slowest * pow(curve_fastest / curve_slowest, i / (double)SPEEDS), load);
        if (!falls && force < most * (1 - tol_curve_falls)) falls = true;
        if (falls)
            low = fmin(low, force);
        else
            most = fmax(most, force);
    }
    *peak = falls ? most : step ? end : 0;
    *least = falls ? low : *peak;
    if (!falls && bri_friction_sticks(interface->law, interface->params->law.params))
        *least = steady_force(interface, curve_slowest, load);
}

/* The linear function through 0 and the peak, or the least force, at the typical load. */
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
    assert(typical > 0);
    if (bri_friction_sticks(interface->law, interface->params->law.params)) {
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
