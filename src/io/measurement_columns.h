/* measurement_columns.h - which column of a file is which quantity of a measured record, and its factor to SI units */
#ifndef BRISTLE_IO_MEASUREMENT_COLUMNS_H
#define BRISTLE_IO_MEASUREMENT_COLUMNS_H

#include "io/csv_lines.h"

typedef enum bri_measurement_quantity {
    MEASURED_TIME,
    MEASURED_VELOCITY,
    MEASURED_POSITION,
    MEASURED_LOAD,
    MEASURED_FORCE,
    MEASURED_COEFFICIENT,
    MEASURED_WEIGHT,
    MEASURED_QUANTITIES
} bri_measurement_quantity;

typedef struct bri_measurement_columns {
    char separator;
    int column[MEASURED_QUANTITIES];    /* from 0; -1: the file has none */
    double factor[MEASURED_QUANTITIES]; /* to SI units */
    bool has_names;                     /* false: the first line has numbers */
} bri_measurement_columns;

/* Finds the columns in the first line. wanted: as bri_measurement_def.columns; separator: 0: recognised. The line is kept. */
bri_status bri_measurement_find_columns(const bri_csv_lines *in, const char *wanted, char separator,
                                        bri_measurement_columns *out);

#endif
