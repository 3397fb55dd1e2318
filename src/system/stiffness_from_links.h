/* stiffness_from_links.h - parameters of friction laws derived from links that are elastic as: friction */
#ifndef BRISTLE_SYSTEM_STIFFNESS_FROM_LINKS_H
#define BRISTLE_SYSTEM_STIFFNESS_FROM_LINKS_H

#include "system/system.h"

/* Changes bristle stiffnesses and threshold velocities in the model, so that joints that stick share their load as the
 * elastic links would. What was changed is listed in *derived, which the caller frees. */
bri_status bri_derive_stiffness(bri_model *model, sys_derived **derived, int *count, bri_error *err);

#endif
