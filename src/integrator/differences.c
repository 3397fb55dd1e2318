/* differences.c - the Jacobian of a problem: its own, or by differences of its rates
 *
 *     J_ij = (f_i(x + delta e_j) - f_i(x)) / delta,   delta = sqrt(eps) max(|x_j|, size_j) with the sign of x_j's rate */
#include "integrator/differences.h"

#include <float.h>
#include <math.h>
#include <string.h>

bri_outcome bri_jacobian(const bri_problem *problem, double t, double *x, const double *discrete, const double *rate,
                         double *trial, double *J)
{
    int n = problem->states;
    if (problem->jacobian) {
        memset(J, 0, (size_t)n * (size_t)n * sizeof(double));
        return problem->jacobian(problem->context, t, x, discrete, J);
    }
    for (int j = 0; j < n; j++) {
        double was = x[j], delta = sqrt(DBL_EPSILON) * fmax(fabs(was), problem->size[j]);
        bri_outcome outcome = BRI_SHORTER;
        for (int side = 0; side < 2 && outcome == BRI_SHORTER; side++) { /* where one side is refused, the other */
            x[j] = was + ((rate[j] < 0) == (side == 0) ? -delta : delta);
            outcome = problem->rates(problem->context, t, x, discrete, trial);
        }
        double taken = x[j] - was;
        x[j] = was;
        if (outcome) return outcome;
        for (int i = 0; i < n; i++)
            J[(size_t)i * (size_t)n + (size_t)j] = (trial[i] - rate[i]) / taken;
    }
    return BRI_FINE;
}

bri_outcome bri_shifted(const bri_problem *problem, double shift, const double *J, double *A)
{
    size_t n = (size_t)problem->states;
    for (size_t i = 0; i < n; i++) {
        if (bri_halts(&problem->halt, problem->states)) return BRI_BROKEN;
        for (size_t j = 0; j < n; j++)
            A[i * n + j] = (i == j ? shift : 0) - J[i * n + j];
    }
    return BRI_FINE;
}
