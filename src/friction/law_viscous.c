/* law_viscous.c - friction proportional to speed
 *
 *     F = -k_v v
 *
 * Andersson, Soderberg, Bjorklund 2007, eq. 5 */
#include "friction/stribeck.h"

typedef struct viscous {
    real k_v;
} viscous;

static const bri_param viscous_params[] = {
    ROW_K_V(viscous, 0),
    {0},
};

BRI_KERNEL void viscous_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const viscous *p = params;
    out->force = p->k_v * slip->speed;
    out->by_speed = p->k_v;
    out->by_load = splat(0);
}

BRI_SWEEP_CURVE(viscous)

#if BRI_LANES == 1
const bri_friction_law bri_law_viscous = {
    .kind = {BRI_KIND(viscous, "static"), .title = "viscous friction",
             .reference = "Andersson, Soderberg, Bjorklund 2007, eq. 5",
             .defects = "No dry friction: nothing sticks, and the load has no effect."},
    BRI_CURVE_LAW(viscous),
    .passive = bri_passive_always,
};
#endif
