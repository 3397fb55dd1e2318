/* robust_line.c - a straight line through points of which some may be far off
 *
 * H. Theil, "A rank-invariant method of linear and polynomial regression analysis", 1950; P. K. Sen, "Estimates of the regression
 * coefficient based on Kendall's tau", Journal of the American Statistical Association 63 (1968) 1379-1389. */
#include "fit/robust_line.h"

#include <assert.h>
#include <stdlib.h>

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, int count)
{
    qsort(value, (size_t)count, sizeof *value, by_size);
    return 0.5 * (value[(count - 1) / 2] + value[count / 2]);
}

bool bri_robust_line(const double *x, const double *y, int count, bri_line *line)
{
    double value[BRI_LINE_POINTS * (BRI_LINE_POINTS - 1) / 2];
    int pairs = 0;
    assert(count <= BRI_LINE_POINTS);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (x[i] != x[k]) value[pairs++] = (y[i] - y[k]) / (x[i] - x[k]);
    if (count < 3 || !pairs) return false;
    line->slope = median(value, pairs);
    for (int i = 0; i < count; i++)
        value[i] = y[i] - line->slope * x[i];
    line->level = median(value, count);
    return true;
}
