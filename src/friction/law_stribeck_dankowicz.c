/* law_stribeck_dankowicz.c - micro-slip, a static peak and viscous friction in one law
 *
 *     zdot = v - |v| z/delta
 *     F    = -(S(|v|) z/delta + k_v v)
 *     S(s) = N (mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent))
 *
 * Andersson, Soderberg, Bjorklund 2007, eq. 20. Near rest the stiffness is mu_s N/delta, not mu_k N/delta. */
#include "friction/bristle.h"

typedef struct stribeck_dankowicz {
    real mu_k, mu_s, v_s, exponent, delta, k_v;
} stribeck_dankowicz;

static const bri_param stribeck_dankowicz_params[] = {
    ROW_MU_K(stribeck_dankowicz),
    ROW_MU_S(stribeck_dankowicz),
    BRI_PARAM_AS(stribeck_dankowicz, v_s, BRI_ROLE_SPEED_SCALE, "m/s", 1e-2, 1e-9, 1e3,
                 "Stribeck velocity: the static peak decays over it"),
    ROW_EXPONENT(stribeck_dankowicz),
    BRI_PARAM_AS(stribeck_dankowicz, delta, BRI_ROLE_LENGTH_SCALE, "m", 1e-5, 1e-12, 1,
                 "micro-slip before gross sliding"),
    ROW_K_V(stribeck_dankowicz, 0),
    {0},
};

BRI_KERNEL void stribeck_dankowicz_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const stribeck_dankowicz *p = params;
    int dim = slip->dim;
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    real mu = p->mu_k + (p->mu_s - p->mu_k) * d.value, mu_by_speed = (p->mu_s - p->mu_k) * d.slope;
    for (int i = 0; i < dim; i++) {
        real share = slip->z[i] / p->delta;
        drag->zdot[i] = slip->v[i] - slip->speed * share;
        drag->force[i] = drag->elastic[i] = -(slip->load * (mu * share) + p->k_v * slip->v[i]);
        if (!slopes) continue;
        slopes->force_load[i] = -mu * share;
        slopes->force_z[i * dim + i] = -slip->load * mu / p->delta;
        slopes->zdot_z[i * dim + i] = -slip->speed / p->delta;
        for (int j = 0; j < dim; j++) {
            slopes->force_v[i][j] = -(slip->load * (mu_by_speed * share * slip->dir[j]) + p->k_v * (double)(i == j));
            slopes->zdot_v[i * dim + j] = (double)(i == j) - share * slip->dir[j];
        }
    }
}

BRI_SWEEP(stribeck_dankowicz, dim)

#if BRI_LANES == 1
CHECK_PEAK(stribeck_dankowicz)

static void stribeck_dankowicz_relax(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate)
{
    const stribeck_dankowicz *p = params;
    bristle_relax(slip, slip->speed / p->delta, pull, rate);
}

static void stribeck_dankowicz_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const stribeck_dankowicz *p = params;
    (void)discrete;
    bristle_steady(slip, p->delta, 1, z);
}

static void stribeck_dankowicz_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const stribeck_dankowicz *p = params;
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    out->by_load = p->mu_k + (p->mu_s - p->mu_k) * d.value;
    out->force = slip->load * out->by_load + p->k_v * slip->speed;
    out->by_speed = slip->load * ((p->mu_s - p->mu_k) * d.slope) + p->k_v;
}

static void stribeck_dankowicz_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const stribeck_dankowicz *p = params;
    (void)load;
    bristle_sizes(p->delta, 1, dim, size);
}

/* The stiffness decreases with speed: bristles that are deflected fast and released slowly return more energy than they
 * took up, unless there is no static peak. */
static bool stribeck_dankowicz_passive(const void *params)
{
    const stribeck_dankowicz *p = params;
    return p->mu_s == p->mu_k;
}

static const bri_variable stribeck_dankowicz_states[] = {STATE_Z, {0}};
static const bri_variable stribeck_dankowicz_events[] = {EDGE_REVERSAL, {0}};

const bri_friction_law bri_law_stribeck_dankowicz = {
    .kind = {BRI_KIND(stribeck_dankowicz, "dynamic"),
             .title = "Dankowicz's micro-slip with a Stribeck curve and viscous friction",
             .reference = "Andersson, Soderberg, Bjorklund 2007, eq. 20",
             .defects =
                 "The static peak acts at once: no frictional lag; drifts under vibration with a bias; not passive "
                 "with a static peak; k_v is not scaled by the load.",
             .states = stribeck_dankowicz_states, .events = stribeck_dankowicz_events,
             .check = stribeck_dankowicz_check},
    .curve = stribeck_dankowicz_curve,
    .eval = stribeck_dankowicz_eval,
    .relax = stribeck_dankowicz_relax,
    .steady = stribeck_dankowicz_steady,
    .sizes = stribeck_dankowicz_sizes,
    .events = bri_event_reversal,
    .passive = stribeck_dankowicz_passive,
    .lanes = stribeck_dankowicz_lanes,
};
#endif
