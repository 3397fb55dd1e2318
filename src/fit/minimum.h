/* minimum.h - the least squares of a problem: from a point, and from many starts */
#ifndef BRISTLE_FIT_MINIMUM_H
#define BRISTLE_FIT_MINIMUM_H

#include "fit/least_squares.h"
#include "fit/problem.h"

typedef struct bri_bench { /* room for the largest evaluation, and the solver */
    const bri_least_squares_functions *solver;
    double *residual, *jacobian;
} bri_bench;

typedef struct bri_minimum {
    double u[BRI_COORDINATES_MAX], squares; /* in units of the deviations */
    bool exhausted;                         /* it may go on */
} bri_minimum;

typedef struct bri_search {
    int starts; /* 1: only the start values */
    uint64_t seed;
    int sequences; /* output: different sequences of events among the starts; 0: there are no events */
} bri_search;

/* From minimum->u, with so many evaluations at most. False: stopped, or out of memory in the solver. */
bool bri_minimum_from(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum);
/* The same in so many coordinates only, in ascending order. */
bool bri_minimum_among(bri_fit_problem *p, const bri_bench *bench, const int *which, int count, double tolerance,
                       int most, bri_minimum *minimum);
/* A coordinate whose value has come close to an end of its range hardly changes it any more, and may be stuck there: once more with such
 * coordinates as at the start; that minimum is taken unless it is worse. False: stopped. */
bool bri_minimum_unstick(bri_fit_problem *p, const bri_bench *bench, double tolerance, int most, bri_minimum *minimum);
/* Tries points around a minimum, one coordinate at a time, by steps that become smaller, without derivatives: where the squares jump, a better
 * point may be close by. False: stopped. */
bool bri_minimum_look_around(bri_fit_problem *p, const bri_bench *bench, bri_minimum *minimum);
/* The minimum with the steps of integrations that belong to it: without, squares jump where steps change. False: stopped. */
bool bri_minimum_with_its_steps(bri_fit_problem *p, const bri_bench *bench, bri_minimum *minimum);
/* The best of many starts; the start values among them. BRI_STOPPED, BRI_NO_MEMORY, BRI_NO_SOLUTION: nothing can be computed at any start. */
bri_status bri_minimum_search(bri_fit_problem *p, const bri_bench *bench, bri_search *search, bri_minimum *minimum,
                              bri_error *err);
double bri_squares(bri_fit_problem *p, const bri_bench *bench, const double *u); /* INFINITY: stopped or impossible */

#endif
