/* sides.h - geometry and material of the two sides of a contact */
#ifndef BRISTLE_CONTACT_SIDES_H
#define BRISTLE_CONTACT_SIDES_H

#include "contact/contact.h"

/* Fails where a property that is needed ("radius length") is missing or impossible; who: name of the law for the
 * message. */
bri_status bri_sides_check(const bri_sides *sides, const char *needs, const char *who, bri_error *err);
/* The same; also fails where a side is flat. */
bri_status bri_sides_check_round(const bri_sides *sides, const char *needs, const char *who, bri_error *err);

double bri_sides_modulus(const bri_sides *sides); /* E* = 1 / (sum of (1 - nu^2) / E), Pa */
double bri_sides_radius(const bri_sides *sides);  /* R = 1 / (1/R_i + 1/R_j), m; the radius of a bore is negative */
double bri_sides_sum(const bri_sides *sides);     /* R_i + R_j, or the clearance of a pin in its bore, m */
bool bri_sides_inside(const bri_sides *sides);    /* whether one side is a bore */

#endif
