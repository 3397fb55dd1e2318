/* singular.c - motion through singular configurations, on the branch of continuous velocity
 *
 * Where constraints become dependent, two branches of the motion cross: x y = 0, say, with the motion along y = 0. There
 * (x y)'' = 0 gives y'' = -(2 x' y' + x'' y)/x: what a trial point has of y, because a step leaves the constraints by its local
 * error, grows without bound as x goes to 0, while the acceleration on the branch itself is smooth. Rates near a singular
 * configuration are therefore those of the nearest point of the branch. Next to it, where that point is ill-conditioned, they
 * are interpolated between points of the branch on both sides, to which the velocity leads.
 *
 * The smallest pivot is about x^2 times a number of the mechanism, small if masses differ, so that its size says little. But
 * its root r is 0 after x/x' = r/r' at this rate. Near is what can be reached in a few steps, as y' changes by a share of about
 * 2 h x'/x in one, or by a small turn of the bodies. */
#include "system/singular.h"

#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "system/constraints.h"
#include "system/project.h"
#include "system/tolerance.h"

enum {
    POINTS = 6,   /* that rates are interpolated between */
    DOUBLINGS = 3 /* of their distance, where one is next to a singular configuration again */
};

struct bri_singular_room {
    double *matrix, *lever_weight; /* of the independence */
    bri_point ahead;               /* on the way to one */
    double *x, *rates, *start;     /* of a point of the branch; where projection to it began */
};

struct bri_singular_room *bri_singular_create(bri_engine *e)
{
    const bri_system *s = e->system;
    bri_arena *arena = &e->arena;
    struct bri_singular_room *room = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return NULL;
    size_t coordinates = (size_t)(BRI_DOF * s->bodies) + 1, all = (size_t)(s->states + s->quadratures) + 1;
    room->matrix = bri_arena_take(arena, (size_t)s->sparse.entries + 1, sizeof(double));
    room->lever_weight = bri_arena_take(arena, coordinates, sizeof(double));
    room->x = bri_arena_take(arena, all, sizeof(double));
    room->rates = bri_arena_take(arena, all, sizeof(double));
    bri_point_create(s, arena, &room->ahead);
    room->start = bri_arena_take(arena, coordinates, sizeof(double));
    return room;
}

/* Weights of kinematics alone, whatever the masses: 1 for translations, and for the rotation of a body 1/L^2, L its longest lever
 * in a row at this point. A row whose lever is long beside the radius of gyration of its body, and which another joint keeps from
 * turning, is not nearly dependent. */
static void weigh_levers(const bri_system *s, const bri_point *p, double *weight)
{
    for (int b = 0; b < BRI_DOF * s->bodies; b++)
        weight[b] = b % BRI_DOF == 2 ? 0 : 1;
    for (int i = 0; i < s->rows; i++)
        for (int t = 0; t < s->touches[i] && p->active[i]; t++) {
            const double *end = p->row[i].end[s->touch[i][t].end];
            double across = hypot(end[0], end[1]);
            double *lever = weight + s->touch[i][t].at + 2;
            if (across > 0) *lever = fmax(*lever, fabs(end[2]) / across);
        }
    for (int b = 2; b < BRI_DOF * s->bodies; b += BRI_DOF) {
        double lever = weight[b] > 0 ? weight[b] : s->length;
        weight[b] = 1 / (lever * lever);
    }
}

static double weighted_product(const bri_point *p, const double *weight, int i, int j)
{
    const bri_system *s = p->system;
    double sum = 0;
    for (int t = 0; t < s->touches[i]; t++)
        for (int u = 0; u < s->touches[j]; u++) {
            const double *a = p->row[i].end[s->touch[i][t].end], *b = p->row[j].end[s->touch[j][u].end];
            for (int d = 0; d < BRI_DOF && s->touch[i][t].at == s->touch[j][u].at; d++)
                sum += weight[s->touch[i][t].at + d] * a[d] * b[d];
        }
    return sum;
}

/* Pivot of a row after elimination of those rows of its joint alone that are eliminated before it. */
static double pivot_within_joint(const bri_point *p, const double *weight, int row)
{
    const bri_system *s = p->system;
    const sys_joint *joint = bri_joint_of_row(s, row);
    int rows[BRI_HELD_MAX + 1], count = 0;
    double block[BRI_HELD_MAX + 1][BRI_HELD_MAX + 1];
    for (int i = joint->row; i < joint->row + joint->held; i++)
        if (p->active[i] && s->sparse.place[i] < s->sparse.place[row]) rows[count++] = i;
    rows[count++] = row;
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            block[i][j] = weighted_product(p, weight, rows[i], rows[j]);
    for (int k = 0; k + 1 < count; k++)
        for (int i = k + 1; i < count; i++)
            for (int j = count - 1; j >= k; j--)
                block[i][j] -= block[i][k] / block[k][k] * block[k][j];
    return block[count - 1][count - 1];
}

double bri_independence(bri_engine *e, const bri_point *p, int *row)
{
    const bri_system *s = e->system;
    double least = 1;
    int dropped = 0;
    const struct bri_singular_room *room = e->singular;
    weigh_levers(s, p, room->lever_weight);
    bri_constraint_matrix(p, room->lever_weight, room->matrix);
    bri_sparse_factor(&s->sparse, room->matrix);
    for (int i = 0; i < s->held_rows; i++) {
        if (!p->active[i]) continue;
        double inverse = room->matrix[s->sparse.diagonal[s->sparse.place[i]]];
        double share = inverse == 0 ? 0 : fabs(1 / (inverse * pivot_within_joint(p, room->lever_weight, i)));
        if (inverse == 0 && ++dropped <= s->redundant) continue;
        if (!(share < least)) continue;
        least = share;
        if (row) *row = i;
    }
    return least;
}

/* Puts positions and velocities of x onto the constraints. The largest change of a position, over length or 1 rad. */
static double put_on_branch(bri_engine *e, bri_point *room, const bri_instant *at, double *x)
{
    const bri_system *s = e->system;
    double most = 0, *start = e->singular->start;
    memcpy(start, x, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    if (bri_project_position(e, room, at, s->inverse, x)) return INFINITY;
    bri_project_velocity(e, room, at, s->inverse, x);
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        most = fmax(most, fabs(x[i] - start[i]) / (i % BRI_DOF == 2 ? 1 : s->length));
    return most;
}

/* How fast a body turns at most, or moves, over the mechanism's length, 1/s. */
static double fastest_of(const bri_system *s, const double *u)
{
    double fastest = least_divisor;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        fastest = fmax(fastest, fabs(u[i]) / (i % BRI_DOF == 2 ? 1 : s->length));
    return fastest;
}

/* Rates on the branch, a time off along the straight motion from a point, under the forces of the point. Drivers lead to that point of
 * the branch; forces of another time are not those that act. *independence: of the constraints there. */
static bri_outcome rates_beside(bri_engine *e, const bri_instant *at, double off, bri_rates_fn *write,
                                double *independence)
{
    const bri_system *s = e->system;
    int n = BRI_DOF * s->bodies;
    bri_instant there = *at;
    double *x = e->singular->x;
    memcpy(x, at->x, (size_t)s->states * sizeof(double));
    for (int i = 0; i < n; i++)
        x[i] += off * at->x[n + i];
    there.drivers_ahead = off;
    there.x = x;
    if (isinf(put_on_branch(e, &e->rates.point, &there, x))) return BRI_SHORTER;
    bri_outcome outcome = bri_evaluate_rates(e, &there, 0);
    if (outcome) return outcome;
    *independence = bri_independence(e, &e->rates.point, NULL);
    write(&e->rates, e->singular->rates);
    return BRI_FINE;
}

/* Rates of points on both sides, interpolated to sixth order. *dependent: how many of them are next to a singular configuration. */
static bri_outcome interpolate_rates(bri_engine *e, const bri_instant *at, double beside, bri_rates_fn *write,
                                     double *xdot, int count, int *dependent)
{
    static const double shares[] = {0.75, -0.3, 0.05}; /* of each of two points that are as far to both sides */
    *dependent = 0;
    memset(xdot, 0, (size_t)count * sizeof(double));
    for (int i = 0; i < POINTS; i++) {
        int away = i / 2 + 1;
        double independence, off = beside * (i % 2 ? -away : away);
        bri_outcome outcome = rates_beside(e, at, off, write, &independence);
        if (outcome) return outcome;
        *dependent += independence < singular_point;
        for (int k = 0; k < count; k++)
            xdot[k] += shares[i / 2] * e->singular->rates[k];
    }
    return BRI_FINE;
}

bri_outcome bri_rates_on_branch(bri_engine *e, const bri_instant *at, double hg, bri_rates_fn *write, double *xdot,
                                int count)
{
    const bri_system *s = e->system;
    bool suspect = e->near_singular && e->rates.solution.pivots.least_first < singular_from;
    int row = -1;
    double independence = suspect ? bri_independence(e, &e->rates.point, &row) : 1;
    if (independence < e->independence) {
        e->independence = independence;
        e->dependent_row = row;
    }
    if (!(independence < singular_from)) {
        write(&e->rates, xdot);
        return BRI_FINE;
    }
    bri_instant there = *at;
    double *x = e->singular->x, share = fmin(1, (singular_from - independence) / (singular_from - singular_wholly));
    memcpy(x, at->x, (size_t)s->states * sizeof(double));
    there.x = x;
    double moved = put_on_branch(e, &e->rates.point, &there, x);
    bool moves =
        fastest_of(s, at->x + BRI_DOF * s->bodies) * s->length > tol_at_rest * s->speed; /* else no branch is left */
    bool beside = moves && (independence < singular_point || moved > singular_known * sqrt(independence));
    if (beside && hg == 0) {
        double off = singular_beside / fastest_of(s, at->x + BRI_DOF * s->bodies);
        bri_outcome outcome = BRI_FINE;
        int dependent = POINTS;
        for (int turn = 0; turn < DOUBLINGS && !outcome && dependent > 0; turn++, off *= 2)
            outcome = interpolate_rates(e, at, off, write, xdot, count, &dependent);
        if (outcome || dependent < POINTS) return outcome;
        outcome = bri_evaluate_rates(e, at, 0); /* dependent wherever they go: nothing is passed */
        if (!outcome) write(&e->rates, xdot);
        return outcome;
    }
    share = share * share * (3 - 2 * share); /* rates stay smooth where this begins */
    for (int i = 0; i < 2 * BRI_DOF * s->bodies; i++)
        x[i] = isinf(moved) ? at->x[i] : at->x[i] + share * (x[i] - at->x[i]);
    bri_outcome outcome = bri_evaluate_rates(e, &there, hg);
    if (!outcome) write(&e->rates, xdot);
    return outcome;
}

/* The root of the independence is proportional to the angle to the singular configuration. */
double bri_time_to_singular(bri_engine *e, const bri_instant *at, double *turn)
{
    const bri_system *s = e->system;
    int n = BRI_DOF * s->bodies;
    bri_point *room = &e->singular->ahead;
    bri_instant there = *at;
    double *x = e->singular->x;
    *turn = fastest_of(s, at->x + n);
    bri_point_set(room, at, BRI_SCOPE_DYNAMICS);
    double here = sqrt(bri_independence(e, room, NULL)), off = singular_ahead * here / *turn;
    memcpy(x, at->x, (size_t)s->states * sizeof(double));
    for (int i = 0; i < n; i++)
        x[i] += off * at->x[n + i];
    there.drivers_ahead = off;
    there.x = x;
    if (isinf(put_on_branch(e, room, &there, x))) return INFINITY;
    bri_point_set(room, &there, BRI_SCOPE_DYNAMICS);
    double ahead = sqrt(bri_independence(e, room, NULL));
    bri_point_forget(room);
    return ahead < here ? off * here / (here - ahead) : INFINITY;
}

void bri_singular_begin_step(bri_engine *e)
{
    e->weakest = 1;
    e->strongest = 0;
    e->independence = 1;
}

void bri_singular_end_step(bri_engine *e, double h, const double *x)
{
    const bri_system *s = e->system;
    if (!s->has_loops || s->redundant) return;
    double least = sqrt(fmax(e->weakest, 0)), change = sqrt(fmax(e->strongest, 0)) - least;
    double turn = fmax(singular_least_turn, h * fastest_of(s, x + BRI_DOF * s->bodies));
    e->near_singular = least * fmin(1 / singular_steps, turn / singular_angle) < change;
    e->may_jam = e->near_singular || turn > singular_angle;
}

void bri_singular_record(bri_engine *e)
{
    double least = e->rates.solution.pivots.least_first;
    e->weakest = fmin(e->weakest, least);
    e->strongest = fmax(e->strongest, least);
}

bool bri_is_next_to_singular(bri_engine *e, const bri_instant *at)
{
    bri_evaluation *look = &e->look;
    if (!e->near_singular || !(e->weakest < singular_from)) return false;
    bri_point_set(&look->point, at, BRI_SCOPE_DYNAMICS);
    if (bri_any_sticks(&look->point.discrete)) return false;
    return bri_independence(e, &look->point, NULL) < singular_point;
}
