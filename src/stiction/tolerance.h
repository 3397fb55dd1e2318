/* tolerance.h - the numerical tolerances of verdicts, each with its reason
 *
 * Forces are measured by a typical force, couples by that times the mechanism's length, and columns of A have unit length
 * (statics.h), so that a tolerance has no unit. */
#ifndef BRISTLE_STICTION_TOLERANCE_H
#define BRISTLE_STICTION_TOLERANCE_H

/* --- equilibrium and motions -------------------------------------------------------------------------------------------- */

/* Scaled forces, powers, slip rates and pivots that count as 0: rounding of an elimination, with a wide margin. An answer
 * to a friction limit is therefore exact to 1e-9 of the typical force. */
static const double tol_zero = 1e-9;
/* Coefficients of an expression that are rounding: they are set to 0, so that what equilibrium determines is seen as such. */
static const double tol_coefficient = 1e-12;
/* Coefficients of two proportional expressions, over the largest: above, the expressions differ. */
static const double tol_proportional = 1e-14;
/* Right-hand side left in a row of zeros: above, equilibrium has no solution. Wider than tol_zero, as loads of several
 * bodies are summed. */
static const double tol_equilibrium = 1e-8;
/* Slip rate, over the fastest of its motion, that is rounding. */
static const double tol_no_slip = 1e-9;
/* Slip rates in which two elementary motions differ: below, they are the same motion found twice. */
static const double tol_same_motion = 1e-7;
/* Share by which a component must exceed another to be called the largest: in a tie the first is named, on every machine. */
static const double tol_largest = 1e-6;

/* Distance of the instant beside one without loads, over the time between samples: loads are small there, but no rounding. */
static const double tol_beside = 1e-3;

/* --- guess of the motion ------------------------------------------------------------------------------------------------ */

/* Square of a vector's norm, over that before orthogonalisation, from which on it is independent of the basis. */
static const double tol_independent = 1e-12;
/* Change of a friction force that ends the iteration of the guess, and square of the residual of its multipliers, over the
 * first: both are rounding. */
static const double tol_guess = 1e-14, tol_guess_residual = 1e-24;
/* Slip rate, over the fastest, below which the guess counts an interface as sticking: the iteration is no better. */
static const double tol_guess_slip = 1e-6;

/* --- linear programs ---------------------------------------------------------------------------------------------------- */

/* Entries of a row that are rounding of terms of size 1. */
static const double tol_lp_entry = 1e-14;
/* Violation of a row, over the largest unknown, that is none: what is left after the inverse was renewed. */
static const double tol_lp_violation = 1e-11;
/* Violation from which on a combination of rows is a proof that no point satisfies them all. */
static const double tol_lp_infeasible = 1e-10;
/* Coefficients of such a combination that are 0, and what its rows may leave of each other, over the sum of coefficients. */
static const double tol_lp_proof_entry = 1e-12, tol_lp_proof_rest = 1e-13;
/* Ratios that tie: the lexicographic rule decides. */
static const double tol_lp_tie = 1e-13;
/* Smallest pivot: of the rows of a vertex, and of an exchange, over the largest candidate. */
static const double tol_lp_singular = 1e-12, tol_lp_exchange = 1e-10;
/* Negative dual variable that is rounding. */
static const double tol_lp_dual = 1e-12;
/* Half the side of the box in which the dual simplex method starts: a solution on it is none. */
static const double lp_box = 1e7;
/* The boxes that it tries in turn. Unknowns have size 1, so that most programs with many solutions have one in the second. */
static const double lp_boxes[] = {1e7, 1e1, 1e3, 1e5};
/* Growth of the goal along a ray of size 1, over its gradient, that is not rounding. */
static const double tol_lp_gain = 1e-9;
/* Clp: primal and dual tolerance that it aims at, and violation, over the largest unknown, of a solution that is accepted. */
static const double tol_clp_primal = 1e-10, tol_clp_dual = 1e-12, tol_clp_accepted = 1e-8;
/* Box of the unknowns where Clp's two methods disagree; a value above this share of it means unbounded. */
static const double clp_box = 1e6, clp_box_share = 0.1;

/* --- loads of pins: |R| by directions -------------------------------------------------------------------------------------- */

/* Widest sector, rad, to which a box of reactions is reduced: close to pi the linear bound of |R| is useless. */
static const double widest_sector = 3;
/* Angle, rad, by which such a sector is widened against rounding. */
static const double tol_sector = 1e-9;
/* |R| above its polygonal approximation, relative and absolute: below, no further direction is added. */
static const double tol_cut = 1e-13, tol_cut_absolute = 1e-15;
/* Relative distance of a ratio from its bound at which its refinement ends. */
static const double tol_ratio = 1e-12;
/* The same of the largest |R|, and of the smallest, the latter with an absolute part. */
static const double tol_longest = 1e-9, tol_shortest = 1e-10, tol_shortest_absolute = 1e-13;
/* |R| that is 0: no smaller one is searched. */
static const double tol_no_load = 1e-12;

/* --- branch and bound ------------------------------------------------------------------------------------------------------- */

/* Half of a sector, rad, that is not split further: the relaxation error of |R| is its square. */
static const double narrowest_sector = 1e-6;
/* The same where the relaxation is unbounded, so that no error says where to split. */
static const double narrowest_unbounded = 0.05;
/* Largest load of a family, relative and absolute, and chord of |N|: widened against the rounding of the program. */
static const double tol_load_bound = 1e-9, tol_load_bound_absolute = 1e-12;
/* Range of N below which its chord is not used: the slope would be rounding. */
static const double tol_load_range = 1e-9;
/* Relative change of the value that ends the improvement of an inner point. */
static const double tol_inner = 1e-12;
/* Relaxation error that is rounding: no patch is worth splitting. */
static const double tol_relaxation = 1e-13;
/* Distance between the two bounds of an interval at which its search ends. */
static const double tol_interval = 1e-7;

/* --- smallest factor on the static coefficients -------------------------------------------------------------------------- */

/* Relative accuracy of the factor, and first relative step of the descent. */
static const double tol_factor = 1e-9;
/* Distance from its lower bound above which the factor is bracketed by a bisection, and accuracy of that bisection. */
static const double tol_factor_open = 1e-8, tol_bisection = 1e-3;
/* Margin to the limits, over the factor, that is rounding where margins are weighted by the limits. */
static const double tol_weighted_margin = 1e-10;
/* Distance between bounds of the margin, and margin of the bisection, which only asks for a sign. */
static const double tol_margin = 1e-13, tol_margin_sign = 1e-15;
/* Smallest weight of a limit: a smaller one would amplify rounding. */
static const double smallest_weight = 1e-3;
/* Static coefficient that no pair of materials has: a factor that leads beyond it counts as infinite. */
static const double largest_coefficient = 1e6;

/* --- curve of a law without coefficients ------------------------------------------------------------------------------------ */

/* Speeds, m/s, between which the peak is searched: from far below any smoothing speed to above it. */
static const double curve_slowest = 1e-9, curve_fastest = 1;
/* Relative decrease of the force that is not rounding: the peak has been passed. */
static const double tol_curve_falls = 1e-9;
/* Relative increase over the last decade of speeds of a curve that keeps its force: arctan(v/v_0) at v = 10 v_0. */
static const double tol_curve_kept = 0.07;

/* --- verdicts over time ----------------------------------------------------------------------------------------------------- */

/* Slip rate left of a guessed motion, over the fastest, that is rounding of its decomposition. */
static const double tol_decomposed = 1e-6;
/* Interval, over the whole duration, in which a change of the verdict is located. */
static const double tol_located = 1e-7;
/* Speed, over the mechanism's, of a body that counts as at rest: steps leave velocity errors of about rtol (1e-6). */
static const double tol_still = 1e-6;
/* Relative width of the interval in which a reversal of the motion is located: rounding of the time. */
static const double tol_reversal = 1e-15;

#endif
