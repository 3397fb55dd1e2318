/* law_kelley_lemanski.c - lubricated rollers: Kelley and Lemanski
 *
 *     mu = 0.0099 log10(3.89e7 W/(eta V_s V_sum^2 ((R_i + R_j)/3)^2))        V in in/s, W in lbf/in, eta in cP, R in in
 *
 * Autiero et al., Table 1. Equal to Askwith where the radii add up to 3 inches. */
#include "friction/film.h"

BRI_INLINE film_mu kelley_lemanski_formula(const film_point *at)
{
    real V_s = at->V_s / inch, V_sum = at->V_sum / inch;
    double third = (at->pair->radius_a + at->pair->radius_b) / inch / 3;
    real x = 3.89e7 * (at->W / lbf_per_in) / (at->pair->viscosity / cP * V_s * V_sum * V_sum * (third * third));
    return film_log(at, 0.0099, real_log10(x), -1, 1);
}

FILM_SWEEP(kelley_lemanski)

#if BRI_LANES == 1
FILM_LAW(kelley_lemanski)

const bri_friction_law bri_law_kelley_lemanski = {
    .kind = {FILM_KIND(kelley_lemanski, bri_film_events), .title = "Kelley and Lemanski, lubricated",
             .reference = "Kelley, Lemanski 1967; Autiero et al., Table 1",
             .defects = "Negative at high speed, where it is limited to 0; contains the sum of the radii, so that a "
                        "flat side is impossible.",
             .outputs = bri_film_log_outputs},
    .needs = "length viscosity finite_radius_a finite_radius_b",
    FILM_FUNCTIONS(kelley_lemanski),
};
#endif
