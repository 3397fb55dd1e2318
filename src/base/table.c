/* table.c - tables of numbers, written as CSV and JSON */
#include "bristle/table.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"

typedef struct whole_table {
    bri_table table; /* the first */
    bri_arena names; /* of its columns */
} whole_table;

bri_status bri_table_create(size_t columns, size_t rows, bri_table **out, bri_error *err)
{
    bri_error_clear(err);
    assert(out);
    whole_table *whole = calloc(1, sizeof *whole);
    bri_table *table = (bri_table *)whole; /* its first field */
    bool fits = columns > 0 && rows < SIZE_MAX / sizeof(double) / columns;
    if (table) {
        table->columns = columns;
        table->rows = rows;
        table->column = fits ? calloc(columns, sizeof *table->column) : NULL;
        table->value = fits ? calloc(rows * columns + 1, sizeof *table->value) : NULL;
    }
    if (!table || !table->column || !table->value) {
        bri_table_destroy(table);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: a table of %zu rows and %zu columns", rows, columns);
    }
    for (size_t i = 0; i < columns; i++)
        table->column[i].name = table->column[i].unit = "";
    *out = table;
    return BRI_OK;
}

void bri_table_destroy(bri_table *table)
{
    if (!table) return;
    bri_arena_free(&((whole_table *)table)->names);
    free(table->column);
    free(table->value);
    free(table);
}

bri_status bri_table_name(bri_table *table, size_t column, const char *name, const char *unit, bri_error *err)
{
    bri_error_clear(err);
    assert(table && name && unit);
    bri_arena *names = &((whole_table *)table)->names;
    table->column[column].name = bri_arena_text(names, "%s", name);
    table->column[column].unit = bri_arena_text(names, "%s", unit);
    return names->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: the name of a column") : BRI_OK;
}

double *bri_table_row(bri_table *table, size_t row)
{
    assert(table && row < table->rows);
    return table->value + row * table->columns;
}

int bri_table_find(const bri_table *table, const char *name)
{
    assert(table && name);
    for (size_t i = 0; i < table->columns; i++)
        if (!strcmp(table->column[i].name, name)) return (int)i;
    return -1;
}

static bri_status deliver(bri_text *text, bri_write_fn *write, void *user, bri_error *err)
{
    bri_status status = BRI_OK;
    if (text->failed)
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: the text of a table");
    else if (!write(text->at, text->length, user))
        status = bri_fail(err, BRI_CANNOT_WRITE, "the table could not be written");
    bri_text_free(text);
    return status;
}

static void add_name(bri_text *text, const bri_column *column)
{
    bool plain = !strcmp(column->unit, "1");
    if (plain)
        bri_text_add(text, "%s", column->name);
    else
        bri_text_add(text, "%s [%s]", column->name, column->unit);
}

bri_status bri_table_write_csv(const bri_table *table, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(table && write);
    bri_text text = {0};
    char number[32];
    for (size_t i = 0; i < table->columns; i++) {
        bri_text_add(&text, i ? "," : "");
        add_name(&text, &table->column[i]);
    }
    bri_text_add(&text, "\n");
    for (size_t row = 0; row < table->rows; row++) {
        for (size_t i = 0; i < table->columns; i++) {
            bri_text_add_n(&text, ",", i > 0);
            bri_number_print(number, table->value[row * table->columns + i]); /* also nan and inf */
            bri_text_add_n(&text, number, strlen(number));
        }
        bri_text_add_n(&text, "\n", 1);
    }
    return deliver(&text, write, user, err);
}

bri_status bri_table_write_json(const bri_table *table, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(table && write);
    bri_text text = {0};
    bri_text_add(&text, "{\"columns\": [");
    for (size_t i = 0; i < table->columns; i++) {
        bri_text_add(&text, "%s\n  {\"name\": ", i ? "," : "");
        bri_text_add_json(&text, table->column[i].name);
        bri_text_add(&text, ", \"unit\": ");
        bri_text_add_json(&text, table->column[i].unit);
        bri_text_add(&text, ", \"values\": [");
        for (size_t row = 0; row < table->rows; row++) {
            bri_text_add_n(&text, ", ", row ? 2 : 0);
            bri_text_add_number(&text, table->value[row * table->columns + i]);
        }
        bri_text_add(&text, "]}");
    }
    bri_text_add(&text, "\n]}\n");
    return deliver(&text, write, user, err);
}
