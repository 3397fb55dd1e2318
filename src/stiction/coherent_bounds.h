/* coherent_bounds.h - smallest and largest value of a force over all coherent distributions, within the limits or not */
#ifndef BRISTLE_STICTION_COHERENT_BOUNDS_H
#define BRISTLE_STICTION_COHERENT_BOUNDS_H

#include "bristle/verdict.h"
#include "stiction/problem.h"

/* Bounds of an expression, or of |R| of a patch with a radial load or of |N| (expression NULL). Requires the families;
 * overwrites the problem's program. */
void bri_coherent_bounds(const sti_problem *problem, const double *expression, int patch, bri_bounds *bounds);

#endif
