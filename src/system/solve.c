/* solve.c - accelerations, reactions and friction solved together
 *
 * The unknowns are the multipliers. With a = M^-1 (Q + J^T lambda + W^T f(lambda)) the residual of row i is
 *
 *     R_i = J_i a + bias_i (+ 2 alpha rate_i + beta^2 value_i, Baumgarte's terms)
 *
 * and Newton's matrix is J M^-1 J^T + (J M^-1 W^T) (df/dN) (dN/dlambda), of the same pattern as without friction. Rows that
 * depend on others are dropped by the elimination: the accelerations are the same whichever row it is. */
#include "system/solve.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "system/tolerance.h"

enum {
    NEWTON_ITERATIONS = 40,
    FIXED_POINT_ITERATIONS = 500,
    HALVINGS = 12
};

/* Newton's last matrix tells that no limit point is near: its smallest pivot, and the share of the residual that its step left, or a
 * residual from which its step was short. */
static const double branch_far = 0.1, branch_left = 1e-3, branch_near = 1e-6;
static const double terms_change = 0.1; /* of multipliers, that changes the size of terms noticeably */

struct bri_newton_room {
    double *before, *step, *residual, *row_room; /* of each row */
    double *magnitude;                           /* 3 per body */
};

void bri_solver_create(const bri_system *s, bri_arena *arena, bri_solver *solver)
{
    size_t rows = (size_t)s->rows + 1;
    *solver = (bri_solver){.system = s, .redundancy = bri_redundancy_create(s, arena)};
    solver->condense = bri_condense_create(s, solver->redundancy, arena);
    solver->coherence = bri_coherence_create(s, arena);
    bri_newton_room *room = solver->newton = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return;
    room->before = bri_arena_take(arena, rows, sizeof(double));
    room->step = bri_arena_take(arena, rows, sizeof(double));
    room->residual = bri_arena_take(arena, rows, sizeof(double));
    room->row_room = bri_arena_take(arena, rows, sizeof(double));
    room->magnitude = bri_arena_take(arena, (size_t)(BRI_DOF * s->bodies) + 1, sizeof(double));
}

/* --- Newton's method on the multipliers ------------------------------------------------------------------------------- */

double bri_terms_of(bri_solver *solver, const bri_point *p, const double *lambda)
{
    return fmax(bri_size_of_terms(p, lambda, solver->newton->magnitude), least_force);
}

/* Accelerations and residuals for the solution's multipliers and friction; the largest residual over its terms' size, which is
 * taken as it was if sol->terms has one. */
static double update_residual(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    bri_accelerate(p, sol);
    double worst = bri_row_residuals(p, sol->a, o->baumgarte, sol->lambda, solver->newton->residual);
    if (!(sol->terms > 0)) sol->terms = bri_terms_of(solver, p, sol->lambda);
    return worst / sol->terms;
}

bri_floors bri_floors_of(bri_solver *solver, const bri_point *p, const bri_solution *sol)
{
    const bri_system *s = p->system;
    double multiplier = 0, applied = 0;
    for (int i = 0; i < s->rows; i++)
        if (p->active[i] && !(fabs(sol->lambda[i]) <= multiplier)) multiplier = fabs(sol->lambda[i]);
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        if (fabs(p->applied[i]) > applied) applied = fabs(p->applied[i]);
    double terms = sol->terms > 0 ? sol->terms : bri_terms_of(solver, p, sol->lambda);
    return (bri_floors){.force = multiplier + applied, .acceleration = tol_floor * terms};
}

/* sol->factors += what one component of friction adds, over the rows that hold on the bodies of its joint: reaches, in their order. */
static void add_friction(const bri_point *p, int c, double slope, bri_solution *sol)
{
    const bri_system *s = p->system;
    const sys_component *component = &s->component[c];
    const bri_patch *patch = &sol->patch[component->patch];
    const bri_motion *motion = &patch->row[component->index];
    const int(*at)[BRI_HELD_MAX] = (const int(*)[BRI_HELD_MAX])s->reach_at + component->reach;
    for (int e = 0; e < component->bodies; e++) {
        int body = component->body[e];
        if (body == BRI_GROUND) continue;
        const double *w = s->inverse + BRI_DOF * body, *b = motion->end[e];
        for (int h = s->hold_begin[body]; h < s->hold_begin[body + 1]; h++, at++) {
            if (!p->active[s->hold[h].row]) continue;
            const double *a = p->hold[h];
            double carried = slope * (w[0] * a[0] * b[0] + w[1] * a[1] * b[1] + w[2] * a[2] * b[2]);
            for (int i = 0; i < component->held; i++)
                sol->factors[(*at)[i]] += carried * patch->by_lambda[i];
        }
    }
}

/* Adds what friction adds to sol->factors = J M^-1 J^T, and factors it. */
static bri_pivots add_friction_and_factor(const bri_point *p, bool with_friction, bri_solution *sol)
{
    const bri_system *s = p->system;
    for (int c = 0; with_friction && c < s->components; c++)
        if (sol->by_load[c] != 0) add_friction(p, c, sol->by_load[c] * sol->patch[s->component[c].patch].lever, sol);
    return bri_sparse_factor(&s->sparse, sol->factors);
}

/* sol->factors = J M^-1 J^T, as it is in sol->matrix, and what friction adds to it, factored. */
static bri_pivots factor(const bri_point *p, bool with_friction, bri_solution *sol)
{
    memcpy(sol->factors, sol->matrix, (size_t)p->system->sparse.entries * sizeof(double));
    return add_friction_and_factor(p, with_friction, sol);
}

/* The same without the matrix, which is mostly factored once. */
static bri_pivots factor_at(const bri_point *p, bool with_friction, bri_solution *sol)
{
    bri_constraint_matrix(p, p->system->inverse, sol->factors);
    return add_friction_and_factor(p, with_friction, sol);
}

bri_pivots bri_factor_with_friction(const bri_point *p, bri_solution *sol) { return factor(p, true, sol); }

bri_pivots bri_factor_constraints(const bri_point *p, bri_solution *sol) { return factor(p, false, sol); }

static bool friction_follows_load(const bri_solution *sol)
{
    for (int c = 0; c < sol->system->components; c++)
        if (sol->by_load[c] != 0) return true;
    return false;
}

/* sol->lambda += step; whether that changes the size of the residual's terms noticeably. */
static bool take_newton_step(const bri_system *s, const double *step, bri_solution *sol)
{
    double size = 0, change = 0;
    for (int i = 0; i < s->rows; i++) {
        double moved = fabs(step[i]), now = fabs(sol->lambda[i] += step[i]);
        if (!(moved <= change)) change = moved;
        if (now > size) size = now;
    }
    return !(change <= terms_change * size);
}

/* Newton's method or the papers' fixed-point iteration. Starts from sol->lambda. A step by the matrix of the step before leaves
 * 2 worst^2/last where Newton's steps leave worst of last: where that is enough, the matrix is not factored again. */
static bri_outcome make_turns(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                              bool newton, bri_solution *sol)
{
    const bri_system *s = p->system;
    bri_newton_room *room = solver->newton;
    bool factored = false, with_friction = false;
    double *before = room->before, *step = room->step, share = 1, last = INFINITY;
    int turns = newton ? NEWTON_ITERATIONS : FIXED_POINT_ITERATIONS, halvings = 0;
    solver->count.solves++;
    sol->knows_branch = false;
    for (int turn = 0; turn < turns; turn++) {
        bri_update_acting_friction(p, o, pass, sol);
        double worst = update_residual(solver, p, o, sol);
        if (factored && last > branch_near && !(worst <= branch_left * last)) sol->knows_branch = false;
        if (worst <= tol_residual) return BRI_FINE;
        if (newton && turn > 0 && !(worst < last)) { /* half the step, or good enough as it was */
            if (last <= tol_residual_stalled || (worst <= tol_residual_stalled && halvings == 0)) return BRI_FINE;
            if (++halvings > HALVINGS) break;
            share *= 0.5;
            for (int i = 0; i < s->rows; i++)
                sol->lambda[i] = before[i] + share * step[i];
            continue;
        }
        bool reuses = turn > 0 && share == 1 && 2 * worst * (worst / last) <= tol_residual;
        last = worst;
        share = 1;
        halvings = 0;
        bool follows = newton && friction_follows_load(sol);
        if (!factored || follows != with_friction || (follows && !reuses)) {
            bri_pivots pivots = factor_at(p, follows, sol);
            if (!follows) sol->pivots = pivots;
            sol->knows_branch = newton && pass == BRI_PASS_WHOLE;
            sol->branch = pivots;
            factored = true;
            with_friction = follows;
        }
        for (int i = 0; i < s->rows; i++)
            step[i] = -room->residual[i];
        bri_sparse_solve(&s->sparse, sol->factors, step, room->row_room);
        memcpy(before, sol->lambda, (size_t)s->rows * sizeof(double));
        if (take_newton_step(s, step, sol)) sol->terms = 0;
        solver->count.iterations++;
    }
    return last <= tol_residual_stalled ? BRI_FINE : BRI_SHORTER;
}

/* Friction of interfaces that stick or are separated is no part of the iteration, and their loads follow from its end. */
static bri_outcome iterate(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                           bool newton, bri_solution *sol)
{
    bri_clear_idle_friction(p, sol);
    bri_outcome outcome = make_turns(solver, p, o, pass, newton, sol);
    bri_update_idle_loads(p, o, pass, sol);
    return outcome;
}

/* --- one point -------------------------------------------------------------------------------------------------------- */

/* Redundancy needs the matrix beside its factors. */
static void factor_constraints(const bri_point *p, bri_solution *sol)
{
    if (!p->system->shares) {
        sol->pivots = factor_at(p, false, sol);
        return;
    }
    bri_constraint_matrix(p, p->system->inverse, sol->matrix);
    sol->pivots = factor(p, false, sol);
}

static bri_outcome fail_too_deep(const bri_point *p, bri_solution *sol)
{
    char why[512];
    bri_describe_end(p, p->too_deep, why, sizeof why);
    bri_fail_with(&sol->failure, BRI_BAD_VALUE, false, "%s", why);
    return BRI_SHORTER;
}

/* An iteration that diverges ends where laws limit their load, 1e60 N, and would look as if it had converged. */
static bool has_diverged(const bri_solution *sol)
{
    for (int r = 0; r < sol->system->patches; r++)
        if (!(sol->load[r] < force_diverged)) return true;
    return false;
}

/* Where components are so many that they cannot be condensed, Newton's method may also start from the fixed-point iteration. */
static bri_outcome solve_sparse(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                                bri_solution *sol)
{
    const bri_system *s = p->system;
    bool newton = s->coupling != BRI_COUPLING_FIXED_POINT;
    bri_outcome outcome = iterate(solver, p, o, pass, newton, sol);
    if (outcome == BRI_FINE || !newton || bri_may_condense(s)) return outcome;
    memset(sol->lambda, 0, (size_t)s->rows * sizeof(double));
    if (iterate(solver, p, o, pass, false, sol) == BRI_FINE && !has_diverged(sol)) return BRI_FINE;
    return iterate(solver, p, o, pass, true, sol);
}

static bri_outcome solve(bri_solver *solver, const bri_point *p, const bri_solve_options *o, const bri_guess *guess,
                         bri_solution *sol)
{
    const bri_system *s = p->system;
    bool condenses = s->condensed || s->patches == 0;
    bri_outcome outcome = BRI_FINE;
    sol->open = 0;
    sol->pivots = (bri_pivots){.least = 1, .least_first = 1, .least_kept = 1, .row = -1};
    if (p->too_deep >= 0) return fail_too_deep(p, sol);
    memcpy(sol->lambda, guess->lambda, (size_t)s->rows * sizeof(double));
    if (condenses || (s->shares && s->any_loop && (s->redundant || bri_any_sticks(&p->discrete)))) {
        factor_constraints(p, sol);
        if (s->shares) outcome = bri_find_redundancy(solver->redundancy, p, o, sol);
        condenses = condenses || sol->open;
    }
    if (outcome != BRI_FINE) return outcome;
    if (condenses) return bri_condense_solve(solver->condense, p, o, guess, sol, &solver->count);
    bri_update_patches(p, sol);
    if (s->any_elastic) outcome = solve_sparse(solver, p, o, BRI_PASS_ELASTIC, sol);
    if (outcome == BRI_FINE) outcome = solve_sparse(solver, p, o, BRI_PASS_WHOLE, sol);
    if (outcome == BRI_FINE || s->coupling == BRI_COUPLING_FIXED_POINT || !bri_may_condense(s)) return outcome;
    factor_constraints(p, sol);
    return bri_condense_solve(solver->condense, p, o, guess, sol, &solver->count);
}

static void begin_solution(bri_solution *sol)
{
    sol->point_stamp = sol->guess_stamp = 0;
    sol->has_columns = false;
    sol->terms = 0;
    sol->failure.status = BRI_OK;
    sol->failure.limit.level = 0;
    sol->failure.is_final = false;
    sol->failure.text[0] = '\0';
}

bri_outcome bri_solve(bri_solver *solver, const bri_point *p, const bri_solve_options *o, const bri_guess *guess,
                      bri_solution *sol)
{
    const bri_system *s = p->system;
    assert(p->stamp && p->scope >= BRI_SCOPE_DYNAMICS && sol->system == s && o->unit_length > 0);
    begin_solution(sol);
    sol->terms = guess->terms;
    bri_outcome outcome = solve(solver, p, o, guess, sol);
    if (outcome == BRI_FINE && has_diverged(sol)) outcome = BRI_SHORTER;
    if (outcome == BRI_FINE) {
        sol->point_stamp = p->stamp;
        sol->guess_stamp = guess->stamp;
    } else if (!sol->failure.status) {
        sol->failure.status = s->coupling != BRI_COUPLING_FIXED_POINT ? BRI_NO_SOLUTION : BRI_NO_CONVERGENCE;
    }
    return outcome;
}

bri_outcome bri_condense_at(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    bri_outcome outcome = BRI_FINE;
    sol->point_stamp = 0;
    sol->open = 0;
    factor_constraints(p, sol);
    if (p->system->shares) outcome = bri_find_redundancy(solver->redundancy, p, o, sol);
    memset(sol->lambda, 0, (size_t)p->system->rows * sizeof(double));
    bri_update_patches(p, sol);
    bri_update_friction(p, o, BRI_PASS_WHOLE, sol);
    bri_update_base(solver->condense, p, o, sol);
    return outcome;
}

bri_outcome bri_solve_without_friction(bri_solver *solver, const bri_point *p, const bri_solve_options *o,
                                       bri_solution *sol)
{
    const bri_system *s = p->system;
    bri_outcome outcome = BRI_FINE;
    assert(bri_may_condense(s) && p->too_deep < 0);
    begin_solution(sol);
    sol->open = 0;
    factor_constraints(p, sol);
    if (s->shares) outcome = bri_find_redundancy(solver->redundancy, p, o, sol);
    if (outcome) return outcome;
    bri_update_patches(p, sol);
    bri_update_base(solver->condense, p, o, sol);
    memcpy(sol->lambda, sol->base, (size_t)s->rows * sizeof(double));
    memset(sol->friction, 0, (size_t)s->components * sizeof(double));
    bri_accelerate(p, sol);
    return BRI_FINE;
}

void bri_factor_without_friction(bri_solver *solver, const bri_solve_options *o, const bri_point *p, bri_solution *sol)
{
    factor_at(p, false, sol);
    bri_update_columns(solver->condense, p, o, sol);
}

void bri_constraint_solve(bri_solver *solver, const bri_solve_options *o, const bri_solution *sol, double *rows)
{
    bri_sparse_solve(&solver->system->sparse, sol->factors, rows, solver->newton->row_room);
    if (o) bri_share_load(solver->redundancy, o, sol, rows);
}

double bri_branch_indicator(bri_solver *solver, const bri_point *p, bri_solution *sol)
{
    assert(bri_solution_is_of(sol, p));
    if (p->system->condensed || sol->open) return bri_condense_determinant(solver->condense, sol);
    bool is_far = sol->knows_branch && !sol->branch.negative && !sol->branch.dropped && sol->branch.least > branch_far;
    bri_pivots pivots = is_far ? sol->branch : factor_at(p, true, sol);
    return pivots.negative % 2 ? -pivots.least : pivots.least;
}
