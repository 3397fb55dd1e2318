/* spread.c - what a Jacobian says of its unknowns: singular values, deviations, correlations; how many samples count */
#include "fit/spread.h"

#include <math.h>
#include <string.h>

static const double in_null = 1e-5; /* part of an unknown in a combination that is not determined at all */
static const double smallest =
    1e-8; /* a singular value below this part of the largest one is 0: derivatives are no more accurate */

void bri_triangle(size_t rows, int n, double *J, double *R)
{
    for (int k = 0; k < n; k++) { /* reflections of Householder */
        double *column = J + (size_t)k * rows, norm = 0;
        size_t top = (size_t)k;
        for (size_t i = top; i < rows; i++)
            norm = hypot(norm, column[i]);
        if (norm > 0) {
            double head = column[top] > 0 ? -norm : norm, first = column[top] - head;
            column[top] = first;
            for (int j = k + 1; j < n; j++) {
                double *other = J + (size_t)j * rows, sum = 0;
                for (size_t i = top; i < rows; i++)
                    sum += column[i] * other[i];
                sum /= head * first;
                for (size_t i = top; i < rows; i++)
                    other[i] += sum * column[i];
            }
            norm = head;
        }
        for (int i = 0; i < n; i++)
            R[i * n + k] = i < k ? column[i] : i == k ? norm : 0;
    }
}

static double product(int n, const double *A, int i, int j) /* of two columns */
{
    double sum = 0;
    for (int r = 0; r < n; r++)
        sum += A[r * n + i] * A[r * n + j];
    return sum;
}

/* Turns columns i and j of A and rows i and j of V by the same angle, so that the columns become orthogonal. */
static bool turn(int n, double *A, double *V, int i, int j)
{
    double a = product(n, A, i, i), b = product(n, A, j, j), c = product(n, A, i, j);
    if (!(fabs(c) > 1e-15 * sqrt(a * b)) || c == 0) return false;
    double zeta = (b - a) / (2 * c), t = copysign(1, zeta) / (fabs(zeta) + hypot(1, zeta));
    double cosine = 1 / hypot(1, t), sine = cosine * t;
    for (int r = 0; r < n; r++) {
        double x = A[r * n + i], y = A[r * n + j], v = V[i * n + r], w = V[j * n + r];
        A[r * n + i] = cosine * x - sine * y;
        A[r * n + j] = sine * x + cosine * y;
        V[i * n + r] = cosine * v - sine * w;
        V[j * n + r] = sine * v + cosine * w;
    }
    return true;
}

static void swap_rows(int n, double *V, int i, int j)
{
    for (int r = 0; r < n; r++) {
        double kept = V[i * n + r];
        V[i * n + r] = V[j * n + r];
        V[j * n + r] = kept;
    }
}

void bri_singular_values(int n, double *R, double *value, double *V)
{
    bool turned = true;
    memset(V, 0, (size_t)(n * n) * sizeof *V);
    for (int i = 0; i < n; i++)
        V[i * n + i] = 1;
    for (int sweep = 0; turned && sweep < 60; sweep++) { /* one-sided Jacobi: small values are accurate */
        turned = false;
        for (int i = 0; i < n; i++)
            for (int j = i + 1; j < n; j++)
                turned = turn(n, R, V, i, j) || turned;
    }
    for (int i = 0; i < n; i++)
        value[i] = sqrt(product(n, R, i, i));
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++)
            if (value[j] > value[i]) {
                double kept = value[i];
                value[i] = value[j];
                value[j] = kept;
                swap_rows(n, V, i, j);
            }
}

bool bri_deviations(int n, const double *value, const double *V, double *deviation, double *correlation)
{
    bool regular = n > 0 && value[n - 1] > smallest * value[0];
    for (int i = 0; i < n; i++) {
        deviation[i] = 0;
        for (int k = 0; k < n; k++) {
            double part = fabs(V[k * n + i]);
            if (value[k] > smallest * value[0])
                deviation[i] = hypot(deviation[i], part / value[k]);
            else if (part > in_null)
                deviation[i] = INFINITY;
        }
    }
    for (int i = 0; regular && i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += V[k * n + i] / value[k] * (V[k * n + j] / value[k]);
            correlation[i * n + j] = i == j ? 1 : sum / (deviation[i] * deviation[j]);
        }
    return regular;
}

void bri_follow(int n, const double *value, const double *V, int i, double *slope)
{
    double own = 0;
    memset(slope, 0, (size_t)n * sizeof *slope);
    for (int k = 0; k < n; k++) {
        double size = fmax(value[k], smallest * value[0]), part = V[k * n + i] / size;
        if (!(size > 0)) continue;
        own += part * part;
        for (int j = 0; j < n; j++)
            slope[j] += part * (V[k * n + j] / size);
    }
    for (int j = 0; j < n; j++)
        slope[j] = own > 0 ? slope[j] / own : (double)(j == i);
}

void bri_add_products(const double *series, size_t count, size_t lags, double *sum)
{
    for (size_t k = 0; k < lags && k < count; k++)
        for (size_t i = 0; i + k < count; i++)
            sum[k] += series[i] * series[i + k];
}

double bri_effective_samples(size_t count, const double *sum, size_t lags)
{
    double time = 1,
           noise = 2 / sqrt((double)count); /* of the autocorrelation of independent numbers, two deviations */
    for (size_t k = 1; k < lags && sum[0] > 0 && sum[k] / sum[0] > noise; k++)
        time += 2 * sum[k] / sum[0];
    return fmax(1, (double)count / time);
}

static double normal_tail(double z) /* of both sides; Abramowitz and Stegun 26.2.11 */
{
    double term = z, sum = z;
    for (int k = 1; k < 200 && fabs(term) > 1e-17 * fabs(sum); k++) {
        term *= z * z / (2 * k + 1);
        sum += term;
    }
    return 1 - 2 * 0.3989422804014327 * exp(-0.5 * z * z) * sum;
}

double bri_student(double confidence, double freedom)
{
    double low = 0, high = 8, v = fmax(freedom, 3);
    for (int k = 0; k < 60; k++) {
        double middle = 0.5 * (low + high);
        if (normal_tail(middle) > 1 - confidence)
            low = middle;
        else
            high = middle;
    }
    double z = low, z2 = z * z; /* the expansion of Cornish and Fisher; Abramowitz and Stegun 26.7.5 */
    return z * (1 + (z2 + 1) / (4 * v) + ((5 * z2 + 16) * z2 + 3) / (96 * v * v) +
                (((3 * z2 + 19) * z2 + 17) * z2 - 15) / (384 * v * v * v));
}
