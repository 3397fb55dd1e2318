/* law_threlfall.c - Coulomb's law with an exponential rise
 *
 *     F = -mu_k N (1 - exp(-3 r)) v/|v|, r = min(|v|/v_r, 1)
 *
 * D. C. Threlfall, 1978. Beyond v_r the force stays at 1 - e^-3 = 0.950 of mu_k N. */
#include "friction/stribeck.h"

typedef struct threlfall {
    real mu_k, v_r;
} threlfall;

static const bri_param threlfall_params[] = {
    ROW_MU_K(threlfall),
    BRI_PARAM_AS(threlfall, v_r, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1e3, "speed at which the rise ends"),
    {0},
};

BRI_KERNEL void threlfall_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const threlfall *p = params;
    real ratio = slip->speed / p->v_r;
    mask rises = is_below(slip, 0, ratio < 1);
    real left = real_exp(-3 * pick(rises, ratio, splat(1)));
    real mu = p->mu_k * (1 - left);
    out->force = slip->load * mu;
    out->by_speed = pick(rises, slip->load * (3 * p->mu_k / p->v_r * left), splat(0));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(threlfall)

#if BRI_LANES == 1
static const bri_variable threlfall_events[] = {
    {"full", "m/s", "the curve becomes constant", BRI_ONE, 0, 0},
    {0},
};

static void threlfall_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const threlfall *p = params;
    g[0] = slip->speed - p->v_r;
}

const bri_friction_law bri_law_threlfall = {
    .kind = {BRI_KIND(threlfall, "static"), .title = "Coulomb's law, with an exponential rise from rest",
             .reference = "Threlfall 1978",
             .defects = "Creeps where a real contact sticks; never reaches mu_k N: 0.950 of it; one kink.",
             .events = threlfall_events},
    BRI_CURVE_LAW(threlfall),
    .passive = bri_passive_always,
    .events = threlfall_kinks,
    .pieces = BRI_PIECES_OF_SPEED,
};
#endif
