/* law_maxwell_slip.c - generalised Maxwell slip: springs in parallel, each with its own limit
 *
 *     element i sticks: f_i' = k_i v                        until v stretches it to |f_i| = alpha_i G(|v|)
 *     element i slips:  f_i' = C (alpha_i v/|v| - f_i/G)    until v points back along f_i
 *     element i yields: |f_i| = alpha_i G(0) as it falls    until one of these rates takes it below
 *     without a load:   f_i = 0                             until there is one, under which the element sticks
 *     F = -scale (sum of f_i + sigma2 v),   G and scale as in lugre; the shares alpha_i add up to 1
 *
 * No element carries more than alpha_i G(0), its static limit under the present load: an element that would exceed it, because
 * the load falls faster than the element relaxes or follows the curve, yields.
 * V. Lampaert, F. Al-Bender, J. Swevers, 2003; F. Al-Bender, V. Lampaert, J. Swevers, 2005 */
#include <math.h>

#include "friction/return_map.h"

enum {
    ELEMENT_STICKS,
    ELEMENT_SLIPS,
    ELEMENT_YIELDS,
    ELEMENT_UNLOADED
};

typedef struct maxwell_slip {
    bri_list k, alpha;
    real C, sigma2, mu_k, mu_s, v_s, exponent;
    BRISTLE_FIELDS;
} maxwell_slip;

static const bri_param maxwell_slip_params[] = {
    BRI_LIST_PARAM_AS(maxwell_slip, k, BRI_ROLE_BRISTLE_STIFFNESS, "scaling", "N/m|1/m|N/m", "4e4 3e4 2e4 1e4", 1e-3,
                      1e12, "stiffness of each element"),
    BRI_LIST_PARAM_AS(maxwell_slip, alpha, BRI_ROLE_SHARE, NULL, "1", "0.1 0.2 0.3 0.4", 1e-6, 1,
                      "share of the friction force of each element"),
    BRI_PARAM_BY(maxwell_slip, C, "scaling", "N/s|1/s|N/s", 100, 1e-6, 1e12,
                 "how fast a slipping element follows the curve"),
    ROW_SIGMA2(maxwell_slip),
    ROW_MU_K(maxwell_slip),
    ROW_MU_S(maxwell_slip),
    ROW_V_S(maxwell_slip),
    ROW_EXPONENT(maxwell_slip),
    BRISTLE_ROWS(maxwell_slip),
    {0},
};

/* G at rest under the load: an element that yields carries its share of it. */
BRI_INLINE bristle maxwell_slip_ceiling(const maxwell_slip *p, const bri_slip *slip)
{
    bri_slip at_load = *slip;
    at_load.rate_load = slip->load;
    return BRISTLE_AT(p, &at_load, p->mu_s);
}

typedef struct curve_at { /* G at this speed, with its derivative; G at rest */
    bristle now, top;
    real by_speed;
} curve_at;

BRI_INLINE curve_at maxwell_slip_at(const maxwell_slip *p, const bri_slip *slip)
{
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    curve_at G;
    G.now = BRISTLE_AT(p, slip, p->mu_k + (p->mu_s - p->mu_k) * d.value);
    G.top = maxwell_slip_ceiling(p, slip);
    G.by_speed = G.now.G_by_g * ((p->mu_s - p->mu_k) * d.slope);
    return G;
}

/* Rates of the force of an element, and its part of the sum of forces with the derivatives of both. The force of one that
 * yields keeps its direction, or rotates as the rate across it says. */
BRI_INLINE void maxwell_slip_move(const maxwell_slip *p, const bri_slip *slip, const curve_at *G, int e, real *sum,
                                  real *sum_by_load, real *zdot, bri_slopes *slopes)
{
    const real *z = slip->z + e * slip->dim, k = p->k.at[e], alpha = p->alpha.at[e];
    int dim = slip->dim, n = dim * slip->elements;
    held_or_slipping at = direction_of(slip, z);
    mask yields = slip->discrete[e] == (double)ELEMENT_YIELDS, unloaded = slip->discrete[e] == (double)ELEMENT_UNLOADED;
    mask slips = (slip->discrete[e] == (double)ELEMENT_SLIPS) | (yields & (dot_of(slip, at.n, slip->v) > 0));
    real rate[2], rate_v[2][2], ceiling = alpha * G->top.G;
    slips = slips & (slip->speed > 0); /* at rest it sticks */
    for (int i = 0; i < dim; i++) {
        real y = z[i] / G->now.G;
        rate[i] = pick(unloaded, splat(0), pick(slips, p->C * (alpha * slip->dir[i] - y), k * slip->v[i]));
        sum[i] += pick(yields, ceiling * at.n[i], z[i]);
        sum_by_load[i] += pick(yields, alpha * G->top.G_by_load * at.n[i], splat(0));
        for (int j = 0; slopes && j < dim; j++) {
            real same = splat(i == j), across = dim == 1 ? splat(0) : same - slip->dir[i] * slip->dir[j];
            real turn = alpha * (across / real_max(slip->speed, splat(least_length)));
            real sliding = p->C * (turn + y / G->now.G * G->by_speed * slip->dir[j]);
            rate_v[i][j] = pick(unloaded, splat(0), pick(slips, sliding, k * same));
        }
    }
    real along = dot_of(slip, at.n, rate);
    for (int i = 0; i < dim; i++) {
        int of = e * dim + i;
        zdot[i] = pick(yields, dim == 1 ? splat(0) : rate[i] - at.n[i] * along, rate[i]);
        if (!slopes) continue;
        slopes->zdot_load[of] =
            pick(yields, splat(0), pick(slips, p->C * (z[i] / G->now.G / G->now.G * G->now.G_by_load), splat(0)));
        for (int j = 0; j < dim; j++) {
            real same = splat(i == j), across = dim == 1 ? splat(0) : same - at.n[i] * at.n[j], turned = rate_v[i][j];
            for (int l = 0; l < dim; l++)
                turned -= at.n[i] * at.n[l] * rate_v[l][j];
            slopes->zdot_v[of * dim + j] = pick(yields, dim == 1 ? splat(0) : turned, rate_v[i][j]);
            real rotates = dim == 1 ? splat(0) : -(along * across + at.n[i] * (rate[j] - along * at.n[j])) / at.length;
            real relaxes = pick(slips, -p->C / G->now.G, splat(0));
            slopes->zdot_z[of * n + e * dim + j] = pick(yields, rotates + relaxes * across, relaxes * same);
            slopes->force_z[i * n + e * dim + j] = -G->now.scale * pick(yields, ceiling / at.length * across, same);
        }
    }
}

BRI_KERNEL void maxwell_slip_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const maxwell_slip *p = params;
    curve_at G = maxwell_slip_at(p, slip);
    real sum[2], sum_by_load[2];
    for (int i = 0; i < slip->dim; i++) {
        sum[i] = p->sigma2 * slip->v[i];
        sum_by_load[i] = splat(0);
    }
    for (int e = 0; e < slip->elements; e++)
        maxwell_slip_move(p, slip, &G, e, sum, sum_by_load, drag->zdot + e * slip->dim, slopes);
    for (int i = 0; i < slip->dim; i++) {
        drag->force[i] = drag->elastic[i] = -G.now.scale * sum[i];
        if (!slopes) continue;
        slopes->force_load[i] = -G.now.scale_by_load * sum[i] - G.now.scale * sum_by_load[i];
        slopes->force_v[i][i] = -G.now.scale * p->sigma2;
    }
}

BRI_SWEEP_MODES(maxwell_slip, dim *elements, elements)

#if BRI_LANES == 1
static bri_status maxwell_slip_check(const void *params, bri_error *err)
{
    const maxwell_slip *p = params;
    bri_status status = bri_check_peak(maxwell_slip_params, p->mu_k, p->mu_s, err);
    double sum = 0;
    for (int e = 0; e < p->alpha.count; e++)
        sum += p->alpha.at[e];
    if (p->k.count != p->alpha.count)
        status = bri_fail(err, BRI_BAD_VALUE, "k has %d values and alpha has %d: each element needs one of both",
                          p->k.count, p->alpha.count);
    else if (sum < 1 - 1e-6 || sum > 1 + 1e-6)
        status = bri_fail(err, BRI_BAD_VALUE, "the shares alpha add up to %g, and must add up to 1", sum);
    return status;
}

static void maxwell_slip_relax(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate)
{
    const maxwell_slip *p = params;
    double G = BRISTLE_PEAK(p, slip).G;
    for (int e = 0; e < slip->elements; e++)
        for (int i = 0; i < slip->dim; i++) {
            bool slips = slip->discrete[e] == ELEMENT_SLIPS && slip->speed > 0;
            double moving = slips ? p->C * p->alpha.at[e] * slip->dir[i] : p->k.at[e] * slip->v[i];
            pull[e * slip->dim + i] = slip->discrete[e] >= ELEMENT_YIELDS ? 0 : moving;
            rate[e * slip->dim + i] = slips ? p->C / G : 0;
        }
}

static void maxwell_slip_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const maxwell_slip *p = params;
    double G = BRISTLE_PEAK(p, slip).G;
    for (int e = 0; e < slip->elements; e++) {
        bristle_steady(slip, G, 1 / p->alpha.at[e], z + e * slip->dim);
        discrete[e] = ELEMENT_SLIPS;
    }
}

static void maxwell_slip_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const maxwell_slip *p = params;
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    bristle_curve(slip, &b, p->mu_k, p->mu_s, stribeck_decay(slip->speed, p->v_s, p->exponent), p->sigma2, 0, out);
}

static void maxwell_slip_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const maxwell_slip *p = params;
    bri_slip rest = {.load = load, .rate_load = load};
    for (int e = 0; e < p->k.count; e++)
        bristle_sizes(BRISTLE_PEAK(p, &rest).G, 1 / p->alpha.at[e], dim, size + e * dim);
}

/* Force of an element over its static limit, less 1, from which on a slipping element yields: rounding of a force that stays
 * at this limit. */
static const double yields_beyond = 1e-9;

/* In units of G_min: the limit at which an element has no load any more, that up to which its event may be located early, and that
 * from which on it has one again. Its own friction takes some of the load away, and must not take all. */
static const double unloaded_at = 2, unloaded_about = 4, loaded_from = 10;

typedef struct element_now {       /* at its present speed and load */
    double length, along;          /* of f: |f|, and f.v/|f| */
    double sticks_to, static_most; /* limits of |f|: where a stuck element begins to slip, and its static limit */
    double excess; /* rate at which |f| would leave the static limit if it stood there and could, over k, m/s */
    double level;  /* G at rest over G_min, below which f would follow it infinitely fast */
} element_now;

static element_now maxwell_slip_element(const maxwell_slip *p, const bri_slip *slip, const double *f, int e)
{
    double alpha = p->alpha.at[e], k = p->k.at[e], G = BRISTLE_PEAK(p, slip).G;
    bristle top = maxwell_slip_ceiling(p, slip);
    element_now at = {.length = norm_of(slip, f), .static_most = alpha * top.G};
    at.along = dot_of(slip, direction_of(slip, f).n, slip->v);
    at.sticks_to = at.along > 0 ? alpha * G : at.static_most;
    double rate = at.along > 0 ? p->C * alpha * (1 - top.G / G) : k * at.along;
    at.excess = (rate - alpha * top.G_by_load * slip->load_dot) / k;
    at.level = p->scaling == BRI_SCALING_FORCE ? top.G / p->G_min : INFINITY;
    return at;
}

static double maxwell_slip_length(const void *params, const bri_slip *slip, int element)
{
    const maxwell_slip *p = params;
    return p->alpha.at[element] * maxwell_slip_ceiling(p, slip).G;
}

/* Positive until a slipping element yields. */
static double maxwell_slip_below(const element_now *at)
{
    return real_max(1 + yields_beyond - at->length / at->static_most, -at->excess);
}

static double maxwell_slip_event(const element_now *at, double discrete)
{
    if (discrete == ELEMENT_UNLOADED) return at->level < loaded_from ? 1 : -1;
    if (discrete == ELEMENT_STICKS) return 1 - at->length / at->sticks_to;
    if (at->level < unloaded_at) return -1;
    return discrete == ELEMENT_SLIPS ? real_min(at->along, maxwell_slip_below(at)) : at->excess;
}

static void maxwell_slip_events(const void *params, const bri_slip *slip, bri_real *g)
{
    for (int e = 0; e < slip->elements; e++) {
        element_now at = maxwell_slip_element(params, slip, slip->z + e * slip->dim, e);
        g[e] = maxwell_slip_event(&at, slip->discrete[e]);
    }
}

/* An element at its limit slips if v still stretches it, else the limit fell: it yields. A slipping one sticks, unless it has
 * reached its static limit: at the instant that was located as that of a reversal v may be just before it or just past it.
 * Where the load has jumped, the limit may have fallen below the force of an element that would not yield: it is shortened. */
static double maxwell_slip_discrete_after(const element_now *at, double discrete)
{
    if (discrete == ELEMENT_UNLOADED) return ELEMENT_STICKS;
    if (at->level < unloaded_about) return ELEMENT_UNLOADED;
    if (discrete == ELEMENT_YIELDS) return at->along > 0 ? ELEMENT_SLIPS : ELEMENT_STICKS;
    if (discrete == ELEMENT_SLIPS && at->along < maxwell_slip_below(at)) return ELEMENT_STICKS;
    if (discrete == ELEMENT_STICKS && at->along > 0) return ELEMENT_SLIPS;
    return at->excess > 0 ? ELEMENT_YIELDS : discrete;
}

static void maxwell_slip_handle_event(const void *params, const bri_slip *slip, const bool *fired, bri_real *z,
                                      bri_real *discrete)
{
    for (int e = 0; e < slip->elements; e++) {
        double *f = z + e * slip->dim;
        element_now at = maxwell_slip_element(params, slip, f, e);
        if (!fired[e]) continue;
        bool yielded = discrete[e] == ELEMENT_YIELDS, stuck = discrete[e] == ELEMENT_STICKS;
        discrete[e] = maxwell_slip_discrete_after(&at, discrete[e]);
        double limit = discrete[e] == ELEMENT_UNLOADED ? 0 : at.static_most;
        if (discrete[e] == ELEMENT_STICKS) limit *= stuck ? well_inside_limit : inside_limit;
        for (int i = 0; i < slip->dim && at.length > 0 && (yielded || at.length > limit); i++)
            f[i] *= limit / at.length;
    }
}

static bool maxwell_slip_passive(const void *params) /* each element is then elastic and ideally plastic */
{
    const maxwell_slip *p = params;
    return p->mu_s == p->mu_k;
}

static const bri_variable maxwell_slip_states[] = {
    {"f", "N", "force of each element (divided by scale)", BRI_EACH_BOTH, 0, 0},
    {0},
};
static const bri_variable maxwell_slip_discrete[] = {
    {"slips", "1",
     "0 while the element sticks, 1 while it slips, 2 while it yields to a falling load, 3 without a load",
     BRI_EACH_ELEMENT, 0, 0},
    {0},
};
static const bri_variable maxwell_slip_changes[] = {
    {"changes", "1", "element slips, yields, or sticks again", BRI_EACH_ELEMENT, 0, 0},
    {0},
};

const bri_friction_law bri_law_maxwell_slip = {
    .kind =
        {BRI_KIND(maxwell_slip, "dynamic"),
         .title = "generalised Maxwell slip: parallel springs, each with its own limit",
         .reference = "Lampaert, Al-Bender, Swevers 2003; Al-Bender, Lampaert, Swevers 2005",
         .defects =
             "Two events for each element and reversal; sticking elements are undamped, so that a stuck "
             "contact vibrates; not proved passive with a static peak. With two components of the sliding velocity, "
             "elements may slip and stick without end where it turns across their force.",
         .states = maxwell_slip_states, .discrete_states = maxwell_slip_discrete, .events = maxwell_slip_changes,
         .check = maxwell_slip_check},
    .curve = maxwell_slip_curve,
    .eval = maxwell_slip_eval,
    .relax = maxwell_slip_relax,
    .steady = maxwell_slip_steady,
    .sizes = maxwell_slip_sizes,
    .events = maxwell_slip_events,
    .handle_event = maxwell_slip_handle_event,
    .passive = maxwell_slip_passive,
    .moving_limit = maxwell_slip_length,
    .at_limit = ELEMENT_YIELDS,
    .lanes = maxwell_slip_lanes,
};
#endif
