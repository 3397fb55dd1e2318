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

typedef struct bri_sensitivity_def { /* begin with bri_sensitivity_defaults() */
    size_t size;                     /* of this struct, set by its defaults */
    double
        slip_speed; /* slip velocity above which a joint counts as slipping, m/s; 0: 0.1 % of the mechanism's length per
                        * second, and at least 4 times the velocity below which its law is smoothed */
    double shift;   /* a first slip that shifts by more than this fraction of the run is a change; 0: 0.01 */
    bool (*progress)(int done, int all, void *user); /* called before each changed run; false: stop. May be NULL */
    void *user;                                      /* passed to progress */
} bri_sensitivity_def;
/* All fields 0: their defaults. NULL instead of a bri_sensitivity_def has the same meaning. */
static inline bri_sensitivity_def bri_sensitivity_defaults(void)
{
    bri_sensitivity_def def = BRI_ZEROS;
    def.size = sizeof def;
    return def;
}

typedef struct bri_outcome_change { /* one run with one change of the model */
    const char *what;               /* "guide.friction.gamma", or "run.redundancy: pseudoinverse" */
    double factor,
        value; /* of a parameter: 0.5 or 2, and its changed value in `unit`; NAN: the change is a treatment of redundancy */
    const char *unit;
    double *slips;   /* joints: time at which each joint first slips, s; INFINITY: never */
    bool differs;    /* other joints slip than in the unchanged model, or at other times */
    bool failed;     /* the run failed; slips has no meaning */
    const char *why; /* why it failed; "": it did not */
} bri_outcome_change;

typedef struct bri_sensitivity { /* read only; its lists are lists of pointers, and all texts belong to it */
    int joints;                  /* number of interfaces with friction */
    const char **joint;          /* joints: names */
    double *slips;               /* joints: time at which each first slips in the unchanged model, s; INFINITY: never */
    double *slip_speed;          /* joints: speed above which each slips, m/s */
    double span;                 /* duration of the run, s */
    bri_outcome_change **change;
    int changes, differing, failed; /* number of changed runs; of those that differ; of those that failed */
} bri_sensitivity;

/* Runs the model once unchanged and once for each change, at most 400 changes of parameters and 17 treatments. The caller destroys
 * *sensitivity, which is set only if BRI_OK is returned. BRI_BAD_MODEL: no friction in the model; BRI_STOPPED: progress returned
 * false. A changed run that fails is recorded and does not make this function fail. */
BRI_API bri_status bri_sensitivity_of(const bri_model *model, const bri_sensitivity_def *def,
                                      bri_sensitivity **sensitivity, bri_error *err);
BRI_API void bri_sensitivity_destroy(bri_sensitivity *sensitivity); /* NULL is allowed */

#ifdef __cplusplus
}
#endif
#endif
