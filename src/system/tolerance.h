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
 * motion by joints or drivers, and cannot stick. Residuals of dropped rows stay below: the root of tol_dependent. */
static const double tol_dragged = 1e-6;
/* Acceleration against the direction of slip, over the largest one, that is still rounding. */
static const double tol_slip_direction = 1e-9;

/* Error of a slip in a step, over the scale of the law or the slip itself, and over the square root of atol: friction near
 * rest is right to 1e-4 at the default of 1e-6, and a tenth of that costs a hundredth of it. Slips above a hundredth of the
 * mechanism's speed are not concerned. */
static const double tol_slide = 0.3;
/* Part of that error which bristles are allowed that vibrate without damping, and may give energy to that: errors of hundreds of
 * periods add up, and the slip speed is one by which bristles slide in 1 s. */
static const double tol_rings = 0.1;
/* Error of bristles, over their size and atol, that reach their limit with an unbounded slope: at a tolerance of 1e-6 it stays well
 * within the range next to the limit that counts as the limit, 1e-5 of it, and explicit steps do not leap to and fro over that. */
static const double tol_sharp_bend = 0.1;

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

/* Forces and accelerations, over the largest terms of the equations, that are rounding: loads may fall by orders from joint
 * to joint, and rounding of the largest decides nothing about the smallest. */
static const double tol_floor = 1e-12;
/* Acceleration against the direction of slip, over what the friction limit alone would cause, that is still small: far down
 * a chain real accelerations are small beside the largest, too. */
static const double tol_slip_own = 1e-3;
/* Compliance of rows during the search in loops, over the response of a typical row: 1e-10 is too small for double precision,
 * 1e-3 shifts the sets. */
static const double tol_search_compliance = 1e-6;
/* Relative excess over a limit by two rules, of opposite sign, from which on they are said to differ. */
static const double tol_rules_differ = 1e-6;
/* Change of the multipliers, over the largest, after which a search has converged; in loops rounding is amplified by the
 * inverse of the compliance. */
static const double tol_search_settled = 1e-8, tol_search_settled_loop = 1e-9;
/* Step of the path in the friction, over the whole, at which an event is located. */
static const double tol_path_length = 1e-12;

/* Duration over which the rate of a load is taken, over the time in which positions, velocities and signals change: rounding of
 * loads is 1e-13 of them, and an event that is late by half of it costs its square. */
static const double tol_load_rate = 1e-6;

/* Load, over its change within that duration, that counts as 0: the kink of |N| is located to a millionth of the duration. */
static const double tol_load_kink = 1e-3;

/* Change of an element's limit at an event, over the limit, that is no jump of the load: what is left where it is located. */
static const double tol_limit_jump = 1e-6;

/* --- constraints ------------------------------------------------------------------------------------------------------ */

/* Largest position or velocity error, over length or speed, with which a projected state is accepted. */
static const double tol_closed = 1e-6;
/* Position error after which one more Newton iteration reaches rounding: convergence is quadratic. */
static const double tol_newton_square = 1e-8;
/* Position error that is rounding. */
static const double tol_rounding = 1e-15;
/* Smallest relative pivot of a constraint row: below, the row depends on others (rounding of the elimination). */
static const double tol_dependent = 1e-12;
/* The same of a row by which an interface sticks, where states are projected: two feet of one body are nearly the same row, and
 * what is left between them is no reason to stop the body. */
static const double tol_dependent_projected = 1e-6;
/* Independence of the constraints below which a run reports a singular configuration; smallest relative pivot below which
 * messages mention one. */
static const double tol_singular_event = 1e-4, tol_singular_message = 1e-3;
/* Independence of the constraints (about the square of the angle to a singular configuration) below which rates begin to be
 * those of the nearest point of the branch, and wholly are: errors of a trial point are hardly amplified above. */
static const double singular_from = 0.1, singular_wholly = 0.02;
/* Near a singular configuration: it could be reached in so many steps, or by so small a turn, rad. Bodies that turn by
 * less than the last in a step are next to rest: rounding decides how their pivots change. */
static const double singular_steps = 3, singular_angle = 0.3, singular_least_turn = 1e-4;
/* Independence below which they are interpolated: rounding, amplified by the third power of the inverse angle, is then as large as
 * the error of that. */
static const double singular_point = 1.5e-4;
/* Change of a position that leads to the branch, over the angle to the singular configuration, up to which that branch is the
 * right one: at 1 the other is as near. */
static const double singular_known = 0.2;
/* Part of the mechanism's length, or angle, rad, between interpolated points: its sixth power over 20 is their error. */
static const double singular_beside = 0.03;
/* Part of the time to a singular configuration over which the approach to it is measured. */
static const double singular_ahead = 0.05;
/* Independence of the constraints below which the sign of the determinant of friction and reactions is rounding. */
static const double singular_rounding = 1e-10;
/* Half the range in which friction jams, rad, that is looked for; shares of the time up to it and of the time within it to the singular
 * configuration that a step may take; turn up to which the approach is straight, rad. */
static const double least_jam = 1e-5, approach_jam = 0.9, enter_jam = 0.2, straight_jam = 0.1;
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
