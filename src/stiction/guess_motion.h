/* guess_motion.h - the motion that is likely to begin */
#ifndef BRISTLE_STICTION_GUESS_MOTION_H
#define BRISTLE_STICTION_GUESS_MOTION_H

#include "stiction/statics.h"

/* slip: rate, up to a common factor, at which each interface is likely to begin to slip, with friction limited by the static
 * limits or by sliding friction; 0: it sticks. Requires the motions of the statics. A guess only: no answer relies on it. */
bri_status bri_guess_motion(const sti_statics *statics, bool sliding, double *slip, bri_error *err);

#endif
