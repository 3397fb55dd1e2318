/* stick_proof.h - whether any choice of sticks and slips is consistent */
#ifndef BRISTLE_SYSTEM_STICK_PROOF_H
#define BRISTLE_SYSTEM_STICK_PROOF_H

#include "system/stick_set.h"

/* True: it is proved that none is. For every set of sticks and slips and all signs of the loads the equations are linear and are
 * solved, and each solution contradicts its set. Complete where loads that slip are linear in the reactions (guides, not pins),
 * friction in the loads, and no rows are redundant. False: a set is consistent, or it is not known. Overwrites the set and
 * stick->choice, what_if and start. Allocates. */
bool bri_prove_none(const bri_selection *selection, bri_discrete *set);

#endif
