/* worst_ratio.h - the largest |friction|/limit of an interface over all coherent distributions */
#ifndef BRISTLE_STICTION_WORST_RATIO_H
#define BRISTLE_STICTION_WORST_RATIO_H

#include "stiction/problem.h"

/* *bound: no coherent distribution has a larger ratio; *found: one has it, or distributions come arbitrarily close.
 * INFINITY: the limit can vanish under friction. Requires the families. */
bri_status bri_worst_ratio(const sti_problem *problem, int interface, double *bound, double *found, bri_error *err);

#endif
