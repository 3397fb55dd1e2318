/* quadrature.c - integrals along a step, from rates at three places within it
 *
 *     integral of r from 0 to share = sum_i w_i r(place_i),   w_i = integral of Lagrange's parabola i
 *
 * At Gauss's places and share = 1 this is exact for polynomials of degree 5. */
#include "integrator/quadrature.h"

#include <string.h>

static const double gauss[3] = {0.1127016653792583, 0.5, 0.8872983346207417}; /* (1 -+ sqrt(3/5)) / 2 */

void bri_parabola_integral(const double place[3], double share, double weight[3])
{
    for (int i = 0; i < 3; i++) {
        double p = place[(i + 1) % 3], q = place[(i + 2) % 3], at = place[i];
        weight[i] = share * (p * q + share * (share / 3 - (p + q) / 2)) / ((at - p) * (at - q));
    }
}

bri_outcome bri_gauss_rates(const bri_problem *problem, double t, double h, const double *discrete,
                            bri_interpolant *interpolate, const void *work, double *x, double *trial, double *rate)
{
    bri_outcome outcome = BRI_FINE;
    int n = problem->states, q = problem->quadratures;
    for (int i = 0; i < 3 && q && !outcome; i++) {
        interpolate(work, gauss[i], x);
        outcome = problem->rates(problem->context, t + gauss[i] * h, x, discrete, trial);
        memcpy(rate + i * q, trial + n, (size_t)q * sizeof(double));
    }
    return outcome;
}

void bri_gauss_add(int quadratures, double h, double share, const double *rate, const double *from, double *to)
{
    double weight[3];
    bri_parabola_integral(gauss, share, weight);
    for (int i = 0; i < quadratures; i++) {
        double sum = 0;
        for (int k = 0; k < 3; k++)
            sum += weight[k] * rate[k * quadratures + i];
        to[i] = from[i] + h * sum;
    }
}
