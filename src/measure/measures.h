/* measures.h - a list of measures, read from texts */
#ifndef BRISTLE_MEASURE_MEASURES_H
#define BRISTLE_MEASURE_MEASURES_H

#include "bristle/measure.h"
#include "kind/record.h"
#include "measure/kinds.h"

typedef struct bri_one_measure {
    const bri_measure_kind *kind;
    bri_record record; /* with bri_measure_params */
    char *text, *name; /* as it was given; in words */
    bri_measured measured;
    bri_outcome_of_measure outcome;
    char unit[80];
} bri_one_measure;

struct bri_measures {
    bri_one_measure **at;
    int count;
    double (*seconds)(void); /* CPU time; NULL: not asked for */
};

#endif
