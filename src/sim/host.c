/* host.c - a sim that another program integrates
 *
 * The stepper keeps time, states and the discrete state, as for built-in steps, so that channels, events, saving and restoring
 * know no difference. What a host asks for is evaluated from the guess of the last accepted step alone, and leaves no trace in what
 * is saved or in the next evaluation. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "sim/events_so_far.h"
#include "sim/sim.h"
#include "system/singular.h"
#include "system/states.h"
#include "system/tolerance.h"

/* --- descriptions --------------------------------------------------------------------------------------------------------- */

int bri_sim_continuous_states(const bri_sim *sim, int *sums)
{
    const bri_system *s = sim->system;
    if (sums) *sums = s->quadratures;
    return s->states + s->quadratures;
}

bool bri_sim_continuous_state(const bri_sim *sim, int index, bri_continuous_state *out)
{
    assert(sim && out);
    const bri_system *s = sim->system;
    if (index < 0 || index >= s->states + s->quadratures) return false;
    *out = (bri_continuous_state){.name = s->state[index].name,
                                  .unit = s->state[index].unit,
                                  .nominal = bri_state_size(s, index),
                                  .is_sum = index >= s->states};
    return true;
}

/* Those of the equations, then those by which steps do not leap over ranges of slip velocities. */
int bri_sim_event_functions(const bri_sim *sim)
{
    assert(sim);
    return sim->system->events + sim->system->watches;
}

bool bri_sim_event_function(const bri_sim *sim, int index, bri_event_function *out)
{
    assert(sim && out);
    const bri_system *s = sim->system;
    if (index < 0 || index >= bri_sim_event_functions(sim)) return false;
    *out = (bri_event_function){.what = "nears a slip velocity around which friction changes", .limits_step = true};
    if (index >= s->events) {
        out->joint = s->interface[s->watch[index - s->events]].label;
    } else {
        bri_event_name name = bri_event_name_of(s, index);
        *out = (bri_event_function){.joint = name.of, .what = name.what, .is_optional = name.does_nothing};
    }
    return true;
}

static size_t size_of(const bri_sim *sim) { return (size_t)bri_sim_continuous_states(sim, NULL) * sizeof(double); }

void bri_sim_get_states(bri_sim *sim, double *x)
{
    assert(sim && x);
    memcpy(x, bri_sim_states(sim), size_of(sim));
}

/* --- trial states --------------------------------------------------------------------------------------------------------- */

/* Where the present piece of the signals ends. */
static double find_segment(bri_sim *sim)
{
    bri_engine *e = sim->engine;
    double t = bri_stepper_time(sim->stepper);
    if (sim->time_event_due) /* signals are those before it */
        e->segment_end = t;
    else
        sim->problem->next_time_event(sim->problem->context, t);
    return e->segment_end;
}

double bri_sim_next_time_event(bri_sim *sim) { return find_segment(sim); }

double bri_sim_max_step(bri_sim *sim)
{
    const bri_problem *p = sim->problem;
    double t = bri_stepper_time(sim->stepper),
           longest = sim->stepper_def.max_step > 0 ? sim->stepper_def.max_step : INFINITY;
    const double *x = bri_stepper_states(sim->stepper);
    double *rates = sim->trial, *moved = sim->trial + bri_sim_continuous_states(sim, NULL);
    if (sim->partition) return longest;
    if (p->max_step_here)
        longest = fmin(longest, p->max_step_here(p->context, t, x, bri_stepper_discrete(sim->stepper)));
    if (sim->system->watches && !bri_sim_rates(sim, t, x, rates, NULL))
        longest = fmin(longest, bri_stepper_watch_limit_at(sim->stepper, rates, moved, sim->left));
    return longest;
}

void bri_sim_tolerated_errors(bri_sim *sim, double t, const double *x, double rtol, double atol, double *error)
{
    assert(sim && x && error && atol > 0);
    bri_engine *e = sim->engine;
    bri_problem of_atol = *sim->problem;
    double slide = e->slide, *limit = sim->trial;
    find_segment(sim);
    for (int i = 0; i < sim->system->states; i++)
        limit[i] = INFINITY;
    e->slide = tol_slide / sqrt(atol);
    if (of_atol.limits && !sim->partition)
        of_atol.limits(of_atol.context, t, x, bri_stepper_discrete(sim->stepper), limit);
    e->slide = slide;
    of_atol.limit = limit;
    for (int i = 0; i < bri_sim_continuous_states(sim, NULL); i++)
        error[i] = i < sim->system->states ? bri_tolerated(&of_atol, rtol, atol, i, x[i])
                                           : rtol * fabs(x[i]) + atol * bri_state_size(sim->system, i);
}

/* Whether a host can integrate the sim, now. */
static bri_status check_host(const bri_sim *sim, bri_error *err)
{
    if (sim->partition)
        return bri_fail(
            err, BRI_BAD_VALUE,
            "constraints: partition integrates independent coordinates, which change during a run, and a host "
            "integrates all of them: create the sim with constraints: projection or baumgarte");
    if (sim->input_changed)
        return bri_fail(err, BRI_BAD_VALUE,
                        "an input was set at t = %.9g s: call bri_sim_handle_events before the next step",
                        bri_stepper_time(sim->stepper));
    return BRI_OK;
}

static bri_status check_trial(const bri_sim *sim, double t, const double *x, bri_error *err)
{
    bri_status status = check_host(sim, err);
    return status ? status : bri_sim_check_states(sim, t, x, sim->system->states, err);
}

typedef struct trace { /* of evaluations, which would show in what is saved */
    bri_iterations count;
    bri_rules_differ rules_differ;
    bri_failure failure;
} trace;

static trace keep_trace(const bri_engine *e) { return (trace){e->solver.count, e->rules_differ, e->failure}; }

static void remove_trace(bri_engine *e, const trace *was)
{
    e->solver.count = was->count;
    e->rules_differ = was->rules_differ;
    e->failure = was->failure;
}

static bri_status fail_here(bri_outcome outcome, const bri_failure *failure, double t, bri_error *err)
{
    bri_status status = outcome == BRI_BROKEN || failure->is_final ? BRI_NO_SOLUTION : BRI_NO_CONVERGENCE;
    if (failure->text[0]) return bri_fail(err, status, "%s", failure->text);
    return bri_fail(err, status, "no solution of friction and reactions was found at the trial state at t = %.9g s", t);
}

/* The discrete state that a host's trial states have. Laws whose kink at a reversal the sim's integrator resolves within its steps keep
 * the direction of the last accepted state, so that rates are smooth up to the event. Overwrites engine->look. */
static const double *discrete_of_trials(bri_sim *sim)
{
    bri_engine *e = sim->engine;
    const double *discrete = bri_stepper_discrete(sim->stepper);
    if (!e->passes_reversals) return discrete;
    bri_instant at = bri_instant_of(e, bri_stepper_time(sim->stepper), bri_stepper_states(sim->stepper), discrete);
    bri_point_set(&e->look.point, &at, BRI_SCOPE_SLIP);
    bri_discrete_copy(&sim->held, &e->look.point.discrete);
    bri_update_pieces(&e->look.point, false, &e->look.solution, &sim->held);
    bri_discrete_pack(&sim->held, sim->held_packed);
    return sim->held_packed;
}

/* Rates from the guess of the last accepted step alone. */
static bri_outcome find_rates(bri_sim *sim, double t, const double *x, double *rates)
{
    bri_engine *e = sim->engine;
    const bri_problem *p = sim->problem;
    bri_guess last = e->last_rates;
    double last_t = e->last_rates_t;
    e->last_rates = sim->host_rates;
    e->last_rates.stamp = 0;
    bri_point_forget(&e->rates.point);
    bri_outcome outcome = p->rates(p->context, t, x, discrete_of_trials(sim), rates);
    e->last_rates = last;
    e->last_rates_t = last_t;
    return outcome;
}

bri_status bri_sim_rates(bri_sim *sim, double t, const double *x, double *rates, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && rates);
    bri_engine *e = sim->engine;
    bri_status status = check_trial(sim, t, x, err);
    if (status) return status;
    trace was = keep_trace(e);
    find_segment(sim);
    bri_engine_forgive_trials(e);
    bri_outcome outcome = find_rates(sim, t, x, rates);
    bri_point_forget(&e->rates.point);
    if (outcome) status = fail_here(outcome, &e->failure, t, err);
    remove_trace(e, &was);
    return status;
}

bri_status bri_sim_values_at(bri_sim *sim, double t, const double *x, double *values, bri_error *err)
{
    bri_error_clear(err);
    bri_status status = check_trial(sim, t, x, err);
    if (status) return status;
    find_segment(sim);
    sim->values_stamp = 0;
    bri_outcome outcome = bri_channels_of(sim->engine, &sim->observer, t, x, discrete_of_trials(sim), true, values);
    return outcome ? fail_here(outcome, &sim->observer.solution.failure, t, err) : BRI_OK;
}

bri_status bri_sim_event_values(bri_sim *sim, double t, const double *x, double *values, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && values);
    bri_engine *e = sim->engine;
    bri_status status = check_trial(sim, t, x, err);
    bool fires = false;
    if (status) return status;
    trace was = keep_trace(e);
    find_segment(sim);
    bri_point_forget(&e->rates.point); /* not every function needs a solution: none has one by chance */
    bri_point_forget(&e->look.point);
    bool known = bri_stepper_event_values(sim->stepper, t, x, values);
    bri_stepper_watch_values(sim->stepper, t, x, values + sim->system->events);
    for (int i = 0; i < sim->system->events; i++)
        fires = fires || !(values[i] > 0);
    if (!known && !fires) /* else the loss of the solution is an event */
        status = fail_here(BRI_SHORTER, &e->look.solution.failure, t, err);
    remove_trace(e, &was);
    return status;
}

/* --- steps ---------------------------------------------------------------------------------------------------------------- */

static bri_status check_step(bri_sim *sim, double t, const double *x, bri_error *err)
{
    double now = bri_stepper_time(sim->stepper), end = find_segment(sim);
    if (!(t >= now && t <= end))
        return bri_fail(err, BRI_BAD_VALUE,
                        "a step from t = %.17g s cannot end at %.17g s: the end must not be before "
                        "the present time, nor after the next time event (%.17g s)",
                        now, t, end);
    return bri_sim_check_states(sim, t, x, bri_sim_continuous_states(sim, NULL), err);
}

bri_status bri_sim_accept_step(bri_sim *sim, double t, double *x, bri_accepted *out, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && x && out);
    bri_engine *e = sim->engine;
    bri_error inner = {0};
    bri_status status = check_host(sim, err);
    if (!status) status = check_step(sim, t, x, err);
    if (status) return status;
    double h = t - bri_stepper_time(sim->stepper);
    trace was = keep_trace(e);
    bri_engine_forgive_trials(e);
    bri_outcome outcome = find_rates(sim, t, x, sim->within); /* from here the next step starts */
    if (outcome) {
        status = fail_here(outcome, &e->failure, t, err);
        remove_trace(e, &was);
        return status;
    }
    sim->has_leapt = false;
    bri_stepper_watch_values(sim->stepper, t, x, sim->left);
    for (int i = 0; i < sim->system->watches; i++)
        sim->has_leapt = sim->has_leapt || !(sim->left[i] > 0);
    bri_events_begin(sim);
    out->event = bri_stepper_take_given(sim->stepper, t, x, &out->states_changed);
    e->solver.count = was.count; /* statistics are those of built-in steps */
    if (e->failure.is_final) return bri_sim_explain(sim, BRI_NO_SOLUTION, &inner, err);
    bri_engine_forgive(e);
    bri_singular_end_step(e, h, bri_stepper_states(sim->stepper));
    bri_singular_begin_step(e);
    sim->time_event_due = t == e->segment_end;
    sim->at_time_event = false;
    out->event = out->event || sim->time_event_due || sim->has_leapt;
    bri_sim_get_states(sim, x);
    return BRI_OK;
}

bri_status bri_sim_handle_events(bri_sim *sim, const bool *fired, double *x, bri_handled *out, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && x && out);
    bri_engine *e = sim->engine;
    bri_error inner = {0};
    bri_iterations count = e->solver.count;
    bool input_changed = sim->input_changed;
    sim->input_changed = false; /* handled below */
    bri_status status = check_host(sim, err);
    if (status) return status;
    find_segment(sim);
    memcpy(sim->x, bri_stepper_states(sim->stepper), size_of(sim));
    bri_events_begin(sim);
    out->changed =
        bri_stepper_handle_given(sim->stepper, fired) || sim->time_event_due || input_changed || sim->has_leapt;
    for (int i = 0; i < sim->system->watches && fired; i++)
        out->changed = out->changed || fired[sim->system->events + i];
    sim->has_leapt = false;
    if (sim->time_event_due && !e->failure.is_final) bri_sim_pass_time_event(sim);
    bri_events_end(sim);
    if (input_changed && !e->failure.is_final) bri_sim_equations_changed(sim);
    e->solver.count = count;
    if (e->failure.is_final) return bri_sim_explain(sim, BRI_NO_SOLUTION, &inner, err);
    bri_engine_forgive(e);
    bri_sim_get_states(sim, x);
    out->states_changed = memcmp(x, sim->x, size_of(sim)) != 0;
    return BRI_OK;
}
