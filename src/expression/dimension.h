/* dimension.h - the dimension of an expression: powers of the SI base units and the radian, which roots make fractions */
#ifndef BRISTLE_EXPRESSION_DIMENSION_H
#define BRISTLE_EXPRESSION_DIMENSION_H

#include <stdbool.h>

#include "unit/measure.h"

typedef struct dimension {
    double power[BASES];
} dimension;

typedef struct dimension_text {
    char at[80];
} dimension_text;

dimension bri_dimension_of(const measure *m);
dimension bri_dimension_product(const dimension *a, const dimension *b, double power); /* a b^power */
bool bri_dimension_same(const dimension *a, const dimension *b);
bool bri_dimension_plain(const dimension *d); /* that of a plain number */
/* The SI unit, "N s/m", in the spelling of bri_quantity_name where it has one, else of base units; "1": a plain number. */
dimension_text bri_dimension_unit(const dimension *d);
/* For messages: "a speed in m/s", "a plain number", "a value in kg m". */
dimension_text bri_dimension_describe(const dimension *d);

#endif
