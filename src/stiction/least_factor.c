/* least_factor.c - the smallest factor on all static limits at which sticking is possible */
#include "stiction/least_factor.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/fail.h"
#include "stiction/search.h"
#include "stiction/tolerance.h"

enum {
    MOST_DESCENTS = 120,
    BISECTIONS = 6,
    BISECTION_SHARE = 20 /* a search of the bisection may use the allowed branches over this */
};

/* Lowers *found and raises *low. A point with a margin at some factor needs only a smaller factor; from there again,
 * until no point needs less. Margins are weighted by the limits at the last point, which makes this converge fast
 * (Crouzeix, Ferland 1991). Isolated distributions, as where loads vanish, have no margin: then steps become longer,
 * and where small weights amplify rounding the search is repeated without them. y: scratch, p + 1 + groups. */
static bri_status descend(const sti_problem *pr, const bool *counts, int most, double largest, double *found,
                          double *low, double *y, bri_error *err)
{
    double *weight = y + pr->p + 1, step = tol_factor, at = isfinite(*found) ? *found * (1 - step) : largest;
    bool weighs = false;
    int first = 0;
    for (int iteration = 0; iteration < MOST_DESCENTS; iteration++) {
        double rounding = weighs || iteration == 0 ? tol_weighted_margin : tol_zero;
        sti_search s = {.objective = {.problem = pr, .counts = counts, .factor = at, .weight = weighs ? weight : NULL},
                        .first = first,
                        .gap = tol_margin,
                        .enough = -rounding * at,
                        .floor = -2 * rounding * at,
                        .most = most,
                        .point = y};
        bri_status status = bri_search(&s, err);
        if (status) return status;
        if (s.found >= -rounding * at) {
            first = s.first;
            double now = fmin(bri_ratio_at(pr, counts, y), at);
            step = now < *found * (1 - 10 * step) ? tol_factor : fmin(10 * step, 0.5);
            *found = now;
            weighs = true;
            for (int g = 0; g < pr->groups; g++)
                weight[g] = fmax(bri_limit_at(pr, &pr->group[g], y), smallest_weight);
        } else if (s.bound < -rounding * at) {
            *low = at;
        } else if (weighs && s.branches < most) {
            weighs = false;
        } else {
            return BRI_OK; /* too many branches */
        }
        if (!(*found - *low > 2 * tol_factor * *found) || *low >= largest) return BRI_OK;
        at = fmax(*found * (1 - step), *low > 0 ? 0.5 * (*low + *found) : 0);
    }
    return BRI_OK;
}

/* Raises *low by a few bisections between it and over, each with few branches. */
static bri_status bound_factor(const sti_problem *pr, const bool *counts, int most, double over, double *low,
                               bri_error *err)
{
    double under = *low;
    bri_status status = BRI_OK;
    for (int iteration = 0; iteration < BISECTIONS && over - under > tol_bisection * over && !status; iteration++) {
        double middle = 0.5 * (under + over);
        sti_search s = {.objective = {.problem = pr, .counts = counts, .factor = middle},
                        .floor = -tol_margin_sign,
                        .most = 1 + pr->families + most / BISECTION_SHARE};
        status = bri_search(&s, err);
        *(!status && s.bound < 0 ? &under : &over) = middle;
    }
    *low = under;
    return status;
}

bri_status bri_least_factor(const sti_problem *pr, const bool *counts, int most, double largest, double *found,
                            double *low, bri_error *err)
{
    double *y = calloc((size_t)pr->p + (size_t)pr->groups + 2, sizeof *y);
    if (!y) return bri_fail(err, BRI_NO_MEMORY, "out of memory: search");
    assert(largest > 0 && *low >= 0 && *low <= *found);
    most += pr->families;
    bri_status status = descend(pr, counts, most, largest, found, low, y, err);
    if (!status && *low < *found * (1 - tol_factor_open))
        status = bound_factor(pr, counts, most, isfinite(*found) ? *found : largest, low, err);
    if (*low >= largest) *low = INFINITY;
    free(y);
    return status;
}
