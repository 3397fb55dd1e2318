/* contact_lankarani_nikravesh.c - Lankarani and Nikravesh, impact with energy loss
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 3/4 (1 - e^2)
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * H. M. Lankarani, P. E. Nikravesh, "A contact force model with hysteresis damping for impact analysis of multibody
 * systems", Journal of Mechanical Design 112 (1990) 369-376. */
#include "contact/hertz.h"

double bri_loss_lankarani_nikravesh(double restitution) { return 0.75 * (1 - restitution * restitution); }

IMPACT_LAW(lankarani_nikravesh)

const bri_contact_law bri_contact_lankarani_nikravesh = {
    .kind = {IMPACT_KIND(lankarani_nikravesh), .title = "Lankarani and Nikravesh, impact with energy loss",
             .reference = "Lankarani and Nikravesh 1990",
             .defects = "Derived for restitution close to 1: set to 0.5, a free impact has 0.73; it is never below "
                        "0.66. With the stiffness of spheres it is not a law of line contact: cylinders are several "
                        "times stiffer, and stiffer in proportion to their length."},
    IMPACT_FUNCTIONS(lankarani_nikravesh),
};
