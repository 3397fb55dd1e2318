/* sim.h - one state of a system on its way through time */
#ifndef BRISTLE_SIM_SIM_H
#define BRISTLE_SIM_SIM_H

#include "bristle/sim.h"
#include "system/system.h"

struct bri_sim {
    bri_system *owned; /* made anew when a number is changed; NULL: not yet */
    const bri_system *system;
    bri_work *work;
    bri_problem problem;
    bri_stepper *stepper;
    bri_partition *partition; /* NULL: the walk's states are all coordinates */
    bri_stepper_def stepper_def;
    double *discrete_before, *discrete_now, *x_within_step, *reduced, *values;
    double values_at; /* time of the values; NAN: none yet */
    double jumps;     /* energy that came in where a signal jumped, J */
    double energy_start;
    const char *why_integrator;
};

/* --- measure.c --- */
typedef struct bri_measure bri_measure; /* NULL: nothing to measure */
bri_status bri_measure_create(const bri_system *system, bri_result *result, bri_measure **measure, bri_error *err);
void bri_measure_step(bri_measure *measure, bri_sim *sim, double from); /* the step from there to now */
void bri_measure_close(bri_measure *measure, const bri_system *system, double span);
void bri_measure_destroy(bri_measure *measure);

/* --- sharing.c --- */
bri_status bri_refuse_redundancy(const bri_system *system, bri_error *err); /* where the motion is arbitrary */
/* The step from there to now; again: from where it changed last. When, within it, the friction of stuck joints begins or ceases to oppose one motion; NAN: it
 * does not, or not yet. */
double bri_sharing_step(bri_sim *sim, bri_sharing *sharing, double from, bool again);

/* --- sim.c --- */
const double *bri_sim_states(bri_sim *sim);                /* in all coordinates, now */
const double *bri_sim_interpolate(bri_sim *sim, double t); /* within the last step, with modes_before */
void bri_sim_put(bri_sim *sim, double t, const double *x, const double *discrete); /* elsewhere: x in all coordinates */
void bri_sim_again(bri_sim *sim);                                    /* the equations were changed: goes on from here */
bri_status bri_sim_step(bri_sim *sim, double until, bri_error *err); /* one accepted step */

#endif
