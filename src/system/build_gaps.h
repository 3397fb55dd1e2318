/* build_gaps.h - gaps of joints with clearance, from the model */
#ifndef BRISTLE_SYSTEM_BUILD_GAPS_H
#define BRISTLE_SYSTEM_BUILD_GAPS_H

#include "system/system.h"

extern const bri_material_params bri_steel; /* where no material is given */

/* Requires joints. Writes the gaps, and prepares their contact laws. */
bri_status bri_build_gaps(bri_system *system, bri_error *err);
/* Prepares the contact laws again after numbers of the model have changed. */
bri_status bri_prepare_gaps(bri_system *system, bri_error *err);
/* The gaps of a joint in the initial configuration: joint->gaps of them. */
void bri_gaps_at_start(const bri_system *system, const sys_joint *joint, bri_gap *gaps);
/* Whether surfaces begin so far inside each other that the positions are likely to be wrong. */
bool bri_is_deep(const bri_system *system, const bri_gap *gap);
/* A complaint about a part of the model, with its place in the file: "joint 'pin': why". */
bri_status bri_fail_at_record(const bri_system *system, const char *what, const bri_record *record,
                              const bri_error *why, bri_status status, bri_error *err);

#endif
