/* reproduce_pool.c - executes the runs of a paper in as many threads as there are processors */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "clock.h"
#include "reproduce.h"

enum {
    MAX_THREADS = 16
};

struct run_pool {
    paper *b;
    pthread_mutex_t files, lists;
    pthread_cond_t run_done;
    pthread_t thread[MAX_THREADS];
    int threads, next, busy;
};

static bool is_law(const char *path)
{
    size_t length = strlen(path);
    return length > 4 && !strcmp(path + length - 4, ".law");
}

/* Sets the laws first, because other settings may be their parameters. */
bri_status apply_settings(bri_model *model, const bri_node *settings, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; settings && i < 2 * settings->count && !status; i++) {
        int k = i % settings->count;
        if (is_law(settings->key[k]->text) != (i < settings->count)) continue;
        status = bri_model_set_text(model, settings->key[k]->text, settings->value[k]->text, err);
    }
    return status;
}

/* Copies the model file of a case, which is read once. */
static bri_status copy_model(run_pool *c, const paper_case *of, bri_model **model, bri_error *err)
{
    char path[4096];
    paper_case *first = c->b->cases;
    while (strcmp(first->model, of->model) != 0)
        first++;
    snprintf(path, sizeof path, "%s/%s", c->b->folder, of->model);
    pthread_mutex_lock(&c->files);
    bri_status status = first->file ? BRI_OK : bri_model_read(path, &first->file, err);
    pthread_mutex_unlock(&c->files);
    return status ? status : bri_model_copy(first->file, model, err);
}

static bri_status build(run_pool *c, const one_run *run, bri_system **system, bri_error *err)
{
    bri_model *model = NULL;
    const paper_case *of = run->of;
    bri_status status = of->study ? bri_study_model(of->study->file->study, of->study_run, &model, err)
                                  : copy_model(c, of, &model, err);
    if (!status) status = apply_settings(model, run->of->set, err);
    if (!status) status = apply_settings(model, run->changes, err);
    if (!status) status = bri_system_build(model, system, err);
    bri_model_destroy(model);
    return status;
}

/* The measures that a run takes. */
static bri_status list_measures(const one_run *run, bri_measures **measures, bri_error *err)
{
    const paper_case *of = run->of;
    bri_status status =
        of->study ? bri_study_file_measures(of->study->file, measures, err) : bri_measures_create(measures, err);
    for (int i = 0; !status && i < (run->changes ? of->quantities : of->asks); i++)
        status = add_measure_of(of->asked[i], *measures, err);
    if (!status) bri_measures_use_clock(*measures, cpu_seconds);
    return status;
}

static void execute(const paper *b, one_run *run, const bri_system *system)
{
    bri_run_def def = bri_run_defaults();
    const char **channels = b->draws ? channels_wanted(b, run->of) : NULL, *expected_end = run->of->stops;
    def.channels = channels;
    def.only_ends = !b->draws || run->of->study; /* figures show cases of expected.yaml */
    def.most_steps = run->of->study ? run->of->study->file->limit.steps : 0;
    snprintf(run->title, sizeof run->title, "%s", bri_system_title(system));
    run->status = list_measures(run, &run->measures, &run->err);
    if (!run->status) run->status = bri_run_measured(system, &def, run->measures, &run->result, &run->err);
    run->measured = run->result;
    free(channels);
    if (!run->status && b->draws && figures_need_verdict(b, run->of))
        run->status = bri_verdict_over(system, NULL, &run->verdict, &run->err);
    if (expected_end && run->result && run->status && !strcmp(bri_status_name(run->status), expected_end))
        run->status = BRI_OK;
    else if (expected_end && run->result && !run->status)
        run->status = bri_fail(&run->err, BRI_BAD_VALUE,
                               "the run reached its end, but should have ended early with: %s", expected_end);
    if (b->draws) return;
    bri_result_destroy(run->result);
    run->result = NULL;
}

static void do_run(run_pool *c, one_run *run)
{
    bri_system *system = NULL;
    run->status = build(c, run, &system, &run->err);
    if (!run->status) execute(c->b, run, system);
    bri_system_destroy(system);
    pthread_mutex_lock(&c->lists);
    run->done = true;
    pthread_cond_broadcast(&c->run_done);
    pthread_mutex_unlock(&c->lists);
}

/* The next run that is not timed; NULL: no more. */
static one_run *next_run(run_pool *c)
{
    while (c->next < c->b->runs && c->b->run[c->next].of->timed)
        c->next++;
    return c->next < c->b->runs ? &c->b->run[c->next++] : NULL;
}

static void *work(void *context)
{
    run_pool *c = context;
    for (;;) {
        pthread_mutex_lock(&c->lists);
        one_run *run = next_run(c);
        bool last = !run && --c->busy == 0;
        pthread_mutex_unlock(&c->lists);
        if (run) do_run(c, run);
        for (int i = 0; last && i < c->b->runs; i++) /* all other threads have ended */
            if (c->b->run[i].of->timed) do_run(c, &c->b->run[i]);
        if (!run) return NULL;
    }
}

bri_status pool_start(paper *b, run_pool **out, bri_error *err)
{
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    run_pool *c = calloc(1, sizeof *c);
    if (!c) return bri_fail(err, BRI_NO_MEMORY, "out of memory: threads for the cases");
    c->b = b;
    pthread_mutex_init(&c->files, NULL);
    pthread_mutex_init(&c->lists, NULL);
    pthread_cond_init(&c->run_done, NULL);
    pthread_mutex_lock(&c->lists); /* until the number of threads is known */
    while (c->threads < MAX_THREADS && (c->threads == 0 || c->threads < processors) &&
           !pthread_create(&c->thread[c->threads], NULL, work, c))
        c->threads++;
    c->busy = c->threads ? c->threads : 1;
    pthread_mutex_unlock(&c->lists);
    if (!c->threads) work(c); /* without threads: execute all runs now */
    *out = c;
    return BRI_OK;
}

void pool_wait(run_pool *c, const one_run *run)
{
    pthread_mutex_lock(&c->lists);
    while (!run->done)
        pthread_cond_wait(&c->run_done, &c->lists);
    pthread_mutex_unlock(&c->lists);
}

void pool_end(run_pool *c)
{
    if (!c) return;
    for (int i = 0; i < c->threads; i++)
        pthread_join(c->thread[i], NULL);
    pthread_mutex_destroy(&c->files);
    pthread_mutex_destroy(&c->lists);
    pthread_cond_destroy(&c->run_done);
    free(c);
}
