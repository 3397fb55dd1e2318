/* program.h - linear programs, by dual_simplex.c or COIN-OR Clp
 *
 *     maximise c.x,  low <= x <= high,  row_low <= A x <= row_high
 *
 * A program is small and full, and is solved many times with changed rows. It is silent, is scaled by who makes it, and
 * gives the same answer in every run. */
#ifndef BRISTLE_STICTION_PROGRAM_H
#define BRISTLE_STICTION_PROGRAM_H

#include "bristle/status.h"

typedef enum sti_outcome {
    STI_OPTIMAL,
    STI_INFEASIBLE,
    STI_UNBOUNDED,
    STI_FAILED, /* nothing is known */
} sti_outcome;

typedef struct sti_program {
    int columns, rows, room; /* room: rows that there is memory for */
    double *low, *high;      /* of the columns */
    double *goal;            /* c */
    double *row_low, *row_high;
    double *matrix; /* row by row */
    double *x;      /* the solution */
    double value;   /* c.x */
    long solved;    /* how often */
    struct sti_solver *solver;
} sti_program;

bri_status bri_program_create(int columns, sti_program **program, bri_error *err);
void bri_program_destroy(sti_program *program);
void bri_program_clear(sti_program *program); /* no rows, free columns, no goal */
/* A row of zeros, to be filled; NULL: no memory, and the program fails from then on. */
double *bri_program_row(sti_program *program, double low, double high);
/* Once more with another goal is fast; where bounds have changed it must be cleared first. */
sti_outcome bri_program_solve(sti_program *program);

#endif
