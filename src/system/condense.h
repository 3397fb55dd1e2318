/* condense.h - friction and reactions where patches are few: reactions as a linear function of the friction forces */
#ifndef BRISTLE_SYSTEM_CONDENSE_H
#define BRISTLE_SYSTEM_CONDENSE_H

#include "system/friction.h"
#include "system/redundancy.h"

typedef struct bri_condense_room bri_condense_room;
bri_condense_room *bri_condense_create(const bri_system *system, bri_redundancy_room *redundancy,
                                       bri_arena *arena); /* NULL: the arena has failed */

typedef struct bri_iterations { /* counted for statistics */
    long solves, iterations;
} bri_iterations;

/* M u' = Q + J^T lambda + W^T f for the solution's multipliers and friction. Writes a. */
void bri_accelerate(const bri_point *point, bri_solution *solution);
/* Friction, reactions and accelerations. Requires J M^-1 J^T factored, and redundancy found. Newton's method starts from the
 * guess; where it fails, it starts from no friction, follows the fixed-point iteration, and then raises the friction from 0 to its
 * whole in steps. BRI_SHORTER: no solution was found, and solution->failure.limit says how far the friction could be raised. */
bri_outcome bri_condense_solve(bri_condense_room *room, const bri_point *point, const bri_solve_options *options,
                               const bri_guess *guess, bri_solution *solution, bri_iterations *count);
/* Column of every friction component: the multipliers by a unit of it. Requires J M^-1 J^T factored, redundancy, patches. */
void bri_update_columns(bri_condense_room *room, const bri_point *point, const bri_solve_options *options,
                        bri_solution *solution);
/* The multipliers without friction, and the columns. The same requirements; overwrites a. */
void bri_update_base(bri_condense_room *room, const bri_point *point, const bri_solve_options *options,
                     bri_solution *solution);
/* det(1 - dF/dN dN/dF) with z given: above 0 on the branch of solutions that starts at zero friction, 0 at a limit point.
 * Requires a solution with columns. */
double bri_condense_determinant(bri_condense_room *room, const bri_solution *solution);
/* f = (1 - load_slope B)^-1 f, with B the loads by friction forces: friction forces whose loads follow them. f comes as the
 * forces under loads without friction, one for each component; load_slope is d(force)/d(signed load) of each. False: singular.
 * Requires columns. */
bool bri_condense_linear(bri_condense_room *room, const bri_solution *solution, const double *load_slope, double *f);

/* The largest loop gain of the components together, the rightmost eigenvalue of dF/dN dN/dF at the solution's loads, and the
 * patch on whose friction it depends most. A complex pair may hide it: then the eigenvalue nearest to 1/level counts, if it is about as
 * large. Requires columns; reads by_load. */
double bri_loop_gain(bri_condense_room *room, const bri_solution *solution, double level, int *patch);
/* Factor by which the fixed-point iteration multiplies an error: the largest magnitude of the eigenvalues. */
double bri_loop_growth(bri_condense_room *room, const bri_solution *solution, int *patch);

#endif
