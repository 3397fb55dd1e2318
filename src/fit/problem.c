/* problem.c - what all problems of fits share */
#include "fit/problem.h"

#include <math.h>
#include <string.h>

static const double impossible = 1e3; /* deviation where nothing can be computed: larger than any start has */

int bri_problem_coordinates(const bri_fit_problem *p) { return p->unknowns->count + p->further; }

size_t bri_problem_rows(const bri_fit_problem *p)
{
    size_t rows = 0;
    for (int i = 0; i < p->series; i++)
        rows += p->in[i].used;
    return rows;
}

void bri_problem_lengthen(bri_fit_problem *p)
{
    for (int i = 0; i < p->series; i++)
        p->in[i].used = p->in[i].fitted;
}

bool bri_problem_go_on(bri_fit_problem *p)
{
    if (!p->progress || p->stopped) return !p->stopped;
    p->now.evaluations = p->evaluations;
    if (!p->progress(&p->now, p->user)) p->stopped = true;
    return !p->stopped;
}

double bri_problem_damp(const bri_fit_problem *p, double *r)
{
    double size = fabs(*r);
    if (!(p->outlier > 0) || size <= p->outlier) return 1;
    double damped = sqrt(2 * p->outlier * size - p->outlier * p->outlier);
    *r = copysign(damped, *r);
    return p->outlier / damped;
}

bool bri_problem_evaluate(bri_fit_problem *p, const double *u, double *residual, double *jacobian)
{
    size_t rows = bri_problem_rows(p);
    if (!bri_problem_go_on(p)) return false;
    p->at_rest = 0;
    p->sequence = 0;
    p->evaluations++;
    if (jacobian) p->derivatives++;
    bool possible = p->kind->evaluate(p, u, residual, jacobian);
    if (p->stopped) return false;
    for (size_t i = 0; !possible && residual && i < rows; i++)
        residual[i] = impossible;
    if (!possible && jacobian) memset(jacobian, 0, rows * (size_t)bri_problem_coordinates(p) * sizeof *jacobian);
    return true;
}
