/* law_reset_integrator.c - the reset integrator: a spring with extra stiffness while it sticks
 *
 *     sticking: zdot = v,   F = -scale (sigma0 (mu_s/mu_k) z + sigma1 zdot)   until |z| = z_0 = G/sigma0
 *     slipping: z rotates into the direction of sliding,   F = -scale G z/|z|   until v.z/|z| < z_0'
 *     G = mu_k N (scaling: force), mu_k (load), mu_k N_e (equivalent)
 *
 * D. A. Haessig, B. Friedland, 1991; Marques, Flores, Lankarani, eqs. 7-10 */
#include "friction/return_map.h"

typedef struct reset_integrator {
    real sigma0, sigma1, mu_k, mu_s;
    BRISTLE_FIELDS;
} reset_integrator;

static const bri_param reset_integrator_params[] = {
    ROW_SIGMA0(reset_integrator),
    ROW_SIGMA1(reset_integrator, 0),
    BRI_PARAM_AS(reset_integrator, mu_k, BRI_ROLE_SLIDING, "1", 0.1, 1e-9, 10, "coefficient of sliding friction"),
    ROW_MU_S(reset_integrator),
    BRISTLE_ROWS(reset_integrator),
    {0},
};

BRI_KERNEL void reset_integrator_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const reset_integrator *p = params;
    int dim = slip->dim;
    held_or_slipping at = return_map(slip, drag, slopes);
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    real stiffness = p->sigma0 * (p->mu_s / p->mu_k), sliding = slip->load * p->mu_k;
    for (int i = 0; i < dim; i++) {
        real spring = b.scale * (stiffness * slip->z[i]), damper = b.scale * (p->sigma1 * drag->zdot[i]);
        drag->elastic[i] = -pick(at.slips, sliding * at.n[i], spring);
        drag->force[i] = drag->elastic[i] - pick(at.slips, splat(0), damper);
        if (!slopes) continue;
        real held_by_load = b.scale_by_load * (stiffness * slip->z[i] + p->sigma1 * drag->zdot[i]);
        slopes->force_load[i] = -pick(at.slips, p->mu_k * at.n[i], held_by_load);
        for (int j = 0; j < dim; j++) {
            real same = splat(i == j), across = dim == 1 ? splat(0) : same - at.n[i] * at.n[j];
            slopes->force_v[i][j] = -pick(at.slips, splat(0), b.scale * p->sigma1 * same);
            slopes->force_z[i * dim + j] = -pick(at.slips, sliding / at.length * across, b.scale * stiffness * same);
        }
    }
}

BRI_SWEEP_MODES(reset_integrator, dim, 1)

#if BRI_LANES == 1
CHECK_PEAK(reset_integrator)

static double reset_integrator_limit(const reset_integrator *p, const bri_slip *slip)
{
    return BRISTLE_AT(p, slip, p->mu_k).G / p->sigma0;
}

static moving_limit reset_integrator_moving(const reset_integrator *p, const bri_slip *slip)
{
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    return (moving_limit){b.G / p->sigma0, b.G_by_load * slip->load_dot / p->sigma0};
}

static void reset_integrator_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    bristle_steady(slip, reset_integrator_limit(params, slip), 1, z);
    discrete[0] = 1;
}

static void reset_integrator_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const reset_integrator *p = params;
    *out = (bri_curve){.force = p->mu_k * slip->load, .by_load = p->mu_k};
}

static void reset_integrator_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    bri_slip slip = {.load = load, .rate_load = load};
    bristle_sizes(reset_integrator_limit(params, &slip), 1, dim, size);
}

static double reset_integrator_length(const void *params, const bri_slip *slip, int element)
{
    (void)element;
    return reset_integrator_moving(params, slip).now;
}

static void reset_integrator_events(const void *params, const bri_slip *slip, bri_real *g)
{
    g[0] = return_map_edge(slip, reset_integrator_moving(params, slip));
}

static void reset_integrator_handle_event(const void *params, const bri_slip *slip, const bool *fired, bri_real *z,
                                          bri_real *discrete)
{
    if (fired[0]) return_map_handle_event(slip, reset_integrator_moving(params, slip), z, discrete);
}

static const bri_variable reset_integrator_states[] = {STATE_Z, {0}};
static const bri_variable reset_integrator_discrete[] = {DISCRETE_SLIPS, {0}};
static const bri_variable reset_integrator_changes[] = {EVENT_CHANGES, {0}};

const bri_friction_law bri_law_reset_integrator = {
    .kind = {BRI_KIND(reset_integrator, "dynamic"),
             .title = "reset integrator: a spring that is stiffer while it sticks",
             .reference = "Haessig, Friedland 1991; Marques, Flores, Lankarani, eqs. 7-10",
             .defects =
                 "The force jumps from mu_s N to mu_k N at break-away and back to mu_s N when the contact sticks "
                 "again; the stiffness while sticking is sigma0 mu_s/mu_k, not sigma0.",
             .states = reset_integrator_states, .discrete_states = reset_integrator_discrete,
             .events = reset_integrator_changes, .check = reset_integrator_check},
    .curve = reset_integrator_curve,
    .eval = reset_integrator_eval,
    .steady = reset_integrator_steady,
    .sizes = reset_integrator_sizes,
    .events = reset_integrator_events,
    .handle_event = reset_integrator_handle_event,
    .passive = bri_passive_always /* z does not jump, and 1/2 sigma0 (mu_s/mu_k) z^2 is what it can give */,
    .moving_limit = reset_integrator_length,
    .at_limit = 1,
    .lanes = reset_integrator_lanes,
};
#endif
