/* project.h - projection: positions and velocities back onto the constraints */
#ifndef BRISTLE_SYSTEM_PROJECT_H
#define BRISTLE_SYSTEM_PROJECT_H

#include "system/engine.h"

struct bri_project_room *bri_project_create(bri_engine *engine); /* in its arena, which says if it failed */

/* Moves coordinates until the constraints are met, by Newton's method; weight says how easily each coordinate moves (3 per
 * body; inverse masses, or 0 for coordinates that stay). Changes the first 3 numbers per body of x; at->x must be x. Leaves
 * point at the result. BRI_NO_CONVERGENCE: constraints stay open by more than the tolerance. */
bri_status bri_project_position(bri_engine *engine, bri_point *point, const bri_instant *at, const double *weight,
                                double *x);
/* The same for velocities, which is linear. Returns the factors of J W J^T by bri_sparse_factor, until the next projection. */
const double *bri_project_velocity(bri_engine *engine, bri_point *point, const bri_instant *at, const double *weight,
                                   double *x);
/* Positions and velocities, weighted by inverse masses; the energy that this changes is added to engine->projected. */
bri_status bri_project(bri_engine *engine, bri_point *point, const bri_instant *at, double *x);
/* The same; where joints stay open or move apart the engine fails, naming the joint. True: constraints are met. */
bool bri_close_constraints(bri_engine *engine, bri_point *point, const bri_instant *at, double *x);
/* After an accepted step: records constraint errors and, where the run is stabilised by projection, closes them. True: x has
 * changed. */
bool bri_stabilise(bri_engine *engine, double t, double *x, const double *discrete);

#endif
