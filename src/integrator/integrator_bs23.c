/* integrator_bs23.c - the explicit method of Bogacki and Shampine of order 3, its error by one of order 2
 *
 *     x_new = x + h (2 k_1 + 3 k_2 + 4 k_3) / 9,   k_4 = f(t + h, x_new) is the first stage of the next step
 *     within a step: cubic Hermite polynomial
 *
 * P. Bogacki, L. F. Shampine, "A 3(2) pair of Runge-Kutta formulas", Applied Mathematics Letters 2 (1989) 321-325. */
#include "integrator/runge_kutta.h"

static const double c[] = {0, 1. / 2, 3. / 4};
static const double a[][BRI_STAGES_MAX] = {{0}, {1. / 2}, {0, 3. / 4}};
static const double b[] = {2. / 9, 1. / 3, 4. / 9};
static const double error[] = {-5. / 72, 1. / 12, 1. / 9, -1. / 8};

static const bri_tableau table = {.stages = 4, .c = c, .a = a, .b = b, .error = error};

BRI_RUNGE_KUTTA(bs23, table, 0, 3, .title = "Bogacki-Shampine, explicit, order 3",
                .reference = "Bogacki and Shampine 1989");
