/* contact_herbert_mcwhannell.c - Herbert and McWhannell, impact with energy loss
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 6 (1 - e) / ((2 e - 1)^2 + 3)
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * R. G. Herbert, D. C. McWhannell, "Shape and frequency composition of pulses from an impact pair", Journal of
 * Engineering for Industry 99 (1977) 513-518. */
#include "contact/hertz.h"

double bri_loss_herbert_mcwhannell(double restitution)
{
    return 6 * (1 - restitution) / ((2 * restitution - 1) * (2 * restitution - 1) + 3);
}

IMPACT_LAW(herbert_mcwhannell)

const bri_contact_law bri_contact_herbert_mcwhannell = {
    .kind = {IMPACT_KIND(herbert_mcwhannell), .title = "Herbert and McWhannell, impact with energy loss",
             .reference = "Herbert and McWhannell 1977",
             .defects = "Derived for small losses: with the restitution set to 0.5, a free impact has 0.59; it is "
                        "never below 0.48."},
    IMPACT_FUNCTIONS(herbert_mcwhannell),
};
