/* states.h - names, units and sizes of the elements of x */
#ifndef BRISTLE_SYSTEM_STATES_H
#define BRISTLE_SYSTEM_STATES_H

#include "system/system.h"

/* Names the elements of x that are no channels: distances slid, and sums. Requires channels with their names. */
bri_status bri_states_name(bri_system *system, bri_error *err);
/* Scale of an element of x, in its unit: that of its error, and for sums the energy of the mechanism. */
double bri_state_size(const bri_system *system, int element);

#endif
