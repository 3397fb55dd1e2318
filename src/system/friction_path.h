/* friction_path.h - the stick states by a path in the friction */
#ifndef BRISTLE_SYSTEM_FRICTION_PATH_H
#define BRISTLE_SYSTEM_FRICTION_PATH_H

#include "system/complementarity.h"

/* All friction grows from a hundredth to its size. True: found. False: the path ended before, at effort->reached. */
bool bri_follow_friction_path(bri_sticking *search);

#endif
