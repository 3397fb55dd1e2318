/* contact_exact_restitution.c - impact whose loss gives exactly the restitution asked for
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless it is given
 *     a (1 + e) = ln((1 + a) / (1 - a e)),  solved for a
 *
 * v0: the rate at which the contact began, or v_min; e: the restitution.
 *
 * The equation of motion of a free impact, integrated: restitution.h. */
#include "contact/hertz.h"
#include "contact/restitution.h"

double bri_loss_exact_restitution(double restitution) { return bri_restitution_inverse(restitution); }

IMPACT_LAW(exact_restitution)

const bri_contact_law bri_contact_exact_restitution = {
    .kind = {IMPACT_KIND(exact_restitution), .title = "impact whose loss gives exactly the restitution asked for",
             .reference = "closed form of the free impact",
             .defects = "Exact for a free impact of two bodies, as all of these laws are made for; what other forces "
                        "do meanwhile is not in it."},
    IMPACT_FUNCTIONS(exact_restitution),
};
