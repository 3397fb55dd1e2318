/* csv.c - reads tables from CSV: a line of names with units, then rows of numbers
 *
 *     t [s],crank.x [m],floor.slip_ratio
 *     0,0.1,nan
 *
 * A byte order mark, quotes around a cell, white space, empty lines and lines that begin with '#' are skipped. */
#include "io/csv.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "bristle/result_file.h"
#include "io/hdf5.h"

enum {
    LONGEST_LINE = 1 << 24,
    MOST_COLUMNS = 20000,
    MOST_ERRORS = 20, /* reported for one file */
    SIGNATURE = 0x89  /* HDF5 files begin with it, and no text does */
};

typedef struct csv {
    FILE *file;
    const char *name;
    bri_error *err;
    char *line;
    size_t room, length;
    long number; /* of the line, from 1 */
    bri_table *table;
    size_t row_room;
    int errors;
} csv;

typedef struct cell {
    char *text; /* terminated by 0; NULL: no more cells */
    size_t column;
} cell;

static const char *place(char out[256], const csv *in, size_t column)
{
    snprintf(out, 256, "%.200s:%ld:%zu", in->name, in->number, column);
    return out;
}

#define report(in, column, ...)                                                                                        \
    ((in)->errors++, bri_fail_at((in)->err, BRI_BAD_FILE, place((char[256]){0}, in, column), __VA_ARGS__))

static bri_status no_memory(csv *in)
{
    return bri_fail_at(in->err, BRI_NO_MEMORY, in->name, "out of memory: the table");
}

/* --- lines and cells ---------------------------------------------------------------------------------------------- */

static bool make_room(csv *in)
{
    if (in->length + 1 < in->room) return true;
    size_t room = in->room ? 2 * in->room : 4096;
    char *more = realloc(in->line, room);
    if (!more) return false;
    in->line = more;
    in->room = room;
    return true;
}

/* Reads the next line, without its line end; *found is false at the end of the file. */
static bri_status read_line(csv *in, bool *found)
{
    int c;
    in->length = 0;
    in->number++;
    errno = 0;
    while ((c = getc(in->file)) != EOF && c != '\n') {
        if (!make_room(in)) return no_memory(in);
        if (c < ' ' && c != '\t' && c != '\r')
            return report(in, in->length + 1, "the file is not text: it contains the byte %d", c);
        if (in->length >= LONGEST_LINE) return report(in, 1, "the line is longer than %d characters", LONGEST_LINE);
        in->line[in->length++] = (char)c;
    }
    if (ferror(in->file))
        return bri_fail_at(in->err, BRI_NOT_FOUND, in->name, "the file cannot be read: %s", strerror(errno));
    if (!make_room(in)) return no_memory(in);
    in->line[in->length] = '\0';
    if (in->number == 1 && !strncmp(in->line, "\xef\xbb\xbf", 3))
        memmove(in->line, in->line + 3, (in->length -= 3) + 1);
    *found = c != EOF || in->length > 0;
    return BRI_OK;
}

static bool is_white(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* Returns the cell that begins at *at, and advances *at to the next cell. */
static cell next_cell(const csv *in, char **at)
{
    if (!*at) return (cell){0};
    char *text = *at, *end = strchr(text, ',');
    *at = end ? end + 1 : NULL;
    if (!end) end = text + strlen(text);
    while (is_white(*text))
        text++;
    while (end > text && is_white(end[-1]))
        end--;
    if (end - text > 1 && *text == '"' && end[-1] == '"') text++, end--;
    *end = '\0';
    return (cell){text, (size_t)(text - in->line) + 1};
}

/* --- names of columns --------------------------------------------------------------------------------------------- */

/* Reads the head of a column, "crank.x [m]". */
static bri_status read_name(csv *in, cell c, size_t column)
{
    const char *unit = "1";
    size_t length = strlen(c.text);
    char *open = length && c.text[length - 1] == ']' ? strrchr(c.text, '[') : NULL;
    if (open) {
        unit = open + 1;
        c.text[length - 1] = '\0';
        length = (size_t)(open - c.text);
        while (length && is_white(c.text[length - 1]))
            length--;
        c.text[length] = '\0';
    }
    if (!length) return report(in, c.column, "the column has no name");
    if (bri_table_find(in->table, c.text) >= 0) return report(in, c.column, "two columns are named '%s'", c.text);
    return bri_table_name(in->table, column, c.text, unit, in->err);
}

static bri_status read_names(csv *in)
{
    char *at = in->line;
    const char *end;
    double value;
    size_t columns = 1;
    if (bri_number_read(at, &end, &value) || end > at)
        return report(in, 1, "the first line must name the columns, but begins with a number");
    for (const char *c = at; *c; c++)
        columns += *c == ',';
    if (columns > MOST_COLUMNS)
        return report(in, 1, "the file has %zu columns; at most %d can be read", columns, MOST_COLUMNS);
    bri_status status = bri_table_create(columns, 0, &in->table, in->err);
    for (size_t i = 0; i < columns && !status; i++)
        status = read_name(in, next_cell(in, &at), i);
    return status;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static bool same_word(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == *b)
        a++, b++;
    return !*a && !*b;
}

static bool read_word(const char *text, double *value)
{
    static const struct {
        const char *word;
        double value;
    } words[] = {{"nan", (double)NAN},      {"null", (double)NAN},       {"-nan", (double)NAN},
                 {"inf", (double)INFINITY}, {"-inf", -(double)INFINITY}, {"+inf", (double)INFINITY}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (same_word(text, words[i].word)) {
            *value = words[i].value;
            return true;
        }
    return false;
}

static bri_status read_number(csv *in, cell c, double *value)
{
    const char *end;
    if (bri_number_read(c.text, &end, value) && !*end) return BRI_OK;
    if (read_word(c.text, value)) return BRI_OK;
    if (!*c.text) return report(in, c.column, "a number is missing");
    return report(in, c.column, "'%.40s' is not a number", c.text);
}

static bri_status add_row(csv *in, double **row)
{
    bri_table *t = in->table;
    if (t->rows == in->row_room) {
        size_t room = in->row_room ? 2 * in->row_room : 256;
        double *more =
            room < SIZE_MAX / sizeof *more / t->columns ? realloc(t->value, room * t->columns * sizeof *more) : NULL;
        if (!more) return no_memory(in);
        t->value = more;
        in->row_room = room;
    }
    *row = bri_table_row(t, t->rows++);
    return BRI_OK;
}

static bri_status read_row(csv *in)
{
    char *at = in->line;
    double *row = NULL;
    bri_status status = add_row(in, &row);
    for (size_t i = 0; i < in->table->columns && !status; i++) {
        cell c = next_cell(in, &at);
        status = c.text ? read_number(in, c, &row[i])
                        : report(in, in->length + 1, "the row has %zu of the %zu numbers that the columns need", i,
                                 in->table->columns);
    }
    if (!status && at)
        status = report(in, (size_t)(at - in->line) + 1, "the row has more numbers than the %zu columns",
                        in->table->columns);
    return status;
}

bri_status bri_csv_read(FILE *file, const char *name, bri_table **table, bri_error *err)
{
    csv in = {.file = file, .name = name, .err = err};
    bool found = true;
    bri_status status = BRI_OK;
    while (in.errors < MOST_ERRORS) {
        bri_status bad = read_line(&in, &found);
        bool fatal = bad || !in.table;
        if (!bad && !found) break;
        if (!bad && in.line[0] != '#' && in.line[strspn(in.line, " \t\r")])
            bad = in.table ? read_row(&in) : read_names(&in);
        status = status ? status : bad;
        if (bad && (fatal || bad == BRI_NO_MEMORY)) break;
    }
    if (!status && !in.table) status = bri_fail_at(err, BRI_BAD_FILE, name, "the file is empty");
    free(in.line);
    if (status)
        bri_table_destroy(in.table);
    else
        *table = in.table;
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
