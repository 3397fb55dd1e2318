/* moving_limit.h - elements of friction laws that slide along a limit which moves with the load, where loads jump
 *
 * While an element slides along its limit L, the length of its state z is not used. At an event z is put there; an element
 * whose limit the event has raised sticks at that length, and one whose limit has fallen below its length slides, or is
 * shortened. */
#ifndef BRISTLE_SYSTEM_MOVING_LIMIT_H
#define BRISTLE_SYSTEM_MOVING_LIMIT_H

#include "system/engine.h"

/* Before an event: puts the states in x of all elements that slide along their limit there. Requires a solved evaluation. */
void bri_put_elements_at_limits(const bri_evaluation *at, double *x);
/* After it: makes the discrete states of elements fit the loads under the new discrete state, which it changes, and shortens
 * states in x. others_jump: not only elements have changed, but interfaces stick or slip. before: the discrete state before the
 * event, packed. True: something has changed. Overwrites engine->look and engine->now. */
bool bri_settle_elements(bri_engine *engine, double t, bool others_jump, double *x, double *discrete,
                         const double *before);

#endif
