/* run.c - a whole run: rows at even times, events, the energy balance, statistics */
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
#include "sim/events_so_far.h"
#include "sim/extremes.h"
#include "sim/measure.h"
#include "sim/redundancy_summary.h"
#include "sim/result.h"
#include "sim/settings.h"
#include "sim/tolerance.h"
#include "system/count_solutions.h"
#include "system/energy.h"
#include "system/events.h"
#include "system/tolerance.h"

enum {
    ROWS = 500,           /* without a given interval */
    MOST_ROWS = 20000000, /* of output */
    MOST_CHANGES = 20,    /* of coherence, in one step */
    MOST_EVENTS = 100000  /* kept; the rest is counted */
};

typedef struct recorder {
    bri_sim *sim;
    bri_result *result;
    int *column;               /* which channels are wanted, */
    bool solves;               /* and whether the equations must be solved for them */
    size_t columns, rows, row; /* rows: of the table */
    double start, interval;
    double most_kinetic; /* energy at the end of a step so far, J */
    bri_measure *measure;
    bri_extremes *extremes;
    const bri_observer *observer; /* NULL: none */
    double from;                  /* summaries begin here, s */
    double *sums_from;            /* quadratures of energy there */
    int room;                     /* for events */
    bool weak;                    /* the constraints were nearly dependent in the last step */
    bool several;                 /* friction and reactions had several solutions at the end of the last step, */
    double several_since;         /* from this time on, */
    const char *several_at;       /* which differ most in the friction of this interface */
    bool rules_differ;            /* of interfaces at their limits: that was reported */
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
    free(wanted);
    return first;
}

/* --- rows and events ------------------------------------------------------------------------------------------------------ */

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
    bri_outcome outcome = bri_channels_of(sim->engine, &sim->observer, t, x, discrete, to->solves, sim->values);
    if (outcome != BRI_FINE) return fail_row(to, t, err);
    for (size_t c = 0; c < to->columns; c++)
        row[c] = sim->values[to->column[c]];
    to->row++;
    return BRI_OK;
}

/* Rows whose time lies within the last step. */
static bri_status record_step(recorder *to, double until, bri_error *err)
{
    bri_sim *sim = to->sim;
    double now = bri_stepper_time(sim->stepper), t = -INFINITY;
    bri_status status = BRI_OK;
    while (!status && t < until) {
        t = to->start + (double)to->row * to->interval;
        if (t > until * (1 - tol_row_time) || to->row + 1 >= to->result->channels->rows) t = until;
        if (t > now || to->row >= to->result->channels->rows) break;
        status = t == now /* after what happened there */
                     ? record_row(to, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), err)
                     : record_row(to, t, bri_sim_interpolate(sim, t), sim->discrete_before, err);
    }
    return status;
}

/* The last state of a run that ended early. */
static void record_last(recorder *to)
{
    bri_table *table = to->result->channels;
    double t = bri_stepper_time(to->sim->stepper);
    if (to->row >= table->rows || (to->row > 0 && bri_table_row(table, to->row - 1)[0] >= t)) return;
    record_row(to, t, bri_sim_states(to->sim), bri_stepper_discrete(to->sim->stepper), NULL);
}

static void add_event(recorder *to, double t, const bri_event_record *note)
{
    bri_result *result = to->result;
    if (result->events == MOST_EVENTS) {
        result->events_left_out++;
        return;
    }
    bri_arena *arena = bri_result_arena(result);
    if (result->events == to->room) {
        int room = to->room ? 2 * to->room : 64;
        bri_event **list = bri_arena_take(arena, (size_t)room, sizeof(bri_event *));
        if (list && to->room) memcpy(list, result->event, (size_t)to->room * sizeof(bri_event *));
        if (list) result->event = list, to->room = room;
    }
    bri_event *event = bri_arena_take(arena, 1, sizeof *event);
    const char *what = bri_arena_text(arena, "%s%s %s", note->of, note->is_clause ? ":" : "", note->what);
    const char *joint = bri_arena_text(arena, "%s", note->of), *unit = bri_arena_text(arena, "%s", note->unit);
    if (arena->failed) {
        result->events_left_out++;
        return;
    }
    *event = (bri_event){.time = t,
                         .what = what,
                         .joint = joint,
                         .event = what + strlen(what) - strlen(note->what),
                         .value = note->value,
                         .unit = unit};
    result->event[result->events++] = event;
}

static void add_plain_event(recorder *to, double t, const char *of, const char *what)
{
    add_event(to, t, &(bri_event_record){of, what, false, NAN, ""});
}

/* Constraints that become nearly dependent: the mechanism passes a singular configuration. Redundant ones always are. */
static void record_singularity(recorder *to)
{
    const bri_engine *e = to->sim->engine;
    const bri_system *s = to->sim->system;
    const sys_joint *joint = bri_joint_of_row(s, e->dependent_row);
    bool weak = e->independence < tol_singular_event && !s->redundant;
    if (weak) {
        bri_sim *sim = to->sim;
        bri_discrete_unpack(&sim->before, sim->discrete_before);
        bri_discrete_unpack(&sim->after, bri_stepper_discrete(sim->stepper));
        weak = !bri_any_sticks(&sim->after) && !bri_any_sticks(&sim->before);
    }
    if (weak && !to->weak && joint)
        add_plain_event(to, bri_stepper_time(to->sim->stepper), joint->name, "is near a singular configuration");
    to->weak = weak;
}

/* Friction directions that become consistent or inconsistent within the last step. */
static void record_coherence(recorder *to, double from)
{
    bri_redundancy_summary *summary = to->result->redundancy;
    double t;
    for (int turn = 0; turn < MOST_CHANGES && !isnan(t = bri_redundancy_step(to->sim, to->result, from, turn > 0));
         turn++) {
        from = t;
        summary->is_incoherent = !summary->is_incoherent;
        add_plain_event(to, t, "friction at rest",
                        summary->is_incoherent ? "has inconsistent directions" : "has consistent directions");
    }
}

/* Counts the solutions of friction and reactions at a point of the run. */
static bool has_several(bri_sim *sim, double t, const double *x, const double *discrete, bri_solutions *found)
{
    bri_instant at = bri_instant_of(sim->engine, t, x, discrete);
    bool several = !bri_count_solutions(sim->engine, &sim->observer, &at, found, NULL) && found->count > 1;
    bri_point_forget(&sim->observer.point);
    return several;
}

/* The time within the last step at which a second solution appears or ends; states before events of its end. */
static double locate_solutions(recorder *to, double from, bool several)
{
    bri_sim *sim = to->sim;
    bri_solutions found;
    double before = from, after = bri_stepper_time(sim->stepper), least = tol_solutions_time * (after - from);
    while (after - before > least) {
        double middle = 0.5 * (before + after);
        if (!(middle > before && middle < after)) break; /* a step of a few roundings of time */
        bool here = has_several(sim, middle, bri_sim_interpolate(sim, middle), sim->discrete_before, &found);
        *(here == several ? &after : &before) = middle;
    }
    return after;
}

/* Friction and reactions that have several solutions while interfaces slide (Painleve paradox), at the end of the last step,
 * which began at a time; with the one that the run takes. near: of a point at or near this one. */
static void record_solutions(recorder *to, double from, const bri_solution *near)
{
    bri_sim *sim = to->sim;
    const bri_system *s = sim->system;
    double now = bri_stepper_time(sim->stepper);
    bri_solutions found;
    bool several = bri_may_have_several(near) &&
                   has_several(sim, now, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), &found);
    if (several == to->several) return;
    double t = now > from ? locate_solutions(to, from, several) : now;
    to->several = several;
    if (!several) {
        to->result->several_solutions += t - to->several_since;
        add_plain_event(to, t, to->several_at, "friction has one solution again");
        return;
    }
    char what[100];
    int at =
        snprintf(what, sizeof what, "friction has %s%d solutions", found.all_found ? "" : "at least ", found.count);
    to->several_since = t;
    to->several_at = s->interface[0].label;
    if (found.component >= 0) {
        to->several_at = s->interface[s->patch[s->component[found.component].patch].interface].label;
        snprintf(what + at, sizeof what - (size_t)at, ": %.4g N taken, not %.4g N", found.taken, found.other);
    }
    add_event(to, t, &(bri_event_record){to->several_at, what, false, found.taken, "N"});
}

static void record_event(const bri_event_record *note, void *user)
{
    recorder *to = user;
    add_event(to, bri_stepper_time(to->sim->stepper), note);
}

static void record_events(recorder *to)
{
    bri_events_report(to->sim, record_event, to);
    bri_rules_differ *differ = &to->sim->engine->rules_differ;
    if (differ->interface < 0 || to->rules_differ) return;
    if (differ->t > bri_stepper_time(to->sim->stepper)) { /* of a trial step that was too long */
        differ->interface = -1;
        return;
    }
    to->rules_differ = true;
    add_event(to, differ->t,
              &(bri_event_record){.of = to->sim->system->interface[differ->interface].label,
                                  .what = differ->is_kept ? "friction kept: no choice found by the rule of redundancy"
                                                          : "at its limit: eq. 20 and compliant joints differ",
                                  .value = NAN,
                                  .unit = ""});
}

/* --- the energy balance ---------------------------------------------------------------------------------------------------- */

static void record_kinetic_energy(recorder *to)
{
    const bri_system *s = to->sim->system;
    const double *u = bri_sim_states(to->sim) + BRI_DOF * s->bodies;
    double energy = 0;
    for (int b = 0; b < s->bodies; b++, u += BRI_DOF)
        energy += 0.5 * (s->mass[b] * (u[0] * u[0] + u[1] * u[1]) + s->inertia[b] * u[2] * u[2]);
    to->most_kinetic = fmax(to->most_kinetic, energy);
}

static void add_term(const char *name, double energy, bool stored, void *user)
{
    bri_result *result = user;
    bri_energy_term *term = result->term[result->terms++];
    term->name = bri_arena_text(bri_result_arena(result), "%s", name);
    term->energy = energy;
    term->stored = stored;
    result->energy_turnover += fabs(energy);
}

static bri_status close_energy_balance(recorder *to, bri_error *err)
{
    bri_sim *sim = to->sim;
    const bri_system *s = sim->system;
    bri_result *result = to->result;
    result->term = bri_arena_list(bri_result_arena(result), (size_t)(s->quadratures + 8), sizeof **result->term);
    if (!result->term) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the energy balance");
    result->energy_error = bri_sim_energy_balance(sim, add_term, result);
    double by_rates = bri_sum_of_group(s, BRI_SUM_STABILISATION, bri_sim_states(sim) + s->states);
    result->energy_drift = by_rates + sim->engine->drifted;
    result->energy_stabilised = by_rates + sim->engine->projected;
    result->energy_impacts = sim->impacts;
    result->energy_scale = bri_energy_scale(s);
    result->energy_turnover = fmax(result->energy_turnover, to->most_kinetic); /* it came and went */
    return BRI_OK;
}

/* The integrator that was used, or both, and why. */
static void describe_integrator(recorder *to, const bri_stepper_counts *counts)
{
    const bri_sim *sim = to->sim;
    const bri_stepper_def *def = &sim->stepper_def;
    bri_arena *arena = bri_result_arena(to->result);
    bri_statistics *st = to->result->statistics;
    double share = counts->stiff_time / (bri_stepper_time(sim->stepper) - to->start);
    const char *name = def->integrator->kind.name,
               *stiff = def->stiff_integrator ? def->stiff_integrator->kind.name : "";
    st->switches = counts->switches;
    st->stiff_share = counts->stiff_time > 0 ? share : 0;
    if (counts->switches) {
        st->integrator = bri_arena_text(arena, "%s and %s", name, stiff);
        st->why = bri_arena_text(arena, "stiff for %.3g %% of the time; %ld switch%s, the first at %.4g s", 100 * share,
                                 counts->switches, counts->switches == 1 ? "" : "es", counts->first_switch);
    } else if (counts->stiff_time > 0) {
        st->integrator = bri_arena_text(arena, "%s", stiff);
        st->why = "stiff";
    } else {
        st->integrator = bri_arena_text(arena, "%s", name);
        st->why = bri_arena_text(arena, "%s", sim->why_integrator);
    }
}

static void fill_statistics(recorder *to)
{
    bri_sim *sim = to->sim;
    bri_stepper_counts counts = bri_stepper_count(sim->stepper);
    bri_statistics *st = to->result->statistics;
    *st = (bri_statistics){.steps = counts.steps,
                           .rejected = counts.rejected,
                           .events = counts.events,
                           .evaluations = counts.evaluations,
                           .solves = sim->engine->solver.count.solves,
                           .iterations = sim->engine->solver.count.iterations,
                           .position_error = sim->engine->worst_position,
                           .velocity_error = sim->engine->worst_velocity,
                           .bytes = sim->engine->arena.bytes + sim->system->arena.bytes};
    describe_integrator(to, &counts);
    st->constraints = bri_hold_names[sim->engine->stabilisation];
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
    bri_status status = bri_table_create(to->columns, to->rows, &to->result->channels, err);
    for (size_t c = 0; !status && c < to->columns; c++)
        status = bri_table_name(to->result->channels, c, s->channel[to->column[c]].name, s->channel[to->column[c]].unit,
                                err);
    return status;
}

static bri_status observe_start(recorder *to, bri_error *err)
{
    bri_sim *sim = to->sim;
    bri_outcome outcome = bri_sim_observe(sim, to->start, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    return outcome == BRI_FINE ? BRI_OK : fail_row(to, to->start, err);
}

static bri_status go(recorder *to, const bri_run_def *def, double until, bri_error *err)
{
    bri_sim *sim = to->sim;
    bri_status status = observe_start(to, err);
    if (!status) status = record_row(to, to->start, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), err);
    if (!status) record_solutions(to, to->start, &sim->observer.solution);
    to->result->start = to->start;
    to->result->from = to->from;
    for (long steps = 0; !status && bri_stepper_time(sim->stepper) < until; steps++) {
        if (def->most_steps > 0 && steps >= def->most_steps) {
            status = bri_fail(err, BRI_STOPPED, "stopped at t = %.9g s: the run needs more than %ld steps",
                              bri_stepper_time(sim->stepper), def->most_steps);
            break;
        }
        if (def->progress) {
            double t = bri_stepper_time(sim->stepper);
            if (!def->progress(t, (t - to->start) / (until - to->start), def->user)) {
                status = bri_fail(err, BRI_STOPPED, "stopped at t = %.9g s", t);
                break;
            }
        }
        double from = bri_stepper_time(sim->stepper);
        status = bri_sim_step(sim, until, err);
        if (status) break;
        record_kinetic_energy(to);
        summarise_step(to, from);
        record_coherence(to, from);
        status = record_step(to, until, err);
        record_events(to);
        record_singularity(to);
        record_solutions(to, from, &sim->engine->rates.solution);
        if (to->observer) to->observer->step(to->observer->user, sim, from);
    }
    if (to->observer) to->observer->end(to->observer->user, sim);
    if (to->several) to->result->several_solutions += bri_stepper_time(sim->stepper) - to->several_since;
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
    *to = (recorder){.start = s->t0, .from = fmax(def->from, s->t0)};
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
    if (!status) status = bri_measure_create(s, to->result, &to->measure, err);
    double interval = settings.interval > 0 ? settings.interval : (*until - s->t0) / ROWS;
    if (!status) status = count_rows(to, *until, interval, err);
    if (def->only_ends) {
        to->interval = *until - s->t0;
        to->rows = 2;
    }
    return status;
}

static void put_away(recorder *to)
{
    free(to->column);
    bri_arena_free(&to->arena);
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
        bri_status closed = close_energy_balance(&to, err);
        status = status ? status : closed;
        close_summaries(&to);
        fill_statistics(&to);
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
