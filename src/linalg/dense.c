/* dense.c - LU with partial pivoting */
#include "linalg/dense.h"

#include <assert.h>
#include <math.h>

static void swap(double *a, double *b)
{
    double was = *a;
    *a = *b;
    *b = was;
}

bool bri_lu_factor(int n, double *A, int *pivot) { return bri_lu_factor_or_halt(n, A, pivot, NULL); }

bool bri_lu_factor_or_halt(int n, double *A, int *pivot, const bri_halt *halt)
{
    assert(n >= 0 && A && pivot);
    for (int k = 0; k < n; k++) {
        if (bri_halts(halt, n)) return false;
        int best = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
        pivot[k] = best;
        if (!(fabs(A[best * n + k]) > 0)) return false;
        for (int j = 0; best != k && j < n; j++)
            swap(&A[k * n + j], &A[best * n + j]);
        for (int i = k + 1; i < n; i++) {
            double factor = A[i * n + k] /= A[k * n + k];
            for (int j = k + 1; factor != 0 && j < n; j++)
                A[i * n + j] -= factor * A[k * n + j];
        }
    }
    return true;
}

void bri_lu_solve(int n, const double *LU, const int *pivot, double *x)
{
    assert(n >= 0 && LU && pivot && x);
    for (int k = 0; k < n; k++)
        if (pivot[k] != k) swap(&x[k], &x[pivot[k]]);
    for (int i = 1; i < n; i++)
        for (int j = 0; j < i; j++)
            x[i] -= LU[i * n + j] * x[j];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            x[i] -= LU[i * n + j] * x[j];
        x[i] /= LU[i * n + i];
    }
}

double bri_lu_determinant(int n, const double *LU, const int *pivot)
{
    assert(n >= 0 && LU && pivot);
    double product = 1;
    for (int k = 0; k < n; k++)
        product *= pivot[k] != k ? -LU[k * n + k] : LU[k * n + k];
    return product;
}

double bri_spectral_radius(int n, const double *A, double *v)
{
    assert(n >= 0 && A && v);
    enum {
        ITERATIONS = 6 /* eigenvalues that are far apart, as in stiff problems, need two */
    };
    double *Av = v + n, radius = 0;
    for (int i = 0; i < n; i++)
        v[i] = 1 + 0.5 * (i % 3); /* orthogonal to no simple pattern */
    for (int k = 0; k < ITERATIONS; k++) {
        double before = 0, after = 0;
        for (int i = 0; i < n; i++) {
            Av[i] = 0;
            for (int j = 0; j < n; j++)
                Av[i] += A[i * n + j] * v[j];
            before += v[i] * v[i];
            after += Av[i] * Av[i];
        }
        if (!(after > 0 && before > 0)) return 0;
        radius = sqrt(after / before);
        for (int i = 0; i < n; i++)
            v[i] = Av[i] / sqrt(after);
    }
    return radius;
}
