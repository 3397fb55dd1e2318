/* sensitivity.h - does the outcome of a run hang on numbers that nobody measures?
 *
 * Which joints slip, and when, is the outcome. Every secondary parameter of every friction law is halved and doubled in
 * turn: all that has a dimension (speeds at which a law is made smooth, stiffness and damping of bristles, times,
 * lengths), but not viscous friction, nor coefficients of friction, which can be measured. Where joints stick exactly and
 * rigid bodies leave their friction open, the treatments of redundancy are tried, too. If the outcome changes, the result
 * cannot be believed (Wojtyra 2017, sections 3.4 and 3.5). */
#ifndef BRISTLE_SENSITIVITY_H
#define BRISTLE_SENSITIVITY_H

#include "bristle/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_sensitivity_def { /* what is 0 is the usual */
    double slip_speed; /* a joint slips where it is faster, m/s; 0: 0.1 % of the mechanism's length in a second, and 4
                        * times the speeds that its law is made smooth below */
    double shift;      /* a slip that moves by more than this share of the run counts as a change; 0: 1 % */
    bool (*progress)(int done, int all, void *user); /* false: stop */
    void *user;
} bri_sensitivity_def;

typedef struct bri_outcome_change { /* one run with something changed */
    char what[160];                 /* "guide.friction.gamma", or "run.redundancy: pseudoinverse" */
    double factor, value;           /* NAN: it is no number */
    char unit[32];
    double *slips; /* when each joint first slips, s; INFINITY: never */
    bool differs, failed;
    char why[300]; /* it failed */
} bri_outcome_change;

typedef struct bri_sensitivity {
    int joints;
    char (*joint)[64];
    double *slips; /* as the model is */
    double *slip_speed;
    double span; /* of the run, s */
    bri_outcome_change *change;
    int changes, differing, failed;
} bri_sensitivity;

bri_status bri_sensitivity_of(const bri_model *model, const bri_sensitivity_def *def, bri_sensitivity **sensitivity,
                              bri_error *err);
void bri_sensitivity_destroy(bri_sensitivity *sensitivity);

#ifdef __cplusplus
}
#endif
#endif
