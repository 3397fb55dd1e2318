/* measure.h - what the files of this folder share: a unit as a factor and powers of base units */
#ifndef BRISTLE_UNIT_MEASURE_H
#define BRISTLE_UNIT_MEASURE_H

#include <stddef.h>

#include "bristle/unit.h"

enum {
    MAX_TEXT = 100,  /* bytes in a quantity */
    MAX_PLAIN = 512, /* the same in ASCII: 'A' with a ring grows from 2 bytes to 8 */
    MAX_NAME = 40,
    MAX_DEPTH = 4, /* of parentheses; with the next line, no power of a dimension outgrows an int */
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

/* up / down * m^power[0] kg^power[1] ... One over a whole number is kept as that number, so that "5 um" is 5 / 1e6,
 * which has the same bits as 5e-6. */
typedef struct measure {
    double up, down;
    int power[BASES];
} measure;

#define MEASURE_OF_ONE ((measure){.up = 1, .down = 1})

/* Powers from -9 to 9. */
void bri_measure_multiply(measure *m, const measure *by, int power);

/* What UDUNITS knows under one name. Not known: BRI_OK and *known is false. Known, but of no use here: *trouble says why. */
bri_status bri_unit_named(bri_units *units, const char *name, measure *m, bool *known, const char **trouble,
                          bri_error *err);

/* quoted is what sentences name: the unit, or the quantity it stands in */
bri_status bri_unit_parse(bri_units *units, const char *text, const char *quoted, measure *m, bri_error *err);

typedef struct quote {
    char text[MAX_TEXT + 4];
} quote;

/* The text as it can be shown: at most size bytes of it, with '?' for what is not printable. */
quote bri_unit_show(const char *text, size_t size);

#endif
