/* expectation.h - what is expected of a measure: a value within a tolerance, bounds, a word */
#ifndef BRISTLE_STUDY_EXPECTATION_H
#define BRISTLE_STUDY_EXPECTATION_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"

typedef struct bri_expectation { /* texts are borrowed; NULL: not given */
    const char *expect, *within, *below, *above, *source;
    const char *word;                   /* expect without within */
    double value, tolerance, low, high; /* SI; NAN: not given */
} bri_expectation;

/* Finds the numbers of the texts. unit: of the measure. which: the text of a failure, NULL if there is none. */
bri_status bri_expectation_read(bri_expectation *e, const char *unit, const char **which, bri_error *err);
bool bri_expectation_exists(const bri_expectation *e);
/* number: NAN if it is a word, or does not exist; word: NULL if it is a number. */
bool bri_expectation_holds(const bri_expectation *e, double number, const char *word);
/* "3 N m within 1 %, above 2 N m" */
void bri_expectation_print(const bri_expectation *e, char *text, size_t size);

#endif
