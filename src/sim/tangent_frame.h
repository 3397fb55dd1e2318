/* tangent_frame.h - reduced states of a derivative: independent positions and velocities, from which the constraints give the others */
#ifndef BRISTLE_SIM_TANGENT_FRAME_H
#define BRISTLE_SIM_TANGENT_FRAME_H

#include "sim/tangent_state.h"

/* Puts the frame to a state of the run: its constraints are linearised there. */
void bri_tangent_frame(bri_tangent *tangent, double t, const double *x);
/* Chooses the independent positions there. */
void bri_tangent_choose(bri_tangent *tangent);
/* Whether the others nearly depend on each other there. */
bool bri_tangent_wears(const bri_tangent *tangent);
/* The reduced states, then sums: m + sums numbers. */
void bri_tangent_reduce(const bri_tangent *tangent, const double *whole, double *y);
/* The change of all states, over that of the parameter by its step, which belongs to a change of the reduced ones by y (NULL: 0): the
 * constraints are those of the probe. Leaves sums. */
void bri_tangent_complete(bri_tangent *tangent, const bri_probe *probe, const double *y, double *whole);
/* The same by what is known: D, all states by each reduced one, and P, by the parameter. */
void bri_tangent_expand(const bri_tangent *tangent, const double *D, const double *P, const double *y, double *whole);
/* How the states follow the reduced state k in the base. Returns a step in it over which rates are straight but for rounding. */
double bri_tangent_direction(bri_tangent *tangent, int k, double *whole);

#endif
