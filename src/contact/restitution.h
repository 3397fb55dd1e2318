/* restitution.h - what an impact with F = Fe(d) (1 + a d'/v0) gives back
 *
 * A mass meets the contact with v0 and leaves it with -e v0. The equation of motion m d'' = -F separates into d' and d;
 * over the whole impact, whatever Fe, m and v0 are,
 *
 *     a (1 + e) = ln[(1 + a) / (1 - a e)],     or     phi(a) = phi(-a e)     with     phi(x) = x - ln(1 + x) */
#ifndef BRISTLE_CONTACT_RESTITUTION_H
#define BRISTLE_CONTACT_RESTITUTION_H

double bri_phi(double x); /* x > -1; to rounding near 0 too, where it is x^2/2 */
/* w >= 0 with phi(w) = u >= 0. */
double bri_phi_inverse(double u);

double bri_restitution_of(double a);      /* e that a loss a >= 0 gives in a free impact */
double bri_restitution_inverse(double e); /* a that gives e in a free impact; infinite at e = 0 */

#endif
