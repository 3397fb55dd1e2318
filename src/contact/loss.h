/* loss.h - damping of an elastic contact force: F = Fe(d) (1 + a d'/v0), with a from the restitution by one of several
 * formulas */
#ifndef BRISTLE_CONTACT_LOSS_H
#define BRISTLE_CONTACT_LOSS_H

#include "contact/contact.h"

typedef double bri_loss(double restitution); /* returns a */

#define LOSS(name) bri_loss bri_loss_##name;
#include "contact/losses.def"
#undef LOSS
extern const char bri_loss_words[];   /* words of a choice: "none|hunt_crossley|..." */
bri_loss *bri_loss_chosen(int index); /* of the word with that index; NULL: no loss */

#define ROW_RESTITUTION(type_)                                                                                         \
    BRI_PARAM_AS(type_, restitution, BRI_ROLE_RESTITUTION, "1", 0.9, 0, 1, "coefficient of restitution")
#define ROW_V_MIN(type_)                                                                                               \
    BRI_PARAM_AS(type_, v_min, BRI_ROLE_APPROACH, "m/s", 1e-4, 1e-12, 1e3,                                             \
                 "lower limit of the approach speed in the formula, for grazing and resting contact")

/* Fails where the loss (NULL: none) is not finite for this restitution; who: name of the law for the message. */
bri_status bri_loss_check(bri_loss *loss, const char *who, double restitution, bri_error *err);

/* Indices of the first constants of every law with such a loss; its own constants follow. */
enum {
    LOSS_A,
    LOSS_V_MIN,
    LOSS_CONSTANTS
};
void bri_loss_prepare(bri_loss *loss, double restitution, double v_min, double *constants);
/* Computes the contact force from an elastic force, its derivative and its stored energy; it is never attractive. */
void bri_loss_force(const double *constants, double elastic, double slope, double stored, double rate, double approach,
                    bri_contact_force *out);

#endif
