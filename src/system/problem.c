/* problem.c - a system as integrators see it: rates, event functions, what follows an accepted step */
#include "system/problem.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "system/contact_phase.h"
#include "system/energy.h"
#include "system/events.h"
#include "system/fast_part.h"
#include "system/jam.h"
#include "system/linearise.h"
#include "system/project.h"
#include "system/singular.h"
#include "system/stick.h"
#include "system/tolerance.h"

static const double widest_turn = 0.5;                          /* rad in one step of a body that may touch another */
static const double impact_begins = 0.3, impact_resolved = 0.1; /* of the estimated depth of an impact */

/* --- rates ---------------------------------------------------------------------------------------------------------- */

static void record_failure(bri_engine *e, const bri_failure *failure)
{
    if (!failure->status || (e->failure.status && e->failure.text[0])) return; /* a cause is known */
    e->failure = *failure;
}

/* Whether the run is to stop within a step, which can be made again. */
static bool is_stopped(void *context)
{
    bri_engine *e = context;
    if (!bri_is_halted(&e->solver.halt)) return false;
    bri_fail_with(&e->failure, BRI_STOPPED, false, "stopped at t = %.9g s", e->rates.point.t);
    return true;
}

/* Of many bodies a step takes long: each of its evaluations asks. */
static bool may_go_on(bri_engine *e)
{
    enum {
        MANY_BODIES = 50
    };
    return !e->failure.is_final && !(e->system->bodies >= MANY_BODIES && is_stopped(e));
}

static void write_rates(const bri_evaluation *at, double *xdot)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const bri_system *s = p->system;
    size_t n = (size_t)(BRI_DOF * s->bodies);
    memcpy(xdot, p->u, n * sizeof(double));
    memcpy(xdot + n, sol->a, n * sizeof(double));
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        if (interface->distance >= 0) xdot[interface->distance] = bri_patch_speed(sol, interface->patch);
    }
    memcpy(xdot + s->z, sol->zdot, (size_t)(s->states - s->z) * sizeof(double));
    bri_sum_powers(p, sol, xdot + s->states);
}

static bri_outcome system_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    bri_engine *e = context;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    if (!may_go_on(e)) return BRI_BROKEN;
    bri_outcome outcome = bri_evaluate_rates(e, &at, 0);
    if (outcome) {
        record_failure(e, &e->rates.solution.failure);
        return outcome;
    }
    if (e->after_event && e->on_rates) e->on_rates(e->on_rates_context, false);
    e->after_event = false;
    bri_singular_record(e);
    outcome = bri_rates_on_branch(e, &at, 0, write_rates, xdot, e->system->states + e->system->quadratures);
    if (outcome) record_failure(e, &e->rates.solution.failure);
    return outcome;
}

/* Bristle states come in x as z_in, and leave as the solution of z = z_in + hg zdot(z). */
static bri_outcome system_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                      double *xdot)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    const bri_solution *sol = &e->rates.solution;
    if (!may_go_on(e)) return BRI_BROKEN;
    bri_outcome outcome = bri_evaluate_rates(e, &at, hg);
    if (outcome) {
        record_failure(e, &sol->failure);
        return outcome;
    }
    bri_singular_record(e);
    outcome = bri_rates_on_branch(e, &at, hg, write_rates, xdot, s->states + s->quadratures);
    if (outcome) {
        record_failure(e, &sol->failure);
        return outcome;
    }
    for (int r = 0; r < s->patches; r++)
        if (bri_law_acts(&e->rates.point.discrete, s->patch[r].interface))
            memcpy(x + s->patch[r].z, sol->z + s->patch[r].z - s->z, (size_t)s->patch[r].states * sizeof(double));
    return BRI_FINE;
}

static void system_stiff_frame(void *context, double t, const double *x, const double *discrete, double *push,
                               double *follow)
{
    bri_engine *e = context;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    if (bri_evaluate_rates(e, &at, 0) == BRI_FINE) bri_stiff_frame(&e->solver, &e->options, &e->rates, push, follow);
}

static void system_stiff_core(void *context, double t, const double *x, const double *discrete, double *core)
{
    bri_engine *e = context;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    if (bri_evaluate_rates(e, &at, 0) == BRI_FINE) bri_stiff_core(&e->solver, &e->options, &e->rates, core);
}

static bri_outcome system_fast_frame(void *context, double t, const double *x, const double *discrete,
                                     const bri_fast_frame *frame)
{
    bri_engine *e = context;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    if (!may_go_on(e)) return BRI_BROKEN;
    bri_outcome outcome = bri_fast_frame_at(e, &at, frame);
    if (outcome) record_failure(e, &e->rates.solution.failure);
    return outcome;
}

/* --- events ---------------------------------------------------------------------------------------------------------- */

static void system_event_values(void *context, double t, const double *x, const double *discrete, double *g)
{
    bri_engine *e = context;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_evaluation *look = bri_is_evaluated(e, &e->rates, &at) ? &e->rates : &e->look;
    bool solves = bri_events_need_solution(e->system, discrete);
    if (solves && bri_evaluate_within(e, look, &at) != BRI_FINE) {
        bri_event_values_unknown(e->system, g);
        return;
    }
    if (!solves && look == &e->look) {
        bri_point_set(&look->point, &at, BRI_SCOPE_SLIP);
        if (!bri_solution_is_of(&look->solution, &look->point)) bri_update_patches(&look->point, &look->solution);
    }
    bri_event_values(e, look, g);
}

/* An evaluation with kinematics and patches at an instant. */
static bri_evaluation *look_at_slip(bri_engine *e, const bri_instant *at)
{
    bri_evaluation *look = bri_point_is_at(&e->rates.point, at, BRI_SCOPE_SLIP) ? &e->rates : &e->look;
    bri_point_set(&look->point, at, BRI_SCOPE_SLIP);
    if (!bri_solution_is_of(&look->solution, &look->point)) bri_update_patches(&look->point, &look->solution);
    return look;
}

/* Slip velocities of the interfaces whose friction is a force. */
static void system_watch(void *context, double t, const double *x, const double *discrete, double *values)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    bri_evaluation *look = look_at_slip(e, &at);
    for (int i = 0; i < s->watches; i++) {
        const sys_interface *interface = &s->interface[s->watch[i]];
        double velocity = bri_slip_rate(&look->point, interface) * look->solution.patch[interface->patch].lever;
        values[i] = bri_law_acts(&look->point.discrete, s->watch[i]) ? velocity : NAN;
    }
}

/* Displacement over which an interface begins to slide, m: that of its bristles, or what it creeps in 1 s. */
static double slide_scale(const bri_system *s, const sys_interface *interface)
{
    const bri_variable *states = interface->law->kind.states;
    bool bristles = states && states->name && !strcmp(states->unit, "m");
    return bristles ? s->size[s->patch[interface->patch].z] : interface->speed_scale;
}

/* An interface near rest slides by less than the errors that the mechanism's length and speed allow. */
static void system_limits(void *context, double t, const double *x, const double *discrete, double *limit)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    int n = BRI_DOF * s->bodies;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    const bri_evaluation *look = look_at_slip(e, &at);
    const bri_point *p = &look->point;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        const sys_joint *joint = &s->joint[interface->joint];
        double scale = slide_scale(s, interface);
        if (!(scale > 0) || !bri_law_acts(&p->discrete, k)) continue;
        double lever = look->solution.patch[interface->patch].lever, speed = bri_slip_speed(p, &look->solution, k);
        double share = e->slide * (interface->rings ? tol_rings : 1), slides = share * fmax(scale, speed),
               slip_scale = interface->rings ? scale : interface->speed_scale, slips = share * fmax(slip_scale, speed);
        const sys_patch *patch = &s->patch[interface->patch];
        for (int z = patch->z; z < patch->z + interface->patches * patch->states && interface->bends_sharply; z++)
            limit[z] = fmin(limit[z], tol_sharp_bend * s->size[z]);
        const bri_motion *motion = bri_slip_motion(p, interface);
        for (int b = 0; b < joint->bodies; b++)
            for (int d = 0; d < BRI_DOF && joint->body[b] != BRI_GROUND; d++) {
                double by = fabs(motion->end[b][d] * lever);
                int i = BRI_DOF * joint->body[b] + d;
                if (slides < by * limit[i]) limit[i] = slides / by;
                if (slip_scale > 0 && slips < by * limit[n + i]) limit[n + i] = slips / by;
            }
    }
}

static bool system_handle_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    bri_engine *e = context;
    if (e->on_rates) e->on_rates(e->on_rates_context, true);
    e->after_event = true;
    return bri_handle_events(e, t, fired, x, discrete);
}

static double system_next_time_event(void *context, double t)
{
    bri_engine *e = context;
    if (!(t >= e->segment_start && t < e->segment_end)) {
        e->segment_start = t;
        e->segment_end = bri_next_time_event(e->system, t);
    }
    return e->segment_end;
}

/* How fast the line between two discs turns, at most, rad/s: one may fly past the other within a step. 0: not two discs. */
static double line_of_centres_turns(const bri_point *p, int g)
{
    const sys_joint *joint = &p->system->joint[p->system->gap[g].joint];
    const bri_gap *gap = &p->gap[g];
    double apart = gap->normal.value + gap->radius[0] + gap->radius[1], v[2] = {0};
    if (!(gap->radius[0] > 0 && apart > 0 && isfinite(apart))) return 0;
    for (int e = 0; e < 2; e++)
        for (int d = 0; d < 2 && joint->body[e] != BRI_GROUND; d++)
            v[d] += (e ? 1 : -1) * p->u[BRI_DOF * joint->body[e] + d];
    return hypot(v[0], v[1]) / apart;
}

/* A body that turns freely goes a long way in a step without error: its gaps are sampled often enough. And an impact begins
 * without a force: the first step into it is a part of its depth. Near a singular configuration, friction may jam. */
static double system_max_step(void *context, double t, const double *x, const double *discrete)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    double fastest = 0, longest = INFINITY;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    const bri_point *p = &e->look.point;
    bri_point_set(&e->look.point, &at, BRI_SCOPE_SLIP);
    for (int g = 0; g < s->gaps; g++) {
        const sys_joint *joint = &s->joint[s->gap[g].joint];
        const bri_contact_state *contact = &p->discrete.contact[g];
        if (contact->phase == BRI_COMPRESSION && -p->gap[g].normal.value < impact_begins * contact->depth_scale)
            longest = fmin(longest, impact_resolved * contact->depth_scale / contact->approach);
        if (contact->phase == BRI_SEPARATED) fastest = fmax(fastest, line_of_centres_turns(p, g));
        for (int i = 0; i < joint->bodies && contact->phase == BRI_SEPARATED; i++)
            if (joint->body[i] != BRI_GROUND) fastest = fmax(fastest, fabs(p->u[BRI_DOF * joint->body[i] + 2]));
    }
    return fmin(fmin(longest, widest_turn / fmax(fastest, least_divisor)), bri_step_before_jam(e, &at));
}

/* --- after an accepted step -------------------------------------------------------------------------------------------- */

/* Load directions of interfaces at rest, as this step leaves them. */
static bool accept_load_directions(bri_engine *e, const bri_instant *at)
{
    if (!bri_any_at_rest(e->system, at->discrete)) return false;
    bri_evaluation *end = bri_is_evaluated(e, &e->rates, at) ? &e->rates : &e->look;
    if (bri_evaluate(e, end, at) != BRI_FINE) return false;
    bri_discrete_copy(&e->now, &end->point.discrete);
    bri_record_load_directions(end, false, &e->now);
    return true;
}

/* The next step starts from the solution where rates were last evaluated. */
static void accept_guess(bri_engine *e)
{
    e->guess.stamp++; /* the next step begins anew, also where rates failed last */
    if (!bri_solution_is_of(&e->rates.solution, &e->rates.point)) return;
    bri_go_on_from(e, &e->rates);
    for (int r = 0; r < e->system->patches && e->system->coupling == BRI_COUPLING_LAGGED; r++)
        e->lagged[r] = e->rates.solution.patch[r].load;
}

static bool system_accept(void *context, double t, double *x, double *discrete)
{
    bri_engine *e = context;
    const bri_system *s = e->system;
    bri_instant at = bri_instant_of(e, t, x, discrete);
    if (accept_load_directions(e, &at)) bri_discrete_pack(&e->now, discrete);
    bool moved = !bri_is_next_to_singular(e, &at) && bri_stabilise(e, t, x, discrete);
    if (s->gaps) {
        bri_point_set(&e->look.point, &at, BRI_SCOPE_SLIP);
        if (bri_any_impact(&e->look.point.discrete)) {
            bri_discrete_copy(&e->now, &e->look.point.discrete);
            bri_contact_accept(&e->look.point, &e->now);
            bri_discrete_pack(&e->now, discrete);
        }
    }
    accept_guess(e);
    return moved;
}

void bri_problem_of(bri_engine *e, bri_problem *problem)
{
    const bri_system *s = e->system;
    *problem = (bri_problem){.states = s->states,
                             .positions = BRI_DOF * s->bodies,
                             .locals = s->states - s->z,
                             .quadratures = s->quadratures,
                             .discrete_states = s->discrete_states,
                             .events = s->events,
                             .size = s->size,
                             .gates = s->gates,
                             .grazes = s->grazes,
                             .kinks = s->kinks,
                             .marks = s->marks,
                             .reversals = s->reversals,
                             .halt = {is_stopped, e},
                             .context = e,
                             .rates = system_rates,
                             .local_rates = system_local_rates,
                             .event_values = system_event_values,
                             .handle_event = system_handle_event,
                             .watches = s->watches,
                             .range = s->range,
                             .watch = system_watch,
                             .limits = s->interfaces ? system_limits : NULL,
                             .accept = system_accept,
                             .next_time_event = system_next_time_event,
                             .max_step_here = s->gaps || s->has_loops ? system_max_step : NULL};
    if (!bri_knows_stiffness(s)) return;
    problem->forces = s->components + s->gaps;
    problem->follows = bri_stiff_inputs(s);
    problem->stiff_frame = system_stiff_frame;
    problem->stiff_core = system_stiff_core;
    problem->fast = bri_fast_part_of(e);
    problem->fast_frame = system_fast_frame;
}
