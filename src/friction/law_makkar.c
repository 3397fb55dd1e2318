/* law_makkar.c - a smooth curve with static peak, sliding and viscous friction, from three tanh
 *
 *     F = -N (g_1 (tanh(g_2 |v|) - tanh(g_3 |v|)) + g_4 tanh(g_5 |v|) + g_6 |v|) v/|v|
 *
 * C. Makkar, W. E. Dixon, W. G. Sawyer, G. Hu, 2005. g_1 + g_4 is about mu_s, g_4 is mu_k. */
#include "friction/stribeck.h"

typedef struct makkar {
    real g_1, g_2, g_3, g_4, g_5, g_6;
} makkar;

static const bri_param makkar_params[] = {
    BRI_PARAM_AS(makkar, g_1, BRI_ROLE_STATIC_SHARE, "1", 0.05, 0, 10,
                 "height of the static peak above sliding friction"),
    BRI_PARAM_AS(makkar, g_2, BRI_ROLE_INVERSE_SPEED, "s/m", 1e4, 0, 1e9, "steepness of the rise to the peak"),
    BRI_PARAM_AS(makkar, g_3, BRI_ROLE_INVERSE_SPEED, "s/m", 1000, 0, 1e9, "steepness of the fall from the peak"),
    BRI_PARAM_AS(makkar, g_4, BRI_ROLE_STATIC_SHARE, "1", 0.1, 0, 10, "coefficient of sliding friction"),
    BRI_PARAM_AS(makkar, g_5, BRI_ROLE_INVERSE_SPEED, "s/m", 1e4, 0, 1e9, "steepness of the rise of sliding friction"),
    BRI_PARAM_AS(makkar, g_6, BRI_ROLE_VISCOUS, "s/m", 0, 0, 1e6, "viscous coefficient"),
    {0},
};

BRI_KERNEL void makkar_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const makkar *p = params;
    real rise = real_tanh(p->g_2 * slip->speed), fall = real_tanh(p->g_3 * slip->speed);
    real full = real_tanh(p->g_5 * slip->speed);
    real mu = p->g_1 * (rise - fall) + p->g_4 * full + p->g_6 * slip->speed;
    real rise_slope = p->g_2 * (1 - rise * rise), fall_slope = p->g_3 * (1 - fall * fall);
    out->force = slip->load * mu;
    out->by_speed = slip->load * (p->g_1 * (rise_slope - fall_slope) + p->g_4 * (p->g_5 * (1 - full * full)) + p->g_6);
    out->by_load = mu;
}

BRI_SWEEP_CURVE(makkar)

#if BRI_LANES == 1
static bri_status makkar_check(const void *params, bri_error *err)
{
    const makkar *p = params;
    if (p->g_2 < p->g_3)
        return bri_fail(err, BRI_BAD_VALUE, "g_2 (%g s/m) is below g_3 (%g s/m): friction would fall before it rises",
                        p->g_2, p->g_3);
    return BRI_OK;
}

const bri_friction_law bri_law_makkar = {
    .kind = {BRI_KIND(makkar, "static"), .title = "smooth static peak, sliding and viscous friction, from three tanh",
             .reference = "Makkar, Dixon, Sawyer, Hu 2005",
             .defects = "Creeps where a real contact sticks; the parameters are not the coefficients one measures.",
             .check = makkar_check},
    BRI_CURVE_LAW(makkar),
    .passive = bri_passive_always,
};
#endif
