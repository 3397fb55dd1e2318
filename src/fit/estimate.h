/* estimate.h - a fit while it is made: minimum, noise and intervals of any problem */
#ifndef BRISTLE_FIT_ESTIMATE_H
#define BRISTLE_FIT_ESTIMATE_H

#include "fit/state.h"

typedef struct bri_task {
    bri_fit *fit;
    bri_fit_problem *problem;
    bri_bench bench;
    bri_search search;
    bri_minimum minimum;
    double *series; /* residuals without those at rest */
    size_t rows;    /* that are fitted */
    int renewals;   /* of the minimum, by profiles */
} bri_task;

/* What all definitions of fits have in common. */
bri_status bri_check_search(int starts, double confidence, double huber, double held_out, bri_error *err);
/* Room for all rows that are fitted. BRI_BAD_VALUE: they are too few or too many. */
bri_status bri_task_create(bri_task *t, bri_error *err);
void bri_task_destroy(bri_task *t); /* the room only */
/* Leaves out unknowns without effect, searches the minimum, and describes it in the result: noise, singular values, intervals. */
bri_status bri_task_run(bri_task *t, bri_error *err);
/* After the parameters that varied: those without effect, with these values of all unknowns. Returns their number. */
int bri_add_without_effect(bri_fit *f);
void bri_count_determined(bri_fit *f);

#endif
