/* ranks.c - the runs of a study by the ranks of an MPI job
 *
 * A rank gets its next run when it has sent the row of the last one. Where runs are shorter than 10 ms it has as many ahead as that
 * time takes, so that it need not wait for rank 0. Rank 0 does runs in a thread of its own; only its main thread calls MPI. Nobody
 * waits within MPI, which would keep a processor busy.
 *
 *     0 -> others   the texts of model and study, broadcast; WORK: numbers of runs; HALT: no more, leave what is under way
 *     others -> 0   READY; ROW: row_message.h; END: nothing more comes */
#include "ranks.h"

#include <math.h>
#include <mpi.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "clock.h"
#include "crew.h"
#include "row_message.h"
#include "stopping.h"

enum {
    WORK = 1,
    HALT,
    READY,
    ROW,
    END,
    MOST_AHEAD = 64, /* runs that a rank has at a time */
    TEXTS = 3
};
static const double ahead = 0.01;         /* s of work that a rank has at least */
static const double shortest_nap = 1e-4;  /* s, between two looks at the mail */
static const double longest_nap = 5e-3;   /* s */
static const double between_polls = 0.05; /* s, within a run */
static const double patience_at_halt = 2; /* s, until a rank that was told to halt is given up */
static bool texts_were_sent, somebody_is_lost;

static void nap(double seconds) { nanosleep(&(struct timespec){.tv_nsec = (long)(1e9 * seconds)}, NULL); }

/* A message that has arrived, which belongs to the caller; false: there is none. */
static bool receive(int from, MPI_Status *about, char **bytes, int *length)
{
    int here = 0;
    MPI_Iprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &here, about);
    if (!here) return false;
    MPI_Get_count(about, MPI_BYTE, length);
    *bytes = malloc((size_t)*length + 1);
    if (!*bytes) MPI_Abort(MPI_COMM_WORLD, complain(UNFINISHED, "out of memory: a message of %d bytes", *length));
    MPI_Recv(*bytes, *length, MPI_BYTE, about->MPI_SOURCE, about->MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return true;
}

/* --- rank 0 ------------------------------------------------------------------------------------------------------------------ */

typedef struct peer { /* another rank */
    bool works, halted, ended;
    int has;     /* runs */
    double mean; /* CPU time of its runs, s */
} peer;

typedef struct hand_out {
    const run_jobs *jobs;
    pthread_mutex_t lock;
    size_t next, done; /* of the runs */
    bool busy_here;    /* the thread of rank 0 */
    peer *peer;        /* of each rank; that of rank 0 has ended */
    int ranks;
} hand_out;

static bool next_run(hand_out *h, size_t *run)
{
    pthread_mutex_lock(&h->lock);
    bool more = h->next < h->jobs->count && !stop_is_wanted();
    if (more) *run = h->jobs->run ? h->jobs->run[h->next] : h->next;
    h->next += more;
    pthread_mutex_unlock(&h->lock);
    return more;
}

static void count_done(hand_out *h, bool ends)
{
    pthread_mutex_lock(&h->lock);
    if (ends)
        h->busy_here = false;
    else
        h->done++;
    pthread_mutex_unlock(&h->lock);
}

static void *work_here(void *context)
{
    hand_out *h = context;
    run_worker *w = run_worker_begin(h->jobs);
    for (size_t run; w && next_run(h, &run); count_done(h, false))
        run_worker_do(w, run);
    if (w) run_worker_end(w);
    count_done(h, true);
    return NULL;
}

static void halt(hand_out *h, int rank)
{
    peer *p = &h->peer[rank];
    if (!p->halted) MPI_Send(NULL, 0, MPI_BYTE, rank, HALT, MPI_COMM_WORLD);
    p->halted = true;
}

/* Hands a rank as many runs as it is to have. */
static void give(hand_out *h, int rank)
{
    peer *p = &h->peer[rank];
    uint64_t run[MOST_AHEAD];
    double wanted = p->mean > 0 ? 1 + floor(fmin(ahead / p->mean, MOST_AHEAD - 1)) : 1;
    int count = 0;
    if (!p->works || p->halted || p->ended || p->has > (int)wanted / 2) return;
    for (size_t one; p->has + count < (int)wanted && next_run(h, &one);)
        run[count++] = one;
    if (count) MPI_Send(run, count * (int)sizeof *run, MPI_BYTE, rank, WORK, MPI_COMM_WORLD);
    p->has += count;
    if (!p->has) halt(h, rank);
}

static void take_row(hand_out *h, peer *p, const char *bytes, int length)
{
    size_t run = 0;
    bri_study_row row;
    if (!row_unpack(bytes, (size_t)length, &run, &row)) {
        complain(UNFINISHED, "out of memory: the row of a run");
        want_to_stop();
        return;
    }
    p->mean = p->mean > 0 ? 0.8 * p->mean + 0.2 * row.seconds : row.seconds;
    p->has--;
    h->jobs->take(h->jobs->user, run, &row);
    count_done(h, false);
}

/* Takes one message. Returns whether there was one. */
static bool take_message(hand_out *h)
{
    MPI_Status about;
    char *bytes;
    int length;
    if (!receive(MPI_ANY_SOURCE, &about, &bytes, &length)) return false;
    peer *p = &h->peer[about.MPI_SOURCE];
    if (about.MPI_TAG == READY) p->works = true;
    if (about.MPI_TAG == ROW) take_row(h, p, bytes, length);
    if (about.MPI_TAG == END) {
        if (p->works && p->has) want_to_stop(); /* it was signalled */
        p->ended = true;
    }
    give(h, about.MPI_SOURCE);
    free(bytes);
    return true;
}

/* Time until the next look at the mail, which costs some microseconds: short beside a run, or beside the runs that a rank has ahead. */
static double nap_of(const hand_out *h)
{
    double shortest = INFINITY;
    for (int i = 1; i < h->ranks; i++)
        shortest = fmin(shortest, h->peer[i].mean);
    double wait = shortest < ahead ? fmin(ahead, MOST_AHEAD * shortest) / 20 : shortest / 100;
    return fmin(fmax(wait, shortest_nap), longest_nap);
}

/* Whether nobody works any more. done: runs that are. */
static bool is_over(hand_out *h, size_t *done)
{
    pthread_mutex_lock(&h->lock);
    bool over = !h->busy_here;
    *done = h->done;
    pthread_mutex_unlock(&h->lock);
    for (int i = 1; i < h->ranks; i++)
        over = over && h->peer[i].ended;
    return over;
}

static void attend(hand_out *h)
{
    crew_progress progress = {.begun = wall_seconds(), .quiet = h->jobs->quiet, .every = h->jobs->every};
    double given_up = INFINITY;
    size_t done;
    while (!is_over(h, &done) && wall_seconds() < given_up) {
        if (stop_is_wanted() && isinf(given_up)) {
            given_up = wall_seconds() + patience_at_halt;
            for (int i = 1; i < h->ranks; i++)
                halt(h, i);
        }
        if (!take_message(h)) nap(nap_of(h));
        crew_show(&progress, done, h->jobs->count);
    }
    crew_hide(&progress);
    for (int i = 1; i < h->ranks; i++)
        somebody_is_lost = somebody_is_lost || !h->peer[i].ended;
}

static void send_texts(const study_session *s)
{
    const char *text[TEXTS] = {s->model, s->text, s->path};
    int length[TEXTS] = {0};
    for (int i = 0; i < TEXTS; i++)
        length[i] = (int)strlen(text[i]) + 1;
    MPI_Bcast(length, TEXTS, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < TEXTS; i++)
        MPI_Bcast((char *)(size_t)text[i], length[i], MPI_BYTE, 0, MPI_COMM_WORLD);
    texts_were_sent = true;
}

void ranks_do_runs(const study_session *s, const run_jobs *jobs)
{
    hand_out h = {.jobs = jobs};
    pthread_t thread;
    if (jobs->threads == 1) { /* one at a time */
        do_runs(jobs);
        return;
    }
    stop_when_signalled();
    send_texts(s);
    MPI_Comm_size(MPI_COMM_WORLD, &h.ranks);
    h.peer = calloc((size_t)h.ranks, sizeof *h.peer);
    if (!h.peer) MPI_Abort(MPI_COMM_WORLD, complain(UNFINISHED, "out of memory: %d ranks", h.ranks));
    pthread_mutex_init(&h.lock, NULL);
    h.busy_here = true;
    bool here = !pthread_create(&thread, NULL, work_here, &h);
    if (!here) h.busy_here = false;
    attend(&h);
    if (here) pthread_join(thread, NULL);
    pthread_mutex_destroy(&h.lock);
    free(h.peer);
}

bool ranks_release(void)
{
    int nothing[TEXTS] = {0};
    if (!texts_were_sent) MPI_Bcast(nothing, TEXTS, MPI_INT, 0, MPI_COMM_WORLD);
    return !somebody_is_lost;
}

/* --- other ranks --------------------------------------------------------------------------------------------------------------- */

typedef struct serving {
    char *text[TEXTS];
    bri_study_file *file;
    uint64_t run[MOST_AHEAD];
    int runs;
    bool halted;
    double polled; /* when */
} serving;

static void take_mail(serving *s)
{
    MPI_Status about;
    char *bytes;
    int length;
    while (receive(0, &about, &bytes, &length)) {
        if (about.MPI_TAG == HALT) {
            s->halted = true;
            want_to_stop();
        } else {
            memcpy(s->run + s->runs, bytes, (size_t)length);
            s->runs += length / (int)sizeof *s->run;
        }
        free(bytes);
    }
}

static void poll(void *user)
{
    serving *s = user;
    double now = wall_seconds();
    if (now - s->polled < between_polls) return;
    s->polled = now;
    take_mail(s);
}

/* Receives meanwhile: rank 0 may be sending too. */
static void post(serving *s, int tag, const char *bytes, size_t length)
{
    MPI_Request request;
    int gone = 0;
    MPI_Isend(bytes, (int)length, MPI_BYTE, 0, tag, MPI_COMM_WORLD, &request);
    for (MPI_Test(&request, &gone, MPI_STATUS_IGNORE); !gone; MPI_Test(&request, &gone, MPI_STATUS_IGNORE)) {
        take_mail(s);
        nap(shortest_nap);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* it is gone: only ends the request */
}

static void post_row(void *user, size_t run, bri_study_row *row)
{
    serving *s = user;
    bri_text bytes = {0};
    row_pack(&bytes, run, row);
    bri_study_row_clear(row);
    post(s, ROW, bytes.failed ? "" : bytes.at, bytes.failed ? 0 : bytes.length);
    bri_text_free(&bytes);
}

static int measures_of(void *user, bri_measures **measures)
{
    const serving *s = user;
    bri_error err = error_printer(NULL);
    return exit_status_of(bri_study_file_measures(s->file, measures, &err));
}

/* The study of the texts that rank 0 sends; false: there are none, or it was reported why not. */
static bool receive_study(serving *s)
{
    int length[TEXTS];
    bri_error err = error_printer(NULL);
    bri_model *base = NULL;
    MPI_Bcast(length, TEXTS, MPI_INT, 0, MPI_COMM_WORLD);
    if (!length[0]) {
        s->halted = true;
        return false;
    }
    for (int i = 0; i < TEXTS; i++) {
        s->text[i] = malloc((size_t)length[i]);
        if (!s->text[i]) {
            MPI_Abort(MPI_COMM_WORLD, complain(UNFINISHED, "out of memory: a study"));
            return false;
        }
        MPI_Bcast(s->text[i], length[i], MPI_BYTE, 0, MPI_COMM_WORLD);
    }
    bri_status status = bri_model_parse(s->text[0], strlen(s->text[0]), "the model of the study", &base, &err);
    if (!status) status = bri_study_file_parse(s->text[1], strlen(s->text[1]), s->text[2], base, &s->file, &err);
    bri_model_destroy(base);
    return !status;
}

static void serve(serving *s)
{
    run_jobs jobs = {.measures = measures_of, .take = post_row, .poll = poll, .user = s};
    set_limits(&jobs, s->file);
    run_worker *w = run_worker_begin(&jobs);
    if (!w) return;
    post(s, READY, NULL, 0);
    while (!stop_is_wanted()) {
        take_mail(s);
        if (!s->runs) {
            nap(shortest_nap);
            continue;
        }
        size_t run = (size_t)s->run[0];
        memmove(s->run, s->run + 1, (size_t)--s->runs * sizeof *s->run);
        run_worker_do(w, run);
    }
    run_worker_end(w);
}

void ranks_serve(void)
{
    serving s = {0};
    stop_when_signalled();
    if (receive_study(&s)) serve(&s);
    if (s.text[0]) post(&s, END, NULL, 0);
    while (s.text[0] && !s.halted) { /* which it may be told at the same time */
        take_mail(&s);
        nap(shortest_nap);
    }
    bri_study_file_destroy(s.file);
    for (int i = 0; i < TEXTS; i++)
        free(s.text[i]);
}
