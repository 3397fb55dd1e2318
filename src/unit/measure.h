/* measure.h - a unit as a factor times powers of the SI base units and the radian */
#ifndef BRISTLE_UNIT_MEASURE_H
#define BRISTLE_UNIT_MEASURE_H

#include <stddef.h>

#include "bristle/unit.h"

enum {
    MAX_TEXT = 100,  /* bytes of a quantity */
    MAX_PLAIN = 512, /* the same in ASCII: 'A' with a ring (angstrom) grows from 2 bytes to 8 */
    MAX_NAME = 40,
    MAX_DEPTH = 4, /* of parentheses; together with MAX_POWER it keeps every exponent within an int */
    MAX_POWER = 9,
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    LENGTH,
    MASS,
    TIME,
    ANGLE,
    BASES = 8,
};

/* up / down * m^power[0] kg^power[1] ... The inverse of a whole number is kept in down, so that "5 um" is 5 / 1e6,
 * which has the same bits as 5e-6. */
typedef struct measure {
    double up, down;
    int power[BASES];
} measure;

#define MEASURE_OF_ONE ((measure){.up = 1, .down = 1})

/* m *= by^power, with a power from -9 to 9. */
void bri_measure_multiply(measure *m, const measure *by, int power);

#endif
