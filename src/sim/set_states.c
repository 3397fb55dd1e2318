/* set_states.c - a simulation put to states that the calling program gives
 *
 * Positions and velocities are moved onto the constraints, by the least change in the mass norm of what was not given. What
 * sticks and what touches is then decided as at the beginning of a run. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "sim/sim.h"
#include "sim/start.h"
#include "system/no_solution.h"
#include "system/project.h"
#include "system/tolerance.h"

/* Constraint errors, over the mechanism's length and over its largest speed, that are taken for errors of a measurement. Larger ones
 * are refused unless it is said what is given: one forgot that other states must follow. */
static const double measured_position = 0.01, measured_velocity = 0.1;

/* The joint whose constraints are violated most, over length and speed, and by how much. joint NULL: none by more than share. */
typedef struct open_joint {
    const sys_joint *joint;
    const char *unit;
    double by;
} open_joint;

static open_joint find_open_joint(const bri_point *p, bool of_velocity, double share, double size)
{
    const bri_system *s = p->system;
    open_joint worst = {0};
    for (int j = 0; j < s->joints; j++)
        for (int i = s->joint[j].row; i < s->joint[j].row + s->joint[j].held; i++) {
            double error = fabs(of_velocity ? bri_row_velocity(p, i) : bri_row_error(p, i));
            if (error <= share * size || (worst.joint && error <= worst.by)) continue;
            worst = (open_joint){.joint = &s->joint[j], .unit = bri_row_unit(&s->joint[j], i), .by = error};
        }
    return worst;
}

static bri_status refuse_open(const open_joint *open, bool of_velocity, bool follows, bri_error *err)
{
    return bri_fail(err, BRI_BAD_VALUE, "the states do not fit joint '%s': it %s %.3g %s%s; %s", open->joint->name,
                    of_velocity ? "moves apart at" : "is open by", open->by, open->unit, of_velocity ? "/s" : "",
                    follows ? "no change of the states that are not given closes it"
                            : "say which of them are given, and the others follow");
}

static double largest_speed(const bri_system *s, const double *x)
{
    double speed = s->speed;
    for (int b = 0; b < s->bodies; b++) {
        const double *u = x + BRI_DOF * (s->bodies + b);
        speed = fmax(speed, fmax(hypot(u[0], u[1]), s->length * fabs(u[2])));
    }
    return speed;
}

/* Weights of the coordinates in sim->within: those that are given stay. */
static const double *weigh(bri_sim *sim, const bool *given)
{
    for (int i = 0; i < BRI_DOF * sim->system->bodies; i++)
        sim->within[i] = given && given[i] ? 0 : sim->system->inverse[i];
    return sim->within;
}

/* Moves sim->x onto the constraints of the joints. */
static bri_status fit(bri_sim *sim, double t, const bool *given, bri_error *err)
{
    const bri_system *s = sim->system;
    bri_engine *e = sim->engine;
    bri_point *p = &e->look.point;
    bri_instant at = bri_instant_of(e, t, sim->x, sim->discrete);
    double speed = largest_speed(s, sim->x);
    at.releases_sticks = true;
    for (int of_velocity = 0; of_velocity < 2; of_velocity++) {
        double size = of_velocity ? speed : s->length, most = of_velocity ? measured_velocity : measured_position;
        bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
        open_joint open = find_open_joint(p, of_velocity, most, size);
        if (open.joint && !given) return refuse_open(&open, of_velocity, false, err);
        const double *weight = weigh(sim, given && of_velocity ? given + BRI_DOF * s->bodies : given);
        if (of_velocity)
            bri_project_velocity(e, p, &at, weight, sim->x);
        else
            bri_project_position(e, p, &at, weight, sim->x);
        bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
        open = find_open_joint(p, of_velocity, tol_closed, size);
        if (open.joint) return refuse_open(&open, of_velocity, true, err);
    }
    return BRI_OK;
}

/* Copies what the engine remembers to the sim's room for it, or back. */
static void copy_memory(bri_sim *sim, bool back)
{
    bri_block blocks[BRI_BLOCKS_MAX];
    int count = bri_engine_memory(sim->engine, blocks);
    char *room = sim->engine_was;
    for (int i = 0; i < count; room += blocks[i].size, i++)
        if (blocks[i].size) memcpy(back ? blocks[i].at : room, back ? room : blocks[i].at, blocks[i].size);
}

/* The discrete state at sim->x. */
static bri_status decide(bri_sim *sim, double t, bri_error *err)
{
    bri_engine *e = sim->engine;
    bri_evaluation *at = &e->look;
    bri_decide_discrete(sim, t);
    bri_instant here = bri_instant_of(e, t, sim->x, sim->discrete);
    if (!e->failure.is_final && bri_evaluate(e, at, &here) != BRI_FINE) {
        bri_engine_fail(e, &at->solution.failure);
        if (!e->failure.text[0])
            bri_explain_no_solution(&e->solver, &at->point, &e->options, &at->solution, &e->failure);
    }
    if (!e->failure.is_final) return BRI_OK;
    return bri_fail(err, BRI_NO_SOLUTION, "the simulation cannot go on from these states: %s", e->failure.text);
}

bri_status bri_sim_set_states(bri_sim *sim, double t, double *x, const bool *given, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && x);
    bri_engine *e = sim->engine;
    size_t size = (size_t)bri_sim_continuous_states(sim, NULL) * sizeof(double);
    bri_status status = bri_sim_check_states(sim, t, x, bri_sim_continuous_states(sim, NULL), err);
    if (status) return status;
    double balance = bri_sim_energy_balance(sim, NULL, NULL);
    copy_memory(sim, false);
    bri_sim_forget(sim);
    e->failure = (bri_failure){0}; /* of another state */
    e->near_singular = e->may_jam = false;
    memcpy(sim->x, x, size);
    e->segment_end = bri_next_time_event(sim->system, t);
    status = fit(sim, t, given, err);
    if (!status) status = decide(sim, t, err);
    if (status) {
        copy_memory(sim, true);
        bri_sim_forget(sim);
        return status;
    }
    memcpy(sim->within, sim->x, size);
    sim->input_changed = sim->time_event_due = sim->at_time_event = sim->has_leapt = false;
    bri_sim_put(sim, t, sim->within, sim->discrete);
    bri_sim_get_states(sim, x);
    sim->states_set += balance - bri_sim_energy_balance(sim, NULL, NULL);
    return BRI_OK;
}
