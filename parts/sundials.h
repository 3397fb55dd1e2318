/* sundials.h - what CVODE and IDA need alike: vectors, a dense matrix, the problem behind their callbacks */
#ifndef BRISTLE_PARTS_SUNDIALS_H
#define BRISTLE_PARTS_SUNDIALS_H

#include <stdio.h> /* SUNDIALS' headers forget it */

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include "integrator/of_sundials.h"
#include "integrator/problem.h"

typedef struct bri_sundials {
    const bri_problem *problem;
    const double *discrete; /* of the step that is being made */
    int n, q;
    double rtol, atol;
    SUNContext context;
    N_Vector x, xdot, within, size; /* size: absolute tolerances */
    SUNMatrix matrix;               /* stands for A, */
    SUNLinearSolver solver;         /* and this for its LU: SUNDIALS' own factorisation cannot be ended within */
    void *memory;                   /* of CVODE or IDA */
    bool runs;                      /* it has a past that still holds */
    double t, h;                    /* of the last step */
    double *start, *end, *trial, *gauss;
    double *J, *A; /* rows first */
    int *pivot;
} bri_sundials;

bri_status bri_sundials_create(const bri_problem *problem, const bri_tolerances *tolerances, bri_sundials **out,
                               bri_error *err);
void bri_sundials_destroy(bri_sundials *s); /* what create made; memory is not */

/* Does the last step end at (t, x), or near it? If not, the past is dropped and x is where it begins. So what accept moves
 * does not end the past until it adds up to more than errors do. */
bool bri_sundials_goes_on(bri_sundials *s, double t, const double *x);
bri_outcome bri_sundials_rates(bri_sundials *s, double t, N_Vector x, N_Vector xdot);
bri_outcome bri_sundials_jacobian(bri_sundials *s, double t, N_Vector x, const double *rate); /* in s->J */
/* A = one 1 + by J; comes with the outcome of J. */
bri_outcome bri_sundials_system(bri_sundials *s, double one, double by, bri_outcome outcome);
int bri_sundials_weights(N_Vector x, N_Vector weights, void *user); /* 1 / the error of each state that is tolerated */
int bri_sundials_flag(bri_outcome outcome);                         /* as their callbacks return it */
/* After a step: quadratures, and all of x_new. between tells the states. */
bri_outcome bri_sundials_finish(bri_sundials *s, double t, double h,
                                void (*interpolate)(const void *, double, double *), double *x_new, double *error);
void bri_sundials_interpolate_quadratures(const bri_sundials *s, double share, double *x);
/* Its messages go nowhere: what went wrong comes back as an outcome. */
void bri_sundials_quiet(int code, const char *module, const char *function, char *text, void *user);

extern const bri_integrator_functions bri_sundials_cvode, bri_sundials_ida;

#endif
