/* least_squares.h - functions of the part 'cminpack': least squares by Levenberg and Marquardt */
#ifndef BRISTLE_FIT_LEAST_SQUARES_H
#define BRISTLE_FIT_LEAST_SQUARES_H

#include <stdbool.h>

typedef enum bri_least_outcome {
    BRI_LEAST_FOUND,     /* a minimum, by one of the tolerances */
    BRI_LEAST_EXHAUSTED, /* most_evaluations were done */
    BRI_LEAST_STOPPED,   /* evaluate returned false */
    BRI_LEAST_FAILED     /* out of memory, or fewer rows than unknowns */
} bri_least_outcome;

typedef struct bri_least_squares {
    int rows, unknowns; /* rows >= unknowns >= 1 */
    /* Writes the residuals at u, or, unless jacobian is NULL, only their derivatives: column by column, rows numbers each. Derivatives are asked
     * for at points where residuals were asked for before. */
    bool (*evaluate)(void *user, const double *u, double *residual, double *jacobian);
    void *user;
    double first_step; /* bound of the first step of u from 0, all unknowns alike */
    double tolerance;  /* of the sum of squares and of u, relative */
    int most_evaluations;
    double *u;                    /* the start; at the end the best point found */
    double *residual, *jacobian;  /* rows; rows * unknowns: at that point, the jacobian is overwritten */
    int evaluations, derivatives; /* done */
} bri_least_squares;

typedef struct bri_least_squares_functions {
    bri_least_outcome (*solve)(bri_least_squares *problem);
} bri_least_squares_functions;

#endif
