/* study_claim.h - a claim about the runs of a study
 *
 *     falls: rub.friction.sigma0                 runs of all values of a path that varies, from the least to the largest
 *     larger: {rub.friction: [lugre, dahl]}      of these values
 *     larger: [lugre, dahl]                      the same, if nothing else varies
 *     each: all                                  every run
 *
 * In a grid a claim of a path is judged for each combination of what else varies; where one thing varies at a time, the unchanged
 * model is among its values. */
#ifndef BRISTLE_STUDY_STUDY_CLAIM_H
#define BRISTLE_STUDY_STUDY_CLAIM_H

#include "study/claim.h"
#include "study/study.h"

typedef struct bri_study_claim {
    bri_claim claim;
    int measure;   /* its number among the measures of the study */
    int variation; /* -1: each of all runs */
    int *level;    /* of the variation, in the order of the claim; -1: as the model has it */
    int levels;
} bri_study_claim;

/* Finds the runs of a claim that was read. Requires an arranged study. where: the node that an error is at. */
bri_status bri_study_claim_find_runs(const bri_study *study, bri_study_claim *claim, const bri_node **where,
                                     bri_error *err);
void bri_study_claim_destroy(bri_study_claim *claim);
size_t bri_study_claim_groups(const bri_study *study,
                              const bri_study_claim *claim); /* groups of runs that are compared */
size_t bri_study_claim_size(const bri_study *study, const bri_study_claim *claim); /* runs of a group */
/* The runs of a group. run: room for its size; room: for a level of each variation. */
void bri_study_claim_runs(const bri_study *study, const bri_study_claim *claim, size_t group, size_t *run, int *room);

#endif
