/* spread.h - what a Jacobian says of its unknowns: singular values, deviations, correlations; how many samples count */
#ifndef BRISTLE_FIT_SPREAD_H
#define BRISTLE_FIT_SPREAD_H

#include <stdbool.h>
#include <stddef.h>

/* The triangle R of J = Q R, n x n by rows; J, rows x n by columns, is overwritten; rows >= n. */
void bri_triangle(size_t rows, int n, double *J, double *R);
/* Singular values of R, n x n by rows, in descending order, and the right singular vectors as rows of V. R is overwritten. */
void bri_singular_values(int n, double *R, double *value, double *V);
/* Standard deviations of the unknowns from singular values in units of the noise; INFINITY where a value is 0. correlation: n x n. False: the problem is
 * singular, and correlation is not written. */
bool bri_deviations(int n, const double *value, const double *V, double *deviation, double *correlation);
/* How the other unknowns follow unknown i, which changes by 1, so that the squares rise least. */
void bri_follow(int n, const double *value, const double *V, int i, double *slope);
/* Adds products of a series of residuals at lags 0, 1, ..., lags - 1 to sum. */
void bri_add_products(const double *series, size_t count, size_t lags, double *sum);
/* How many independent samples tell as much as count correlated ones, by the sums of products. */
double bri_effective_samples(size_t count, const double *sum, size_t lags);
/* The number that a Student variable of so many degrees of freedom exceeds in size with the probability 1 - confidence. */
double bri_student(double confidence, double freedom);

#endif
