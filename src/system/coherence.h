/* coherence.h - whether friction at rest opposes one motion of the mechanism */
#ifndef BRISTLE_SYSTEM_COHERENCE_H
#define BRISTLE_SYSTEM_COHERENCE_H

#include "system/friction.h"

typedef struct bri_coherence_room bri_coherence_room;
bri_coherence_room *bri_coherence_create(const bri_system *system, bri_arena *arena); /* NULL: the arena has failed */

/* For mechanisms with one degree of freedom but for sticking. Above 0: friction of all interfaces at rest opposes one
 * motion; below 0: friction directions are inconsistent; NAN: there is no friction at rest, or more degrees of freedom.
 * Requires a solution of the point. Changes neither: the point's active rows are restored. */
double bri_coherence(bri_coherence_room *room, bri_point *point, const bri_solution *solution);

#endif
