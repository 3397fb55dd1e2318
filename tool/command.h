/* command.h - a command is one constant, from which its help and the man page are generated; functions for commands */
#ifndef BRISTLE_TOOL_COMMAND_H
#define BRISTLE_TOOL_COMMAND_H

#include <stdbool.h>
#include <stdio.h>

#include "bristle/bristle.h"

enum {
    MAX_WORDS = 256
};

typedef struct option {
    const char *name;     /* "load", given as --load */
    const char *argument; /* "FORCE"; NULL: takes none */
    const char *doc;
    char letter; /* 'o': also -o; 0: none */
} option;

typedef struct given_option {
    const option *option;
    const char *value;
} given_option;

typedef struct command_line {
    const char *word[MAX_WORDS];
    int words;
    given_option option[MAX_WORDS];
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
    bool program; /* it is a program of its own, not a word behind bristle */
} command;

const command *const *all_commands(void); /* ends with NULL */
int command_help(const command *c);
int run_command(const command *c, int count, char **word); /* with its arguments; the exit status */
int command_end(int status); /* flushes standard output and reports if that fails; the exit status of the program */

/* The value of an option, "" if it was given and takes no value; NULL: not given. The last occurrence counts. */
const char *option_value(const command_line *arguments, const char *name);

/* A number with a unit, as --at '2 s'; value is unchanged if the option was not given. */
int option_number(const command_line *arguments, const char *name, const char *unit, double *value);

/* Prints "bristle: ..." on standard error and returns the given status. */
int complain(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
int complain_of(bri_status status, const bri_error *err);
static inline int worse_of(int status, int other) { return status > other ? status : other; } /* of two exit statuses */
int exit_status_of(bri_status status); /* 2 for invalid input, 1 for other failures */

bool ends_with(const char *text, const char *end);
/* Appends to a text in a buffer of the given size; what does not fit is left out. */
void append_text(char *text, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));
bool to_stdout(const char *text, size_t length, void *user); /* a bri_write_fn */

/* A file that is written completely or not at all: to a temporary file, which is renamed. */
typedef struct atomic_file {
    char path[4096], temporary[4200];
    FILE *stream;
    int trouble; /* errno of the first write that failed; 0: none */
} atomic_file;
int atomic_open(atomic_file *file, const char *path);
/* Whether a file can be written there, tried before long work; NULL and "-" can. */
int check_writable(const char *path);
bool atomic_write(const char *text, size_t length, void *file); /* a bri_write_fn */
/* Closes the file, and moves it to its name (keep) or deletes it. Reports if it could not be written; DONE otherwise. */
int atomic_close(atomic_file *file, bool keep);
/* For handlers of signals: deletes the temporary file of a file that is being written. */
void remove_unfinished(void);

void put_csv_cell(FILE *out, const char *text); /* in quotes where it needs them */

/* A table as CSV or JSON, to a file or to standard output (path NULL). check_table_output checks the name of the file, which
 * may also be that of a picture. */
int check_table_output(const char *path, bool json);
int write_table(const bri_table *table, const char *path, bool json);

bool is_study_file(const char *path);
/* Reads the model named by the first word and applies every --set PATH=VALUE; prints all errors. */
int read_model(const command_line *arguments, const char *name, bri_model **model, bool *warned);
/* A list of every --measure; prints all errors. */
int read_measures(const command_line *arguments, bri_measures **measures);
bri_error error_printer(bool *warned); /* prints every error and warning as it occurs; warned may be NULL */

/* Plots by gnuplot: panels above each other with a common x axis, each with one or several curves. */
typedef struct plot_curve {
    const bri_table *table;
    int x, y; /* columns */
    const char *name;
} plot_curve;
typedef struct panel {
    const char *label, *unit; /* of its axis; unit NULL: the label contains it, and numbers are not scaled */
    const plot_curve *curve;
    int curves;
} panel;
typedef struct band { /* behind the curves, between two values of x */
    double from, to;
    const char *colour, *name;
} band;
typedef struct picture {
    const char *path, *title; /* title NULL: none */
    const char *subtitle;     /* smaller, below the title; NULL: none */
    const char *x_label, *x_unit;
    double from, to; /* of x; from = to: all values */
    bool log_x;      /* logarithmic; all x are above 0 */
    bool equal;      /* one scale on both axes, of a single panel */
    double circle;   /* radius of a circle about the origin, with equal axes; 0: none */
    const panel *panel;
    int panels;
    const band *band;
    int bands;
} picture;
int draw(const picture *picture);
/* Whether gnuplot is installed, tried before long work. instead: as below. */
int check_gnuplot(const char *instead);
/* The same for any gnuplot script, which put writes. instead: file type that does not need gnuplot, for the message. */
int draw_script(const char *path, const char *instead, void (*put)(FILE *out, const void *data), const void *data);
void put_quoted(FILE *out, const char *text); /* as a string of gnuplot */
bool is_picture(const char *path);            /* .svg, .png or .pdf */

#endif
