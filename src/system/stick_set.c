/* stick_set.c - one set of sticks and slips: its solution, and whether that is consistent with it */
#include "system/stick_set.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "system/tolerance.h"

struct bri_stick_room *bri_stick_create(bri_engine *e)
{
    const bri_system *s = e->system;
    bri_arena *arena = &e->arena;
    size_t interfaces = (size_t)s->interfaces + 1;
    struct bri_stick_room *room = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return NULL;
    room->search = bri_sticking_create(s, arena);
    if (s->rows > s->held_rows) { /* interfaces can stick */
        bri_evaluation_create(e, &room->choice, NULL);
        bri_evaluation_create(e, &room->what_if, NULL);
    }
    bri_discrete_create(s, arena, &room->first);
    bri_discrete_create(s, arena, &room->trial);
    bri_discrete_create(s, arena, &room->kept);
    bri_guess_create(s, arena, &room->start);
    bri_guess_create(s, arena, &room->found);
    room->start.stamp = 0;
    room->packed = bri_arena_take(arena, (size_t)s->discrete_states + 1, sizeof(double));
    room->candidate = bri_arena_take(arena, interfaces, sizeof(bool));
    room->dragged = bri_arena_take(arena, interfaces, sizeof(bool));
    room->broken = bri_arena_take(arena, interfaces, sizeof(bool));
    return room;
}

/* --- limits and accelerations -------------------------------------------------------------------------------------------- */

/* Relative tolerance of forces at limits: looser where rows were dropped as nearly dependent. */
static double limit_tolerance(const bri_solution *sol)
{
    return sol->pivots.dropped > sol->open ? tol_limit_dropped : tol_limit;
}

/* Acceleration left in a row by which an interface sticks, over the largest, from which on it is set in motion. */
static double dragged_from(const bri_evaluation *at)
{
    return tol_dragged * sqrt(bri_rounding_of_last(&at->solution.pivots));
}

/* Load of a patch in its recorded direction; below 0: it has passed to the other side. */
static double recorded_load(const bri_evaluation *at, const sys_interface *interface, int r)
{
    const sys_joint *joint = &at->point.system->joint[interface->joint];
    double load = interface->params->preload / interface->patches;
    const double *direction = at->point.discrete.load_direction[r];
    for (int h = 0; h < joint->held; h++)
        load += direction[h] * at->solution.lambda[joint->row + h];
    if (interface->faces && bri_sticks(&at->point.discrete, at->point.system->patch[r].interface))
        load -= direction[at->solution.patch[r].couple] * bri_couple_of_stick(&at->solution, interface);
    return load;
}

double bri_recorded_limit(const bri_evaluation *at, int k)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const sys_interface *interface = &p->system->interface[k];
    double limit = 0, by_load;
    if (!bri_follows_reaction(interface)) return bri_static_limit(p, sol, k);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        double load = recorded_load(at, interface, r);
        bri_slip slip;
        bri_patch_slip(p, sol, r, fabs(load), &slip);
        limit += copysign(sol->patch[r].lever, load) *
                 interface->law->static_limit(interface->params->law.params, &slip, &by_load);
    }
    return limit;
}

double bri_relative_limit(const bri_evaluation *at, int k)
{
    const sys_interface *interface = &at->point.system->interface[k];
    double limit = bri_recorded_limit(at, k), carried = 0;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        carried += fabs(at->solution.patch[r].lever) * bri_patch_friction(&at->solution, r);
    return limit / fmax(fabs(limit) + carried, least_force);
}

/* Acceleration of an interface's free motion. */
static double acceleration_of(const bri_evaluation *at, int k)
{
    const bri_system *s = at->point.system;
    const sys_joint *joint = &s->joint[s->interface[k].joint];
    const bri_motion *motion = bri_slip_motion(&at->point, &s->interface[k]);
    return motion->bias + bri_motion_dot(joint->body, joint->bodies, motion, at->solution.a);
}

static double size_of_accelerations(const bri_evaluation *at)
{
    double size = 0;
    for (int i = 0; i < BRI_DOF * at->point.system->bodies; i++)
        size = fmax(size, fabs(at->solution.a[i]));
    return size;
}

/* Without reactions and friction. */
static double size_of_free_accelerations(const bri_evaluation *at)
{
    double size = 0;
    for (int i = 0; i < BRI_DOF * at->point.system->bodies; i++)
        size = fmax(size, fabs(at->point.applied[i] * at->point.system->inverse[i]));
    return size;
}

void bri_record_load_directions(const bri_evaluation *at, bool all, bri_discrete *d)
{
    const bri_system *s = at->point.system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        if (!interface->sticks || !bri_follows_reaction(interface)) continue;
        for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
            const bri_patch *patch = &at->solution.patch[r];
            double *recorded = d->load_direction[r], along = 0, size = 0, square = 0;
            for (int h = 0; h < BRI_HELD_MAX; h++) {
                along += recorded[h] * patch->by_lambda[h];
                size += recorded[h] * recorded[h];
                square += patch->by_lambda[h] * patch->by_lambda[h];
            }
            if (patch->load < 0) along = -along;
            if (!all && size > 0 && along > tol_load_direction * sqrt(size * square)) continue;
            for (int h = 0; h < BRI_HELD_MAX; h++)
                recorded[h] = patch->load < 0 ? -patch->by_lambda[h] : patch->by_lambda[h];
        }
    }
}

/* --- solutions ---------------------------------------------------------------------------------------------------------- */

static bri_instant instant_of(const bri_selection *c, const bri_discrete *d)
{
    bri_discrete_pack(d, c->engine->stick->packed);
    return bri_instant_of(c->engine, c->t, c->x, c->engine->stick->packed);
}

/* The solution of a discrete state, in an evaluation. True: it has one. */
static bool solve(const bri_selection *c, const bri_discrete *d, bri_evaluation *out)
{
    bri_instant at = instant_of(c, d);
    bri_outcome outcome = c->guess == &c->engine->guess ? bri_evaluate(c->engine, out, &at)
                                                        : bri_evaluate_from(c->engine, out, &at, c->guess);
    if (outcome == BRI_BROKEN) bri_engine_fail(c->engine, &out->solution.failure);
    return outcome == BRI_FINE;
}

/* The choice is that set, and solved. */
static bool is_solved(const bri_selection *c, const bri_discrete *d)
{
    const bri_evaluation *choice = &c->engine->stick->choice;
    bri_instant at = instant_of(c, d);
    return bri_point_is_at(&choice->point, &at, BRI_SCOPE_DYNAMICS) &&
           bri_solution_is_of(&choice->solution, &choice->point);
}

bool bri_set_solve(const bri_selection *c, const bri_discrete *d) { return solve(c, d, &c->engine->stick->choice); }

void bri_set_place(const bri_selection *c, const bri_discrete *d)
{
    bri_instant at = instant_of(c, d);
    bri_point_set(&c->engine->stick->choice.point, &at, BRI_SCOPE_DYNAMICS);
}

/* --- interfaces at their limits ----------------------------------------------------------------------------------------- */

/* Above 0 of either rule: the interface stays at its limit. */
typedef struct excess {
    double paper; /* (needed - limit)/(needed + limit) if it stuck and all else stayed (Wojtyra 2017, eq. 20) */
    double
        compliant; /* (needed - carried)/(needed + carried), with what it carries now: compliant joints let it creep on */
    double tolerance;
} excess;

/* Solves in stick->what_if; 0: no solution. at has the solution with the interface at its limit. */
static excess excess_if_stuck(const bri_selection *c, const bri_evaluation *at, const bri_discrete *d, int k)
{
    bri_engine *e = c->engine;
    int direction = d->stick[k].direction;
    assert(bri_at_limit(d, k));
    if (d != &e->stick->trial) bri_discrete_copy(&e->stick->trial, d);
    e->stick->trial.stick[k].mode = BRI_STICK;
    e->stick->trial.stick[k].direction = 0;
    double carried = -direction * bri_interface_effort(&at->point, &at->solution, k);
    if (!solve(c, &e->stick->trial, &e->stick->what_if)) return (excess){.tolerance = tol_limit};
    double limit = bri_static_limit(&e->stick->what_if.point, &e->stick->what_if.solution, k);
    double needed = -direction * e->stick->what_if.solution.lambda[e->system->interface[k].stick_row];
    return (excess){.paper = (needed - limit) / fmax(fabs(needed) + limit, least_force),
                    .compliant = (needed - carried) / fmax(fabs(needed) + fabs(carried), least_force),
                    .tolerance = limit_tolerance(&e->stick->what_if.solution)};
}

static bool is_compliant(const bri_selection *c) { return c->engine->system->redundancy == BRI_REDUNDANCY_ELASTIC; }

/* Where the friction of an interface raises its own limit by more than itself, the rules contradict each other. */
static void compare_rules(bri_engine *e, const excess *over, double t, int k)
{
    bool differ =
        over->paper * over->compliant < 0 && fmin(fabs(over->paper), fabs(over->compliant)) > tol_rules_differ;
    if (!differ || (e->rules_differ.interface >= 0 && e->rules_differ.t <= t)) return;
    e->rules_differ = (bri_rules_differ){.interface = k, .t = t};
}

double bri_at_limit_value(const bri_selection *c, const bri_evaluation *at, const bri_discrete *d, int k)
{
    double limit = bri_relative_limit(at, k);
    if (bri_is_kept(d, k)) return limit + tol_limit;
    excess over = excess_if_stuck(c, at, d, k);
    compare_rules(c->engine, &over, c->t, k);
    return fmin(is_compliant(c) ? over.compliant : over.paper, limit) +
           over.tolerance; /* 0 where it came to its limit */
}

/* Requires the choice to be solved. */
static bool stays_at_limit(const bri_selection *c, const bri_discrete *d, int k)
{
    bool linear = c->engine->system->interface[k].linear; /* else the load is above 0 in any direction */
    if (linear && bri_relative_limit(&c->engine->stick->choice, k) < -tol_limit) return false;
    if (bri_is_kept(d, k)) return true;
    excess over = excess_if_stuck(c, &c->engine->stick->choice, d, k);
    return (is_compliant(c) ? over.compliant : over.paper) >= -over.tolerance;
}

/* --- states of one set --------------------------------------------------------------------------------------------------- */

void bri_set_put(const bri_selection *c, int k, int direction, bri_discrete *d)
{
    const bri_point *p = &c->engine->stick->choice.point;
    d->stick[k] = (bri_stick_state){.mode = direction ? BRI_SLIP : BRI_STICK,
                                    .direction = direction,
                                    .at = bri_slip_motion(p, &p->system->interface[k])->value};
}

void bri_set_find_at_limit(const bri_selection *c, bri_discrete *d)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    bool may_be_held = s->shares && s->any_loop;
    if (may_be_held) {
        bri_set_place(c, d);
        bri_factor_held(e->solver.redundancy, &e->stick->choice.point);
    }
    for (int k = 0; k < s->interfaces; k++) {
        if (!c->candidate[k] || bri_sticks(d, k)) continue;
        bool held =
            may_be_held && !e->stick->dragged[k] && bri_is_held(e->solver.redundancy, &e->stick->choice.point, k);
        d->stick[k].mode = held ? BRI_AT_LIMIT : BRI_SLIP;
    }
}

/* Friction that stays a share of the static limit, with the effort that the interface carries. */
static void keep(const bri_evaluation *at, int k, double effort, bri_discrete *d)
{
    double limit = bri_static_limit(&at->point, &at->solution, k);
    d->stick[k].mode = BRI_KEPT;
    d->stick[k].direction = effort > 0 ? -1 : 1;
    d->stick[k].share = limit > 0 ? fmin(fabs(effort) / limit, 1) : 0;
}

void bri_set_keep(const bri_selection *c, const bri_guess *found, bri_discrete *d)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    bri_point *p = &e->stick->choice.point;
    bri_solution *sol = &e->stick->choice.solution;
    bri_set_place(c, d);
    sol->point_stamp = 0;
    memcpy(sol->lambda, found->lambda, (size_t)s->rows * sizeof(double));
    memcpy(sol->friction, found->friction, (size_t)s->components * sizeof(double));
    bri_update_patches(p, sol);
    bri_update_loads(p, &e->options, BRI_PASS_WHOLE, sol);
    bri_record_load_directions(&e->stick->choice, true, d);
    bri_factor_held(e->solver.redundancy, p);
    bri_constraint_matrix(p, s->inverse, sol->matrix);
    memcpy(sol->factors, sol->matrix, (size_t)s->sparse.entries * sizeof(double));
    sol->pivots = bri_sparse_factor(&s->sparse, sol->factors);
    int dependent = bri_find_dependent_sticks(e->solver.redundancy, p, sol);
    for (int k = 0; k < s->interfaces; k++) {
        if (!c->candidate[k]) continue;
        int row = s->interface[k].stick_row;
        if (!bri_sticks(d, k)) {
            if (bri_is_held(e->solver.redundancy, p, k)) keep(&e->stick->choice, k, bri_interface_effort(p, sol, k), d);
            continue;
        }
        for (int i = 0; i < dependent; i++)
            if (sol->eliminated[i] == row) keep(&e->stick->choice, k, sol->lambda[row], d);
    }
}

bool bri_set_find_dragged(const bri_selection *c, const bri_discrete *d)
{
    bri_engine *e = c->engine;
    bool any = false;
    if (!bri_any_at_limit(d) || !bri_set_solve(c, d)) return false;
    double size = fmax(size_of_accelerations(&e->stick->choice), size_of_free_accelerations(&e->stick->choice));
    for (int k = 0; k < e->system->interfaces; k++) {
        if (!c->candidate[k] || !bri_at_limit(d, k)) continue;
        e->stick->dragged[k] = fabs(acceleration_of(&e->stick->choice, k)) > dragged_from(&e->stick->choice) * size;
        any = any || e->stick->dragged[k];
    }
    return any;
}

typedef struct accelerations { /* their sizes: of the solution, and without reactions and friction */
    double all, free;
} accelerations;

/* How inconsistent the state of one interface is that sticks or slips: 0: consistent; INFINITY: a driver or the joints
 * drag it along although it sticks. */
static double inconsistency_of(const bri_selection *c, const bri_discrete *d, const accelerations *sizes,
                               const bri_floors *floors, int k)
{
    const bri_evaluation *at = &c->engine->stick->choice;
    int row = c->engine->system->interface[k].stick_row, direction = d->stick[k].direction;
    double limit = bri_static_limit(&at->point, &at->solution, k);
    double floor = bri_floor_effort(floors, &at->point, &at->solution, k);
    if (bri_sticks(d, k)) {
        double held = fabs(at->solution.lambda[row]);
        double left = bri_row_residual(&at->point, row, at->solution.a, c->engine->options.baumgarte);
        if (fabs(left) > dragged_from(at) * fmax(sizes->all, sizes->free)) return INFINITY;
        return held <= limit * (1 + limit_tolerance(&at->solution)) + floor ? 0 : held / fmax(limit, least_force);
    }
    double against = -direction * acceleration_of(at, k), own = limit * bri_own_response(&at->point, row);
    bool fits = limit <= floor || against <= floors->acceleration ||
                (against <= tol_slip_direction * sizes->all && against <= tol_slip_own * own);
    return fits ? 0 : 1;
}

int bri_set_inconsistent(const bri_selection *c, const bri_discrete *d, int *wanted)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int worst = -1;
    double most = 0;
    accelerations sizes = {size_of_accelerations(&e->stick->choice), size_of_free_accelerations(&e->stick->choice)};
    bri_floors floors = bri_floors_of(&e->solver, &e->stick->choice.point, &e->stick->choice.solution);
    for (int k = 0; k < s->interfaces; k++) {
        if (!c->candidate[k] || bri_at_limit(d, k)) continue;
        double inconsistency = inconsistency_of(c, d, &sizes, &floors, k);
        if (!(inconsistency > most)) continue;
        most = inconsistency;
        worst = k;
        e->stick->dragged[k] = e->stick->dragged[k] || isinf(inconsistency);
        double against = isinf(inconsistency) ? -acceleration_of(&e->stick->choice, k)
                                              : e->stick->choice.solution.lambda[s->interface[k].stick_row];
        *wanted = !bri_sticks(d, k) ? 0 : against > 0 ? -1 : 1;
    }
    for (int k = 0; k < s->interfaces && worst < 0; k++)
        if (c->candidate[k] && bri_at_limit(d, k) && !stays_at_limit(c, d, k)) {
            worst = k;
            *wanted = 0;
        }
    return worst;
}

bool bri_set_is_self_stressed(const bri_selection *c, const bri_discrete *d)
{
    bri_engine *e = c->engine;
    if (!bri_any_at_limit(d) || !bri_set_solve(c, d)) return false;
    return bri_coherence(e->solver.coherence, &e->stick->choice.point, &e->stick->choice.solution) < 0;
}

bool bri_set_is_unstable(const bri_selection *c, const bri_discrete *d)
{
    bri_engine *e = c->engine;
    if (c->takes_unstable || !e->system->any_from_reaction || bri_any_at_limit(d)) return false;
    bool unstable = bri_branch_indicator(&e->solver, &e->stick->choice.point, &e->stick->choice.solution) < 0;
    if (unstable && c->saw_unstable) *c->saw_unstable = true;
    return unstable;
}

bool bri_set_is_consistent(const bri_selection *c, const bri_discrete *d, bool refuses_self_stress)
{
    int wanted;
    if (!bri_set_solve(c, d) || bri_set_inconsistent(c, d, &wanted) >= 0 || bri_set_is_unstable(c, d)) return false;
    return !refuses_self_stress || !bri_set_is_self_stressed(c, d);
}

/* Whether every load of an interface at its limit is on its recorded side, so that all of them carry friction. The load of a pin is
 * above 0 in any direction. */
static bool loads_are_as_recorded(const bri_evaluation *at, const bri_discrete *d, int k)
{
    const sys_interface *interface = &at->point.system->interface[k];
    double least = 0, sum = 0;
    if (!bri_at_limit(d, k) || !interface->linear || !bri_follows_reaction(interface)) return true;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        double load = recorded_load(at, interface, r);
        least = fmin(least, load);
        sum += fabs(load);
    }
    return least >= -tol_limit * sum;
}

bool bri_set_settle(const bri_selection *c, bri_discrete *d)
{
    enum {
        MOST_TURNS = 4
    };
    bri_engine *e = c->engine;
    bri_selection from = *c;
    if (!is_solved(c, d) && !bri_set_solve(c, d)) return false;
    from.guess = &e->stick->start;
    for (int turns = MOST_TURNS, wanted; turns > 0; turns--) { /* loads may pass to their other side */
        bri_record_load_directions(&e->stick->choice, true, d);
        bri_guess_set(&e->stick->start, &e->stick->choice);
        if (!bri_set_solve(&from, d)) return false;
        bool turned = false;
        for (int k = 0; k < e->system->interfaces; k++)
            turned = turned || !loads_are_as_recorded(&e->stick->choice, d, k);
        if (turned) continue;
        if (bri_set_inconsistent(&from, d, &wanted) >= 0 || bri_set_is_unstable(&from, d)) return false;
        bri_go_on_from(e, &e->stick->choice);
        return true;
    }
    return false;
}
