/* at_rest.h - for measures of verdicts: the verdict on the initial configuration under the loads of a time */
#ifndef BRISTLE_MEASURE_AT_REST_H
#define BRISTLE_MEASURE_AT_REST_H

#include "measure/measure.h"

/* At the time of the measure; NULL: there is none, and out says why. To be destroyed. */
bri_verdict_result *bri_verdict_of(const bri_measuring *m, bool with_bounds, bri_outcome_of_measure *out);
/* The lower or upper bound of a force; held: only among distributions within the limits of friction. */
void bri_measure_bound(const bri_measuring *m, bool held, bool upper, bri_outcome_of_measure *out);

#endif
