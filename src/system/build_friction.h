/* build_friction.h - interfaces and their patches, from the model */
#ifndef BRISTLE_SYSTEM_BUILD_FRICTION_H
#define BRISTLE_SYSTEM_BUILD_FRICTION_H

#include "system/build_gaps.h"

/* Requires joints and gaps. Writes interfaces, patches and rows, and what laws demand of the solver. */
bri_status bri_build_friction(bri_system *system, bri_error *err);
/* What follows from the numbers of the laws: how they answer to bristles and loads, and where steps look closely. Part of
 * bri_build_friction; to be called again where numbers of the model change. */
void bri_prepare_friction(bri_system *system);

#endif
