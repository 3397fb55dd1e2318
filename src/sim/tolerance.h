/* tolerance.h - the numerical tolerances of runs and drawings, each with its reason */
#ifndef BRISTLE_SIM_TOLERANCE_H
#define BRISTLE_SIM_TOLERANCE_H

/* Relative tolerance of a run that gives none: positions are right to about 1e-5 of the mechanism. With gaps, peaks of contact
 * forces are right to 1e-4 at 1e-7 (Scotch yoke, journal bearing). */
static const double default_rtol = 1e-6, default_rtol_contact = 1e-7;
/* Energy balance error, over the energy turned over, from which on a run counts as wrong (exit status 1): documented in
 * docs/models.md. The second, over the typical energy of the mechanism, is rounding: a mechanism that hardly moves turns over less. */
static const double tol_energy = 1e-3, tol_energy_rounding = 1e-9;
/* Work of drivers at jumps of their motion, over the energy turned over, above which a run warns of it. */
static const double tol_energy_impacts = 1e-2;
/* Distance of a row from the end of the run, over the time, that is rounding, and the same of the number of rows. */
static const double tol_row_time = 1e-14, tol_row_count = 1e-12;
/* Distance, over the mechanism's length, of two points that are drawn as one; and area, over its square, of a flat corner. */
static const double tol_same_point = 1e-9, tol_flat_corner = 1e-9;

#endif
