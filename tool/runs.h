/* runs.h - does runs of a study in several threads, each with its measures, within limits */
#ifndef BRISTLE_TOOL_RUNS_H
#define BRISTLE_TOOL_RUNS_H

#include "study/study.h"

typedef struct run_jobs {
    const bri_study *study;
    size_t count;
    const size_t *run; /* numbers of count runs; NULL: all, from 0 */
    int threads;       /* 0: one per processor */
    double cpu_limit;  /* CPU time of a run, s; INFINITY: none */
    long most_steps;   /* of a run; 0: no limit */
    const char *limit; /* what messages call the CPU limit */
    bool quiet;        /* no progress */
    double every;      /* s between lines of progress where there is no terminal; 0: usual */
    int (*measures)(void *user, bri_measures **measures); /* for a thread, without a clock; DONE, or it was reported */
    /* Takes a run that is done, in the thread that did it; a run that was interrupted is not passed. The row belongs to it. */
    void (*take)(void *user, size_t run, bri_study_row *row);
    void (*poll)(void *user); /* called within runs, between their steps; NULL: nothing is */
    void *user;
} run_jobs;

/* Returns when all are done, or when Ctrl-C or SIGTERM stopped it. */
void do_runs(const run_jobs *jobs);

/* What one thread or process needs to do runs, one after the other. NULL: it was reported why there is none. */
typedef struct run_worker run_worker;
run_worker *run_worker_begin(const run_jobs *jobs);
void run_worker_do(run_worker *w, size_t run); /* passes the row to take, unless the run was interrupted */
void run_worker_end(run_worker *w);

/* Whether runs are to be done one at a time, because their CPU time is measured. */
bool runs_are_timed(const bri_measures *measures);

/* --threads; 0: not given. */
struct command_line;
int read_threads(const struct command_line *arguments, int *threads);

#endif
