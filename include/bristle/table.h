/* table.h - tables of numbers, whose columns have names and units: results of curves, traces and runs */
#ifndef BRISTLE_TABLE_H
#define BRISTLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_column {  /* does not grow */
    const char *name, *unit; /* owned by the table or system that it belongs to; "": none */
} bri_column;

typedef struct bri_table { /* made by the library; may grow at its end. Values may be changed */
    size_t columns, rows;
    bri_column *column;
    double *value; /* rows * columns numbers, row by row */
} bri_table;

/* A table whose values are all 0 and whose columns have no names. It belongs to the caller: bri_table_destroy. */
BRI_API bri_status bri_table_create(size_t columns, size_t rows, bri_table **table, bri_error *err);
BRI_API void bri_table_destroy(bri_table *table); /* NULL is allowed */
/* Sets name and unit of a column to copies of these texts. Requires column < table->columns. */
BRI_API bri_status bri_table_name(bri_table *table, size_t column, const char *name, const char *unit, bri_error *err);
BRI_API double *bri_table_row(bri_table *table, size_t row); /* the first number of a row; requires row < table->rows */
BRI_API int bri_table_find(const bri_table *table, const char *name); /* index of the column with that name; -1: none */

/* Receives a text, in one or several calls, not terminated by 0. Returns false if it cannot be written: the caller then
 * returns BRI_CANNOT_WRITE. */
typedef bool bri_write_fn(const char *text, size_t length, void *user);
/* Writes a table as CSV: a header with names and units, then one line for each row. Numbers read back to the same double; nan and inf
 * are written as nan and inf. */
BRI_API bri_status bri_table_write_csv(const bri_table *table, bri_write_fn *write, void *user, bri_error *err);
/* Writes a table as JSON: a list of columns with name, unit and values. Numbers read back to the same double; nan and inf are written as
 * null. */
BRI_API bri_status bri_table_write_json(const bri_table *table, bri_write_fn *write, void *user, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
