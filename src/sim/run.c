/* run.c - a whole run: rows at even times, events, the energy balance, statistics */
#include <fnmatch.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "sim/measure.h"
#include "sim/redundancy_summary.h"
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
    int *column; /* which channels are wanted */
    size_t columns, row;
    double start, interval;
    bri_measure *measure;
    int room;  /* for events */
    bool weak; /* the constraints were nearly dependent in the last step */
    bri_arena arena;
    bri_discrete before, after; /* at the beginning and at the end of a step */
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
    free(wanted);
    return first;
}

/* --- rows and events ------------------------------------------------------------------------------------------------------ */

/* What a row adds to the summary of each interface. Requires the observer. */
static void add_friction(recorder *to)
{
    const bri_point *p = &to->sim->observer.point;
    const bri_solution *sol = &to->sim->observer.solution;
    const bri_system *s = p->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        bri_friction_summary *friction_summary = &to->result->friction_summary[k];
        double load = 0, lever = sol->patch[interface->patch].lever, v = lever * sol->slip_rate[interface->patch];
        double force = bri_interface_effort(p, sol, k) / lever;
        for (int r = interface->patch; r < interface->patch + interface->patches; r++)
            load += sol->load[r];
        friction_summary->at_rest += bri_sticks(&p->discrete, k) || fabs(v) < tol_at_rest * s->speed;
        if (interface->params->effort != BRI_EFFORT_NONE) continue;
        friction_summary->load_least = fmin(friction_summary->load_least, load);
        friction_summary->load_most = fmax(friction_summary->load_most, load);
        if (load > 0) friction_summary->ratio_most = fmax(friction_summary->ratio_most, fabs(force) / load);
    }
}

static bri_status list_rubbing(recorder *to, const bri_system *s, bri_error *err)
{
    bri_result *result = to->result;
    result->friction_summary = calloc((size_t)s->interfaces + 1, sizeof *result->friction_summary);
    if (!result->friction_summary) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d interfaces", s->interfaces);
    result->friction_summaries = s->interfaces;
    for (int k = 0; k < s->interfaces; k++) {
        bool loaded = s->interface[k].params->effort == BRI_EFFORT_NONE;
        bri_friction_summary *friction_summary = &result->friction_summary[k];
        snprintf(friction_summary->name, sizeof friction_summary->name, "%s", s->interface[k].label);
        friction_summary->load_least = loaded ? INFINITY : NAN;
        friction_summary->load_most = loaded ? 0 : NAN;
    }
    return BRI_OK;
}

static void record_row(recorder *to, double t, const double *x, const double *discrete)
{
    bri_sim *sim = to->sim;
    double *row = bri_table_row(to->result->channels, to->row);
    bool fine = bri_channels_of(sim->engine, &sim->observer, t, x, discrete, sim->values) == BRI_FINE;
    sim->values_stamp = 0; /* of another point, perhaps */
    if (fine) add_friction(to);
    for (size_t c = 0; c < to->columns; c++)
        row[c] = fine ? sim->values[to->column[c]] : to->column[c] == 0 ? t : NAN;
    to->row++;
}

/* Rows whose time lies within the last step. */
static void record_step(recorder *to, double until)
{
    bri_sim *sim = to->sim;
    double now = bri_stepper_time(sim->stepper);
    for (;;) {
        double t = to->start + (double)to->row * to->interval;
        if (t > until * (1 - 1e-14) || to->row + 1 >= to->result->channels->rows) t = until;
        if (t > now || to->row >= to->result->channels->rows) return;
        if (t == now) { /* after what happened there */
            record_row(to, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
        } else {
            record_row(to, t, bri_sim_interpolate(sim, t), sim->discrete_before);
        }
        if (t == until) return;
    }
}

static void add_event(recorder *to, double t, const char *label, const char *what)
{
    bri_result *result = to->result;
    if (result->events == MOST_EVENTS) {
        result->events_left_out++;
        return;
    }
    if (result->events == to->room) {
        int room = to->room ? 2 * to->room : 64;
        bri_event *event = realloc(result->event, (size_t)room * sizeof *event);
        if (!event) {
            result->events_left_out++;
            return;
        }
        result->event = event;
        to->room = room;
    }
    bri_event *event = &result->event[result->events++];
    event->time = t;
    snprintf(event->what, sizeof event->what, "%s %s", label, what);
}

/* Constraints that become nearly dependent: the mechanism passes a singular configuration. Redundant ones always are. */
static void record_singularity(recorder *to)
{
    const bri_engine *e = to->sim->engine;
    const bri_system *s = to->sim->system;
    const sys_joint *joint = bri_joint_of_row(s, e->weakest.row);
    bool weak = e->weakest.least < tol_singular_event && !s->redundant && !bri_any_sticks(&to->after) &&
                !bri_any_sticks(&to->before);
    if (weak && !to->weak && joint)
        add_event(to, bri_stepper_time(to->sim->stepper), joint->name, "is near a singular configuration");
    to->weak = weak;
}

/* Friction directions that become consistent or inconsistent within the last step. */
static void record_coherence(recorder *to, double from)
{
    bri_redundancy_summary *summary = &to->result->redundancy;
    double t;
    for (int turn = 0; turn < MOST_CHANGES && !isnan(t = bri_redundancy_step(to->sim, summary, from, turn > 0));
         turn++) {
        from = t;
        summary->is_incoherent = !summary->is_incoherent;
        add_event(to, t, "friction at rest",
                  summary->is_incoherent ? "has inconsistent directions" : "has consistent directions");
    }
}

static void record_event(const char *label, const char *what, void *user)
{
    recorder *to = user;
    add_event(to, bri_stepper_time(to->sim->stepper), label, what);
}

static void record_events(recorder *to)
{
    bri_discrete_unpack(&to->before, to->sim->discrete_before);
    bri_discrete_unpack(&to->after, bri_stepper_discrete(to->sim->stepper));
    bri_report_events(&to->before, &to->after, bri_stepper_fired(to->sim->stepper), record_event, to);
}

/* --- the energy balance ---------------------------------------------------------------------------------------------------- */

static void add_term(bri_result *result, double energy, const char *format, const char *name)
{
    bri_energy_term *term = &result->term[result->terms++];
    snprintf(term->name, sizeof term->name, format, name);
    term->energy = energy;
    result->energy_error += energy;
    result->energy_turnover += fabs(energy);
}

/* Energy that came in is positive, energy that was lost or is still there is negative: the sum is the error. */
static bri_status close_energy_balance(recorder *to, bri_error *err)
{
    bri_sim *sim = to->sim;
    const bri_system *s = sim->system;
    bri_result *result = to->result;
    const double *x = bri_sim_states(sim), *sums = x + s->states;
    bri_instant at = bri_instant_of(sim->engine, bri_stepper_time(sim->stepper), x, bri_stepper_discrete(sim->stepper));
    result->term = calloc((size_t)(s->quadratures + 8), sizeof *result->term);
    if (!result->term) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the energy balance");
    bri_point_set(&sim->observer.point, &at, BRI_SCOPE_DYNAMICS);
    bri_energies e = bri_energies_of(&sim->observer.point);
    for (int b = 0; b < s->bodies; b++)
        result->energy_scale += s->mass[b] * (s->speed * s->speed + hypot(s->gravity[0], s->gravity[1]) * s->length);
    add_term(result, sim->energy_start, "energy at the beginning%s", "");
    bool jumped = sim->jumps != 0;
    for (int i = 0; i < s->quadratures; i++) {
        const bri_sum_kind *kind = s->sum[i].kind;
        if (jumped && kind->group != BRI_SUM_LOADS) add_term(result, sim->jumps, "work where signals jump%s", "");
        jumped = jumped && kind->group == BRI_SUM_LOADS;
        double energy = kind->sign * sums[i];
        if (kind->group == BRI_SUM_STABILISATION) energy = result->energy_stabilised = energy + sim->engine->projected;
        if (energy != 0 || !kind->only_if_any) add_term(result, energy, kind->term, kind->name(s, s->sum[i].index));
    }
    if (jumped) add_term(result, sim->jumps, "work where signals jump%s", "");
    add_term(result, -e.kinetic, "kinetic energy at the end%s", "");
    add_term(result, -e.potential, "potential energy at the end%s", "");
    if (s->forces) add_term(result, -e.springs, "energy in springs at the end%s", "");
    if (s->gaps) add_term(result, -e.contacts, "energy in contacts at the end%s", "");
    return BRI_OK;
}

/* The integrator that was used, or both, and why. */
static void describe_integrator(recorder *to, const bri_stepper_counts *counts)
{
    const bri_sim *sim = to->sim;
    const bri_stepper_def *def = &sim->stepper_def;
    bri_statistics *st = &to->result->statistics;
    double share = counts->stiff_time / (bri_stepper_time(sim->stepper) - to->start);
    const char *name = def->integrator->kind.name,
               *stiff = def->stiff_integrator ? def->stiff_integrator->kind.name : "";
    st->switches = counts->switches;
    st->stiff_share = counts->stiff_time > 0 ? share : 0;
    if (counts->switches) {
        snprintf(st->integrator, sizeof st->integrator, "%s and %s", name, stiff);
        snprintf(st->why, sizeof st->why, "stiff for %.3g %% of the time; %ld switch%s, the first at %.4g s",
                 100 * share, counts->switches, counts->switches == 1 ? "" : "es", counts->first_switch);
    } else if (counts->stiff_time > 0) {
        snprintf(st->integrator, sizeof st->integrator, "%s", stiff);
        snprintf(st->why, sizeof st->why, "stiff");
    } else {
        snprintf(st->integrator, sizeof st->integrator, "%s", name);
        snprintf(st->why, sizeof st->why, "%s", sim->why_integrator);
    }
}

static void fill_statistics(recorder *to)
{
    bri_sim *sim = to->sim;
    bri_stepper_counts counts = bri_stepper_count(sim->stepper);
    static const char *const stabilisations[] = {"", "projection", "baumgarte", "partition"};
    bri_statistics *st = &to->result->statistics;
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
    snprintf(st->constraints, sizeof st->constraints, "%s", stabilisations[sim->engine->stabilisation]);
}

/* --- the run -------------------------------------------------------------------------------------------------------------- */

static bri_status make_table(recorder *to, const bri_system *s, double until, double interval, bri_error *err)
{
    double rows = floor((until - to->start) / interval * (1 - 1e-12)) + 2;
    if (!(rows <= MOST_ROWS))
        return bri_fail(err, BRI_BAD_VALUE, "an interval of %g s over %g s makes %.0f rows; at most %d are kept",
                        interval, until - to->start, rows, MOST_ROWS);
    to->interval = interval;
    bri_status status = bri_table_create(to->columns, (size_t)rows, &to->result->channels, err);
    for (size_t c = 0; !status && c < to->columns; c++)
        bri_table_name(to->result->channels, c, s->channel[to->column[c]].name, s->channel[to->column[c]].unit);
    return status;
}

static bri_status go(recorder *to, const bri_run_def *def, double until, bri_error *err)
{
    bri_sim *sim = to->sim;
    bri_status status = BRI_OK;
    record_row(to, to->start, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    bri_evaluation *at = &sim->observer;
    if (sim->system->any_from_reaction && bri_solution_is_of(&at->solution, &at->point) &&
        bri_branch_indicator(&sim->engine->solver, &at->point, &at->solution) < 0)
        add_event(to, to->start, "friction and reactions", "have more than one solution");
    to->result->start = to->start;
    while (!status && bri_stepper_time(sim->stepper) < until) {
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
        bri_measure_step(to->measure, sim, from);
        record_coherence(to, from);
        record_step(to, until);
        record_events(to);
        record_singularity(to);
    }
    to->result->end = bri_stepper_time(sim->stepper);
    if (status) {
        to->result->partial = true;
        if (err) snprintf(to->result->why, sizeof to->result->why, "%s", err->what);
        to->result->channels->rows = to->row;
    }
    return status;
}

bri_status bri_run(const bri_system *s, const bri_run_def *def, bri_result **out, bri_error *err)
{
    const bri_run_params *run = bri_model_root(s->model)->run.params;
    const char *const *names = (const char *const *)(const void *)run->channels.at;
    int count = run->channels.count;
    double until = def->until > 0 ? def->until : run->until,
           interval = def->interval > 0 ? def->interval : run->interval;
    recorder to = {.start = s->t0};
    *out = NULL;
    if (def->channels)
        for (names = def->channels, count = 0; names[count];)
            count++;
    if (!(until > s->t0)) return bri_fail(err, BRI_BAD_VALUE, "a run from %g s until %g s has no length", s->t0, until);
    bri_status status = bri_sim_create(s, def, &to.sim, err);
    if (!status) {
        bri_discrete_create(s, &to.arena, &to.before);
        bri_discrete_create(s, &to.arena, &to.after);
        if (to.arena.failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a run");
    }
    if (!status && !(to.result = calloc(1, sizeof *to.result)))
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: a result");
    if (!status) status = choose_columns(&to, s, names, count, err);
    if (!status) status = list_rubbing(&to, s, err);
    if (!status) status = bri_measure_create(s, to.result, &to.measure, err);
    if (!status) status = make_table(&to, s, until, interval > 0 ? interval : (until - s->t0) / ROWS, err);
    if (!status) {
        status = go(&to, def, until, err);
        bri_status closed = close_energy_balance(&to, err);
        status = status ? status : closed;
        for (int k = 0; k < s->interfaces; k++) {
            to.result->friction_summary[k].at_rest /= (double)to.row;
            to.result->friction_summary[k].lost =
                bri_sum_of(s, BRI_SUM_FRICTION, k, bri_sim_states(to.sim) + s->states);
        }
        for (int g = 0; to.measure && g < s->gaps; g++)
            to.result->contact_summary[g].lost = bri_sum_of(s, BRI_SUM_IMPACTS, g, bri_sim_states(to.sim) + s->states);
        bri_measure_close(to.measure, s, to.result->end - s->t0);
        bri_redundancy_close(s, &to.result->redundancy, to.result->end - to.start);
        fill_statistics(&to);
        *out = to.result;
    } else {
        bri_result_destroy(to.result);
    }
    free(to.column);
    bri_arena_free(&to.arena);
    bri_measure_destroy(to.measure);
    bri_sim_destroy(to.sim);
    return status;
}

void bri_result_destroy(bri_result *result)
{
    if (!result) return;
    bri_table_destroy(result->channels);
    free(result->event);
    free(result->term);
    free(result->friction_summary);
    free(result->contact_summary);
    free(result->film);
    free(result->range_exceeded);
    free(result);
}
