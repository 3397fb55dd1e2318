/* crew.c - does numbered jobs in several threads, with progress on standard error; Ctrl-C and SIGTERM stop it */
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
static const double first_shown = 0.5, shown_each = 0.2; /* s */

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

void crew_show(crew_progress *p, size_t done, size_t jobs)
{
    double now = wall_seconds();
    if (p->quiet || now - p->begun < first_shown || now - p->last < shown_each || !isatty(STDERR_FILENO)) return;
    double rate = (double)done / (now - p->begun);
    fprintf(stderr, "\r%zu of %zu runs, %.3g a second", done, jobs, rate);
    if (done) fprintf(stderr, ", %.0f s left   ", (double)(jobs - done) / rate);
    p->last = now;
    p->shown = true;
}

void crew_hide(crew_progress *p)
{
    if (p->shown) fprintf(stderr, "\r%70s\r", "");
}

/* Waits until no thread works. */
static void watch(work *w)
{
    crew_progress progress = {.begun = wall_seconds(), .quiet = w->crew->quiet};
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
