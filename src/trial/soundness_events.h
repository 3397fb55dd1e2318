/* soundness_events.h - events of a law: handled, an event function has left 0 */
#ifndef BRISTLE_TRIAL_SOUNDNESS_EVENTS_H
#define BRISTLE_TRIAL_SOUNDNESS_EVENTS_H

#include "trial/soundness.h"

bool bri_check_events(bri_soundness *check);

#endif
