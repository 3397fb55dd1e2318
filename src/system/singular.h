/* singular.h - motion through singular configurations, on the branch of continuous velocity */
#ifndef BRISTLE_SYSTEM_SINGULAR_H
#define BRISTLE_SYSTEM_SINGULAR_H

#include "system/engine.h"

struct bri_singular_room *bri_singular_create(bri_engine *engine); /* in its arena, which says if it failed */

/* How independent the constraints of different joints are at a point, by their geometry, whatever the masses: the smallest pivot of
 * J W J^T over the one that the rows of its joint alone would leave, about the square of the angle to a singular configuration. 1:
 * independent; 0: dependent beyond the redundancy of the initial configuration. *row, which may be NULL, becomes the row of that
 * pivot. */
double bri_independence(bri_engine *engine, const bri_point *point, int *row);
/* The present step ends so close to a singular configuration that projection would not know the branch: the next one projects.
 * Overwrites engine->look.point. */
bool bri_is_next_to_singular(bri_engine *engine, const bri_instant *at);

/* Before a step, after each solution of the rates, and after the step, of length h, to x: whether the next one is near a
 * singular configuration. */
void bri_singular_begin_step(bri_engine *engine);
void bri_singular_record(bri_engine *engine);
void bri_singular_end_step(bri_engine *engine, double h, const double *x);

/* Time in which the present motion leads to a singular configuration, s; INFINITY: it does not. *turn: how fast a body turns at most, or moves,
 * over the mechanism's length, 1/s. */
double bri_time_to_singular(bri_engine *engine, const bri_instant *at, double *turn);

typedef void bri_rates_fn(const bri_evaluation *at, double *xdot);
/* Rates at a point where engine->rates is solved. Near a singular configuration they are those of the point of the constraints
 * nearest to it; next to it, those of points before and behind, to sixth order. Leaves engine->rates where it evaluated last.
 * hg: as in bri_solve_options; count: numbers of xdot. */
bri_outcome bri_rates_on_branch(bri_engine *engine, const bri_instant *at, double hg, bri_rates_fn *write, double *xdot,
                                int count);

#endif
