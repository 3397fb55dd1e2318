/* interior_point.h - the stick states by an interior point method */
#ifndef BRISTLE_SYSTEM_INTERIOR_POINT_H
#define BRISTLE_SYSTEM_INTERIOR_POINT_H

#include "system/complementarity.h"

/* Friction of all candidates between its limits, and nearer to them in each step; then the active set, from the states to
 * which it tends. True: found. */
bool bri_interior_point(bri_sticking *search);

#endif
