/* law_bengisu_akay.c - a parabola up to the static peak, then an exponential
 *
 *     F = -mu N v/|v|
 *     mu = mu_s (1 - (|v| - v_0)^2/v_0^2)                        below v_0
 *     mu = mu_k + (mu_s - mu_k) exp(-xi (|v| - v_0))             above
 *
 * M. T. Bengisu, A. Akay, 1994 */
#include "friction/stribeck.h"

typedef struct bengisu_akay {
    real mu_k, mu_s, v_0, xi;
} bengisu_akay;

static const bri_param bengisu_akay_params[] = {
    ROW_MU_K(bengisu_akay),
    ROW_MU_S(bengisu_akay),
    BRI_PARAM_AS(bengisu_akay, v_0, BRI_ROLE_SPEED_SCALE, "m/s", 1e-4, 1e-9, 1e3, "speed of the static peak"),
    BRI_PARAM_AS(bengisu_akay, xi, BRI_ROLE_INVERSE_SPEED, "s/m", 1000, 0, 1e9, "decay of the peak"),
    {0},
};

BRI_KERNEL void bengisu_akay_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const bengisu_akay *p = params;
    real short_by = 1 - real_min(slip->speed / p->v_0, splat(1));
    real peak = (p->mu_s - p->mu_k) * real_exp(-p->xi * real_max(slip->speed - p->v_0, splat(0)));
    mask rises = slip->speed < p->v_0;
    real mu = pick(rises, p->mu_s * (1 - short_by * short_by), p->mu_k + peak);
    out->force = slip->load * mu;
    out->by_speed = slip->load * pick(rises, 2 * p->mu_s * short_by / p->v_0, -p->xi * peak);
    out->by_load = mu;
}

BRI_SWEEP_CURVE(bengisu_akay)

#if BRI_LANES == 1
CHECK_PEAK(bengisu_akay)

static const bri_variable bengisu_akay_events[] = {
    {"peak", "m/s", "the static peak", BRI_ONE, 0, 0},
    {0},
};

static void bengisu_akay_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const bengisu_akay *p = params;
    g[0] = slip->speed - p->v_0;
}

const bri_friction_law bri_law_bengisu_akay = {
    .kind = {BRI_KIND(bengisu_akay, "static"),
             .title = "parabolic rise to the static peak, exponential decay beyond it",
             .reference = "Bengisu, Akay 1994",
             .defects = "Creeps where a real contact sticks; the slope jumps at v_0, from zero to the decay.",
             .check = bengisu_akay_check, .events = bengisu_akay_events},
    BRI_CURVE_LAW(bengisu_akay),
    .passive = bri_passive_always,
    .events = bengisu_akay_kinks,
};
#endif
