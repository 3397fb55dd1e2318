/* jam.h - where friction and reactions lose their common solution on the way to a singular configuration */
#ifndef BRISTLE_SYSTEM_JAM_H
#define BRISTLE_SYSTEM_JAM_H

#include "system/engine.h"

/* Longest step from a point that does not pass over a range near a singular configuration in which friction jams; INFINITY: there is none
 * ahead. Overwrites engine->look. */
double bri_step_before_jam(bri_engine *engine, const bri_instant *at);

#endif
