/* sides.h - what normal laws take from the two sides of a contact */
#ifndef BRISTLE_CONTACT_SIDES_H
#define BRISTLE_CONTACT_SIDES_H

#include "contact/contact.h"

/* That all that is needed ("radius length") is given and makes a contact; says who needs it. */
bri_status bri_sides_check(const bri_sides *sides, const char *needs, const char *who, bri_error *err);
/* The same, and that both sides are round. */
bri_status bri_sides_check_round(const bri_sides *sides, const char *needs, const char *who, bri_error *err);

double bri_sides_modulus(const bri_sides *sides); /* E* = 1 / (sum of (1 - nu^2) / E), Pa */
double bri_sides_radius(const bri_sides *sides);  /* R = 1 / (1/R_i + 1/R_j), m; a bore's radius is below 0 */
double bri_sides_sum(const bri_sides *sides);     /* R_i + R_j, or the clearance of a pin in its bore, m */
bool bri_sides_inside(const bri_sides *sides);    /* one of them is a bore */

#endif
