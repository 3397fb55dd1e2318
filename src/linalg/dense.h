/* dense.h - LU of a small full matrix, where a library call would cost more than the work */
#ifndef BRISTLE_LINALG_DENSE_H
#define BRISTLE_LINALG_DENSE_H

#include <stdbool.h>

/* A = P L U in place, rows first; false if A is singular. */
bool bri_lu_factor(int n, double *A, int *pivot);
double bri_lu_determinant(int n, const double *LU, const int *pivot);
void bri_lu_solve(int n, const double *LU, const int *pivot, double *x); /* x = A \ x */

/* --- eliminate.c */
/* Gauss and Jordan with full pivoting among the first `pivots` of m columns: pivot[i] is the column of row i. The rank. */
int bri_eliminate(double *A, int n, int m, int pivots, int *pivot);

#endif
