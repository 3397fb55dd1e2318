/* study.h - what the forms of bristle study share: a study in a file or in a store, its runs and their keys, the rows of a store */
#ifndef BRISTLE_TOOL_STUDY_H
#define BRISTLE_TOOL_STUDY_H

#include "base/text.h"
#include "command.h"
#include "runs.h"
#include "study/store.h"
#include "study/study_file.h"

typedef struct stored_row { /* of a store, without its values */
    bri_run_key key;
    long long id, run;
    bool failed, limited; /* limited: the run was stopped by a limit */
    double seconds;
} stored_row;

typedef struct keyed_run {
    bri_run_key key;
    size_t run;
} keyed_run;

typedef struct study_session {
    const char *path; /* of the study file, for messages */
    char *text;       /* of the study file */
    size_t length;
    char *model;                         /* the model with its settings, as a text from which every run is made */
    char *measures, *parameters, *limit; /* a line each */
    char *version;                       /* of bristle, whose rows these are */
    bri_study_file *file;
    bri_run_key *key; /* of each run */
    const char *store_path;
    const bri_store_functions *part;
    bri_store *store; /* NULL: none is open */
    stored_row *row;  /* of the store, by key */
    size_t rows;
} study_session;

/* A study file, read; all its errors are printed. text: NULL, or what it says, which belongs to the caller. */
int study_read(const char *path, bri_study_file **file, char **text, size_t *length);

int check_study_file(const char *path); /* prints what the study asks for, or all its errors */

/* --- study_session.c: all errors are printed --- */
int session_of_file(study_session *s, const char *path);
int session_open(study_session *s, const char *store, bri_store_mode mode);
int session_of_store(study_session *s, const char *store); /* opens it for reading, and reads its study */
/* Whether the store is of this model, measures, parameters and version; the first that is not is printed. */
int session_compare(const study_session *s);
int session_create_store(study_session *s);                         /* tables and texts, in one transaction */
int session_load_rows(study_session *s);                            /* without values */
const stored_row *session_find(const study_session *s, size_t run); /* the row of a run; NULL: it is not done */
/* All runs in the order of their keys, and of their numbers where keys are equal, to be freed; NULL: out of memory. */
keyed_run *session_order_runs(const study_session *s);
int session_close(study_session *s, int status); /* returns the worse status */

/* "7/40": part 7 of 40. All: 0 of 1. */
int read_part(const command_line *arguments, size_t *part, size_t *parts);

/* --- study_table.c --- */
/* The rows of all runs of the study from the store, to be freed by free_rows. */
int read_rows(study_session *s, bri_study_row **rows);
void free_rows(const study_session *s, bri_study_row *rows);
/* Prints which expectations hold; quiet: those that do not. Returns UNFINISHED if one does not. */
int print_expectations(const study_session *s, const bri_study_row *rows, bool quiet);
/* --- study_claims.c: the same of claims --- */
int print_claims(const study_session *s, const bri_study_row *rows, bool quiet);
/* The claims of a study and whether they hold, as objects of a JSON list. */
int add_claims(const study_session *s, const bri_study_row *rows, bri_text *out);

/* --- study_run.c --- */
/* Limits and measures of the runs of a study file; what else run_jobs needs is the caller's. */
void set_limits(run_jobs *jobs, const bri_study_file *file);
/* The program that does the runs: with the arguments of study run. Its runs are done by threads, or by do_runs, which returns when all
 * are done or when the study is to stop. */
typedef struct study_program {
    const char *name; /* for the history of the store */
    void (*do_runs)(const study_session *s, const run_jobs *jobs);
} study_program;
int study_run_by(const study_program *program, const command_line *arguments);

/* --- the forms, each with its arguments behind its name --- */
int study_check(const command_line *arguments);
int study_run(const command_line *arguments);
int study_show(const command_line *arguments);
int study_export(const command_line *arguments);
int study_rerun(const command_line *arguments);
int study_merge(const command_line *arguments);

#endif
