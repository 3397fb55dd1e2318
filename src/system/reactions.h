/* reactions.h - which reactions and friction forces a rigid-body model determines */
#ifndef BRISTLE_SYSTEM_REACTIONS_H
#define BRISTLE_SYSTEM_REACTIONS_H

#include "system/friction.h"

/* Reports every reaction and friction force in the order of the model; locked: interfaces whose friction is a reaction
 * (NULL: none). The number of redundant rows, locked ones included, is written to *redundant, which may be NULL. Requires a
 * point with dynamics, and patches. */
bri_status bri_reactions_at(const bri_point *point, const bri_solution *patches, const bool *locked,
                            bri_reaction_fn *report, void *user, int *redundant, bri_error *err);
/* BRI_BAD_MODEL where the model names no treatment of redundancy and friction that moves something is not unique. */
bri_status bri_refuse_undetermined_motion(const bri_system *system, bri_error *err);

#endif
