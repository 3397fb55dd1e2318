/* loss.h - an elastic force made lossy: F = Fe(d) (1 + a d'/v0), with a from the restitution by one of several formulas */
#ifndef BRISTLE_CONTACT_LOSS_H
#define BRISTLE_CONTACT_LOSS_H

#include "contact/contact.h"

typedef double bri_loss(double restitution); /* a */

#define LOSS(name) bri_loss bri_loss_##name;
#include "contact/losses.def"
#undef LOSS
extern const char bri_loss_words[];   /* of a choice: "none|hunt_crossley|..." */
bri_loss *bri_loss_chosen(int index); /* NULL: none */

#define ROW_RESTITUTION(type_)                                                                                         \
    BRI_PARAM_AS(type_, restitution, BRI_ROLE_RESTITUTION, "1", 0.9, 0, 1,                                             \
                 "coefficient of restitution that the loss is made for")
#define ROW_V_MIN(type_)                                                                                               \
    BRI_PARAM_AS(type_, v_min, BRI_ROLE_APPROACH, "m/s", 1e-4, 1e-12, 1e3,                                             \
                 "the approach speed is not taken smaller: grazing and resting contact")

/* That the loss, which may be NULL, is finite; says whose it is. */
bri_status bri_loss_check(bri_loss *loss, const char *who, double restitution, bri_error *err);

/* The first constants of every law that loses this way; then come its own. */
enum {
    LOSS_A,
    LOSS_V_MIN,
    LOSS_CONSTANTS
};
void bri_loss_prepare(bri_loss *loss, double restitution, double v_min, double *constants);
/* Puts the loss on an elastic force, its slope and what it stores. Sides that part do not pull at each other. */
void bri_loss_push(const double *constants, double elastic, double slope, double stored, double rate, double approach,
                   bri_push *out);

#endif
