/* sim.h - a system through time: its states, within the last step too, and its steps */
#ifndef BRISTLE_SIM_SIM_H
#define BRISTLE_SIM_SIM_H

#include "sim/state.h"

const double *bri_sim_states(bri_sim *sim); /* in all coordinates, now; a view until the next call */
const double *bri_sim_interpolate(bri_sim *sim,
                                  double t); /* within the last step, with discrete_before; a view as above */
/* The last stage of the last step, where that is its end but for stabilisation, solved; NULL: it is not. */
const bri_evaluation *bri_sim_last_stage(bri_sim *sim);
/* The same of the rates that were evaluated last, where they are those of the present state. */
const bri_evaluation *bri_sim_rates_here(bri_sim *sim);
/* Refuses a time or one of the first count states that is not finite. */
bri_status bri_sim_check_states(const bri_sim *sim, double t, const double *x, int count, bri_error *err);
/* Evaluates the observer at (t, x). BRI_FINE: it has a solution. */
bri_outcome bri_sim_observe(bri_sim *sim, double t, const double *x, const double *discrete);
/* Puts the sim to a time and a state, in all coordinates; the integrator starts anew. */
void bri_sim_put(bri_sim *sim, double t, const double *x, const double *discrete);
/* Handles a time event where the last step ended. */
void bri_sim_pass_time_event(bri_sim *sim);
/* Why the stepper stopped, or an event could not be handled, in the terms of the model. */
bri_status bri_sim_explain(bri_sim *sim, bri_status status, const bri_error *inner, bri_error *err);
/* Lets long searches ask sim->def.progress whether to go on. */
void bri_sim_ask_in_searches(bri_sim *sim);
/* One accepted step, until a time at the latest. */
bri_status bri_sim_step(bri_sim *sim, double until, bri_error *err);
/* Numbers of the system or the state were changed from outside: nothing that was evaluated is used again. */
void bri_sim_forget(bri_sim *sim);
/* The equations have changed: makes velocities fit drivers, decides sticking anew, and goes on from here. */
void bri_sim_equations_changed(bri_sim *sim);

#endif
