/* read_column.h - a list of numbers from a column of a CSV file: {file: measured.csv, column: speed} */
#ifndef BRISTLE_MODEL_READ_COLUMN_H
#define BRISTLE_MODEL_READ_COLUMN_H

#include "model/reader.h"

/* The numbers of the column, with its unit behind the last, as a text for bri_params_read; to be freed by the caller. NULL: an
 * error was reported. A path that does not begin at the root begins at the folder of the model. name: of the list. */
char *bri_column_text(bri_reader *reader, const bri_node *node, const char *name);

#endif
