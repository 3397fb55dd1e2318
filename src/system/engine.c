/* engine.c - evaluations */
#include "system/engine.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/divisor.h"
#include "base/fail.h"
#include "signal/signal.h"
#include "system/tolerance.h"

bri_status bri_evaluation_create(bri_engine *e, bri_evaluation *out, bri_error *err)
{
    bri_point_create(e->system, &e->arena, &out->point);
    bri_solution_create(e->system, &e->arena, &out->solution);
    out->point.input = e->input;
    return e->arena.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a simulation of %d bodies", e->system->bodies)
                           : BRI_OK;
}

static void create_inputs(bri_engine *e)
{
    const bri_system *s = e->system;
    double value[3];
    e->input = bri_arena_take(&e->arena, (size_t)s->inputs + 1, sizeof(double));
    for (int i = 0; i < s->inputs && e->input; i++) {
        bri_signal_value(s->input[i].signal, s->t0, NULL, value);
        e->input[i] = value[0];
    }
}

bri_engine *bri_engine_begin(const bri_system *s)
{
    bri_engine *e = calloc(1, sizeof *e);
    if (!e) return NULL;
    bri_arena *arena = &e->arena;
    e->system = s;
    e->stabilisation = s->stabilisation == BRI_HOLD_AUTO ? BRI_HOLD_PROJECTION : s->stabilisation;
    e->tolerance = tol_newton_square;
    e->segment_end = e->segment_start = INFINITY;
    e->weakest = e->independence = 1;
    e->rules_differ.interface = -1;
    create_inputs(e);
    bri_solver_create(s, arena, &e->solver);
    bri_guess_create(s, arena, &e->guess);
    bri_guess_create(s, arena, &e->last_rates);
    e->last_rates.stamp = 0;
    bri_guess_create(s, arena, &e->predicted);
    bri_guess_create(s, arena, &e->none);
    e->lagged = bri_arena_take(arena, (size_t)s->patches + 1, sizeof(double));
    bri_evaluation_create(e, &e->rates, NULL);
    bri_evaluation_create(e, &e->look, NULL);
    bri_discrete_create(s, arena, &e->now);
    e->options =
        (bri_solve_options){.baumgarte = e->stabilisation == BRI_HOLD_BAUMGARTE, .unit_length = 1, .lagged = e->lagged};
    if (!arena->failed) return e;
    bri_engine_destroy(e);
    return NULL;
}

void bri_engine_destroy(bri_engine *e)
{
    if (!e) return;
    bri_arena_free(&e->arena);
    free(e);
}

bri_instant bri_instant_of(const bri_engine *e, double t, const double *x, const double *discrete)
{
    return (bri_instant){.t = t, .segment_end = e->segment_end, .numbers = e->numbers, .x = x, .discrete = discrete};
}

bool bri_is_evaluated(const bri_engine *e, const bri_evaluation *evaluation, const bri_instant *at)
{
    return bri_point_is_at(&evaluation->point, at, BRI_SCOPE_DYNAMICS) &&
           bri_solution_is_of(&evaluation->solution, &evaluation->point) &&
           evaluation->solution.guess_stamp == e->guess.stamp;
}

bri_outcome bri_evaluate_from(bri_engine *e, bri_evaluation *evaluation, const bri_instant *at, const bri_guess *guess)
{
    bri_point_set(&evaluation->point, at, BRI_SCOPE_DYNAMICS);
    return bri_solve(&e->solver, &evaluation->point, &e->options, guess, &evaluation->solution);
}

bri_outcome bri_evaluate(bri_engine *e, bri_evaluation *evaluation, const bri_instant *at)
{
    if (bri_is_evaluated(e, evaluation, at)) return BRI_FINE;
    return bri_evaluate_from(e, evaluation, at, &e->guess);
}

static void copy_solution(bri_guess *guess, const bri_evaluation *evaluation)
{
    const bri_point *p = &evaluation->point;
    const bri_solution *sol = &evaluation->solution;
    const bri_system *s = p->system;
    assert(bri_solution_is_of(sol, p));
    guess->t = p->t;
    memcpy(guess->lambda, sol->lambda, (size_t)s->rows * sizeof(double));
    for (int k = 0; k < s->interfaces; k++) {
        const sys_interface *interface = &s->interface[k];
        bool sticks = bri_sticks(&p->discrete, k);
        for (int c = interface->component; c < interface->component + interface->components; c++) {
            double lever = fmax(sol->patch[s->component[c].patch].lever, least_divisor);
            double force = sol->friction[c];
            if (sticks && s->component[c].index == 0)
                force = sol->lambda[interface->stick_row] / (lever * interface->patches);
            guess->friction[c] = isfinite(force) ? force : 0;
        }
    }
}

void bri_guess_set(bri_guess *guess, const bri_evaluation *evaluation)
{
    copy_solution(guess, evaluation);
    guess->terms = 0;
    if (guess->stamp) guess->stamp++;
}

void bri_go_on_from(bri_engine *e, const bri_evaluation *evaluation)
{
    bri_guess_set(&e->guess, evaluation);
    if (!e->system->condensed)
        e->guess.terms = bri_terms_of(&e->solver, &evaluation->point, evaluation->solution.lambda);
}

/* A step that is made anew does not begin where a trial step ended on another branch of solutions, with a reaction reversed. */
static bool goes_on_from(const bri_engine *e, const bri_guess *last, double t)
{
    if (last->stamp != e->guess.stamp) return false;
    if (t >= e->last_rates_t) return true;
    for (int i = 0; i < e->system->rows; i++)
        if (last->lambda[i] * e->guess.lambda[i] < 0) return false;
    return true;
}

/* Where the solutions at the beginning of a step and of its last rates lead to at t, along straight lines: few steps of Newton's
 * method are left. Of few friction components, which are condensed, the last rates are as near as is needed. */
static const bri_guess *predict(bri_engine *e, double t)
{
    const bri_system *s = e->system;
    const bri_guess *from = &e->guess, *last = &e->last_rates;
    const double farthest = 3; /* shares of the way between them */
    if (s->condensed || !s->patches) return last;
    double share = (t - from->t) / (last->t - from->t);
    if (!(share >= 0 && share <= farthest)) return last;
    for (int i = 0; i < s->rows; i++)
        e->predicted.lambda[i] = from->lambda[i] + share * (last->lambda[i] - from->lambda[i]);
    for (int c = 0; c < s->components; c++)
        e->predicted.friction[c] = from->friction[c] + share * (last->friction[c] - from->friction[c]);
    e->predicted.terms = from->terms;
    e->predicted.stamp = from->stamp;
    return &e->predicted;
}

/* Beyond a dead centre, loads reverse: the solution that goes on without a jump is unstable, and grows without bound. Where there is
 * a stable one, it is that. Solves anew. */
static bri_outcome solve_beyond_dead_centre(bri_engine *e, bri_evaluation *at, const bri_guess *start)
{
    bri_solution *sol = &at->solution;
    if (bri_branch_indicator(&e->solver, &at->point, sol) >= 0) return BRI_FINE;
    e->none.terms = e->guess.terms;
    e->none.stamp = e->guess.stamp;
    bri_outcome outcome = bri_solve(&e->solver, &at->point, &e->options, &e->none, sol);
    if (outcome == BRI_FINE && bri_branch_indicator(&e->solver, &at->point, sol) >= 0) return BRI_FINE;
    return bri_solve(&e->solver, &at->point, &e->options, start, sol);
}

/* From a guess, in a step. */
static bri_outcome solve_within(bri_engine *e, bri_evaluation *at, const bri_solve_options *o, const bri_guess *start)
{
    bri_outcome outcome = bri_solve(&e->solver, &at->point, o, start, &at->solution);
    bool may_reverse = e->near_singular && e->system->any_from_reaction && o->hg == 0;
    return outcome == BRI_FINE && may_reverse ? solve_beyond_dead_centre(e, at, start) : outcome;
}

bri_outcome bri_evaluate_within(bri_engine *e, bri_evaluation *evaluation, const bri_instant *at)
{
    if (bri_is_evaluated(e, evaluation, at)) return BRI_FINE;
    bool knows = !e->system->condensed && e->last_rates.stamp == e->guess.stamp;
    bri_point_set(&evaluation->point, at, BRI_SCOPE_DYNAMICS);
    return solve_within(e, evaluation, &e->options, knows ? predict(e, at->t) : &e->guess);
}

bri_outcome bri_evaluate_rates(bri_engine *e, const bri_instant *at, double hg)
{
    bri_evaluation *rates = &e->rates;
    bri_solve_options options = e->options;
    bri_guess *last = &e->last_rates;
    options.hg = hg;
    if (hg == 0 && bri_is_evaluated(e, rates, at)) return BRI_FINE;
    bri_point_set(&rates->point, at, BRI_SCOPE_DYNAMICS);
    bool goes_on = goes_on_from(e, last, at->t);
    e->last_rates_t = at->t;
    const bri_guess *start = goes_on ? predict(e, at->t) : &e->guess;
    last->stamp = e->guess.stamp;
    last->terms = e->guess.terms;
    bri_outcome outcome = solve_within(e, rates, &options, start);
    if (outcome == BRI_FINE)
        copy_solution(last, rates);
    else
        last->stamp = 0;
    if (hg > 0) rates->solution.guess_stamp = 0; /* it is no solution of the point with z_in */
    return outcome;
}

bri_outcome bri_observe(bri_engine *e, bri_evaluation *evaluation, const bri_instant *at, bri_scope scope)
{
    bri_iterations count = e->solver.count;
    bri_point_set(&evaluation->point, at, scope);
    bri_outcome outcome = BRI_FINE;
    const bri_guess *guesses[] = {&e->guess, &e->last_rates}; /* at the end of the last step, and within it */
    bool solved = bri_is_evaluated(e, evaluation, at);
    for (int g = 0; !solved && g < 2; g++) {
        outcome = bri_solve(&e->solver, &evaluation->point, &e->options, guesses[g], &evaluation->solution);
        solved = outcome == BRI_FINE || evaluation->solution.failure.is_final;
    }
    e->solver.count = count;
    return outcome;
}

void bri_engine_fail(bri_engine *e, const bri_failure *failure)
{
    if (e->failure.is_final && e->failure.text[0]) return;
    e->failure = *failure;
    e->failure.is_final = true;
}

void bri_engine_forgive(bri_engine *e)
{
    if (e->failure.status) e->failure = (bri_failure){0};
}

void bri_engine_forgive_trials(bri_engine *e)
{
    if (!e->failure.is_final) bri_engine_forgive(e);
}

void bri_engine_forget(bri_engine *e)
{
    e->segment_start = INFINITY;
    e->numbers++;
    e->guess.stamp++;
}

int bri_engine_memory(bri_engine *e, bri_block *blocks)
{
    const bri_system *s = e->system;
    int count = 0;
    blocks[count++] = (bri_block){e->guess.lambda, (size_t)s->rows * sizeof(double)};
    blocks[count++] = (bri_block){&e->guess.t, sizeof e->guess.t};
    blocks[count++] = (bri_block){&e->guess.terms, sizeof e->guess.terms};
    blocks[count++] = (bri_block){e->input, (size_t)s->inputs * sizeof(double)};
    blocks[count++] = (bri_block){e->guess.friction, (size_t)s->components * sizeof(double)};
    blocks[count++] = (bri_block){&e->near_singular, sizeof e->near_singular};
    blocks[count++] = (bri_block){&e->may_jam, sizeof e->may_jam};
    blocks[count++] = (bri_block){e->lagged, (size_t)s->patches * sizeof(double)};
    blocks[count++] = (bri_block){&e->failure, sizeof e->failure}; /* a run that cannot go on stays where it is */
    blocks[count++] = (bri_block){&e->rules_differ, sizeof e->rules_differ};
    blocks[count++] = (bri_block){&e->worst_position, sizeof e->worst_position};
    blocks[count++] = (bri_block){&e->worst_velocity, sizeof e->worst_velocity};
    blocks[count++] = (bri_block){&e->projected, sizeof e->projected};
    blocks[count++] = (bri_block){&e->drifted, sizeof e->drifted};
    blocks[count++] = (bri_block){&e->solver.count, sizeof e->solver.count};
    return count;
}
