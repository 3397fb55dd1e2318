/* sample.h - samples of the unit cube: points by row, a coordinate from 0 to 1 by column */
#ifndef BRISTLE_STUDY_SAMPLE_H
#define BRISTLE_STUDY_SAMPLE_H

#include <stddef.h>
#include <stdint.h>

#include "bristle/status.h"

typedef enum bri_sampling {
    BRI_RANDOM,
    BRI_LATIN_HYPERCUBE, /* each of as many layers as there are points, of every column, has one point */
    BRI_SOBOL,           /* Sobol's sequence from its first point on; a seed above 0 shifts it */
    /* For Sobol's indices, by Saltelli: of each of count points, a from the first half of 2 * columns coordinates and b from the second,
     * these rows: a; a with coordinate 0 of b; a with coordinate 1 of b; ...; b. */
    BRI_SALTELLI,
    BRI_SAMPLINGS
} bri_sampling;

const char *bri_sampling_name(bri_sampling sampling); /* "latin" */
/* Rows of a sample of count points. */
size_t bri_sample_rows(bri_sampling sampling, size_t count, int columns);
/* *sample: bri_sample_rows * columns numbers, which belong to the caller. */
bri_status bri_sample(bri_sampling sampling, size_t count, int columns, uint64_t seed, double **sample, bri_error *err);

#endif
