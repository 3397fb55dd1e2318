/* interior_point.c - friction of all interfaces at rest strictly between its limits, and nearer to them in each step
 *
 * With slack s = L -+ f and pull z of either limit, gamma = z_back - z_forth, and Newton's method aims at s z = aim x weight,
 * with aim falling to 0. The number of steps hardly grows with the number of interfaces, and no set is tried in between: where
 * many interfaces are near their limits, as in long chains, the active set would change them one after the other. */
#include "system/interior_point.h"

#include <assert.h>
#include <math.h>

#include "base/divisor.h"
#include "system/active_set.h"

enum {
    MOST_STEPS = 80
};
/* Products of slack and pull that a step aims at, over the present ones; share of the way to a bound; products over the first
 * ones at which all is decided, and from which on it diverges. */
static const double centring = 0.1, to_boundary = 0.95, tol_interior = 1e-16, product_diverged = 1e10;
static const double least_share = 1e-5;    /* of a step */
static const double least_response = 0.01; /* of an interface among others that stick, over that of its own */

static double mean_product(const bri_sticking *q, const bri_bound *bounds)
{
    double sum = 0;
    int count = 0;
    for (int k = 0; k < q->p->system->interfaces; k++)
        for (int i = 0; i < 2 && q->candidate[k]; i++, count++)
            sum += bounds[k].slack[i] * bounds[k].pull[i] / bounds[k].weight;
    return count ? sum / count : 0;
}

/* What is wrong in slack = L -+ f. */
static double slack_error(const bri_sticking *q, const bri_bound *b, double limit, int k, int i)
{
    double f = q->sol->lambda[q->p->system->interface[k].stick_row];
    return limit + (i ? f : -f) - b->slack[i];
}

/* Matrix and right-hand side of a step towards products of size aim x weight. */
static bool factor_interior(const bri_sticking *q, const bri_bound *bounds, double aim)
{
    const bri_system *s = q->p->system;
    bri_sticking_update(q);
    bri_constraint_matrix(q->p, s->inverse, q->sol->matrix);
    for (int i = 0; i < s->rows; i++) {
        if (q->p->active[i]) q->sol->matrix[s->sparse.diagonal[s->sparse.place[i]]] += q->room->compliance[i];
        q->room->step[i] = -q->room->residual[i];
    }
    for (int k = 0; k < s->interfaces; k++) {
        const bri_bound *b = &bounds[k];
        if (!q->candidate[k]) continue;
        const sys_joint *joint = &s->joint[s->interface[k].joint];
        int row = s->interface[k].stick_row;
        assert(joint->held <= BRI_HELD_MAX);
        double slope[BRI_HELD_MAX], limit = bri_sticking_limit(q, k), stiff[2];
        bri_sticking_limit_slopes(q, k, slope);
        for (int i = 0; i < 2; i++) {
            stiff[i] = b->pull[i] / b->slack[i];
            double force = aim * b->weight / b->slack[i] - stiff[i] * slack_error(q, b, limit, k, i);
            q->room->step[row] += i ? force : -force;
        }
        q->sol->matrix[s->sparse.diagonal[s->sparse.place[row]]] += stiff[0] + stiff[1];
        for (int h = 0; h < joint->held; h++)
            if (slope[h] != 0)
                q->sol->matrix[bri_sparse_find(&s->sparse, row, joint->row + h)] += (stiff[1] - stiff[0]) * slope[h];
    }
    bri_pivots pivots = bri_factor_with_friction(q->p, q->sol);
    if (pivots.dropped || !isfinite(pivots.least)) return false;
    bri_sparse_solve(&s->sparse, q->sol->factors, q->room->step, q->room->row_room);
    return true;
}

/* Changes of slack and pull that belong to the step of the multipliers. */
static void bound_step(const bri_sticking *q, const bri_bound *b, int k, double aim, double slack[2], double pull[2])
{
    const bri_system *s = q->p->system;
    const sys_joint *joint = &s->joint[s->interface[k].joint];
    double slope[BRI_HELD_MAX], limit = bri_sticking_limit(q, k), more = 0;
    double df = q->room->step[s->interface[k].stick_row];
    bri_sticking_limit_slopes(q, k, slope);
    for (int h = 0; h < joint->held; h++)
        more += slope[h] * q->room->step[joint->row + h];
    for (int i = 0; i < 2; i++) {
        slack[i] = more + (i ? df : -df) + slack_error(q, b, limit, k, i);
        pull[i] = (aim * b->weight - b->pull[i] * (b->slack[i] + slack[i])) / b->slack[i];
    }
}

/* Share of the step up to which slacks and pulls stay above 0. */
static double longest_share(const bri_sticking *q, const bri_bound *bounds, double aim)
{
    double share = 1;
    for (int k = 0; k < q->p->system->interfaces; k++) {
        double slack[2], pull[2];
        if (!q->candidate[k]) continue;
        bound_step(q, &bounds[k], k, aim, slack, pull);
        for (int i = 0; i < 2; i++) {
            if (slack[i] < 0) share = fmin(share, to_boundary * bounds[k].slack[i] / -slack[i]);
            if (pull[i] < 0) share = fmin(share, to_boundary * bounds[k].pull[i] / -pull[i]);
        }
    }
    return share;
}

static void take_step(const bri_sticking *q, bri_bound *bounds, double aim, double share)
{
    const bri_system *s = q->p->system;
    for (int k = 0; k < s->interfaces; k++) {
        double slack[2], pull[2];
        if (!q->candidate[k]) continue;
        bound_step(q, &bounds[k], k, aim, slack, pull);
        for (int i = 0; i < 2; i++) {
            bounds[k].slack[i] += share * slack[i];
            bounds[k].pull[i] += share * pull[i];
        }
    }
    for (int i = 0; i < s->rows; i++)
        if (q->p->active[i]) q->sol->lambda[i] += share * q->room->step[i];
}

bool bri_interior_point(bri_sticking *q)
{
    const bri_system *s = q->p->system;
    bri_bound *bounds = q->room->bound;
    if (!bri_slip_without_friction(q)) return false;
    bri_stick_all(q);
    bri_sticking_update(q);
    bri_floors floors = bri_floors_of(q->solver, q->p, q->sol);
    for (int k = 0; k < s->interfaces; k++) {
        if (!q->candidate[k]) continue;
        double limit = bri_sticking_limit(q, k) + bri_floor_effort(&floors, q->p, q->sol, k) + least_divisor;
        double pull = limit * bri_own_response(q->p, s->interface[k].stick_row);
        bounds[k] = (bri_bound){{limit, limit}, {pull, pull}, limit * pull};
    }
    double product = 1;
    for (int turn = 0; turn < MOST_STEPS && product > tol_interior && !bri_sticking_is_cancelled(q); turn++) {
        double aim = centring * product;
        q->effort->turns++;
        if (!factor_interior(q, bounds, aim)) return false;
        double share = longest_share(q, bounds, aim);
        if (share < least_share) return false; /* it is jammed between bounds */
        take_step(q, bounds, aim, share);
        product = mean_product(q, bounds);
        if (!(product < product_diverged)) return false;
    }
    for (int k = 0; k < s->interfaces; k++) {
        const bri_bound *b = &bounds[k];
        if (!q->candidate[k]) continue;
        double own = least_response * bri_own_response(q->p, s->interface[k].stick_row);
        bri_sticking_put(q, k, b->pull[0] > own * b->slack[0] ? -1 : b->pull[1] > own * b->slack[1] ? 1 : 0);
    }
    return bri_active_set(q);
}
