/* crew.h - does numbered jobs in several threads, with progress on standard error; Ctrl-C and SIGTERM stop it */
#ifndef BRISTLE_TOOL_CREW_H
#define BRISTLE_TOOL_CREW_H

#include <stdbool.h>
#include <stddef.h>

typedef struct crew {
    size_t jobs;
    int threads;                           /* 0: as many as there are processors */
    void *(*begin)(void *user);            /* what a thread needs for itself; NULL: it cannot work */
    void (*job)(void *own, size_t number); /* looks at stop_is_wanted, and leaves what it does then */
    void (*end)(void *own);
    void *user;
    bool quiet;   /* no progress */
    double every; /* s between lines of progress where there is no terminal; 0: a minute */
} crew;

/* Returns when all jobs are done, or when it was stopped. */
void crew_work(const crew *c);

/* Progress: how many are done, the rate, the remaining time. */
typedef struct crew_progress {
    double begun, last; /* when it began, when it was shown last */
    double every;       /* as in crew */
    bool quiet, shown;
} crew_progress;
void crew_show(crew_progress *p, size_t done,
               size_t jobs); /* as often as it is called, but not more than some times a second */
void crew_hide(crew_progress *p);

#endif
