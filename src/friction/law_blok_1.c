/* law_blok_1.c - lubricated rollers: Blok, first formula
 *
 *     mu = 0.126 (eta V_sum^0.85 V_s^1.44 W^-0.43)^-0.184        V in m/s, W in kgf/cm, eta in cP
 *
 * Autiero et al., Table 1 */
#include "friction/film.h"

BRI_INLINE film_mu blok_1_formula(const film_point *at)
{
    real log_x = real_log(splat(at->pair->viscosity / cP)) + 0.85 * real_log(at->V_sum) + 1.44 * real_log(at->V_s) -
                 0.43 * real_log(at->W / kgf_per_cm);
    return film_power(at, 0.126 * real_exp(-0.184 * log_x), -0.184 * 1.44, 0.184 * 0.43);
}

FILM_SWEEP(blok_1)

#if BRI_LANES == 1
FILM_LAW(blok_1)

const bri_friction_law bri_law_blok_1 = {
    .kind = {FILM_KIND(blok_1, bri_film_events), .title = "Blok, lubricated, first formula",
             .reference = "Blok; Autiero et al., Table 1", .defects = "Diverges towards rest.",
             .outputs = bri_film_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(blok_1),
};
#endif
