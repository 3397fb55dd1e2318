/* runs.c - does runs of a study in several threads, each with its measures, within limits */
#include "runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "command.h"
#include "crew.h"
#include "stopping.h"

struct run_worker { /* what one thread needs for itself */
    const run_jobs *of;
    bri_measures *measures;
    double begun;               /* CPU time at the beginning of a run */
    bool too_long, interrupted; /* why the run was stopped */
};

run_worker *run_worker_begin(const run_jobs *of)
{
    run_worker *w = calloc(1, sizeof *w);
    if (w) w->of = of;
    if (w && !of->measures(of->user, &w->measures)) {
        bri_measures_use_clock(w->measures, cpu_seconds);
        return w;
    }
    free(w);
    return NULL;
}

void run_worker_end(run_worker *w)
{
    bri_measures_destroy(w->measures);
    free(w);
}

static bool may_go_on(double time, double share, void *user)
{
    run_worker *w = user;
    (void)time, (void)share;
    if (w->of->poll) w->of->poll(w->of->user);
    w->too_long = isfinite(w->of->cpu_limit) && cpu_seconds() - w->begun > w->of->cpu_limit;
    w->interrupted = stop_is_wanted();
    return !w->too_long && !w->interrupted;
}

static void explain_limit(const run_worker *w, bri_study_row *row)
{
    char text[400];
    snprintf(text, sizeof text, "%.200s, after %.3g s of CPU time (%s)", row->message ? row->message : "stopped",
             w->of->cpu_limit, w->of->limit);
    free(row->message);
    row->message = strdup(text);
}

void run_worker_do(run_worker *w, size_t run)
{
    bri_study_row row;
    w->begun = cpu_seconds();
    w->too_long = w->interrupted = false;
    bri_study_run(w->of->study, run, w->measures, w->of->most_steps, may_go_on, w, &row);
    row.seconds = cpu_seconds() - w->begun;
    if (row.status == BRI_STOPPED && w->too_long) explain_limit(w, &row);
    if (row.status == BRI_STOPPED && !w->too_long && w->interrupted)
        bri_study_row_clear(&row); /* it was not done */
    else
        w->of->take(w->of->user, run, &row);
}

static void *begin(void *user) { return run_worker_begin(user); }
static void end(void *own) { run_worker_end(own); }

static void do_job(void *own, size_t job)
{
    run_worker *w = own;
    run_worker_do(w, w->of->run ? w->of->run[job] : job);
}

bool runs_are_timed(const bri_measures *measures)
{
    for (int i = 0; i < bri_measures_count(measures); i++)
        if (!strncmp(bri_measures_get(measures, i)->text, "seconds", 7)) return true;
    return false;
}

void do_runs(const run_jobs *jobs)
{
    crew_work(&(crew){jobs->count, jobs->threads, begin, do_job, end, (void *)(size_t)jobs, jobs->quiet, jobs->every});
}

int read_threads(const command_line *arguments, int *threads)
{
    double number = 0;
    int status = option_number(arguments, "threads", "1", &number);
    if (!status && option_value(arguments, "threads") && !(number >= 1 && number <= 256 && number == floor(number)))
        return complain(BAD_INPUT, "--threads is %s, and must be a whole number from 1 to 256",
                        option_value(arguments, "threads"));
    *threads = (int)number;
    return status;
}
