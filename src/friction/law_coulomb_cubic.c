/* law_coulomb_cubic.c - Coulomb's law made smooth by a cubic
 *
 *     F = -mu_k N r (3 - r^2)/2 v/|v|, r = min(|v|/v_0, 1)
 *
 * Marques et al. 2018, Fig. 1c */
#include "friction/stribeck.h"

typedef struct coulomb_cubic {
    real mu_k, v_0;
} coulomb_cubic;

static const bri_param coulomb_cubic_params[] = {
    ROW_MU_K(coulomb_cubic),
    ROW_V_0(coulomb_cubic),
    {0},
};

BRI_KERNEL void coulomb_cubic_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const coulomb_cubic *p = params;
    real ratio = real_min(slip->speed / p->v_0, splat(1));
    real mu = p->mu_k * (ratio * (1.5 - 0.5 * (ratio * ratio)));
    out->force = slip->load * mu;
    out->by_speed = slip->load * (p->mu_k / p->v_0 * (1.5 - 1.5 * (ratio * ratio)));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(coulomb_cubic)

#if BRI_LANES == 1
static const bri_variable coulomb_cubic_events[] = {
    {"full", "m/s", "sliding friction is reached", BRI_ONE, 0, 0},
    {0},
};

static void coulomb_cubic_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const coulomb_cubic *p = params;
    g[0] = slip->speed - p->v_0;
}

const bri_friction_law bri_law_coulomb_cubic = {
    .kind = {BRI_KIND(coulomb_cubic, "static"), .title = "Coulomb's law, smoothed by a cubic",
             .reference = "Marques et al. 2018, Fig. 1c",
             .defects = "Creeps where a real contact sticks; its second derivative jumps at v_0.",
             .events = coulomb_cubic_events},
    BRI_CURVE_LAW(coulomb_cubic),
    .passive = bri_passive_always,
    .events = coulomb_cubic_kinks,
};
#endif
