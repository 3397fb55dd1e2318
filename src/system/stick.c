/* stick.c - event functions of sticking, and the choice of sticks and slips
 *
 * Of few interfaces, the state that is most inconsistent is changed until none is, from the states at hand; where that
 * leads nowhere, all sets are tried, those with most sticks first. Of more, and where that fails, the complementarity
 * problem is solved (complementarity.c); each set that is found is solved and checked with exact rows. */
#include "system/stick.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/divisor.h"
#include "system/stick_enumerate.h"
#include "system/stick_proof.h"
#include "system/stick_search.h"
#include "system/tolerance.h"

enum {
    MOST_NAMED = 5 /* interfaces in a message */
};

/* In loops, where the usual compliance of rows hides a set (a shallow arch multiplies it), others are tried. */
enum {
    SOFTNESSES = 7,
    FIRST_RESORT =
        2, /* softnesses after which a set that was found, but does not follow the treatment's rule, is kept */
    FEW_METHODS = BRI_SEARCH_SMOOTHED + 1, /* where a set was found already */
    MOST_SETS = SOFTNESSES * BRI_SEARCH_METHODS
};
static const bri_softness softnesses[SOFTNESSES] = {
    {.factor = 1},
    {.factor = 1, .by_row = true},
    {.factor = 0.1, .by_row = true},
    {.factor = 0.01, .by_row = true},
    {.factor = 10, .by_row = true},
    {.factor = 1, .everywhere = true},
    {.factor = 0.1, .everywhere = true},
};

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
    return (limit - held) / fmax(fabs(limit) + held, least_force);
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
        if (worst < 0 && bri_set_is_unstable(c, d)) return false;
        if (worst < 0) {
            *self_stressed = bri_set_is_self_stressed(c, d);
            return true;
        }
        if (bri_sticks(d, worst)) bri_record_load_directions(&e->stick->choice, true, d);
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
    if (found) bri_discrete_copy(&e->stick->kept, d);
    if (bri_enumerate_sets(c, d, true)) return true;
    c->guess = &e->guess;
    if (!found) return bri_enumerate_sets(c, d, false);
    bri_discrete_copy(d, &e->stick->kept);
    return bri_set_settle(c, d);
}

/* The set that one method finds for the complementarity problem, in d; its solution, nearly, in stick->start. */
static bool search(const bri_selection *c, bri_search_method method, bri_softness softness, bri_discrete *d,
                   bri_sticking_effort *effort)
{
    bri_engine *e = c->engine;
    const bri_system *s = e->system;
    bri_point *p = &e->stick->choice.point;
    bri_solution *sol = &e->stick->choice.solution;
    for (int k = 0; k < s->interfaces; k++) {
        e->stick->broken[k] = c->candidate[k] && d->stick[k].mode == BRI_SLIP;
        if (c->candidate[k]) bri_set_put(c, k, d->stick[k].direction, d);
    }
    bri_set_place(c, d);
    memcpy(sol->lambda, e->guess.lambda, (size_t)s->rows * sizeof(double));
    bool found = bri_search_sticks(e->stick->search, &e->solver, p, &e->options, method, softness, c->takes_unstable,
                                   c->candidate, e->stick->broken, sol, effort);
    for (int k = 0; k < s->interfaces; k++)
        if (c->candidate[k]) bri_set_put(c, k, p->discrete.stick[k].direction, d);
    memcpy(e->stick->start.lambda, sol->lambda, (size_t)s->rows * sizeof(double));
    memcpy(e->stick->start.friction, sol->friction, (size_t)s->components * sizeof(double));
    if (found) { /* interfaces at their limits carry friction under the loads that were found, on their side */
        bri_update_loads(p, &e->options, BRI_PASS_WHOLE, sol);
        bri_record_load_directions(&e->stick->choice, true, d);
    }
    bri_point_forget(p);
    return found;
}

/* What the searches for one choice have found and done. */
typedef struct searches {
    bri_sticking_effort effort;
    uint64_t set[MOST_SETS]; /* fingerprints of the sets that were found */
    int sets;
} searches;

/* A set that was found before is found again from another method or compliance. */
static bool is_new(searches *done, uint64_t set)
{
    for (int i = 0; i < done->sets; i++)
        if (done->set[i] == set) return false;
    done->set[done->sets++] = set;
    return true;
}

/* Methods in turn; a set that one finds is solved and checked with exact rows, and mended where little is wrong. The last one that
 * does not follow the treatment's rule is left in stick->kept, what was found of it in stick->found. */
static bool choose_by_search(bri_selection *c, bri_softness softness, searches *done, bri_discrete *d)
{
    bri_engine *e = c->engine;
    for (int method = 0; method < (done->sets ? FEW_METHODS : BRI_SEARCH_METHODS) && !is_cancelled(c); method++) {
        bool self_stressed;
        bri_discrete_copy(d, &e->stick->first);
        if (!search(c, (bri_search_method)method, softness, d, &done->effort)) continue;
        if (!is_new(done, bri_discrete_fingerprint(d, c->candidate))) continue;
        bri_discrete_copy(&e->stick->kept, d);
        bri_guess_copy(e->system, &e->stick->start, &e->stick->found);
        memset(e->stick->dragged, 0, (size_t)e->system->interfaces * sizeof *e->stick->dragged);
        c->guess = &e->stick->start;
        bool found = change_one_by_one(c, d, &self_stressed);
        if (found && bri_set_settle(c, d)) return true;
    }
    c->guess = &e->guess;
    return false;
}

/* For the run to report: the first interface whose friction is kept. */
static void note_kept(bri_engine *e, double t, const bri_discrete *d)
{
    for (int k = 0; k < e->system->interfaces && e->rules_differ.interface < 0; k++)
        if (bri_is_kept(d, k)) e->rules_differ = (bri_rules_differ){.interface = k, .is_kept = true, .t = t};
}

/* The last resort in loops: friction that is right by Coulomb's inequalities and the equations of motion, but that no rule of redundancy
 * has chosen. */
static bool keep_found(bri_selection *c, bri_discrete *d)
{
    bri_engine *e = c->engine;
    bri_discrete_copy(d, &e->stick->kept);
    bri_set_keep(c, &e->stick->found, d);
    c->guess = &e->stick->found;
    bool kept = bri_set_settle(c, d);
    c->guess = &e->guess;
    if (kept) note_kept(e, c->t, d);
    return kept;
}

/* The methods of the complementarity problem, in loops with compliances of different size. */
static bool choose_among_many(bri_selection *c, bri_discrete *d, bri_sticking_effort *effort)
{
    const bri_system *s = c->engine->system;
    searches done = {.effort = *effort};
    bool found = false, eliminates = s->redundancy <= BRI_REDUNDANCY_ELIMINATE;
    for (int i = 0; i < (s->any_loop ? SOFTNESSES : 1) && !found; i++) {
        bool same = i > 0 && !eliminates && (softnesses[i].factor == softnesses[0].factor || softnesses[i].everywhere);
        int before = done.sets;
        found = !same && choose_by_search(c, softnesses[i], &done, d);
        if (found || i + 1 < FIRST_RESORT || !s->shares) continue;
        if (done.sets > (i + 1 == FIRST_RESORT ? 0 : before)) found = keep_found(c, d);
    }
    *effort = done.effort;
    return found;
}

/* Friction of contacts that slide under loads from reactions: only they can leave no solution at all (Painleve). Smoothed friction
 * at rest follows its load by rounding only, and cannot. Requires that a set was solved. */
static bool slides_under_reaction(const bri_selection *c, const bri_discrete *d, int k)
{
    const bri_engine *e = c->engine;
    const sys_interface *interface = &e->system->interface[k];
    double by_load = 0;
    if (c->candidate[k] || !interface->from_reaction || !bri_law_acts(d, k)) return false;
    for (int i = interface->component; i < interface->component + interface->components; i++)
        by_load = fmax(by_load, fabs(e->stick->choice.solution.by_load[i]));
    return !(by_load <= tol_floor);
}

static bool any_slides_under_reaction(const bri_selection *c, const bri_discrete *d)
{
    for (int k = 0; k < c->engine->system->interfaces; k++)
        if (slides_under_reaction(c, d, k)) return true;
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
    if (s->any_loop)
        return "One exists for joints with any compliance above 0: this is a failure of the search, please report the "
               "model";
    return "One exists: this is a failure of the search, please report the model";
}

/* Text that grows, cut where its room ends. */
typedef struct sentence {
    char *text;
    size_t used, room;
} sentence;

static void add(sentence *s, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(s->text + s->used, s->room - s->used, format, arguments);
    va_end(arguments);
    if (length > 0) s->used = s->used + (size_t)length < s->room ? s->used + (size_t)length : s->room - 1;
}

/* The candidates by name; or the contacts that slide under loads from reactions. */
static void add_names(sentence *text, const bri_selection *c, const bri_discrete *d, bool candidates)
{
    const bri_system *s = c->engine->system;
    int named = 0;
    for (int k = 0; k < s->interfaces; k++) {
        if (candidates ? !c->candidate[k] : !slides_under_reaction(c, d, k)) continue;
        if (named++ < MOST_NAMED) add(text, " '%s'", s->interface[k].label);
    }
    if (named > MOST_NAMED) add(text, " ...");
}

/* Loads in closed loops are shared by compliances, and those given do not determine how: the engine has failed with the reason. */
static bool lacks_compliances(const bri_selection *c, bri_discrete *d)
{
    const bri_engine *e = c->engine;
    if (!e->system->any_loop || e->system->redundancy != BRI_REDUNDANCY_ELASTIC || is_cancelled(c)) return false;
    for (int k = 0; k < e->system->interfaces; k++)
        if (c->candidate[k]) bri_set_put(c, k, 0, d);
    return !bri_set_solve(c, d) && e->failure.is_final;
}

/* The run ends here, and says what was tried. none: it is proved that no set is consistent. */
static void give_up(const bri_selection *c, const bri_discrete *d, const bri_sticking_effort *effort, bool none)
{
    bri_failure failure = {.status = BRI_NO_SOLUTION, .is_final = true};
    sentence text = {.text = failure.text, .room = sizeof failure.text};
    int count = count_candidates(c);
    if (is_cancelled(c)) {
        bri_fail_with(&failure, BRI_STOPPED, true, "stopped at t = %.9g s", c->t);
        bri_engine_fail(c->engine, &failure);
        return;
    }
    add(&text, "at t = %.9g s no consistent choice of sticking and slipping %s for %d interface%s at rest:", c->t,
        none ? "exists" : "was found", count, count == 1 ? "" : "s");
    add_names(&text, c, d, true);
    if (none) {
        add(&text,
            ". Each of the %.0f choices was solved for every sign of the loads, and contradicts itself: "
            "the friction of the sliding contacts",
            pow(3, count));
        add_names(&text, c, d, false);
        add(&text, " leaves no solution (Painleve)");
        if (effort->reached > 0) add(&text, "; with all friction scaled by %.3g one was found", effort->reached);
        add(&text, ". Remedy: compliance of these joints, or less friction");
    } else {
        add(&text,
            " (%sactive set and interior point %d, one at a time %d, smoothed friction %d, path in mu to %.3g). %s",
            effort->all_sets ? "all sets, " : "", effort->turns, effort->sets, effort->steps, effort->reached,
            what_is_known(c, d));
    }
    bri_engine_fail(c->engine, &failure);
}

bool bri_choose_sticks(bri_engine *e, double t, const double *x, const bool *candidate, bri_discrete *d)
{
    const bri_system *s = e->system;
    bool saw_unstable = false;
    bri_selection c = {
        .engine = e, .t = t, .x = x, .candidate = candidate, .guess = &e->guess, .saw_unstable = &saw_unstable};
    bri_sticking_effort effort = {0};
    assert(d != &e->stick->trial && d != &e->stick->first);
    bri_set_place(&c, d);
    memset(e->stick->dragged, 0, (size_t)s->interfaces * sizeof *e->stick->dragged);
    for (int k = 0; k < s->interfaces; k++)
        if (candidate[k]) d->stick[k].at = bri_slip_motion(&e->stick->choice.point, &s->interface[k])->value;
    bri_discrete_copy(&e->stick->first, d);
    if (e->stick->choice.point.too_deep >= 0) { /* no set has a solution, and the reason is known */
        bri_set_solve(&c, d);
        bri_engine_fail(e, &e->stick->choice.solution.failure);
        return false;
    }
    effort.all_sets = count_candidates(&c) <= BRI_MOST_ENUMERATED;
    if (effort.all_sets && choose_among_few(&c, d)) return true;
    if (choose_among_many(&c, d, &effort)) return true;
    c.takes_unstable = true; /* rather than none */
    bri_discrete_copy(d, &e->stick->first);
    saw_unstable = saw_unstable || effort.saw_unstable;
    if (saw_unstable && effort.all_sets && choose_among_few(&c, d)) return true;
    if (saw_unstable && choose_among_many(&c, d, &effort)) return true;
    bri_discrete_copy(d, &e->stick->first);
    if (lacks_compliances(&c, d)) return false;
    bri_discrete_copy(d, &e->stick->first);
    bool none = any_slides_under_reaction(&c, d) && bri_prove_none(&c, d);
    bri_discrete_copy(d, &e->stick->first);
    give_up(&c, d, &effort, none);
    return false;
}

bool bri_choose_sticks_again(bri_engine *e, double t, const double *x, bri_discrete *d)
{
    const bri_system *s = e->system;
    bri_selection c = {
        .engine = e, .t = t, .x = x, .candidate = e->stick->candidate, .guess = &e->guess, .takes_unstable = true};
    bool any = false, changed = false;
    bri_set_place(&c, d);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        double rate = bri_slip_rate(&e->stick->choice.point, interface);
        int direction = rate > 0 ? 1 : -1;
        bool rests = fabs(rate) <= tol_projected_rest * s->speed;
        e->stick->candidate[k] = interface->sticks && !bri_is_separated(d, k) && rests;
        any = any || e->stick->candidate[k];
        bool slips = d->stick[k].mode == BRI_SLIP, as_it_moves = slips && d->stick[k].direction == direction;
        if (interface->sticks && !rests && !as_it_moves) { /* set in motion */
            bri_set_put(&c, k, direction, d);
            changed = true;
        } else if (e->stick->candidate[k] && slips) { /* it was stopped */
            bri_set_put(&c, k, 0, d);
            changed = true;
        }
    }
    if (!any) return changed;
    if (bri_set_is_consistent(&c, d, false)) {
        bri_go_on_from(e, &e->stick->choice);
        return changed;
    }
    if (bri_set_solve(&c, d)) bri_record_load_directions(&e->stick->choice, true, d);
    bri_choose_sticks(e, t, x, e->stick->candidate, d);
    return true;
}

void bri_choose_sticks_at_start(bri_engine *e, double t, const double *x, bri_discrete *d)
{
    const bri_system *s = e->system;
    bri_selection c = {.engine = e, .t = t, .x = x, .candidate = e->stick->candidate, .guess = &e->guess};
    bool any = false;
    bri_set_place(&c, d);
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        e->stick->candidate[k] = false;
        if (!interface->sticks) continue;
        double rate = bri_slip_rate(&e->stick->choice.point, interface);
        bool rests = fabs(rate) <= tol_projected_rest * s->speed, separated = bri_is_separated(d, k);
        e->stick->candidate[k] = rests && !separated;
        bri_set_put(&c, k, e->stick->candidate[k] ? 0 : rate > 0 || separated ? 1 : -1, d);
        any = any || e->stick->candidate[k];
    }
    if (any) bri_choose_sticks(e, t, x, e->stick->candidate, d);
}
