/* minimum.h - the least squares of a problem: from a point, and from many starts */
#ifndef BRISTLE_FIT_MINIMUM_H
#define BRISTLE_FIT_MINIMUM_H

#include "fit/least_squares.h"
#include "fit/problem.h"

typedef struct bri_bench { /* room for the largest evaluation, and the solver */
    const bri_least_squares_functions *solver;
    double *residual, *jacobian;
} bri_bench;

enum {
    BRI_COORDINATES_MAX = 2 * BRI_UNKNOWNS_MAX
};

typedef struct bri_minimum {
    double u[BRI_COORDINATES_MAX], squares; /* in units of force squared */
    bool exhausted;                         /* it may go on */
} bri_minimum;

/* From minimum->u, with so many evaluations at most. False: stopped, or out of memory in the solver. */
bool bri_minimum_from(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum);
/* A coordinate whose value has come close to an end of its range hardly changes it any more, and may be stuck there: once more with such
 * coordinates as at the start; the better minimum is kept. False: stopped. */
bool bri_minimum_unstick(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum);
/* The best of many starts; the start values among them. BRI_STOPPED, BRI_NO_MEMORY, BRI_NO_SOLUTION: the law can be computed at no start. */
bri_status bri_minimum_search(bri_fit_problem *p, const bri_bench *bench, const bri_fit_def *def, bri_minimum *minimum,
                              bri_error *err);
double bri_squares(bri_fit_problem *p, const bri_bench *bench, const double *u); /* INFINITY: stopped or impossible */

#endif
