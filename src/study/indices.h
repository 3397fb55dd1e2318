/* indices.h - global sensitivities of an outcome, and shares, from samples */
#ifndef BRISTLE_STUDY_INDICES_H
#define BRISTLE_STUDY_INDICES_H

#include <stddef.h>
#include <stdint.h>

#include "bristle/status.h"

typedef struct bri_estimate {
    double value, low, high; /* low and high: 95 % interval */
} bri_estimate;

/* Sobol's indices of each column: first is the share of the variance that the column explains alone, total that in which it takes
 * part. y: outcome of each row of a Saltelli sample; points with a NAN are left out. Estimators of Saltelli et al. 2010 (first order)
 * and Jansen 1999 (total), as in SALib; intervals by a bootstrap over points, with a seed. *used: points. BRI_BAD_VALUE: fewer than
 * two points are left, or the outcome is constant; err says so. */
bri_status bri_sobol_indices(const double *y, size_t points, int columns, uint64_t seed, bri_estimate *first,
                             bri_estimate *total, size_t *used, bri_error *err);
/* The share of hits among trials, with Wilson's interval. */
bri_estimate bri_share_of(size_t hits, size_t trials);

#endif
