/* law_elasto_plastic.c - LuGre's law with a range in which the bristles are purely elastic: no drift
 *
 *     zdot  = v - alpha c sigma0 |v| z/G(|v|),   c = max(0, z.v/(|z||v|))
 *     F     = -scale (sigma0 z + sigma1 zdot + sigma2 v)
 *     alpha = 0 up to z_ba, (1 - cos(pi u))/2 with u = (|z| - z_ba)/(z_max - z_ba) up to z_max, 1 beyond
 *     z_max = G(|v|)/sigma0;   z_ba = elastic times z_max in sliding, where g = mu_k
 *     g(s)  = mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent);   scale and G as in lugre
 *
 * P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, 2002. In one component c is 1 while z is deflected the way the
 * contact slides and 0 otherwise, as in the paper; with two, z turns into the direction of sliding. */
#include "friction/bristle.h"

typedef struct elasto_plastic {
    real sigma0, sigma1, sigma2, mu_k, mu_s, v_s, exponent, elastic;
    BRISTLE_FIELDS;
} elasto_plastic;

static const bri_param elasto_plastic_params[] = {
    ROW_SIGMA0(elasto_plastic),
    ROW_SIGMA1(elasto_plastic, 0),
    ROW_SIGMA2(elasto_plastic),
    ROW_MU_K(elasto_plastic),
    ROW_MU_S(elasto_plastic),
    ROW_V_S(elasto_plastic),
    ROW_EXPONENT(elasto_plastic),
    BRI_PARAM(elasto_plastic, elastic, "1", 0.7, 0, 0.99, "share of sliding friction up to which nothing slips"),
    BRISTLE_ROWS(elasto_plastic),
    {0},
};

typedef struct yield { /* alpha, and its slopes in |z|, in G and in sigma0 z_ba */
    real alpha, by_length, by_G, by_floor;
} yield;

BRI_INLINE yield yield_at(real sigma0, real length, real G, real floor)
{
    real width = G - floor, u = (sigma0 * length - floor) / width;
    mask yields = (u > 0) & (u < 1);
    u = real_max(real_min(u, splat(1)), splat(0));
    real rises = pick(yields, 1.5707963267948966 * real_sin_turns(0.5 * u), splat(0)); /* d(alpha)/du */
    yield y;
    y.alpha = 0.5 - 0.5 * real_cos_turns(0.5 * u);
    y.by_length = rises * (sigma0 / width);
    y.by_G = -rises * (u / width);
    y.by_floor = rises * ((u - 1) / width);
    return y;
}

BRI_KERNEL void elasto_plastic_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const elasto_plastic *p = params;
    int dim = slip->dim;
    decay d = stribeck_decay(slip->speed, p->v_s, p->exponent);
    bristle b = BRISTLE_AT(p, slip, p->mu_k + (p->mu_s - p->mu_k) * d.value), sliding = BRISTLE_AT(p, slip, p->mu_k);
    real length = norm_of(slip, slip->z), by = real_max(length, splat(least_length)), unit = p->sigma0 / b.G;
    real n[2] = {slip->z[0] / by, dim == 1 ? splat(0) : slip->z[1] / by};
    real along = dot_of(slip, n, slip->v), forward = pick(along > 0, splat(1), splat(0));
    along = real_max(along, splat(0));
    yield y = yield_at(p->sigma0, length, b.G, p->elastic * sliding.G);
    real flow = y.alpha * unit * along; /* zdot = v - flow z */
    for (int i = 0; i < dim; i++)
        drag->zdot[i] = slip->v[i] - flow * slip->z[i];
    if (slopes) {
        real by_G = unit * along * (y.by_G - y.alpha / b.G);
        real by_speed = by_G * (b.G_by_g * ((p->mu_s - p->mu_k) * d.slope));
        real by_load = by_G * b.G_by_load + unit * along * (y.by_floor * (p->elastic * sliding.G_by_load));
        for (int i = 0; i < dim; i++) {
            slopes->zdot_load[i] = -slip->z[i] * by_load;
            for (int j = 0; j < dim; j++) {
                real by_v = by_speed * slip->dir[j] + y.alpha * unit * (forward * n[j]);
                real turn = forward * ((slip->v[j] - along * n[j]) / by); /* d(along)/dz */
                real by_z = unit * (y.by_length * n[j] * along + y.alpha * turn);
                slopes->zdot_v[i * dim + j] = (double)(i == j) - slip->z[i] * by_v;
                slopes->zdot_z[i * dim + j] = -flow * (double)(i == j) - slip->z[i] * by_z;
            }
        }
    }
    bristle_force(slip, &b, p->sigma0, p->sigma1, p->sigma2, splat(0), dim, drag, slopes);
}

BRI_SWEEP(elasto_plastic, dim)

#if BRI_LANES == 1
CHECK_PEAK(elasto_plastic)

static void elasto_plastic_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const elasto_plastic *p = params;
    (void)discrete;
    bristle_steady(slip, BRISTLE_PEAK(p, slip).G, p->sigma0, z);
}

static void elasto_plastic_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const elasto_plastic *p = params;
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    bristle_curve(slip, &b, p->mu_k, p->mu_s, stribeck_decay(slip->speed, p->v_s, p->exponent), p->sigma2, 0, out);
}

static void elasto_plastic_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const elasto_plastic *p = params;
    bri_slip rest = {.load = load, .rate_load = load};
    bristle_sizes(BRISTLE_PEAK(p, &rest).G, p->sigma0, dim, size);
}

/* Bristle damping can give back more than it takes once the bristles slip, as in LuGre's law. */
static bool elasto_plastic_passive(const void *params)
{
    const elasto_plastic *p = params;
    return p->sigma2 * p->mu_k >= p->sigma1 * (p->mu_s - p->mu_k);
}

static void elasto_plastic_events(const void *params, const bri_slip *slip, bri_real *g)
{
    const elasto_plastic *p = params;
    double z_ba = p->elastic * BRISTLE_AT(p, slip, p->mu_k).G / p->sigma0;
    g[0] = reversal(slip);
    g[1] = norm_of(slip, slip->z) - z_ba;
}

static const bri_variable elasto_plastic_states[] = {STATE_Z, {0}};
static const bri_variable elasto_plastic_kinks[] = {
    EDGE_REVERSAL, {"yield", "m", "bristles begin to slip", BRI_ONE, 0, 0}, {0}};

const bri_friction_law bri_law_elasto_plastic = {
    .kind = {BRI_KIND(elasto_plastic, "dynamic"), .title = "elasto-plastic bristles: LuGre without drift in presliding",
             .reference = "Dupont, Hayward, Armstrong, Altpeter 2002",
             .defects =
                 "Not passive unless sigma2 is large; stiff at high speed. With scaling: force sigma0 and sigma1 do "
                 "not follow the load.",
             .states = elasto_plastic_states, .events = elasto_plastic_kinks, .check = elasto_plastic_check},
    .curve = elasto_plastic_curve,
    .eval = elasto_plastic_eval,
    .steady = elasto_plastic_steady,
    .sizes = elasto_plastic_sizes,
    .events = elasto_plastic_events,
    .passive = elasto_plastic_passive,
    .lanes = elasto_plastic_lanes,
};
#endif
