/* cminpack.c - the part 'cminpack': least squares by lmder of Minpack (Moré, Garbow, Hillstrom 1980), in C by F. Devernay */
#include "fit/least_squares.h"

#include <stdlib.h>

#include <cminpack-1/cminpack.h>

#include "part/part.h"

static int evaluate(void *user, int rows, int unknowns, const double *u, double *residual, double *jacobian,
                    int leading, int what)
{
    const bri_least_squares *p = user;
    (void)rows, (void)unknowns, (void)leading;
    return p->evaluate(p->user, u, residual, what == 2 ? jacobian : NULL) ? 0 : -1;
}

static bri_least_outcome solve(bri_least_squares *p)
{
    static const double no_angle =
        0; /* along a valley, residuals are orthogonal to all columns long before its bottom */
    int n = p->unknowns;
    size_t count = (size_t)n, rows = (size_t)p->rows;
    int *pivot = calloc(count, sizeof *pivot);
    double *work = calloc(5 * count + rows, sizeof *work);
    bri_least_outcome outcome = BRI_LEAST_FAILED;
    p->evaluations = p->derivatives = 0;
    if (pivot && work && p->rows >= n) {
        for (int i = 0; i < n; i++)
            work[i] = 1; /* unknowns as they are given: their scales are the caller's */
        int info = lmder(evaluate, p, p->rows, n, p->u, p->residual, p->jacobian, p->rows, p->tolerance, p->tolerance,
                         no_angle, p->most_evaluations, work, 2, p->first_step, 0, &p->evaluations, &p->derivatives,
                         pivot, work + count, work + 2 * count, work + 3 * count, work + 4 * count, work + 5 * count);
        outcome = info < 0    ? BRI_LEAST_STOPPED
                  : info == 0 ? BRI_LEAST_FAILED
                  : info == 5 ? BRI_LEAST_EXHAUSTED
                              : BRI_LEAST_FOUND;
    }
    free(work);
    free(pivot);
    return outcome;
}

static const bri_least_squares_functions functions = {solve};

BRI_PART_EXPORT(cminpack, functions);
