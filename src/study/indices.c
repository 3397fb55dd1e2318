/* indices.c - Sobol's indices with bootstrap intervals; shares with Wilson's interval
 *
 * Sources: A. Saltelli et al., Variance based sensitivity analysis of model output, Comput. Phys. Commun. 181 (2010) 259-270, table 2;
 * E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209-212. */
#include "study/indices.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/fail.h"
#include "study/random.h"

enum {
    RESAMPLES = 1000
};
static const double z95 = 1.959963984540054; /* quantile of the normal distribution */

typedef struct data {
    const double *y;     /* rows of all points */
    const size_t *point; /* those that are complete */
    size_t points;
    int columns;
    double mean;
} data;

static double y_at(const data *d, size_t i, int row)
{
    return d->y[d->point[i] * ((size_t)d->columns + 2) + (size_t)row] - d->mean;
}

/* Indices of one column from the points that pick lists; NULL: all of them, once. The variance is that of a and b together. */
static void estimate(const data *d, int column, const size_t *pick, double *first, double *total)
{
    double sum = 0, squares = 0, both = 0, apart = 0, n = (double)d->points;
    for (size_t k = 0; k < d->points; k++) {
        size_t i = pick ? pick[k] : k;
        double a = y_at(d, i, 0), b = y_at(d, i, d->columns + 1), ab = y_at(d, i, column + 1);
        sum += a + b;
        squares += a * a + b * b;
        both += b * (ab - a);
        apart += (a - ab) * (a - ab);
    }
    double variance = squares / (2 * n) - (sum / (2 * n)) * (sum / (2 * n));
    *first = both / n / variance;
    *total = 0.5 * apart / n / variance;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void set_interval(double *values, bri_estimate *e)
{
    qsort(values, RESAMPLES, sizeof *values, ascending);
    e->low = values[RESAMPLES / 40];
    e->high = values[RESAMPLES - 1 - RESAMPLES / 40];
}

static void bootstrap(const data *d, uint64_t seed, size_t *pick, double *values, bri_estimate *first,
                      bri_estimate *total)
{
    for (int c = 0; c < d->columns; c++) {
        uint64_t state = seed; /* the same points for each column */
        for (int r = 0; r < RESAMPLES; r++) {
            for (size_t k = 0; k < d->points; k++)
                pick[k] = (size_t)bri_random_below(&state, d->points);
            estimate(d, c, pick, &values[r], &values[RESAMPLES + r]);
        }
        set_interval(values, &first[c]);
        set_interval(values + RESAMPLES, &total[c]);
    }
}

/* Lists the points all of whose rows are numbers, and takes their mean. False: the outcome is constant. */
static bool complete(data *d, size_t points, size_t *point)
{
    double sum = 0, least = INFINITY, most = -INFINITY;
    int rows = d->columns + 2;
    for (size_t i = 0; i < points; i++) {
        const double *y = d->y + i * (size_t)rows;
        bool whole = true;
        for (int r = 0; r < rows; r++)
            whole = whole && isfinite(y[r]);
        if (!whole) continue;
        point[d->points++] = i;
        for (int r = 0; r < rows; r++) {
            sum += y[r];
            least = fmin(least, y[r]);
            most = fmax(most, y[r]);
        }
    }
    d->point = point;
    d->mean = sum / ((double)rows * (double)d->points);
    return d->points < 2 || most > least;
}

bri_status bri_sobol_indices(const double *y, size_t points, int columns, uint64_t seed, bri_estimate *first,
                             bri_estimate *total, size_t *used, bri_error *err)
{
    assert(y && points > 0 && columns > 0 && first);
    data d = {.y = y, .columns = columns};
    size_t *point = malloc(2 * (points + 1) * sizeof *point);
    double *values = malloc((size_t)2 * RESAMPLES * sizeof *values);
    bri_status status = point && values ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: sensitivities");
    bool varies = !status && complete(&d, points, point);
    *used = d.points;
    if (!status && d.points < 2)
        status = bri_fail(err, BRI_BAD_VALUE, "too few runs gave a number");
    else if (!status && !varies)
        status = bri_fail(err, BRI_BAD_VALUE, "it is the same in all runs");
    for (int c = 0; !status && c < columns; c++)
        estimate(&d, c, NULL, &first[c].value, &total[c].value);
    if (!status) bootstrap(&d, seed, point + points + 1, values, first, total);
    free(point);
    free(values);
    return status;
}

bri_estimate bri_share_of(size_t hits, size_t trials)
{
    assert(hits <= trials);
    double n = (double)trials, p = n > 0 ? (double)hits / n : NAN, z2 = z95 * z95;
    double middle = (p + z2 / (2 * n)) / (1 + z2 / n);
    double half = z95 / (1 + z2 / n) * sqrt(p * (1 - p) / n + z2 / (4 * n * n));
    return (bri_estimate){p, fmax(middle - half, 0), fmin(middle + half, 1)};
}
