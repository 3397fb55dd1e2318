/* mechanism.h - a mechanism and the records of its motion: rows of measured columns, and for each record a model with its inputs */
#ifndef BRISTLE_FIT_MECHANISM_H
#define BRISTLE_FIT_MECHANISM_H

#include "base/arena.h"
#include "bristle/fit.h"
#include "fit/unknowns.h"

enum {
    BRI_PATH_MAX = 256
};

typedef struct bri_mechanism_record {
    const char *name;
    bri_model *model; /* owned: its inputs are those of the record */
    size_t rows, bad;
    size_t fitted;
    bool predicted;
    double start;              /* of its model, s */
    double *time, *run_time;   /* of the record; of its run, s */
    double *measured, *values; /* columns of rows numbers: measured; of the last run */
} bri_mechanism_record;

typedef struct bri_mechanism_number { /* a number of the model that a fit varies */
    char path[BRI_PATH_MAX];
    int record; /* -1: of all records */
    /* A static coefficient that does not vary is raised to the sliding one: its path, "": there is none, and its value. */
    char raised[BRI_PATH_MAX];
    double peak;
} bri_mechanism_number;

typedef struct bri_mechanism {
    bri_arena arena;
    int records, matches;
    bri_mechanism_record *record;
    const char **channel, **column, **unit; /* of each match */
    double *size;          /* of each match: root mean square of the measured values about their mean */
    bri_unknowns unknowns; /* at[].place: number of a bri_mechanism_number */
    int numbers;
    bri_mechanism_number number[BRI_UNKNOWNS_MAX];
    double fitted[BRI_UNKNOWNS_MAX]; /* value of each number, when it has been fitted */
    bri_fit_column *out;
} bri_mechanism;

/* Reads columns, replaces inputs and chooses what varies. m: zeroed; bri_mechanism_destroy frees what it holds, also after a failure. */
bri_status bri_mechanism_prepare(bri_mechanism *m, const bri_mechanism_fit_def *def, bri_error *err);
void bri_mechanism_destroy(bri_mechanism *m); /* NULL is allowed */
/* Sets a number of a model, and what must not lie below it. */
bri_status bri_mechanism_put(const bri_mechanism_number *number, bri_model *model, double value, bri_error *err);
/* Static coefficients that do not vary are raised to the sliding ones. Called when what varies has changed. */
void bri_mechanism_find_raised(bri_mechanism *m, const bri_model *model);

#endif
