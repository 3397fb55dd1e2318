/* run_key.h - the key of a run: a hash of what is run, by which a store knows it whatever its number */
#ifndef BRISTLE_STUDY_RUN_KEY_H
#define BRISTLE_STUDY_RUN_KEY_H

#include "study/hash.h"
#include "study/study.h"

enum {
    BRI_KEY_BYTES = 16
};
typedef struct bri_run_key {
    unsigned char byte[BRI_KEY_BYTES];
} bri_run_key;

/* What all runs of a study have in common: version, base model as a text with its settings, measures. */
void bri_run_key_begin(bri_hash *common, const char *version, const char *model, const char *measures);
/* With the values that a run sets, which with the model determine the model of the run. level: room for all variations. */
bri_run_key bri_run_key_of(const bri_hash *common, const bri_study *study, size_t run, int *level);

#endif
