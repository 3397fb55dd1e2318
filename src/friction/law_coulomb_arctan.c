/* law_coulomb_arctan.c - Coulomb's law made smooth by an arctangent
 *
 *     F = -mu_k N (2/pi) arctan(|v|/v_0) v/|v|
 *
 * Wojtyra 2017, Fig. 1b */
#include "friction/stribeck.h"

typedef struct coulomb_arctan {
    real mu_k, v_0;
} coulomb_arctan;

static const bri_param coulomb_arctan_params[] = {
    ROW_MU_K(coulomb_arctan),
    BRI_PARAM_AS(coulomb_arctan, v_0, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3,
                 "speed at which half of sliding friction is reached"),
    {0},
};

BRI_KERNEL void coulomb_arctan_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const coulomb_arctan *p = params;
    real ratio = slip->speed / p->v_0, two_by_pi = splat(0x1.45f306dc9c883p-1);
    real mu = p->mu_k * (two_by_pi * real_atan(ratio));
    out->force = slip->load * mu;
    out->by_speed = slip->load * (p->mu_k * two_by_pi / (p->v_0 * (1 + ratio * ratio)));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(coulomb_arctan)

#if BRI_LANES == 1
const bri_friction_law bri_law_coulomb_arctan = {
    .kind = {BRI_KIND(coulomb_arctan, "static"), .title = "Coulomb's law, smoothed by arctan",
             .reference = "Wojtyra 2017, Fig. 1b",
             .defects = "Creeps where a real contact sticks; reaches sliding friction slowly (0.94 of it at 10 v_0)."},
    BRI_CURVE_LAW(coulomb_arctan),
    .passive = bri_passive_always,
};
#endif
