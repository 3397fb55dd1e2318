/* read_record.h - a tree of YAML values becomes a tree of records
 *
 * Both functions store what could be read and leave their errors in the reader. */
#ifndef BRISTLE_MODEL_READ_RECORD_H
#define BRISTLE_MODEL_READ_RECORD_H

#include "model/reader.h"

/* Requires an empty record, which may have a name. */
void bri_read_record(bri_reader *reader, const bri_node *node, const bri_family *family, bri_unit_context context,
                     bri_record *record);
/* Replaces the value of one row of an existing record. */
void bri_read_row(bri_reader *reader, const bri_node *node, const bri_param *row, bri_unit_context context,
                  bri_record *record);

#endif
