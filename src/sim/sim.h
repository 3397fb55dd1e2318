/* sim.h - one state of a system on its way through time */
#ifndef BRISTLE_SIM_SIM_H
#define BRISTLE_SIM_SIM_H

#include "bristle/result.h"
#include "system/channels.h"
#include "system/partition.h"
#include "system/problem.h"

struct bri_sim {
    bri_system *owned; /* the sim's own copy, once a number was changed; NULL: not yet */
    const bri_system *system;
    bri_run_def def; /* as given; integrator names a constant */
    bri_engine *engine;
    bri_problem *problem; /* in the arena of the engine */
    bri_stepper *stepper;
    bri_stepper_def stepper_def;
    bri_partition *partition;           /* NULL: the stepper's states are all coordinates */
    bri_evaluation observer;            /* for output: nothing of it reaches the motion */
    double *x, *within, *reduced;       /* all coordinates now; within the last step; independent ones */
    double *discrete, *discrete_before; /* scratch; at the beginning of the last step */
    double *values;                     /* of all channels, */
    unsigned long values_stamp;         /* at this stamp of the observer; 0: none yet */
    bool input_changed;                 /* since the last step */
    double jumps, impacts;              /* energy that came in where signals jump, J; the part by drivers */
    double energy_start;                /* J */
    bool at_time_event;                 /* the last step ended where a signal breaks */
    const char *why_integrator;
    struct { /* where the present stretch of steps began, over which the progress of time is watched */
        double t;
        long steps, events;
    } pace;
};

const double *bri_sim_states(bri_sim *sim); /* in all coordinates, now; a view until the next call */
const double *bri_sim_interpolate(bri_sim *sim,
                                  double t); /* within the last step, with discrete_before; a view as above */
/* Evaluates the observer at (t, x). BRI_FINE: it has a solution. */
bri_outcome bri_sim_observe(bri_sim *sim, double t, const double *x, const double *discrete);
/* One accepted step, until a time at the latest. */
bri_status bri_sim_step(bri_sim *sim, double until, bri_error *err);
/* The equations have changed: makes velocities fit drivers, decides sticking anew, and goes on from here. */
void bri_sim_equations_changed(bri_sim *sim);

#endif
