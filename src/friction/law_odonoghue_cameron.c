/* law_odonoghue_cameron.c - lubricated rollers: O'Donoghue and Cameron
 *
 *     mu = (S + 22)/35 0.6/(eta^(1/8) V_s^(1/3) V_sum^(1/6) R^(1/2))        V in in/s, R in in, S in uin, eta in cP
 *
 * Autiero et al., Table 1, which does not give the unit of eta: cP is the only one that gives 0.03 to 0.1 */
#include "friction/film.h"

BRI_INLINE film_mu odonoghue_cameron_formula(const film_point *at)
{
    double curvature = film_curvature(at->pair) * inch, S = at->pair->roughness / microinch;
    real log_x =
        real_log(splat(at->pair->viscosity / cP)) / 8 + real_log(at->V_s / inch) / 3 + real_log(at->V_sum / inch) / 6;
    return film_power(at, (S + 22) / 35 * 0.6 * real_sqrt(splat(curvature)) * real_exp(-log_x), -1.0 / 3, 0);
}

FILM_SWEEP(odonoghue_cameron)

#if BRI_LANES == 1
FILM_LAW(odonoghue_cameron)

const bri_friction_law bri_law_odonoghue_cameron = {
    .kind = {FILM_KIND(odonoghue_cameron, bri_film_events), .title = "O'Donoghue and Cameron, lubricated",
             .reference = "O'Donoghue, Cameron 1966; Autiero et al., Table 1",
             .defects = "Diverges towards rest; the load has no effect.", .outputs = bri_film_outputs},
    .needs = "viscosity roughness radius_a radius_b",
    FILM_FUNCTIONS(odonoghue_cameron),
};
#endif
