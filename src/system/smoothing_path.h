/* smoothing_path.h - the stick states by a path along which a smoothed friction law becomes sharp */
#ifndef BRISTLE_SYSTEM_SMOOTHING_PATH_H
#define BRISTLE_SYSTEM_SMOOTHING_PATH_H

#include "system/complementarity.h"

/* Follows the solution from a law so smooth that there is hardly any friction to Coulomb's; the active set is tried on the
 * way, from the states to which the solution tends. again: its steps are compared with other sizes of forces than at first, which
 * makes other steps. True: found. */
bool bri_follow_smoothing_path(bri_sticking *search, bool again);

#endif
