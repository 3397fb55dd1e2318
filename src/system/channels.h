/* channels.h - what can be recorded of a system, by name */
#ifndef BRISTLE_SYSTEM_CHANNELS_H
#define BRISTLE_SYSTEM_CHANNELS_H

#include "system/engine.h"

/* Makes system->channel, the list of names and units, and system->state for the states that are channels. */
bri_status bri_channels_name(bri_system *system, bri_error *err);
/* The value of every channel at (t, x), written to out. x: states and quadratures. observer is moved there; it is not one of
 * the engine's own evaluations. */
bri_outcome bri_channels_of(bri_engine *engine, bri_evaluation *observer, double t, const double *x,
                            const double *discrete, double *out);

#endif
