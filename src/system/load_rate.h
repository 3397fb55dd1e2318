/* load_rate.h - how fast the loads of patches change, for elements that slide along a limit which moves with the load */
#ifndef BRISTLE_SYSTEM_LOAD_RATE_H
#define BRISTLE_SYSTEM_LOAD_RATE_H

#include "system/engine.h"

/* Some element slides, or may begin to slide along its limit: its event functions need the rates of the loads. */
bool bri_needs_load_rates(const bri_point *point);
/* dN/dt of every patch, N/s, in engine->load_rate, with the discrete state kept: given loads by their signals, others by a
 * difference along the motion. 0 where it is not known. Requires a solved evaluation; leaves it as it is. */
void bri_update_load_rates(bri_engine *engine, const bri_evaluation *at);

#endif
