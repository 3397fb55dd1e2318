/* run.c - a whole run: rows at even times, summaries of its steps */
#include "sim/run.h"

#include <assert.h>
#include <fnmatch.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "sim/account.h"
#include "sim/event_log.h"
#include "sim/extremes.h"
#include "sim/measure.h"
#include "sim/redundancy_summary.h"
#include "sim/result.h"
#include "sim/settings.h"
#include "sim/tangent.h"
#include "sim/tolerance.h"
#include "system/count_solutions.h"
#include "system/energy.h"
#include "system/events.h"
#include "system/no_solution.h"
#include "system/tolerance.h"

enum {
    ROWS = 500,          /* without a given interval */
    MOST_ROWS = 20000000 /* of output */
};

typedef struct recorder {
    bri_sim *sim;
    bri_result *result;
    int *column;               /* which channels are wanted, */
    bool solves;               /* whether the equations must be solved for them, */
    bool are_states;           /* and whether they are all elements of x */
    size_t columns, rows, row; /* rows: of the table */
    double start, interval;
    const double *row_times; /* NULL: even rows */
    bri_tangent *tangent;    /* NULL: no derivatives are wanted */
    double most_kinetic;     /* energy at the end of a step so far, J */
    bri_measure *measure;
    bri_extremes *extremes;
    const bri_observer *observer; /* NULL: none */
    double from;                  /* summaries begin here, s */
    double *sums_from;            /* quadratures of energy there */
    bri_event_log log;
    bri_arena arena;
} recorder;

/* --- channels that are wanted -------------------------------------------------------------------------------------------- */

static const char *next_channel(void *context, int index)
{
    const bri_system *s = context;
    return index < s->channels ? s->channel[index].name : NULL;
}

static bri_status choose_columns(recorder *to, const bri_system *s, const char *const *names, int count, bri_error *err)
{
    bri_status first = BRI_OK;
    bool *wanted = calloc((size_t)s->channels, sizeof *wanted);
    to->column = calloc((size_t)s->channels, sizeof *to->column);
    if (!wanted || !to->column) {
        free(wanted);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d channels", s->channels);
    }
    wanted[0] = true; /* time */
    for (int n = 0; n < count; n++) {
        bool any = false;
        for (int i = 0; i < s->channels; i++)
            if (!fnmatch(names[n], s->channel[i].name, 0)) any = wanted[i] = true;
        char hint[200];
        if (any) continue;
        bri_text_suggest(hint, sizeof hint, names[n], next_channel, (void *)(uintptr_t)s);
        bri_status status = bri_fail(err, BRI_NOT_FOUND, "there is no channel '%.60s'%s", names[n], hint);
        first = first ? first : status;
    }
    for (int i = 0; i < s->channels; i++)
        if (count == 0 || wanted[i]) to->column[to->columns++] = i;
    to->solves = bri_channels_need_solution(s, to->column, to->columns);
    to->are_states = bri_channels_are_states(s, to->column, to->columns);
    free(wanted);
    return first;
}

/* --- rows ------------------------------------------------------------------------------------------------------ */

/* The equations have no solution where a row is due: the run ends, whatever the steps around it found. */
static bri_status fail_row(const recorder *to, double t, bri_error *err)
{
    bri_evaluation *at = &to->sim->observer;
    const bri_failure *of_engine = &to->sim->engine->failure; /* why the run cannot go on, if that is known */
    bri_failure failure = of_engine->is_final && of_engine->text[0] ? *of_engine : at->solution.failure;
    if (!failure.text[0] && to->sim->system->patches)
        bri_explain_no_solution(&to->sim->engine->solver, &at->point, &to->sim->engine->options, &at->solution,
                                &failure);
    if (failure.text[0]) return bri_fail(err, failure.status, "%s", failure.text);
    return bri_fail(err, BRI_NO_SOLUTION, "no solution of the equations was found at t = %.9g s", t);
}

static bri_status record_row(recorder *to, double t, const double *x, const double *discrete, bri_error *err)
{
    bri_sim *sim = to->sim;
    double *row = bri_table_row(to->result->channels, to->row);
    if (to->are_states) {
        bri_channels_of_states(sim->system, to->column, to->columns, t, x, row);
    } else {
        bri_outcome outcome = bri_channels_of(sim->engine, &sim->observer, t, x, discrete, to->solves, sim->values);
        if (outcome != BRI_FINE) return fail_row(to, t, err);
        for (size_t c = 0; c < to->columns; c++)
            row[c] = sim->values[to->column[c]];
    }
    bool after = t == bri_stepper_time(sim->stepper);
    const bri_tangent_row_of of = {t,          after,       x,          discrete,      sim->values,
                                   to->column, to->columns, to->solves, to->are_states};
    if (to->tangent) bri_tangent_row(to->tangent, &of, row + to->columns);
    to->row++;
    return BRI_OK;
}

/* The time at which the next row is due. */
static double next_row(const recorder *to, double until)
{
    if (to->row_times) return to->row < to->rows ? to->row_times[to->row] : INFINITY;
    double t = to->start + (double)to->row * to->interval;
    return t > until * (1 - tol_row_time) || to->row + 1 >= to->rows ? until : t;
}

/* Rows whose time lies within the last step. */
static bri_status record_step(recorder *to, double until, bri_error *err)
{
    bri_sim *sim = to->sim;
    double now = bri_stepper_time(sim->stepper), t = -INFINITY;
    bri_status status = BRI_OK;
    while (!status && t < until) {
        t = next_row(to, until);
        if (t > now || to->row >= to->result->channels->rows) break;
        status = t == now /* after what happened there */
                     ? record_row(to, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), err)
                     : record_row(to, t, bri_sim_interpolate(sim, t), sim->discrete_before, err);
    }
    return status;
}

/* A state without solution: what is no part of it, forces and accelerations, is not a number. */
static void record_state(recorder *to, double t)
{
    bri_sim *sim = to->sim;
    double *row = bri_table_row(to->result->channels, to->row++);
    bri_channels_of(sim->engine, &sim->observer, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), false,
                    sim->values);
    for (size_t c = 0; c < to->columns; c++)
        row[c] = sim->system->follows[to->column[c]] ? sim->values[to->column[c]] : NAN;
    for (size_t c = to->columns; c < to->result->channels->columns; c++)
        row[c] = NAN; /* derivatives */
}

/* The last state of a run that ended early, whose equations may have no solution there: then as the last step led to it. */
static void record_last(recorder *to)
{
    bri_table *table = to->result->channels;
    bri_sim *sim = to->sim;
    double t = bri_stepper_time(sim->stepper);
    if (to->row_times || to->row >= table->rows || (to->row > 0 && bri_table_row(table, to->row - 1)[0] >= t)) return;
    if (record_row(to, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), NULL) &&
        record_row(to, t, bri_sim_interpolate(sim, t), sim->discrete_before, NULL))
        record_state(to, t);
}

static void record_kinetic_energy(recorder *to)
{
    const bri_system *s = to->sim->system;
    const double *u = bri_sim_states(to->sim) + BRI_DOF * s->bodies;
    double energy = 0;
    for (int b = 0; b < s->bodies; b++, u += BRI_DOF)
        energy += 0.5 * (s->mass[b] * (u[0] * u[0] + u[1] * u[1]) + s->inertia[b] * u[2] * u[2]);
    to->most_kinetic = fmax(to->most_kinetic, energy);
}

/* --- summaries ------------------------------------------------------------------------------------------------------------- */

/* The last step, or its part after the beginning of summaries. */
static void summarise_step(recorder *to, double from)
{
    bri_sim *sim = to->sim;
    const bri_system *s = sim->system;
    if (!(bri_stepper_time(sim->stepper) > to->from)) return;
    if (from < to->from) {
        from = to->from;
        memcpy(to->sums_from, bri_sim_interpolate(sim, from) + s->states, (size_t)s->quadratures * sizeof(double));
    }
    bri_measure_step(to->measure, sim, from);
    bri_extremes_step(to->extremes, sim, from);
}

static void close_summaries(recorder *to)
{
    const bri_system *s = to->sim->system;
    const double *sums = bri_sim_states(to->sim) + s->states;
    double span = to->result->end - to->from;
    for (int i = 0; i < s->quadratures; i++)
        to->sums_from[i] = sums[i] - to->sums_from[i];
    bri_measure_close(to->measure, s, to->sums_from, span);
    bri_extremes_close(to->extremes, s, to->sums_from, span);
    bri_redundancy_close(s, to->result->redundancy, to->result->end - to->start);
}

/* --- the run -------------------------------------------------------------------------------------------------------------- */

static bri_status take_row_times(recorder *to, const bri_run_def *def, double until, bri_error *err)
{
    for (size_t i = 0; i < def->rows; i++)
        if (!(def->row_times[i] >= (i ? def->row_times[i - 1] : to->start) && def->row_times[i] <= until))
            return bri_fail(err, BRI_BAD_VALUE,
                            "row_times[%zu] is %g s: times of rows must ascend from %g s to %g s, the end of the run",
                            i, def->row_times[i], to->start, until);
    to->rows = def->rows;
    return BRI_OK;
}

static bri_status count_rows(recorder *to, double until, double interval, bri_error *err)
{
    double rows = floor((until - to->start) / interval * (1 - tol_row_count)) + 2;
    if (!(rows <= MOST_ROWS))
        return bri_fail(err, BRI_BAD_VALUE, "an interval of %g s over %g s makes %.0f rows; at most %d are kept",
                        interval, until - to->start, rows, MOST_ROWS);
    to->interval = interval;
    to->rows = (size_t)rows;
    return BRI_OK;
}

static bri_status make_table(recorder *to, const bri_system *s, bri_error *err)
{
    size_t columns = to->columns + (to->columns - 1) * (size_t)to->result->derivatives;
    bri_status status = bri_table_create(columns, to->rows, &to->result->channels, err);
    for (size_t c = 0; !status && c < to->columns; c++)
        status = bri_table_name(to->result->channels, c, s->channel[to->column[c]].name, s->channel[to->column[c]].unit,
                                err);
    if (!status && to->tangent) status = bri_tangent_name_columns(to->result, to->columns, err);
    return status;
}

static bri_status observe_start(recorder *to, bri_error *err)
{
    bri_sim *sim = to->sim;
    bri_outcome outcome = bri_sim_observe(sim, to->start, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    return outcome == BRI_FINE ? BRI_OK : fail_row(to, to->start, err);
}

/* The stick state with which each interface begins: there is no event for it. Requires the start to be observed. */
static void record_start(const recorder *to)
{
    const bri_system *s = to->sim->system;
    const bri_discrete *d = &to->sim->observer.point.discrete;
    for (int k = 0; k < s->interfaces; k++)
        if (s->interface[k].sticks && !bri_is_separated(d, k))
            to->result->friction_summary[k]->begins = bri_stick_name(&d->stick[k]);
}

/* After a step. A run that has reached its end is complete, whatever is answered. */
static bri_status report_progress(const recorder *to, const bri_run_def *def, double until, bri_error *err)
{
    double t = bri_stepper_time(to->sim->stepper), share = t < until ? (t - to->start) / (until - to->start) : 1;
    if (!def->progress || def->progress(t, fmin(share, 1), def->user) || !(t < until)) return BRI_OK;
    return bri_fail(err, BRI_STOPPED, "stopped at t = %.9g s", t);
}

static bri_status go(recorder *to, const bri_run_def *def, double until, bri_error *err)
{
    bri_sim *sim = to->sim;
    bri_status status = observe_start(to, err);
    if (!status && next_row(to, until) <= to->start)
        status = record_row(to, to->start, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), err);
    to->log = (bri_event_log){.sim = sim, .result = to->result};
    if (!status) record_start(to);
    if (!status) bri_log_start(&to->log, to->start, &sim->observer.solution);
    to->result->start = to->start;
    to->result->from = to->from;
    for (long steps = 0; !status && bri_stepper_time(sim->stepper) < until; steps++) {
        if (def->most_steps > 0 && steps >= def->most_steps) {
            status = bri_fail(err, BRI_STOPPED, "stopped at t = %.9g s: the run needs more than %ld steps",
                              bri_stepper_time(sim->stepper), def->most_steps);
            break;
        }
        double from = bri_stepper_time(sim->stepper);
        status = bri_sim_step(sim, until, err);
        if (status) break;
        if (to->tangent) bri_tangent_step(to->tangent, from);
        record_kinetic_energy(to);
        summarise_step(to, from);
        bri_log_coherence(&to->log, from);
        status = record_step(to, until, err);
        bri_log_step(&to->log, from);
        if (to->tangent) bri_tangent_events(to->tangent, to->result);
        if (to->observer) to->observer->step(to->observer->user, sim, from);
        if (!status) status = report_progress(to, def, until, err);
    }
    if (to->observer) to->observer->end(to->observer->user, sim);
    bri_log_end(&to->log);
    to->result->end = bri_stepper_time(sim->stepper);
    if (status) {
        to->result->partial = true;
        if (err) to->result->why = bri_arena_text(bri_result_arena(to->result), "%s", err->what);
        record_last(to);
        to->result->channels->rows = to->row;
    }
    return status;
}

/* All that a run needs before its first row; of the rows only their number. */
static bri_status prepare(recorder *to, const bri_system *s, const bri_run_def *def, double *until, bri_error *err)
{
    bri_run_params settings;
    *to = (recorder){.start = s->t0, .from = fmax(def->from, s->t0), .row_times = def->row_times};
    bri_status status = bri_settings_of(s, def, &settings, err);
    if (status) return status;
    const char *const *names = (const char *const *)(const void *)settings.channels.at;
    int count = settings.channels.count;
    *until = settings.until;
    if (!(*until > to->from))
        return bri_fail(err, BRI_BAD_VALUE, "summaries from %g s on need a run that ends later than at %g s", to->from,
                        *until);
    if (def->channels)
        for (names = def->channels, count = 0; names[count];)
            count++;
    status = bri_sim_create(s, def, &to->sim, err);
    if (!status) {
        to->sums_from = bri_arena_take(&to->arena, (size_t)s->quadratures + 1, sizeof(double));
        if (to->arena.failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a run");
    }
    if (!status && !(to->result = bri_result_create()))
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a result");
    if (!status) status = choose_columns(to, s, names, count, err);
    if (!status) status = bri_extremes_create(s, to->result, &to->extremes, err);
    if (!status) bri_extremes_follow(to->extremes, to->sim);
    if (!status) status = bri_measure_create(s, to->result, &to->measure, err);
    double interval = settings.interval > 0 ? settings.interval : (*until - s->t0) / ROWS;
    if (!status && def->row_times)
        status = take_row_times(to, def, *until, err);
    else if (!status)
        status = count_rows(to, *until, interval, err);
    if (def->only_ends && !def->row_times) {
        to->interval = *until - s->t0;
        to->rows = 2;
    }
    if (!status) status = bri_tangent_create(to->sim, def, to->result, &to->tangent, err);
    return status;
}

static void put_away(recorder *to)
{
    free(to->column);
    bri_arena_free(&to->arena);
    bri_tangent_destroy(to->tangent);
    bri_measure_destroy(to->measure);
    bri_extremes_destroy(to->extremes);
    bri_sim_destroy(to->sim);
}

bri_status bri_run_check(const bri_system *s, const bri_run_def *given, bri_error *err)
{
    bri_error_clear(err);
    assert(s);
    bri_run_def def;
    recorder to = {0};
    double until;
    bri_status status = bri_run_def_given(given, &def, err);
    if (!status) status = prepare(&to, s, &def, &until, err);
    if (!status) status = observe_start(&to, err);
    bri_result_destroy(to.result);
    put_away(&to);
    return status;
}

bri_status bri_run_observed(const bri_system *s, const bri_run_def *given, const bri_observer *observer,
                            bri_result **out, bri_error *err)
{
    bri_run_def def;
    recorder to = {0};
    double until;
    *out = NULL;
    bri_status status = bri_run_def_given(given, &def, err);
    if (!status) status = prepare(&to, s, &def, &until, err);
    to.observer = observer;
    if (!status) status = make_table(&to, s, err);
    if (!status) {
        status = go(&to, &def, until, err);
        bri_status closed = bri_close_balance(to.sim, to.result, to.most_kinetic, err);
        status = status ? status : closed;
        close_summaries(&to);
        if (to.tangent) bri_tangent_close(to.tangent, to.result);
        bri_fill_statistics(to.sim, to.result);
        if (!status && bri_result_arena(to.result)->failed) {
            status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a result");
            to.result->partial = true;
        }
        *out = to.result;
    } else {
        bri_result_destroy(to.result);
    }
    put_away(&to);
    return status;
}

bri_status bri_run(const bri_system *s, const bri_run_def *def, bri_result **result, bri_error *err)
{
    bri_error_clear(err);
    assert(s && result);
    return bri_run_observed(s, def, NULL, result, err);
}
