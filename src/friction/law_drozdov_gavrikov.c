/* law_drozdov_gavrikov.c - lubricated rollers: Drozdov and Gavrikov
 *
 *     mu = 1/(0.8 nu^(1/2) V_s + V_sum phi + 13.4)        V in m/s, nu in cSt
 *     phi = 0.47 - 0.13e-4 p_max - 0.4e-3 nu              p_max = (W E/(pi R))^(1/2) in kgf/cm2
 *
 * Autiero et al., Table 1; valid for V_s <= 15 m/s, 3 <= V_sum <= 20 m/s, 4 <= nu <= 500 cSt,
 * 4000 <= p_max <= 20000 kgf/cm2 */
#include "friction/film.h"

BRI_INLINE real drozdov_gavrikov_pressure(const film_point *at) /* Pa */
{
    return real_sqrt(at->W * (at->pair->modulus * film_curvature(at->pair) / 3.141592653589793));
}

BRI_INLINE film_mu drozdov_gavrikov_formula(const film_point *at)
{
    double nu = at->pair->viscosity / at->pair->density / cSt;
    real p_max = drozdov_gavrikov_pressure(at);
    real phi = 0.47 - 0.13e-4 * (p_max / kgf_per_cm2) - 0.4e-3 * nu;
    real mu = 1 / real_max(0.8 * real_sqrt(splat(nu)) * at->V_s + at->V_sum * phi + 13.4, splat(1e-6));
    film_mu out = {.mu = mu,
                   .by_V_s = -mu * mu * (0.8 * real_sqrt(splat(nu))),
                   .by_W = mu * mu * at->V_sum * (0.13e-4 / kgf_per_cm2) * (0.5 * p_max / at->W)};
    return out;
}

FILM_SWEEP(drozdov_gavrikov)

#if BRI_LANES == 1
static void drozdov_gavrikov_observe(const void *params, const bri_slip *slip, double *outputs)
{
    film_point at = film_at(params, slip);
    bri_film_observe(drozdov_gavrikov_formula, params, slip, outputs);
    outputs[4] = at.pair->viscosity / at.pair->density;
    outputs[5] = drozdov_gavrikov_pressure(&at);
}

static void drozdov_gavrikov_events(const void *params, const bri_slip *slip, bri_real *g)
{
    bri_film_kinks(drozdov_gavrikov_formula, params, slip, g);
}

static const bri_variable drozdov_gavrikov_outputs[] = {
    {"mu", "1", "coefficient of the formula, before it is limited to [0, mu_max]", BRI_ONE, 0, 0},
    {"V_s", "m/s", "sliding speed in the formula", BRI_ONE, 0, 15},
    {"V_sum", "m/s", "sum of the surface speeds in the formula", BRI_ONE, 3, 20},
    {"W", "N/m", "load per length", BRI_ONE, 0, 0},
    {"nu", "m2/s", "kinematic viscosity", BRI_ONE, 4e-6, 500e-6},
    {"p_max", "Pa", "largest contact pressure", BRI_ONE, 4000 * 98066.5, 20000 * 98066.5},
    {0},
};

const bri_friction_law bri_law_drozdov_gavrikov = {
    .kind = {FILM_KIND(drozdov_gavrikov, bri_film_events), .title = "Drozdov and Gavrikov, lubricated",
             .reference = "Drozdov, Gavrikov 1968; Autiero et al., Table 1",
             .defects = "Valid for V_s up to 15 m/s, V_sum from 3 to 20 m/s, 4 to 500 cSt, 4000 to 20000 kgf/cm2 only; "
                        "finite at rest.",
             .outputs = drozdov_gavrikov_outputs},
    .needs = "length viscosity density modulus radius_a radius_b",
    FILM_FUNCTIONS(drozdov_gavrikov),
};
#endif
