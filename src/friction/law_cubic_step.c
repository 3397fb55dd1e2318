/* law_cubic_step.c - the law of commercial multibody codes: cubic steps to the static peak and down from it
 *
 *     mu = mu_s r (3 - r^2)/2,                    r = |v|/v_s                      up to v_s
 *     mu = mu_s - (mu_s - mu_k) u^2 (3 - 2 u),    u = (|v| - v_s)/(v_d - v_s)      up to v_d
 *     mu = mu_k                                                                    beyond
 *     F = -mu N v/|v|
 *
 * The first line is a cubic step from -mu_s at -v_s to mu_s at v_s. */
#include "friction/stribeck.h"

typedef struct cubic_step {
    real mu_k, mu_s, v_s, v_d;
} cubic_step;

static const bri_param cubic_step_params[] = {
    ROW_MU_K(cubic_step),
    ROW_MU_S(cubic_step),
    BRI_PARAM_AS(cubic_step, v_s, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3,
                 "stiction velocity: where the static peak is"),
    BRI_PARAM_AS(cubic_step, v_d, BRI_ROLE_SPEED_SCALE, "m/s", 1.5e-3, 1e-9, 1e4,
                 "dynamic velocity: where sliding friction begins"),
    {0},
};

BRI_KERNEL void cubic_step_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const cubic_step *p = params;
    real r = real_min(slip->speed / p->v_s, splat(1)), width = p->v_d - p->v_s, drop = p->mu_s - p->mu_k;
    real u = real_max(real_min((slip->speed - p->v_s) / width, splat(1)), splat(0));
    real mu = p->mu_s * (r * (1.5 - 0.5 * (r * r))) - drop * (u * u * (3 - 2 * u));
    out->force = slip->load * mu;
    out->by_speed = slip->load * (p->mu_s / p->v_s * (1.5 - 1.5 * (r * r)) - drop * (6 * u * (1 - u)) / width);
    out->by_load = mu;
}

BRI_SWEEP_CURVE(cubic_step)

#if BRI_LANES == 1
static bri_status cubic_step_check(const void *params, bri_error *err)
{
    const cubic_step *p = params;
    if (p->v_d <= p->v_s)
        return bri_fail(err, BRI_BAD_VALUE, "v_d (%g m/s) must be above v_s (%g m/s)", p->v_d, p->v_s);
    return bri_check_peak(cubic_step_params, p->mu_k, p->mu_s, err);
}

static const bri_variable cubic_step_events[] = {
    {"peak", "m/s", "the static peak", BRI_ONE, 0, 0},
    {"sliding", "m/s", "sliding friction is reached", BRI_ONE, 0, 0},
    {0},
};

static void cubic_step_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const cubic_step *p = params;
    g[0] = slip->speed - p->v_s;
    g[1] = slip->speed - p->v_d;
}

const bri_friction_law bri_law_cubic_step = {
    .kind = {BRI_KIND(cubic_step, "static"), .title = "cubic steps up to the static peak and down from it",
             .reference = "the STEP function of commercial multibody codes",
             .defects = "Creeps where a real contact sticks; its second derivative jumps at v_s and v_d.",
             .check = cubic_step_check, .events = cubic_step_events},
    BRI_CURVE_LAW(cubic_step),
    .passive = bri_passive_always,
    .events = cubic_step_kinks,
};
#endif
