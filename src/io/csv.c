/* csv.c - reads tables from CSV: a line of names with units, then rows of numbers
 *
 *     t [s],crank.x [m],floor.slip_ratio
 *     0,0.1,nan
 *
 * A byte order mark, quotes around a cell, white space, empty lines and lines that begin with '#' are skipped. */
#include "io/csv.h"

#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "bristle/result_file.h"
#include "io/csv_lines.h"
#include "io/hdf5.h"

enum {
    MOST_COLUMNS = 20000,
    MOST_ERRORS = 20, /* reported for one file */
    SIGNATURE = 0x89  /* HDF5 files begin with it, and no text does */
};

typedef struct csv {
    bri_csv_lines in;
    bri_table *table;
    char separator;
    size_t row_room;
} csv;

static bri_status read_name(csv *c, bri_csv_cell cell, size_t column)
{
    const char *unit = bri_csv_unit(cell.text);
    if (!*cell.text) return bri_csv_report(&c->in, cell.column, "the column has no name");
    if (bri_table_find(c->table, cell.text) >= 0)
        return bri_csv_report(&c->in, cell.column, "two columns are named '%s'", cell.text);
    return bri_table_name(c->table, column, cell.text, unit ? unit : "1", c->in.err);
}

static bri_status read_names(csv *c)
{
    char *at = c->in.line;
    const char *end;
    double value;
    size_t columns = 1;
    if (bri_number_read(at, &end, &value) || end > at)
        return bri_csv_report(&c->in, 1, "the first line must name the columns, but begins with a number");
    c->separator = bri_csv_separator(at);
    if (c->separator == ' ') c->separator = ','; /* one column, whose unit may stand behind a blank */
    for (const char *s = at; *s; s++)
        columns += *s == c->separator;
    if (columns > MOST_COLUMNS)
        return bri_csv_report(&c->in, 1, "the file has %zu columns; at most %d can be read", columns, MOST_COLUMNS);
    bri_status status = bri_table_create(columns, 0, &c->table, c->in.err);
    for (size_t i = 0; i < columns && !status; i++)
        status = read_name(c, bri_csv_next_cell(&c->in, c->separator, &at), i);
    return status;
}

static bri_status read_number(csv *c, bri_csv_cell cell, double *value)
{
    if (bri_csv_number(cell.text, c->separator, value)) return BRI_OK;
    if (!*cell.text) return bri_csv_report(&c->in, cell.column, "a number is missing");
    return bri_csv_report(&c->in, cell.column, "'%.40s' is not a number", cell.text);
}

static bri_status add_row(csv *c, double **row)
{
    bri_table *t = c->table;
    if (t->rows == c->row_room) {
        size_t room = c->row_room ? 2 * c->row_room : 256;
        double *more =
            room < SIZE_MAX / sizeof *more / t->columns ? realloc(t->value, room * t->columns * sizeof *more) : NULL;
        if (!more) return bri_fail_at(c->in.err, BRI_NO_MEMORY, c->in.name, "out of memory: the table");
        t->value = more;
        c->row_room = room;
    }
    *row = bri_table_row(t, t->rows++);
    return BRI_OK;
}

static bri_status read_row(csv *c)
{
    char *at = c->in.line;
    double *row = NULL;
    bri_status status = add_row(c, &row);
    for (size_t i = 0; i < c->table->columns && !status; i++) {
        bri_csv_cell cell = bri_csv_next_cell(&c->in, c->separator, &at);
        status = cell.text
                     ? read_number(c, cell, &row[i])
                     : bri_csv_report(&c->in, c->in.length + 1,
                                      "the row has %zu of the %zu numbers that the columns need", i, c->table->columns);
    }
    if (!status && at)
        status = bri_csv_report(&c->in, (size_t)(at - c->in.line) + 1, "the row has more numbers than the %zu columns",
                                c->table->columns);
    return status;
}

bri_status bri_csv_read(FILE *file, const char *name, bri_table **table, bri_error *err)
{
    csv c = {.in = {.file = file, .name = name, .err = err}};
    bool found = true;
    bri_status status = BRI_OK;
    while (c.in.errors < MOST_ERRORS) {
        bri_status bad = bri_csv_next_line(&c.in, &found);
        bool fatal = bad || !c.table;
        if (!bad && !found) break;
        if (!bad && !bri_csv_is_blank(&c.in)) bad = c.table ? read_row(&c) : read_names(&c);
        status = status ? status : bad;
        if (bad && (fatal || bad == BRI_NO_MEMORY)) break;
    }
    if (!status && !c.table) status = bri_fail_at(err, BRI_BAD_FILE, name, "the file is empty");
    free(c.in.line);
    if (status)
        bri_table_destroy(c.table);
    else
        *table = c.table;
    return status;
}

static bool says_hdf5(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (!strcmp(dot, ".h5") || !strcmp(dot, ".hdf5"));
}

bri_status bri_table_read(const char *path, bri_table **table, bri_error *err)
{
    bri_error_clear(err);
    assert(path && table);
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return bri_fail_at(err, BRI_NOT_FOUND, path, "the file cannot be read: %s", strerror(errno));
    int first = getc(file);
    bri_status status = BRI_OK;
    if (first == SIGNATURE)
        status = bri_hdf5_read(path, table, err);
    else if (first != EOF && says_hdf5(path))
        status = bri_fail_at(err, BRI_BAD_FILE, path, "this is not an HDF5 file");
    else if ((first == EOF && !ferror(file)) || ungetc(first, file) == first)
        status = bri_csv_read(file, path, table, err);
    else
        status = bri_fail_at(err, BRI_NOT_FOUND, path, "the file cannot be read: %s", strerror(errno));
    fclose(file);
    return status;
}
