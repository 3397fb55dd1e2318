/* power.h - contact force as a power of the depth, F = K d^n, with an energy loss */
#ifndef BRISTLE_CONTACT_POWER_H
#define BRISTLE_CONTACT_POWER_H

#include "contact/loss.h"

enum {
    POWER_K = LOSS_CONSTANTS,
    POWER_N
};

#define ROW_EXPONENT(type_, initial_)                                                                                  \
    BRI_PARAM_AS(type_, exponent, BRI_ROLE_EXPONENT, "1", initial_, 1, 4, "exponent n of the depth in F = K d^n")

extern const bri_contact_law bri_contact_power; /* the power law on its own: the form of a fit of another law */
void bri_power_force(const double *constants, double depth, double rate, double approach, bri_contact_force *out);

#endif
