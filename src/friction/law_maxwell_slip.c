/* law_maxwell_slip.c - generalised Maxwell slip: springs in parallel, each with its own limit
 *
 *     element i sticks: f_i' = k_i v                        until v stretches it to |f_i| = alpha_i G(|v|)
 *     element i slips:  f_i' = C (alpha_i v/|v| - f_i/G)    until v points back along f_i
 *     F = -scale (sum of f_i + sigma2 v),   G and scale as in lugre; the shares alpha_i add up to 1
 *
 * V. Lampaert, F. Al-Bender, J. Swevers, 2003; F. Al-Bender, V. Lampaert, J. Swevers, 2005 */
#include "friction/bristle.h"

typedef struct maxwell_slip {
    bri_list k, alpha;
    real C, sigma2, mu_k, mu_s, v_s, exponent;
    BRISTLE_FIELDS;
} maxwell_slip;

static const bri_param maxwell_slip_params[] = {
    BRI_LIST_PARAM_AS(maxwell_slip, k, BRI_ROLE_BRISTLE_STIFFNESS, "scaling", "N/m|1/m|N/m", "4e4 3e4 2e4 1e4", 1e-3,
                      1e12, "stiffness of each element"),
    BRI_LIST_PARAM(maxwell_slip, alpha, NULL, "1", "0.1 0.2 0.3 0.4", 1e-6, 1,
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

BRI_KERNEL void maxwell_slip_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const maxwell_slip *p = params;
    int dim = slip->dim, n = dim * slip->elements;
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    bristle b = BRISTLE_AT(p, slip, p->mu_k + (p->mu_s - p->mu_k) * d.value);
    real G_by_speed = b.G_by_g * ((p->mu_s - p->mu_k) * d.slope);
    for (int i = 0; i < dim; i++) {
        real sum = p->sigma2 * slip->v[i];
        for (int e = 0; e < slip->elements; e++) {
            int at = e * dim + i;
            mask slips = (slip->discrete[e] != 0) & (slip->speed > 0); /* at rest it sticks */
            real y = slip->z[at] / b.G;
            drag->zdot[at] = pick(slips, p->C * (p->alpha.at[e] * slip->dir[i] - y), p->k.at[e] * slip->v[i]);
            sum += slip->z[at];
            if (!slopes) continue;
            slopes->force_z[i * n + at] = -b.scale;
            slopes->zdot_z[at * n + at] = pick(slips, -p->C / b.G, splat(0));
            slopes->zdot_load[at] = pick(slips, p->C * (y / b.G * b.G_by_load), splat(0));
            for (int j = 0; j < dim; j++) {
                real same = splat(i == j), across = dim == 1 ? splat(0) : same - slip->dir[i] * slip->dir[j];
                real turn = p->alpha.at[e] * (across / real_max(slip->speed, splat(1e-100)));
                real sliding = p->C * (turn + y / b.G * G_by_speed * slip->dir[j]);
                slopes->zdot_v[at * dim + j] = pick(slips, sliding, p->k.at[e] * same);
            }
        }
        drag->force[i] = drag->elastic[i] = -b.scale * sum;
        if (slopes) {
            slopes->force_load[i] = -b.scale_by_load * sum;
            slopes->force_v[i][i] = -b.scale * p->sigma2;
        }
    }
}

BRI_SWEEP_MODES(maxwell_slip, dim *elements, elements)

#if BRI_LANES == 1
static bri_status maxwell_slip_check(const void *params, bri_error *err)
{
    const maxwell_slip *p = params;
    bri_status status = bri_check_peak(p->mu_k, p->mu_s, err);
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
            bool slips = slip->discrete[e] != 0 && slip->speed > 0;
            pull[e * slip->dim + i] = slips ? p->C * p->alpha.at[e] * slip->dir[i] : p->k.at[e] * slip->v[i];
            rate[e * slip->dim + i] = slips ? p->C / G : 0;
        }
}

static void maxwell_slip_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const maxwell_slip *p = params;
    double G = BRISTLE_PEAK(p, slip).G;
    for (int e = 0; e < slip->elements; e++) {
        bristle_steady(slip, G, 1 / p->alpha.at[e], z + e * slip->dim);
        discrete[e] = 1;
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

static void maxwell_slip_events(const void *params, const bri_slip *slip, bri_real *g)
{
    const maxwell_slip *p = params;
    double G = BRISTLE_PEAK(p, slip).G;
    for (int e = 0; e < slip->elements; e++) {
        const double *f = slip->z + e * slip->dim;
        double limit = p->alpha.at[e] * G;
        g[e] = slip->discrete[e] == 0 ? 1 - norm_of(slip, f) / limit : dot_of(slip, f, slip->v) / limit;
    }
}

/* An element at its limit slips if v still stretches it. If not, the limit decreased below it while it was relaxing: it
 * sticks, shortened to the limit. No element sticks beyond its limit. */
static void maxwell_slip_handle_event(const void *params, const bri_slip *slip, const bool *fired, bri_real *z,
                                      bri_real *discrete)
{
    const maxwell_slip *p = params;
    double G = BRISTLE_PEAK(p, slip).G;
    for (int e = 0; e < slip->elements; e++) {
        double *f = z + e * slip->dim, limit = p->alpha.at[e] * G, length = norm_of(slip, f);
        if (!fired[e]) continue;
        discrete[e] = discrete[e] == 0 && dot_of(slip, f, slip->v) > 0;
        for (int i = 0; i < slip->dim && length > limit; i++)
            f[i] *= limit / length;
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
    {"slips", "1", "0 while the element sticks, 1 while it slips", BRI_EACH_ELEMENT, 0, 0},
    {0},
};
static const bri_variable maxwell_slip_changes[] = {
    {"changes", "1", "element slips, or sticks again", BRI_EACH_ELEMENT, 0, 0},
    {0},
};

const bri_friction_law bri_law_maxwell_slip = {
    .kind = {BRI_KIND(maxwell_slip, "dynamic"), .title = "generalised Maxwell slip",
             .reference = "Lampaert, Al-Bender, Swevers 2003; Al-Bender, Lampaert, Swevers 2005",
             .defects = "Two events for each element and reversal; sticking elements are undamped, so that a stuck "
                        "contact vibrates; not proved passive with a static peak.",
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
    .lanes = maxwell_slip_lanes,
};
#endif
