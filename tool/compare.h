/* compare.h - laws of friction on one mechanism: what is carried over, outcomes, costs */
#ifndef BRISTLE_TOOL_COMPARE_H
#define BRISTLE_TOOL_COMPARE_H

#include "bristle/measure.h"
#include "bristle/model.h"
#include "command.h"
#include "fit/robust_line.h"

enum {
    MOST_LAWS = 32,
    TOLERANCES = 13 /* 1e-3, 10^-3.5, 1e-4, ..., 1e-9 */
};

typedef struct one_law {
    char name[64];
    bri_model *model;       /* the mechanism with this law */
    char carried[2000];     /* in words */
    bri_measures *measures; /* of the run at the tolerance of the model */
    bri_status status;      /* of that run */
    bri_error err;
    bool done;
    double cost;                                        /* of that run: evaluations, or CPU time in s */
    int points;                                         /* runs at other tolerances */
    double log_error[TOLERANCES], log_cost[TOLERANCES]; /* of these, to base 10 */
    bri_line line;                                      /* of log cost over log error */
    bool has_line;
    char why_no_line[300];
} one_law;

typedef struct comparison {
    const command_line *arguments;
    const bri_model *base;
    const char *error_channel; /* NULL: costs at equal tolerance only */
    bool by_time;              /* costs are CPU times, else evaluations */
    one_law law[MOST_LAWS];
    int laws;
    double error;           /* at which costs are compared; NAN: there is none */
    const char *error_unit; /* of the channel */
} comparison;

/* --- compare_laws.c --- */
/* The mechanism with another law at all paths that match the pattern, "rub.friction"; parameters with the same meaning keep their
 * values, and law->carried says which. Reports all errors. */
int put_law(const bri_model *base, const char *at, one_law *law, bri_error *err);

/* --- compare_cost.c --- */
/* Runs the mechanism with a law, and if errors are compared, at all tolerances. */
void run_law(const comparison *c, one_law *law);
void find_common_error(comparison *c);
double cost_at(const one_law *law, double error); /* NAN: no line */

/* --- compare_table.c --- */
void print_comparison(const comparison *c, FILE *out);
int write_comparison(const comparison *c, const char *path); /* "-": standard output */

#endif
