/* tangent_jump.h - how s jumps where an event ends a step of the run */
#ifndef BRISTLE_SIM_TANGENT_JUMP_H
#define BRISTLE_SIM_TANGENT_JUMP_H

#include "sim/tangent_state.h"

/* Requires s just before the end of the last step, which began at a time. */
void bri_tangent_jump(bri_tangent *tangent, double from);
/* Derivatives of the discrete state, from that of the run and that of the parameter's probe. Where the two differ by more than a small
 * change, derivatives with respect to the parameter are lost at t. */
void bri_tangent_put_discrete(bri_tangent *tangent, int parameter, double t, const double *discrete,
                              const double *beside);

#endif
