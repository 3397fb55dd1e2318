/* tangent.h - derivatives of a run with respect to parameters of its model
 *
 * s = dx/dp along the accepted steps of a run, whatever its integrator: s' = f_x s + f_p between events, and a jump at each
 * (docs/equations.md). The run does not notice: all evaluations are those of other systems, one equal to that of the run, and one with a
 * slightly changed parameter for each parameter. */
#ifndef BRISTLE_SIM_TANGENT_H
#define BRISTLE_SIM_TANGENT_H

#include "sim/tangent_state.h"

/* At the beginning of a run. paths: as bri_run_def.derivatives; lists the derivatives in the result, whose texts they are. */
bri_status bri_tangent_create(bri_sim *run, const bri_run_def *def, bri_result *result, bri_tangent **tangent,
                              bri_error *err);
/* After each step of the run, which began at a time: events - before are the events of this step. */
void bri_tangent_step(bri_tangent *tangent, double from);
typedef struct bri_tangent_row_of {
    double t;
    bool after;                 /* what happened there, at the end of the last step; else within it */
    const double *x, *discrete; /* of the run */
    const double *values;       /* of all its channels, unless they are states */
    const int *column;          /* channels; the first is time */
    size_t columns;
    bool solves;     /* as in bri_channels_of */
    bool are_states; /* the channels are elements of x, and so are their derivatives of s */
} bri_tangent_row_of;
/* Derivatives of channels, without time: of all by the first parameter, then by the next. */
void bri_tangent_row(bri_tangent *tangent, const bri_tangent_row_of *of, double *row);
/* Derivatives of the times of the events that the result has had since the last call. */
void bri_tangent_events(bri_tangent *tangent, bri_result *result);
/* At the end of the run. */
void bri_tangent_close(bri_tangent *tangent, bri_result *result);
/* Names the columns of derivatives behind those of channels, time included. */
bri_status bri_tangent_name_columns(bri_result *result, size_t channels, bri_error *err);
void bri_tangent_destroy(bri_tangent *tangent);

#endif
