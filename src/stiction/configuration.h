/* configuration.h - a mechanism at rest: positions and discrete state, under the loads of one instant */
#ifndef BRISTLE_STICTION_CONFIGURATION_H
#define BRISTLE_STICTION_CONFIGURATION_H

#include "system/friction.h"

typedef struct sti_configuration {
    const bri_system *system;
    bri_arena arena;
    bri_point point;      /* kinematics and loads at the instant that was set last */
    bri_solution patches; /* scratch: multipliers that a caller assumes, and the patches under them */
    double *x, *packed;   /* states, with velocities 0; packed discrete state */
    double segment_end;   /* s; signals are smooth up to here, and at it their left limit holds; INFINITY: no end */
} sti_configuration;

/* Copies positions and discrete state: x has system->states numbers, of which the velocities are ignored; discrete has
 * system->discrete_states. The caller destroys the configuration, and sets an instant before reading its point. */
bri_status bri_configuration_create(const bri_system *system, const double *x, const double *discrete,
                                    sti_configuration **configuration, bri_error *err);
/* The initial configuration of a system, set to its start time. Rejects surfaces that overlap more than their contact law
 * allows. */
bri_status bri_configuration_initial(const bri_system *system, sti_configuration **configuration, bri_error *err);
/* Evaluates kinematics and loads at time t, s. */
void bri_configuration_set(sti_configuration *configuration, double t);
void bri_configuration_destroy(sti_configuration *configuration); /* NULL is allowed */

#endif
