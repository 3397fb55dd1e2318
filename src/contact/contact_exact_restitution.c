/* contact_exact_restitution.c - impact whose energy loss gives exactly the prescribed restitution
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a (1 + e) = ln((1 + a) / (1 - a e)),  solved for a
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * From the integrated equation of motion of a free impact: restitution.h. */
#include "contact/hertz.h"
#include "contact/restitution.h"

double bri_loss_exact_restitution(double restitution) { return bri_restitution_inverse(restitution); }

IMPACT_LAW(exact_restitution)

const bri_contact_law bri_contact_exact_restitution = {
    .kind = {IMPACT_KIND(exact_restitution),
             .title = "impact whose energy loss gives exactly the prescribed restitution",
             .reference = "closed form of the free impact",
             .defects = "Exact for a free impact of two bodies, for which all of these laws are derived; other forces "
                        "during the impact change the restitution."},
    IMPACT_FUNCTIONS(exact_restitution),
};
