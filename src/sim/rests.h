/* rests.h - how long interfaces rest */
#ifndef BRISTLE_SIM_RESTS_H
#define BRISTLE_SIM_RESTS_H

#include "sim/sim.h"

typedef struct bri_rests { /* of each interface: */
    double *time;          /* that it rested, s */
    double *speed;         /* slower than that, it is at rest, m/s */
} bri_rests;

/* Room in the arena, which says if it failed. */
/* The slip speed, m/s or rad/s, up to which an interface is at rest: that below which the force of a smoothed law only follows the speed;
 * of other laws a share of the mechanism's speed. */
double bri_rest_speed(const bri_system *system, int interface);
void bri_rests_create(const bri_system *system, bri_arena *arena, bri_rests *rests);
/* Adds the rest within the last step, from a time on. held: the discrete state within it; start, end: values of the watched quantities
 * there. Surfaces that roll on each other at both ends of a step do so within it. */
void bri_rests_step(bri_rests *rests, bri_sim *sim, double from, const bri_discrete *held, const double *start,
                    const double *end);

#endif
