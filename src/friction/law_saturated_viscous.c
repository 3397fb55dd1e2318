/* law_saturated_viscous.c - viscous friction up to Coulomb's force
 *
 *     F = -mu_k N min(k_sat |v|, 1) v/|v|
 *
 * Andersson, Soderberg, Bjorklund 2007, eqs. 6-8, there called combined Coulomb and viscous */
#include "friction/stribeck.h"

typedef struct saturated_viscous {
    real mu_k, k_sat;
} saturated_viscous;

static const bri_param saturated_viscous_params[] = {
    ROW_MU_K(saturated_viscous),
    ROW_K_SAT(saturated_viscous),
    {0},
};

BRI_KERNEL void saturated_viscous_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const saturated_viscous *p = params;
    real ramp = p->k_sat * slip->speed;
    mask rises = is_below(slip, 0, ramp < 1);
    real mu = p->mu_k * pick(rises, ramp, splat(1));
    out->force = slip->load * mu;
    out->by_speed = pick(rises, slip->load * (p->mu_k * p->k_sat), splat(0));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(saturated_viscous)

#if BRI_LANES == 1
static const bri_variable saturated_viscous_events[] = {
    {"full", "1", "sliding friction is reached", BRI_ONE, 0, 0},
    {0},
};

static void saturated_viscous_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const saturated_viscous *p = params;
    g[0] = p->k_sat * slip->speed - 1;
}

const bri_friction_law bri_law_saturated_viscous = {
    .kind = {BRI_KIND(saturated_viscous, "static"), .title = "viscous friction up to Coulomb's force",
             .reference = "Andersson, Soderberg, Bjorklund 2007, eqs. 6-8",
             .defects =
                 "Creeps under any force, with time constant mu_k N k_sat/k on a spring k; stiff at rest; one kink.",
             .events = saturated_viscous_events},
    BRI_CURVE_LAW(saturated_viscous),
    .passive = bri_passive_always,
    .events = saturated_viscous_kinks,
    .pieces = BRI_PIECES_OF_SPEED,
};
#endif
