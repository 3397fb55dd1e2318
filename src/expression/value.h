/* value.h - a number with its dimension */
#ifndef BRISTLE_EXPRESSION_VALUE_H
#define BRISTLE_EXPRESSION_VALUE_H

#include "expression/dimension.h"

typedef struct bri_value {
    double number; /* SI */
    dimension dimension;
} bri_value;

/* Reads a number with a unit of any dimension, "50 mm"; without a unit: a plain number. */
bri_status bri_value_read(const char *text, bri_value *out, bri_error *err);

typedef struct bri_value_text {
    char at[128];
} bri_value_text;
/* "0.05 m", in SI units; bri_quantity_read reads the same bits from it if bri_value_has_unit. */
bri_value_text bri_value_print(const bri_value *value);
bool bri_value_has_unit(const bri_value *value); /* its dimension is that of a unit: whole powers from -9 to 9 */

#endif
