/* reproduce.h - the expected values and claims of a paper, read from its file expected.yaml
 *
 *     title: what the paper is
 *     cases:
 *       - case: Stribeck                        its name; quantities, claims and figures refer to it
 *         model: roller_crank.yaml
 *         set: {floor.friction.law: stribeck}   as bristle run --set
 *         by: {radau5: {run.integrator: radau5}}       repetitions with these changes: all quantities must agree again
 *         stops: no solution                    the run must end with this status; without it, it must reach its end
 *         quantities:                           measures, as bristle run --measure has them
 *           - {event: floor slips, expect: 0.2282 s, within: 1e-4 s, paper: "later (Fig. 5)", source: closed form}
 *           - {max: floor.ratio, below: 0.15, differs: reason why the paper has another value}
 *     studies: [lugre.yaml]                     study files: their runs are cases, their expectations quantities
 *     claims:                                   a measure of several cases, and how its values compare; those of studies are added
 *       - {claim: static friction delays the first slip, place: "4, Fig. 5", event: floor slips, rises: [Coulomb, Stribeck]}
 *       - {claim: ..., place: ..., max: floor.ratio, each: [LuGre], below: 0.15, fails: reason why it does not hold here}
 *     figures:
 *       - {file: fig5, title: Fig. 5, x: t, verdict: Stribeck, curves: [{case: Stribeck, y: roller.spin_rate, panel: Stribeck}]}
 *                                             verdict: case whose verdict history is drawn as bands
 *     pages:                                  pages on which cases are drawn over each other: reproduce_overlays.c
 *       - {file: laws, title: six laws, cases: [Coulomb, {case: Stribeck, name: exact stiction}], verdict: Stribeck}
 */
#ifndef BRISTLE_TOOL_REPRODUCE_H
#define BRISTLE_TOOL_REPRODUCE_H

#include "bristle/measure.h"
#include "command.h"
#include "study/study_file.h"

struct paper_case;

typedef struct quantity {
    const bri_node *node; /* with its measure */
    int measure;          /* number of it among those of its case */
    const char *name;     /* instead of the words of the measure; NULL: those */
    const char *paper, *source, *differs;
    const char *expect, *within, *below, *above; /* NULL: not given */
    struct paper_case *over;                     /* case by whose value it is divided; NULL: none */
    int measure_over;                            /* number of the measure there */
} quantity;

typedef struct claim {
    bri_claim claim;
    struct paper_case **of;
    int *measure;    /* number of it among those of each case */
    int count, size; /* cases; those that are compared with each other: a claim about a study has several such groups */
} claim;

typedef struct one_run { /* of a case, or of one of its repetitions with changes */
    const struct paper_case *of;
    const bri_node *changes;      /* NULL: none */
    bri_measures *measures;       /* those of its case; of a repetition, of its quantities only */
    bri_result *result;           /* kept if figures are drawn */
    bri_verdict_history *verdict; /* if a figure shows it */
    char title[200];              /* of the model */
    bool measured;                /* it has values */
    bri_status status;            /* of reading, building and running, unless the case expects it */
    bri_error err;
    bool done;
} one_run;

typedef struct paper_study { /* whose runs are cases */
    const char *name;        /* of its file */
    bri_study_file *file;
    int first; /* case */
} paper_study;

typedef struct paper_case {
    const char *name, *model, *stops;
    const char *label;        /* in claims */
    const paper_study *study; /* of which it is a run; NULL: of none */
    size_t study_run;
    char *own_name, *own_label; /* of a run of a study */
    const bri_node *set, *by, *node;
    bri_model *file; /* its model file, of which runs are copies; kept by the first case that has it; NULL until read */
    quantity *quantity;
    int quantities;
    const bri_node *
        *asked; /* nodes with measures: of its quantities, then others that claims and other cases ask for */
    int asks;
    bool timed;   /* its CPU time is asked for: it runs alone */
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
    paper_study *study;
    int studies;
    claim *claim;
    int claims;
    one_run *run; /* of all cases */
    int runs;
    const bri_node *figures, *pages; /* NULL: none */
    bool draws;                      /* figures are drawn */
} paper;
/* Chooses the cases whose names contain the text only, and the cases by which their quantities are divided; NULL: all. */
bri_status paper_read(const char *folder, const char *only, paper *b, bri_error *err);
void paper_free(paper *b);
paper_case *paper_find(const paper *b, const char *name);
const bri_node *node_get(const bri_node *mapping, const char *key); /* NULL: no such key */
const char *node_text(const bri_node *mapping, const char *key);    /* NULL: no such key, or not a scalar */
/* Adds the measure of a quantity or claim to a list. */
bri_status add_measure_of(const bri_node *node, bri_measures *measures, bri_error *err);
bri_status reject_node(const paper *b, const bri_node *node, bri_error *err, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* Reads a measure at the node, among whose keys are others. */
bri_status check_measure(const paper *b, const bri_node *node, const char *const *others, bri_error *err);
int ask_case(paper_case *c, const bri_node *node); /* returns the number of the measure; -1: out of memory */

/* --- rows: everything that was compared, as texts --- */
typedef enum row_kind {
    ROW_QUANTITY,
    ROW_REPETITION, /* all quantities of a case with other settings */
    ROW_FAILURE,    /* of a run */
    ROW_CLAIM
} row_kind;
typedef enum row_verdict {
    ROW_AGREES,
    ROW_DIFFERS, /* from the paper, for a given reason; of a claim: it does not hold, for a given reason */
    ROW_NO_LIMIT,
    ROW_WRONG
} row_verdict;
typedef struct paper_row { /* texts are owned; NULL: none */
    row_kind kind;
    row_verdict verdict;
    double share;                             /* deviation over tolerance; NAN: has none */
    char *paper, *title, *system, *case_name; /* title of the paper; system: title of the model */
    char *what, *computed, *expected, *says, *source, *why,
        *reason; /* reason: for which it differs; why: what went wrong */
} paper_row;
typedef struct paper_rows {
    paper_row *at;
    size_t count, room;
    paper_row lost; /* where rows go for which there is no memory */
    bool failed;    /* out of memory */
    int cases, runs;
} paper_rows;
paper_row *add_row(paper_rows *r, const paper *b, const paper_case *c,
                   row_kind kind); /* never NULL; a lost row sets failed */
void set_text(paper_rows *r, char **text, const char *format, ...) __attribute__((format(printf, 3, 4)));
void reproduce_free_rows(paper_rows *r);
const char *row_word(const paper_row *one);             /* "agrees", "WRONG", "does not hold" */
void print_rows(const paper_rows *r, FILE *out);        /* the full table */
int write_rows(const paper_rows *r, const char *path);  /* .csv or .txt */
void print_page(const paper_rows *r, FILE *out);        /* reproduce_page.c: a line per system, exceptions, claims */
void put_note(FILE *out, const char *text, int indent); /* in lines of 120 characters */

/* --- reproduce_compare.c --- */
typedef struct run_pool run_pool;
void compare_paper(const paper *b, bri_units *units, run_pool *pool, paper_rows *out);
bool read_tolerance(bri_units *units, const char *text, const char *unit, double expect, double *value, char why[200]);
bool read_amount(bri_units *units, const char *text, const char *unit, double *value, char why[200]);
/* --- reproduce_claim.c --- */
bri_status read_claims(paper *b, const bri_node *list, bri_error *err);
bool claim_is_chosen(const claim *c); /* all of its cases run */
void judge_claim(const paper *b, const claim *c, paper_rows *out);
claim *paper_add_claim(paper *b); /* NULL: out of memory */
bri_status claim_add_case(claim *c, struct paper_case *of, int measure, bri_error *err);
/* --- reproduce_study.c --- */
/* The study files that a node lists; their runs become cases when there is room for them. */
bri_status read_studies(paper *b, const bri_node *list, bri_error *err);
int count_study_runs(const paper *b);
bri_status add_studies(paper *b, bri_error *err); /* cases, quantities and claims */
void free_studies(paper *b);

/* Sets what a case or repetition changes, the laws first; NULL: nothing. */
bri_status apply_settings(bri_model *model, const bri_node *settings, bri_error *err);
bri_status check_overlays(const paper *b, bri_error *err); /* reproduce_overlays.c: the pages of its file */

/* Threads that execute all runs of a paper, those that are timed last and alone; pool_wait returns when a run is done. */
bri_status pool_start(paper *b, run_pool **c, bri_error *err);
void pool_wait(run_pool *c, const one_run *run);
void pool_end(run_pool *c);

/* format: "svg", "png" or "pdf". Adds to *drawn how many were drawn. */
int draw_figures(const paper *b, const char *folder, const char *format, int *drawn);
/* Channels that the figures of a case refer to; ends with NULL. To be freed. */
const char **channels_wanted(const paper *b, const paper_case *c);
bool figures_need_verdict(const paper *b, const paper_case *c);

#endif
