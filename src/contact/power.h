/* power.h - forces that grow with a power of the depth: F = K d^n, and its loss */
#ifndef BRISTLE_CONTACT_POWER_H
#define BRISTLE_CONTACT_POWER_H

#include "contact/loss.h"

enum {
    POWER_K = LOSS_CONSTANTS,
    POWER_N
};

#define ROW_EXPONENT(type_, initial_)                                                                                  \
    BRI_PARAM_AS(type_, exponent, BRI_ROLE_EXPONENT, "1", initial_, 1, 4, "of the depth, in F = K d^n")

extern const bri_contact_law bri_contact_power; /* the power law on its own, which a fit of another law is given as */
void bri_power_push(const double *constants, double depth, double rate, double approach, bri_push *out);

#endif
