/* contact_flores.c - Flores, impact with energy loss, for any restitution
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 8 (1 - e) / (5 e)
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * P. Flores, M. Machado, M. T. Silva, J. M. Martins, "On the continuous contact force models for soft materials in
 * multibody dynamics", Multibody System Dynamics 25 (2011) 357-375. */
#include "contact/hertz.h"

double bri_loss_flores(double restitution) { return 8 * (1 - restitution) / (5 * restitution); }

IMPACT_LAW(flores)

const bri_contact_law bri_contact_flores = {
    .kind = {IMPACT_KIND(flores), .title = "Flores, impact with energy loss, for any restitution",
             .reference = "Flores et al. 2011",
             .defects = "A free impact has a restitution up to 0.05 below the prescribed one. Its loss is unbounded as "
                        "the restitution approaches 0."},
    IMPACT_FUNCTIONS(flores),
};
