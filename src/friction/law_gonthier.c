/* law_gonthier.c - bristles whose static friction grows with the time of rest: Gonthier et al.
 *
 *     s     = exp(-(|v|/v_s)^2)                             1 in stick, 0 in sliding
 *     zdot  = s v + (1 - s) (G d - sigma0 z)/sigma1         d = v/|v|, smooth below v_e = 0.01 v_s
 *     dwell'= (s - dwell)/tau_dw while s >= dwell, (s - dwell) sigma0/sigma1 otherwise
 *     F     = -scale (b limited to G + (G_s - G) dwell, + sigma2 v),   b = sigma0 z + sigma1 zdot
 *     G = mu_k N, G_s = mu_s N (scaling: force); mu_k, mu_s (load); mu_k N_e, mu_s N_e (equivalent)
 *
 * Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedboeuf, 2004; Marques, Flores, Lankarani, eqs. 16-23, whose text swaps the
 * meaning of s and misprints d: here d = (v/v_e) (3/2 - (|v|/v_e)^2/2) below v_e. */
#include "friction/bristle.h"

typedef struct gonthier {
    real sigma0, sigma1, sigma2, mu_k, mu_s, v_s, tau_dw;
    BRISTLE_FIELDS;
} gonthier;

static const bri_param gonthier_params[] = {
    ROW_SIGMA0(gonthier),
    ROW_SIGMA1(gonthier, 1e-6),
    ROW_SIGMA2(gonthier),
    ROW_MU_K(gonthier),
    ROW_MU_S(gonthier),
    ROW_V_S(gonthier),
    BRI_PARAM(gonthier, tau_dw, "s", 2, 1e-6, 1e6, "time constant of the growth of static friction at rest"),
    BRISTLE_ROWS(gonthier),
    {0},
};

typedef struct direction { /* of sliding, smooth at rest, and its slopes along and across v */
    real d[2], along, across;
} direction;

BRI_INLINE direction smooth_direction(const bri_slip *slip, real v_e)
{
    real ratio = slip->speed / v_e, held = real_min(ratio, splat(1));
    mask slow = ratio < 1;
    real size = held * (1.5 - 0.5 * held * held);
    direction at;
    for (int i = 0; i < 2; i++)
        at.d[i] = size * slip->dir[i];
    at.along = pick(slow, 1.5 * (1 - held * held) / v_e, splat(0));
    at.across = pick(slow, (1.5 - 0.5 * held * held) / v_e, 1 / real_max(slip->speed, v_e));
    return at;
}

/* b where |b| is below the limit, else b scaled to it; slopes: of the limited force in b and in the limit. */
typedef struct limited {
    real force[2], by_limit[2], by_b[2][2];
} limited;

BRI_INLINE limited limit_vector(const bri_slip *slip, const real *b, real limit)
{
    limited at;
    real length = real_max(norm_of(slip, b), splat(least_length)), share = limit / length;
    mask over = length > limit;
    for (int i = 0; i < slip->dim; i++) {
        real n = b[i] / length;
        at.force[i] = pick(over, limit * n, b[i]);
        at.by_limit[i] = pick(over, n, splat(0));
        for (int j = 0; j < slip->dim; j++) {
            real same = splat(i == j), across = slip->dim == 1 ? splat(0) : same - n * (b[j] / length);
            at.by_b[i][j] = pick(over, share * across, same);
        }
    }
    return at;
}

typedef struct regime {
    bristle b;                                       /* its G holds mu_k */
    real s, slides, s_by_speed;                      /* slides: the rest of s to 1 */
    real limit, limit_by_dwell, limit_by_load, rate; /* rate: of z and, in sliding, of dwell */
    direction at;
} regime;

BRI_INLINE regime gonthier_regime(const gonthier *p, const bri_slip *slip, real dwell)
{
    regime r;
    decay d = stribeck_decay(slip->speed, p->v_s, splat(2));
    bristle top = BRISTLE_AT(p, slip, p->mu_s);
    r.b = BRISTLE_AT(p, slip, p->mu_k);
    real ratio = slip->speed * (1 / p->v_s);
    r.s = d.value;
    /* 1 - s; the difference itself would be rounding near rest, and a high rate makes that felt. */
    r.slides = -real_expm1(-(ratio * ratio));
    r.s_by_speed = d.slope;
    r.limit_by_dwell = top.G - r.b.G;
    r.limit = r.b.G + r.limit_by_dwell * dwell;
    r.limit_by_load = r.b.G_by_load + (top.G_by_load - r.b.G_by_load) * dwell;
    r.rate = p->sigma0 / p->sigma1;
    r.at = smooth_direction(slip, 0.01 * p->v_s);
    return r;
}

BRI_INLINE void gonthier_slopes(const gonthier *p, const bri_slip *slip, const regime *r, real dwell_rate, real dwell,
                                bri_slopes *slopes)
{
    int dim = slip->dim, n = dim + 1;
    for (int i = 0; i < dim; i++) {
        slopes->zdot_z[i * n + i] = -r->slides * r->rate;
        slopes->zdot_load[i] = r->slides * (r->b.G_by_load * r->at.d[i] / p->sigma1);
        for (int j = 0; j < dim; j++) {
            real same = splat(i == j), along = slip->dir[i] * slip->dir[j];
            real turn = dim == 1 ? r->at.along : r->at.along * along + r->at.across * (same - along);
            real toward = (r->b.G * r->at.d[i] - p->sigma0 * slip->z[i]) / p->sigma1;
            slopes->zdot_v[i * dim + j] =
                r->s * same + r->s_by_speed * slip->dir[j] * (slip->v[i] - toward) +
                r->slides * (r->b.G / p->sigma1 * pick(slip->speed > 0, turn, r->at.along * same));
        }
    }
    for (int j = 0; j < dim; j++)
        slopes->zdot_v[dim * dim + j] = dwell_rate * r->s_by_speed * slip->dir[j];
    slopes->zdot_z[dim * n + dim] = -dwell_rate;
    (void)dwell;
}

BRI_KERNEL void gonthier_eval(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    const gonthier *p = params;
    int dim = slip->dim, n = dim + 1;
    real dwell = slip->z[dim], bend[2] = {splat(0), splat(0)}, still[2] = {splat(0), splat(0)};
    regime r = gonthier_regime(p, slip, dwell);
    real dwell_rate = pick(r.s >= dwell, 1 / p->tau_dw, r.rate);
    drag->zdot[dim] = (r.s - dwell) * dwell_rate;
    for (int i = 0; i < dim; i++) {
        drag->zdot[i] = r.s * slip->v[i] + r.slides * ((r.b.G * r.at.d[i] - p->sigma0 * slip->z[i]) / p->sigma1);
        still[i] = p->sigma0 * slip->z[i];
        bend[i] = still[i] + p->sigma1 * drag->zdot[i];
    }
    limited moving = limit_vector(slip, bend, r.limit), elastic = limit_vector(slip, still, r.limit);
    for (int i = 0; i < dim; i++) {
        drag->elastic[i] = -r.b.scale * (elastic.force[i] + p->sigma2 * slip->v[i]);
        drag->force[i] = -r.b.scale * (moving.force[i] + p->sigma2 * slip->v[i]);
    }
    if (!slopes) return;
    gonthier_slopes(p, slip, &r, dwell_rate, dwell, slopes);
    for (int i = 0; i < dim; i++) {
        real by_rate_load = moving.by_limit[i] * r.limit_by_load;
        slopes->force_load[i] = -r.b.scale_by_load * (moving.force[i] + p->sigma2 * slip->v[i]);
        slopes->force_z[i * n + dim] = -r.b.scale * (moving.by_limit[i] * r.limit_by_dwell);
        for (int k = 0; k < dim; k++) {
            real through = p->sigma1 * moving.by_b[i][k];
            by_rate_load += through * slopes->zdot_load[k];
            slopes->force_z[i * n + k] =
                -r.b.scale * moving.by_b[i][k] * (p->sigma0 + p->sigma1 * slopes->zdot_z[k * n + k]);
            for (int j = 0; j < dim; j++)
                slopes->force_v[i][j] -= r.b.scale * (through * slopes->zdot_v[k * dim + j]);
        }
        slopes->force_v[i][i] -= r.b.scale * p->sigma2;
        slopes->force_rate_load[i] = -r.b.scale * by_rate_load;
    }
}

BRI_SWEEP(gonthier, dim + 1)

#if BRI_LANES == 1
CHECK_PEAK(gonthier)

static void gonthier_relax(const void *params, const bri_slip *slip, bri_real *pull, bri_real *rate)
{
    const gonthier *p = params;
    double dwell = slip->z[slip->dim];
    regime r = gonthier_regime(p, slip, dwell);
    for (int i = 0; i < slip->dim; i++) {
        pull[i] = r.s * slip->v[i] + r.slides * (r.b.G * r.at.d[i] / p->sigma1);
        rate[i] = r.slides * r.rate;
    }
    rate[slip->dim] = r.s >= dwell ? 1 / p->tau_dw : r.rate;
    pull[slip->dim] = r.s * rate[slip->dim];
}

/* With zdot = 0: sigma0 z = G d + sigma1 v s/(1 - s). Towards rest that is a long way, and the force is at its limit. */
static void gonthier_steady(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    const gonthier *p = params;
    regime r = gonthier_regime(p, slip, 0);
    double slides = real_max(r.slides, 1e-12);
    for (int i = 0; i < slip->dim; i++)
        z[i] = (r.b.G * r.at.d[i] + p->sigma1 * slip->v[i] * (r.s / slides)) / p->sigma0;
    z[slip->dim] = r.s;
    (void)discrete;
}

static void gonthier_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const gonthier *p = params;
    regime r = gonthier_regime(p, slip, 0);
    decay d = {.value = r.s, .slope = r.s_by_speed};
    double slides = real_max(r.slides, 1e-12), ratio = d.value / slides;
    double size = norm_of(slip, r.at.d), b = r.b.G * size + p->sigma1 * slip->speed * ratio;
    double limit = r.b.G + r.limit_by_dwell * d.value,
           limit_by_load = r.b.G_by_load + (BRISTLE_AT(p, slip, p->mu_s).G_by_load - r.b.G_by_load) * d.value;
    bool over = b > limit;
    double by_speed = over ? r.limit_by_dwell * d.slope
                           : r.b.G * r.at.along + p->sigma1 * (ratio + slip->speed * d.slope / (slides * slides));
    out->force = r.b.scale * ((over ? limit : b) + p->sigma2 * slip->speed);
    out->by_speed = r.b.scale * (by_speed + p->sigma2);
    out->by_load = r.b.scale_by_load * ((over ? limit : b) + p->sigma2 * slip->speed) +
                   r.b.scale * (over ? limit_by_load : r.b.G_by_load * size);
}

static void gonthier_sizes(const void *params, bri_real load, int dim, bri_real *size)
{
    const gonthier *p = params;
    bri_slip slip = {.load = load, .rate_load = load};
    bristle_sizes(BRISTLE_AT(p, &slip, p->mu_s).G, p->sigma0, dim, size);
    size[dim] = 1;
}

static void gonthier_events(const void *params, const bri_slip *slip, bri_real *g)
{
    const gonthier *p = params;
    int dim = slip->dim;
    double zdot[3], bend[2] = {0};
    bri_drag drag = {.zdot = zdot};
    regime r = gonthier_regime(p, slip, slip->z[dim]);
    gonthier_eval(params, slip, &drag, NULL);
    for (int i = 0; i < dim; i++)
        bend[i] = p->sigma0 * slip->z[i] + p->sigma1 * zdot[i];
    g[0] = norm_of(slip, bend) / r.limit - 1;
    g[1] = r.s - slip->z[dim];
    g[2] = slip->speed / (0.01 * p->v_s) - 1;
}

static const bri_variable gonthier_states[] = {
    STATE_Z,
    {"dwell", "1", "how far static friction has grown: 0 in sliding, 1 after a long rest", BRI_ONE, 0, 0},
    {0},
};
static const bri_variable gonthier_kinks[] = {
    {"limit", "1", "bristle force reaches its limit", BRI_ONE, 0, 0},
    {"rests", "1", "static friction begins to grow, or to fall", BRI_ONE, 0, 0},
    {"direction", "1", "speed falls below v_e, where the direction is smoothed", BRI_ONE, 0, 0},
    {0},
};

const bri_friction_law bri_law_gonthier = {
    .kind = {BRI_KIND(gonthier, "dynamic"),
             .title = "Gonthier: bristles whose static friction grows with the dwell time",
             .reference = "Gonthier, McPhee, Lange, Piedboeuf 2004; Marques, Flores, Lankarani, eqs. 16-23",
             .defects =
                 "The first break-away depends on where dwell starts, which the papers do not say; the limit on the "
                 "force is a kink; very stiff near rest. With scaling: force the bristles do not follow the load.",
             .states = gonthier_states, .events = gonthier_kinks, .check = gonthier_check},
    .curve = gonthier_curve,
    .eval = gonthier_eval,
    .relax = gonthier_relax,
    .steady = gonthier_steady,
    .sizes = gonthier_sizes,
    .events = gonthier_events,
    .lanes = gonthier_lanes,
};
#endif
