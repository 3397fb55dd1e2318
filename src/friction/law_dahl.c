/* law_dahl.c - Dahl's law: friction as the stress of a material that yields
 *
 *     zdot = |v| w |w|^(exponent - 1),   w = v/|v| - sigma0 z/G
 *     F    = -scale sigma0 z
 *     G    = mu_k N (scaling: force), mu_k (load), mu_k N_e (equivalent)
 *
 * In one component zdot = v |1 - u|^exponent sgn(1 - u) with u = sigma0 z sgn(v)/G. With two components the printed
 * form of Marques et al. 2018, eq. 8, never relaxes the part of z across the motion; this one does.
 * P. R. Dahl, 1968; Marques, Flores, Lankarani, eqs. 2-5 */
#include <math.h>

#include "friction/bristle.h"

typedef struct dahl {
    real sigma0, exponent, mu_k;
    BRISTLE_FIELDS;
} dahl;

static const bri_param dahl_params[] = {
    ROW_SIGMA0(dahl),
    BRI_PARAM_AS(dahl, exponent, BRI_ROLE_EXPONENT, "1", 1, 0.1, 10,
                 "shape of the curve: below 1 brittle, above 1 ductile"),
    ROW_MU_K(dahl),
    BRISTLE_ROWS(dahl),
    {0},
};

/* Of |w|. With an exponent below 1 the slope grows without bound where w vanishes, which it does after a finite slip. Nearer
 * than this zdot is linear in w: the plateau, on which the discrete state is not 0. The event function at its edge stops a step
 * there, so that no step mixes both formulas. With two components the linear formula holds somewhat beyond, for steps that
 * leave the plateau. With one, the force on it is that of w = 0, scale G, which follows the load without a state: z would
 * lag behind a load that changes by |w|^exponent = |G'|/(sigma0 |v|), and the plateau ends where this |w| is 1e-4. */
static const double least = 1e-5, holds = 4; /* holds: in units of least */
/* Of |w|, which is between 0 and 2 unless the load has fallen: beyond, zdot is linear in w too. A power would relax z at rates
 * without bound where the load vanishes. */
static const double farthest = 2;
enum {
    FOLLOWS_LOAD = 2 /* value of the discrete state on the plateau in one component */
};

/* d(w factor)/dw */
BRI_INLINE real dahl_by_w(real factor, real grows, const real *direction, int i, int j)
{
    return factor * (grows * direction[i] * direction[j] + (double)(i == j));
}

BRI_INLINE void dahl_slopes(const dahl *p, const bri_slip *slip, const bristle *b, const real *w, real length,
                            mask is_linear, real factor, bri_slopes *slopes)
{
    int dim = slip->dim == 1 ? 1 : 2;
    real grows = pick(is_linear, splat(0), p->exponent - 1), direction[2] = {w[0] / length, w[dim - 1] / length};
    for (int i = 0; i < dim; i++) {
        for (int j = 0; j < dim; j++) {
            real by_w = dahl_by_w(factor, grows, direction, i, j);
            real by_z = -slip->speed * (p->sigma0 / b->G) * by_w;
            real by_v = factor * w[i] * slip->dir[j] + by_w;
            for (int k = 0; k < dim; k++)
                by_v -= dahl_by_w(factor, grows, direction, i, k) * (slip->dir[k] * slip->dir[j]);
            slopes->zdot_z[i * dim + j] = by_z;
            slopes->zdot_load[i] -= by_z * (slip->z[j] / b->G * b->G_by_load);
            /* at rest the slopes of both directions differ, and 1 lies between them */
            slopes->zdot_v[i * dim + j] = pick(slip->speed != 0, by_v, splat(i == j));
        }
    }
}

/* On the plateau in one component: z stands, and the force is that of steady sliding under the load. */
BRI_INLINE void dahl_plateau(const dahl *p, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    mask on = (slip->discrete[0] == (double)FOLLOWS_LOAD) & (p->exponent < 1);
    bri_slip at_load = *slip;
    at_load.rate_load = slip->load;
    bristle b = BRISTLE_AT(p, &at_load, p->mu_k);
    drag->zdot[0] = pick(on, splat(0), drag->zdot[0]);
    drag->force[0] = drag->elastic[0] = pick(on, -b.scale * b.G * slip->dir[0], drag->force[0]);
    if (!slopes) return;
    real by_load = -(b.scale_by_load * b.G + b.scale * b.G_by_load) * slip->dir[0];
    slopes->force_load[0] = pick(on, by_load, slopes->force_load[0]);
    slopes->force_z[0] = pick(on, splat(0), slopes->force_z[0]);
    slopes->zdot_z[0] = pick(on, splat(0), slopes->zdot_z[0]);
    slopes->zdot_v[0] = pick(on, splat(0), slopes->zdot_v[0]);
    slopes->zdot_load[0] = pick(on, splat(0), slopes->zdot_load[0]);
}

BRI_KERNEL void dahl_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const dahl *p = params;
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    real w[2], factor = splat(1);
    for (int i = 0; i < slip->dim; i++)
        w[i] = slip->dir[i] - p->sigma0 * slip->z[i] / b.G;
    real length = real_max(norm_of(slip, w), splat(least));
    mask is_linear = length <= least;
    if (any(p->exponent < 1)) is_linear = is_linear | ((slip->discrete[0] != 0) & (length <= holds * least));
    if (any(p->exponent != 1))
        factor = real_pow(pick(is_linear, splat(least), real_min(length, splat(farthest))), p->exponent - 1);
    for (int i = 0; i < slip->dim; i++)
        drag->zdot[i] = factor * (w[i] * slip->speed);
    if (slopes) dahl_slopes(p, slip, &b, w, length, is_linear | (length > farthest), factor, slopes);
    bristle_force(slip, &b, p->sigma0, splat(0), splat(0), splat(0), slip->dim, drag, slopes);
    if (slip->dim == 1 && any(p->exponent < 1)) dahl_plateau(p, slip, drag, slopes);
}

BRI_SWEEP_MODES(dahl, dim, 1)

#if BRI_LANES == 1
static const double leaves = 2; /* in units of least: where the event function ends the plateau */
static const double lags = 10;  /* the same of the lag behind the load, in one component; half of it, to begin */

static double dahl_plateau_of(const dahl *p, int dim) { return p->exponent >= 1 ? 0 : dim == 1 ? FOLLOWS_LOAD : 1; }

static void dahl_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const dahl *p = params;
    discrete[0] = dahl_plateau_of(p, slip->dim);
    bristle_steady(slip, BRISTLE_AT(p, slip, p->mu_k).G, p->sigma0, z);
}

/* |w|, in units of least; where the load is too small for G, in which w is no more than rounding, INFINITY. */
static double dahl_distance(const dahl *p, const bri_slip *slip)
{
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    double w[2] = {0};
    for (int i = 0; i < slip->dim; i++)
        w[i] = slip->dir[i] - p->sigma0 * slip->z[i] / b.G;
    return b.G > p->G_min ? norm_of(slip, w) / least : INFINITY;
}

/* |w| with which z would follow the load, in units of least; 0: with two components it is not asked for. */
static double dahl_lag(const dahl *p, const bri_slip *slip)
{
    double G_rate = slip->dim == 1 ? fabs(BRISTLE_AT(p, slip, p->mu_k).G_by_load * slip->load_dot) : 0;
    return G_rate > 0 ? real_pow(G_rate / (p->sigma0 * real_max(slip->speed, least_length)), 1 / p->exponent) / least
                      : 0;
}

/* What is left of the plateau. */
static double dahl_on_plateau(const dahl *p, const bri_slip *slip)
{
    const double far = 1e9;
    return slip->dim == 1 ? 1 - real_min(dahl_lag(p, slip) / lags, far)
                          : leaves - real_min(dahl_distance(p, slip), far);
}

/* |w|^(1 - exponent) falls linearly with the slip. */
static void dahl_events(const void *params, const bri_slip *slip, bri_real *g)
{
    const dahl *p = params;
    bri_event_reversal(params, slip, g);
    double distance = p->exponent < 1 ? dahl_distance(p, slip) : INFINITY;
    g[1] = p->exponent < 1 && slip->discrete[0] != 0 ? dahl_on_plateau(p, slip)
           : distance == INFINITY                    ? 1
                                                     : real_pow(distance, 1 - p->exponent) - 1;
}

static bool dahl_events_need_load(const void *params)
{
    const dahl *p = params;
    return p->exponent < 1;
}

/* A reversal leaves the plateau. It is not reached under a load that z follows with a lag. */
static void dahl_handle_event(const void *params, const bri_slip *slip, const bool *fired, bri_real *z,
                              bri_real *discrete)
{
    const dahl *p = params;
    bool reaches = dahl_distance(p, slip) < 0.5 * (1 + leaves) && dahl_lag(p, slip) < 0.5 * lags;
    bool stays = dahl_on_plateau(p, slip) > 0 && !fired[1];
    discrete[0] = !fired[0] && (discrete[0] != 0 ? stays : reaches) ? dahl_plateau_of(p, slip->dim) : 0;
    if (discrete[0] == FOLLOWS_LOAD) bristle_steady(slip, BRISTLE_AT(p, slip, p->mu_k).G, p->sigma0, z);
}

static double dahl_length(const void *params, const bri_slip *slip, int element)
{
    const dahl *p = params;
    (void)element;
    return BRISTLE_AT(p, slip, p->mu_k).G / p->sigma0;
}

static void dahl_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const dahl *p = params;
    *out = (bri_curve){.force = p->mu_k * slip->load, .by_load = p->mu_k};
}

static void dahl_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const dahl *p = params;
    bri_slip slip = {.load = load, .rate_load = load};
    bristle_sizes(BRISTLE_AT(p, &slip, p->mu_k).G, p->sigma0, dim, size);
}

static const bri_variable dahl_states[] = {STATE_Z, {0}};
static const bri_variable dahl_discrete[] = {
    {"plateau", "1", "on the plateau of a law with an exponent below 1: 2, or 1 with two components; else 0", BRI_ONE,
     0, 0},
    {0},
};
static const bri_variable dahl_changes[] = {
    EDGE_REVERSAL,
    {"plateau", "1", "the force reaches its plateau, or leaves it", BRI_ONE, 0, 0},
    {0},
};

const bri_friction_law bri_law_dahl = {
    .kind = {BRI_KIND(dahl, "dynamic"), .title = "Dahl: hysteresis in presliding, Coulomb's law beyond it",
             .reference = "Dahl 1968; Marques, Flores, Lankarani, eqs. 2-5",
             .defects = "No static peak; drifts under vibration with a bias; micro-slip is undamped to "
                        "first order. With scaling: force the stiffness does not follow the load. An exponent below 1 "
                        "reaches its plateau after a finite slip, with an infinite slope there.",
             .states = dahl_states, .discrete_states = dahl_discrete, .events = dahl_changes},
    .curve = dahl_curve,
    .eval = dahl_eval,
    .steady = dahl_steady,
    .sizes = dahl_sizes,
    .events = dahl_events,
    .events_need_load = dahl_events_need_load,
    .handle_event = dahl_handle_event,
    .pieces = BRI_PIECES_OF_DIRECTION,
    .passive = bri_passive_always,
    .moving_limit = dahl_length,
    .at_limit = FOLLOWS_LOAD,
    .lanes = dahl_lanes,
};
#endif
