/* tangent_step.h - s' = f_x s + f_p over a step of the run */
#ifndef BRISTLE_SIM_TANGENT_STEP_H
#define BRISTLE_SIM_TANGENT_STEP_H

#include "sim/tangent_state.h"

/* Integrates from the beginning of the last step of the run to its end, before what happened there. */
void bri_tangent_integrate(bri_tangent *tangent, double from, double to);
/* y and sums of all parameters at a time within that step. */
void bri_tangent_within(const bri_tangent *tangent, double t, int parameter, double *y, double *sums);

#endif
