/* study_file.h - a study in a YAML file
 *
 *     title: how much friction does the belt bear
 *     model: belt.yaml                               beside this file
 *     set: {run.until: 5 s}                          as bristle run --set
 *     vary:                                          as bristle sweep --vary; each: as --each
 *       block.mass: 1 kg to 3 kg in 5
 *       floor.friction.mu_k: [0.1, 0.2, 0.3]
 *     design: grid                                   or one, random, latin, sobol, indices; runs and seed of a sample
 *     measure:
 *       - max motor.torque from 1 s                  as bristle sweep --measure
 *       - {max: block.x, below: 3 m}                 expect and within, above, below: what is expected of every run
 *     claims:                                        a measure of several runs, and how its values compare (study_claim.h)
 *       - {claim: more friction, less motion, max: block.x, falls: floor.friction.mu_k}
 *     limit: {cpu: 10 s, steps: 100000}              of a run
 */
#ifndef BRISTLE_STUDY_STUDY_FILE_H
#define BRISTLE_STUDY_STUDY_FILE_H

#include "io/yaml.h"
#include "study/expectation.h"
#include "study/study.h"
#include "study/study_claim.h"
#include "study/study_kind.h"

typedef struct bri_study_file {
    bri_record record; /* bri_study_params */
    bri_limit_params limit;
    bri_yaml *yaml;
    bri_model *model; /* with what is set */
    bri_study *study;
    bri_measures *measures;    /* their names and units; a thread that runs needs its own */
    const bri_node **measured; /* of each measure: where it stands */
    bri_expectation *expected; /* of each measure */
    bri_study_claim *claim;
    int claims;
} bri_study_file;

/* Reads a study and its model; every error is passed to err->each, with its position. base: the model with all that is set; NULL: of
 * the file that the study names. The study belongs to the caller. */
bri_status bri_study_file_parse(const char *text, size_t length, const char *name, const bri_model *base,
                                bri_study_file **file, bri_error *err);
/* Whether a text is that of a study, with or without errors, and not of a model. */
bool bri_study_file_is(const char *text, size_t length);
void bri_study_file_destroy(bri_study_file *file); /* NULL is allowed */
const bri_study_params *bri_study_file_params(const bri_study_file *file);
const char *bri_study_file_title(const bri_study_file *file); /* its own, or that of its model; NULL: neither has one */
/* Another list of the same measures, for a thread. */
bri_status bri_study_file_measures(const bri_study_file *file, bri_measures **measures, bri_error *err);
/* Points of a sample; 0: it is none. */
size_t bri_study_file_points(const bri_study_file *file);

#endif
