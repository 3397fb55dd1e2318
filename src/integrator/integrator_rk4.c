/* integrator_rk4.c - the classical Runge-Kutta method of order 4, with fixed steps
 *
 *     x_new = x + h (k_1 + 2 k_2 + 2 k_3 + k_4) / 6
 *     within a step: cubic Hermite polynomial, whose rate at the end is the first stage of the next step
 *
 * W. Kutta, "Beitrag zur naherungsweisen Integration totaler Differentialgleichungen", Zeitschrift fur Mathematik und
 * Physik 46 (1901) 435-453. */
#include "integrator/runge_kutta.h"

static const double c[] = {0, 1. / 2, 1. / 2, 1};
static const double a[][BRI_STAGES_MAX] = {{0}, {1. / 2}, {0, 1. / 2}, {0, 0, 1}};
static const double b[] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};

static const bri_tableau table = {.stages = 5, .c = c, .a = a, .b = b};

BRI_RUNGE_KUTTA(rk4, table, BRI_HAS_FIXED_STEP, 4, .title = "classical Runge-Kutta, explicit, order 4, fixed steps",
                .reference = "Kutta 1901");
