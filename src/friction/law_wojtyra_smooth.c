/* law_wojtyra_smooth.c - a static peak made of straight lines, its corners rounded by parabolas
 *
 *     mu = mu_s r - (mu_s + d) R(r - 1) + d R(r - 1.5),   r = |v|/gamma,  d = 2 (mu_s - mu_k)
 *     R(x) = 0 up to -blend, (x + blend)^2/(4 blend) up to blend, x beyond
 *     F = -mu N v/|v|
 *
 * Away from the corners it is the law of Wojtyra 2017, eq. 12; with the same slope at rest, which shares the load
 * between stuck joints. The paper names a smoothed form (Fig. 1c) and prints no formula for it. */
#include "friction/stribeck.h"

typedef struct wojtyra_smooth {
    real mu_k, mu_s, gamma, blend;
} wojtyra_smooth;

static const bri_param wojtyra_smooth_params[] = {
    ROW_MU_K(wojtyra_smooth),
    ROW_MU_S(wojtyra_smooth),
    BRI_PARAM_AS(wojtyra_smooth, gamma, BRI_ROLE_SPEED_SCALE, "m/s", 1e-5, 1e-9, 1e3, "speed of the static peak"),
    BRI_PARAM(wojtyra_smooth, blend, "1", 0.1, 1e-3, 0.25, "half the width of a rounded corner, as a share of gamma"),
    {0},
};

typedef struct ramp {
    real value, slope;
} ramp;

BRI_INLINE ramp smooth_ramp(real x, real blend)
{
    real into = real_min(real_max(x + blend, splat(0)), 2 * blend);
    ramp r;
    r.value = into * into / (4 * blend) + real_max(x - blend, splat(0));
    r.slope = into / (2 * blend);
    return r;
}

BRI_KERNEL void wojtyra_smooth_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const wojtyra_smooth *p = params;
    real ratio = real_min(slip->speed / p->gamma, splat(2)), drop = 2 * (p->mu_s - p->mu_k); /* constant beyond 1.75 */
    ramp peak = smooth_ramp(ratio - 1, p->blend), foot = smooth_ramp(ratio - 1.5, p->blend);
    real mu = real_max(p->mu_s * ratio - (p->mu_s + drop) * peak.value + drop * foot.value, splat(0)); /* of rounding */
    real by_ratio = p->mu_s - (p->mu_s + drop) * peak.slope + drop * foot.slope;
    out->force = slip->load * mu;
    out->by_speed = slip->load * (by_ratio / p->gamma);
    out->by_load = mu;
}

BRI_SWEEP_CURVE(wojtyra_smooth)

#if BRI_LANES == 1
CHECK_PEAK(wojtyra_smooth)

const bri_friction_law bri_law_wojtyra_smooth = {
    .kind = {BRI_KIND(wojtyra_smooth, "static"), .title = "piecewise linear curve with a static peak, corners rounded",
             .reference = "after Wojtyra 2017, Fig. 1c",
             .defects =
                 "Creeps where a real contact sticks; gamma decides which joint breaks away first; the peak stays "
                 "below mu_s N by (mu_s + 2 (mu_s - mu_k)) blend/4.",
             .check = wojtyra_smooth_check},
    BRI_CURVE_LAW(wojtyra_smooth),
    .passive = bri_passive_always,
};
#endif
