/* build_redundancy.h - treatments of redundant constraints, from the model */
#ifndef BRISTLE_SYSTEM_BUILD_REDUNDANCY_H
#define BRISTLE_SYSTEM_BUILD_REDUNDANCY_H

#include "system/system.h"

/* Requires rows. Writes gives_way, is_couple and compliance of each row, and whether redundancy is looked for. */
bri_status bri_build_redundancy(bri_system *system, bri_error *err);

#endif
