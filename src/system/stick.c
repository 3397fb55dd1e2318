/* stick.c - event functions of sticking, and the choice of sticks and slips
 *
 * Of few interfaces, the state that is most inconsistent is changed until none is, from the states at hand; where that
 * leads nowhere, all sets are tried, those with most sticks first. Of more, and where that fails, the complementarity
 * problem is solved (complementarity.c); each set that is found is solved and checked with exact rows. */
#include "system/stick.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/stick_enumerate.h"
#include "system/stick_search.h"
#include "system/tolerance.h"

enum {
    MOST_NAMED = 5 /* interfaces in a message */
};

/* In loops, where the usual compliance of rows hides a set (a shallow arch multiplies it), others are tried; and where the
 * treatment's own rule for interfaces at their limits leaves none, that of compliant joints, then none at all. */
enum {
    SOFTNESSES = 5,
    SEARCHES = 11
};
static const bri_softness softnesses[SOFTNESSES] = {{1, false}, {1, true}, {0.1, true}, {0.01, true}, {10, true}};
static const struct {
    bri_limit_rule rule;
    int softness;
} searches[SEARCHES] = {{BRI_RULE_OF_TREATMENT, 0}, {BRI_RULE_COMPLIANT, 0},    {BRI_RULE_OF_TREATMENT, 1},
                        {BRI_RULE_OF_TREATMENT, 2}, {BRI_RULE_OF_TREATMENT, 3}, {BRI_RULE_OF_TREATMENT, 4},
                        {BRI_RULE_NONE, 0},         {BRI_RULE_NONE, 1},         {BRI_RULE_NONE, 2},
                        {BRI_RULE_NONE, 3},         {BRI_RULE_NONE, 4}};

/* --- at one point ------------------------------------------------------------------------------------------------------ */

static bool is_driven(const bri_system *s)
{
    for (int j = 0; j < s->joints; j++)
        if (s->joint[j].drive) return true;
    return false;
}

bool bri_is_at_rest(const bri_evaluation *at, int k)
{
    return bri_slip_speed(&at->point, &at->solution, k) <= tol_at_rest * at->point.system->speed;
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
        bri_selection c = {.engine = e, .t = p->t, .x = p->x, .guess = &e->guess};
        return bri_at_limit_value(&c, at, &p->discrete, k);
    }
    double floor = bri_floor_effort(&at->solution.floors, p, &at->solution, k);
    double limit = bri_recorded_limit(at, k);
    double held = fabs(at->solution.lambda[interface->stick_row]);
    if (!e->options.baumgarte || is_driven(p->system)) { /* a driver may drag it along */
        double dragged = 1 - bri_slip_speed(p, &at->solution, k) / (tol_at_rest * speed);
        if (dragged < 0) return dragged;
    }
    if (fabs(limit) <= floor && held <= floor) return 1; /* rounding has no say */
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

/* --- selection ---------------------------------------------------------------------------------------------------------- */

static bool is_cancelled(const bri_selection *c) { return bri_is_halted(&c->engine->solver.halt); }

static int count_candidates(const bri_selection *c)
{
    int count = 0;
    for (int k = 0; k < c->engine->system->interfaces; k++)
        count += c->candidate[k];
    return count;
}

/* From a first guess: the most inconsistent state is changed, and all are looked at again. True: a consistent set; with
 * self_stressed, one that is held by self-stress alone. */
static bool change_one_by_one(bri_selection *c, bri_discrete *d, bool *self_stressed)
{
    bri_engine *e = c->engine;
    *self_stressed = false;
    bri_set_find_at_limit(c, d);
    for (int tries = 4 + 4 * count_candidates(c); tries > 0 && !is_cancelled(c); tries--) {
        int wanted = 0;
        if (!bri_set_solve(c, d)) return false;
        int worst = bri_set_inconsistent(c, d, &wanted);
        if (worst < 0) {
            *self_stressed = bri_set_is_self_stressed(c, d);
            return true;
        }
        if (bri_sticks(d, worst)) bri_record_load_directions(&e->choice, true, d);
        bri_set_put(c, worst, wanted, d);
        bri_set_find_at_limit(c, d);
        if (bri_set_find_dragged(c, d)) bri_set_find_at_limit(c, d);
    }
    return false;
}

/* Few interfaces: from the states at hand, then all sets; one that is held by self-stress alone is taken last. */
static bool choose_among_few(bri_selection *c, bri_discrete *d)
{
    bri_engine *e = c->engine;
    bool self_stressed, found = change_one_by_one(c, d, &self_stressed);
    if (found && !self_stressed) {
        if (bri_set_settle(c, d)) return true;
        found = false;
    }
    if (found) bri_discrete_copy(&e->kept, d);
    if (bri_enumerate_sets(c, d, true)) return true;
    c->guess = &e->guess;
    if (!found) return bri_enumerate_sets(c, d, false);
    bri_discrete_copy(d, &e->kept);
    return bri_set_settle(c, d);
}

/* The set that one method finds for the complementarity problem, in d; its solution, nearly, in engine->start. */
static bool search(const bri_selection *c, bri_search_method method, bri_softness softness, bri_discrete *d,
                   bri_sticking_effort *effort)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    bri_point *p = &e->choice.point;
    bri_solution *sol = &e->choice.solution;
    for (int k = 0; k < s->interfaces; k++) {
        e->broken[k] = c->candidate[k] && d->stick[k].mode == BRI_SLIP;
        if (c->candidate[k]) bri_set_put(c, k, d->stick[k].direction, d);
    }
    bri_set_place(c, d);
    memcpy(sol->lambda, e->guess.lambda, (size_t)s->rows * sizeof(double));
    bool found = bri_search_sticks(e->search, &e->solver, p, &e->options, method, softness, c->candidate, e->broken,
                                   sol, effort);
    for (int k = 0; k < s->interfaces; k++)
        if (c->candidate[k]) bri_set_put(c, k, p->discrete.stick[k].direction, d);
    memcpy(e->start.lambda, sol->lambda, (size_t)s->rows * sizeof(double));
    memcpy(e->start.friction, sol->friction, (size_t)s->components * sizeof(double));
    bri_point_forget(p);
    return found;
}

/* Every method in turn, but for those that are known to find nothing; what one finds is solved and checked with exact rows, and
 * mended where little is wrong. */
static bool choose_by_search(bri_selection *c, const bri_discrete *first, bri_discrete *d, bri_sticking_effort *effort,
                             bri_softness softness, bool finds_nothing[BRI_SEARCH_METHODS])
{
    bri_engine *e = c->engine;
    for (int method = 0; method < BRI_SEARCH_METHODS && !is_cancelled(c); method++) {
        bool self_stressed;
        if (finds_nothing[method]) continue;
        bri_discrete_copy(d, first);
        finds_nothing[method] = !search(c, (bri_search_method)method, softness, d, effort);
        if (finds_nothing[method]) continue;
        memset(e->dragged, 0, (size_t)e->system->interfaces * sizeof *e->dragged);
        c->guess = &e->start;
        bool found = change_one_by_one(c, d, &self_stressed);
        if (found && bri_set_settle(c, d)) return true;
    }
    c->guess = &e->guess;
    return false;
}

/* Friction of contacts that slide under loads from reactions: only they can leave no solution at all (Painleve). */
static bool any_slides_under_reaction(const bri_selection *c, const bri_discrete *d)
{
    const bri_system *s = c->engine->system;
    for (int k = 0; k < s->interfaces; k++)
        if (!c->candidate[k] && s->interface[k].from_reaction && bri_law_acts(d, k)) return true;
    return false;
}

/* Without loops, or with compliant joints, the choice is the complementarity problem; else the treatment of redundancy decides how
 * loads are shared, and what an interface at its limit carries. */
static const char *what_is_known(const bri_selection *c, const bri_discrete *d)
{
    const bri_system *s = c->engine->system;
    if (any_slides_under_reaction(c, d))
        return "Whether one exists is not known: contacts that slide can leave none (Painleve)";
    if (s->any_loop && s->redundancy != BRI_REDUNDANCY_ELASTIC)
        return "Whether one exists under this rule for sharing loads in closed loops is not known; one exists for "
               "compliant joints: run: {redundancy: elastic}, with a compliance of the joints";
    return "One exists: this is a failure of the search, please report the model";
}

/* No consistent set was found: the run ends here, and says what was tried. */
static void give_up(const bri_selection *c, const bri_discrete *d, const bri_sticking_effort *effort)
{
    const bri_system *s = c->engine->system;
    bri_failure failure = {.status = BRI_NO_SOLUTION, .is_final = true};
    size_t used = 0, room = sizeof failure.text;
    int count = count_candidates(c), named = 0;
    if (is_cancelled(c)) {
        bri_fail_with(&failure, BRI_STOPPED, true, "stopped at t = %.9g s", c->t);
        bri_engine_fail(c->engine, &failure);
        return;
    }
    used +=
        (size_t)snprintf(failure.text, room,
                         "at t = %.9g s no consistent choice of sticking and slipping was found for %d interface%s at "
                         "rest:",
                         c->t, count, count == 1 ? "" : "s");
    for (int k = 0; k < s->interfaces && used < room && named < MOST_NAMED; k++)
        if (c->candidate[k]) {
            used += (size_t)snprintf(failure.text + used, room - used, " '%s'", s->interface[k].label);
            named++;
        }
    if (used < room)
        used +=
            (size_t)snprintf(failure.text + used, room - used,
                             "%s (%sactive set and interior point %d, one at a time %d, smoothed friction %d, path in "
                             "mu to %.3g). ",
                             named < count ? " ..." : "", count <= BRI_MOST_ENUMERATED ? "all sets, " : "",
                             effort->turns, effort->sets, effort->steps, effort->reached);
    if (used < room) snprintf(failure.text + used, room - used, "%s", what_is_known(c, d));
    bri_engine_fail(c->engine, &failure);
}

/* For the run to report: the first interface that is kept at its limit. */
static void note_kept(bri_engine *e, double t, const bri_discrete *d)
{
    for (int k = 0; k < e->system->interfaces && e->rules_differ.interface < 0; k++)
        if (d->stick[k].mode == BRI_KEPT_AT_LIMIT)
            e->rules_differ = (bri_rules_differ){.interface = k, .is_kept = true, .t = t};
}

bool bri_choose_sticks(bri_engine *e, double t, const double *x, const bool *candidate, bri_discrete *d)
{
    const bri_system *s = e->system;
    bri_selection c = {.engine = e, .t = t, .x = x, .candidate = candidate, .guess = &e->guess};
    bri_sticking_effort effort = {0};
    bool finds_nothing[SOFTNESSES][BRI_SEARCH_METHODS] = {{false}};
    assert(d != &e->trial && d != &e->first);
    bri_set_place(&c, d);
    memset(e->dragged, 0, (size_t)s->interfaces * sizeof *e->dragged);
    for (int k = 0; k < s->interfaces; k++)
        if (candidate[k]) d->stick[k].at = bri_slip_motion(&e->choice.point, &s->interface[k])->value;
    bri_discrete_copy(&e->first, d);
    if (e->choice.point.too_deep >= 0) { /* no set has a solution, and the reason is known */
        bri_set_solve(&c, d);
        bri_engine_fail(e, &e->choice.solution.failure);
        return false;
    }
    if (count_candidates(&c) <= BRI_MOST_ENUMERATED && choose_among_few(&c, d)) return true;
    for (int i = 0; i < (s->any_loop ? SEARCHES : 1); i++) {
        c.rule = searches[i].rule;
        if (!choose_by_search(&c, &e->first, d, &effort, softnesses[searches[i].softness],
                              finds_nothing[searches[i].softness]))
            continue;
        note_kept(e, t, d);
        return true;
    }
    bri_discrete_copy(d, &e->first);
    give_up(&c, d, &effort);
    return false;
}

bool bri_choose_sticks_again(bri_engine *e, double t, const double *x, bri_discrete *d)
{
    const bri_system *s = e->system;
    bri_selection c = {.engine = e, .t = t, .x = x, .candidate = e->candidate, .guess = &e->guess};
    bool any = false, changed = false;
    bri_set_place(&c, d);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        double rate = bri_slip_rate(&e->choice.point, interface);
        int direction = rate > 0 ? 1 : -1;
        bool rests = fabs(rate) <= tol_projected_rest * s->speed;
        e->candidate[k] = interface->sticks && !bri_is_separated(d, k) && rests;
        any = any || e->candidate[k];
        bool slips = d->stick[k].mode == BRI_SLIP, as_it_moves = slips && d->stick[k].direction == direction;
        if (interface->sticks && !rests && !as_it_moves) { /* set in motion */
            bri_set_put(&c, k, direction, d);
            changed = true;
        } else if (e->candidate[k] && slips) { /* it was stopped */
            bri_set_put(&c, k, 0, d);
            changed = true;
        }
    }
    if (!any) return changed;
    if (bri_set_is_consistent(&c, d, false)) {
        bri_guess_set(&e->guess, &e->choice);
        return changed;
    }
    if (bri_set_solve(&c, d)) bri_record_load_directions(&e->choice, true, d);
    bri_choose_sticks(e, t, x, e->candidate, d);
    return true;
}

void bri_choose_sticks_at_start(bri_engine *e, double t, const double *x, bri_discrete *d)
{
    const bri_system *s = e->system;
    bri_selection c = {.engine = e, .t = t, .x = x, .candidate = e->candidate, .guess = &e->guess};
    bool any = false;
    bri_set_place(&c, d);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        e->candidate[k] = false;
        if (!interface->sticks) continue;
        double rate = bri_slip_rate(&e->choice.point, interface);
        bool rests = fabs(rate) <= tol_projected_rest * s->speed, separated = bri_is_separated(d, k);
        e->candidate[k] = rests && !separated;
        bri_set_put(&c, k, e->candidate[k] ? 0 : rate > 0 || separated ? 1 : -1, d);
        any = any || e->candidate[k];
    }
    if (any) bri_choose_sticks(e, t, x, e->candidate, d);
}
