/* sim.c - a system through time: steps, their states, signals that jump */
#include "sim/sim.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/events_so_far.h"
#include "sim/settings.h"
#include "sim/start.h"
#include "sim/tolerance.h"
#include "system/contact_phase.h"
#include "system/count_solutions.h"
#include "system/energy.h"
#include "system/events.h"
#include "system/fast_part.h"
#include "system/initial.h"
#include "system/moving_limit.h"
#include "system/no_solution.h"
#include "system/project.h"
#include "system/reactions.h"
#include "system/singular.h"
#include "system/stick.h"
#include "system/tolerance.h"

enum {
    PACE_STEPS = 2000,       /* over which the progress of time is watched */
    REJECTING_STRETCHES = 20 /* in a row, in which more steps are rejected than taken: no useful run has so many */
};
static const double busy_with_events =
    0.4; /* share of steps that end at events: in no useful run are they so many for long */
static const double most_stretches = 1e6;         /* of that many steps and such a share: days */
static const double most_stretches_at_all = 1e15; /* whatever steps are short for: nobody lives so long */
static const double most_rejecting =
    50; /* times as long as those stretches took would the rest of a useful run take at most */
static const double tol_same_end = 1; /* of the tolerance: by which stabilisation may have moved the end of a step */
static const double rounding = 1e-14; /* of the time: a step of this length, some digits */

bri_status bri_sim_check_states(const bri_sim *sim, double t, const double *x, int count, bri_error *err)
{
    if (!isfinite(t)) return bri_fail(err, BRI_BAD_VALUE, "the time of the states, %g s, is not finite", t);
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return bri_fail(err, BRI_BAD_VALUE, "state %d, '%s', is not finite: %g", i, sim->system->state[i].name,
                            x[i]);
    return BRI_OK;
}

bri_outcome bri_sim_observe(bri_sim *sim, double t, const double *x, const double *discrete)
{
    bri_instant at = bri_instant_of(sim->engine, t, x, discrete);
    return bri_observe(sim->engine, &sim->observer, &at, BRI_SCOPE_CHANNELS);
}

/* --- questions of long searches -------------------------------------------------------------------------------------------- */

static bool goes_on(const bri_sim *sim, double t)
{
    double span = sim->goal.until - sim->goal.from, share = span > 0 ? (t - sim->goal.from) / span : 0;
    return !sim->def.progress || sim->def.progress(t, fmax(0, fmin(share, 1)), sim->def.user);
}

/* What takes long within a step asks, as runs do between steps. */
static bool is_cancelled(void *user)
{
    const bri_sim *sim = user;
    return !goes_on(sim, sim->engine->look.point.t);
}

void bri_sim_ask_in_searches(bri_sim *sim)
{
    sim->engine->solver.halt = (bri_halt){sim->def.progress ? is_cancelled : NULL, sim};
}

/* --- states -------------------------------------------------------------------------------------------------------------- */

const double *bri_sim_states(bri_sim *sim)
{
    const double *x = bri_stepper_states(sim->stepper);
    if (!sim->partition) return x;
    bri_partition_expand(sim->partition, bri_stepper_time(sim->stepper), x, bri_stepper_discrete(sim->stepper), sim->x);
    return sim->x;
}

const double *bri_sim_interpolate(bri_sim *sim, double t)
{
    bri_stepper_interpolate(sim->stepper, t, sim->partition ? sim->reduced : sim->within);
    if (sim->partition) bri_partition_expand_within(sim->partition, t, sim->reduced, sim->discrete_before, sim->within);
    return sim->within;
}

/* Where rates were evaluated last, if that is the present state with this discrete state; NULL: it is not. */
static const bri_evaluation *rates_here(bri_sim *sim, const double *discrete)
{
    double now = bri_stepper_time(sim->stepper);
    const bri_system *s = sim->system;
    const bri_evaluation *rates = &sim->engine->rates;
    const double *x = bri_sim_states(sim), close = tol_same_end * sim->stepper_def.tolerances.rtol;
    if (rates->point.t != now || !bri_solution_is_of(&rates->solution, &rates->point) || !rates->solution.guess_stamp)
        return NULL;
    if (s->discrete_states && memcmp(rates->point.packed, discrete, (size_t)s->discrete_states * sizeof(double)) != 0)
        return NULL;
    for (int i = 0; i < s->states; i++)
        if (!(fabs(rates->point.x[i] - x[i]) <= close * (s->size[i] + fabs(x[i])))) return NULL;
    return rates;
}

const bri_evaluation *bri_sim_last_stage(bri_sim *sim) { return rates_here(sim, sim->discrete_before); }

const bri_evaluation *bri_sim_rates_here(bri_sim *sim) { return rates_here(sim, bri_stepper_discrete(sim->stepper)); }

/* All coordinates at a time as the stepper sees them. */
static const double *reduce(bri_sim *sim, double t, const double *x)
{
    if (!sim->partition) return x;
    bri_partition_accept(sim->partition, t, x);
    bri_partition_reduce(sim->partition, x, sim->reduced);
    return sim->reduced;
}

void bri_sim_put(bri_sim *sim, double t, const double *x, const double *discrete)
{
    bri_stepper_set(sim->stepper, t, reduce(sim, t, x), discrete);
}

/* --- signals that jump, numbers that change ----------------------------------------------------------------------------- */

/* Velocities are made to fit drivers, contacts and sticking are decided anew: in sim->within and sim->discrete. before: all
 * coordinates under the equations as they were. True: the new ones differ from the stepper's. */
static bool meet_change(bri_sim *sim, const double *before)
{
    bri_engine *e = sim->engine;
    const bri_system *s = sim->system;
    double t = bri_stepper_time(sim->stepper), position, velocity, *x = sim->within;
    memmove(x, before, (size_t)(s->states + s->quadratures) * sizeof(double));
    if (s->discrete_states)
        memcpy(sim->discrete, bri_stepper_discrete(sim->stepper), (size_t)s->discrete_states * sizeof(double));
    bri_instant at = bri_instant_of(e, t, x, sim->discrete);
    bri_point *p = &e->look.point;
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_constraint_errors(p, &position, &velocity);
    bool changed = position > e->tolerance * s->length || velocity > e->tolerance * s->speed;
    if (changed) { /* friction has no impulse: an interface that stuck to a driver that jumps is left behind */
        at.releases_sticks = true;
        bri_close_constraints(e, p, &at, x);
        at.releases_sticks = false;
        bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    }
    bri_discrete_copy(&e->now, &p->discrete);
    for (int g = 0; g < s->gaps; g++) {
        if (!(bri_gap_event_value(p, g) < 0)) continue;
        bri_contact_change(p, g, x, &e->now);
        changed = true;
    }
    if (s->rows > s->held_rows) changed = bri_choose_sticks_again(e, t, x, &e->now) || changed;
    bri_discrete_pack(&e->now, sim->discrete);
    bri_point_set(p, &at, BRI_SCOPE_SLIP);
    changed = bri_update_pieces(p, e->passes_reversals, &e->look.solution, &e->now) || changed;
    bri_discrete_pack(&e->now, sim->discrete);
    return bri_settle_elements(e, t, true, x, sim->discrete, bri_stepper_discrete(sim->stepper)) || changed;
}

void bri_sim_forget(bri_sim *sim) { bri_engine_forget(sim->engine); }

void bri_sim_equations_changed(bri_sim *sim)
{
    bri_sim_forget(sim);
    sim->engine->failure = (bri_failure){0}; /* of other equations */
    sim->input_changed = false;
    bri_events_begin(sim);
    meet_change(sim, bri_sim_states(sim));
    bri_sim_put(sim, bri_stepper_time(sim->stepper), sim->within, sim->discrete);
    bri_events_end(sim);
}

/* Where signals jump, springs hold another energy, drivers move bodies at once, and contacts may close: that is work of what
 * jumps, and no error. */
void bri_sim_pass_time_event(bri_sim *sim)
{
    bri_engine *e = sim->engine;
    double t = bri_stepper_time(sim->stepper), projected = e->projected;
    if (sim->time_event_due) e->segment_end = t;
    sim->at_time_event = t >= e->segment_end;
    sim->time_event_due = false;
    if (!sim->at_time_event) return;
    const double *x = bri_sim_states(sim), *discrete = bri_stepper_discrete(sim->stepper);
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
    double before = bri_total_energy(&e->look.point);
    memcpy(sim->within, x, (size_t)(sim->system->states + sim->system->quadratures) * sizeof(double));
    if (sim->system->limits_follow_load && bri_evaluate(e, &e->look, &at) == BRI_FINE)
        bri_put_elements_at_limits(&e->look, sim->within);
    e->segment_end = e->segment_start = INFINITY;
    bool changed = meet_change(sim, sim->within);
    at = changed ? bri_instant_of(e, t, sim->within, sim->discrete) : bri_instant_of(e, t, x, discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
    sim->jumps += bri_total_energy(&e->look.point) - before;
    sim->impacts += e->projected - projected;
    e->projected = projected;
    if (changed) bri_stepper_set_here(sim->stepper, reduce(sim, t, sim->within), sim->discrete);
}

/* --- steps ---------------------------------------------------------------------------------------------------------------- */

bri_status bri_sim_explain(bri_sim *sim, bri_status status, const bri_error *inner, bri_error *err)
{
    bri_engine *e = sim->engine;
    double t = bri_stepper_time(sim->stepper);
    bri_instant at = bri_instant_of(e, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    bri_evaluate_from(e, &sim->observer, &at, &e->guess);
    if (e->failure.status == BRI_OK) {
        const char *joint = bri_nearly_dependent_joint(&sim->observer.point, &sim->observer.solution);
        return bri_fail(err, status, "%s%s%s%s", inner->what,
                        joint ? "; the constraints are nearly dependent here, at '" : "", joint ? joint : "",
                        joint ? "'" : "");
    }
    if (!e->failure.text[0])
        bri_explain_no_solution(&e->solver, &sim->observer.point, &e->options, &sim->observer.solution, &e->failure);
    bri_point_forget(&sim->observer.point);
    return bri_fail(err, e->failure.status, "%s", e->failure.text);
}

typedef struct last_events { /* of the last step: "'pin' (element slips, or sticks again)", ... */
    char text[240];
    size_t used;
} last_events;

static void list_event(const bri_event_record *note, void *user)
{
    last_events *l = user;
    if (l->used >= sizeof l->text) return;
    l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, "%s'%.60s' (%.60s)", l->used ? ", " : "",
                                note->of, note->what);
}

/* Steps next to the end of a contact law become ever shorter: the law is the cause. false: no contact is there. */
static bool is_at_end_of_contact(bri_sim *sim, bri_error *err)
{
    char why[512];
    const bri_point *here = &sim->observer.point;
    bri_sim_observe(sim, bri_stepper_time(sim->stepper), bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    int end = bri_gap_at_end(here);
    if (end < 0) return false;
    bri_describe_end(here, end, why, sizeof why);
    bri_fail(err, BRI_NO_CONVERGENCE, "%s", why);
    return true;
}

static bri_status fail_without_progress(bri_sim *sim, double advanced, bool by_events, bri_error *err)
{
    bri_engine *e = sim->engine;
    double t = bri_stepper_time(sim->stepper);
    last_events list = {.used = 0};
    if (is_at_end_of_contact(sim, err)) return BRI_NO_CONVERGENCE;
    bri_discrete_unpack(&e->now, sim->discrete_before);
    bri_report_events(&e->now, &sim->observer.point.discrete, bri_stepper_fired(sim->stepper), list_event, &list);
    return bri_fail(err, BRI_NO_CONVERGENCE,
                    "no progress at t = %.9g s: the last %d steps advanced the time by %.3g s%s%s", t, (int)PACE_STEPS,
                    advanced,
                    list.used   ? "; these events reverse each other: "
                    : by_events ? "; events follow each other without end"
                                : "; steps cannot be made this small: use a larger --rtol",
                    list.text);
}

static bri_status fail_by_rejections(bri_sim *sim, long rejected, bri_error *err)
{
    double t = bri_stepper_time(sim->stepper);
    if (is_at_end_of_contact(sim, err)) return BRI_NO_CONVERGENCE;
    return bri_fail(
        err, BRI_NO_CONVERGENCE,
        "no progress at t = %.9g s: the last %ld steps advanced the time by %.3g s, and in each %d of them more steps "
        "were rejected than taken (%ld in the last ones): the rates jump, or change within a step whatever its "
        "length; try another --integrator, a larger --rtol, or smoother friction and signals",
        t, sim->pace.rejecting * PACE_STEPS, t - sim->pace.rejecting_from, (int)PACE_STEPS, rejected);
}

/* Ends a run whose events reverse each other, whose steps are lost in rounding, or of whose steps most are rejected for long: it
 * would never end, or in hours. */
static bri_status watch_progress(bri_sim *sim, double until, bri_error *err)
{
    bri_stepper_counts counts = bri_stepper_count(sim->stepper);
    double t = bri_stepper_time(sim->stepper), advanced = t - sim->pace.t;
    if (counts.steps - sim->pace.steps < PACE_STEPS) return BRI_OK;
    bool by_events = (double)(counts.events - sim->pace.events) > busy_with_events * PACE_STEPS;
    bool slow = by_events && advanced * most_stretches < until - t,
         rounded = advanced < PACE_STEPS * rounding * fabs(t) ||
                   (isfinite(until) && advanced * most_stretches_at_all < until - t);
    long rejected = counts.rejected - sim->pace.rejected;
    bool rejects = rejected > counts.steps - sim->pace.steps;
    if (sim->pace.rejecting == 0) sim->pace.rejecting_from = sim->pace.t;
    sim->pace.rejecting = rejects ? sim->pace.rejecting + 1 : 0;
    bool creeps =
        sim->pace.rejecting >= REJECTING_STRETCHES && (t - sim->pace.rejecting_from) * most_rejecting < until - t;
    sim->pace.t = t;
    sim->pace.steps = counts.steps;
    sim->pace.events = counts.events;
    sim->pace.rejected = counts.rejected;
    if (slow || rounded) return fail_without_progress(sim, advanced, by_events, err);
    return creeps ? fail_by_rejections(sim, rejected, err) : BRI_OK;
}

bri_status bri_sim_step(bri_sim *sim, double until, bri_error *err)
{
    bri_error inner = {0};
    bri_engine *e = sim->engine;
    if (sim->time_event_due) { /* to which a host has led */
        bri_events_begin(sim);
        bri_sim_pass_time_event(sim);
        bri_events_end(sim);
    }
    if (sim->input_changed) bri_sim_equations_changed(sim);
    bri_events_begin(sim);
    bri_engine_forgive_trials(e);
    double start = bri_stepper_time(sim->stepper);
    bri_singular_begin_step(e);
    bri_status status = bri_stepper_step(sim->stepper, until, &inner);
    if (status || e->failure.is_final) return bri_sim_explain(sim, status ? status : BRI_NO_SOLUTION, &inner, err);
    bri_sim_pass_time_event(sim);
    bri_events_end(sim);
    if (e->failure.is_final) return bri_sim_explain(sim, BRI_NO_SOLUTION, &inner, err);
    bri_engine_forgive(e); /* of trial steps that were rejected: it is not saved */
    bri_singular_end_step(e, bri_stepper_time(sim->stepper) - start, bri_sim_states(sim));
    return watch_progress(sim, until, err);
}

bri_status bri_sim_advance(bri_sim *sim, double until, bri_error *err)
{
    bri_error_clear(err);
    assert(sim);
    bri_status status =
        isnan(until) ? bri_fail(err, BRI_BAD_VALUE, "until is not a number")
        : isinf(until) && until > 0
            ? bri_fail(err, BRI_BAD_VALUE,
                       "until is infinite: advance to a finite time, again and again if there is no end")
            : BRI_OK;
    sim->goal.from = bri_stepper_time(sim->stepper);
    sim->goal.until = until;
    while (!status && bri_stepper_time(sim->stepper) < until) {
        status = bri_sim_step(sim, until, err);
        double t = bri_stepper_time(sim->stepper);
        if (!status && !goes_on(sim, t) && t < until) /* at the end nothing is left to stop */
            status = bri_fail(err, BRI_STOPPED, "stopped at t = %.9g s", t);
    }
    return status;
}

double bri_sim_time(const bri_sim *sim)
{
    assert(sim);
    return bri_stepper_time(sim->stepper);
}

double bri_sim_until(const bri_sim *sim)
{
    assert(sim);
    const bri_run_params *run = bri_model_root(sim->system->model)->run.params;
    return run->until;
}

int bri_sim_find(const bri_sim *sim, const char *channel)
{
    assert(sim && channel);
    for (int i = 0; i < sim->system->channels; i++)
        if (!strcmp(sim->system->channel[i].name, channel)) return i;
    return -1;
}

double bri_sim_value(bri_sim *sim, int channel)
{
    assert(sim);
    double t = bri_stepper_time(sim->stepper);
    const double *x = bri_sim_states(sim), *discrete = bri_stepper_discrete(sim->stepper);
    if (channel < 0 || channel >= sim->system->channels) return NAN;
    if (bri_sim_observe(sim, t, x, discrete) != BRI_FINE) return NAN;
    if (sim->values_stamp != sim->observer.point.stamp) {
        bri_channels_of(sim->engine, &sim->observer, t, x, discrete, true, sim->values);
        sim->values_stamp = sim->observer.point.stamp;
    }
    return sim->values[channel];
}

bri_status bri_sim_reactions(bri_sim *sim, bri_reaction_fn *report, void *user, int *redundant, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && report);
    const bri_system *s = sim->system;
    bool *locked = calloc((size_t)s->interfaces + 1, sizeof *locked);
    if (!locked) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d interfaces", s->interfaces);
    bri_sim_observe(sim, bri_stepper_time(sim->stepper), bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    for (int k = 0; k < s->interfaces; k++)
        locked[k] = bri_sticks(&sim->observer.point.discrete, k);
    bri_status status =
        bri_reactions_at(&sim->observer.point, &sim->observer.solution, locked, report, user, redundant, err);
    free(locked);
    return status;
}

bri_status bri_sim_solutions(bri_sim *sim, int *count, bool *all_found, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && count && all_found);
    bri_instant at = bri_instant_of(sim->engine, bri_stepper_time(sim->stepper), bri_sim_states(sim),
                                    bri_stepper_discrete(sim->stepper));
    bri_solutions found;
    bri_status status = bri_count_solutions(sim->engine, &sim->observer, &at, &found, err);
    bri_point_forget(&sim->observer.point);
    *count = found.count;
    *all_found = found.all_found;
    return status;
}
