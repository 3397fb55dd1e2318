/* result.h - a result and the memory of its lists and texts */
#ifndef BRISTLE_SIM_RESULT_H
#define BRISTLE_SIM_RESULT_H

#include "base/arena.h"
#include "bristle/result.h"

bri_result *bri_result_create(void);             /* without channels; NULL: out of memory */
bri_arena *bri_result_arena(bri_result *result); /* freed with it */

/* Energy, J, above which the error of the balance makes a run doubtful: 0.1 % of the energy turned over. */
double bri_energy_alarm(const bri_result *result);
/* Whether the balance error and the energy that stabilisation changed after steps are at most that. */
bool bri_energy_balance_closes(const bri_result *result);

#endif
