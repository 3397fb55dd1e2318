/* radau.h - Radau IIA of order 5: Z_i = h sum_j a_ij f(t + c_j h, x + Z_j), x_new = x + Z_3 */
#ifndef BRISTLE_INTEGRATOR_RADAU_H
#define BRISTLE_INTEGRATOR_RADAU_H

enum {
    STAGES = 3
};
static const double c[STAGES] = {0.15505102572168219, 0.6449489742783178, 1}; /* (4 -+ sqrt 6)/10, 1 */
static const double a[STAGES][STAGES] = {
    {0.19681547722366044, -0.065535425850198392, 0.023770974348220152},
    {0.39442431473908727, 0.29207341166522843, -0.041548752125997931},
    {0.37640306270046727, 0.51248582618842162, 0.11111111111111111},
};
static const double gamma0 = 0.27488882959562; /* of the error estimate (Hairer and Wanner II, IV.8) */
static const double at_start[STAGES] = {1.55807820472492238, -0.891411538058255716,
                                        1. / 3}; /* parabola through the stages, at 0 */

#endif
