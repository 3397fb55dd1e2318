/* law_elastic_coulomb.c - a spring in series with Coulomb's law, by return mapping
 *
 *     sticking: zdot = v,   F = -k z   until k |z| = mu_k N
 *     slipping: z rotates into the direction of sliding,   F = -mu_k N z/|z|   until k v.z/|z| < mu_k N'
 *
 * The law of finite-element and discrete-element codes. Andersson, Soderberg, Bjorklund 2007, section 3.1 */
#include "friction/return_map.h"

typedef struct elastic_coulomb {
    real k, mu_k;
} elastic_coulomb;

static const bri_param elastic_coulomb_params[] = {
    BRI_PARAM_AS(elastic_coulomb, k, BRI_ROLE_BRISTLE_STIFFNESS, "N/m", 1e5, 1e-3, 1e12, "tangential stiffness"),
    ROW_MU_K(elastic_coulomb),
    {0},
};

BRI_KERNEL void elastic_coulomb_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const elastic_coulomb *p = params;
    int dim = slip->dim;
    held_or_slipping at = return_map(slip, drag, slopes);
    real limit = slip->load * p->mu_k;
    at.slips = at.slips | (p->mu_k == 0); /* a spring without friction carries nothing, not even its least limit */
    for (int i = 0; i < dim; i++) {
        drag->force[i] = drag->elastic[i] = -pick(at.slips, limit * at.n[i], p->k * slip->z[i]);
        if (!slopes) continue;
        slopes->force_load[i] = -pick(at.slips, p->mu_k * at.n[i], splat(0));
        for (int j = 0; j < dim; j++) {
            real same = splat(i == j), across = dim == 1 ? splat(0) : same - at.n[i] * at.n[j];
            slopes->force_z[i * dim + j] = -pick(at.slips, limit / at.length * across, p->k * same);
        }
    }
}

BRI_SWEEP_MODES(elastic_coulomb, dim, 1)

#if BRI_LANES == 1
/* N: keeps the direction of z where the load vanishes, as G_min of other laws */
static const double least_limit = 1e-9;

static double elastic_coulomb_limit(const elastic_coulomb *p, double load)
{
    return real_max(load * p->mu_k, least_limit) / p->k;
}

static moving_limit elastic_coulomb_moving(const elastic_coulomb *p, const bri_slip *slip)
{
    bool above = slip->load * p->mu_k > least_limit;
    return (moving_limit){elastic_coulomb_limit(p, slip->load), above ? slip->load_dot * p->mu_k / p->k : 0};
}

static void elastic_coulomb_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const elastic_coulomb *p = params;
    bristle_steady(slip, elastic_coulomb_limit(p, slip->load), 1, z);
    discrete[0] = 1;
}

static void elastic_coulomb_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const elastic_coulomb *p = params;
    *out = (bri_curve){.force = p->mu_k * slip->load, .by_load = p->mu_k};
}

static void elastic_coulomb_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    bristle_sizes(elastic_coulomb_limit(params, load), 1, dim, size);
}

static double elastic_coulomb_length(const void *params, const bri_slip *slip, int element)
{
    (void)element;
    return elastic_coulomb_moving(params, slip).now;
}

static void elastic_coulomb_events(const void *params, const bri_slip *slip, bri_real *g)
{
    g[0] = return_map_edge(slip, elastic_coulomb_moving(params, slip));
}

static void elastic_coulomb_handle_event(const void *params, const bri_slip *slip, const bool *fired, bri_real *z,
                                         bri_real *discrete)
{
    if (fired[0]) return_map_handle_event(slip, elastic_coulomb_moving(params, slip), z, discrete);
}

static const bri_variable elastic_coulomb_states[] = {STATE_Z, {0}};
static const bri_variable elastic_coulomb_discrete[] = {DISCRETE_SLIPS, {0}};
static const bri_variable elastic_coulomb_changes[] = {EVENT_CHANGES, {0}};

const bri_friction_law bri_law_elastic_coulomb = {
    .kind = {BRI_KIND(elastic_coulomb, "dynamic"), .title = "spring in series with Coulomb's law, by return mapping",
             .reference = "Andersson, Soderberg, Bjorklund 2007, section 3.1; Cundall, Strack 1979",
             .defects = "No static peak; the spring is undamped, so that a stuck contact vibrates; k does not "
                        "follow the load.",
             .states = elastic_coulomb_states, .discrete_states = elastic_coulomb_discrete,
             .events = elastic_coulomb_changes},
    .curve = elastic_coulomb_curve,
    .eval = elastic_coulomb_eval,
    .steady = elastic_coulomb_steady,
    .sizes = elastic_coulomb_sizes,
    .events = elastic_coulomb_events,
    .handle_event = elastic_coulomb_handle_event,
    .passive = bri_passive_always,
    .moving_limit = elastic_coulomb_length,
    .at_limit = 1,
    .lanes = elastic_coulomb_lanes,
};
#endif
