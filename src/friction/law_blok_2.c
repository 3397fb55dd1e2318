/* law_blok_2.c - lubricated rollers: Blok, second formula
 *
 *     mu = 0.118 (b^-0.16 eta V_sum^1.19 V_s^1.22 W^-0.44)^-0.178        V in m/s, W in kgf/cm, eta in cP
 *     b = 0.012 eta^0.33, in 1/degC
 *
 * Autiero et al., Table 1 */
#include "friction/film.h"

BRI_INLINE film_mu blok_2_formula(const film_point *at)
{
    const double log_constant = -4.4228486291941369; /* of 0.012 */
    real log_eta = real_log(splat(at->pair->viscosity / cP)), log_b = log_constant + 0.33 * log_eta;
    real log_x = log_eta - 0.16 * log_b + 1.19 * real_log(at->V_sum) + 1.22 * real_log(at->V_s) -
                 0.44 * real_log(at->W / kgf_per_cm);
    return film_power(at, 0.118 * real_exp(-0.178 * log_x), -0.178 * 1.22, 0.178 * 0.44);
}

FILM_SWEEP(blok_2)

#if BRI_LANES == 1
FILM_LAW(blok_2)

const bri_friction_law bri_law_blok_2 = {
    .kind = {FILM_KIND(blok_2, bri_film_events), .title = "Blok, lubricated, second formula",
             .reference = "Blok; Autiero et al., Table 1", .defects = "Diverges towards rest.",
             .outputs = bri_film_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(blok_2),
};
#endif
