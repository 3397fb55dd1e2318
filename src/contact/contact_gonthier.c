/* contact_gonthier.c - Gonthier, impact with energy loss
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = (1 - e^2) / e
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedboeuf, "A regularized contact model with asymmetric damping and
 * dwell-time dependent friction", Multibody System Dynamics 11 (2004) 209-233. */
#include "contact/hertz.h"

double bri_loss_gonthier(double restitution) { return (1 - restitution * restitution) / restitution; }

IMPACT_LAW(gonthier)

const bri_contact_law bri_contact_gonthier = {
    .kind = {IMPACT_KIND(gonthier), .title = "Gonthier, impact with energy loss", .reference = "Gonthier et al. 2004",
             .defects = "Close to a restitution of 1 its loss is too large by a third: set to 0.9, a free impact has "
                        "0.876. Its loss is unbounded as the restitution approaches 0."},
    IMPACT_FUNCTIONS(gonthier),
};
