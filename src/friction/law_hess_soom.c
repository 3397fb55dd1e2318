/* law_hess_soom.c - a static peak that decays as a rational function of speed; set-valued at rest
 *
 *     sliding: F = -(N (mu_k + (mu_s - mu_k)/(1 + (|v|/v_s)^2)) + k_v |v|) v/|v|
 *     at rest: |F| <= mu_s N
 *
 * D. P. Hess, A. Soom, 1990; their time lag is left out (a law with a bristle has one) */
#include "friction/stribeck.h"

typedef struct hess_soom {
    real mu_k, mu_s, v_s, k_v;
} hess_soom;

static const bri_param hess_soom_params[] = {
    ROW_MU_K(hess_soom), ROW_MU_S(hess_soom), ROW_V_S(hess_soom), ROW_K_V(hess_soom, 0), {0},
};

BRI_KERNEL void hess_soom_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const hess_soom *p = params;
    real ratio = slip->speed / p->v_s, by = 1 + ratio * ratio;
    real peak = (p->mu_s - p->mu_k) / by, mu = p->mu_k + peak;
    out->force = slip->load * mu + p->k_v * slip->speed;
    out->by_speed = p->k_v - slip->load * (2 * ratio / p->v_s * (peak / by));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(hess_soom)

#if BRI_LANES == 1
CHECK_PEAK(hess_soom)

static bri_real hess_soom_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const hess_soom *p = params;
    *by_load = p->mu_s;
    return slip->load * p->mu_s;
}

const bri_friction_law bri_law_hess_soom = {
    .kind = {BRI_KIND(hess_soom, "static"),
             .title = "static peak that decays as a rational function of speed, with exact stiction",
             .reference = "Hess, Soom 1990", .defects = "No presliding, no lag; k_v is not scaled by the load.",
             .check = hess_soom_check},
    BRI_CURVE_LAW(hess_soom),
    .passive = bri_passive_always,
    .static_limit = hess_soom_static_limit,
};
#endif
