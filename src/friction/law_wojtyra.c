/* law_wojtyra.c - a static peak made of straight lines
 *
 *     mu = mu_s |v|/gamma                                  up to gamma
 *     mu = mu_s - 2 (mu_s - mu_k) (|v| - gamma)/gamma      up to 1.5 gamma
 *     mu = mu_k                                            beyond
 *     F = -mu N v/|v|
 *
 * M. Wojtyra, 2017, eq. 12 */
#include "friction/stribeck.h"

typedef struct wojtyra {
    real mu_k, mu_s, gamma;
} wojtyra;

static const bri_param wojtyra_params[] = {
    ROW_MU_K(wojtyra),
    ROW_MU_S(wojtyra),
    BRI_PARAM_AS(wojtyra, gamma, BRI_ROLE_SPEED_SCALE, "m/s", 1e-5, 1e-9, 1e3, "speed of the static peak"),
    {0},
};

BRI_KERNEL void wojtyra_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    const wojtyra *p = params;
    real ratio = slip->speed / p->gamma, drop = 2 * (p->mu_s - p->mu_k);
    mask rises = is_below(slip, 0, ratio <= 1), falls = is_below(slip, 1, ratio <= 1.5);
    real mu = pick(rises, p->mu_s * ratio, pick(falls, p->mu_s - drop * (ratio - 1), p->mu_k));
    out->force = slip->load * mu;
    out->by_speed = slip->load * (pick(rises, p->mu_s, pick(falls, -drop, splat(0))) / p->gamma);
    out->by_load = mu;
}

BRI_SWEEP_CURVE(wojtyra)

#if BRI_LANES == 1
CHECK_PEAK(wojtyra)

static const bri_variable wojtyra_events[] = {
    {"peak", "m/s", "the static peak", BRI_ONE, 0, 0},
    {"sliding", "m/s", "sliding friction is reached", BRI_ONE, 0, 0},
    {0},
};

static void wojtyra_kinks(const void *params, const bri_slip *slip, bri_real *g)
{
    const wojtyra *p = params;
    g[0] = slip->speed - p->gamma;
    g[1] = slip->speed - 1.5 * p->gamma;
}

const bri_friction_law bri_law_wojtyra = {
    .kind = {BRI_KIND(wojtyra, "static"), .title = "piecewise linear curve with a static peak",
             .reference = "Wojtyra 2017, eq. 12",
             .defects = "Creeps where a real contact sticks; in closed loops gamma decides which joint breaks away "
                        "first; two kinks.",
             .check = wojtyra_check, .events = wojtyra_events},
    BRI_CURVE_LAW(wojtyra),
    .passive = bri_passive_always,
    .events = wojtyra_kinks,
    .pieces = BRI_PIECES_OF_SPEED,
};
#endif
