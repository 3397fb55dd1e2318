/* events_so_far.h - events of the last step, and the record of a sim */
#ifndef BRISTLE_SIM_EVENTS_SO_FAR_H
#define BRISTLE_SIM_EVENTS_SO_FAR_H

#include "sim/state.h"
#include "system/events.h"

/* Before a step, or what else changes the discrete state: keeps it in sim->discrete_before. */
void bri_events_begin(bri_sim *sim);
/* After it: counts the events since, and writes them to the array of the caller. */
void bri_events_end(bri_sim *sim);
/* Reports the events of the last step. Overwrites sim->before and sim->after. */
void bri_events_report(bri_sim *sim, bri_event_fn *report, void *user);

#endif
