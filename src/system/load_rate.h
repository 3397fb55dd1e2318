/* load_rate.h - how fast the loads of patches change, for elements that slide along a limit which moves with the load */
#ifndef BRISTLE_SYSTEM_LOAD_RATE_H
#define BRISTLE_SYSTEM_LOAD_RATE_H

#include "system/engine.h"

struct bri_load_rate_room *bri_load_rate_create(bri_engine *engine); /* in its arena, which says if it failed */

/* Some element slides, or may begin to slide along its limit: its event functions need the rates of the loads. */
bool bri_needs_load_rates(const bri_point *point);
/* dN/dt of every patch, N/s, for bri_load_rates, with the discrete state kept: given loads by their signals, others by a
 * difference along the motion. 0 where it is not known. Requires a solved evaluation; leaves it as it is. */
void bri_update_load_rates(bri_engine *engine, const bri_evaluation *at);
/* All are 0. */
void bri_clear_load_rates(bri_engine *engine);
/* As they were updated or cleared last. */
const double *bri_load_rates(const bri_engine *engine);

#endif
