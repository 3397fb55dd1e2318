/* build_friction.h - interfaces and their patches, from the model */
#ifndef BRISTLE_SYSTEM_BUILD_FRICTION_H
#define BRISTLE_SYSTEM_BUILD_FRICTION_H

#include "system/build_gaps.h"

/* Requires joints and gaps. Writes interfaces, patches and rows, and what laws demand of the solver. */
bri_status bri_build_friction(bri_system *system, bri_error *err);
/* Whether event functions of laws depend on loads; anew where numbers of the model change. */
void bri_find_events_that_need_load(bri_system *system);

#endif
