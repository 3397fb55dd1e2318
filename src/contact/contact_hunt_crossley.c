/* contact_hunt_crossley.c - Hunt and Crossley, loss in proportion to the elastic force
 *
 *     F = K d^n (1 + a d'/v0) >= 0,  K = 4/3 E* sqrt(R) unless given
 *     a = 3/2 (1 - e)
 *
 * v0: approach speed at the start of the contact, at least v_min; e: coefficient of restitution.
 *
 * K. H. Hunt, F. R. E. Crossley, "Coefficient of restitution interpreted as damping in vibroimpact", Journal of Applied
 * Mechanics 42 (1975) 440-445. */
#include "contact/hertz.h"

double bri_loss_hunt_crossley(double restitution) { return 1.5 * (1 - restitution); }

IMPACT_LAW(hunt_crossley)

const bri_contact_law bri_contact_hunt_crossley = {
    .kind = {IMPACT_KIND(hunt_crossley), .title = "Hunt and Crossley, energy loss proportional to the elastic force",
             .reference = "Hunt and Crossley 1975",
             .defects = "Derived for small losses: with the restitution set to 0.5, a free impact has 0.66."},
    IMPACT_FUNCTIONS(hunt_crossley),
};
