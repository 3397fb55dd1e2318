/* table.h - columns of numbers with names and units: what curves and traces give, and what files and pictures are made of */
#ifndef BRISTLE_TABLE_H
#define BRISTLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_column {
    char name[64], unit[16];
} bri_column;

typedef struct bri_table {
    size_t columns, rows;
    bri_column *column;
    double *value; /* row after row */
} bri_table;

bri_status bri_table_create(size_t columns, size_t rows, bri_table **table, bri_error *err); /* every value 0 */
void bri_table_destroy(bri_table *table);
void bri_table_name(bri_table *table, size_t column, const char *name, const char *unit);
double *bri_table_row(bri_table *table, size_t row);
int bri_table_find(const bri_table *table, const char *name); /* -1: no such column */

/* Text in pieces; false from write stops it with BRI_CANNOT_WRITE. Numbers read back to the same double;
 * in CSV, nan and inf are written as such, in JSON they are null. */
typedef bool bri_write_fn(const char *text, size_t length, void *user);
bri_status bri_table_write_csv(const bri_table *table, bri_write_fn *write, void *user, bri_error *err);
bri_status bri_table_write_json(const bri_table *table, bri_write_fn *write, void *user, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
