/* friction_path.c - continuation of the solution in the share of friction: pivots, and turning points where solutions merge
 *
 * For one set of sticks and slips, and one set of sides of the loads, the solution is a smooth function of the share theta of
 * friction. It is followed to the first event, where one state or side changes; theta then goes on in the direction in which the
 * changed state holds, forth or back. */
#include "system/friction_path.h"

#include <math.h>
#include <string.h>

#include "system/active_set.h"
#include "system/tolerance.h"

enum {
    MOST_PIVOTS = 600,
    MOST_SHORTENED = 12
};
static const double first_share = 0.01, smallest_share = 1e-5; /* of friction, where the path begins */
static const double longest_step = 0.1;                        /* in that share */
static const double shorter = 0.4;
static const double slope_step = 1e-6; /* for slopes of event values along the path: its pieces are nearly straight */

/* Above 0 as long as the states hold: limit - f, limit + f of an interface that sticks, acceleration in its direction (as a
 * force) of one that slips; then of each patch its load on the recorded side. Requires updated residuals. */
static void event_values(const bri_sticking *q, double *e)
{
    const bri_system *s = q->p->system;
    for (int k = 0; k < s->interfaces; k++) {
        int row = s->interface[k].stick_row, direction = q->p->discrete.stick[k].direction;
        e[k] = e[s->interfaces + k] = INFINITY;
        if (!q->candidate[k]) continue;
        if (direction) {
            e[k] = direction * bri_sticking_acceleration(q, k) / bri_own_response(q->p, row);
        } else {
            double limit = bri_sticking_limit(q, k);
            e[k] = limit - q->sol->lambda[row];
            e[s->interfaces + k] = limit + q->sol->lambda[row];
        }
    }
    for (int r = 0; r < s->patches; r++)
        e[2 * s->interfaces + r] = q->room->side[r] != 0 ? q->room->side[r] * q->sol->patch[r].load : INFINITY;
}

typedef struct path {
    double share;  /* of friction where the present piece of the path was entered; room->from has its multipliers */
    int way;       /* 1: friction grows, -1: the path has turned back */
    int entered;   /* the event by which it was entered; -1: none */
    double length; /* of the step from there, in the share of friction */
    double close;  /* event values that are rounding */
} path;

static void freeze_sides(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    for (int r = 0; r < s->patches; r++) {
        int k = s->patch[r].interface;
        bool signed_load = s->interface[k].linear && s->interface[k].from_reaction &&
                           s->coupling != BRI_COUPLING_LAGGED && !bri_is_separated(&q->p->discrete, k);
        q->room->side[r] = !signed_load ? 0 : q->sol->patch[r].load < 0 ? -1 : 1;
    }
}

/* Slope of the multipliers by the share of friction, in room->tangent. Requires updated residuals. */
static bool find_tangent(const bri_sticking *q)
{
    const bri_system *s = q->p->system;
    double *force = q->room->force, *tangent = q->room->tangent;
    memset(force, 0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    for (int c = 0; c < s->components; c++) {
        int r = s->component[c].patch;
        const sys_joint *joint = &s->joint[s->interface[s->patch[r].interface].joint];
        bri_add_effort(joint->body, joint->bodies, bri_component_row(q->sol, c),
                       q->sol->patch[r].lever * q->sol->friction[c] / q->theta, force);
    }
    for (int i = 0; i < s->rows; i++)
        tangent[i] = q->p->active[i] ? -bri_row_response(q->p, i, force) : 0;
    if (!bri_sticking_factor(q, false)) return false;
    bri_sparse_solve(&s->sparse, q->sol->factors, tangent, q->room->row_room);
    return true;
}

static void predict(bri_sticking *q, const path *at, double length)
{
    for (int i = 0; i < q->p->system->rows; i++)
        q->sol->lambda[i] = q->room->from[i] + at->way * length * q->room->tangent[i];
    q->theta = at->share + at->way * length;
}

/* The lowest event value, but for the event by which the piece was entered. */
static int lowest(const bri_sticking *q, const path *at, const double *e)
{
    int events = 2 * q->p->system->interfaces + q->p->system->patches, found = 0;
    for (int i = 1; i < events; i++)
        if (i != at->entered && (found == at->entered || e[i] < e[found])) found = i;
    return found;
}

/* Length up to the first event, as straight lines predict it; finds the way where a piece was just entered. Requires the
 * tangent; leaves the event values of the beginning in room->event_before. */
static double predict_event(bri_sticking *q, path *at)
{
    const bri_system *s = q->p->system;
    int events = 2 * s->interfaces + s->patches;
    double *before = q->room->event_before, *ahead = q->room->event_ahead, length = INFINITY;
    event_values(q, before);
    at->way = 1;
    predict(q, at, slope_step);
    bri_sticking_update(q);
    event_values(q, ahead);
    if (at->entered >= 0 && ahead[at->entered] < before[at->entered]) at->way = -1;
    for (int i = 0; i < events; i++) {
        double slope = at->way * (ahead[i] - before[i]) / slope_step;
        if (i != at->entered && slope < 0 && isfinite(before[i])) length = fmin(length, fmax(before[i], 0) / -slope);
    }
    return length;
}

/* Moves along the piece by at most at->length, shorter where Newton's method asks for it. */
static bool advance(bri_sticking *q, path *at)
{
    for (int i = 0; i < MOST_SHORTENED; i++, at->length *= shorter) {
        predict(q, at, at->length);
        if (bri_sticking_correct(q)) return true;
    }
    return false;
}

/* The first event within the step that was made, by secants; -1: none. Ends there. */
static int locate_event(bri_sticking *q, path *at)
{
    double *e = q->room->event;
    event_values(q, e);
    int found = lowest(q, at, e);
    double low = 0, high = at->length, value_low = fmax(q->room->event_before[found], 0), value = e[found];
    if (!(value < at->close)) return -1;
    while (high - low > tol_path_length && value < -at->close) {
        double part = value_low / (value_low - value), middle = low + (high - low) * fmin(fmax(part, 0.02), 0.98);
        predict(q, at, middle);
        bool solved = bri_sticking_correct(q);
        if (solved) event_values(q, e);
        int which = solved ? lowest(q, at, e) : found;
        if (!solved || e[which] < -at->close) {
            high = middle;
            if (!solved) continue;
            found = which;
            value = e[found];
            value_low = fmax(q->room->event_before[found], 0);
            if (low > 0) value_low = fmax(value_low, at->close);
        } else {
            low = middle;
            value_low = fmax(e[found], 0);
            if (e[found] <= at->close) high = middle;
        }
    }
    predict(q, at, high);
    at->length = high;
    return bri_sticking_correct(q) ? found : -1;
}

/* The state that ended a piece changes. */
static void enter_piece(const bri_sticking *q, path *at, int event)
{
    const bri_system *s = q->p->system;
    int n = s->interfaces, k = event % n;
    if (event >= 2 * n) {
        q->room->side[event - 2 * n] *= -1;
        at->entered = event;
    } else if (bri_sticks(&q->p->discrete, k)) {
        bri_sticking_put(q, k, event < n ? -1 : 1);
        at->entered = k;
    } else { /* it leaves the limit at which it slipped */
        double effort = bri_interface_effort(q->p, q->sol, k);
        bri_sticking_put(q, k, 0);
        q->sol->lambda[s->interface[k].stick_row] = effort;
        at->entered = effort > 0 ? k : n + k;
    }
}

/* Where the path begins: with little friction all slip as they would without, but for those that would not move. */
static bool begin_path(bri_sticking *q)
{
    memset(q->room->side, 0, (size_t)q->p->system->patches * sizeof(double));
    for (q->theta = first_share; q->theta > smallest_share; q->theta *= 0.1)
        if (bri_slip_without_friction(q) && bri_active_set(q)) return true;
    return false;
}

bool bri_follow_friction_path(bri_sticking *q)
{
    const bri_system *s = q->p->system;
    path at = {.way = 1, .entered = -1};
    if (!begin_path(q)) return false;
    freeze_sides(q);
    for (int piece = 0; piece < MOST_PIVOTS && !bri_sticking_is_cancelled(q); piece++) {
        at.share = q->theta;
        q->effort->reached = fmax(q->effort->reached, q->theta);
        memcpy(q->room->from, q->sol->lambda, (size_t)s->rows * sizeof(double));
        bri_floors floors = bri_floors_of(q->solver, q->p, q->sol);
        at.close = tol_floor * floors.force;
        bri_sticking_update(q);
        if (!find_tangent(q)) return false;
        double first = predict_event(q, &at), left = at.way > 0 ? 1 - at.share : at.share;
        at.length = fmin(fmin(first, left), longest_step);
        if (!advance(q, &at)) return false;
        int event = locate_event(q, &at);
        q->effort->pivots++;
        if (event >= 0)
            enter_piece(q, &at, event);
        else if (at.way > 0 && q->theta >= 1)
            return bri_sticking_is_taken(q);
        else if (!(q->theta > smallest_share))
            return false; /* it went back to the beginning: there is no solution on this path */
        else
            at.entered = -1;
    }
    return false;
}
