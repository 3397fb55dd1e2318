/* static_limits.h - static limit and sliding friction of a law as linear functions of the load */
#ifndef BRISTLE_STICTION_STATIC_LIMITS_H
#define BRISTLE_STICTION_STATIC_LIMITS_H

#include "system/friction.h"

/* The largest static friction force is out[0] + out[1] N: out[0] in N (or N m of an effort law), out[1] without unit.
 * typical: a load above 0, N, at which the curve of a law without coefficients is evaluated. */
void bri_static_limit_of(const sys_interface *interface, double typical, double out[2]);
/* The same of the friction force in sliding, at the end of the falling part of the curve. */
void bri_sliding_force_of(const sys_interface *interface, double typical, double out[2]);

#endif
