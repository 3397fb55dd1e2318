/* fit.h - any normal law as a power of the depth, F = K d^n */
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

/* The depth at which a prepared law holds a force above 0 at rest. */
bri_status bri_contact_depth(const bri_contact_law *law, const double *constants, double force, double *depth,
                             bri_error *err);
/* By least squares of ln F over ln d, at BRI_FIT_LOADS loads of equal ratios from one to the other. */
bri_status bri_contact_fit(const bri_contact_law *law, const double *constants, double from, double to,
                           bri_power_fit *fit, bri_error *err);

#endif
