/* integrator_imex4.c - coupled states explicit, local ones implicit, order 4, its error by order 3
 *
 *     gamma = 0.1235; both parts share b and c; the implicit one is L-stable and of stage order 2
 *     within a step: cubic Hermite polynomial + share^2 (1 - share)^2 h sum_i bump_i k_i, of order 3
 *
 * C. A. Kennedy, M. H. Carpenter, "Higher-order additive Runge-Kutta schemes for ordinary differential equations",
 * Applied Numerical Mathematics 136 (2019) 183-205: ARK4(3)7L[2]SA1.
 * The bump is ours: no weights satisfy all conditions of order 4, these miss them by an eighth of what no bump does. */
#include "integrator/runge_kutta.h"

static const double c[] = {
    0, 0.247, 0.42165537495307726, 0.33500000000000002, 0.074999999999999997, 0.69999999999999996, 1};
static const double a[][BRI_STAGES_MAX] = {
    {0},
    {0.247},
    {0.061749999999999999, 0.35990537495307723},
    {0.05301658458687121, 0.35949264529328429, -0.077509229880155461},
    {0.058417159447800002, -0.16313824817772324, -0.19732090979798411, 0.37704199852790737},
    {0.53853032270810797, -0.45497746895916669, 1.2562905623429941, -0.47828452721130055, -0.16155888888063494},
    {0.23221715782277083, 0.23221715782277083, -6.809994375038098, 7.3618585524244216, -1.3748790779406981,
     1.3585805849088326},
};
static const double a_implicit[][BRI_STAGES_MAX] = {
    {0},
    {0.1235, 0.1235},
    {0.14907768747653863, 0.14907768747653863, 0.1235},
    {0.12483442871739439, 0.12483442871739439, -0.038168857434788782, 0.1235},
    {-0.073031940302180909, -0.073031940302180909, -0.24343568716014671, 0.34099956776450852, 0.1235},
    {-0.15296500088128806, -0.15296500088128806, 0.072205620474335874, 0.40430630248551713, 0.40591807880272318,
     0.1235},
    {0, 0, 0.51611072831742366, -0.14606356393857081, 0.23473048589019332, 0.27172234973095377, 0.1235},
};
static const double error[] = {0,
                               0,
                               -0.0014110178419245445,
                               0.0056746431225685734,
                               -0.0019895928121480277,
                               -0.003724032468496008,
                               0.001449999999999993,
                               0};
static const double bump[] = {-4.0434850492022747, 0,
                              3.1919350369449391,  -2.1374969706363713,
                              4.9045251464578916,  -3.0593456597138156,
                              -2.2859818930364373, 3.4298493891860664};

/* The weights of the error estimate are a tenth of those of other pairs: it shows a tenth of what a step does not resolve. */
static const bri_tableau table = {.stages = 8,
                                  .c = c,
                                  .a = a,
                                  .a_implicit = a_implicit,
                                  .b = a_implicit[6],
                                  .error = error,
                                  .bump = bump,
                                  .unresolved = 1. / 3};

BRI_RUNGE_KUTTA(imex4, table, BRI_WANTS_LOCAL, 4, .title = "Kennedy-Carpenter, local states implicit, order 4",
                .reference = "Kennedy and Carpenter 2019");
