/* csv_lines.h - text with separated values: its lines, cells, heads of columns and numbers
 *
 * A byte order mark, quotes around a cell and white space around it are skipped. */
#ifndef BRISTLE_IO_CSV_LINES_H
#define BRISTLE_IO_CSV_LINES_H

#include <stdbool.h>
#include <stdio.h>

#include "base/fail.h"

typedef struct bri_csv_lines { /* file, name and err are set by the caller, all else begins as 0 */
    FILE *file;
    const char *name; /* of the file, for error messages */
    bri_error *err;
    char *line; /* to be freed by the caller */
    size_t room, length;
    long number; /* of the line, from 1 */
    int errors;  /* reported so far */
} bri_csv_lines;

typedef struct bri_csv_cell {
    char *text; /* terminated by 0; NULL: no more cells */
    size_t column;
} bri_csv_cell;

/* Reads the next line, without its line end; *found is false at the end of the file. */
bri_status bri_csv_next_line(bri_csv_lines *in, bool *found);
bool bri_csv_is_blank(const bri_csv_lines *in); /* the line is empty, or a comment that begins with '#' */
/* Returns the cell that begins at *at, and advances *at to the next cell, or to NULL. A blank as separator stands for any number
 * of blanks. */
bri_csv_cell bri_csv_next_cell(const bri_csv_lines *in, char separator, char **at);
/* Splits the head of a column, "crank.x [m]", at its bracket; returns the unit, NULL if there is none. */
char *bri_csv_unit(char *head);
/* The separator of a line with the heads of columns: a tab, semicolon, comma or bar outside of quotes, else a blank. */
char bri_csv_separator(const char *line);
/* A number, or one of the words nan, null and inf with a sign. A decimal comma becomes a point where the comma does not separate cells. */
bool bri_csv_number(char *text, char separator, double *value);

const char *bri_csv_place(char out[256], const bri_csv_lines *in, size_t column); /* "a.csv:12:3" */
#define bri_csv_report(in, column, ...)                                                                                \
    ((in)->errors++, bri_fail_at((in)->err, BRI_BAD_FILE, bri_csv_place((char[256]){0}, in, column), __VA_ARGS__))

#endif
