/* contact_gonthier.c - Gonthier, impact with loss
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless it is given
 *     a = (1 - e^2) / e
 *
 * v0: the rate at which the contact began, or v_min; e: the restitution.
 *
 * Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedboeuf, "A regularized contact model with asymmetric damping and dwell-time
 * dependent friction", Multibody System Dynamics 11 (2004) 209-233. */
#include "contact/hertz.h"

double bri_loss_gonthier(double restitution) { return (1 - restitution * restitution) / restitution; }

IMPACT_LAW(gonthier)

const bri_contact_law bri_contact_gonthier = {
    .kind = {IMPACT_KIND(gonthier), .title = "Gonthier, impact with loss", .reference = "Gonthier et al. 2004",
             .defects = "Close to restitution 1 it loses a third too much: asked for 0.9, a free impact has 0.876. Has "
                        "no bound towards 0."},
    IMPACT_FUNCTIONS(gonthier),
};
