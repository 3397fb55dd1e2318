/* sparse.h - LU of a sparse matrix with a symmetric pattern, known beforehand, without exchange of rows
 *
 * Made for J M^-1 J^T and what friction adds to it: positive pivots where there is no friction, the same pattern at
 * every call, some thousand rows at most a few dozen wide. Rows are eliminated in order of least degree. */
#ifndef BRISTLE_LINALG_SPARSE_H
#define BRISTLE_LINALG_SPARSE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct bri_sparse_span { /* rows with the same columns before and after them, and with all of their own */
    int first, rows;
    bool links_before, links_past; /* as many columns before them, or past them, side by side: a link of a chain */
} bri_sparse_span;

typedef struct bri_sparse {
    int n, entries;
    int first;           /* rows that are eliminated before those with last */
    int *place;          /* where each row is in the order of elimination */
    int *start, *column; /* of each row, in that order, fill included; columns ascend */
    int *diagonal;       /* where each row's own entry is */
    int *target; /* of each entry before its row's own, in column e: where the entries of row e past its own are taken
                    from, side by side; -1: they are not side by side */
    int spans;
    bri_sparse_span *span; /* of all rows in turn */
    int *
        block; /* of each row, in that order: how many begin here that have the same columns, as those of a joint; 0: it is one of them */
    double *dependent; /* of each, in that order: a smaller pivot means that it depends on others; 1e-12 */
} bri_sparse;

typedef struct bri_pivots {
    double least;       /* smallest pivot, over what stood there before elimination */
    double least_first; /* the same of the rows that are eliminated before those with last */
    double least_kept;  /* the same without dropped rows */
    int row;            /* whose least is */
    int negative;       /* how many are below 0 */
    int dropped;        /* rows that depend on others: their unknown is left at 0 */
} bri_pivots;

/* The pattern of count pairs (first, second), symmetric, the diagonal included. Rows with last are eliminated after all
 * others: where rows depend on each other, it is they that are left out. False: no memory. */
bool bri_sparse_build(bri_sparse *sparse, bri_arena *arena, int n, const bool *last, const int (*pairs)[2], int count);
int bri_sparse_find(const bri_sparse *sparse, int row, int column); /* where it is among the values */
bri_pivots bri_sparse_factor(const bri_sparse *sparse, double *values);
/* By how much a small pivot of the other rows amplifies what rounding, and states next to the constraints, leave of the pivot of
 * a dependent row with last: 1 or more. */
double bri_rounding_of_last(const bri_pivots *pivots);
void bri_sparse_solve(const bri_sparse *sparse, const double *values, double *x, double *work); /* work: n */
/* The null vector that belongs to a row which the factorisation dropped: z = e_row - A^-1 A e_row, where A^-1 leaves dropped
 * rows out. matrix is A as it was before, factors as it is now; A is symmetric. work: n. */
void bri_sparse_null_vector(const bri_sparse *sparse, const double *matrix, const double *factors, int row, double *z,
                            double *work);

#endif
