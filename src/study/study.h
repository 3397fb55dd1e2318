/* study.h - many runs of one model: what varies, which combinations, and the row of each run
 *
 * Runs are numbered from 0. A run needs nothing of another one: any thread or process may do it, with measures of its own, and gets
 * the same bits. */
#ifndef BRISTLE_STUDY_STUDY_H
#define BRISTLE_STUDY_STUDY_H

#include "bristle/measure.h"
#include "study/sample.h"
#include "study/variation.h"

typedef enum bri_study_design {
    BRI_GRID,          /* all combinations of the levels; those of the last variation change first */
    BRI_ONE_AT_A_TIME, /* the model as it is, then each level of each variation alone */
    BRI_SAMPLE,        /* points of a sample of the distributions */
} bri_study_design;

typedef struct bri_study {
    const bri_model *base; /* borrowed */
    bri_variation *variation;
    int variations;
    bri_study_design design;
    size_t runs;
    double *sample; /* of BRI_SAMPLE: a share of each variation in each run */
} bri_study;

typedef struct bri_study_value { /* of one measure */
    double number;               /* SI; NAN: a word, or it does not exist */
    char *word;                  /* NULL: a number */
} bri_study_value;

typedef struct bri_study_row {
    bool done;
    bri_status status; /* of the run */
    char *message;     /* why it failed, or why a measure does not exist; NULL: neither */
    bri_study_value *value;
    int values;
    long steps, evaluations;
    double seconds; /* CPU time, which the caller measures */
} bri_study_row;

bool bri_study_is_law(const char *path); /* "pin.friction.law": it is set before other values */
bri_status bri_study_create(const bri_model *base, bri_study **study, bri_error *err);
void bri_study_destroy(bri_study *study); /* NULL is allowed */
/* Adds a path that varies, or a pattern, whose matches vary together; each: every match by itself. */
bri_status bri_study_vary(bri_study *study, const char *path, const char *values, bool each, bri_error *err);
/* Counts the runs of a grid or of one thing at a time, after which nothing may be added. */
bri_status bri_study_arrange(bri_study *study, bri_study_design design, bri_error *err);
/* The same of a sample of count points. */
bri_status bri_study_sample(bri_study *study, bri_sampling sampling, size_t count, uint64_t seed, bri_error *err);
/* The index of the level of each variation in a run of a grid or of one thing at a time; -1: as the model has it. */
void bri_study_levels(const bri_study *study, size_t run, int *level);
/* The level of a variation in a run of any design; its text is borrowed. level: room for the indices of all variations. */
bri_level bri_study_level(const bri_study *study, size_t run, int variation, int *level);
/* The model of a run, which belongs to the caller. */
bri_status bri_study_model(const bri_study *study, size_t run, bri_model **model, bri_error *err);
/* Does a run; whatever fails is in the row. most_steps, progress, user: as in bri_run_def. row: empty; bri_study_row_clear frees what it
 * holds. */
void bri_study_run(const bri_study *study, size_t run, bri_measures *measures, long most_steps,
                   bool (*progress)(double time, double share, void *user), void *user, bri_study_row *row);
void bri_study_row_clear(bri_study_row *row);

#endif
