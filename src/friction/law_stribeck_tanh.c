/* law_stribeck_tanh.c - the Stribeck curve made smooth by a hyperbolic tangent
 *
 *     F = -(S(|v|) tanh(k_tanh |v|) + k_v |v|) v/|v|
 *     S(s) = N (mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent))
 *
 * Andersson, Soderberg, Bjorklund 2007, eq. 12 */
#include "friction/stribeck.h"

typedef struct stribeck_tanh {
    real mu_k, mu_s, v_s, exponent, k_tanh, k_v;
} stribeck_tanh;

static const bri_param stribeck_tanh_params[] = {
    ROW_MU_K(stribeck_tanh),
    ROW_MU_S(stribeck_tanh),
    ROW_V_S(stribeck_tanh),
    ROW_EXPONENT(stribeck_tanh),
    BRI_PARAM_AS(stribeck_tanh, k_tanh, BRI_ROLE_INVERSE_SPEED, "s/m", 1e4, 1e-3, 1e9, "steepness at rest"),
    ROW_K_V(stribeck_tanh, 0),
    {0},
};

BRI_KERNEL void stribeck_tanh_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const stribeck_tanh *p = params;
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    real mu = p->mu_k + (p->mu_s - p->mu_k) * d.value;
    real mu_by_speed = (p->mu_s - p->mu_k) * d.slope;
    real t = real_tanh(p->k_tanh * slip->speed);
    out->force = slip->load * (mu * t) + p->k_v * slip->speed;
    out->by_speed = slip->load * (mu_by_speed * t + mu * p->k_tanh * (1 - t * t)) + p->k_v;
    out->by_load = mu * t;
}

BRI_SWEEP_CURVE(stribeck_tanh)

#if BRI_LANES == 1
CHECK_PEAK(stribeck_tanh)

const bri_friction_law bri_law_stribeck_tanh = {
    .kind = {BRI_KIND(stribeck_tanh, "static"), .title = "Stribeck curve, smoothed by tanh",
             .reference = "Andersson, Soderberg, Bjorklund 2007, eq. 12",
             .defects = "Creeps where a real contact sticks; the peak stays below mu_s N: 0.968 of it with mu_s = 1.5 "
                        "mu_k and k_tanh v_s = 10.",
             .check = stribeck_tanh_check},
    BRI_CURVE_LAW(stribeck_tanh),
    .passive = bri_passive_always,
};
#endif
