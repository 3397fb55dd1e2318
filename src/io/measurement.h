/* measurement.h - reads a record of measured friction from an open file */
#ifndef BRISTLE_IO_MEASUREMENT_H
#define BRISTLE_IO_MEASUREMENT_H

#include <stdio.h>

#include "bristle/measurement.h"

/* name: of the file, for error messages. The record belongs to the caller. */
bri_status bri_measurement_read_file(FILE *file, const char *name, const bri_measurement_def *def,
                                     bri_measurement **measurement, bri_error *err);

#endif
