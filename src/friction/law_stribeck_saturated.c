/* law_stribeck_saturated.c - the Stribeck curve with a linear ramp at rest
 *
 *     F = -(S(|v|) min(k_sat |v|, 1) + k_v |v|) v/|v|
 *     S(s) = N (mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent))
 *
 * Andersson, Soderberg, Bjorklund 2007, eq. 11 (which lacks a parenthesis) */
#include "friction/stribeck.h"

typedef struct stribeck_saturated {
    real mu_k, mu_s, v_s, exponent, k_sat, k_v;
} stribeck_saturated;

static const bri_param stribeck_saturated_params[] = {
    ROW_MU_K(stribeck_saturated),
    ROW_MU_S(stribeck_saturated),
    ROW_V_S(stribeck_saturated),
    ROW_EXPONENT(stribeck_saturated),
    BRI_PARAM_AS(stribeck_saturated, k_sat, BRI_ROLE_INVERSE_SPEED, "s/m", 1e4, 1e-3, 1e9,
                 "steepness at rest: full friction from 1/k_sat on"),
    ROW_K_V(stribeck_saturated, 0),
    {0},
};

BRI_KERNEL void stribeck_saturated_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const stribeck_saturated *p = params;
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    real mu = p->mu_k + (p->mu_s - p->mu_k) * d.value;
    real mu_by_speed = (p->mu_s - p->mu_k) * d.slope;
    real ramp = p->k_sat * slip->speed;
    mask rises = is_below(slip, 0, ramp < 1);
    real held = pick(rises, ramp, splat(1));
    out->force = slip->load * (mu * held) + p->k_v * slip->speed;
    out->by_speed = slip->load * (mu_by_speed * held + pick(rises, mu * p->k_sat, splat(0))) + p->k_v;
    out->by_load = mu * held;
}

BRI_SWEEP_CURVE(stribeck_saturated)

#if BRI_LANES == 1
CHECK_PEAK(stribeck_saturated)

static const bri_variable stribeck_saturated_events[] = {
    {"full", "1", "end of the linear ramp", BRI_ONE, 0, 0},
    {0},
};

static void stribeck_saturated_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const stribeck_saturated *p = params;
    g[0] = p->k_sat * slip->speed - 1;
}

const bri_friction_law bri_law_stribeck_saturated = {
    .kind = {BRI_KIND(stribeck_saturated, "static"), .title = "Stribeck curve, linear at rest",
             .reference = "Andersson, Soderberg, Bjorklund 2007, eq. 11",
             .defects =
                 "Creeps where a real contact sticks; the peak stays below mu_s N unless 1/k_sat is far below v_s.",
             .check = stribeck_saturated_check, .events = stribeck_saturated_events},
    BRI_CURVE_LAW(stribeck_saturated),
    .passive = bri_passive_always,
    .events = stribeck_saturated_kinks,
    .pieces = BRI_PIECES_OF_SPEED,
};
#endif
