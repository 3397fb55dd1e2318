/* draw.h - the whole mechanism drawn at a point of the state space */
#ifndef BRISTLE_SIM_DRAW_H
#define BRISTLE_SIM_DRAW_H

#include "bristle/draw.h"
#include "sim/draw_body.h"

/* Without contact forces. */
bri_status bri_draw_point(const bri_system *system, const bri_point *point, const bri_pen *pen, bri_error *err);

#endif
