/* linearise.h - the stiff part of the equations, linearised at a solved point; see bri_problem.stiff_frame
 *
 * Both require a solution, and few patches and gaps: bri_knows_stiffness. */
#ifndef BRISTLE_SYSTEM_LINEARISE_H
#define BRISTLE_SYSTEM_LINEARISE_H

#include "system/engine.h"

/* push: accelerations by a unit of each friction and contact force; follow: how slip velocities, loads without friction,
 * depths and their rates follow the states. Writes the solution's columns, adjoints and, where patches are not condensed,
 * factors. */
void bri_stiff_frame(bri_solver *solver, const bri_solve_options *options, bri_evaluation *at, double *push,
                     double *follow);
/* Adds what the rows of every joint add to d(sum of weight x multiplier)/du to slopes, stride numbers for each of count sums of
 * multipliers without friction; adjoint: (J M^-1 J^T)^-1 weight of each. */
void bri_add_multiplier_slopes(const bri_point *point, int count, const double *adjoint, int stride, double *slopes);
/* Slopes of the friction forces, contact forces and bristle rates by what they follow, and by the bristle states. Writes
 * columns and factors as above. */
void bri_stiff_core(bri_solver *solver, const bri_solve_options *options, bri_evaluation *at, double *core);

#endif
