/* quadrature.h - integrals along a step, from rates at three places within it */
#ifndef BRISTLE_INTEGRATOR_QUADRATURE_H
#define BRISTLE_INTEGRATOR_QUADRATURE_H

#include "integrator/problem.h"

/* Weights of the integral from 0 to share of the parabola through values at three places. */
void bri_parabola_integral(const double place[3], double share, double weight[3]);

/* The quadratures along a step whose states `interpolate` gives, by Gauss's rule with three points: x + h sum_i w_i rate_i.
 * rate: 3 x quadratures; x and trial: room for all of x. */
typedef void bri_interpolant(const void *work, double share, double *x);
bri_outcome bri_gauss_rates(const bri_problem *problem, double t, double h, const double *discrete,
                            bri_interpolant *interpolate, const void *work, double *x, double *trial, double *rate);
void bri_gauss_add(int quadratures, double h, double share, const double *rate, const double *from, double *to);

#endif
