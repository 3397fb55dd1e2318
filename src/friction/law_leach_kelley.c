/* law_leach_kelley.c - lubricated rollers: Leach and Kelley
 *
 *     mu = -0.00738 log10(1.936e26 V_s V_sum^2/(eta^7 W^7.9))        V in in/s, W in lbf/in, eta in cP
 *
 * Autiero et al., Table 1, evaluated as a sum of logarithms, because the product leaves the range of a double */
#include "friction/film.h"

BRI_INLINE film_mu leach_kelley_formula(const film_point *at)
{
    const double log10_constant = 26.286905352972376; /* of 1.936e26 */
    real log10_x = log10_constant + real_log10(at->V_s / inch) + 2 * real_log10(at->V_sum / inch) -
                   7 * real_log10(splat(at->pair->viscosity / cP)) - 7.9 * real_log10(at->W / lbf_per_in);
    return film_log(at, -0.00738, log10_x, 1, -7.9);
}

FILM_SWEEP(leach_kelley)

#if BRI_LANES == 1
FILM_LAW(leach_kelley)

const bri_friction_law bri_law_leach_kelley = {
    .kind = {FILM_KIND(leach_kelley, bri_film_events), .title = "Leach and Kelley, lubricated",
             .reference = "Leach, Kelley 1965; Autiero et al., Table 1",
             .defects = "As printed the coefficient rises with viscosity, against what its authors observed, and is "
                        "negative at low viscosity or load: usable only near 400 cP and high load.",
             .outputs = bri_film_log_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(leach_kelley),
};
#endif
