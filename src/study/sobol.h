/* sobol.h - Sobol's low-discrepancy sequence with the direction numbers of Joe and Kuo */
#ifndef BRISTLE_STUDY_SOBOL_H
#define BRISTLE_STUDY_SOBOL_H

#include <stdint.h>

enum {
    BRI_SOBOL_DIMENSIONS = 64,
    BRI_SOBOL_BITS = 30
};

/* Coordinate, 0 to 1, of a point of the sequence, from 0; index < 2^30. shift: bits that are flipped in this dimension (a digital
 * shift); 0: none, as scipy.stats.qmc.Sobol(scramble=False). */
double bri_sobol(uint32_t index, int dimension, uint32_t shift);

#endif
