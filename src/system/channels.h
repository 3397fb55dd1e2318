/* channels.h - what can be recorded of a system, by name */
#ifndef BRISTLE_SYSTEM_CHANNELS_H
#define BRISTLE_SYSTEM_CHANNELS_H

#include "system/engine.h"

/* Makes system->channel, the list of names and units, and system->state for the states that are channels. */
bri_status bri_channels_name(bri_system *system, bri_error *err);
/* Whether any of these channels is a force, a reaction or an acceleration; the others follow from the states. */
bool bri_channels_need_solution(const bri_system *system, const int *channel, size_t count);
/* Whether all of these channels are elements of x, or the time, which is channel 0; and their values. */
bool bri_channels_are_states(const bri_system *system, const int *channel, size_t count);
void bri_channels_of_states(const bri_system *system, const int *channel, size_t count, double t, const double *x,
                            double *out);
/* The value of every channel at (t, x), written to out. x: states and quadratures. observer is moved there; it is not one of
 * the engine's own evaluations. Unless it solves, channels that need a solution have any value. */
bri_outcome bri_channels_of(bri_engine *engine, bri_evaluation *observer, double t, const double *x,
                            const double *discrete, bool solves, double *out);

/* The same at an instant, such as one within the last step. */
bri_outcome bri_channels_at(bri_engine *engine, bri_evaluation *observer, const bri_instant *at, bool solves,
                            double *out);

#endif
