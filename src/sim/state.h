/* state.h - one state of a system on its way through time */
#ifndef BRISTLE_SIM_STATE_H
#define BRISTLE_SIM_STATE_H

#include "bristle/host.h"
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
    bri_partition *partition;                   /* NULL: the stepper's states are all coordinates */
    bri_evaluation observer;                    /* for output: nothing of it reaches the motion */
    double *x, *within, *reduced;               /* all coordinates now; within the last step; independent ones */
    double *discrete, *discrete_before;         /* scratch; at the beginning of the last step */
    double *values;                             /* of all channels, */
    unsigned long values_stamp;                 /* at this stamp of the observer; 0: none yet */
    double *trial, *trial_values, *inputs_here; /* of derivatives: three times x, channels, inputs */
    double *left;               /* of the step of a host before it leaps over ranges of slip velocities */
    bool has_leapt;             /* the step of a host over such a range, and that is not handled yet */
    bool input_changed;         /* since the last step */
    bool time_event_due;        /* a host has reached it, and it is not handled yet */
    bri_guess host_rates;       /* where rates that a host asks for start */
    bri_discrete held;          /* discrete state of a host's trial states, */
    double *decided;            /* scratch of start.c */
    double *held_packed;        /* and packed */
    bri_discrete before, after; /* of events: scratch */
    bri_sim_event *event;       /* the caller's, with room for so many; NULL: none */
    int event_room, events;     /* events: so far */
    double jumps, impacts;      /* energy that came in where signals jump, J; the part by drivers */
    double states_set;          /* energy that came in where states were set, J */
    double energy_start;        /* J */
    char *engine_was;           /* room for the engine's memory: set_states.c */
    bool at_time_event;         /* the last step ended where a signal breaks */
    const char *why_integrator;
    struct { /* of the present run or advance, for its progress */
        double from, until;
    } goal;
    struct { /* where the present stretch of steps began, over which the progress of time is watched */
        double t, rejecting_from;
        long steps, events, rejected;
        long
            rejecting; /* stretches in a row, from rejecting_from on, in each of which more steps were rejected than taken */
    } pace;
};

#endif
