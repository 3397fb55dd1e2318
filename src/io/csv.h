/* csv.h - tables back from text */
#ifndef BRISTLE_IO_CSV_H
#define BRISTLE_IO_CSV_H

#include <stdio.h>

#include "bristle/table.h"

/* Name: what complaints call the file. */
bri_status bri_csv_read(FILE *file, const char *name, bri_table **table, bri_error *err);

#endif
