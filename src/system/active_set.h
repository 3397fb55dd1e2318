/* active_set.h - searches that solve a set of sticks and slips, and change what is wrong in it */
#ifndef BRISTLE_SYSTEM_ACTIVE_SET_H
#define BRISTLE_SYSTEM_ACTIVE_SET_H

#include "system/complementarity.h"

/* All candidates stick. */
void bri_stick_all(const bri_sticking *search);
/* Every candidate slips as it would without friction; one that would not move sticks. */
bool bri_slip_without_friction(bri_sticking *search);
/* From the present set and multipliers: a Newton step, then all states that are wrong change at once. True: none is. */
bool bri_active_set(const bri_sticking *search);
/* Each set is solved; then the last interface whose state is wrong changes (Murty's rule). */
bool bri_one_at_a_time(const bri_sticking *search);

#endif
