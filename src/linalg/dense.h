/* dense.h - LU of a small full matrix, where a library call would cost more than the work */
#ifndef BRISTLE_LINALG_DENSE_H
#define BRISTLE_LINALG_DENSE_H

#include "linalg/halt.h"

/* A = P L U in place, rows first; false if A is singular. */
bool bri_lu_factor(int n, double *A, int *pivot);
/* The same; false, too, if halt, which may be NULL, ended it. */
bool bri_lu_factor_or_halt(int n, double *A, int *pivot, const bri_halt *halt);
double bri_lu_determinant(int n, const double *LU, const int *pivot);
void bri_lu_solve(int n, const double *LU, const int *pivot, double *x); /* x = A \ x */
/* Largest |eigenvalue| of A, rows first, by a few power iterations: no more than an estimate. v: room for 2 n numbers. */
double bri_spectral_radius(int n, const double *A, double *v);

/* --- eliminate.c */
/* Gauss-Jordan elimination of an n x m matrix with full pivoting among its first `pivots` columns: pivot[i] becomes the column
 * of row i. Pivots of at most tolerance count as 0. The rank. */
int bri_eliminate(double *A, int n, int m, int pivots, double tolerance, int *pivot);
/* Null space of the first m columns of an eliminated matrix A with `wide` columns: Z is m x (m - rank), comes zeroed. */
void bri_null_space(const double *A, int wide, int m, int rank, const int *pivot, double *Z);
bool bri_is_pivot(const int *pivot, int rank, int column);

#endif
