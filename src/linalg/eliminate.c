/* eliminate.c - Gauss and Jordan, with full pivoting */
#include <assert.h>
#include <math.h>
#include <stdbool.h>

#include "linalg/dense.h"

static const double tie = 1e-6; /* the first of nearly equal pivots is taken, on every machine */

static void swap_rows(double *A, int m, int a, int b)
{
    for (int j = 0; j < m && a != b; j++) {
        double was = A[a * m + j];
        A[a * m + j] = A[b * m + j];
        A[b * m + j] = was;
    }
}

bool bri_is_pivot(const int *pivot, int rank, int column)
{
    for (int k = 0; k < rank; k++)
        if (pivot[k] == column) return true;
    return false;
}

int bri_eliminate(double *A, int n, int m, int pivots, double tolerance, int *pivot)
{
    assert(n >= 0 && 0 <= pivots && pivots <= m && tolerance >= 0 && pivot);
    int rank = 0;
    for (; rank < n && rank < pivots; rank++) {
        int row = rank, column = -1;
        double best = tolerance;
        for (int j = 0; j < pivots; j++) {
            if (bri_is_pivot(pivot, rank, j)) continue;
            for (int i = rank; i < n; i++)
                if (fabs(A[i * m + j]) > best * (1 + tie)) {
                    best = fabs(A[i * m + j]);
                    row = i;
                    column = j;
                }
        }
        if (column < 0) break;
        swap_rows(A, m, rank, row);
        pivot[rank] = column;
        double inverse = 1 / A[rank * m + column];
        for (int j = 0; j < m; j++)
            A[rank * m + j] *= inverse;
        A[rank * m + column] = 1;
        for (int i = 0; i < n; i++) {
            double factor = A[i * m + column];
            for (int j = 0; i != rank && factor != 0 && j < m; j++)
                A[i * m + j] -= factor * A[rank * m + j];
            if (i != rank) A[i * m + column] = 0;
        }
    }
    return rank;
}

void bri_null_space(const double *A, int wide, int m, int rank, const int *pivot, double *Z)
{
    assert(0 <= rank && rank <= m && m <= wide && Z);
    for (int j = 0, z = 0; j < m; j++) {
        if (bri_is_pivot(pivot, rank, j)) continue;
        Z[j * (m - rank) + z] = 1;
        for (int i = 0; i < rank; i++)
            Z[pivot[i] * (m - rank) + z] = -A[i * wide + j];
        z++;
    }
}
