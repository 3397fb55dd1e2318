/* differences.h - the Jacobian of a problem: its own, or by differences of its rates */
#ifndef BRISTLE_INTEGRATOR_DIFFERENCES_H
#define BRISTLE_INTEGRATOR_DIFFERENCES_H

#include "integrator/problem.h"

/* J of states by states, rows first. rate is that at (t, x); x is moved and put back; trial has room for all rates. */
bri_outcome bri_jacobian(const bri_problem *problem, double t, double *x, const double *discrete, const double *rate,
                         double *trial, double *J);
/* A = shift 1 - J; A may be J. */
bri_outcome bri_shifted(const bri_problem *problem, double shift, const double *J, double *A);

#endif
