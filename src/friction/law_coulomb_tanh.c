/* law_coulomb_tanh.c - Coulomb's law made smooth by a hyperbolic tangent
 *
 *     F = -mu_k N tanh(k_tanh |v|) v/|v|
 *
 * Andersson, Soderberg, Bjorklund 2007, eq. 9 */
#include "friction/stribeck.h"

typedef struct coulomb_tanh {
    real mu_k, k_tanh;
} coulomb_tanh;

static const bri_param coulomb_tanh_params[] = {
    ROW_MU_K(coulomb_tanh),
    BRI_PARAM_AS(coulomb_tanh, k_tanh, BRI_ROLE_INVERSE_SPEED, "s/m", 1000, 1e-3, 1e9, "steepness at rest"),
    {0},
};

BRI_KERNEL ahead coulomb_tanh_ahead(const void *params, real speed, bool look)
{
    const coulomb_tanh *p = params;
    (void)look;
    return (ahead){.value = real_tanh(p->k_tanh * speed)};
}

BRI_KERNEL void coulomb_tanh_curve_after(const void *params, const bri_slip *slip, ahead tanh, bri_curve *out)
{
    const coulomb_tanh *p = params;
    real t = tanh.value, mu = p->mu_k * t;
    out->force = slip->load * mu;
    out->by_speed = slip->load * (p->mu_k * p->k_tanh * (1 - t * t));
    out->by_load = mu;
}

BRI_SWEEP_CURVE_AHEAD(coulomb_tanh, never)

#if BRI_LANES == 1
const bri_friction_law bri_law_coulomb_tanh = {
    .kind = {BRI_KIND(coulomb_tanh, "static"), .title = "Coulomb's law, smoothed by tanh",
             .reference = "Andersson, Soderberg, Bjorklund 2007, eq. 9",
             .defects = "Creeps where a real contact sticks; stiff at rest (mu_k N k_tanh)."},
    BRI_CURVE_LAW(coulomb_tanh),
    .passive = bri_passive_always,
};
#endif
