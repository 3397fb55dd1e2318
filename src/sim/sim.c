/* sim.c - a system through time: initial state, choice of the integrator, steps, signals that jump */
#include "sim/sim.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "sim/events_so_far.h"
#include "sim/settings.h"
#include "system/contact_phase.h"
#include "system/count_solutions.h"
#include "system/energy.h"
#include "system/events.h"
#include "system/initial.h"
#include "system/moving_limit.h"
#include "system/project.h"
#include "system/reactions.h"
#include "system/singular.h"
#include "system/stick.h"
#include "system/tolerance.h"

enum {
    MANY_SAMPLES = 8, /* of event functions in a step, where contact forces load interfaces that stick */
    PACE_STEPS = 2000 /* over which the progress of time is watched */
};
static const double busy_with_events =
    0.4; /* share of steps that end at events: in no useful run are they so many for long */
static const double most_stretches = 1e6; /* of that many steps and such a share: days */
static const double rounding = 1e-14;     /* of the time: a step of this length, some digits */

typedef struct choice {             /* of integrators */
    const char *name, *stiff, *why; /* stiff: takes over where the equations are stiff; NULL: none does */
    bool starts_stiff;
} choice;

static bool has_smoothed_law(const bri_system *s)
{
    for (int k = 0; k < s->interfaces; k++)
        if (!s->interface[k].sticks) return true;
    return false;
}

/* Without bristles and contacts the equations are smooth between events, and stiff where a smoothed law is near rest: an
 * explicit method and a stiff one take turns. With them: a method that takes friction and contact forces implicitly, where
 * they are few enough to be linearised; else one that takes bristles alone implicitly. */
static choice choose_integrator(const bri_system *s, int stabilisation)
{
    bool bristles = s->states > s->z, touches = s->gaps > 0;
    bool few = bri_knows_stiffness(s) && stabilisation != BRI_HOLD_PARTITION;
    if (touches && few) return (choice){.name = "bristle5", .why = "stiff contact"};
    if (bristles && few) return (choice){.name = "bristle5", .why = "bristles in few contacts"};
    if (bristles) return (choice){.name = "imex4", .why = "bristles"};
    if (s->degrees == 0) return (choice){.name = "dopri5", .why = "smooth between events"};
    return (choice){.name = "dopri5",
                    .stiff = few ? "bristle5" : "radau5",
                    .why = "smooth between events",
                    .starts_stiff = few && has_smoothed_law(s)};
}

static double total_energy(const bri_point *p)
{
    bri_energies e = bri_energies_of(p);
    return bri_energy_sum(&e);
}

bri_outcome bri_sim_observe(bri_sim *sim, double t, const double *x, const double *discrete)
{
    bri_instant at = bri_instant_of(sim->engine, t, x, discrete);
    return bri_observe(sim->engine, &sim->observer, &at);
}

/* --- the initial state --------------------------------------------------------------------------------------------------- */

/* Positions, velocities and given bristle states; sticking is decided. Written to sim->x and sim->discrete. */
static void find_start(bri_sim *sim)
{
    const bri_system *s = sim->system;
    bri_engine *e = sim->engine;
    size_t n = (size_t)(BRI_DOF * s->bodies);
    memcpy(sim->x, s->q0, n * sizeof(double));
    memcpy(sim->x + n, s->u0, n * sizeof(double));
    for (int r = 0; r < s->patches; r++) {
        const bri_list *given = &s->interface[s->patch[r].interface].params->states;
        for (int i = 0; i < s->patch[r].states && i < given->count; i++)
            sim->x[s->patch[r].z + i] = given->at[i];
    }
    e->segment_end = bri_next_time_event(s, s->t0);
    bri_instant at = bri_instant_of(e, s->t0, sim->x, sim->discrete);
    bri_initial_discrete(&e->look.point, &at, sim->discrete);
    for (int turn = 0; turn < 2; turn++) { /* lagged loads are known after the first */
        if (bri_evaluate(e, &e->look, &at) != BRI_FINE) break;
        bri_guess_set(&e->guess, &e->look);
        for (int r = 0; r < s->patches; r++)
            e->lagged[r] = e->look.solution.patch[r].load;
    }
    if (e->look.solution.failure.is_final) bri_engine_fail(e, &e->look.solution.failure);
    bri_discrete_copy(&e->now, &e->look.point.discrete);
    if (bri_solution_is_of(&e->look.solution, &e->look.point)) bri_record_load_directions(&e->look, true, &e->now);
    if (s->rows > s->held_rows) bri_choose_sticks_at_start(e, s->t0, sim->x, &e->now);
    bri_update_pieces(&e->look.point, &e->look.solution, &e->now);
    bri_discrete_pack(&e->now, sim->discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
    e->projected = e->drifted = 0;
    sim->energy_start = total_energy(&e->look.point);
}

/* --- creation ------------------------------------------------------------------------------------------------------------- */

static bri_stepper_def stepper_def_of(const bri_system *s, const bri_run_params *settings,
                                      const bri_integrator_kind *integrator)
{
    /* peaks of contact forces are right to 1e-4 at 1e-7 (Scotch yoke, journal bearing) */
    double usual = s->gaps ? 1e-7 : 1e-6, rtol = settings->rtol > 0 ? settings->rtol : usual;
    double atol = settings->atol > 0 ? settings->atol : rtol;
    bri_stepper_def out = {.integrator = integrator,
                           .tolerances = {.rtol = rtol, .atol = atol},
                           .step = settings->step,
                           .max_step = settings->max_step};
    for (int k = 0; k < s->interfaces && !(integrator->flags & BRI_HAS_FIXED_STEP); k++) /* loads peak within a step */
        if (s->interface[k].sticks && s->gaps) out.samples = MANY_SAMPLES;
    double longest = bri_longest_step(s);
    if (isfinite(longest) && !(out.max_step > 0 && out.max_step < longest)) out.max_step = longest;
    return out;
}

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

static bri_status make_room(bri_sim *sim, bri_error *err)
{
    const bri_system *s = sim->system;
    bri_status status = bri_engine_create(s, &sim->engine, err);
    if (!status) status = bri_evaluation_create(sim->engine, &sim->observer, err);
    if (status) return status;
    bri_sim_ask_in_searches(sim);
    bri_arena *arena = &sim->engine->arena;
    size_t all = (size_t)(s->states + s->quadratures) + 1, discrete = (size_t)s->discrete_states + 1;
    sim->problem = bri_arena_take(arena, 1, sizeof *sim->problem);
    sim->x = bri_arena_take(arena, all, sizeof(double));
    sim->within = bri_arena_take(arena, all, sizeof(double));
    sim->reduced = bri_arena_take(arena, all, sizeof(double));
    sim->discrete = bri_arena_take(arena, discrete, sizeof(double));
    sim->discrete_before = bri_arena_take(arena, discrete, sizeof(double));
    sim->values = bri_arena_take(arena, (size_t)s->channels + 1, sizeof(double));
    bri_guess_create(s, arena, &sim->host_rates);
    bri_discrete_create(s, arena, &sim->before);
    bri_discrete_create(s, arena, &sim->after);
    return arena->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation of %d bodies", s->bodies) : BRI_OK;
}

/* A method that looks back over several steps must not be put elsewhere between them: auto stabilises it by Baumgarte. */
static void choose_stabilisation(bri_engine *e, int wanted, const bri_integrator_kind *integrator)
{
    const bri_system *s = e->system;
    bool looks_back = integrator->flags & BRI_HAS_OWN_CONTROL;
    e->stabilisation = wanted != BRI_HOLD_AUTO ? wanted : looks_back ? BRI_HOLD_BAUMGARTE : BRI_HOLD_PROJECTION;
    if (s->degrees == 0 && e->stabilisation == BRI_HOLD_PARTITION) e->stabilisation = BRI_HOLD_PROJECTION;
    e->options.baumgarte = e->stabilisation == BRI_HOLD_BAUMGARTE;
}

static bri_status begin(bri_sim *sim, int stabilisation, bri_error *err)
{
    const bri_system *s = sim->system;
    bri_engine *e = sim->engine;
    bri_status status = BRI_OK;
    choose_stabilisation(e, stabilisation, sim->stepper_def.integrator);
    e->tolerance = 0.1 * sim->stepper_def.tolerances.rtol;
    e->slide = tol_slide / sqrt(sim->stepper_def.tolerances.atol);
    bri_problem_of(e, sim->problem);
    find_start(sim);
    if (e->failure.is_final && s->redundancy == BRI_REDUNDANCY_ELASTIC) /* before anything is written */
        return bri_fail(err, BRI_BAD_MODEL, "%s", e->failure.text);
    if (e->stabilisation == BRI_HOLD_PARTITION)
        status = bri_partition_create(e, s->t0, sim->x, sim->discrete, sim->problem, &sim->partition, err);
    if (status) return status;
    if (sim->partition) bri_partition_reduce(sim->partition, sim->x, sim->reduced);
    return bri_stepper_create(sim->problem, &sim->stepper_def, s->t0, sim->partition ? sim->reduced : sim->x,
                              sim->discrete, &sim->stepper, err);
}

bri_status bri_sim_create(const bri_system *s, const bri_run_def *given, bri_sim **out, bri_error *err)
{
    bri_error_clear(err);
    assert(s && out);
    bri_run_def own;
    const bri_run_def *def = &own;
    bri_run_params settings;
    *out = NULL;
    bri_status status = bri_run_def_given(given, &own, err);
    if (!status) status = bri_settings_of(s, def, &settings, err);
    if (status) return status;
    const char *name = def->integrator ? def->integrator : settings.integrator;
    bool choose = !name || !strcmp(name, "auto");
    choice chosen = choose_integrator(s, settings.constraints);
    const bri_integrator_kind *integrator = bri_integrator_find(choose ? chosen.name : name, err);
    if (!integrator) return BRI_NOT_FOUND;
    status = bri_refuse_undetermined_motion(s, err);
    if (status) return status;
    bri_sim *sim = calloc(1, sizeof *sim);
    if (!sim) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation");
    sim->system = s;
    sim->def = *def;
    if (!choose) sim->def.integrator = integrator->kind.name;
    sim->def.constraints = def->constraints ? bri_hold_names[settings.constraints] : NULL;
    sim->goal.from = s->t0;
    sim->goal.until = settings.until;
    sim->why_integrator = choose ? chosen.why : "";
    sim->stepper_def = stepper_def_of(s, &settings, integrator);
    if (choose && chosen.stiff) {
        sim->stepper_def.stiff_integrator = bri_integrator_find(chosen.stiff, NULL);
        sim->stepper_def.starts_stiff = chosen.starts_stiff;
    }
    if ((integrator->flags & BRI_HAS_FIXED_STEP) && !(sim->stepper_def.step > 0))
        status = bri_fail(err, BRI_MISSING, "the integrator %s needs a step: run: {step: 1e-4 s}, for example",
                          integrator->kind.name);
    if (!status) status = make_room(sim, err);
    if (!status) status = begin(sim, settings.constraints, err);
    if (status)
        bri_sim_destroy(sim);
    else
        *out = sim;
    return status;
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

/* All coordinates as the stepper sees them. */
static const double *reduce(bri_sim *sim, const double *x)
{
    if (!sim->partition) return x;
    bri_partition_accept(sim->partition, bri_stepper_time(sim->stepper), x);
    bri_partition_reduce(sim->partition, x, sim->reduced);
    return sim->reduced;
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
    changed = bri_update_pieces(p, &e->look.solution, &e->now) || changed;
    bri_discrete_pack(&e->now, sim->discrete);
    return bri_settle_elements(e, t, true, x, sim->discrete, bri_stepper_discrete(sim->stepper)) || changed;
}

void bri_sim_equations_changed(bri_sim *sim)
{
    bri_engine_forget(sim->engine);
    bri_point_forget(&sim->observer.point);
    sim->engine->failure = (bri_failure){0}; /* of other equations */
    sim->input_changed = false;
    bri_events_begin(sim);
    meet_change(sim, bri_sim_states(sim));
    bri_stepper_set(sim->stepper, bri_stepper_time(sim->stepper), reduce(sim, sim->within), sim->discrete);
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
    double before = total_energy(&e->look.point);
    memcpy(sim->within, x, (size_t)(sim->system->states + sim->system->quadratures) * sizeof(double));
    if (sim->system->limits_follow_load && bri_evaluate(e, &e->look, &at) == BRI_FINE)
        bri_put_elements_at_limits(&e->look, sim->within);
    e->segment_end = e->segment_start = INFINITY;
    bool changed = meet_change(sim, sim->within);
    at = changed ? bri_instant_of(e, t, sim->within, sim->discrete) : bri_instant_of(e, t, x, discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_DYNAMICS);
    sim->jumps += total_energy(&e->look.point) - before;
    sim->impacts += e->projected - projected;
    e->projected = projected;
    if (changed) bri_stepper_set_here(sim->stepper, reduce(sim, sim->within), sim->discrete);
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

static void list_event(const bri_event_note *note, void *user)
{
    last_events *l = user;
    if (l->used >= sizeof l->text) return;
    l->used += (size_t)snprintf(l->text + l->used, sizeof l->text - l->used, "%s'%.60s' (%.60s)", l->used ? ", " : "",
                                note->of, note->what);
}

static bri_status fail_without_progress(bri_sim *sim, double advanced, bool by_events, bri_error *err)
{
    bri_engine *e = sim->engine;
    double t = bri_stepper_time(sim->stepper);
    last_events list = {.used = 0};
    bri_sim_observe(sim, t, bri_sim_states(sim), bri_stepper_discrete(sim->stepper));
    bri_discrete_unpack(&e->now, sim->discrete_before);
    bri_report_events(&e->now, &sim->observer.point.discrete, bri_stepper_fired(sim->stepper), list_event, &list);
    return bri_fail(err, BRI_NO_CONVERGENCE,
                    "no progress at t = %.9g s: the last %d steps advanced the time by %.3g s%s%s", t, (int)PACE_STEPS,
                    advanced,
                    list.used   ? "; events that undo each other: "
                    : by_events ? "; events follow each other without end"
                                : "; steps cannot be made this small: use a larger --rtol",
                    list.text);
}

/* Ends a run whose events undo each other, or whose steps are lost in rounding: it would never end. */
static bri_status watch_progress(bri_sim *sim, double until, bri_error *err)
{
    bri_stepper_counts counts = bri_stepper_count(sim->stepper);
    double t = bri_stepper_time(sim->stepper), advanced = t - sim->pace.t;
    if (counts.steps - sim->pace.steps < PACE_STEPS) return BRI_OK;
    bool by_events = (double)(counts.events - sim->pace.events) > busy_with_events * PACE_STEPS;
    bool slow = by_events && advanced * most_stretches < until - t,
         rounded = advanced < PACE_STEPS * rounding * fabs(t);
    sim->pace.t = t;
    sim->pace.steps = counts.steps;
    sim->pace.events = counts.events;
    return slow || rounded ? fail_without_progress(sim, advanced, by_events, err) : BRI_OK;
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
    bri_status status = isnan(until) ? bri_fail(err, BRI_BAD_VALUE, "until is not a number") : BRI_OK;
    sim->goal.from = bri_stepper_time(sim->stepper);
    sim->goal.until = until;
    while (!status && bri_stepper_time(sim->stepper) < until) {
        double t = bri_stepper_time(sim->stepper);
        status =
            goes_on(sim, t) ? bri_sim_step(sim, until, err) : bri_fail(err, BRI_STOPPED, "stopped at t = %.9g s", t);
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
        bri_channels_of(sim->engine, &sim->observer, t, x, discrete, sim->values);
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

void bri_sim_destroy(bri_sim *sim)
{
    if (!sim) return;
    bri_stepper_destroy(sim->stepper);
    bri_engine_destroy(sim->engine);
    bri_system_destroy(sim->owned);
    free(sim);
}
