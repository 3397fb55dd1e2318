/* crew.c - does numbered jobs in several threads, with progress on standard error; Ctrl-C and SIGTERM stop it
 *
 * On a terminal the progress is one line that changes; elsewhere, as in the log of a cluster's job, a line every so often. */
#include "crew.h"

#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "stopping.h"

enum {
    MAX_THREADS = 256
};
static const double first_shown = 0.5, shown_each = 0.2, logged_each = 60; /* s */

typedef struct work {
    const crew *crew;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t next, done;
    int busy; /* threads */
} work;

static void *take_part(void *context)
{
    work *w = context;
    void *own = w->crew->begin(w->crew->user);
    pthread_mutex_lock(&w->lock);
    while (own && !stop_is_wanted() && w->next < w->crew->jobs) {
        size_t number = w->next++;
        pthread_mutex_unlock(&w->lock);
        w->crew->job(own, number);
        pthread_mutex_lock(&w->lock);
        w->done++;
    }
    w->busy--;
    pthread_cond_signal(&w->changed);
    pthread_mutex_unlock(&w->lock);
    if (own) w->crew->end(own);
    return NULL;
}

static void print_left(double seconds)
{
    if (seconds < 120)
        fprintf(stderr, ", %.0f s left", seconds);
    else if (seconds < 7200)
        fprintf(stderr, ", %.0f min left", seconds / 60);
    else
        fprintf(stderr, ", %.1f h left", seconds / 3600);
}

void crew_show(crew_progress *p, size_t done, size_t jobs)
{
    double now = wall_seconds(), last = p->last > p->begun ? p->last : p->begun;
    bool terminal = isatty(STDERR_FILENO);
    double each = p->every > 0 ? p->every : logged_each;
    if (p->quiet || (terminal ? now - p->begun < first_shown || now - p->last < shown_each : now - last < each)) return;
    double rate = (double)done / (now - p->begun);
    fprintf(stderr, "%s%zu of %zu runs, %.3g a second", terminal ? "\r" : "", done, jobs, rate);
    if (done) print_left((double)(jobs - done) / rate);
    fprintf(stderr, terminal ? "   " : "\n");
    p->last = now;
    p->shown = terminal;
}

void crew_hide(crew_progress *p)
{
    if (p->shown) fprintf(stderr, "\r%70s\r", "");
}

/* Waits until no thread works. */
static void watch(work *w)
{
    crew_progress progress = {.begun = wall_seconds(), .quiet = w->crew->quiet, .every = w->crew->every};
    pthread_mutex_lock(&w->lock);
    while (w->busy) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += (long)(1e9 * shown_each);
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&w->changed, &w->lock, &until);
        crew_show(&progress, w->done, w->crew->jobs);
    }
    pthread_mutex_unlock(&w->lock);
    crew_hide(&progress);
}

void crew_work(const crew *c)
{
    work w = {.crew = c};
    pthread_t thread[MAX_THREADS];
    long wanted = c->threads > 0 ? c->threads : sysconf(_SC_NPROCESSORS_ONLN);
    int threads = 0;
    stop_when_signalled();
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.changed, NULL);
    pthread_mutex_lock(&w.lock);
    while (threads < MAX_THREADS && threads < wanted && (size_t)threads < c->jobs &&
           !pthread_create(&thread[threads], NULL, take_part, &w))
        threads++;
    w.busy = threads ? threads : 1;
    pthread_mutex_unlock(&w.lock);
    if (!threads) take_part(&w); /* without threads */
    watch(&w);
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&w.lock);
    pthread_cond_destroy(&w.changed);
}
