/* film.h - parameters and functions that the lubricated laws share
 *
 *     F = -c m N v/|v|,   m = mu within [0, mu_max],   c: the dynamic correction of Ambrosio between v_0 and v_1
 *
 * Each formula gives mu as its author printed it, in its own units, from the sliding speed V_s, the sum of the surface
 * speeds V_sum and the load per length W. Speeds are limited from below to v_floor, where most formulas diverge.
 * Autiero et al., Table 1 and eqs. 3-4 */
#ifndef BRISTLE_FRICTION_FILM_H
#define BRISTLE_FRICTION_FILM_H

#include "friction/correction.h"

typedef struct film {
    real mu_max, v_0, v_1, v_floor;
} film;

#define FILM_ROWS                                                                                                      \
    BRI_PARAM_AS(film, mu_max, BRI_ROLE_CEILING, "1", 0.15, 0, 10, "upper limit of the coefficient"),                  \
        ROW_CORRECTION_V_0(film), ROW_CORRECTION_V_1(film),                                                            \
        BRI_PARAM_AS(film, v_floor, BRI_ROLE_SPEED_SCALE, "m/s", 1e-3, 1e-9, 1,                                        \
                     "lower limit of the speeds in the formula")

/* Units of the formulas, in SI. */
static const double cP = 1e-3, cSt = 1e-6, inch = 0.0254, microinch = 2.54e-8, kgf_per_cm = 980.665,
                    kgf_per_cm2 = 98066.5, lbf_per_in = 4.4482216152605 / 0.0254;

typedef struct film_point { /* the inputs of a formula */
    real V_s, V_sum, W;     /* m/s, m/s, N/m */
    const bri_pair *pair;
} film_point;

typedef struct film_mu {
    real mu, by_V_s, by_W;
} film_mu;

typedef film_mu film_formula(const film_point *at);

/* mu and its derivatives, where mu is a product of powers with these exponents of V_s and W. */
BRI_INLINE film_mu film_power(const film_point *at, real mu, double of_V_s, double of_W)
{
    film_mu out = {.mu = mu, .by_V_s = of_V_s * (mu / at->V_s), .by_W = of_W * (mu / at->W)};
    return out;
}

/* mu = slope log10(x) and its derivatives, where x is a product of powers with these exponents of V_s and W. */
BRI_INLINE film_mu film_log(const film_point *at, double slope, real log10_x, double of_V_s, double of_W)
{
    const double by_log = 0.43429448190325182; /* 1/ln 10 */
    film_mu out = {
        .mu = slope * log10_x, .by_V_s = slope * by_log * of_V_s / at->V_s, .by_W = slope * by_log * of_W / at->W};
    return out;
}

/* Formulas without a load work without a length. */
BRI_INLINE double film_length(const bri_pair *pair) { return pair->length > 0 ? pair->length : 1; }

BRI_INLINE film_point film_at(const film *p, const bri_slip *slip)
{
    film_point at = {.V_s = real_max(slip->speed, p->v_floor),
                     .V_sum = real_max(slip->sum, p->v_floor),
                     .W = real_max(slip->load / film_length(slip->pair), splat(1e-9)),
                     .pair = slip->pair};
    return at;
}

BRI_INLINE void film_curve(film_formula *formula, const film *p, const bri_slip *slip, bri_curve *out)
{
    film_point at = film_at(p, slip);
    film_mu f = formula(&at);
    decay c = dynamic_correction(slip->speed, p->v_0, p->v_1);
    mask free = (f.mu > 0) & (f.mu < p->mu_max);
    real mu = real_max(real_min(f.mu, p->mu_max), splat(0));
    real by_speed = pick(free & (slip->speed > p->v_floor), f.by_V_s, splat(0));
    real by_W = pick(free & (slip->load > 1e-9 * film_length(slip->pair)), f.by_W, splat(0));
    out->force = slip->load * (c.value * mu);
    out->by_speed = slip->load * (c.slope * mu + c.value * by_speed);
    out->by_load = c.value * (mu + slip->load * (by_W / film_length(slip->pair)));
}

/* Combined curvature 1/R_a + 1/R_b, 1/m; 0 for a flat surface, negative for a bore. */
BRI_INLINE double film_curvature(const bri_pair *pair)
{
    double sum = 1 / pair->radius_a + 1 / pair->radius_b;
    return sum > 1e-12 ? sum : 1e-12;
}

/* Everything that the file of a lubricated law needs besides its formula and its kind. */
#define FILM_SWEEP(law)                                                                                                \
    typedef film law;                                                                                                  \
    static const bri_param law##_params[] = {FILM_ROWS, {0}};                                                          \
    BRI_KERNEL void law##_curve(const void *params, const bri_slip *slip, bri_curve *out)                              \
    {                                                                                                                  \
        film_curve(law##_formula, params, slip, out);                                                                  \
    }                                                                                                                  \
    BRI_SWEEP_CURVE(law)

#if BRI_LANES == 1
#define FILM_EDGES                                                                                                     \
    {"start", "m/s", "friction begins", BRI_ONE, 0, 0}, {"full", "m/s", "full friction is reached", BRI_ONE, 0, 0},    \
        {"floor", "m/s", "sliding speed falls below v_floor", BRI_ONE, 0, 0},                                          \
        {"sum_floor", "m/s", "sum of speeds falls below v_floor", BRI_ONE, 0, 0},                                      \
        {"zero", "1", "coefficient of the formula passes zero", BRI_ONE, 0, 0},                                        \
    {                                                                                                                  \
        "top", "1", "coefficient of the formula passes mu_max", BRI_ONE, 0, 0                                          \
    }
enum {
    FILM_EDGE_COUNT = 6
};
extern const bri_variable bri_film_outputs[], bri_film_events[];
extern const bri_variable bri_film_log_outputs[]; /* of a logarithm, which becomes negative */
bri_status bri_film_check(const void *params, bri_error *err);
void bri_film_observe(film_formula *formula, const film *p, const bri_slip *slip, double *outputs);
void bri_film_kinks(film_formula *formula, const film *p, const bri_slip *slip, double *g);

#define FILM_LAW(law)                                                                                                  \
    static void law##_observe(const void *params, const bri_slip *slip, double *outputs)                               \
    {                                                                                                                  \
        bri_film_observe(law##_formula, params, slip, outputs);                                                        \
    }                                                                                                                  \
    static void law##_events(const void *params, const bri_slip *slip, bri_real *g)                                    \
    {                                                                                                                  \
        bri_film_kinks(law##_formula, params, slip, g);                                                                \
    }
#define FILM_KIND(law, edges_) BRI_KIND(law, "lubricated"), .events = edges_, .check = bri_film_check
#define FILM_FUNCTIONS(law)                                                                                            \
    BRI_CURVE_LAW(law), .events = law##_events, .observe = law##_observe, .passive = bri_passive_always,               \
                        .lubricated = true
#endif

#endif
