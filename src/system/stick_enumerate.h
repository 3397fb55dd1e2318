/* stick_enumerate.h - all sets of sticks and slips in turn, of few interfaces */
#ifndef BRISTLE_SYSTEM_STICK_ENUMERATE_H
#define BRISTLE_SYSTEM_STICK_ENUMERATE_H

#include "system/stick_set.h"

enum {
    BRI_MOST_ENUMERATED = 7 /* interfaces at rest, of which all 3^n sets are tried */
};

/* All sets in turn, those with most sticks first; each with the loads of interfaces at their limits on either side, and from
 * several starts. True: a consistent one was found, and the engine goes on from it. False where candidates are more than
 * BRI_MOST_ENUMERATED. */
bool bri_enumerate_sets(bri_selection *selection, bri_discrete *set, bool refuses_self_stress);

#endif
