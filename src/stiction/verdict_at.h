/* verdict_at.h - the verdict on one configuration at one instant */
#ifndef BRISTLE_STICTION_VERDICT_AT_H
#define BRISTLE_STICTION_VERDICT_AT_H

#include "bristle/verdict.h"
#include "stiction/configuration.h"

/* Sets the configuration to the instant. *result is the caller's to destroy. */
bri_status bri_verdict_of(sti_configuration *at, double t, const bri_verdict_def *def, bri_verdict_result **result,
                          bri_error *err);

#endif
