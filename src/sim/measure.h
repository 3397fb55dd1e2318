/* measure.h - contacts, films and ranges of formulas over the steps of a run */
#ifndef BRISTLE_SIM_MEASURE_H
#define BRISTLE_SIM_MEASURE_H

#include "sim/sim.h"

typedef struct bri_measure bri_measure; /* NULL: nothing to measure */

/* Makes the lists of contacts, films and ranges in the result, and what counts for them. */
bri_status bri_measure_create(const bri_system *system, bri_result *result, bri_measure **measure, bri_error *err);
void bri_measure_step(bri_measure *measure, bri_sim *sim, double from); /* the last step, from a time in it to now */
/* sums: quadratures of energy over the time that was measured; span: that time, s. */
void bri_measure_close(bri_measure *measure, const bri_system *system, const double *sums, double span);
void bri_measure_destroy(bri_measure *measure);

#endif
