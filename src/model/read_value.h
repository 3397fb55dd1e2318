/* read_value.h - one value of a file becomes one row of a record */
#ifndef BRISTLE_MODEL_READ_VALUE_H
#define BRISTLE_MODEL_READ_VALUE_H

#include "model/reader.h"

typedef struct bri_scalars { /* the numbers and words given for one record, which are set together */
    bri_setting setting[BRI_ROWS_MAX];
    const bri_node *node[BRI_ROWS_MAX];
    char index[BRI_ROWS_MAX][8]; /* "0", "1", ...: "where" of each setting, replaced by its position in messages */
    char *made[BRI_ROWS_MAX];    /* texts that belong to this struct; NULL: none */
    bool computed[BRI_ROWS_MAX]; /* the text is the value of an expression */
    size_t count;
} bri_scalars;

/* Adds the value given for a row; name: of the row in error messages. The record, of that row's kind, keeps expressions. */
void bri_scalars_add(bri_reader *reader, const bri_node *node, const bri_param *row, const char *name,
                     bri_unit_context context, bri_record *record, bri_scalars *all);
/* Sets all values in params, then runs the checks of the kind if check is true. node: position of the whole record. */
void bri_scalars_read(bri_reader *reader, const bri_node *node, const bri_kind *kind, bri_unit_context context,
                      void *params, bri_scalars *all, bool check);
void bri_scalars_free(bri_scalars *all);

/* The text of one number of a row, computed if it is an expression, which the record then keeps; out: room for the value. index:
 * BRI_ALL_INDICES: the whole row, of which only a single number is computed. NULL: an error was reported. */
const char *bri_text_compute(bri_reader *reader, const bri_node *node, const bri_param *row, int index,
                             bri_unit_context context, bri_record *record, char out[128]);

/* Reads a vector, series, string or names into its row of the record. */
void bri_read_value(bri_reader *reader, const bri_node *node, const bri_param *row, bri_unit_context context,
                    bri_record *record);

#endif
