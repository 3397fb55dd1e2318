/* no_solution.h - because of which joint a point has no solution, in words */
#ifndef BRISTLE_SYSTEM_NO_SOLUTION_H
#define BRISTLE_SYSTEM_NO_SOLUTION_H

#include "system/solve.h"

/* Names in failure->text the joint because of which a point has no solution, with the loop gain of its friction and load: as
 * failure->limit has them, else under the loads and slopes that the last attempt to solve left in solution, whose factors, base
 * and columns are overwritten. Requires patches. */
void bri_explain_no_solution(bri_solver *solver, const bri_point *point, const bri_solve_options *options,
                             bri_solution *solution, bri_failure *failure);
/* The largest loop gain under the solution's loads and slopes, and whose it is; grows: in magnitude. Overwrites the factors, base and columns of the
 * solution. */
bri_limit bri_limit_here(bri_solver *solver, const bri_point *point, const bri_solve_options *options, bool grows,
                         bri_solution *solution);
/* Name of the joint whose rows nearly depend on others; NULL: none do. Requires a point with dynamics. */
const char *bri_nearly_dependent_joint(const bri_point *point, bri_solution *room);

#endif
