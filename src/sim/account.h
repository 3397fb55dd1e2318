/* account.h - the energy balance of a run and its statistics, for its result */
#ifndef BRISTLE_SIM_ACCOUNT_H
#define BRISTLE_SIM_ACCOUNT_H

#include "sim/sim.h"

/* most_kinetic: the largest kinetic energy at the end of a step, J. */
bri_status bri_close_balance(bri_sim *sim, bri_result *result, double most_kinetic, bri_error *err);
void bri_fill_statistics(const bri_sim *sim, bri_result *result); /* requires result->start */

#endif
