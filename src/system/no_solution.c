/* no_solution.c - because of which joint a point has no solution, in words */
#include "system/no_solution.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "system/tolerance.h"

/* Loop gain of one component of friction by itself: how much it changes the load that it comes from. Requires the factors of
 * J M^-1 J^T without friction. */
static double own_gain(bri_solver *solver, const bri_point *p, bri_solution *sol, int c)
{
    const bri_system *s = p->system;
    int r = s->component[c].patch;
    const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
    const bri_patch *patch = &sol->patch[r];
    double *load = sol->base, gain = 0;
    memset(load, 0, (size_t)s->rows * sizeof(double));
    for (int k = 0; k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        if (reach->component == c && p->active[reach->row])
            load[reach->row] += bri_reach_response(p, reach, &patch->row[reach->index]) * patch->lever;
    }
    bri_constraint_solve(solver, NULL, sol, load);
    for (int h = 0; h < joint->held; h++)
        gain -= load[joint->row + h] * patch->by_lambda[h];
    return gain * sol->by_load[c];
}

/* All friction acts. Of many components only their own gains are looked at. */
bri_limit bri_limit_here(bri_solver *solver, const bri_point *p, const bri_solve_options *o, bool grows,
                         bri_solution *sol)
{
    const bri_system *s = p->system;
    bri_limit limit = {.level = 1, .gain = -INFINITY};
    bri_constraint_matrix(p, s->inverse, sol->matrix);
    bri_factor_constraints(p, sol);
    if (bri_may_condense(s)) {
        bri_update_columns(solver->condense, p, o, sol);
        limit.gain = grows ? bri_loop_growth(solver->condense, sol, &limit.patch)
                           : bri_loop_gain(solver->condense, sol, 1, &limit.patch);
    }
    for (int c = 0; c < s->components && !bri_may_condense(s); c++) {
        double gain = own_gain(solver, p, sol, c);
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
    int end = bri_gap_at_end(p);
    if (end >= 0) { /* whose force rises ever more steeply: friction is not the cause */
        char why[512];
        bri_describe_end(p, end, why, sizeof why);
        bri_fail_with(failure, failure->status, failure->is_final, "%s", why);
        return;
    }
    if (!newton || failure->limit.level == 0) failure->limit = bri_limit_here(solver, p, o, !newton, sol);
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
            "that starts at zero friction: at a load of %.4g N the loop gain d(friction)/d(load) d(load)/d(friction) "
            "is %.3g; at a loop gain of 1 two solutions merge and vanish%s",
            interface->name, p->t, law, limit->load, limit->gain,
            s->loss_is_sudden ? "; with load_from: elastic, or with bristles that scale with the load, there is one"
                              : "");
    else
        bri_fail_with(
            failure, failure->status, failure->is_final,
            "joint '%s': from t = %.9g s on no common solution of its friction (%s) and its reaction was "
            "found; Newton's method, the fixed-point iteration and raising the friction from 0, up to %.3g "
            "%% of it, were tried. The largest loop gain where the last of them ended, at a load of %.4g N, is "
            "%.3g: a solution may exist. coupling: lagged takes the loads of the last step",
            interface->name, p->t, law, 100 * limit->level, limit->load, limit->gain);
}

const char *bri_nearly_dependent_joint(const bri_point *p, bri_solution *room)
{
    const bri_system *s = p->system;
    if (!s->rows) return NULL;
    bri_constraint_matrix(p, s->inverse, room->matrix);
    bri_pivots pivots = bri_factor_constraints(p, room);
    const sys_joint *joint = pivots.least < tol_singular_message ? bri_joint_of_row(s, pivots.row) : NULL;
    return joint ? joint->name : NULL;
}
