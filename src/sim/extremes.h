/* extremes.h - largest forces, ranges of loads and shares of rest over the steps of a run, whatever its rows */
#ifndef BRISTLE_SIM_EXTREMES_H
#define BRISTLE_SIM_EXTREMES_H

#include "sim/sim.h"

typedef struct bri_extremes bri_extremes;

/* Makes the lists of interfaces and forces in the result, and what is needed to fill them. */
bri_status bri_extremes_create(const bri_system *system, bri_result *result, bri_extremes **extremes, bri_error *err);
/* The extremes take values where the sim has solved the equations around its events, until it is destroyed. */
void bri_extremes_follow(bri_extremes *extremes, bri_sim *sim);
void bri_extremes_step(bri_extremes *extremes, bri_sim *sim, double from); /* the last step, from a time in it to now */
/* Fills the lists. sums: quadratures of energy over the time that was measured; span: that time, s. Contacts are summarised
 * before (bri_measure_close). */
void bri_extremes_close(bri_extremes *extremes, const bri_system *system, const double *sums, double span);
void bri_extremes_destroy(bri_extremes *extremes);

#endif
