/* configuration.h - a mechanism at rest: its configuration, under the loads of one instant */
#ifndef BRISTLE_STICTION_CONFIGURATION_H
#define BRISTLE_STICTION_CONFIGURATION_H

#include "system/friction.h"

typedef struct sti_configuration {
    const bri_system *system;
    bri_arena arena;
    bri_point point;
    bri_solution patches; /* room: multipliers that a question assumes, and the patches under them */
    double *x, *packed;   /* velocities are 0 */
    double segment_end;   /* signals are smooth up to here; at it, what was before holds */
} sti_configuration;

/* Positions and discrete state are copied: x has system->states numbers, of which the velocities do not count. */
bri_status bri_configuration_create(const bri_system *system, const double *x, const double *discrete,
                                    sti_configuration **configuration, bri_error *err);
/* The initial configuration of a system. Complains where surfaces overlap more than their contact law allows. */
bri_status bri_configuration_initial(const bri_system *system, sti_configuration **configuration, bri_error *err);
void bri_configuration_set(sti_configuration *configuration, double t); /* loads of this instant */
void bri_configuration_destroy(sti_configuration *configuration);

#endif
