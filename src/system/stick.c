/* stick.c - event functions of sticking, and the choice of sticks and slips */
#include "system/stick.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/tolerance.h"

enum {
    MOST_ENUMERATED = 7, /* interfaces at rest, of which all 3^n sets are tried */
    MOST_STARTED = 4     /* patches that slide, of which both solutions are looked for */
};
static const double much_friction = 1e3; /* times the applied forces: a start on the other side of a load's sign */

/* --- at one point ------------------------------------------------------------------------------------------------------ */

/* Relative tolerance of forces at limits: looser where rows were dropped as nearly dependent. */
static double limit_tolerance(const bri_solution *sol)
{
    return sol->pivots.dropped > sol->open ? tol_limit_dropped : tol_limit;
}

static bool is_driven(const bri_system *s)
{
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].drive) return true;
    return false;
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

/* Static limit under loads in their recorded directions. A load that passes through 0 within a step and grows again on the
 * other side is then below 0, so that the instant at which nothing held is not missed. */
static double recorded_limit(const bri_evaluation *at, int k)
{
    const bri_point *p = &at->point;
    const bri_solution *sol = &at->solution;
    const sys_interface *interface = &p->system->interface[k];
    const sys_joint *joint = &p->system->joint[interface->joint];
    double limit = 0, by_load;
    if (!bri_follows_reaction(interface)) return bri_static_limit(p, sol, k);
    for (int r = interface->patch; r < interface->patch + interface->patches; r++) {
        double load = interface->params->preload / interface->patches;
        bri_slip slip;
        for (int h = 0; h < joint->held; h++)
            load += p->discrete.load_direction[r][h] * sol->lambda[joint->row + h];
        bri_patch_slip(p, sol, r, fabs(load), &slip);
        limit += copysign(sol->patch[r].lever, load) *
                 interface->law->static_limit(interface->params->law.params, &slip, &by_load);
    }
    return limit;
}

/* The recorded limit over the force that an interface at its limit carries: below 0, its load has changed sign. */
static double relative_limit(const bri_evaluation *at, int k)
{
    const sys_interface *interface = &at->point.system->interface[k];
    double limit = recorded_limit(at, k), carried = 0;
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        carried += fabs(at->solution.patch[r].lever) * bri_patch_friction(&at->solution, r);
    return limit / fmax(fabs(limit) + carried, 1e-30);
}

bool bri_is_at_rest(const bri_evaluation *at, int k)
{
    return bri_slip_speed(&at->point, &at->solution, k) <= tol_at_rest * at->point.system->speed;
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

/* --- selection: what is tried ------------------------------------------------------------------------------------------ */

typedef struct selection {
    bri_engine *engine;
    double t;
    const double *x;
    const bool *candidate;
    const bri_guess *guess;
} selection;

static bri_instant instant_of(const selection *c, const bri_discrete *d)
{
    bri_discrete_pack(d, c->engine->packed);
    return bri_instant_of(c->engine, c->t, c->x, c->engine->packed);
}

/* The solution of a discrete state, in an evaluation. True: it has one. */
static bool solve(const selection *c, const bri_discrete *d, bri_evaluation *out)
{
    bri_instant at = instant_of(c, d);
    bri_outcome outcome = c->guess == &c->engine->guess ? bri_evaluate(c->engine, out, &at)
                                                        : bri_evaluate_from(c->engine, out, &at, c->guess);
    if (outcome == BRI_BROKEN) bri_engine_fail(c->engine, &out->solution.failure);
    return outcome == BRI_FINE;
}

static bool choose(const selection *c, const bri_discrete *d) { return solve(c, d, &c->engine->choice); }

/* (needed - limit)/(needed + limit) if an interface at its limit stuck and all else stayed: above 0 it cannot. Solves in
 * engine->what_if; 0: no solution. */
static double excess_if_stuck(const selection *c, const bri_discrete *d, int k, double *tolerance)
{
    bri_engine *e = c->engine;
    const sys_interface *interface = &e->system->interface[k];
    int direction = d->stick[k].direction;
    assert(bri_at_limit(d, k));
    if (d != &e->trial) bri_discrete_copy(&e->trial, d);
    e->trial.stick[k].mode = BRI_STICK;
    e->trial.stick[k].direction = 0;
    if (!solve(c, &e->trial, &e->what_if)) {
        *tolerance = tol_limit;
        return 0;
    }
    *tolerance = limit_tolerance(&e->what_if.solution);
    double limit = bri_static_limit(&e->what_if.point, &e->what_if.solution, k);
    double needed = -direction * e->what_if.solution.lambda[interface->stick_row];
    return (needed - limit) / fmax(fabs(needed) + limit, 1e-30);
}

/* Requires the choice to be solved. */
static bool stays_at_limit(const selection *c, const bri_discrete *d, int k)
{
    double tolerance;
    if (relative_limit(&c->engine->choice, k) < -tol_limit) return false;
    double excess = excess_if_stuck(c, d, k, &tolerance);
    return excess >= -tolerance;
}

double bri_stick_event_value(bri_engine *e, const bri_evaluation *at, int k)
{
    const bri_point *p = &at->point;
    const sys_interface *interface = &p->system->interface[k];
    const bri_stick_state *stick = &p->discrete.stick[k];
    double speed = p->system->speed;
    if (stick->mode == BRI_SLIP) { /* rounding does not end a slip that has just begun */
        double rate = bri_slip_rate(p, interface);
        return stick->direction * rate * at->solution.patch[interface->patch].lever + tol_slip_rounding * speed;
    }
    assert(bri_solution_is_of(&at->solution, p));
    if (bri_at_limit(&p->discrete, k)) {
        selection c = {.engine = e, .t = p->t, .x = p->x, .guess = &e->guess};
        double tolerance, limit = relative_limit(at, k), excess = excess_if_stuck(&c, &p->discrete, k, &tolerance);
        return fmin(excess, limit) + tolerance; /* 0 where it came to its limit */
    }
    double limit = recorded_limit(at, k), held = fabs(at->solution.lambda[interface->stick_row]);
    if (!e->options.baumgarte || is_driven(p->system)) { /* a driver may drag it along */
        double dragged = 1 - bri_slip_speed(p, &at->solution, k) / (tol_at_rest * speed);
        if (dragged < 0) return dragged;
    }
    return (limit - held) / fmax(fabs(limit) + held, 1e-30);
}

void bri_tear_loose(const bri_evaluation *at, bri_discrete *d, bool *candidate)
{
    const bri_system *s = at->point.system;
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        bool moves = interface->sticks && bri_slip_speed(&at->point, &at->solution, k) > tol_projected_rest * s->speed;
        if (!moves || (!bri_sticks(d, k) && !bri_at_limit(d, k))) continue;
        d->stick[k] = (bri_stick_state){.mode = BRI_SLIP,
                                        .direction = bri_slip_rate(&at->point, interface) > 0 ? 1 : -1,
                                        .at = bri_slip_motion(&at->point, interface)->value};
        candidate[k] = false;
    }
}

/* --- selection: one set ------------------------------------------------------------------------------------------------ */

/* A stick state at the present place. direction 0: it sticks, else it slips. Requires the choice's point. */
static void put(const selection *c, int k, int direction, bri_discrete *d)
{
    const bri_point *p = &c->engine->choice.point;
    d->stick[k] = (bri_stick_state){.mode = direction ? BRI_SLIP : BRI_STICK,
                                    .direction = direction,
                                    .at = bri_slip_motion(p, &p->system->interface[k])->value};
}

/* Candidates that do not stick are at their limits where the others hold them; else they slip. */
static void find_at_limit(const selection *c, bri_discrete *d)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    if (s->shares) {
        bri_instant at = instant_of(c, d);
        bri_point_set(&e->choice.point, &at, BRI_SCOPE_DYNAMICS);
    }
    for (int k = 0; k < s->interfaces; k++) {
        if (!c->candidate[k] || bri_sticks(d, k)) continue;
        bool held = s->shares && !e->dragged[k] && bri_is_held(e->solver.redundancy, &e->choice.point, k);
        d->stick[k].mode = held ? BRI_AT_LIMIT : BRI_SLIP;
    }
}

/* Marks candidates at their limits that joints or drivers set in motion. True: there are some. */
static bool find_dragged(const selection *c, const bri_discrete *d)
{
    bri_engine *e = c->engine;
    bool any = false;
    if (!bri_any_at_limit(d) || !choose(c, d)) return false;
    double size = fmax(size_of_accelerations(&e->choice), size_of_free_accelerations(&e->choice));
    for (int k = 0; k < e->system->interfaces; k++) {
        if (!c->candidate[k] || !bri_at_limit(d, k)) continue;
        e->dragged[k] = fabs(acceleration_of(&e->choice, k)) > tol_dragged * size;
        any = any || e->dragged[k];
    }
    return any;
}

/* How inconsistent the state of one interface is that sticks or slips: 0: consistent; INFINITY: a driver or the joints
 * drag it along although it sticks. */
static double inconsistency_of(const selection *c, const bri_discrete *d, int k)
{
    const bri_evaluation *at = &c->engine->choice;
    const sys_interface *interface = &c->engine->system->interface[k];
    double size = size_of_accelerations(at);
    if (bri_sticks(d, k)) {
        double limit = bri_static_limit(&at->point, &at->solution, k),
               held = fabs(at->solution.lambda[interface->stick_row]);
        double left = bri_row_residual(&at->point, interface->stick_row, at->solution.a, c->engine->options.baumgarte);
        if (fabs(left) > tol_dragged * fmax(size, size_of_free_accelerations(at))) return INFINITY;
        return held <= limit * (1 + limit_tolerance(&at->solution)) ? 0 : held / fmax(limit, 1e-30);
    }
    return d->stick[k].direction * acceleration_of(at, k) >= -tol_slip_direction * size ? 0 : 1;
}

/* The interface whose state is most inconsistent, and the direction it should have (0: it should stick); -1: none, the set
 * is consistent. Requires the choice to be solved. */
static int find_inconsistent(const selection *c, const bri_discrete *d, int *wanted)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int worst = -1;
    double most = 0;
    for (int k = 0; k < s->interfaces; k++) {
        if (!c->candidate[k] || bri_at_limit(d, k)) continue;
        double inconsistency = inconsistency_of(c, d, k);
        if (!(inconsistency > most)) continue;
        most = inconsistency;
        worst = k;
        e->dragged[k] = e->dragged[k] || isinf(inconsistency);
        double against = isinf(inconsistency) ? -acceleration_of(&e->choice, k)
                                              : e->choice.solution.lambda[s->interface[k].stick_row];
        *wanted = !bri_sticks(d, k) ? 0 : against > 0 ? -1 : 1;
    }
    for (int k = 0; k < s->interfaces && worst < 0; k++)
        if (c->candidate[k] && bri_at_limit(d, k) && !stays_at_limit(c, d, k)) {
            worst = k;
            *wanted = 0;
        }
    return worst;
}

/* Held by friction at its limit whose directions are inconsistent: a state of self-stress, which slips where it can. */
static bool is_self_stressed(const selection *c, const bri_discrete *d)
{
    bri_engine *e = c->engine;
    if (!bri_any_at_limit(d) || !choose(c, d)) return false;
    return bri_coherence(e->solver.coherence, &e->choice.point, &e->choice.solution) < 0;
}

static bool is_consistent(const selection *c, const bri_discrete *d, bool refuses_self_stress)
{
    int wanted;
    if (!choose(c, d) || find_inconsistent(c, d, &wanted) >= 0) return false;
    return !refuses_self_stress || !is_self_stressed(c, d);
}

/* Load directions are those of the choice, and the engine goes on from its solution. */
static bool settle_choice(const selection *c, bri_discrete *d)
{
    bri_engine *e = c->engine;
    selection from = *c;
    if (!choose(c, d)) return false;
    bri_record_load_directions(&e->choice, true, d);
    bri_guess_set(&e->start, &e->choice);
    from.guess = &e->start;
    if (!choose(&from, d)) return false;
    bri_guess_set(&e->guess, &e->choice);
    return true;
}

/* --- selection: all sets ------------------------------------------------------------------------------------------------ */

/* Sliding friction may have two solutions, with its load on either side: Newton's method starts from the engine's guess,
 * from no friction, and from much. The guess from which a consistent solution was found is left in guess. */
static bool try_starts(selection *c, const bri_discrete *d, bool refuses_self_stress)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int slides[MOST_STARTED], count = 0;
    double much = 0;
    c->guess = &e->guess;
    if (is_consistent(c, d, refuses_self_stress)) return true;
    for (int r = 0; r < s->patches && count < MOST_STARTED; r++) {
        int k = s->patch[r].interface;
        bool both = s->interface[k].sticks && s->interface[k].from_reaction && bri_law_acts(d, k);
        if (both && !bri_at_limit(d, k)) slides[count++] = r;
    }
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        much = fmax(much, much_friction * fabs(e->choice.point.applied[i]));
    memcpy(e->start.lambda, e->guess.lambda, (size_t)s->rows * sizeof(double));
    memcpy(e->start.friction, e->guess.friction, (size_t)s->components * sizeof(double));
    c->guess = &e->start;
    for (int starts = 0; count && starts < 1 << count; starts++) {
        for (int i = 0; i < count; i++)
            e->start.friction[s->patch[slides[i]].component] =
                starts >> i & 1 ? -d->stick[s->patch[slides[i]].interface].direction * much : 0;
        if (is_consistent(c, d, refuses_self_stress)) return true;
    }
    c->guess = &e->guess;
    return false;
}

static void turn_load_directions(const bri_system *s, int k, bri_discrete *d)
{
    const sys_interface *interface = &s->interface[k];
    for (int r = interface->patch; r < interface->patch + interface->patches; r++)
        for (int h = 0; h < BRI_HELD_MAX; h++)
            d->load_direction[r][h] *= -1;
}

/* One set, with the loads of interfaces at their limits on either side; where compliant joints let them slide, also with
 * their static limits. */
static bool try_sides(selection *c, bri_discrete *d, bool refuses_self_stress)
{
    const bri_system *s = c->engine->system;
    int at_limit[MOST_ENUMERATED], count = 0;
    for (int k = 0; k < s->interfaces && count < MOST_ENUMERATED; k++)
        if (c->candidate[k] && bri_at_limit(d, k)) at_limit[count++] = k;
    int levels = count && s->redundancy == BRI_REDUNDANCY_ELASTIC ? 2 : 1;
    for (int level = 0; level < levels; level++)
        for (int sides = 0; sides < 1 << count; sides++) {
            for (int i = 0; i < count; i++) {
                d->stick[at_limit[i]].mode = level ? BRI_AT_STATIC_LIMIT : BRI_AT_LIMIT;
                if (sides >> i & 1) turn_load_directions(s, at_limit[i], d);
            }
            if (try_starts(c, d, refuses_self_stress)) return true;
            for (int i = 0; i < count; i++)
                if (sides >> i & 1) turn_load_directions(s, at_limit[i], d);
        }
    return false;
}

/* All sets in turn, those with most sticks first. */
static bool enumerate(selection *c, bri_discrete *d, bool refuses_self_stress)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int which[MOST_ENUMERATED], count = 0, sets = 1;
    for (int k = 0; k < s->interfaces; k++)
        if (c->candidate[k]) {
            if (count == MOST_ENUMERATED) return false;
            which[count++] = k;
            sets *= 3;
        }
    for (int slips = 0; slips <= count; slips++)
        for (int set = 0; set < sets; set++) {
            int rest = set, slipping = 0;
            for (int i = 0; i < count; i++, rest /= 3) {
                put(c, which[i], rest % 3 == 0 ? 0 : rest % 3 == 1 ? 1 : -1, d);
                slipping += rest % 3 != 0;
            }
            if (slipping != slips) continue;
            memset(e->dragged, 0, (size_t)s->interfaces * sizeof *e->dragged);
            find_at_limit(c, d);
            if (find_dragged(c, d)) find_at_limit(c, d);
            if (try_sides(c, d, refuses_self_stress)) return settle_choice(c, d);
            c->guess = &e->guess;
        }
    return false;
}

/* No set of sticks and slips is consistent, or none was found: the run ends here, and says so. */
static void give_up(const selection *c)
{
    const bri_system *s = c->engine->system;
    bri_failure failure = {.status = BRI_NO_SOLUTION, .is_final = true};
    size_t used = 0, room = sizeof failure.text;
    used +=
        (size_t)snprintf(failure.text, room, "at t = %.9g s no choice of sticking and slipping is consistent in", c->t);
    for (int k = 0; k < s->interfaces && used < room; k++)
        if (c->candidate[k]) used += (size_t)snprintf(failure.text + used, room - used, " '%s'", s->interface[k].label);
    if (used < room)
        snprintf(failure.text + used, room - used, ": friction, reactions and accelerations contradict each other");
    bri_engine_fail(c->engine, &failure);
}

/* From a first guess: the most inconsistent state is changed, and all are looked at again. True: a consistent set; with
 * self_stressed, one that is held by self-stress alone. */
static bool change_one_by_one(selection *c, bri_discrete *d, bool *self_stressed)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    int tries = 4;
    *self_stressed = false;
    for (int k = 0; k < s->interfaces; k++)
        tries += c->candidate[k] ? 4 : 0;
    find_at_limit(c, d);
    for (; tries > 0; tries--) {
        int wanted = 0;
        if (!choose(c, d)) return false;
        int worst = find_inconsistent(c, d, &wanted);
        if (worst < 0) {
            *self_stressed = is_self_stressed(c, d);
            return true;
        }
        if (bri_sticks(d, worst)) bri_record_load_directions(&e->choice, true, d);
        put(c, worst, wanted, d);
        find_at_limit(c, d);
        if (find_dragged(c, d)) find_at_limit(c, d);
    }
    return false;
}

bool bri_choose_sticks(bri_engine *e, double t, const double *x, const bool *candidate, bri_discrete *d)
{
    const bri_system *s = e->system;
    selection c = {.engine = e, .t = t, .x = x, .candidate = candidate, .guess = &e->guess};
    bool self_stressed;
    assert(d != &e->trial);
    bri_instant at = instant_of(&c, d);
    bri_point_set(&e->choice.point, &at, BRI_SCOPE_DYNAMICS);
    memset(e->dragged, 0, (size_t)s->interfaces * sizeof *e->dragged);
    for (int k = 0; k < s->interfaces; k++)
        if (candidate[k]) d->stick[k].at = bri_slip_motion(&e->choice.point, &s->interface[k])->value;
    bool found = change_one_by_one(&c, d, &self_stressed);
    if (found && !self_stressed) return settle_choice(&c, d);
    if (found) bri_discrete_copy(&e->kept, d);
    if (enumerate(&c, d, true)) return true;
    c.guess = &e->guess;
    if (found) {
        bri_discrete_copy(d, &e->kept);
        return settle_choice(&c, d);
    }
    if (enumerate(&c, d, false)) return true;
    give_up(&c);
    return false;
}

bool bri_choose_sticks_again(bri_engine *e, double t, const double *x, bri_discrete *d)
{
    const bri_system *s = e->system;
    selection c = {.engine = e, .t = t, .x = x, .candidate = e->candidate, .guess = &e->guess};
    bool any = false, changed = false;
    bri_instant at = instant_of(&c, d);
    bri_point_set(&e->choice.point, &at, BRI_SCOPE_DYNAMICS);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        double rate = bri_slip_rate(&e->choice.point, interface);
        int direction = rate > 0 ? 1 : -1;
        bool rests = fabs(rate) <= tol_projected_rest * s->speed;
        e->candidate[k] = interface->sticks && !bri_is_separated(d, k) && rests;
        any = any || e->candidate[k];
        bool slips = d->stick[k].mode == BRI_SLIP, as_it_moves = slips && d->stick[k].direction == direction;
        if (interface->sticks && !rests && !as_it_moves) { /* set in motion */
            put(&c, k, direction, d);
            changed = true;
        } else if (e->candidate[k] && slips) { /* it was stopped */
            put(&c, k, 0, d);
            changed = true;
        }
    }
    if (!any) return changed;
    if (is_consistent(&c, d, false)) {
        bri_guess_set(&e->guess, &e->choice);
        return changed;
    }
    if (choose(&c, d)) bri_record_load_directions(&e->choice, true, d);
    bri_choose_sticks(e, t, x, e->candidate, d);
    return true;
}

void bri_choose_sticks_at_start(bri_engine *e, double t, const double *x, bri_discrete *d)
{
    const bri_system *s = e->system;
    selection c = {.engine = e, .t = t, .x = x, .candidate = e->candidate, .guess = &e->guess};
    bool any = false;
    bri_instant at = instant_of(&c, d);
    bri_point_set(&e->choice.point, &at, BRI_SCOPE_DYNAMICS);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        e->candidate[k] = false;
        if (!interface->sticks) continue;
        double rate = bri_slip_rate(&e->choice.point, interface);
        e->candidate[k] = fabs(rate) <= tol_projected_rest * s->speed;
        put(&c, k, e->candidate[k] ? 0 : rate > 0 ? 1 : -1, d);
        any = any || e->candidate[k];
    }
    if (any) bri_choose_sticks(e, t, x, e->candidate, d);
}
