/* inputs.h - signals whose values the calling program sets while a simulation advances */
#ifndef BRISTLE_SYSTEM_INPUTS_H
#define BRISTLE_SYSTEM_INPUTS_H

#include "system/system.h"

/* Lists the inputs of the system's own model, by the paths of their signals ("push.value"), and numbers them. */
bri_status bri_build_inputs(bri_system *system, bri_error *err);

#endif
