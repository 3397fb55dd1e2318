/* restitution.h - restitution of an impact with F = Fe(d) (1 + a d'/v0)
 *
 * A mass enters the contact with v0 and leaves it with -e v0. The equation of motion m d'' = -F separates into d' and
 * d; over the whole impact, for any Fe, m and v0,
 *
 *     a (1 + e) = ln[(1 + a) / (1 - a e)],     or     phi(a) = phi(-a e)     with     phi(x) = x - ln(1 + x) */
#ifndef BRISTLE_CONTACT_RESTITUTION_H
#define BRISTLE_CONTACT_RESTITUTION_H

double bri_phi(double x); /* requires x > -1; accurate to rounding also near 0, where it is x^2/2 */
/* Solves phi(w) = u for w >= 0; requires u >= 0. */
double bri_phi_inverse(double u);

double bri_restitution_of(double a);      /* restitution e of a free impact with a >= 0 */
double bri_restitution_inverse(double e); /* a for which a free impact has restitution e; infinite at e = 0 */

#endif
