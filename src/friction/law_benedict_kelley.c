/* law_benedict_kelley.c - lubricated rollers: Benedict and Kelley
 *
 *     mu = 0.0127 log10(3.17e8 W/(eta V_s V_sum^2))        V in in/s, W in lbf/in, eta in cP
 *
 * Autiero et al., Table 1. In N/m, cP and m/s the constant is 29.66. The factor 50/(50 - S) of the original for
 * roughness is left out, as in the table. */
#include "friction/film.h"

BRI_INLINE film_mu benedict_kelley_formula(const film_point *at)
{
    real V_s = at->V_s / inch, V_sum = at->V_sum / inch;
    real x = 3.17e8 * (at->W / lbf_per_in) / (at->pair->viscosity / cP * V_s * V_sum * V_sum);
    return film_log(at, 0.0127, real_log10(x), -1, 1);
}

FILM_SWEEP(benedict_kelley)

#if BRI_LANES == 1
FILM_LAW(benedict_kelley)

const bri_friction_law bri_law_benedict_kelley = {
    .kind = {FILM_KIND(benedict_kelley, bri_film_events), .title = "Benedict and Kelley, lubricated",
             .reference = "Benedict, Kelley 1961; Autiero et al., Table 1",
             .defects = "Negative at high speed, where it is limited to 0; roughness is left out.",
             .outputs = bri_film_log_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(benedict_kelley),
};
#endif
