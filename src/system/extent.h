/* extent.h - how far rates stay smooth along a direction of the states */
#ifndef BRISTLE_SYSTEM_EXTENT_H
#define BRISTLE_SYSTEM_EXTENT_H

#include "system/engine.h"

struct bri_extent_room *bri_extent_create(bri_engine *engine); /* in its arena, which says if it failed */

/* The length h, in units of dx, over which x + h dx changes states, slip velocities and contact depths by their own scales: those of
 * friction laws near rest, the present depth of a contact. dx has the length of x; its quadratures do not count. moved: room for x.
 * INFINITY: dx is 0. Overwrites engine->look. */
double bri_smooth_extent(bri_engine *engine, double t, const double *x, const double *discrete, const double *dx,
                         double *moved);

#endif
