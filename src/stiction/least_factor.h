/* least_factor.h - the smallest factor on all static limits at which sticking is possible */
#ifndef BRISTLE_STICTION_LEAST_FACTOR_H
#define BRISTLE_STICTION_LEAST_FACTOR_H

#include "stiction/problem.h"

/* *found: a distribution is within the limits times this; *low: none is below it. On entry both hold what is known:
 * INFINITY and 0 if nothing is. counts: groups whose limits apply; NULL: all. most: branches of one search. largest: factors
 * from here on count as infinite. */
bri_status bri_least_factor(const sti_problem *problem, const bool *counts, int most, double largest, double *found,
                            double *low, bri_error *err);

#endif
