/* integrator_cvode.c - CVODE of SUNDIALS: backward differentiation of order 1 to 5, Newton with a dense Jacobian
 *
 *     sum_i alpha_i x_(n-i) + h beta_0 f(t_n, x_n) = 0
 *
 * It picks its own steps and orders, one step at each call, and holds the weighted root mean square of its local error
 * below 1, with weights 1 / (rtol |x| + atol size). Quadratures by Gauss's rule on what lies within a step.
 *
 * A. C. Hindmarsh et al., "SUNDIALS: suite of nonlinear and differential/algebraic equation solvers", ACM Transactions on
 * Mathematical Software 31 (2005) 363-396. */
#include "integrator/of_sundials.h"

BRI_INTEGRATOR_OF_SUNDIALS(cvode, "CVODE of SUNDIALS, backward differentiation, order 1 to 5");
