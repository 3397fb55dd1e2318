/* soundness.h - the report of a check of a law */
#ifndef BRISTLE_TRIAL_SOUNDNESS_H
#define BRISTLE_TRIAL_SOUNDNESS_H

#include "base/fail.h"
#include "trial/sample.h"

typedef struct bri_soundness {
    const bri_friction_law *law;
    const char *respect; /* that is being checked */
    bri_error *err;
    bri_status status; /* of the first fault */
} bri_soundness;

/* Reports a fault; false, so that the check of a respect ends with its first one. */
bool bri_unsound(bri_soundness *check, const char *format, ...) BRI_PRINTF(2, 3);

#endif
