/* read_column.h - numbers from columns of a CSV file: a list, {file: measured.csv, column: speed}, or pairs of a time and a value,
 * {file: measured.csv, column: torque, time: t} */
#ifndef BRISTLE_MODEL_READ_COLUMN_H
#define BRISTLE_MODEL_READ_COLUMN_H

#include "model/reader.h"

/* The numbers of the column, with its unit behind the last, as a text for bri_params_read; to be freed by the caller. NULL: an
 * error was reported. A path that does not begin at the root begins at the folder of the model. name: of the list. */
char *bri_column_text(bri_reader *reader, const bri_node *node, const char *name);
/* Pairs of a time and a value of a row whose first column is a time, into a series, whose numbers it replaces. unit: of the values. Errors are
 * reported, and leave the series as it is. */
void bri_column_series(bri_reader *reader, const bri_node *node, const bri_param *row, const char *unit,
                       bri_series *series);

#endif
