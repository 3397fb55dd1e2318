/* contact_phase.h - when the contact of a gap begins and ends, and in which phase it is
 *
 * A contact begins where its gap closes; the approach speed of that instant is kept, for contact laws whose loss depends on
 * it. It ends where the gap opens. The first rise and fall of the depth is the impact (compression, restitution); a depth
 * that rises again before the bodies separate means sustained contact. */
#ifndef BRISTLE_SYSTEM_CONTACT_PHASE_H
#define BRISTLE_SYSTEM_CONTACT_PHASE_H

#include "system/point.h"

/* Depth of an impact at a speed, m, within a factor of 2: where the stored energy is the kinetic energy of the lighter
 * body. */
double bri_impact_depth(const bri_system *system, int gap, double speed);
/* Event function of a gap: above 0 while its phase lasts. Requires a point with slip. */
double bri_gap_event_value(const bri_point *point, int gap);
/* Phases of the initial configuration: gaps that overlap are in sustained contact. Writes to discrete. */
void bri_contact_start(const bri_point *point, bri_discrete *discrete);
/* The contact of a gap begins or ends: writes its phase to discrete, lets its friction slip in the direction of its velocity
 * (forward where it separates), and resets bristle states in x where the surfaces separate. */
void bri_contact_change(const bri_point *point, int gap, double *x, bri_discrete *discrete);
/* Another event may have moved the bodies of a gap through each other: they go on doing so. */
bool bri_contact_was_passed(const bri_point *point, int gap);
/* After an accepted step: compression becomes restitution, restitution sustained contact. */
void bri_contact_accept(const bri_point *point, bri_discrete *discrete);
bool bri_any_impact(const bri_discrete *discrete); /* a gap in compression or restitution */

#endif
