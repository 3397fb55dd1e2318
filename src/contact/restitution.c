/* restitution.c - restitution of an impact with F = Fe(d) (1 + a d'/v0) */
#include "contact/restitution.h"

#include <assert.h>
#include <math.h>

/* phi(x) / x^2 = 1/2 - x/3 + x^2/4 - ... */
static double phi_by_square(double x)
{
    double sum = 0;
    if (fabs(x) > 0.15) return (x - log1p(x)) / (x * x);
    for (int k = 19; k >= 0; k--) /* 0.15^20 / 22 is below rounding */
        sum = 1.0 / (k + 2) - x * sum;
    return sum;
}

double bri_phi(double x) { return x * x * phi_by_square(x); }

/* phi is convex: started to the right of the root, Newton's method decreases monotonically to it, and has converged
 * where it no longer decreases. That 1 + sqrt(2 u) + u lies to the right follows from a bound of Lambert's W_-1: I.
 * Chatzigeorgiou, IEEE Communications Letters 17 (2013) 1505-1508. */
double bri_phi_inverse(double u)
{
    double w = sqrt(2 * u) + u, next = w;
    if (u == 0) return 0;
    do {
        w = next;
        next = w - (bri_phi(w) - u) * (1 + w) / w;
    } while (next < w && next > 0);
    return w;
}

/* e^2 phi(-a e) / (a e)^2 increases with e and passes phi(a) / a^2 once: bisection. */
double bri_restitution_of(double a)
{
    assert(a >= 0);
    double want = phi_by_square(a), low = 0, high = a > 1 ? 1 / a : 1;
    if (a == 0) return 1;
    for (double e; (e = 0.5 * (low + high)) > low && e < high;)
        *(e * e * phi_by_square(-a * e) < want ? &low : &high) = e;
    return low;
}

/* With y = a e = 1 - exp(-w), which resolves y close to 1 where e is small:
 *     phi(y/e) / y^2 - phi(-y) / y^2
 * decreases through 0 as w goes from 0 to 1/e + 2: bisection. */
double bri_restitution_inverse(double e)
{
    assert(e >= 0);
    if (e >= 1) return 0;
    if (e <= 0) return INFINITY;
    double low = 0, high = 1 / e + 2;
    for (double w; (w = 0.5 * (low + high)) > low && w < high;) {
        double y = -expm1(-w);
        double returned = w > 0.1 ? (w - y) / (y * y) : phi_by_square(-y);
        *(phi_by_square(y / e) / (e * e) > returned ? &low : &high) = w;
    }
    return -expm1(-low) / e;
}
