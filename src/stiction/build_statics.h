/* build_statics.h - from a configuration to its scaled equilibrium, its patches and its motions */
#ifndef BRISTLE_STICTION_BUILD_STATICS_H
#define BRISTLE_STICTION_BUILD_STATICS_H

#include "bristle/verdict.h"
#include "stiction/statics.h"

/* Loads on the bodies at a point that the settings consider, N and N m: all of them, or those of the forces that they name. Rejects
 * unknown names, and names in models with gaps. */
bri_status bri_loads_considered(const bri_point *p, const bri_verdict_def *def, double *applied, bri_error *err);
/* The statics of a configuration under the loads of the instant to which it is set. rigid: elastic links count as rigid;
 * else their forces, once they have deformed under the loads, are part of the loads. Uses at->patches as scratch; at must
 * outlive the statics. The caller destroys them. */
bri_status bri_statics_create(sti_configuration *at, const bri_verdict_def *def, bool rigid, sti_statics **statics,
                              bri_error *err);

#endif
