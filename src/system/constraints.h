/* constraints.h - J M^-1 J^T, reactions and constraint residuals at a point */
#ifndef BRISTLE_SYSTEM_CONSTRAINTS_H
#define BRISTLE_SYSTEM_CONSTRAINTS_H

#include "system/point.h"

/* matrix = J W J^T over the rows that hold, W = diag(weight) with 3 numbers per body; rows that do not hold have 1 on the
 * diagonal. matrix has the pattern of system->sparse. Requires a point with dynamics. */
void bri_constraint_matrix(const bri_point *point, const double *weight, double *matrix);
/* force += J^T lambda */
void bri_add_reactions(const bri_point *point, const double *lambda, double *force);
/* J_row a + bias of one row, plus Baumgarte's terms 2 alpha rate + beta^2 value. a: 3 accelerations per body. */
double bri_row_residual(const bri_point *point, int row, const double *a, bool baumgarte);
/* The same of all rows that hold, in out; of the others, what idle has. Returns the largest of those that hold; NAN counts as INFINITY. */
double bri_row_residuals(const bri_point *point, const double *a, bool baumgarte, const double *idle, double *out);
/* Size of the terms of the residuals before anything cancels: that of the largest row. room: 3 numbers per body. */
double bri_size_of_terms(const bri_point *point, const double *lambda, double *room);
/* J_row M^-1 force of one row. */
double bri_row_response(const bri_point *point, int row, const double *force);
/* J_row M^-1 W^T / lever of a row and a component of friction, which acts along patch_row, on the body that they share. */
static inline double bri_reach_response(const bri_point *point, const sys_reach *reach, const bri_motion *patch_row)
{
    const double *weight = point->system->inverse + BRI_DOF * reach->body,
                 *a = point->row[reach->row].end[reach->row_end], *b = patch_row->end[reach->patch_end];
    return weight[0] * a[0] * b[0] + weight[1] * a[1] * b[1] + weight[2] * a[2] * b[2];
}

#endif
