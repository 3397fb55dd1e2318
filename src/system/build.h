/* build.h - a system from a model */
#ifndef BRISTLE_SYSTEM_BUILD_H
#define BRISTLE_SYSTEM_BUILD_H

#include "system/system.h"

/* A system whose initial state is that of the model, not yet made to fit the joints. The model is copied. */
bri_status bri_system_build_unstarted(const bri_model *model, bri_system **system, bri_error *err);
/* Takes masses, gravity, contact laws and stiffnesses from the model again, after numbers were changed in it. Sites of joints
 * stay as they were placed. */
bri_status bri_system_refresh(bri_system *system, bri_error *err);

#endif
