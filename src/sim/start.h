/* start.h - the discrete state with which a simulation begins somewhere */
#ifndef BRISTLE_SIM_START_H
#define BRISTLE_SIM_START_H

#include "sim/state.h"

double bri_total_energy(const bri_point *point); /* J; of kinetic energy, gravity, springs and contacts */
/* Decides at sim->x, which fits the joints, which gaps are closed, what sticks, and which elements of friction laws are at their
 * limits. Writes sim->discrete, and states in sim->x of elements that are beyond their limits. The engine's guess becomes the
 * solution there; engine->failure is final where there is none. */
void bri_decide_discrete(bri_sim *sim, double t);
/* The same at the initial state of the system, from where energies are counted. Writes sim->x and sim->discrete. */
void bri_start_at_beginning(bri_sim *sim);

#endif
