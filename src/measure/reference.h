/* reference.h - for measures of errors: a channel and the same one in a reference run */
#ifndef BRISTLE_MEASURE_REFERENCE_H
#define BRISTLE_MEASURE_REFERENCE_H

#include "measure/measure.h"

/* Both curves exist and the reference reaches the end of the window, or why not. */
bool bri_has_reference(const bri_measuring *m, bri_outcome_of_measure *out);
/* Largest deviation of two curves within the window of the first, at the nodes of all segments of both. */
double bri_largest_deviation(const bri_trajectory *y, const bri_trajectory *reference);
/* Its root mean square over time. */
double bri_rms_deviation(const bri_trajectory *y, const bri_trajectory *reference);

#endif
