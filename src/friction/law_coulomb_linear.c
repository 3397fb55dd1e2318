/* law_coulomb_linear.c - Coulomb's law with a linear ramp at rest
 *
 *     F = -mu_k N min(|v|/v_0, 1) v/|v|
 *
 * Marques et al. 2018, Fig. 1b */
#include "friction/stribeck.h"

typedef struct coulomb_linear {
    real mu_k, v_0;
} coulomb_linear;

static const bri_param coulomb_linear_params[] = {
    ROW_MU_K(coulomb_linear),
    ROW_V_0(coulomb_linear),
    {0},
};

BRI_KERNEL void coulomb_linear_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const coulomb_linear *p = params;
    real ratio = slip->speed / p->v_0;
    mask rises = is_below(slip, 0, ratio < 1);
    real mu = p->mu_k * pick(rises, ratio, splat(1));
    out->force = slip->load * mu;
    out->by_speed = pick(rises, slip->load * (p->mu_k / p->v_0), splat(0));
    out->by_load = mu;
}

BRI_SWEEP_CURVE(coulomb_linear)

#if BRI_LANES == 1
static const bri_variable coulomb_linear_events[] = {
    {"full", "m/s", "sliding friction is reached", BRI_ONE, 0, 0},
    {0},
};

static void coulomb_linear_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const coulomb_linear *p = params;
    g[0] = slip->speed - p->v_0;
}

const bri_friction_law bri_law_coulomb_linear = {
    .kind = {BRI_KIND(coulomb_linear, "static"), .title = "Coulomb's law, linear at rest",
             .reference = "Marques et al. 2018, Fig. 1b",
             .defects = "Creeps where a real contact sticks; stiff at rest (mu_k N/v_0); one kink.",
             .events = coulomb_linear_events},
    BRI_CURVE_LAW(coulomb_linear),
    .passive = bri_passive_always,
    .events = coulomb_linear_kinks,
    .pieces = BRI_PIECES_OF_SPEED,
};
#endif
