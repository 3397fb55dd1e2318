/* dense_complex.c - LU with partial pivoting of complex numbers, by |re| + |im|
 *
 * Written out in real numbers: C's own products check for infinities each time, and no numbers here are near those. */
#include "linalg/dense_complex.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static double size(const double a[2]) { return fabs(a[0]) + fabs(a[1]); }

static void swap(double a[2], double b[2])
{
    double was[2] = {a[0], a[1]};
    memcpy(a, b, sizeof was);
    memcpy(b, was, sizeof was);
}

static void divide(double a[2], const double b[2]) /* a /= b, by Smith's way */
{
    bool real = fabs(b[0]) >= fabs(b[1]);
    double ratio = real ? b[1] / b[0] : b[0] / b[1], below = real ? b[0] + b[1] * ratio : b[0] * ratio + b[1];
    double re = real ? a[0] + a[1] * ratio : a[0] * ratio + a[1], im = real ? a[1] - a[0] * ratio : a[1] * ratio - a[0];
    a[0] = re / below;
    a[1] = im / below;
}

static void subtract(double a[2], const double b[2], const double c[2]) /* a -= b c */
{
    a[0] -= b[0] * c[0] - b[1] * c[1];
    a[1] -= b[0] * c[1] + b[1] * c[0];
}

/* n squared may be more than an int holds. */
static double (*row_of(int n, double (*A)[2], int row))[2] { return A + (size_t)row * (size_t)n; }

bool bri_lu_factor_complex(int n, double (*A)[2], int *pivot, const bri_halt *halt)
{
    assert(n >= 0 && A && pivot);
    for (int k = 0; k < n; k++) {
        double(*pivot_row)[2] = row_of(n, A, k);
        pivot[k] = k;
        for (int i = k + 1; i < n; i++)
            if (size(row_of(n, A, i)[k]) > size(row_of(n, A, pivot[k])[k])) pivot[k] = i;
        double(*best)[2] = row_of(n, A, pivot[k]);
        if (!(size(best[k]) > 0)) return false;
        for (int j = 0; best != pivot_row && j < n; j++)
            swap(pivot_row[j], best[j]);
        for (int i = k + 1; i < n; i++) {
            if (bri_halts_at(halt, n, i)) return false;
            double(*row)[2] = row_of(n, A, i), *factor = row[k];
            if (size(factor) == 0) continue;
            divide(factor, pivot_row[k]);
            for (int j = k + 1; j < n; j++)
                subtract(row[j], factor, pivot_row[j]);
        }
    }
    return true;
}

void bri_lu_solve_complex(int n, const double (*LU)[2], const int *pivot, double (*x)[2])
{
    assert(n >= 0 && LU && pivot && x);
    for (int k = 0; k < n; k++)
        if (pivot[k] != k) swap(x[k], x[pivot[k]]);
    for (int i = 1; i < n; i++) {
        const double(*row)[2] = LU + (size_t)i * (size_t)n;
        for (int j = 0; j < i; j++)
            subtract(x[i], row[j], x[j]);
    }
    for (int i = n - 1; i >= 0; i--) {
        const double(*row)[2] = LU + (size_t)i * (size_t)n;
        for (int j = i + 1; j < n; j++)
            subtract(x[i], row[j], x[j]);
        divide(x[i], row[i]);
    }
}
