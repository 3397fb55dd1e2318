/* integrator_ida.c - IDA of SUNDIALS: backward differentiation of order 1 to 5 with variable coefficients
 *
 *     F(t, x, x') = x' - f(t, x) = 0,   Newton with c_j - df/dx
 *
 * It picks its own steps and orders, one step at each call, and holds the weighted root mean square of its local error
 * below 1, with weights 1 / (rtol |x| + atol size). Quadratures by Gauss's rule on what lies within a step.
 *
 * A. C. Hindmarsh et al., "SUNDIALS: suite of nonlinear and differential/algebraic equation solvers", ACM Transactions on
 * Mathematical Software 31 (2005) 363-396. */
#include "integrator/of_sundials.h"

BRI_INTEGRATOR_OF_SUNDIALS(ida, "IDA of SUNDIALS, backward differentiation, order 1 to 5");
