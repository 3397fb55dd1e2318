/* law_ambrosio.c - Coulomb's law with Ambrosio's dynamic correction
 *
 *     F = -c mu_k N v/|v|
 *     c = 0 up to v_0, (|v| - v_0)/(v_1 - v_0) up to v_1, then 1
 *
 * J. Ambrosio, 2003; Autiero et al., eqs. 3-4 */
#include "friction/correction.h"

typedef struct ambrosio {
    real mu_k, v_0, v_1;
} ambrosio;

static const bri_param ambrosio_params[] = {
    ROW_MU_K(ambrosio),
    ROW_CORRECTION_V_0(ambrosio),
    ROW_CORRECTION_V_1(ambrosio),
    {0},
};

BRI_KERNEL void ambrosio_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const ambrosio *p = params;
    decay c = dynamic_correction(slip->speed, p->v_0, p->v_1);
    real mu = p->mu_k * c.value;
    out->force = slip->load * mu;
    out->by_speed = slip->load * (p->mu_k * c.slope);
    out->by_load = mu;
}

BRI_SWEEP_CURVE(ambrosio)

#if BRI_LANES == 1
static const bri_variable ambrosio_events[] = {
    {"start", "m/s", "friction begins", BRI_ONE, 0, 0},
    {"full", "m/s", "full friction is reached", BRI_ONE, 0, 0},
    {0},
};

static void ambrosio_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const ambrosio *p = params;
    g[0] = slip->speed - p->v_0;
    g[1] = slip->speed - p->v_1;
}

static bri_status ambrosio_check(const void *params, bri_error *err)
{
    const ambrosio *p = params;
    return check_correction(p->v_0, p->v_1, err);
}

const bri_friction_law bri_law_ambrosio = {
    .kind = {BRI_KIND(ambrosio, "static"), .title = "Coulomb's law with two threshold speeds",
             .reference = "Ambrosio 2003; Autiero et al., eqs. 3-4",
             .defects = "No force at all below v_0: a contact slides freely there and never sticks.",
             .events = ambrosio_events, .check = ambrosio_check},
    BRI_CURVE_LAW(ambrosio),
    .passive = bri_passive_always,
    .events = ambrosio_kinks,
};
#endif
