/* law_askwith.c - lubricated rollers: Askwith et al.
 *
 *     mu = 0.0099 log10(3.89e7 W/(eta V_s V_sum^2))        V in in/s, W in lbf/in, eta in cP
 *
 * Autiero et al., Table 1 */
#include "friction/film.h"

BRI_INLINE film_mu askwith_formula(const film_point *at)
{
    real V_s = at->V_s / inch, V_sum = at->V_sum / inch;
    real x = 3.89e7 * (at->W / lbf_per_in) / (at->pair->viscosity / cP * V_s * V_sum * V_sum);
    return film_log(at, 0.0099, real_log10(x), -1, 1);
}

FILM_SWEEP(askwith)

#if BRI_LANES == 1
FILM_LAW(askwith)

const bri_friction_law bri_law_askwith = {
    .kind = {FILM_KIND(askwith, bri_film_events), .title = "Askwith et al., lubricated",
             .reference = "Askwith, Crouch, Cameron 1966; Autiero et al., Table 1",
             .defects = "Negative at high speed, where it is limited to 0.", .outputs = bri_film_log_outputs},
    .needs = "length viscosity",
    FILM_FUNCTIONS(askwith),
};
#endif
