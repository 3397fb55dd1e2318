/* fit.h - fits F = K d^n to any normal law */
#ifndef BRISTLE_CONTACT_FIT_H
#define BRISTLE_CONTACT_FIT_H

#include "contact/contact.h"

enum {
    BRI_FIT_LOADS = 50
};

typedef struct bri_power_fit {
    double K, n;
    double worst; /* largest |K d^n / F - 1| */
} bri_power_fit;

/* Computes the static penetration, m, under a force above 0, N. constants: of the prepared law. */
bri_status bri_contact_depth(const bri_contact_law *law, const double *constants, double force, double *depth,
                             bri_error *err);
/* Least-squares fit of ln F over ln d at BRI_FIT_LOADS loads between two forces, N, equally spaced in their
 * logarithm. */
bri_status bri_contact_fit(const bri_contact_law *law, const double *constants, double from, double to,
                           bri_power_fit *fit, bri_error *err);

#endif
