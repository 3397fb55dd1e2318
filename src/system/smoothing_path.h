/* smoothing_path.h - the stick states by a path along which a smoothed friction law becomes sharp */
#ifndef BRISTLE_SYSTEM_SMOOTHING_PATH_H
#define BRISTLE_SYSTEM_SMOOTHING_PATH_H

#include "system/complementarity.h"

/* Follows the solution from a law so smooth that there is hardly any friction to Coulomb's; the active set is tried on the
 * way, from the states to which the solution tends. True: found. */
bool bri_follow_smoothing_path(bri_sticking *search);

#endif
