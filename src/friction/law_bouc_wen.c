/* law_bouc_wen.c - the Bouc-Wen hysteresis as a friction law
 *
 *     zdot = (v - |z|^exponent (beta |n.v| + gamma n.v) n)/delta,   n = z/|z|
 *     F    = -mu_k N z
 *
 * In one component zdot = (v - beta |v| |z|^(exponent-1) z - gamma v |z|^exponent)/delta. Dahl's law with exponent 1 is
 * exponent 1, beta 1, gamma 0. |z| ends at (beta + gamma)^(-1/exponent): 1 with the defaults.
 * R. Bouc, 1967; Y. K. Wen, 1976; with two components Park, Wen, Ang, 1986 */
#include "friction/bristle.h"

typedef struct bouc_wen {
    real mu_k, delta, beta, gamma, exponent;
} bouc_wen;

static const bri_param bouc_wen_params[] = {
    ROW_MU_K(bouc_wen),
    BRI_PARAM_AS(bouc_wen, delta, BRI_ROLE_LENGTH_SCALE, "m", 1e-5, 1e-12, 1,
                 "displacement at which a straight start would reach the limit"),
    BRI_PARAM(bouc_wen, beta, "1", 0.5, 1e-3, 10, "shape: loading and unloading alike"),
    BRI_PARAM(bouc_wen, gamma, "1", 0.5, -10, 10, "shape: loading against unloading"),
    BRI_PARAM_AS(bouc_wen, exponent, BRI_ROLE_EXPONENT, "1", 2, 1, 10, "sharpness of the yield point"),
    {0},
};

BRI_KERNEL void bouc_wen_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const bouc_wen *p = params;
    int dim = slip->dim;
    real length = norm_of(slip, slip->z), by = real_max(length, splat(least_length));
    real below = real_pow(real_min(length, splat(1e6)), p->exponent - 1), power = below * length; /* of |z| */
    real n[2] = {slip->z[0] / by, dim == 1 ? splat(0) : slip->z[1] / by};
    real along = dot_of(slip, n, slip->v), shape = pick(along < 0, p->gamma - p->beta, p->gamma + p->beta);
    for (int i = 0; i < dim; i++) {
        drag->zdot[i] = (slip->v[i] - power * (shape * along) * n[i]) / p->delta;
        drag->force[i] = drag->elastic[i] = -slip->load * (p->mu_k * slip->z[i]);
        if (!slopes) continue;
        slopes->force_load[i] = -p->mu_k * slip->z[i];
        slopes->force_z[i * dim + i] = -slip->load * p->mu_k;
        for (int j = 0; j < dim; j++) {
            real same = splat(i == j), across = dim == 1 ? splat(0) : same - n[i] * n[j];
            real turn = dim == 1 ? splat(0) : n[i] * (slip->v[j] - along * n[j]) + along * across;
            slopes->zdot_v[i * dim + j] = (same - power * shape * (n[i] * n[j])) / p->delta;
            slopes->zdot_z[i * dim + j] = -below * shape * (p->exponent * along * (n[i] * n[j]) + turn) / p->delta;
        }
    }
}

BRI_SWEEP(bouc_wen, dim)

#if BRI_LANES == 1
static double bouc_wen_limit(const bouc_wen *p) { return real_pow(p->beta + p->gamma, -1 / p->exponent); }

static bri_status bouc_wen_check(const void *params, bri_error *err)
{
    const bouc_wen *p = params;
    if (p->beta + p->gamma < 1e-3)
        return bri_fail(err, BRI_BAD_VALUE, "beta + gamma (%g) must be at least 0.001, or z has no limit",
                        p->beta + p->gamma);
    return BRI_OK;
}

static void bouc_wen_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    (void)discrete;
    bristle_steady(slip, bouc_wen_limit(params), 1, z);
}

static void bouc_wen_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const bouc_wen *p = params;
    out->by_load = p->mu_k * bouc_wen_limit(p);
    out->force = slip->load * out->by_load;
    out->by_speed = 0;
}

static void bouc_wen_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    (void)load;
    bristle_sizes(bouc_wen_limit(params), 1, dim, size);
}

static bool bouc_wen_passive(const void *params) /* Ikhouane, Rodellar 2007 */
{
    const bouc_wen *p = params;
    return p->gamma <= p->beta && p->gamma >= -p->beta;
}

static void bouc_wen_events(const void *params, const bri_slip *slip, bri_real *g)
{
    (void)params;
    g[0] = reversal(slip);
    g[1] = dot_of(slip, slip->z, slip->v);
}

static const bri_variable bouc_wen_states[] = {
    {"z", "1", "share of the friction force", BRI_EACH_DIRECTION, 0, 0},
    {0},
};
static const bri_variable bouc_wen_kinks[] = {
    EDGE_REVERSAL, {"unloads", "m/s", "sliding direction reverses relative to z", BRI_ONE, 0, 0}, {0}};

const bri_friction_law bri_law_bouc_wen = {
    .kind = {BRI_KIND(bouc_wen, "dynamic"), .title = "Bouc-Wen hysteresis as a friction law",
             .reference = "Bouc 1967; Wen 1976; Park, Wen, Ang 1986; Ikhouane, Rodellar 2007",
             .defects = "No static peak; drifts under vibration with a bias, as Dahl's law does.",
             .states = bouc_wen_states, .events = bouc_wen_kinks, .check = bouc_wen_check},
    .curve = bouc_wen_curve,
    .eval = bouc_wen_eval,
    .steady = bouc_wen_steady,
    .sizes = bouc_wen_sizes,
    .events = bouc_wen_events,
    .passive = bouc_wen_passive,
    .lanes = bouc_wen_lanes,
};
#endif
