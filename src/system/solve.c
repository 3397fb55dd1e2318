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

#include "system/tolerance.h"

enum {
    NEWTON_ITERATIONS = 40,
    FIXED_POINT_ITERATIONS = 500,
    HALVINGS = 12
};

struct bri_newton_room {
    double *before, *step, *residual, *row_room; /* of each row */
    double *magnitude;                           /* of the forces on each coordinate */
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

/* Size of the terms of a residual before anything cancels: that of the largest row. */
static double size_of_terms(bri_solver *solver, const bri_point *p, const bri_solution *sol)
{
    const bri_system *s = p->system;
    double size = 1e-30, *sum = solver->newton->magnitude;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sum[i] = fabs(p->applied[i]);
    for (int i = 0; i < s->rows; i++)
        for (int t = 0; t < s->touches[i] && p->active[i]; t++)
            for (int d = 0; d < BRI_DOF; d++)
                sum[s->touch[i][t].at + d] += fabs(sol->lambda[i] * p->row[i].end[s->touch[i][t].end][d]);
    for (int i = 0; i < s->rows; i++) {
        double terms = fabs(p->row[i].bias);
        for (int t = 0; t < s->touches[i] && p->active[i]; t++)
            for (int d = 0; d < BRI_DOF; d++) {
                int at = s->touch[i][t].at + d;
                terms += fabs(p->row[i].end[s->touch[i][t].end][d]) * sum[at] * s->inverse[at];
            }
        if (terms > size) size = terms;
    }
    return size;
}

/* Accelerations and residuals for the solution's multipliers and friction; the largest residual over its terms' size. */
static double update_residual(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    const bri_system *s = p->system;
    const bri_newton_room *room = solver->newton;
    double worst = 0;
    bri_accelerate(p, sol);
    for (int i = 0; i < s->rows; i++) {
        double sum = room->residual[i] = p->active[i] ? bri_row_residual(p, i, sol->a, o->baumgarte) : sol->lambda[i];
        if (p->active[i] && !(fabs(sum) <= worst)) worst = isnan(sum) ? INFINITY : fabs(sum);
    }
    sol->terms = size_of_terms(solver, p, sol);
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
    double terms = sol->terms > 0 ? sol->terms : size_of_terms(solver, p, sol);
    return (bri_floors){.force = multiplier + applied, .acceleration = tol_floor * terms};
}

/* sol->factors = J M^-1 J^T and what friction adds to it, factored. */
static bri_pivots factor(const bri_point *p, bool with_friction, bri_solution *sol)
{
    const bri_system *s = p->system;
    memcpy(sol->factors, sol->matrix, (size_t)s->sparse.entries * sizeof(double));
    for (int k = 0; with_friction && k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        const bri_patch *patch = &sol->patch[reach->patch];
        double slope = sol->by_load[reach->component] * patch->lever;
        if (slope == 0 || !p->active[reach->row]) continue;
        double carried = slope * bri_reach_response(p, reach, &patch->row[reach->index]);
        const sys_joint *joint = &s->joint[s->interface[s->patch[reach->patch].interface].joint];
        for (int h = 0; h < joint->held; h++)
            sol->factors[reach->at[h]] += carried * patch->by_lambda[h];
    }
    return bri_sparse_factor(&s->sparse, sol->factors);
}

bri_pivots bri_factor_with_friction(const bri_point *p, bri_solution *sol) { return factor(p, true, sol); }

static bool friction_follows_load(const bri_solution *sol)
{
    for (int c = 0; c < sol->system->components; c++)
        if (sol->by_load[c] != 0) return true;
    return false;
}

/* Newton's method or the papers' fixed-point iteration. Starts from sol->lambda. */
static bri_outcome iterate(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                           bool newton, bri_solution *sol)
{
    const bri_system *s = p->system;
    bri_newton_room *room = solver->newton;
    bool factored = false;
    double *before = room->before, *step = room->step, share = 1, last = INFINITY;
    int turns = newton ? NEWTON_ITERATIONS : FIXED_POINT_ITERATIONS, halvings = 0;
    solver->count.solves++;
    for (int turn = 0; turn < turns; turn++) {
        bri_update_friction(p, o, pass, sol);
        double worst = update_residual(solver, p, o, sol);
        if (worst <= tol_residual) return BRI_FINE;
        if (newton && turn > 0 && !(worst < last)) { /* half the step, or good enough as it was */
            if (last <= tol_residual_stalled || (worst <= tol_residual_stalled && halvings == 0)) return BRI_FINE;
            if (++halvings > HALVINGS) break;
            share *= 0.5;
            for (int i = 0; i < s->rows; i++)
                sol->lambda[i] = before[i] + share * step[i];
            continue;
        }
        last = worst;
        share = 1;
        halvings = 0;
        bool follows = newton && friction_follows_load(sol);
        if (!factored || follows) {
            bri_pivots pivots = factor(p, follows, sol);
            if (!follows) sol->pivots = pivots;
            factored = !follows;
        }
        for (int i = 0; i < s->rows; i++)
            step[i] = -room->residual[i];
        bri_sparse_solve(&s->sparse, sol->factors, step, room->row_room);
        memcpy(before, sol->lambda, (size_t)s->rows * sizeof(double));
        for (int i = 0; i < s->rows; i++)
            sol->lambda[i] += step[i];
        solver->count.iterations++;
    }
    return last <= tol_residual_stalled ? BRI_FINE : BRI_SHORTER;
}

/* --- one point -------------------------------------------------------------------------------------------------------- */

static void factor_constraints(const bri_point *p, bri_solution *sol)
{
    bri_constraint_matrix(p, p->system->inverse, sol->matrix);
    sol->pivots = factor(p, false, sol);
}

static bri_outcome fail_too_deep(const bri_point *p, bri_solution *sol)
{
    const sys_gap *gap = &p->system->gap[p->too_deep];
    bri_fail_with(
        &sol->failure, BRI_BAD_VALUE, false,
        "joint '%s': at t = %.9g s its surfaces overlap by %.4g m, and the formula of %s ends at %.4g m; is the "
        "load that large? A power fit (bristle contact %s --fit) has no end",
        gap->label, p->signal_time, -p->gap[p->too_deep].normal.value, gap->law->kind.name, gap->deepest,
        gap->law->kind.name);
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
    sol->pivots = (bri_pivots){.least = 1, .row = -1};
    if (p->too_deep >= 0) return fail_too_deep(p, sol);
    memcpy(sol->lambda, guess->lambda, (size_t)s->rows * sizeof(double));
    if (condenses || (s->shares && s->any_loop && (s->redundant || bri_any_sticks(&p->discrete)))) {
        factor_constraints(p, sol);
        if (s->shares) outcome = bri_find_redundancy(solver->redundancy, p, o, sol);
        condenses = condenses || sol->open;
    } else {
        bri_constraint_matrix(p, s->inverse, sol->matrix);
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

bri_outcome bri_solve(bri_solver *solver, const bri_point *p, const bri_solve_options *o, const bri_guess *guess,
                      bri_solution *sol)
{
    const bri_system *s = p->system;
    assert(p->stamp && p->scope >= BRI_SCOPE_DYNAMICS && sol->system == s && o->unit_length > 0);
    sol->point_stamp = sol->guess_stamp = 0;
    sol->has_columns = false;
    sol->terms = 0;
    sol->failure.status = BRI_OK;
    sol->failure.limit.level = 0;
    sol->failure.is_final = false;
    sol->failure.text[0] = '\0';
    bri_outcome outcome = solve(solver, p, o, guess, sol);
    if (outcome == BRI_FINE && has_diverged(sol)) outcome = BRI_SHORTER;
    if (outcome == BRI_FINE) {
        sol->point_stamp = p->stamp;
        sol->guess_stamp = guess->stamp;
        if (bri_any_sticks(&p->discrete)) sol->floors = bri_floors_of(solver, p, sol);
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

void bri_factor_without_friction(bri_solver *solver, const bri_solve_options *o, const bri_point *p, bri_solution *sol)
{
    factor(p, false, sol);
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
    bri_pivots pivots = factor(p, true, sol);
    return pivots.negative % 2 ? -pivots.least : pivots.least;
}

/* --- messages ---------------------------------------------------------------------------------------------------------- */

/* Loop gain of one component of friction by itself: how much it changes the load that it comes from. Requires the factors of
 * J M^-1 J^T without friction. */
static double own_gain(const bri_newton_room *room, const bri_point *p, const bri_solution *sol, int c)
{
    const bri_system *s = p->system;
    int r = s->component[c].patch;
    const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
    const bri_patch *patch = &sol->patch[r];
    double *load = room->step, gain = 0;
    memset(load, 0, (size_t)s->rows * sizeof(double));
    for (int k = 0; k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        if (reach->component == c && p->active[reach->row])
            load[reach->row] += bri_reach_response(p, reach, &patch->row[reach->index]) * patch->lever;
    }
    bri_sparse_solve(&s->sparse, sol->factors, load, room->row_room);
    for (int h = 0; h < joint->held; h++)
        gain -= load[joint->row + h] * patch->by_lambda[h];
    return gain * sol->by_load[c];
}

/* The limit under the solution's loads and slopes: all friction acts. Of many components only their own gains are looked at. */
static bri_limit limit_here(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bool grows,
                            bri_solution *sol)
{
    const bri_system *s = p->system;
    bri_limit limit = {.level = 1, .gain = -INFINITY};
    bri_constraint_matrix(p, s->inverse, sol->matrix);
    factor(p, false, sol);
    if (bri_may_condense(s)) {
        bri_update_columns(solver->condense, p, o, sol);
        limit.gain = grows ? bri_loop_growth(solver->condense, sol, &limit.patch)
                           : bri_loop_gain(solver->condense, sol, &limit.patch);
    }
    for (int c = 0; c < s->components && !bri_may_condense(s); c++) {
        double gain = own_gain(solver->newton, p, sol, c);
        if (grows ? !(fabs(gain) > limit.gain) : !(gain > limit.gain)) continue;
        limit.gain = grows ? fabs(gain) : gain;
        limit.patch = s->component[c].patch;
    }
    limit.load = sol->load[limit.patch];
    limit.ends = limit.gain > 1 - tol_limit_point;
    return limit;
}

void bri_explain_no_solution(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bri_solution *sol,
                             bri_failure *failure)
{
    const bri_system *s = p->system;
    bool newton = failure->status == BRI_NO_SOLUTION;
    assert(s->patches); /* without friction the equations are linear and have a solution */
    if (!newton || failure->limit.level == 0) failure->limit = limit_here(solver, p, o, !newton, sol);
    const bri_limit *limit = &failure->limit;
    const sys_interface *interface = &s->interface[s->patch[limit->patch].interface];
    const char *law = interface->law->kind.name;
    if (!newton)
        bri_fail_with(
            failure, failure->status, failure->is_final,
            "joint '%s': at t = %.9g s the fixed-point iteration between its reaction and its friction (%s) does "
            "not converge: each iteration multiplies the error by %.3g; coupling: newton solves both together",
            interface->name, p->t, law, limit->gain);
    else if (limit->ends)
        bri_fail_with(
            failure, failure->status, failure->is_final,
            "joint '%s': from t = %.9g s on its friction (%s) and its reaction have no common solution on the branch "
            "that begins without friction: at a load of %.4g N the loop gain d(friction)/d(load) d(load)/d(friction) "
            "is %.3g; at 1 two solutions meet and end%s",
            interface->name, p->t, law, limit->load, limit->gain,
            s->loss_is_sudden ? "; with load_from: elastic, or with bristles that scale with the load, there is one"
                              : "");
    else
        bri_fail_with(failure, failure->status, failure->is_final,
                      "joint '%s': from t = %.9g s on no common solution of its friction (%s) and its reaction was "
                      "found; Newton's method, the fixed-point iteration and raising the friction from 0, up to %.3g "
                      "%% of it, were tried. The largest loop gain, at a load of %.4g N, is %.3g: a solution may "
                      "exist. coupling: lagged takes the loads of the last step",
                      interface->name, p->t, law, 100 * limit->level, limit->load, limit->gain);
}

const char *bri_nearly_dependent_joint(const bri_point *p, bri_solution *room)
{
    const bri_system *s = p->system;
    if (!s->rows) return NULL;
    bri_constraint_matrix(p, s->inverse, room->matrix);
    bri_pivots pivots = factor(p, false, room);
    const sys_joint *joint = pivots.least < tol_singular_message ? bri_joint_of_row(s, pivots.row) : NULL;
    return joint ? joint->name : NULL;
}
