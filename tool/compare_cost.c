/* compare_cost.c - what a law costs at the tolerance of the model, and at an error that is measured against a reference run */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "clock.h"
#include "compare.h"
#include "measure/reference.h"
#include "stopping.h"

static const double reference_tolerance = 1e-12;

static bool go_on(double time, double share, void *user)
{
    (void)time, (void)share, (void)user;
    return !stop_is_wanted();
}

static bri_run_def usual(void)
{
    bri_run_def def = bri_run_defaults();
    def.only_ends = true;
    def.progress = go_on;
    return def;
}

/* Cost of a run by itself: evaluations of the result, or CPU time. */
static bri_status run_alone(const comparison *c, const bri_system *system, const bri_run_def *def,
                            bri_measures *measures, double *cost, bri_error *err)
{
    bri_result *result = NULL;
    double begun = cpu_seconds();
    bri_status status =
        measures ? bri_run_measured(system, def, measures, &result, err) : bri_run(system, def, &result, err);
    *cost = c->by_time ? cpu_seconds() - begun : result ? (double)result->statistics->evaluations : NAN;
    bri_result_destroy(result);
    return status;
}

static bri_status record(const bri_system *system, const char *channel, const bri_run_def *def, bri_recording **h,
                         bri_error *err)
{
    bri_result *result = NULL;
    const bri_column *columns = NULL;
    int count = bri_system_channels(system, &columns), index = 0;
    while (index < count && strcmp(columns[index].name, channel) != 0)
        index++;
    assert(index < count); /* compare has checked it */
    bri_status status = bri_recording_create(system, 1, h, err);
    if (status) return status;
    (*h)->channel[0] = index;
    status = bri_run_observed(system, def, &(bri_observer){bri_recording_step, bri_recording_end, *h}, &result, err);
    bri_result_destroy(result);
    if (!status && (*h)->failed) status = BRI_NO_MEMORY;
    return status;
}

/* One run at a tolerance: its error and its cost. */
static void add_point(const comparison *c, const bri_system *system, double rtol, const bri_recording *reference,
                      one_law *law)
{
    bri_recording *h = NULL;
    bri_run_def def = usual();
    double cost = NAN, end = reference->span[reference->count - 1][1];
    def.rtol = rtol;
    bri_status status = record(system, c->error_channel, &def, &h, NULL);
    if (!status) status = run_alone(c, system, &def, NULL, &cost, NULL);
    if (!status) {
        bri_trajectory y = {h, 0, -INFINITY, end}, other = {reference, 0, -INFINITY, end};
        double error = bri_largest_deviation(&y, &other);
        if (error > 0 && cost > 0) {
            law->log_error[law->points] = log10(error);
            law->log_cost[law->points++] = log10(cost);
        }
    }
    bri_recording_destroy(h);
}

static void measure_errors(const comparison *c, const bri_system *system, one_law *law)
{
    bri_recording *reference = NULL;
    bri_error err = {0};
    bri_run_def def = usual();
    def.integrator = "auto";
    def.rtol = reference_tolerance;
    bri_status status = record(system, c->error_channel, &def, &reference, &err);
    for (int i = 0; !status && i < TOLERANCES && !stop_is_wanted(); i++)
        add_point(c, system, pow(10, -3 - 0.5 * i), reference, law);
    bri_recording_destroy(reference);
    law->has_line = bri_robust_line(law->log_error, law->log_cost, law->points, &law->line);
    if (status)
        snprintf(law->why_no_line, sizeof law->why_no_line, "the reference run: %.250s", err.what);
    else if (!law->has_line)
        snprintf(law->why_no_line, sizeof law->why_no_line,
                 "fewer than three errors differ from 0 and from each other");
}

void run_law(const comparison *c, one_law *law)
{
    bri_system *system = NULL;
    bri_run_def def = usual();
    law->status = bri_system_build(law->model, &system, &law->err);
    if (!law->status) law->status = run_alone(c, system, &def, law->measures, &law->cost, &law->err);
    if (!law->status && c->by_time) law->status = run_alone(c, system, &def, NULL, &law->cost, &law->err);
    if (!law->status && c->error_channel) measure_errors(c, system, law);
    law->done = !stop_is_wanted();
    bri_system_destroy(system);
}

/* --- at equal error ---------------------------------------------------------------------------------------------------------- */

static void range_of(const one_law *law, double *least, double *most)
{
    *least = INFINITY;
    *most = -INFINITY;
    for (int i = 0; i < law->points; i++) {
        *least = fmin(*least, law->log_error[i]);
        *most = fmax(*most, law->log_error[i]);
    }
}

/* The middle, by ratio, of the errors that all laws reach. */
void find_common_error(comparison *c)
{
    double low = -INFINITY, high = INFINITY, least, most;
    for (int i = 0; i < c->laws; i++) {
        if (!c->law[i].has_line) continue;
        range_of(&c->law[i], &least, &most);
        low = fmax(low, least);
        high = fmin(high, most);
    }
    c->error = low <= high && isfinite(low + high) ? pow(10, 0.5 * (low + high)) : NAN;
}

double cost_at(const one_law *law, double error)
{
    return law->has_line ? pow(10, law->line.level + law->line.slope * log10(error)) : NAN;
}
