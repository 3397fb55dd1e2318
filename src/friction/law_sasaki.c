/* law_sasaki.c - lubricated rollers: Sasaki et al.
 *
 *     mu = k (eta V_r^4/W^1.7)^-0.12        V_r = V_sum/2 in cm/s, W in kgf/cm, eta in kgf s/cm2
 *     k = 0.037 at V_s/V_r = 0.31, 0.026 at 1.22
 *
 * Autiero et al., Table 1. k is given at two points only: here it is linear between them and constant outside. */
#include "friction/film.h"

BRI_INLINE film_mu sasaki_formula(const film_point *at)
{
    real V_r = 0.5 * at->V_sum, slip_ratio = at->V_s / V_r;
    real between = real_max(real_min((slip_ratio - 0.31) / (1.22 - 0.31), splat(1)), splat(0));
    real k = 0.037 - (0.037 - 0.026) * between;
    real log_x = real_log(splat(at->pair->viscosity / kgf_per_cm2)) + 4 * real_log(V_r / 0.01) -
                 1.7 * real_log(at->W / kgf_per_cm);
    film_mu out = film_power(at, k * real_exp(-0.12 * log_x), 0, 1.7 * 0.12);
    out.by_V_s = pick((between > 0) & (between < 1), -out.mu / k * ((0.037 - 0.026) / (1.22 - 0.31)) / V_r, splat(0));
    return out;
}

FILM_SWEEP(sasaki)

#if BRI_LANES == 1
static void sasaki_observe(const void *params, const bri_slip *slip, double *outputs)
{
    bri_film_observe(sasaki_formula, params, slip, outputs);
}

static void sasaki_events(const void *params, const bri_slip *slip, bri_real *g)
{
    film_point at = film_at(params, slip);
    double slip_ratio = at.V_s / (0.5 * at.V_sum);
    bri_film_kinks(sasaki_formula, params, slip, g);
    g[FILM_EDGE_COUNT] = slip_ratio - 0.31;
    g[FILM_EDGE_COUNT + 1] = slip_ratio - 1.22;
}

static const bri_variable sasaki_kinks[] = {
    FILM_EDGES,
    {"first_k", "1", "the first slip ratio at which k is given", BRI_ONE, 0, 0},
    {"second_k", "1", "the second slip ratio at which k is given", BRI_ONE, 0, 0},
    {0},
};

const bri_friction_law bri_law_sasaki = {
    .kind = {FILM_KIND(sasaki, sasaki_kinks), .title = "Sasaki et al., lubricated",
             .reference = "Sasaki, Okamura, Isogai 1961; Autiero et al., Table 1",
             .defects = "k is known at two slip ratios only, and the interpolation between them is a choice; diverges "
                        "as V_sum decreases.",
             .outputs = bri_film_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(sasaki),
};
#endif
