/* mechanism_problem.h - the deviations between measured columns and the channels of a mechanism's runs
 *
 * A series is a column of a record. Coordinates: those of the unknowns; then, if offsets are unknown, one of each series, in units of the
 * size of its column. */
#ifndef BRISTLE_FIT_MECHANISM_PROBLEM_H
#define BRISTLE_FIT_MECHANISM_PROBLEM_H

#include "bristle/result.h"
#include "fit/mechanism.h"
#include "fit/problem.h"

typedef struct bri_mechanism_problem {
    bri_fit_problem problem;
    bri_mechanism *mechanism;
    const bri_model *model; /* with the start values */
    bool offsets;
    double rtol, *scale;   /* scale: of each match, by which deviations are divided */
    const char **channels; /* of the runs; ends with NULL */
    long most_steps;       /* of a run; 0: no limit yet */
    long differences;      /* derivatives that were replaced by differences */
    char why[300];         /* reason of the first one */
    bri_error error;       /* of the last run */
} bri_mechanism_problem;

extern const bri_problem_kind bri_mechanism_problem_kind;

int bri_mechanism_offset(const bri_mechanism_problem *m, int series); /* the coordinate; -1: none */
/* Runs a record over so many rows, with numbers of its model as they are now. derivatives: paths; NULL: none. */
bri_status bri_mechanism_run(bri_mechanism_problem *m, int record, size_t rows, const char *const *derivatives,
                             bri_result **result, bri_error *err);
/* Sets the numbers of a record's model. */
bri_status bri_mechanism_set(bri_mechanism_problem *m, int record, const double *value, bri_error *err);

#endif
