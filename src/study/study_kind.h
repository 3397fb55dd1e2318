/* study_kind.h - the table of a study file, and of its limit */
#ifndef BRISTLE_STUDY_STUDY_KIND_H
#define BRISTLE_STUDY_STUDY_KIND_H

#include "kind/family.h"

typedef enum bri_study_plan { /* the words of design */
    BRI_PLAN_GRID,
    BRI_PLAN_ONE,
    BRI_PLAN_RANDOM,
    BRI_PLAN_LATIN,
    BRI_PLAN_SOBOL,
    BRI_PLAN_INDICES,
} bri_study_plan;

typedef struct bri_limit_params { /* of a run */
    double cpu;                   /* s; NAN: none */
    int steps;                    /* 0: none */
} bri_limit_params;

typedef struct bri_study_params {
    char *title, *model;
    char *set, *vary, *each, *measure, *claims, *limit; /* rows for help and schema; study_file.c reads their trees */
    int design, runs, seed;
} bri_study_params;

extern const bri_kind bri_study_kind;
extern const bri_kind bri_limit_kind;
extern const bri_family bri_study_family;
extern const bri_family bri_limit_family;

/* Whether the value of a row is a tree: a mapping of paths, a list of measures, a limit. */
bool bri_study_row_is_tree(const bri_param *row);
bool bri_study_row_is_of_samples(const bri_param *row); /* NULL: no row */

#endif
