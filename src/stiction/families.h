/* families.h - coherent distributions as a union of convex sets
 *
 * Friction is coherent if it opposes a motion. One family holds the distributions that oppose one elementary motion in each
 * part of the mechanism; a two-sided patch doubles the families, one for each sign of its load. */
#ifndef BRISTLE_STICTION_FAMILIES_H
#define BRISTLE_STICTION_FAMILIES_H

#include "stiction/problem.h"

/* Finds the families that are not empty and the ranges of the loads in each. motion NULL: all coherent families; else only
 * the family with friction at its limits against this motion, other interfaces within theirs. Requires a problem without
 * families whose rising and sliding are set; overwrites its program. More than 4096 families: none, and too_many. */
bri_status bri_find_families(sti_problem *problem, const sti_motion *motion, bri_error *err);
/* Appends the rows of a family to a program whose first p columns are y. constant: the column by which constants of
 * expressions are multiplied; -1: they are constants. */
void bri_put_family(const sti_problem *problem, const sti_family *family, sti_program *program, int constant);
/* Makes the problem's program the family alone: its rows, all columns behind y fixed at 0, no goal. */
void bri_load_family(const sti_problem *problem, const sti_family *family);

#endif
