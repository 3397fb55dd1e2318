/* law_stribeck.c - a static peak that decays with speed, and viscous friction; set-valued at rest
 *
 *     sliding: F = -(S(|v|) + k_v |v|) v/|v|
 *     S(s) = N (mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent))
 *     at rest: |F| <= mu_s N
 *
 * Exponent 1: Tustin 1947; 2: Armstrong. Andersson et al. 2007, eq. 10; Marques et al. 2018, eq. 4 */
#include "friction/stribeck.h"

typedef struct stribeck {
    real mu_k, mu_s, v_s, exponent, k_v;
} stribeck;

static const bri_param stribeck_params[] = {
    ROW_MU_K(stribeck), ROW_MU_S(stribeck), ROW_V_S(stribeck), ROW_EXPONENT(stribeck), ROW_K_V(stribeck, 0), {0},
};

BRI_KERNEL ahead stribeck_ahead(const void *params, real speed, bool look)
{
    const stribeck *p = params;
    return stribeck_decay_at(speed, p->v_s, p->exponent, look);
}

BRI_KERNEL void stribeck_curve_after(const void *params, const bri_slip *slip, decay d, bri_curve *out)
{
    const stribeck *p = params;
    real mu = p->mu_k + (p->mu_s - p->mu_k) * d.value;
    real mu_by_speed = (p->mu_s - p->mu_k) * d.slope;
    out->force = slip->load * mu + p->k_v * slip->speed;
    out->by_speed = slip->load * mu_by_speed + p->k_v;
    out->by_load = mu;
}

BRI_INLINE bool stribeck_often(stribeck *p)
{
    if (any(p->exponent != 2)) return false;
    p->exponent = splat(2);
    return true;
}

BRI_SWEEP_CURVE_AHEAD(stribeck, stribeck_often)

#if BRI_LANES == 1
CHECK_PEAK(stribeck)

static bri_real stribeck_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const stribeck *p = params;
    *by_load = p->mu_s;
    return slip->load * p->mu_s;
}

const bri_friction_law bri_law_stribeck = {
    .kind =
        {BRI_KIND(stribeck, "static"), .title = "Stribeck curve, with exact stiction",
         .reference = "Stribeck 1902; Bo, Pavelescu 1982; Andersson et al. 2007, eq. 10; Marques et al. 2018, eq. 4",
         .defects =
             "No presliding, no lag; falls steeply near rest: steps must resolve v_s; k_v is not scaled by the load.",
         .check = stribeck_check},
    BRI_CURVE_LAW(stribeck),
    .passive = bri_passive_always,
    .static_limit = stribeck_static_limit,
};
#endif
