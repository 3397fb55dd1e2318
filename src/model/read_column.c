/* read_column.c - numbers from columns of a CSV file: lists, and pairs of a time and a value */
#include "model/read_column.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "bristle/result_file.h"
#include "io/csv_lines.h"
#include "io/text_file.h"

typedef struct keys { /* what stands behind the keys of the mapping; NULL: not given */
    const bri_node *file, *column, *time;
} keys;

/* How the mapping is written. */
static const char *example_of(bool is_series)
{
    return is_series ? "{file: measured.csv, column: torque, time: t}" : "{file: measured.csv, column: speed}";
}

static const bri_node **find_key(keys *k, const char *key, bool is_series)
{
    return !strcmp(key, "file")                ? &k->file
           : !strcmp(key, "column")            ? &k->column
           : is_series && !strcmp(key, "time") ? &k->time
                                               : NULL;
}

/* False: an error was reported. */
static bool find_keys(bri_reader *r, const bri_node *node, const char *name, bool is_series, keys *k)
{
    for (int i = 0; i < node->count; i++) {
        const bri_node *key = node->key[i], *value = node->value[i], **to = find_key(k, key->text, is_series);
        if (!to) {
            NODE_ERROR(r, key, "%s: there is no key '%.60s' here: it is a list of %s, or %s of a file, %s", name,
                       key->text, is_series ? "pairs, [[0 s, 1], [1 s, 2]]" : "numbers, [1, 2, 3]",
                       is_series ? "columns" : "a column", example_of(is_series));
            return false;
        }
        if (value->type != BRI_SCALAR || bri_node_is_empty(value)) {
            bri_reader_wrong_type(r, value, key->text,
                                  to == &k->file ? "the name of a CSV file" : "the name of a column");
            return false;
        }
        *to = value;
    }
    if (k->file && k->column) return true;
    NODE_ERROR(r, node, "%s: a list from a file is written as %s: %s is missing", name, example_of(is_series),
               k->file ? "column" : "file");
    return false;
}

/* The path from the folder of the model. */
static void add_path(bri_text *out, const bri_reader *r, const char *path)
{
    const char *slash = r->in_file && *path != '/' ? strrchr(r->name, '/') : NULL;
    if (slash) bri_text_add(out, "%.*s", (int)(slash - r->name + 1), r->name);
    bri_text_add(out, "%s", path);
}

/* Index of the column with that name, or number from 1; -1, with an error: there is none. A unit in brackets behind the name replaces that of
 * the file, and is written into the table. */
static int find_column(bri_reader *r, bri_table *table, const bri_node *node)
{
    const char *end;
    char name[200];
    double number;
    snprintf(name, sizeof name, "%.*s", (int)sizeof name - 1, node->text);
    const char *unit = bri_table_find(table, name) < 0 ? bri_csv_unit(name) : NULL;
    int found = bri_table_find(table, name);
    if (found < 0 && bri_number_read(name, &end, &number) && !*end && number >= 1 && number <= (double)table->columns &&
        number == floor(number))
        found = (int)number - 1;
    if (found >= 0) {
        if (unit && bri_table_name(table, (size_t)found, name, unit, NULL)) bri_reader_no_memory(r);
        return found;
    }
    char names[300] = "";
    for (size_t i = 0, used = 0; i < table->columns && used < sizeof names - 1; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", table->column[i].name);
    NODE_ERROR(r, node, "the file has no column '%.60s'; it has %s", name, names);
    return -1;
}

static void add_numbers(bri_reader *r, const bri_table *table, int column, const bri_node *node, bri_text *out)
{
    const char *unit = table->column[column].unit;
    for (size_t row = 0; row < table->rows; row++) {
        double value = table->value[row * table->columns + (size_t)column];
        if (!isfinite(value)) {
            NODE_ERROR(r, node, "row %zu of column '%s' is not a number", row + 1, table->column[column].name);
            return;
        }
        bri_text_add(out, "%s", row ? ", " : "");
        bri_text_add_number(out, value);
    }
    if (!table->rows) NODE_ERROR(r, node, "the file has no rows");
    if (strcmp(unit, "1") != 0) bri_text_add(out, " %s", unit);
}

/* NULL: an error was reported. */
static bri_table *read_file(bri_reader *r, const bri_node *file, const char *name)
{
    bri_text path = {0};
    bri_table *table = NULL;
    bri_error err = {0};
    add_path(&path, r, file->text);
    if (path.failed)
        bri_reader_no_memory(r);
    else if (!bri_file_is_regular(path.at))
        NODE_ERROR(r, file, "%s: '%s' is no regular file, or does not exist", name, path.at);
    else if (bri_table_read(path.at, &table, &err))
        bri_reader_error(r, err.status, file->line, file->column, "%s: %s: %s", name, err.where, err.what);
    bri_text_free(&path);
    return table;
}

char *bri_column_text(bri_reader *r, const bri_node *node, const char *name)
{
    keys k = {0};
    bri_text out = {0};
    int errors = r->errors;
    if (!find_keys(r, node, name, false, &k)) return NULL;
    bri_table *table = read_file(r, k.file, name);
    int at = table ? find_column(r, table, k.column) : -1;
    if (at >= 0) add_numbers(r, table, at, k.column, &out);
    if (out.failed) bri_reader_no_memory(r);
    bri_table_destroy(table);
    if (r->errors > errors) bri_text_free(&out);
    return out.at;
}

/* --- pairs -------------------------------------------------------------------------------------------------------- */

/* The column of the time: that of the key, else one that is called so, else the first. */
static int find_time(bri_reader *r, bri_table *table, const bri_node *given)
{
    if (given) return find_column(r, table, given);
    int found = bri_table_find(table, "time");
    if (found < 0) found = bri_table_find(table, "t");
    return found < 0 ? 0 : found;
}

/* Numbers of a column in the unit that is wanted, as number `place` of each pair. Returns false, with an error, where one does not fit. */
static bool put_column(bri_reader *r, const bri_table *table, int column, const bri_node *node, const char *wanted,
                       int place, bri_series *out)
{
    const bri_column *head = &table->column[column];
    char one[BRI_WORD_ROOM + 4];
    double factor = 1;
    bri_error err = {0};
    snprintf(one, sizeof one, "1 %.*s", BRI_WORD_ROOM, head->unit);
    if (strcmp(head->unit, "1") != 0 && bri_quantity_read(r->units, one, wanted, &factor, &err)) {
        bri_reader_error(r, err.status, node->line, node->column, "column '%s': %s", head->name, err.what);
        return false;
    }
    for (size_t row = 0; row < table->rows; row++) {
        double value = table->value[row * table->columns + (size_t)column];
        if (!isfinite(value)) {
            NODE_ERROR(r, node, "row %zu of column '%s' is not a number", row + 1, head->name);
            return false;
        }
        out->at[row][place] = factor * value;
    }
    return true;
}

static bool in_range(bri_reader *r, const bri_node *node, const bri_param *row, const bri_series *made)
{
    for (int i = 0; i < made->count; i++)
        for (int k = 0; k < 2; k++)
            if (!(made->at[i][k] >= row->min && made->at[i][k] <= row->max)) {
                NODE_ERROR(r, node, "%s: %g is out of range: it must lie between %g and %g", row->name, made->at[i][k],
                           row->min, row->max);
                return false;
            }
    return true;
}

void bri_column_series(bri_reader *r, const bri_node *node, const bri_param *row, const char *unit, bri_series *series)
{
    keys k = {0};
    bri_series made = {0};
    if (!find_keys(r, node, row->name, true, &k)) return;
    bri_table *table = read_file(r, k.file, row->name);
    int time = table ? find_time(r, table, k.time) : -1, column = time >= 0 ? find_column(r, table, k.column) : -1;
    if (column >= 0 && (!table->rows || table->rows > 100000000)) {
        NODE_ERROR(r, k.file, table->rows ? "the file has more than 100 million rows" : "the file has no rows");
    } else if (column >= 0) {
        made = (bri_series){.count = (int)table->rows, .at = calloc(table->rows, sizeof *made.at)};
        if (!made.at) bri_reader_no_memory(r);
    }
    bool done = made.at && put_column(r, table, time, k.time ? k.time : k.file, row->follows, 0, &made) &&
                put_column(r, table, column, k.column, unit, 1, &made) && in_range(r, k.column, row, &made);
    if (done) {
        free(series->at);
        *series = made;
    } else {
        free(made.at);
    }
    bri_table_destroy(table);
}
