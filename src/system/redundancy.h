/* redundancy.h - dependent constraint rows: how a treatment shares the load that a rigid-body model leaves undetermined */
#ifndef BRISTLE_SYSTEM_REDUNDANCY_H
#define BRISTLE_SYSTEM_REDUNDANCY_H

#include "system/constraints.h"
#include "system/solution.h"

typedef struct bri_redundancy_room bri_redundancy_room;
bri_redundancy_room *bri_redundancy_create(const bri_system *system, bri_arena *arena); /* NULL: the arena has failed */

/* Null vectors of J^T over the rows that hold, and what the treatment needs of them. Requires J M^-1 J^T in
 * solution->matrix, factored in solution->factors with its pivots. Writes open, null, shares, eliminated; BRI_BROKEN, with
 * the reason in solution->failure, where compliances do not determine how the load is shared. */
bri_outcome bri_find_redundancy(bri_redundancy_room *room, const bri_point *point, const bri_solve_options *options,
                                bri_solution *solution);
/* Rows by which interfaces stick that depend on the other rows that hold, whatever the treatment: returns how many there are, and
 * writes them to solution->eliminated. The rest does not depend on each other, but for reactions alone. Requires the same. */
int bri_find_dependent_sticks(bri_redundancy_room *room, const bri_point *point, bri_solution *solution);
/* Adds to multipliers the combination of null vectors that the treatment asks for. Requires bri_find_redundancy. */
void bri_share_load(bri_redundancy_room *room, const bri_solve_options *options, const bri_solution *solution,
                    double *lambda);
/* Weight of a multiplier in the sum that is least: compliance, or 1 for forces and 1/unit_length^2 for couples. */
double bri_row_weight(const bri_system *system, const bri_solve_options *options, int row);
/* Factors of J M^-1 J^T over the rows that hold, in the room: for bri_is_held. */
void bri_factor_held(bri_redundancy_room *room, const bri_point *point);
/* Whether the rows that hold determine the motion of an interface. Requires bri_factor_held of the point. */
bool bri_is_held(bri_redundancy_room *room, const bri_point *point, int interface);

#endif
