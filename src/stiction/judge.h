/* judge.h - one state, judged; velocities in x are 0 */
#ifndef BRISTLE_STICTION_JUDGE_H
#define BRISTLE_STICTION_JUDGE_H

#include "bristle/verdict.h"
#include "system/system.h"

bri_status bri_judge_state(bri_work *work, double t, const double *x, const double *discrete,
                           const bri_verdict_def *def, bri_verdict_result **result, bri_error *err);

#endif
