/* run.h - a run with an observer of its steps */
#ifndef BRISTLE_SIM_RUN_H
#define BRISTLE_SIM_RUN_H

#include "sim/sim.h"

typedef struct bri_observer {
    void (*step)(void *user, bri_sim *sim,
                 double from);             /* after a step that began at a time; the sim can be interpolated */
    void (*end)(void *user, bri_sim *sim); /* the last state, after what happened there */
    void *user;
} bri_observer;

/* bri_run, with an observer, whose questions change nothing of the motion; NULL: none. */
bri_status bri_run_observed(const bri_system *system, const bri_run_def *def, const bri_observer *observer,
                            bri_result **result, bri_error *err);

#endif
