/* law_exponential_peak.c - the law of block-diagram tools: an exponential peak, tanh and viscous friction
 *
 *     F = -(sqrt(2e) N (mu_s - mu_k) exp(-r^2) r + mu_k N tanh(|v|/v_c) + k_v |v|) v/|v|
 *     r = |v|/(sqrt(2) v_brk), v_c = v_brk/10
 *
 * The first term has its maximum, N (mu_s - mu_k), at v_brk. */
#include "friction/stribeck.h"

typedef struct exponential_peak {
    real mu_k, mu_s, v_brk, k_v;
} exponential_peak;

static const bri_param exponential_peak_params[] = {
    ROW_MU_K(exponential_peak),
    ROW_MU_S(exponential_peak),
    BRI_PARAM_AS(exponential_peak, v_brk, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3,
                 "break-away velocity: where the static peak is"),
    ROW_K_V(exponential_peak, 0),
    {0},
};

BRI_KERNEL void exponential_peak_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const exponential_peak *p = params;
    real r = slip->speed / (1.4142135623730951 * p->v_brk), sqrt_2e = splat(2.3316439815971242);
    real height = sqrt_2e * (p->mu_s - p->mu_k) * real_exp(-r * r);
    real t = real_tanh(10 * slip->speed / p->v_brk);
    real mu = height * r + p->mu_k * t;
    out->force = slip->load * mu + p->k_v * slip->speed;
    out->by_speed = slip->load * (height * (1 - 2 * r * r) / (1.4142135623730951 * p->v_brk) +
                                  p->mu_k * (10 * (1 - t * t) / p->v_brk)) +
                    p->k_v;
    out->by_load = mu;
}

BRI_SWEEP_CURVE(exponential_peak)

#if BRI_LANES == 1
CHECK_PEAK(exponential_peak)

const bri_friction_law bri_law_exponential_peak = {
    .kind = {BRI_KIND(exponential_peak, "static"), .title = "exponential static peak, tanh and viscous friction",
             .reference = "translational friction block of block-diagram tools",
             .defects = "Creeps where a real contact sticks; k_v is not scaled by the load.",
             .check = exponential_peak_check},
    BRI_CURVE_LAW(exponential_peak),
    .passive = bri_passive_always,
};
#endif
