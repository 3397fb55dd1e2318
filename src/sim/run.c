/* run.c - a whole run: rows at even times, events, the account of energy, statistics */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "sim/sim.h"

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
    bool weak; /* the joints nearly depended on each other in the last step */
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
        return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d channels", s->channels);
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

/* What a row adds to the account of each interface. */
static void see_rubbing(recorder *to, const double *discrete)
{
    const bri_work *work = to->sim->work;
    const bri_system *s = work->system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        bri_rubbing *rubbing = &to->result->rubbing[k];
        double load = 0, v = work->patch[face->patch].lever * work->patch_rate[face->patch];
        double force = bri_interface_effort(work, face, discrete) / work->patch[face->patch].lever;
        for (int r = face->patch; r < face->patch + face->patches; r++)
            load += work->load[r];
        rubbing->at_rest += bri_is_stuck(face, discrete) || fabs(v) < 1e-6 * s->speed;
        if (face->params->effort != BRI_EFFORT_NONE) continue;
        rubbing->load_least = fmin(rubbing->load_least, load);
        rubbing->load_most = fmax(rubbing->load_most, load);
        if (load > 0) rubbing->ratio_most = fmax(rubbing->ratio_most, fabs(force) / load);
    }
}

static bri_status list_rubbing(recorder *to, const bri_system *s, bri_error *err)
{
    bri_result *result = to->result;
    result->rubbing = calloc((size_t)s->interfaces + 1, sizeof *result->rubbing);
    if (!result->rubbing) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for %d interfaces", s->interfaces);
    result->rubbings = s->interfaces;
    for (int k = 0; k < s->interfaces; k++) {
        bool loaded = s->interface[k].params->effort == BRI_EFFORT_NONE;
        bri_rubbing *rubbing = &result->rubbing[k];
        snprintf(rubbing->name, sizeof rubbing->name, "%s", s->interface[k].label);
        rubbing->load_least = loaded ? INFINITY : NAN;
        rubbing->load_most = loaded ? 0 : NAN;
    }
    return BRI_OK;
}

static void record_row(recorder *to, double t, const double *x, const double *discrete)
{
    bri_sim *sim = to->sim;
    double *row = bri_table_row(to->result->channels, to->row);
    bool fine = bri_channels_of(sim->work, t, x, discrete, sim->values) == BRI_FINE;
    if (fine) see_rubbing(to, discrete);
    for (size_t c = 0; c < to->columns; c++)
        row[c] = fine ? sim->values[to->column[c]] : to->column[c] == 0 ? t : NAN;
    sim->values_at = NAN;
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

/* Joints that come near to depend on each other: a singular configuration is passed. Redundant ones always do. */
static void record_weakness(recorder *to)
{
    const bri_work *work = to->sim->work;
    const sys_joint *joint = bri_joint_of_row(work->system, work->weakest.row);
    bool weak = work->weakest.least < 1e-4 && !work->system->redundant &&
                !bri_any_stuck(work->system, bri_stepper_discrete(to->sim->stepper)) &&
                !bri_any_stuck(work->system, to->sim->discrete_before);
    if (weak && !to->weak && joint)
        add_event(to, bri_stepper_time(to->sim->stepper), joint->name, "is near a singular configuration");
    to->weak = weak;
}

/* Directions of friction that agree, or not, within the last step. */
static void record_sharing(recorder *to, double from)
{
    bri_sharing *sharing = &to->result->sharing;
    double t;
    for (int turn = 0; turn < MOST_CHANGES && !isnan(t = bri_sharing_step(to->sim, sharing, from, turn > 0)); turn++) {
        from = t;
        sharing->is_incoherent = !sharing->is_incoherent;
        add_event(to, t, "friction at rest", sharing->is_incoherent ? "opposes no one motion" : "opposes one motion");
    }
}

static void close_sharing(recorder *to)
{
    static const char *const names[] = {"eliminate", "eliminate", "pseudoinverse", "elastic"};
    bri_sharing *sharing = &to->result->sharing;
    const bri_system *s = to->sim->system;
    if (!(sharing->lasted > 0)) return;
    sharing->lasted /= to->result->end - to->start;
    sharing->named = s->redundancy != BRI_REDUNDANCY_REFUSE;
    snprintf(sharing->treatment, sizeof sharing->treatment, "%s", names[s->redundancy]);
}

static void record_events(recorder *to)
{
    bri_sim *sim = to->sim;
    const bri_system *s = sim->system;
    const double *before = sim->discrete_before, *discrete = bri_stepper_discrete(sim->stepper);
    const bool *fired = bri_stepper_fired(sim->stepper);
    double t = bri_stepper_time(sim->stepper);
    int fires = s->gaps;
    for (int g = 0; g < s->gaps; g++) {
        int at = s->gap[g].discrete;
        char what[64];
        if ((before[at] == BRI_APART) == (discrete[at] == BRI_APART)) continue;
        snprintf(what, sizeof what, "begins, at %.4g m/s", discrete[at + 1]);
        add_event(to, t, s->gap[g].label, discrete[at] == BRI_APART ? "ends" : what);
    }
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *face = &s->interface[k];
        if (face->sticks) {
            double was = before[face->stick_mode], is = discrete[face->stick_mode];
            if (was != is)
                add_event(to, t, face->label,
                          is == BRI_STUCK                  ? "sticks"
                          : bri_is_hanging(face, discrete) ? "is at its static limit"
                          : is > 0                         ? "slips forward"
                                                           : "slips backward");
            fires++;
        }
        for (int r = face->patch; r < face->patch + face->patches; r++)
            for (int i = 0; i < s->patch[r].events; i++, fires++)
                if (fired && fired[fires] && face->law->handle_event) {
                    int elements = s->patch[r].elements;
                    add_event(to, t, face->label, face->law->kind.events[elements > 1 ? i / elements : i].doc);
                }
    }
}

/* --- the account of energy --------------------------------------------------------------------------------------------------- */

static void add_line(bri_result *result, double energy, const char *format, const char *name)
{
    bri_ledger_line *line = &result->line[result->lines++];
    snprintf(line->name, sizeof line->name, format, name);
    line->energy = energy;
    result->imbalance += energy;
    result->turnover += fabs(energy);
}

/* What came in is positive, what was lost or is still there is negative: the sum is what the account lacks. */
static bri_status close_ledger(recorder *to, bri_error *err)
{
    bri_sim *sim = to->sim;
    const bri_system *s = sim->system;
    bri_result *result = to->result;
    const double *x = bri_sim_states(sim), *q = x + s->states;
    result->line = calloc((size_t)(s->quadratures + 8), sizeof *result->line);
    if (!result->line) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for the account of energy");
    bri_move(sim->work, bri_stepper_time(sim->stepper), x, bri_stepper_discrete(sim->stepper));
    sim->work->solved = false;
    bri_energies e = bri_energies_of(sim->work, x);
    for (int b = 0; b < s->bodies; b++)
        result->scale += s->mass[b] * (s->speed * s->speed + hypot(s->gravity[0], s->gravity[1]) * s->length);
    add_line(result, sim->energy_start, "energy at the beginning%s", "");
    const double *friction = q, *blows = q + s->interfaces, *forces = blows + s->gaps,
                 *drivers = forces + 2 * s->forces;
    for (int f = 0; f < s->forces; f++)
        if (forces[2 * f + 1] != 0) add_line(result, forces[2 * f + 1], "work of %s", s->force[f].name);
    if (sim->jumps != 0) add_line(result, sim->jumps, "work where signals jump%s", "");
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].drive) add_line(result, *drivers++, "work of %s", s->joint[j].name);
    for (int k = 0; k < s->interfaces; k++)
        add_line(result, -friction[k], "lost by friction in %s", s->interface[k].label);
    for (int g = 0; g < s->gaps; g++)
        add_line(result, -blows[g], "lost by contact in %s", s->gap[g].label);
    for (int f = 0; f < s->forces; f++)
        if (forces[2 * f] != 0) add_line(result, -forces[2 * f], "lost by damping in %s", s->force[f].name);
    result->corrected = s->rows ? *drivers + sim->work->projected : 0;
    if (s->rows) add_line(result, result->corrected, "corrections of the constraints%s", "");
    add_line(result, -e.kinetic, "kinetic energy at the end%s", "");
    add_line(result, -e.potential, "potential energy at the end%s", "");
    if (s->forces) add_line(result, -e.stored, "energy in springs at the end%s", "");
    if (s->gaps) add_line(result, -e.pressed, "energy in contacts at the end%s", "");
    return BRI_OK;
}

static void fill_statistics(recorder *to)
{
    bri_sim *sim = to->sim;
    bri_stepper_counts counts = bri_stepper_count(sim->stepper);
    static const char *const holds[] = {"", "projection", "baumgarte", "partition"};
    bri_statistics *st = &to->result->statistics;
    *st = (bri_statistics){.steps = counts.steps,
                           .rejected = counts.rejected,
                           .events = counts.events,
                           .evaluations = counts.evaluations,
                           .solves = sim->work->solves,
                           .iterations = sim->work->iterations,
                           .position_error = sim->work->worst_position,
                           .velocity_error = sim->work->worst_velocity,
                           .bytes = sim->work->arena.bytes + sim->system->arena.bytes};
    snprintf(st->integrator, sizeof st->integrator, "%s", sim->stepper_def.integrator->kind.name);
    snprintf(st->why, sizeof st->why, "%s", sim->why_integrator);
    snprintf(st->constraints, sizeof st->constraints, "%s", holds[sim->work->hold]);
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
    if (sim->system->fold_edge && sim->work->solved && bri_fold(sim->work) < 0)
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
        record_sharing(to, from);
        record_step(to, until);
        record_events(to);
        record_weakness(to);
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
    if (!status && !(to.result = calloc(1, sizeof *to.result)))
        status = bri_fail(err, BRI_NO_MEMORY, "there is no memory for a result");
    if (!status) status = choose_columns(&to, s, names, count, err);
    if (!status) status = list_rubbing(&to, s, err);
    if (!status) status = bri_measure_create(s, to.result, &to.measure, err);
    if (!status) status = make_table(&to, s, until, interval > 0 ? interval : (until - s->t0) / ROWS, err);
    if (!status) {
        status = go(&to, def, until, err);
        bri_status closed = close_ledger(&to, err);
        status = status ? status : closed;
        for (int k = 0; k < s->interfaces; k++) {
            to.result->rubbing[k].at_rest /= (double)to.row;
            to.result->rubbing[k].lost = bri_sim_states(to.sim)[s->states + k];
        }
        for (int g = 0; to.measure && g < s->gaps; g++)
            to.result->touching[g].lost = bri_sim_states(to.sim)[s->states + s->interfaces + g];
        bri_measure_close(to.measure, s, to.result->end - s->t0);
        close_sharing(&to);
        fill_statistics(&to);
        *out = to.result;
    } else {
        bri_result_destroy(to.result);
    }
    free(to.column);
    bri_measure_destroy(to.measure);
    bri_sim_destroy(to.sim);
    return status;
}

void bri_result_destroy(bri_result *result)
{
    if (!result) return;
    bri_table_destroy(result->channels);
    free(result->event);
    free(result->line);
    free(result->rubbing);
    free(result->touching);
    free(result->film);
    free(result->leaving);
    free(result);
}
