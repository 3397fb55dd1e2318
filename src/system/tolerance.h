/* tolerance.h - the numerical tolerances of the engine, each with its reason
 *
 * Lengths, speeds and accelerations are compared with those of the mechanism (bri_system.length, .speed), so that a
 * tolerance has no unit. */
#ifndef BRISTLE_SYSTEM_TOLERANCE_H
#define BRISTLE_SYSTEM_TOLERANCE_H

/* --- rest ------------------------------------------------------------------------------------------------------------- */

/* Slip speed, over the mechanism's speed, of an interface that counts as at rest during a run: steps leave velocity errors
 * of about rtol (1e-6) in what a constraint does not hold. */
static const double tol_at_rest = 1e-6;
/* The same where velocities were just projected onto the constraints, so that only rounding is left. */
static const double tol_projected_rest = 1e-9;
/* Slip speed, over the mechanism's speed, that does not end a slip which has just begun: rounding of the velocity. */
static const double tol_slip_rounding = 1e-13;
/* Acceleration left in a constraint that should hold, over the largest acceleration: from here on the interface is set in
 * motion by joints or drivers, and cannot stick. Residuals of dropped rows stay below. */
static const double tol_dragged = 1e-4;
/* Acceleration against the direction of slip, over the largest one, that is still rounding. */
static const double tol_slip_direction = 1e-9;

/* --- static limits -------------------------------------------------------------------------------------------------- */

/* Excess of a static force over its limit that is rounding. */
static const double tol_limit = 1e-9;
/* The same where rows of the constraint matrix were dropped as nearly dependent: forces are less accurate there. */
static const double tol_limit_dropped = 1e-4;
/* Static force below this share under its limit when the event fires: a load that changed sign, not a slip. */
static const double tol_below_limit = 1e-6;
/* Cosine between the present and the recorded direction of a load above which the record is kept. */
static const double tol_load_direction = 0.9;
/* Power of a friction force in an elementary motion, over its largest possible, that counts as none. */
static const double tol_no_power = 1e-10;
/* Powers of opposite sign, over the larger one, from which on friction directions count as inconsistent. */
static const double tol_incoherent = 1e-9;

/* --- constraints ------------------------------------------------------------------------------------------------------ */

/* Largest position or velocity error, over length or speed, with which a projected state is accepted. */
static const double tol_closed = 1e-6;
/* Position error after which one more Newton iteration reaches rounding: convergence is quadratic. */
static const double tol_newton_square = 1e-8;
/* Position error that is rounding. */
static const double tol_rounding = 1e-15;
/* Smallest relative pivot of a constraint row: below, the row depends on others (rounding of the elimination). */
static const double tol_dependent = 1e-12;
/* The same of a row by which an interface sticks: two feet of one body are nearly the same row. */
static const double tol_dependent_stick = 1e-6;
/* Smallest relative pivot below which a configuration is reported as nearly singular, in a run and in messages. */
static const double tol_singular_event = 1e-4, tol_singular_message = 1e-3;
/* Entries of a null vector, over its largest, that are zero. */
static const double tol_null_entry = 1e-9;
/* What a null vector may leave of the row it was made from: above, the row is nearly dependent only. */
static const double tol_null_vector = 1e-6;

/* --- solving ---------------------------------------------------------------------------------------------------------- */

/* Residual over the size of its terms: what Newton's method aims at, and what is accepted where it stalls. */
static const double tol_residual = 1e-13, tol_residual_stalled = 1e-9;
/* The same of friction forces in the condensed form, and the correction after which the next would be its square. */
static const double tol_force = 1e-14, tol_force_stalled = 1e-9, tol_correction = 1e-11;
/* Load, N, that no mechanism has: the iteration between friction and reactions has diverged. */
static const double force_diverged = 1e50;
/* Share of the friction by which it is first raised from none, and the least by which the end of the branch is located. */
static const double first_level = 0.125, least_level = 1e-3;
/* Loop gain, less than 1, that counts as the end of a branch: at a distance d it is about 1 - sqrt(d). */
static const double tol_limit_point = 0.1;
/* Load, over the largest, that vanishes within the last step of the level. */
static const double tol_vanishes = 1e-2;
/* Bristle states solved together with their forces. */
static const double tol_bristle = 1e-14;
/* Friction forces, over the largest, that make two solutions the same one. */
static const double tol_same_solution = 1e-8;
/* Bound of the loop gain of friction and loads from which on a run counts the solutions: at 1 a second one can exist, and the
 * bound is taken where rates were evaluated last, not at the end of the step. */
static const double tol_gain = 0.9;
/* Accuracy, over a step, of the time at which a second solution appears or ends: interpolation has no more. */
static const double tol_solutions_time = 1e-9;
/* Loads, over the size of their terms, whose sign is rounding. */
static const double tol_load_sign = 1e-12;

/* --- contact ---------------------------------------------------------------------------------------------------------- */

/* Length in which the event function of a gap is measured, over the mechanism's: a step's position error is far below 1. */
static const double tol_gap_length = 1e-5;
/* Value of a gap's event function below which another event has moved the bodies through each other. */
static const double tol_gap_passed = 1e-9;

#endif
