/* event_log.h - the events of a run, for its result */
#ifndef BRISTLE_SIM_EVENT_LOG_H
#define BRISTLE_SIM_EVENT_LOG_H

#include "sim/sim.h"

typedef struct bri_event_log { /* starts as {.sim = ..., .result = ...} */
    bri_sim *sim;
    bri_result *result;
    int room;               /* for events */
    bool weak;              /* the constraints were nearly dependent in the last step */
    bool several;           /* friction and reactions had several solutions at the end of the last step, */
    double several_since;   /* from this time on, */
    const char *several_at; /* which differ most in the friction of this interface */
    bool rules_differ;      /* of interfaces at their limits: that was reported */
} bri_event_log;

/* Whether friction and reactions have several solutions at the beginning. near: the solution there. */
void bri_log_start(bri_event_log *log, double t, const bri_solution *near);
/* Friction directions that became consistent or inconsistent within the last step, which began at a time. */
void bri_log_coherence(bri_event_log *log, double from);
/* All else that happened in the last step. */
void bri_log_step(bri_event_log *log, double from);
void bri_log_end(bri_event_log *log); /* closes what still lasts */

#endif
