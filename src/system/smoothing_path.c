/* smoothing_path.c - the solution of a smoothed problem, as its width falls to 0: pseudo-arclength continuation
 *
 * The nearest force between the limits, on which the natural map rests, is smoothed (Chen, Harker, Kanzow and Smale):
 *
 *     P(x) = (A - B)/2,    A = sqrt((x + L)^2 + 4 d^2),    B = sqrt((x - L)^2 + 4 d^2),    f = P(f - gamma/w)
 *
 * and so are loads, |N| to sqrt(N^2 + e^2). Where the width d is large there is hardly any friction and one solution; where it
 * is 0 the solution is one of the problem itself. In between, the solutions form smooth curves. At rest they are bounded, by the
 * argument by which a solution exists (f gamma <= 0 holds of smoothed friction too), so that the curve from the wide end can only
 * end at the other. It may turn back for a while, where two solutions merge: so it is followed by its arc length, not by the width.
 *
 * B. Chen and P. T. Harker, SIAM J. Matrix Anal. Appl. 14 (1993); E. L. Allgower and K. Georg, "Introduction to Numerical
 * Continuation Methods" (2003), chapter 6. */
#include "system/smoothing_path.h"

#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "system/active_set.h"
#include "system/tolerance.h"

enum {
    MOST_STEPS = 1500,
    MOST_CORRECTIONS = 6, /* of a step */
    FEW_CORRECTIONS = 3,  /* after which the next step is longer */
    MOST_TURNS = 20       /* of Newton's method at one sharpness */
};
static const double first_sharpness = -3, last_sharpness = 25; /* -log(width): from 20 limits to 1e-11 of them */
static const double between_trials = 2;                        /* of the active set, in the sharpness */
static const double nearly_sharp =
    10; /* from there on a trial that cycles, as small loads let it, goes on one by one */
static const double first_step = 0.1, shortest_step = 1e-7; /* along the path, in changes over sizes */
static const double longest_step = 2;                       /* in the sharpness */
static const double longer = 2, shorter = 0.35;
static const double converges = 0.5;    /* corrections over those before */
static const double least_cosine = 0.7; /* between tangents of neighbouring points */
static const double load_width = 0.1;   /* of smoothed loads, over their size, where friction has a width of 1 */
/* Of forces to which changes are compared, over the largest: the path is followed in few steps, then, where that fails, so that joints
 * with small loads are resolved, too. The path has sharp turns, at which a step may come to another branch or find none: steps of
 * other lengths pass them (a chain of 80 pins with mu_s = 2.1). */
static const double least_sizes[2][2] = {{1e-3, 1e-8}, {1e-2, 1e-4}};
static const double tol_on_path = 1e-5; /* corrections over sizes */
static const double least_slope = 1e-30;

/* The smoothed map of one interface. */
typedef struct smoothed {
    double value, by_x, by_limit, by_width;
} smoothed;

static smoothed smooth_clamp(double x, double limit, double width)
{
    double past = fabs(x) + limit, short_of = fabs(x) - limit, four = 4 * width * width;
    double A = sqrt(past * past + four), B = sqrt(short_of * short_of + four);
    smoothed P = {.value = 2 * x * limit / (A + B), .by_limit = copysign(0.5 * (past / A + short_of / B), x)};
    P.by_x = short_of <= 0 ? 0.5 * (past / A - short_of / B)
                           : 2 * four * fabs(x) * limit / (A * B * (past * B + short_of * A));
    P.by_width = -4 * width * P.value / (A * B);
    return P;
}

typedef struct curve {
    bri_sticking *q;
    double sharpness, tangent; /* and its part of the tangent, whose others are in room->tangent */
} curve;

static double width_of(const bri_sticking *q, double sharpness, int k)
{
    return exp(-sharpness) * q->room->size[q->p->system->interface[k].stick_row];
}

/* Loads are smoothed by a part of their size at first, and less as friction becomes sharp. */
static double blunt_of(double sharpness) { return load_width / (1 + exp(sharpness)); }

/* The row of an interface, f = P(f - gamma/w), over the slope of P by gamma: of the matrix, the residual and its slope by the
 * sharpness, the last two with a minus. */
static void set_smoothed_row(const bri_sticking *q, double sharpness, int k, double *residual, double *slope)
{
    const bri_system *s = q->p->system;
    const sys_joint *joint = &s->joint[s->interface[k].joint];
    int row = s->interface[k].stick_row;
    double own = bri_own_response(q->p, row), f = q->sol->lambda[row], limit_slope[BRI_HELD_MAX];
    double limit = bri_sticking_limit(q, k), width = width_of(q, sharpness, k);
    double limit_by_blunt = bri_sticking_limit_slopes(q, k, limit_slope);
    double blunt_by_sharpness = -q->room->blunt / (1 + exp(-sharpness));
    smoothed P = smooth_clamp(f - q->room->residual[row] / own, limit, width);
    double scale = own / fmax(P.by_x, least_slope);
    residual[row] = -scale * (f - P.value);
    slope[row] = scale * (-P.by_width * width + P.by_limit * limit_by_blunt * blunt_by_sharpness);
    q->sol->matrix[s->sparse.diagonal[s->sparse.place[row]]] += scale - own;
    for (int h = 0; h < joint->held; h++)
        if (limit_slope[h] != 0)
            q->sol->matrix[bri_sparse_find(&s->sparse, row, joint->row + h)] -= scale * P.by_limit * limit_slope[h];
}

/* Newton's step of the multipliers at a sharpness, and their slope by it along the path. False: the matrix is singular. */
static bool find_step(const bri_sticking *q, double sharpness, double *step, double *slope)
{
    const bri_system *s = q->p->system;
    q->room->blunt = blunt_of(sharpness);
    bri_sticking_update(q);
    bri_constraint_matrix(q->p, s->inverse, q->sol->matrix);
    for (int i = 0; i < s->rows; i++) {
        if (q->p->active[i]) q->sol->matrix[s->sparse.diagonal[s->sparse.place[i]]] += q->room->compliance[i];
        step[i] = -q->room->residual[i];
        slope[i] = 0;
    }
    for (int k = 0; k < s->interfaces; k++)
        if (q->candidate[k]) set_smoothed_row(q, sharpness, k, step, slope);
    bri_pivots pivots = bri_factor_with_friction(q->p, q->sol);
    if (pivots.dropped || !isfinite(pivots.least)) return false;
    bri_sparse_solve(&s->sparse, q->sol->factors, step, q->room->row_room);
    bri_sparse_solve(&s->sparse, q->sol->factors, slope, q->room->row_room);
    return true;
}

/* Newton's method at one sharpness, to rounding: false: it fails. */
static bool converge(const bri_sticking *q, double sharpness)
{
    const bri_system *s = q->p->system;
    double last = INFINITY;
    for (int turn = 0; turn < MOST_TURNS; turn++) {
        double most = 0, size = least_divisor;
        if (!find_step(q, sharpness, q->room->step, q->room->event)) return false;
        for (int i = 0; i < s->rows; i++) {
            if (!q->p->active[i]) continue;
            q->sol->lambda[i] += q->room->step[i];
            most = fmax(most, fabs(q->room->step[i]));
            size = fmax(size, fabs(q->sol->lambda[i]));
        }
        if (!isfinite(most)) return false;
        if (most <= q->settled * size || (most <= tol_on_path * size && !(most < converges * last))) return true;
        last = most;
    }
    return false;
}

/* Product of two changes of the multipliers, each over its size where the step began. */
static double product(const bri_sticking *q, const double *a, const double *b)
{
    double sum = 0;
    for (int i = 0; i < q->p->system->rows; i++) {
        double size = fabs(q->room->from[i]) + q->room->size[i];
        if (q->p->active[i]) sum += a[i] * b[i] / (size * size);
    }
    return sum;
}

/* Forces to which changes are compared: those without friction, with a floor; interfaces by their limits. */
static void find_sizes(const bri_sticking *q, double least_size)
{
    const bri_system *s = q->p->system;
    double *size = q->room->size;
    bri_floors floors = bri_floors_of(q->solver, q->p, q->sol);
    for (int j = 0; j < s->joints; j++)
        for (int h = 0; h < s->joint[j].held; h++) {
            int row = s->joint[j].row + h;
            size[row] = least_size * floors.force;
            for (int i = 0; i < s->joint[j].held; i++)
                size[row] = fmax(size[row], fabs(q->sol->lambda[s->joint[j].row + i]));
        }
    for (int k = 0; k < s->interfaces; k++) {
        if (s->interface[k].stick_row < 0) continue;
        double floor = bri_floor_effort(&floors, q->p, q->sol, k) * (least_size / tol_floor);
        size[s->interface[k].stick_row] = (q->candidate[k] ? bri_sticking_limit(q, k) : 0) + floor + least_divisor;
    }
    for (int r = 0; r < s->patches; r++)
        q->room->load_size[r] = fmax(fabs(q->sol->patch[r].load), least_size * floors.force);
}

/* Tangent in the direction of the last one. False: it cannot be found. */
static bool find_tangent(curve *at, const double *slope)
{
    const bri_sticking *q = at->q;
    double along = product(q, slope, q->room->tangent) + at->tangent;
    double length = sqrt(1 + product(q, slope, slope));
    if (!isfinite(length)) return false;
    at->tangent = (along < 0 ? -1 : 1) / length;
    for (int i = 0; i < q->p->system->rows; i++)
        q->room->tangent[i] = at->tangent * slope[i];
    return true;
}

/* From the point in room->from by a length along the tangent, then Newton's method in the plane across it. Returns how many
 * corrections it took; 0: it failed. */
static int advance(curve *at, double length, double *sharpness)
{
    bri_sticking *q = at->q;
    const bri_system *s = q->p->system;
    double *correction = q->room->step, *slope = q->room->event, *moved = q->room->event_before, last = INFINITY;
    *sharpness = at->sharpness + length * at->tangent;
    for (int i = 0; i < s->rows; i++)
        q->sol->lambda[i] = q->room->from[i] + length * q->room->tangent[i];
    for (int turn = 1; turn <= MOST_CORRECTIONS; turn++) {
        if (!find_step(q, *sharpness, correction, slope)) return 0;
        for (int i = 0; i < s->rows; i++)
            moved[i] = q->sol->lambda[i] - q->room->from[i];
        double off = product(q, moved, q->room->tangent) + (*sharpness - at->sharpness) * at->tangent - length;
        double sharper =
            -(off + product(q, correction, q->room->tangent)) / (product(q, slope, q->room->tangent) + at->tangent);
        double most = fabs(sharper);
        for (int i = 0; i < s->rows; i++) {
            if (!q->p->active[i]) continue;
            correction[i] += sharper * slope[i];
            q->sol->lambda[i] += correction[i];
            most = fmax(most, fabs(correction[i]) / (fabs(q->room->from[i]) + q->room->size[i]));
        }
        *sharpness += sharper;
        if (!(most < converges * last) || !(most < 1)) return 0;
        if (most <= tol_on_path) return turn;
        last = most;
    }
    return 0;
}

/* Whether the path turns too much within a step: it may then have come to another one. */
static bool turns(const curve *at, double sharpness)
{
    const bri_sticking *q = at->q;
    double *slope = q->room->event;
    if (!find_step(q, sharpness, q->room->step, slope)) return true;
    double along = product(q, slope, q->room->tangent) + at->tangent, length = sqrt(1 + product(q, slope, slope));
    return !(fabs(along) >= least_cosine * length);
}

/* The states in room->event_ahead. */
static void put_states(const bri_sticking *q)
{
    for (int k = 0; k < q->p->system->interfaces; k++)
        if (q->candidate[k]) bri_sticking_put(q, k, (int)q->room->event_ahead[k]);
}

/* The active set from the states to which the smoothed solution tends. */
static bool try_sharp(bri_sticking *q, double sharpness)
{
    const bri_system *s = q->p->system;
    if (!converge(q, sharpness)) return false;
    bri_sticking_update(q);
    for (int k = 0; k < s->interfaces; k++) {
        if (!q->candidate[k]) continue;
        int row = s->interface[k].stick_row;
        double x = q->sol->lambda[row] - q->room->residual[row] / bri_own_response(q->p, row);
        q->room->event_ahead[k] = fabs(x) <= bri_sticking_limit(q, k) ? 0 : x > 0 ? -1 : 1;
    }
    q->room->blunt = 0;
    put_states(q);
    if (bri_active_set(q)) return true;
    if (sharpness < nearly_sharp) return false;
    put_states(q);
    return bri_one_at_a_time(q);
}

/* Back to a point of the path. */
static void return_to(bri_sticking *q, const double *lambda)
{
    bri_stick_all(q);
    memcpy(q->sol->lambda, lambda, (size_t)q->p->system->rows * sizeof(double));
}

/* A step from the present point, as long as the path allows; *length is that of the next. False: there is none. */
static bool take_step(curve *at, double *length)
{
    bri_sticking *q = at->q;
    double sharpness = at->sharpness;
    int corrections = 0;
    memcpy(q->room->from, q->sol->lambda, (size_t)q->p->system->rows * sizeof(double));
    if (!find_step(q, at->sharpness, q->room->step, q->room->event) || !find_tangent(at, q->room->event)) return false;
    *length = fmin(*length, longest_step / fabs(at->tangent));
    for (; *length > shortest_step; *length *= shorter) {
        corrections = advance(at, *length, &sharpness);
        if (corrections && !turns(at, sharpness)) break;
    }
    if (!(*length > shortest_step)) return false;
    if (corrections <= FEW_CORRECTIONS) *length *= longer;
    at->sharpness = sharpness;
    q->effort->steps++;
    return true;
}

static bool follow(bri_sticking *q)
{
    curve at = {.q = q, .sharpness = first_sharpness, .tangent = 1};
    size_t rows = (size_t)q->p->system->rows * sizeof(double);
    double length = first_step, trial = between_trials;
    memset(q->room->tangent, 0, rows);
    if (!converge(q, at.sharpness)) return false;
    for (int steps = 0; steps < MOST_STEPS && !bri_sticking_is_cancelled(q) && take_step(&at, &length); steps++) {
        if (at.sharpness < first_sharpness - 1) return false; /* it has come to another path, and back */
        if (at.sharpness < trial || at.tangent < 0) continue;
        memcpy(q->room->from, q->sol->lambda, rows);
        if (try_sharp(q, at.sharpness)) return true;
        if (at.sharpness >= last_sharpness) return false;
        return_to(q, q->room->from);
        trial = at.sharpness + between_trials;
    }
    return false;
}

bool bri_follow_smoothing_path(bri_sticking *q, bool again)
{
    bool found = false;
    for (int i = 0; i < 2 && !found; i++) {
        if (!bri_slip_without_friction(q)) return false;
        bri_stick_all(q);
        bri_sticking_update(q);
        find_sizes(q, least_sizes[again][i]);
        found = follow(q);
        q->room->blunt = 0;
    }
    return found;
}
