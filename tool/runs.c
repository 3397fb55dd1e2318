/* runs.c - does runs of a study in several threads, each with its measures, within limits */
#include "runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "command.h"
#include "crew.h"
#include "stopping.h"

typedef struct worker { /* what one thread needs for itself */
    const run_jobs *of;
    bri_measures *measures;
    double begun;               /* CPU time at the beginning of a run */
    bool too_long, interrupted; /* why the run was stopped */
} worker;

static void *begin(void *user)
{
    const run_jobs *of = user;
    worker *w = calloc(1, sizeof *w);
    if (w) w->of = of;
    if (w && !of->measures(of->user, &w->measures)) {
        bri_measures_use_clock(w->measures, cpu_seconds);
        return w;
    }
    free(w);
    return NULL;
}

static void end(void *own)
{
    worker *w = own;
    bri_measures_destroy(w->measures);
    free(w);
}

static bool may_go_on(double time, double share, void *user)
{
    worker *w = user;
    (void)time, (void)share;
    w->too_long = isfinite(w->of->cpu_limit) && cpu_seconds() - w->begun > w->of->cpu_limit;
    w->interrupted = stop_is_wanted();
    return !w->too_long && !w->interrupted;
}

static void explain_limit(const worker *w, bri_study_row *row)
{
    char text[400];
    snprintf(text, sizeof text, "%.200s, after %.3g s of CPU time (%s)", row->message ? row->message : "stopped",
             w->of->cpu_limit, w->of->limit);
    free(row->message);
    row->message = strdup(text);
}

static void run_one(void *own, size_t job)
{
    worker *w = own;
    size_t run = w->of->run ? w->of->run[job] : job;
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

void do_runs(const run_jobs *jobs)
{
    crew_work(&(crew){jobs->count, jobs->threads, begin, run_one, end, (void *)(size_t)jobs, jobs->quiet});
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
