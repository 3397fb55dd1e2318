/* motions.h - parts of a mechanism that can slip independently, and their elementary motions */
#ifndef BRISTLE_STICTION_MOTIONS_H
#define BRISTLE_STICTION_MOTIONS_H

#include "stiction/statics.h"

/* Sets the degrees of freedom, the free motions, the parts and the elementary motions of the statics, and `moves` and
 * `part` of the interfaces. Requires A and Q. BRI_BAD_MODEL: no degree of freedom, or a load along a motion that no
 * friction resists. */
bri_status bri_find_motions(sti_statics *statics, bri_error *err);

#endif
