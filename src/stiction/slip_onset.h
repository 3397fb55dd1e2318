/* slip_onset.h - would a slip that begins gain speed, and would it go on */
#ifndef BRISTLE_STICTION_SLIP_ONSET_H
#define BRISTLE_STICTION_SLIP_ONSET_H

#include "stiction/assessment.h"

/* Sets accelerates and persists of the result and of its parts: whether there is a motion with friction at its limits
 * against it, static or sliding, that gains speed, or does not lose it. */
bri_status bri_find_slips(const sti_assessment *assessment, bri_error *err);

#endif
