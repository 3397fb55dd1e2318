/* clock.c - wall time, and CPU time of the thread that asks */
#include "clock.h"

#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double wall_seconds(void) { return seconds_of(CLOCK_MONOTONIC); }
double cpu_seconds(void) { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
