/* expressions.h - numbers of a record that a model file gives by an expression: their texts, from which they are computed again
 * when a parameter of the model changes
 *
 * A number is named by its row in the table of the record's kind and by its index in the row: 0 of a number, 0 and 1 of a
 * vector, i of a list or of quantities, 2i and 2i + 1 of a series. */
#ifndef BRISTLE_KIND_EXPRESSIONS_H
#define BRISTLE_KIND_EXPRESSIONS_H

#include "bristle/kind.h"

typedef struct bri_expression {
    int row, index;
    char *text; /* owned */
} bri_expression;
typedef struct bri_expressions {
    int count;
    bri_expression *at;
} bri_expressions;

enum {
    BRI_ALL_INDICES = -1
};

/* The text of a number; NULL: it is given as a number. index: BRI_ALL_INDICES: the first text of the row. */
const char *bri_expression_find(const bri_record *record, int row, int index);
/* Keeps a copy of a text, instead of that which the number has. */
bri_status bri_expression_keep(bri_record *record, int row, int index, const char *text, bri_error *err);
/* Forgets the text of a number, which stays as it is. index: BRI_ALL_INDICES: of all numbers of the row. */
void bri_expression_drop(bri_record *record, int row, int index);
void bri_expressions_drop(bri_record *record); /* of all numbers of the record, without those of its parts */
bri_status bri_expressions_copy(const bri_record *from, bri_record *to, bri_error *err);

/* The number of a row in the table of a kind; the row may be that of a copy of the table with other names and units. */
int bri_row_number(const bri_kind *kind, const bri_param *row);

#endif
