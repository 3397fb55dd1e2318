/* bench.h - what the benchmarks of mechanisms share: the clock, rows of results, requirements that are met or missed */
#ifndef BRISTLE_BENCH_H
#define BRISTLE_BENCH_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bristle/bristle.h"

static FILE *csv; /* NULL: nowhere */
static bool missed;

static void row(const char *group, const char *what, const char *how, double value, const char *unit)
{
    printf("  %-28s %-22s %12.4g %s\n", what, how, value, unit);
    if (csv) fprintf(csv, "%s,%s,%s,%.6g,%s\n", group, what, how, value, unit);
}

static void demand(bool met, const char *sentence, double value)
{
    if (!met) missed = true;
    printf("  %s: %s (%.3g)\n", met ? "met" : "MISSED", sentence, value);
}

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void stop(const char *what, const bri_error *err)
{
    fprintf(stderr, "bench: %s: %s\n", what, err->what);
    exit(1);
}

/* Two numbers that an Octave script prints, the first of which is its time: of three runs, the fastest. */
static bool ask_octave(const char *call, double *seconds, double *value)
{
    char command[2400];
    *seconds = INFINITY;
    for (int turn = 0; turn < 3; turn++) {
        double took = NAN;
        snprintf(command, sizeof command, "octave-cli -q --no-gui --eval \"addpath('bench/octave'); %s\" 2>/dev/null",
                 call);
        FILE *pipe = popen(command, "r");
        bool fine = pipe && fscanf(pipe, "%lf %lf", &took, value) == 2;
        if (pipe) pclose(pipe);
        if (!fine) return false;
        *seconds = fmin(*seconds, took);
    }
    return true;
}

static bool has_octave(void)
{
    bool there = system("command -v octave-cli > /dev/null 2>&1") == 0;
    if (!there) printf("  octave is not installed: skipped\n");
    return there;
}

#endif
