/* stick.h - interfaces whose law has a static limit: event functions, and the choice of which of them stick
 *
 * An interface slips in a known direction, or sticks by a constraint. What follows an event is decided for all interfaces
 * at rest together: a set of sticks and slips is consistent when every stick needs no more than its static limit, and every
 * slip accelerates in its direction.
 *
 * In a loop, an interface at its limit may be unable to move because others stick. It then carries its limit as a force
 * while the others hold the rest (Wojtyra 2017, eq. 20), and sticks again when it would need less than its limit. */
#ifndef BRISTLE_SYSTEM_STICK_H
#define BRISTLE_SYSTEM_STICK_H

#include "system/stick_set.h"

/* Event function of an interface, above 0 while its stick state lasts: slip velocity in its direction, or
 * (limit - |F|)/(limit + |F|) where it sticks, under loads in their recorded directions. Where it sticks or is at its limit,
 * requires a solution of the evaluation's point; else a point with slip, and patches. */
double bri_stick_event_value(bri_engine *engine, const bri_evaluation *at, int interface);

/* Its slip speed is that of rest. Requires patches. */
bool bri_is_at_rest(const bri_evaluation *at, int interface);
/* A driver tore a stuck interface loose: sets every interface that moves to slip in its direction, and takes it from the
 * candidates. Requires patches. */
void bri_tear_loose(const bri_evaluation *at, bri_discrete *discrete, bool *candidate);

/* Decides for every candidate at (t, x) whether it sticks or in which direction it slips. discrete comes with a first
 * guess of the stick states and with recorded load directions, and leaves with the choice; engine->guess becomes the
 * solution. False: no consistent choice was found, and the engine has failed, saying so. */
bool bri_choose_sticks(bri_engine *engine, double t, const double *x, const bool *candidate, bri_discrete *discrete);
/* The same where the equations have changed (a signal jumped, a number was set), of interfaces at rest by rounding. True:
 * a stick state has changed. */
bool bri_choose_sticks_again(bri_engine *engine, double t, const double *x, bri_discrete *discrete);
/* The same at the beginning of a run: interfaces whose initial slip velocity is 0 are candidates. */
void bri_choose_sticks_at_start(bri_engine *engine, double t, const double *x, bri_discrete *discrete);

#endif
