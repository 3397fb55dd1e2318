/* tolerance.h - the numerical tolerances of stepping, event location and small steps, each with its reason
 *
 * Errors are over the tolerated error, times over the step, unless a unit is given. Constants of one method stand in its file. */
#ifndef BRISTLE_INTEGRATOR_TOLERANCE_H
#define BRISTLE_INTEGRATOR_TOLERANCE_H

/* --- rounding of numbers and times ------------------------------------------------------------------------------------------ */

/* Error of a state, over the state, that rounding leaves: a limit of an error does not ask for less. */
static const double tol_state_rounding = 1e-14;
/* Difference of two times that are the same, over the step and over the time: the time is a sum of steps. */
static const double tol_same_time_step = 1e-12, tol_same_time = 1e-15;
/* Steps of fixed length: number of steps so far, relative and absolute, and share of a step not left before a limit. Their
 * times are sums of rounded steps; a step of a part of that length would only cost evaluations. */
static const double tol_grid_relative = 1e-13, tol_grid = 1e-9;

/* --- length of steps -------------------------------------------------------------------------------------------------------- */

/* First step: the time after which rates are compared, over the longest step; its length, over the time in which the state
 * changes by its size, at a tolerance of 1; and the least, over the step that was interrupted. */
static const double first_probe = 1e-6, first_step_share = 0.01, first_interrupted = 0.1;
/* Errors below these do not lengthen a step further: the growth of a step is limited anyway. A first step, a guess, may grow by
 * more. */
static const double least_error = 1e-8, least_first_error = 1e-14;
/* The same of the error that is remembered for the next step: an error near 0 by chance would shorten that one. */
static const double least_last_error = 1e-4, least_last_error_kept_matrix = 1e-2;
/* Share of a step that is made although event functions fire within it, where they keep firing at one time. */
static const double share_through = 1e-3;

/* --- location of events ----------------------------------------------------------------------------------------------------- */

/* Accuracy of the place of an event, over the step, and over the time: four units of rounding of the latter. */
static const double tol_place = 1e-12, tol_place_time = 4e-16;
/* Part of the interval between two samples over which the slope of an event function is taken. */
static const double slope_part = 0.01;
/* Shortest step to an event, over the whole: it would not advance the time otherwise. */
static const double least_part = 1e-12;

/* --- small steps of bristles -------------------------------------------------------------------------------------------------- */

/* Length of a small step, over the whole step, below which small steps have failed: rounding of the inputs. */
static const double least_small_step = 1e-12;
/* Correction of forces by Newton's method, over the force, that is rounding; forces below a hundredth of their size count as that. */
static const double tol_force_correction = 1e-10, least_force_share = 0.01;
/* bristle5: tolerance of its embedded estimate, of order 3, where order 5 meets rtol: so many times rtol^(2/3). */
static const double embedded_factor = 0.03, embedded_power = 2. / 3;
/* What Newton's method leaves, over rtol, without effect on the error; and the least that rounding permits, in units of it. */
static const double newton_share = 2e-3, newton_rounding = 20;

#endif
