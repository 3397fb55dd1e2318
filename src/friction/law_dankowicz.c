/* law_dankowicz.c - micro-slip as a first-order lag in displacement
 *
 *     zdot = v - |v| z/delta
 *     F    = -mu_k N z/delta
 *
 * Dahl's law with exponent 1 and a stiffness of mu_k N/delta, which therefore follows the load.
 * H. Dankowicz, 1999; Andersson, Soderberg, Bjorklund 2007, eq. 13 */
#include "friction/bristle.h"

typedef struct dankowicz {
    real mu_k, delta;
} dankowicz;

static const bri_param dankowicz_params[] = {
    ROW_MU_K(dankowicz),
    BRI_PARAM_AS(dankowicz, delta, BRI_ROLE_LENGTH_SCALE, "m", 1e-5, 1e-12, 1, "micro-slip before gross sliding"),
    {0},
};

BRI_KERNEL void dankowicz_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const dankowicz *p = params;
    int dim = slip->dim;
    real stiffness = p->mu_k / p->delta;
    for (int i = 0; i < dim; i++) {
        drag->zdot[i] = slip->v[i] - slip->speed * (slip->z[i] / p->delta);
        drag->force[i] = drag->elastic[i] = -slip->load * (stiffness * slip->z[i]);
        if (!slopes) continue;
        slopes->force_load[i] = -stiffness * slip->z[i];
        slopes->force_z[i * dim + i] = -slip->load * stiffness;
        slopes->zdot_z[i * dim + i] = -slip->speed / p->delta;
        for (int j = 0; j < dim; j++)
            slopes->zdot_v[i * dim + j] = (double)(i == j) - slip->z[i] / p->delta * slip->dir[j];
    }
}

BRI_SWEEP(dankowicz, dim)

#if BRI_LANES == 1
static void dankowicz_relax(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate)
{
    const dankowicz *p = params;
    bristle_relax(slip, slip->speed / p->delta, pull, rate);
}

static void dankowicz_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const dankowicz *p = params;
    (void)discrete;
    bristle_steady(slip, p->delta, 1, z);
}

static void dankowicz_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const dankowicz *p = params;
    *out = (bri_curve){.force = p->mu_k * slip->load, .by_load = p->mu_k};
}

static void dankowicz_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const dankowicz *p = params;
    (void)load;
    bristle_sizes(p->delta, 1, dim, size);
}

static const bri_variable dankowicz_states[] = {STATE_Z, {0}};
static const bri_variable dankowicz_events[] = {EDGE_REVERSAL, {0}};

const bri_friction_law bri_law_dankowicz = {
    .kind = {BRI_KIND(dankowicz, "dynamic"), .title = "Dankowicz: micro-slip as a first-order lag in displacement",
             .reference = "Dankowicz 1999; Andersson, Soderberg, Bjorklund 2007, eq. 13",
             .defects = "No static peak; drifts under vibration with a bias; micro-slip is undamped to "
                        "first order, so that small motions vibrate on.",
             .states = dankowicz_states, .events = dankowicz_events},
    .curve = dankowicz_curve,
    .eval = dankowicz_eval,
    .relax = dankowicz_relax,
    .steady = dankowicz_steady,
    .sizes = dankowicz_sizes,
    .events = bri_event_reversal,
    .pieces = BRI_PIECES_OF_DIRECTION,
    .passive = bri_passive_always,
    .lanes = dankowicz_lanes,
};
#endif
