/* dense_complex.h - LU of a small full complex matrix; each number is two doubles, real part first */
#ifndef BRISTLE_LINALG_DENSE_COMPLEX_H
#define BRISTLE_LINALG_DENSE_COMPLEX_H

#include "linalg/halt.h"

/* A = P L U in place, rows first; false if A is singular, or if halt ended it. halt may be NULL. */
bool bri_lu_factor_complex(int n, double (*A)[2], int *pivot, const bri_halt *halt);
void bri_lu_solve_complex(int n, const double (*LU)[2], const int *pivot, double (*x)[2]); /* x = A \ x */

#endif
