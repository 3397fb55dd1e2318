/* contact_lee_wang.c - Lee and Wang, impact with energy loss
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 3/4 (1 - e)
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * T. W. Lee, A. C. Wang, "On the dynamics of intermittent-motion mechanisms, part 1", Journal of Mechanisms,
 * Transmissions and Automation in Design 105 (1983) 534-540; in the form in which later papers quote it. */
#include "contact/hertz.h"

double bri_loss_lee_wang(double restitution) { return 0.75 * (1 - restitution); }

IMPACT_LAW(lee_wang)

const bri_contact_law bri_contact_lee_wang = {
    .kind = {IMPACT_KIND(lee_wang), .title = "Lee and Wang, impact with energy loss",
             .reference = "Lee and Wang 1983, as later papers quote it",
             .defects = "Loses about half of the energy that the restitution implies, even close to 1."},
    IMPACT_FUNCTIONS(lee_wang),
};
