/* linear_program.h - a linear program and the outcome of solving it
 *
 *     maximise c.x,  low <= x <= high,  row_low <= A x <= row_high
 *
 * The matrix is small and dense. The caller scales unknowns and rows to size 1. */
#ifndef BRISTLE_STICTION_LINEAR_PROGRAM_H
#define BRISTLE_STICTION_LINEAR_PROGRAM_H

#include <stdbool.h>

typedef enum sti_outcome {
    STI_OPTIMAL,
    STI_INFEASIBLE, /* no point satisfies all rows and bounds: proved */
    STI_UNBOUNDED,
    STI_FAILED, /* nothing is known */
} sti_outcome;

typedef struct sti_program {
    int columns, rows, room;    /* room: number of rows for which memory is allocated */
    double *low, *high;         /* columns: bounds of x; equal ones fix an unknown */
    double *goal;               /* columns: c */
    double *row_low, *row_high; /* rows */
    double *matrix;             /* rows x columns: A */
    double *x;                  /* columns: the solution, after STI_OPTIMAL */
    double value;               /* c.x */
    long solved;                /* number of solves so far */
    bool lacks_clp;             /* a solve failed because the part 'clp' is missing */
    struct sti_solver *solver;  /* private to program.c */
} sti_program;

#endif
