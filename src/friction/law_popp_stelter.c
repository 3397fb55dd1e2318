/* law_popp_stelter.c - friction that falls and rises again with speed; set-valued at rest
 *
 *     sliding: F = -N (alpha/(1 + gamma |v|) + beta + eta v^2) v/|v|
 *     at rest: |F| <= (alpha + beta) N
 *
 * K. Popp, P. Stelter, 1990 */
#include "friction/stribeck.h"

typedef struct popp_stelter {
    real alpha, gamma, beta, eta;
} popp_stelter;

static const bri_param popp_stelter_params[] = {
    BRI_PARAM_AS(popp_stelter, alpha, BRI_ROLE_STATIC_SHARE, "1", 0.3, 0, 10,
                 "share of friction that falls with speed"),
    BRI_PARAM_AS(popp_stelter, gamma, BRI_ROLE_INVERSE_SPEED, "s/m", 1.42, 0, 1e9, "how fast it falls"),
    BRI_PARAM_AS(popp_stelter, beta, BRI_ROLE_STATIC_SHARE, "1", 0.1, 0, 10, "share of friction that is constant"),
    BRI_PARAM_AS(popp_stelter, eta, BRI_ROLE_VISCOUS, "s2/m2", 0.01, 0, 1e6,
                 "share of friction that rises with the square of speed"),
    {0},
};

BRI_KERNEL void popp_stelter_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const popp_stelter *p = params;
    real by = 1 + p->gamma * slip->speed, falling = p->alpha / by;
    real mu = falling + p->beta + p->eta * slip->speed * slip->speed;
    out->force = slip->load * mu;
    out->by_speed = slip->load * (2 * p->eta * slip->speed - p->gamma * (falling / by));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(popp_stelter)

#if BRI_LANES == 1
static bri_real popp_stelter_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    const popp_stelter *p = params;
    *by_load = p->alpha + p->beta;
    return slip->load * *by_load;
}

const bri_friction_law bri_law_popp_stelter = {
    .kind = {BRI_KIND(popp_stelter, "static"),
             .title = "friction that falls and rises again with speed, with exact stiction",
             .reference = "Popp, Stelter 1990", .defects = "No presliding, no lag; rises without bound at high speed."},
    BRI_CURVE_LAW(popp_stelter),
    .passive = bri_passive_always,
    .static_limit = popp_stelter_static_limit,
};
#endif
