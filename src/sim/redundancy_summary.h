/* redundancy_summary.h - how undetermined loads were shared during a run */
#ifndef BRISTLE_SIM_REDUNDANCY_SUMMARY_H
#define BRISTLE_SIM_REDUNDANCY_SUMMARY_H

#include "sim/sim.h"

/* Adds the last step, from a time to now; again: from where the coherence of friction changed last. Returns when, within it,
 * friction directions become inconsistent or consistent; NAN: they do not, or not any more. */
double bri_redundancy_step(bri_sim *sim, bri_result *result, double from, bool again);
void bri_redundancy_close(const bri_system *system, bri_redundancy_summary *summary,
                          double span); /* span: of the run, s */

#endif
