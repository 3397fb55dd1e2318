/* read_column.c - a list of numbers from a column of a CSV file */
#include "model/read_column.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "bristle/result_file.h"
#include "io/text_file.h"

/* The texts behind "file" and "column". False: an error was reported. */
static bool find_keys(bri_reader *r, const bri_node *node, const char *name, const bri_node **file,
                      const bri_node **column)
{
    for (int i = 0; i < node->count; i++) {
        const bri_node *key = node->key[i], *value = node->value[i];
        bool is_file = !strcmp(key->text, "file"), is_column = !strcmp(key->text, "column");
        if (!is_file && !is_column) {
            NODE_ERROR(r, key,
                       "%s: there is no key '%.60s' here: it is a list of numbers, [1, 2, 3], or a column of a file, "
                       "{file: measured.csv, column: speed}",
                       name, key->text);
            return false;
        }
        if (value->type != BRI_SCALAR || bri_node_is_empty(value)) {
            bri_reader_wrong_type(r, value, key->text, is_file ? "the name of a CSV file" : "the name of a column");
            return false;
        }
        *(is_file ? file : column) = value;
    }
    if (*file && *column) return true;
    NODE_ERROR(r, node, "%s: a list from a file is written as {file: measured.csv, column: speed}: %s is missing", name,
               *file ? "column" : "file");
    return false;
}

/* The path from the folder of the model. */
static void add_path(bri_text *out, const bri_reader *r, const char *path)
{
    const char *slash = r->in_file && *path != '/' ? strrchr(r->name, '/') : NULL;
    if (slash) bri_text_add(out, "%.*s", (int)(slash - r->name + 1), r->name);
    bri_text_add(out, "%s", path);
}

/* Index of the column with that name, or number from 1; -1, with an error: there is none. */
static int find_column(bri_reader *r, const bri_table *table, const bri_node *node)
{
    const char *end;
    double number;
    int found = bri_table_find(table, node->text);
    if (found < 0 && bri_number_read(node->text, &end, &number) && !*end && number >= 1 &&
        number <= (double)table->columns && number == floor(number))
        found = (int)number - 1;
    if (found >= 0) return found;
    char names[300] = "";
    for (size_t i = 0, used = 0; i < table->columns && used < sizeof names - 1; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "", table->column[i].name);
    NODE_ERROR(r, node, "the file has no column '%.60s'; it has %s", node->text, names);
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

char *bri_column_text(bri_reader *r, const bri_node *node, const char *name)
{
    const bri_node *file = NULL, *column = NULL;
    bri_text path = {0}, out = {0};
    bri_table *table = NULL;
    bri_error err = {0};
    int errors = r->errors;
    if (!find_keys(r, node, name, &file, &column)) return NULL;
    add_path(&path, r, file->text);
    if (path.failed)
        bri_reader_no_memory(r);
    else if (!bri_file_is_regular(path.at))
        NODE_ERROR(r, file, "%s: '%s' is no regular file, or does not exist", name, path.at);
    else if (bri_table_read(path.at, &table, &err))
        bri_reader_error(r, err.status, file->line, file->column, "%s: %s: %s", name, err.where, err.what);
    int at = table ? find_column(r, table, column) : -1;
    if (at >= 0) add_numbers(r, table, at, column, &out);
    if (out.failed) bri_reader_no_memory(r);
    bri_table_destroy(table);
    bri_text_free(&path);
    if (r->errors > errors) bri_text_free(&out);
    return out.at;
}
