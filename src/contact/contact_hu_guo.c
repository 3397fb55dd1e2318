/* contact_hu_guo.c - Hu and Guo, impact with energy loss, for any restitution
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 3 (1 - e) / (2 e)
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * S. Hu, X. Guo, "A dissipative contact force model for impact analysis in multibody dynamics", Multibody System
 * Dynamics 35 (2015) 131-151. */
#include "contact/hertz.h"

double bri_loss_hu_guo(double restitution) { return 1.5 * (1 - restitution) / restitution; }

IMPACT_LAW(hu_guo)

const bri_contact_law bri_contact_hu_guo = {
    .kind = {IMPACT_KIND(hu_guo), .title = "Hu and Guo, impact with energy loss, for any restitution",
             .reference = "Hu and Guo 2015",
             .defects = "With the restitution set to 0.25, a free impact has 0.22. Its loss is unbounded as the "
                        "restitution approaches 0."},
    IMPACT_FUNCTIONS(hu_guo),
};
