/* csv.h - reads tables from CSV */
#ifndef BRISTLE_IO_CSV_H
#define BRISTLE_IO_CSV_H

#include <stdio.h>

#include "bristle/table.h"

/* name: of the file, for error messages. The table belongs to the caller. */
bri_status bri_csv_read(FILE *file, const char *name, bri_table **table, bri_error *err);

#endif
