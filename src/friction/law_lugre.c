/* law_lugre.c - the LuGre bristle model
 *
 *     zdot = v - sigma0 |v| z/G(|v|)
 *     F    = -scale (sigma0 z + sigma1 zdot + sigma2 f(|v|) v/|v|)
 *     g(s) = mu_k + (mu_s - mu_k) exp(-(s/v_s)^exponent)
 *     scaling: force       scale = 1,      G = N g     sigma0 in N/m
 *     scaling: load        scale = N,      G = g       sigma0 in 1/m
 *     scaling: equivalent  scale = N/N_e,  G = N_e g   sigma0 in N/m
 *     viscous: linear f = s;  power f = v_f (s/v_f)^viscous_exponent;  saturating f = v_f tanh(s/v_f)
 *
 * C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, "A new model for control of systems with friction", IEEE
 * Transactions on Automatic Control 40 (1995) 419-425; Marques et al. 2018, eqs. 9-11 and 29-31; Wojtyra 2017,
 * eqs. 13-15. With two components z relaxes in every direction (not as printed in Marques et al. 2018, eq. 9). */
#include "friction/bristle.h"

enum {
    VISCOUS_LINEAR,
    VISCOUS_POWER,
    VISCOUS_SATURATING
};

typedef struct lugre {
    real sigma0, sigma1, sigma2, mu_k, mu_s, v_s, exponent;
    int viscous;
    real v_f, viscous_exponent;
    BRISTLE_FIELDS;
} lugre;

static const bri_param lugre_params[] = {
    ROW_SIGMA0(lugre),
    ROW_SIGMA1(lugre, 0),
    ROW_SIGMA2(lugre),
    ROW_MU_K(lugre),
    ROW_MU_S(lugre),
    ROW_V_S(lugre),
    ROW_EXPONENT(lugre),
    BRI_CHOICE_PARAM(lugre, viscous, "linear|power|saturating", "how viscous friction rises with speed"),
    BRI_PARAM_AS(lugre, v_f, BRI_ROLE_VISCOUS_SPEED, "m/s", 1, 1e-9, 1e6,
                 "reference speed of viscous friction, where it is not linear"),
    BRI_PARAM(lugre, viscous_exponent, "1", 2, 1, 4, "exponent of viscous friction, where it is a power"),
    BRISTLE_ROWS(lugre),
    {0},
};

typedef struct viscous {
    real by_speed, slope; /* sigma2 f(s)/s, and speed times its derivative */
} viscous;

BRI_INLINE viscous lugre_viscous(const lugre *p, real speed)
{
    viscous f = {.by_speed = p->sigma2, .slope = splat(0)};
    if (p->viscous == VISCOUS_LINEAR) return f;
    real ratio = real_min(speed / p->v_f, splat(1e15)); /* its powers stay finite */
    if (p->viscous == VISCOUS_POWER) {
        f.by_speed = p->sigma2 * real_pow(ratio, p->viscous_exponent - 1);
        f.slope = (p->viscous_exponent - 1) * f.by_speed;
    } else {
        real t = real_tanh(ratio), by = pick(ratio > 0, ratio, splat(1));
        f.by_speed = p->sigma2 * pick(ratio > 0, t / by, splat(1));
        f.slope = p->sigma2 * (1 - t * t) - f.by_speed;
    }
    return f;
}

BRI_INLINE void lugre_slopes(const lugre *p, const bri_slip *slip, const bristle *b, real g_by_speed,
                             bri_slopes *slopes)
{
    int dim = slip->dim;
    real rate = p->sigma0 * slip->speed / b->G;
    for (int i = 0; i < dim; i++) {
        real y = p->sigma0 * slip->z[i] / b->G;
        slopes->zdot_z[i * dim + i] = -rate;
        slopes->zdot_load[i] = y * slip->speed * (b->G_by_load / b->G);
        real along = y * (slip->speed * (b->G_by_g / b->G * g_by_speed) - 1);
        for (int j = 0; j < dim; j++)
            slopes->zdot_v[i * dim + j] = along * slip->dir[j] + (double)(i == j);
    }
}

BRI_KERNEL ahead lugre_ahead(const void *params, real speed, bool look)
{
    const lugre *p = params;
    return stribeck_decay_at(speed, p->v_s, p->exponent, look);
}

BRI_KERNEL void lugre_after(const void *params, const bri_slip *slip, decay d, bri_drag *drag, bri_slopes *slopes)
{
    const lugre *p = params;
    bristle b = BRISTLE_AT(p, slip, p->mu_k + (p->mu_s - p->mu_k) * d.value);
    for (int i = 0; i < slip->dim; i++) /* in this order z = 0 gives v at any speed */
        drag->zdot[i] = slip->v[i] - p->sigma0 * slip->speed * slip->z[i] / b.G;
    if (slopes) lugre_slopes(p, slip, &b, (p->mu_s - p->mu_k) * d.slope, slopes);
    viscous f = lugre_viscous(p, slip->speed);
    bristle_force(slip, &b, p->sigma0, p->sigma1, f.by_speed, f.slope, slip->dim, drag, slopes);
}

BRI_INLINE bool lugre_often(lugre *p)
{
    if (any(p->exponent != 2) || p->viscous != VISCOUS_LINEAR) return false;
    p->exponent = splat(2);
    p->viscous = VISCOUS_LINEAR;
    return true;
}

BRI_SWEEP_AHEAD(lugre, lugre_often, dim)

#if BRI_LANES == 1
CHECK_PEAK(lugre)

static void lugre_relax(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate)
{
    const lugre *p = params;
    bristle_relax(slip, p->sigma0 / BRISTLE_PEAK(p, slip).G * slip->speed, pull, rate);
}

static void lugre_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const lugre *p = params;
    (void)discrete;
    bristle_steady(slip, BRISTLE_PEAK(p, slip).G, p->sigma0, z);
}

static void lugre_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const lugre *p = params;
    bristle b = BRISTLE_AT(p, slip, p->mu_k);
    viscous f = lugre_viscous(p, slip->speed);
    bristle_curve(slip, &b, p->mu_k, p->mu_s, stribeck_decay(slip->speed, p->v_s, p->exponent), f.by_speed, f.slope,
                  out);
}

static void lugre_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const lugre *p = params;
    bri_slip rest = {.load = load, .rate_load = load};
    bristle_sizes(BRISTLE_PEAK(p, &rest).G, p->sigma0, dim, size);
}

/* The force does at least the work that z stores if sigma2 |v|^2 + (sigma0 z)^2 |v|/G outweighs what sigma1 zdot v may
 * give back, which is at worst sigma1 (mu_s/mu_k - 1) |v|^2 while |sigma0 z| stays below its static limit:
 * N. Barabanov, R. Ortega, IEEE Transactions on Automatic Control 45 (2000) 830-832. */
static bool lugre_passive(const void *params)
{
    const lugre *p = params;
    return p->viscous == VISCOUS_LINEAR && p->sigma2 * p->mu_k >= p->sigma1 * (p->mu_s - p->mu_k);
}

static const bri_variable lugre_states[] = {STATE_Z, {0}};
static const bri_variable lugre_events[] = {EDGE_REVERSAL, {0}};

const bri_friction_law bri_law_lugre = {
    .kind = {BRI_KIND(lugre, "dynamic"), .title = "LuGre: bristles with a Stribeck curve",
             .reference = "Canudas de Wit, Olsson, Astrom, Lischinsky 1995; Marques et al. 2018, eqs. 9-11, 29-31; "
                          "Wojtyra 2017, eqs. 13-15",
             .defects =
                 "Drifts under vibration with a bias; not passive unless sigma2 is large; stiff at high speed. With "
                 "scaling: force sigma0 and sigma1 do not follow the load, so that |F|/N exceeds mu_s where the "
                 "load falls quickly, and coupled to a reaction the law can lose its solution.",
             .states = lugre_states, .events = lugre_events, .check = lugre_check},
    .curve = lugre_curve,
    .eval = lugre_eval,
    .relax = lugre_relax,
    .steady = lugre_steady,
    .sizes = lugre_sizes,
    .events = bri_event_reversal,
    .passive = lugre_passive,
    .lanes = lugre_lanes,
};
#endif
