/* stick_search.c - the methods in turn, and the two coefficients of friction
 *
 * With a static limit above sliding friction both answers may be consistent for one interface. So the problem is solved with
 * one coefficient each, that of sliding for interfaces that have broken loose; those that slip in the solution have, too, and
 * the problem is solved again until there are no more. */
#include "system/stick_search.h"

#include <assert.h>
#include <string.h>

#include "system/active_set.h"
#include "system/friction_path.h"
#include "system/interior_point.h"
#include "system/smoothing_path.h"
#include "system/tolerance.h"

/* Of the active set from the states at hand, where few states change; else the interior point is faster. */
enum {
    FEW_TURNS = 20
};

static bool run(bri_sticking *q, bri_search_method method)
{
    memset(q->room->side, 0, (size_t)q->p->system->patches * sizeof(double));
    q->theta = 1;
    q->most_turns = method == BRI_SEARCH_AT_HAND ? FEW_TURNS : BRI_MOST_TURNS;
    switch (method) {
    case BRI_SEARCH_AT_HAND: return bri_active_set(q);
    case BRI_SEARCH_INTERIOR: return bri_interior_point(q);
    case BRI_SEARCH_SMOOTHED: return bri_follow_smoothing_path(q, false);
    case BRI_SEARCH_ALL_STUCK: bri_stick_all(q); return bri_active_set(q);
    case BRI_SEARCH_NO_FRICTION: return bri_slip_without_friction(q) && bri_active_set(q);
    case BRI_SEARCH_ONE_AT_A_TIME: return bri_one_at_a_time(q);
    case BRI_SEARCH_SMOOTHED_AGAIN: return !q->p->system->any_loop && bri_follow_smoothing_path(q, true);
    default: return bri_follow_friction_path(q);
    }
}

/* Candidates that slip have broken loose. One that others hold is at its limit, though, and carries its static friction, but
 * for compliant joints, where it creeps (BRI_AT_LIMIT). True: some had not been loose before. */
static bool break_loose(const bri_sticking *q, bool *broken)
{
    const bri_system *s = q->p->system;
    bool grew = false, may_be_held = s->shares && s->any_loop && s->redundancy != BRI_REDUNDANCY_ELASTIC;
    if (may_be_held) bri_factor_held(q->solver->redundancy, q->p);
    for (int k = 0; k < s->interfaces; k++)
        if (bri_sticking_slips(q, k) && !broken[k] && !(may_be_held && bri_is_held(q->solver->redundancy, q->p, k)))
            broken[k] = grew = true;
    return grew;
}

bool bri_search_sticks(bri_sticking_room *room, bri_solver *solver, bri_point *p, const bri_solve_options *o,
                       bri_search_method method, bri_softness softness, bool takes_unstable, const bool *candidate,
                       bool *broken, bri_solution *sol, bri_sticking_effort *effort)
{
    bri_sticking q = {.room = room,
                      .solver = solver,
                      .p = p,
                      .o = o,
                      .candidate = candidate,
                      .broken = broken,
                      .sol = sol,
                      .effort = effort,
                      .softness = softness,
                      .takes_unstable = takes_unstable,
                      .theta = 1,
                      .settled = p->system->any_loop ? tol_search_settled_loop : tol_search_settled};
    assert(p->scope >= BRI_SCOPE_DYNAMICS && sol->system == p->system);
    sol->point_stamp = 0;
    sol->terms = 0;
    sol->open = 0;
    bri_update_patches(p, sol);
    for (int k = 0; k < p->system->interfaces; k++)
        if (candidate[k]) bri_sticking_put(&q, k, p->discrete.stick[k].direction);
    bri_sticking_prepare(&q);
    bool found = run(&q, method);
    while (found && break_loose(&q, broken)) { /* at most once for each interface */
        bri_sticking_update(&q);
        if (bri_sticking_is_solved(&q)) continue; /* with either coefficient */
        found = run(&q, BRI_SEARCH_AT_HAND) || (method != BRI_SEARCH_AT_HAND && run(&q, method));
    }
    if (found && p->system->any_loop) bri_sticking_polish(&q);
    return found;
}
