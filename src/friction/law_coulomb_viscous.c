/* law_coulomb_viscous.c - Coulomb's law and viscous friction, added
 *
 *     sliding: F = -(mu_k N + k_v |v|) v/|v|
 *     at rest: |F| <= mu_k N
 *
 * Not the law that Andersson et al. 2007 call combined Coulomb and viscous: that one is saturated_viscous. */
#include "friction/stribeck.h"

typedef struct coulomb_viscous {
    real mu_k, k_v;
} coulomb_viscous;

static const bri_param coulomb_viscous_params[] = {
    ROW_MU_K(coulomb_viscous),
    ROW_K_V(coulomb_viscous, 0),
    {0},
};

BRI_KERNEL void coulomb_viscous_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const coulomb_viscous *p = params;
    out->force = slip->load * p->mu_k + p->k_v * slip->speed;
    out->by_speed = p->k_v;
    out->by_load = p->mu_k;
}

BRI_SWEEP_CURVE(coulomb_viscous)

#if BRI_LANES == 1
static bri_real coulomb_viscous_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const coulomb_viscous *p = params;
    *by_load = p->mu_k;
    return slip->load * p->mu_k;
}

const bri_friction_law bri_law_coulomb_viscous = {
    .kind = {BRI_KIND(coulomb_viscous, "static"), .title = "Coulomb's law plus viscous friction, with exact stiction",
             .reference = "Armstrong-Helouvry, Dupont, Canudas de Wit 1994",
             .defects = "No Stribeck effect, no presliding; k_v is not scaled by the load."},
    BRI_CURVE_LAW(coulomb_viscous),
    .passive = bri_passive_always,
    .static_limit = coulomb_viscous_static_limit,
};
#endif
