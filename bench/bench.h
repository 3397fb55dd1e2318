/* bench.h - shared by the benchmarks of mechanisms: CPU time, rows of results, requirements that are met or missed, Octave */
#ifndef BRISTLE_BENCH_H
#define BRISTLE_BENCH_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bristle/bristle.h"

enum {
    OCTAVE_TURNS = 3 /* of some seconds each */
};
static const double octave_span = 0.5; /* s of CPU time over which bristle is measured in turn with Octave */

static FILE *csv; /* NULL: nowhere */
static bool missed;

static inline void row(const char *group, const char *what, const char *how, double value, const char *unit)
{
    printf("  %-28s %-22s %12.4g %s\n", what, how, value, unit);
    if (csv) fprintf(csv, "%s,\"%s\",\"%s\",%.6g,%s\n", group, what, how, value, unit);
}

static inline void demand(bool met, const char *sentence, double value)
{
    if (!met) missed = true;
    printf("  %s: %s (%.3g)\n", met ? "met" : "MISSED", sentence, value);
}

static inline double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static inline void stop(const char *what, const bri_error *err)
{
    fprintf(stderr, "bench: %s: %s\n", what, err->what);
    exit(1);
}

/* One run of an Octave script, which prints the CPU time of its solver call in s, and one value of the solution. One thread:
 * the CPU time of idle threads of a linear algebra library would count otherwise. */
static inline bool ask_octave(const char *call, double *seconds, double *value)
{
    char command[2400];
    snprintf(command, sizeof command,
             "OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 octave-cli -q --no-gui --eval \"addpath('bench/octave'); %s\" "
             "2>/dev/null",
             call);
    FILE *pipe = popen(command, "r");
    bool fine = pipe && fscanf(pipe, "%lf %lf", seconds, value) == 2;
    if (pipe) pclose(pipe);
    if (!fine) {
        printf("  MISSED: octave fails: %s\n", command);
        missed = true;
    }
    return fine;
}

static inline bool has_octave(void)
{
    bool there = system("command -v octave-cli > /dev/null 2>&1") == 0;
    if (!there) printf("  octave is not installed: skipped\n");
    return there;
}

#endif
