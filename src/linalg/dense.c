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
    const size_t length = (size_t)n; /* n squared may be more than an int holds */
    for (int k = 0; k < n; k++) {
        double *pivot_row = A + (size_t)k * length, most = -1;
        for (int i = k; i < n; i++) {
            double here = fabs(A[(size_t)i * length + (size_t)k]);
            if (!(here > most) && i > k) continue;
            most = here;
            pivot[k] = i;
        }
        if (!(most > 0)) return false;
        double *best = A + (size_t)pivot[k] * length;
        for (int j = 0; best != pivot_row && j < n; j++)
            swap(&pivot_row[j], &best[j]);
        for (int i = k + 1; i < n; i++) {
            if (bri_halts_at(halt, n, i)) return false;
            double *row = A + (size_t)i * length, factor = row[k] /= pivot_row[k];
            for (int j = k + 1; factor != 0 && j < n; j++)
                row[j] -= factor * pivot_row[j];
        }
    }
    return true;
}

void bri_lu_solve(int n, const double *LU, const int *pivot, double *x)
{
    assert(n >= 0 && LU && pivot && x);
    for (int k = 0; k < n; k++)
        if (pivot[k] != k) swap(&x[k], &x[pivot[k]]);
    for (int i = 1; i < n; i++) {
        const double *row = LU + (size_t)i * (size_t)n;
        for (int j = 0; j < i; j++)
            x[i] -= row[j] * x[j];
    }
    for (int i = n - 1; i >= 0; i--) {
        const double *row = LU + (size_t)i * (size_t)n;
        for (int j = i + 1; j < n; j++)
            x[i] -= row[j] * x[j];
        x[i] /= row[i];
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
