/* event_log.c - the events of a run, for its result */
#include "sim/event_log.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sim/events_so_far.h"
#include "sim/redundancy_summary.h"
#include "sim/result.h"
#include "sim/tolerance.h"
#include "system/count_solutions.h"
#include "system/events.h"
#include "system/tolerance.h"

enum {
    MOST_CHANGES = 20,   /* of coherence, in one step */
    MOST_EVENTS = 100000 /* kept; the rest is counted */
};

static void add_event(bri_event_log *log, double t, const bri_event_record *note)
{
    bri_result *result = log->result;
    if (result->events == MOST_EVENTS) {
        result->events_left_out++;
        return;
    }
    bri_arena *arena = bri_result_arena(result);
    if (result->events == log->room) {
        int room = log->room ? 2 * log->room : 64;
        bri_event **list = bri_arena_take(arena, (size_t)room, sizeof(bri_event *));
        if (list && log->room) memcpy(list, result->event, (size_t)log->room * sizeof(bri_event *));
        if (list) result->event = list, log->room = room;
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

static void add_plain_event(bri_event_log *log, double t, const char *of, const char *what)
{
    add_event(log, t, &(bri_event_record){of, what, false, NAN, ""});
}

/* Constraints that become nearly dependent: the mechanism passes a singular configuration. Redundant ones always are. */
static void log_singularity(bri_event_log *log)
{
    const bri_engine *e = log->sim->engine;
    const bri_system *s = log->sim->system;
    const sys_joint *joint = bri_joint_of_row(s, e->dependent_row);
    bool weak = e->independence < tol_singular_event && !s->redundant;
    if (weak) {
        bri_sim *sim = log->sim;
        bri_discrete_unpack(&sim->before, sim->discrete_before);
        bri_discrete_unpack(&sim->after, bri_stepper_discrete(sim->stepper));
        weak = !bri_any_sticks(&sim->after) && !bri_any_sticks(&sim->before);
    }
    if (weak && !log->weak && joint)
        add_plain_event(log, bri_stepper_time(log->sim->stepper), joint->name, "is near a singular configuration");
    log->weak = weak;
}

void bri_log_coherence(bri_event_log *log, double from)
{
    bri_redundancy_summary *summary = log->result->redundancy;
    double t;
    for (int turn = 0; turn < MOST_CHANGES && !isnan(t = bri_redundancy_step(log->sim, log->result, from, turn > 0));
         turn++) {
        from = t;
        summary->is_incoherent = !summary->is_incoherent;
        add_plain_event(log, t, "friction at rest",
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
static double locate_solutions(bri_event_log *log, double from, bool several)
{
    bri_sim *sim = log->sim;
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
static void log_solutions(bri_event_log *log, double from, const bri_solution *near)
{
    bri_sim *sim = log->sim;
    const bri_system *s = sim->system;
    double now = bri_stepper_time(sim->stepper);
    bri_solutions found;
    bool several = bri_may_have_several(near) &&
                   has_several(sim, now, bri_sim_states(sim), bri_stepper_discrete(sim->stepper), &found);
    if (several == log->several) return;
    double t = now > from ? locate_solutions(log, from, several) : now;
    log->several = several;
    if (!several) {
        log->result->several_solutions += t - log->several_since;
        add_plain_event(log, t, log->several_at, "friction has one solution again");
        return;
    }
    char what[100];
    int at =
        snprintf(what, sizeof what, "friction has %s%d solutions", found.all_found ? "" : "at least ", found.count);
    log->several_since = t;
    log->several_at = s->interface[0].label;
    if (found.component >= 0) {
        log->several_at = s->interface[s->patch[s->component[found.component].patch].interface].label;
        snprintf(what + at, sizeof what - (size_t)at, ": %.4g N taken, not %.4g N", found.taken, found.other);
    }
    add_event(log, t, &(bri_event_record){log->several_at, what, false, found.taken, "N"});
}

static void log_change(const bri_event_record *note, void *user)
{
    bri_event_log *log = user;
    add_event(log, bri_stepper_time(log->sim->stepper), note);
}

/* What the discrete state and the engine tell. */
static void log_changes(bri_event_log *log)
{
    bri_events_report(log->sim, log_change, log);
    bri_rules_differ *differ = &log->sim->engine->rules_differ;
    if (differ->interface < 0 || log->rules_differ) return;
    if (differ->t > bri_stepper_time(log->sim->stepper)) { /* of a trial step that was too long */
        differ->interface = -1;
        return;
    }
    log->rules_differ = true;
    add_event(log, differ->t,
              &(bri_event_record){.of = log->sim->system->interface[differ->interface].label,
                                  .what = differ->is_kept ? "friction kept: no choice found by the rule of redundancy"
                                                          : "at its limit: eq. 20 and compliant joints differ",
                                  .value = NAN,
                                  .unit = ""});
}

void bri_log_start(bri_event_log *log, double t, const bri_solution *near) { log_solutions(log, t, near); }

void bri_log_step(bri_event_log *log, double from)
{
    log_changes(log);
    log_singularity(log);
    log_solutions(log, from, &log->sim->engine->rates.solution);
}

void bri_log_end(bri_event_log *log)
{
    if (log->several) log->result->several_solutions += bri_stepper_time(log->sim->stepper) - log->several_since;
}
