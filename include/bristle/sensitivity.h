/* sensitivity.h - whether the outcome of a run depends on parameters that are hard to measure
 *
 * The outcome is which joints slip, and when. Every secondary parameter of every friction law is halved and doubled in
 * turn: all parameters with a dimension (smoothing speeds, stiffness and damping of bristles, times, lengths), except
 * viscous friction; coefficients of friction, which can be measured, are not varied. Where joints stick exactly and a
 * rigid-body model cannot determine how they share the load, the treatments of redundancy are varied as well. If the
 * outcome changes, the result is not credible (Wojtyra 2017, sections 3.4 and 3.5). */
#ifndef BRISTLE_SENSITIVITY_H
#define BRISTLE_SENSITIVITY_H

#include "bristle/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_sensitivity_def { /* {0}: the defaults */
    double slip_speed; /* a joint slips above this speed, m/s; 0: 0.1 % of the mechanism's length per second, and at
                        * least 4 times the smoothing speed of its law */
    double shift;      /* a first slip that shifts by more than this fraction of the run is a change; 0: 1 % */
    bool (*progress)(int done, int all, void *user); /* called after each run; false: stop */
    void *user;
} bri_sensitivity_def;

typedef struct bri_outcome_change { /* one run with one thing changed */
    char what[160];                 /* "guide.friction.gamma", or "run.redundancy: pseudoinverse" */
    double factor, value;           /* of a parameter, in unit; NAN: not a number */
    char unit[32];
    double *slips;        /* time at which each joint first slips, s; INFINITY: never */
    bool differs, failed; /* the outcome differs; the run failed */
    char why[300];        /* why it failed */
} bri_outcome_change;

typedef struct bri_sensitivity {
    int joints;
    char (*joint)[64];  /* names */
    double *slips;      /* of the unchanged model: time at which each joint first slips, s */
    double *slip_speed; /* of each joint, m/s */
    double span;        /* duration of the run, s */
    bri_outcome_change *change;
    int changes, differing, failed; /* numbers of runs */
} bri_sensitivity;

/* Runs the model once as it is and once for each change. The result belongs to the caller. BRI_STOPPED: progress
 * returned false. */
bri_status bri_sensitivity_of(const bri_model *model, const bri_sensitivity_def *def, bri_sensitivity **sensitivity,
                              bri_error *err);
void bri_sensitivity_destroy(bri_sensitivity *sensitivity); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
