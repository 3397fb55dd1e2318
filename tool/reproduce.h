/* reproduce.h - the expected values of a paper, read from its file expected.yaml, and measures of a run
 *
 *     title: what the paper is
 *     cases:
 *       - case: Stribeck                        its name; quantities and figures refer to it
 *         model: roller_crank.yaml
 *         set: {floor.friction.law: stribeck}   as bristle run --set
 *         by: {radau5: {run.integrator: radau5}}       repetitions with these changes: all quantities must agree again
 *         stops: no solution                    the run must end with this status; without it, it must reach its end
 *         quantities:
 *           - {event: floor slips, expect: 0.2282 s, within: 1e-4 s, paper: "later (Fig. 5)", source: closed form}
 *           - {max: floor.ratio, below: 0.15, differs: reason why the paper has another value}
 *     figures:
 *       - {file: fig5, title: Fig. 5, x: t, verdict: Stribeck, curves: [{case: Stribeck, y: roller.spin_rate, panel: Stribeck}]}
 *                                             verdict: case whose verdict history is drawn as bands
 */
#ifndef BRISTLE_TOOL_REPRODUCE_H
#define BRISTLE_TOOL_REPRODUCE_H

#include "command.h"
#include "io/yaml.h"

typedef struct outcome { /* of one run */
    const bri_result *result;
    double seconds;                     /* CPU time of the run */
    const bri_system *system;           /* if verdicts are requested, else NULL */
    const bri_verdict_history *verdict; /* likewise */
} outcome;

struct measure;
typedef struct quantity {
    const struct measure *measure;
    const bri_node *node;
    const char *of; /* a channel, an event, a line of the energy balance */
    const char *paper, *source, *differs;
    const char *expect, *within, *below, *above; /* NULL: not given */
    const char *over;                            /* case by whose value it is divided */
    const char *when;                            /* a channel: the time is that of its crossing of the level */
    double at, from, to, level;                  /* NAN: not given */
    int nth;                                     /* from 1 */
} quantity;

typedef struct measure {
    const char *name, *words; /* words: description in the table; "%s" is replaced by of */
    const char *unit;         /* NULL: that of the channel */
    bool of_channel, of_verdict;
    /* False, with the reason in why, if the value does not exist. */
    bool (*value)(const quantity *q, const outcome *run, double *value, char why[200]);
} measure;
const measure *find_measure(const char *name);
const measure *measure_at(int index); /* NULL: no more */
const char *unit_of(const quantity *q, const outcome *run);
void describe_quantity(const quantity *q, char *text, size_t size);

typedef struct one_run { /* of a case, or of one of its repetitions with changes */
    const struct paper_case *of;
    const bri_node *changes; /* NULL: none */
    bri_result *result;
    bri_system *system; /* kept if verdicts are requested, as is verdict */
    bri_verdict_history *verdict;
    double seconds;
    bri_status status; /* of reading, building and running, unless the case expects it */
    bri_error err;
    bool done;
} one_run;

typedef struct paper_case {
    const char *name, *model, *stops;
    const bri_node *set, *by, *node;
    bri_model *file; /* its model file, of which runs are copies; kept by the first case that has it; NULL until read */
    quantity *quantity;
    int quantities;
    one_run *run; /* the case itself, then its repetitions */
    int runs;     /* 0: the case was not chosen */
    bool chosen;
} paper_case;

typedef struct paper {
    char folder[3000], file[3200];
    const char *name, *title; /* name: that of the folder */
    bri_yaml *yaml;
    paper_case *cases;
    int count;
    one_run *run; /* of all cases */
    int runs;
    const bri_node *figures; /* NULL: none */
} paper;
/* Chooses the cases whose names contain the text only, and the cases by which their quantities are divided; NULL: all. */
bri_status paper_read(const char *folder, bri_units *units, const char *only, paper *b, bri_error *err);
void paper_free(paper *b);
paper_case *paper_find(const paper *b, const char *name);
const bri_node *node_get(const bri_node *mapping, const char *key); /* NULL: no such key */
const char *node_text(const bri_node *mapping, const char *key);    /* NULL: no such key, or not a scalar */

/* --- reproduce_verdict.c --- */
bool needs_verdict(const paper *b, const paper_case *c);                      /* by a quantity or a figure */
int verdict_bands(const bri_verdict_history *history, band *bands, int room); /* returns their number */
bool measure_verdict(const quantity *q, const outcome *run, double *value, char why[200]);
bool measure_factor_possible(const quantity *q, const outcome *run, double *value, char why[200]);
bool measure_factor_guaranteed(const quantity *q, const outcome *run, double *value, char why[200]);
bool measure_lowest(const quantity *q, const outcome *run, double *value, char why[200]);
bool measure_highest(const quantity *q, const outcome *run, double *value, char why[200]);
bool measure_lowest_held(const quantity *q, const outcome *run, double *value, char why[200]);
bool measure_highest_held(const quantity *q, const outcome *run, double *value, char why[200]);

/* Threads that execute all runs of a paper; pool_wait returns when a run is done. */
typedef struct run_pool run_pool;
bri_status pool_start(paper *b, run_pool **c, bri_error *err);
void pool_wait(run_pool *c, const one_run *run);
void pool_end(run_pool *c);

int draw_figures(const paper *b, const char *folder, const char *format); /* "svg", "png", "pdf" */
/* Channels that the quantities and figures of a case refer to; ends with NULL. To be freed. */
const char **channels_wanted(const paper *b, const paper_case *c);

#endif
