/* stick_factors.h - is sticking possible, is it guaranteed, and from which factor on the static coefficients on */
#ifndef BRISTLE_STICTION_STICK_FACTORS_H
#define BRISTLE_STICTION_STICK_FACTORS_H

#include "stiction/assessment.h"

/* *answer: whether a coherent distribution is within the limits of the groups that count (NULL: all). *factor: smallest
 * factor on the static limits at which one is; *low: a lower bound of it. */
bri_status bri_find_possible(const sti_assessment *assessment, const bool *counts, bri_answer *answer, double *factor,
                             double *low, bri_error *err);
/* Sets the worst ratio of every interface, and from these guaranteed and guaranteed_factor of the result and its parts.
 * Requires that the result has its interfaces and parts. */
bri_status bri_find_guaranteed(const sti_assessment *assessment, bri_error *err);
/* Whether sticking is guaranteed: bound and found are the largest bound and the largest reached value of the worst ratios. */
bri_answer bri_is_guaranteed(double bound, double found);

#endif
