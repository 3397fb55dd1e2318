/* integrator_dopri5.c - the explicit method of Dormand and Prince of order 5, its error by one of order 4
 *
 *     x_new = x + h sum_i b_i k_i,   k_7 = f(t + h, x_new) is the first stage of the next step
 *     within a step: cubic Hermite polynomial + share^2 (1 - share)^2 h sum_i d_i k_i, of order 4
 *
 * J. R. Dormand, P. J. Prince, "A family of embedded Runge-Kutta formulae", Journal of Computational and Applied
 * Mathematics 6 (1980) 19-26; E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.5-6. */
#include "integrator/runge_kutta.h"

static const double c[] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
static const double a[][BRI_STAGES_MAX] = {
    {0},
    {1. / 5},
    {3. / 40, 9. / 40},
    {44. / 45, -56. / 15, 32. / 9},
    {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729},
    {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656},
    {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84},
};
static const double error[] = {71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40};
static const double d[] = {-12715105075. / 11282082432,   0,
                           87487479700. / 32700410799,    -10690763975. / 1880347072,
                           701980252875. / 199316789632., -1453857185. / 822651844,
                           69997945. / 29380423};

static const bri_tableau table = {
    .stages = 7, .c = c, .a = a, .b = a[6], .error = error, .bump = d, .unresolved = 1. / 20};

BRI_RUNGE_KUTTA(dopri5, table, 0, 5, .title = "Dormand-Prince, explicit, order 5",
                .reference = "Dormand and Prince 1980");
