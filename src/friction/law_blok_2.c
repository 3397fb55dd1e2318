/* law_blok_2.c - lubricated rollers: Blok, second formula
 *
 *     mu = 0.118 (b^-0.16 eta V_sum^1.19 V_s^1.22 W^-0.44)^-0.178        V in m/s, W in kgf/cm, eta in cP
 *     b = 0.012 eta^0.33, in 1/degC
 *
 * Autiero et al., Table 1 */
#include "friction/film.h"

BRI_INLINE film_mu blok_2_formula(const film_point *at)
{
    real eta = splat(at->pair->viscosity / cP), b = 0.012 * real_pow(eta, splat(0.33));
    real x = real_pow(b, splat(-0.16)) * eta * real_pow(at->V_sum, splat(1.19)) * real_pow(at->V_s, splat(1.22)) *
             real_pow(at->W / kgf_per_cm, splat(-0.44));
    return film_power(at, 0.118 * real_pow(x, splat(-0.178)), -0.178 * 1.22, 0.178 * 0.44);
}

FILM_SWEEP(blok_2)

#if BRI_LANES == 1
FILM_LAW(blok_2)

const bri_friction_law bri_law_blok_2 = {
    .kind = {FILM_KIND(blok_2, bri_film_edges), .title = "Blok, lubricated, second formula",
             .reference = "Blok; Autiero et al., Table 1", .defects = "Has no limit towards rest.",
             .outputs = bri_film_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(blok_2),
};
#endif
