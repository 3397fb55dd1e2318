/* store_writer.c - a thread that writes the rows of a study to its store as they arrive
 *
 * Rows that have arrived are one transaction. The next one begins at least 10 ms later, so that short runs share it: runs of 1 ms
 * would pay 5 % for transactions of their own. Once a second a checkpoint makes sure of what was committed. */
#include "store_writer.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "stopping.h"

enum {
    ROOM = 512 /* rows that wait */
};
static const double between_checkpoints = 1, between_commits = 0.01; /* s */

typedef struct waiting_row {
    size_t run;
    bri_study_row row;
} waiting_row;

struct store_writer {
    study_session *s;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t arrived, taken;
    waiting_row *waiting, *writing; /* ROOM each */
    size_t count, written;
    bool ending;
    bri_status status;
    bri_error err;
    int *level; /* room for bri_study_level */
    bri_store_cell *cell;
};

static bri_status write_row(store_writer *w, const waiting_row *one)
{
    const bri_study *study = w->s->file->study;
    const stored_row *old = session_find(w->s, one->run);
    int measures = bri_measures_count(w->s->file->measures), n = study->variations;
    for (int i = 0; i < n; i++) {
        bri_level level = bri_study_level(study, one->run, i, w->level);
        w->cell[i] = (bri_store_cell){level.text ? NAN : bri_variation_number(&study->variation[i], &level),
                                      bri_level_word(&level)};
    }
    for (int i = 0; i < measures; i++)
        w->cell[n + i] = i < one->row.values ? (bri_store_cell){one->row.value[i].number, one->row.value[i].word}
                                             : (bri_store_cell){NAN, NULL};
    bri_store_row row = {.key = w->s->key[one->run],
                         .id = old ? old->id : 0,
                         .run = (long long)one->run + 1,
                         .status = one->row.status ? bri_status_name(one->row.status) : "ok",
                         .message = one->row.message,
                         .steps = one->row.steps,
                         .evaluations = one->row.evaluations,
                         .seconds = one->row.seconds,
                         .cell = w->cell,
                         .cells = n + measures};
    return w->s->part->put(w->s->store, &row, &w->err);
}

static bri_status write_rows(store_writer *w, size_t count)
{
    const bri_store_functions *part = w->s->part;
    bri_status status = part->begin(w->s->store, &w->err);
    for (size_t i = 0; !status && i < count; i++)
        status = write_row(w, &w->writing[i]);
    if (!status) status = part->commit(w->s->store, &w->err);
    for (size_t i = 0; i < count; i++)
        bri_study_row_clear(&w->writing[i].row);
    return status;
}

static struct timespec in_seconds(double seconds)
{
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    at.tv_nsec += (long)(1e9 * fmin(fmax(seconds, 1e-3), 2));
    at.tv_sec += at.tv_nsec / 1000000000;
    at.tv_nsec %= 1000000000;
    return at;
}

/* Waits for rows, for the end, or for the time of a checkpoint. */
static void await(store_writer *w, double due)
{
    pthread_mutex_lock(&w->lock);
    if (!w->count && !w->ending) {
        struct timespec until = in_seconds(due - wall_seconds());
        if (isfinite(due))
            pthread_cond_timedwait(&w->arrived, &w->lock, &until);
        else
            pthread_cond_wait(&w->arrived, &w->lock);
    }
    pthread_mutex_unlock(&w->lock);
}

static void pause_until(double time)
{
    double left = time - wall_seconds();
    if (left > 0) nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * fmin(left, 0.9))}, NULL);
}

/* Takes the rows that have arrived; returns how many. */
static size_t take_over(store_writer *w)
{
    pthread_mutex_lock(&w->lock);
    size_t count = w->count;
    waiting_row *rows = w->waiting;
    w->waiting = w->writing;
    w->writing = rows;
    w->count = 0;
    pthread_cond_broadcast(&w->taken);
    pthread_mutex_unlock(&w->lock);
    return count;
}

static bool is_over(store_writer *w)
{
    pthread_mutex_lock(&w->lock);
    bool over = w->ending && !w->count;
    pthread_mutex_unlock(&w->lock);
    return over;
}

static void *write_all(void *context)
{
    store_writer *w = context;
    double due = INFINITY; /* of the next checkpoint: there is something to make sure of */
    double committed = -INFINITY;
    while (!is_over(w)) {
        await(w, due);
        pause_until(committed + between_commits);
        size_t count = take_over(w);
        if (count && !w->status) w->status = write_rows(w, count);
        for (size_t i = 0; w->status && i < count; i++)
            bri_study_row_clear(&w->writing[i].row);
        if (count && !w->status) {
            w->written += count;
            committed = wall_seconds();
            if (!isfinite(due)) due = wall_seconds() + between_checkpoints;
        }
        if (!w->status && wall_seconds() >= due) {
            w->status = w->s->part->checkpoint(w->s->store, &w->err);
            due = INFINITY;
        }
        if (w->status) want_to_stop();
    }
    return NULL;
}

static void free_writer(store_writer *w)
{
    if (!w) return;
    free(w->waiting);
    free(w->writing);
    free(w->level);
    free(w->cell);
    free(w);
}

store_writer *writer_start(study_session *s)
{
    store_writer *w = calloc(1, sizeof *w);
    size_t n = (size_t)s->file->study->variations;
    if (w) {
        w->s = s;
        w->waiting = calloc(ROOM, sizeof *w->waiting);
        w->writing = calloc(ROOM, sizeof *w->writing);
        w->level = calloc(n + 1, sizeof *w->level);
        w->cell = calloc(n + (size_t)bri_measures_count(s->file->measures) + 1, sizeof *w->cell);
    }
    if (!w || !w->waiting || !w->writing || !w->level || !w->cell) {
        complain(UNFINISHED, "out of memory: the writer of the store");
        free_writer(w);
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->arrived, NULL);
    pthread_cond_init(&w->taken, NULL);
    int trouble = pthread_create(&w->thread, NULL, write_all, w);
    if (!trouble) return w;
    complain(UNFINISHED, "the thread that writes %s cannot be started: %s", s->store_path, strerror(trouble));
    free_writer(w);
    return NULL;
}

void writer_take(store_writer *w, size_t run, bri_study_row *row)
{
    pthread_mutex_lock(&w->lock);
    while (w->count == ROOM)
        pthread_cond_wait(&w->taken, &w->lock);
    w->waiting[w->count++] = (waiting_row){run, *row};
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
}

int writer_end(store_writer *w, size_t *written)
{
    pthread_mutex_lock(&w->lock);
    w->ending = true;
    pthread_cond_signal(&w->arrived);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    *written = w->written;
    int status = w->status ? complain_of(w->status, &w->err) : DONE;
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->arrived);
    pthread_cond_destroy(&w->taken);
    free_writer(w);
    return status;
}
