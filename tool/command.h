/* command.h - what the file of a command exports: one constant, from which its help and the man page are made */
#ifndef BRISTLE_TOOL_COMMAND_H
#define BRISTLE_TOOL_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "bristle/bristle.h"

enum {
    MOST_WORDS = 256
};

typedef struct option {
    const char *name;     /* "load", given as --load */
    const char *argument; /* "FORCE"; NULL: takes none */
    const char *doc;
    char letter; /* 'o': also -o; 0: none */
} option;

typedef struct given {
    const option *option;
    const char *value;
} given;

typedef struct command_line {
    const char *word[MOST_WORDS];
    int words;
    given option[MOST_WORDS];
    int options;
} command_line;

enum {
    DONE = 0,
    UNFINISHED = 1,
    BAD_INPUT = 2
}; /* exit status */

typedef struct command {
    const char *name, *summary, *usage, *details;
    const option *options; /* ends with a NULL name; NULL: none */
    int (*run)(const command_line *arguments);
} command;

const command *const *all_commands(void); /* ends with NULL */

/* The value of an option, "" if it takes none and was given; NULL: not given. The last one counts. */
const char *option_value(const command_line *arguments, const char *name);

/* A number with a unit, as --at '2 s'; what value holds is kept where the option was not given. */
int option_number(const command_line *arguments, const char *name, const char *unit, double *value);

/* Says it on standard error as "bristle: ..." and returns the status given. */
int complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
int complain_of(bri_status status, const bri_error *err);
int exit_status_of(bri_status status); /* bad input is 2, all else that fails 1 */

bool to_stdout(const char *text, size_t length, void *user); /* a bri_write_fn */

/* A file that appears whole or not at all. */
typedef struct whole_file {
    char path[4096], temporary[4200];
    FILE *stream;
} whole_file;
int whole_open(whole_file *file, const char *path);
bool whole_write(const char *text, size_t length, void *file); /* a bri_write_fn */
int whole_close(whole_file *file, bool keep);

/* A table as CSV or JSON: to a file, or to standard output (NULL). Its name, or that of a picture, is checked first. */
int check_table_output(const char *path, bool json);
int write_table(const bri_table *table, const char *path, bool json);

/* The model named by the first word, with every --set PATH=VALUE; all complaints are said. */
int read_model(const command_line *arguments, const char *name, bri_model **model);
bri_error
saying_each(bool *warned); /* an error that says every complaint and warning as it comes; warned may be NULL */

/* Pictures through gnuplot: panels one above another over one axis, each with one curve or several. */
typedef struct drawn {
    const bri_table *table;
    int x, y; /* columns */
    const char *name;
} drawn;
typedef struct panel {
    const char *label, *unit; /* of its axis; unit NULL: it stands in the label, and numbers stay as they are */
    const drawn *curve;
    int curves;
} panel;
typedef struct band { /* behind the curves, from one x to another */
    double from, to;
    const char *colour, *name;
} band;
typedef struct picture {
    const char *path, *title; /* title NULL: none */
    const char *x_label, *x_unit;
    double from, to; /* of x; from = to: all there is */
    const panel *panel;
    int panels;
    const band *band;
    int bands;
} picture;
int draw(const picture *picture);
/* The same for any script that sets a terminal and plots; put writes it. instead: what can be had without gnuplot. */
int draw_script(const char *path, const char *instead, void (*put)(FILE *out, const void *data), const void *data);
void put_quoted(FILE *out, const char *text); /* as a text of gnuplot */
bool is_picture(const char *path);            /* .svg, .png or .pdf */

#endif
