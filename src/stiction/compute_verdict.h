/* compute_verdict.h - the verdict on one configuration at one instant */
#ifndef BRISTLE_STICTION_COMPUTE_VERDICT_H
#define BRISTLE_STICTION_COMPUTE_VERDICT_H

#include "bristle/verdict.h"
#include "stiction/configuration.h"

/* Sets the configuration to time t, s. The caller destroys *result. */
bri_status bri_compute_verdict(sti_configuration *at, double t, const bri_verdict_def *def, bri_verdict_result **result,
                               bri_error *err);

#endif
