/* relaxation.h - linear programs that contain, or are contained in, the distributions within the limits
 *
 * Loads |N| and |R| are convex functions of the unknowns, so that |T| <= limit(|N|) is not a convex set. In a region where N
 * has one sign, or R points into a sector of directions, a linear function bounds |N| from above: the set with that bound
 * contains the true one (outer). A linear function that touches |N| at a point bounds it from below everywhere: the set with
 * that bound is contained in the true one (inner). */
#ifndef BRISTLE_STICTION_RELAXATION_H
#define BRISTLE_STICTION_RELAXATION_H

#include "stiction/problem.h"

typedef struct sti_objective { /* what is maximised over the distributions within the limits */
    const sti_problem *problem;
    const bool *counts;       /* groups whose limits apply; NULL: all */
    double factor;            /* on the static limits */
    const double *expression; /* its value is maximised; NULL: see of_load */
    bool of_load; /* the load |N| or |R| of `patch`; else the margin: the least of factor x limit - |force| */
    int patch;
    double direction;     /* of expression or load: 1; -1: it is minimised */
    const double *weight; /* of each group: its margin is divided by this; NULL: 1 */
} sti_objective;

typedef struct sti_region { /* of each patch: a sector of R, rad, from NAN: all; or from is the sign of N, 0: both */
    double *from, *to;
} sti_region;

typedef struct sti_relaxation {
    const sti_objective *objective;
    sti_program *program; /* of the problem; after a solve, x begins with the point y */
    double *load_bound; /* patches x (1 + p): linear bound of each load in the last solve; its first number NAN: none */
} sti_relaxation;

bool bri_is_margin(const sti_objective *objective);
/* Whether the family is a slip: some groups are at their limits. */
bool bri_is_slip(const sti_problem *problem, const sti_family *family);
/* Solves the outer program of a family in a region; region NULL: the inner program about the point y. *value: direction x
 * largest value; set with STI_OPTIMAL only. Overwrites the program and load_bound. */
sti_outcome bri_solve_relaxation(const sti_relaxation *relaxation, const sti_family *family, const sti_region *region,
                                 const double *y, double *value);
/* By how much the last outer program overestimated the limit through the load of a patch; 0: the region of this patch
 * cannot be split further. */
double bri_relaxation_error(const sti_relaxation *relaxation, const sti_family *family, const sti_region *region,
                            int patch);
/* How far the point y is beyond a limit, or, in a slip, from a limit that must be met; over its weight. */
double bri_violation(const sti_objective *objective, const sti_family *family, const double *y);

#endif
