/* initial.h - the initial configuration of a system */
#ifndef BRISTLE_SYSTEM_INITIAL_H
#define BRISTLE_SYSTEM_INITIAL_H

#include "system/engine.h"

/* The discrete state with which a configuration begins before sticking is decided: every interface slips, gaps that overlap
 * are in contact. Written to packed, which is at->discrete; leaves the point there. */
void bri_initial_discrete(bri_point *point, const bri_instant *at, double *packed);
/* Positions and velocities that fit the joints, completed from those that are given: writes system->q0, u0, size, degrees,
 * redundant. Reports positions and velocities that violate joints, naming each joint. */
bri_status bri_find_initial_state(bri_system *system, bri_error *err);

#endif
