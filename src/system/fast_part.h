/* fast_part.h - friction with bristles as the fast part of the equations; see bri_fast_part of integrator/problem.h */
#ifndef BRISTLE_SYSTEM_FAST_PART_H
#define BRISTLE_SYSTEM_FAST_PART_H

#include "system/engine.h"

/* Few interfaces with bristles, whose friction forces have one component, and no gaps. With load_from: elastic all interfaces
 * must take their loads so, and from elastic forces that do not follow the load. */
bool bri_knows_fast(const bri_system *system);

/* The fast part; its context is the engine. Room is taken from the engine's arena by the first call. NULL: not known. */
const bri_fast_part *bri_fast_part_of(bri_engine *engine);
/* As bri_problem.fast_frame. Moves engine->rates.point there, without a solution. */
bri_outcome bri_fast_frame_at(bri_engine *engine, const bri_instant *at, const bri_fast_frame *frame);

#endif
