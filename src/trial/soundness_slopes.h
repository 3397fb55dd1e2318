/* soundness_slopes.h - derivatives of a law against central differences */
#ifndef BRISTLE_TRIAL_SOUNDNESS_SLOPES_H
#define BRISTLE_TRIAL_SOUNDNESS_SLOPES_H

#include "trial/soundness.h"

bool bri_check_slopes(bri_soundness *check);       /* of force and rates; false: a fault was reported */
bool bri_check_curve_slopes(bri_soundness *check); /* of the curve */

#endif
