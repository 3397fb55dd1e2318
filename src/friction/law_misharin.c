/* law_misharin.c - lubricated rollers: Misharin
 *
 *     mu = 0.325 (nu V_sum V_s)^-0.25        V in m/s, nu in cSt
 *
 * Autiero et al., Table 1; valid for 0.02 <= mu <= 0.08 */
#include "friction/film.h"

BRI_INLINE film_mu misharin_formula(const film_point *at)
{
    double nu = at->pair->viscosity / at->pair->density / cSt;
    real root = real_sqrt(real_sqrt(nu * at->V_sum * at->V_s));
    return film_power(at, 0.325 / root, -0.25, 0);
}

FILM_SWEEP(misharin)

#if BRI_LANES == 1
FILM_LAW(misharin)

static const bri_variable misharin_outputs[] = {
    {"mu", "1", "coefficient of the formula, before it is limited to [0, mu_max]", BRI_ONE, 0.02, 0.08},
    {"V_s", "m/s", "sliding speed in the formula", BRI_ONE, 0, 0},
    {"V_sum", "m/s", "sum of the surface speeds in the formula", BRI_ONE, 0, 0},
    {"W", "N/m", "load per length", BRI_ONE, 0, 0},
    {0},
};

const bri_friction_law bri_law_misharin = {
    .kind = {FILM_KIND(misharin, bri_film_events), .title = "Misharin, lubricated",
             .reference = "Misharin 1958; Autiero et al., Table 1",
             .defects = "Diverges towards rest; the load has no effect. Valid for coefficients from 0.02 to 0.08.",
             .outputs = misharin_outputs},
    .needs = "viscosity density",
    FILM_FUNCTIONS(misharin),
};
#endif
