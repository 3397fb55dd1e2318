/* condense.c - friction and reactions where patches are few: reactions as a linear function of the friction forces
 *
 *     lambda(f) = base + Y f,    S base = -(J M^-1 Q + bias),    S Y = -J M^-1 W^T
 *
 * S = J M^-1 J^T is factored once; Newton's method then solves f = F(v, N(lambda(f)), z) for the forces of the patches
 * alone. Measured on the roller-crank with LuGre's law it halves the cost of an evaluation; from some ten patches on the
 * sparse form of solve.c is cheaper, since Y is full. */
#include "system/condense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "linalg/dense.h"
#include "system/tolerance.h"

enum {
    NEWTON_ITERATIONS = 40,
    FIXED_POINT_ITERATIONS = 500,
    HALVINGS = 12,
    LEVEL_ITERATIONS = 12,    /* of Newton's method, whose start is near */
    SETTLING_ITERATIONS = 50, /* of the fixed point, after which Newton's method starts from there */
    SQUARINGS = 40            /* of a matrix, to a power of 1e12 */
};
static const double tol_power = 1e-9; /* change of a power by which it is squared once more than needed */

struct bri_condense_room {
    bri_redundancy_room *redundancy;
    double *matrix; /* 1 - dF/dN dN/dF */
    int *pivot;
    double *f, *before, *step, *aim; /* forces; before the last step; the step; where the whole step led */
    double *from;                    /* where an attempt starts */
    double *power, *square;          /* of the matrix of gains */
    double *row_room;
};

bri_condense_room *bri_condense_create(const bri_system *s, bri_redundancy_room *redundancy, bri_arena *arena)
{
    size_t n = bri_may_condense(s) ? (size_t)s->components : 0;
    bri_condense_room *room = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return NULL;
    room->redundancy = redundancy;
    room->matrix = bri_arena_take(arena, n * n + 1, sizeof(double));
    room->power = bri_arena_take(arena, n * n + 1, sizeof(double));
    room->square = bri_arena_take(arena, n * n + 1, sizeof(double));
    room->pivot = bri_arena_take(arena, n + 1, sizeof(int));
    room->f = bri_arena_take(arena, n + 1, sizeof(double));
    room->before = bri_arena_take(arena, n + 1, sizeof(double));
    room->step = bri_arena_take(arena, n + 1, sizeof(double));
    room->aim = bri_arena_take(arena, n + 1, sizeof(double));
    room->from = bri_arena_take(arena, n + 1, sizeof(double));
    room->row_room = bri_arena_take(arena, (size_t)s->rows + 1, sizeof(double));
    return arena->failed ? NULL : room;
}

static void accelerate(const bri_point *p, bool with_reactions, bri_solution *sol)
{
    const bri_system *s = p->system;
    memcpy(sol->a, p->applied, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    if (with_reactions) bri_add_reactions(p, sol->lambda, sol->a);
    for (int c = 0; c < s->components; c++) {
        if (sol->friction[c] == 0) continue;
        const sys_component *part = &s->component[c];
        const bri_patch *patch = &sol->patch[part->patch];
        bri_add_effort(part->body, part->bodies, &patch->row[part->index], patch->lever * sol->friction[c], sol->a);
    }
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sol->a[i] *= s->inverse[i];
}

void bri_accelerate(const bri_point *p, bri_solution *sol) { accelerate(p, true, sol); }

void bri_update_columns(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    const bri_system *s = p->system;
    memset(sol->column, 0, (size_t)(s->components * s->rows) * sizeof(double));
    for (int k = 0; k < s->reaches; k++) {
        const sys_reach *reach = &s->reach[k];
        const bri_patch *patch = &sol->patch[reach->patch];
        if (p->active[reach->row])
            sol->column[reach->component * s->rows + reach->row] -=
                patch->lever * bri_reach_response(p, reach, &patch->row[reach->index]);
    }
    for (int c = 0; c < s->components; c++) {
        bri_sparse_solve(&s->sparse, sol->factors, sol->column + c * s->rows, room->row_room);
        bri_share_load(room->redundancy, o, sol, sol->column + c * s->rows);
    }
}

void bri_update_base(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_solution *sol)
{
    const bri_system *s = p->system;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sol->a[i] = p->applied[i] * s->inverse[i];
    for (int i = 0; i < s->rows; i++)
        sol->base[i] = p->active[i] ? -bri_row_residual(p, i, sol->a, o->baumgarte) : 0;
    bri_sparse_solve(&s->sparse, sol->factors, sol->base, room->row_room);
    bri_share_load(room->redundancy, o, sol, sol->base);
    bri_update_columns(room, p, o, sol);
}

/* lambda = base + Y f */
static void set_multipliers(bri_solution *sol, const double *f)
{
    const bri_system *s = sol->system;
    memcpy(sol->lambda, sol->base, (size_t)s->rows * sizeof(double));
    for (int c = 0; c < s->components; c++)
        for (int i = 0; i < s->rows; i++)
            sol->lambda[i] += f[c] * sol->column[c * s->rows + i];
}

/* 1 - dF/dN dN/dF, factored; slope: dF/dN of each component. */
static bool factor_loop(bri_condense_room *room, const bri_solution *sol, const double *slope)
{
    const bri_system *s = sol->system;
    int n = s->components;
    for (int c = 0; c < n; c++)
        for (int d = 0; d < n; d++)
            room->matrix[c * n + d] =
                (c == d) - (slope[c] != 0 ? slope[c] * bri_load_by_force(sol, s->component[c].patch, d) : 0);
    return bri_lu_factor(n, room->matrix, room->pivot);
}

double bri_condense_determinant(bri_condense_room *room, const bri_solution *sol)
{
    int n = sol->system->components;
    return factor_loop(room, sol, sol->by_load) ? bri_lu_determinant(n, room->matrix, room->pivot) : 0;
}

bool bri_condense_linear(bri_condense_room *room, const bri_solution *sol, const double *slope, double *f)
{
    if (!factor_loop(room, sol, slope)) return false;
    bri_lu_solve(sol->system->components, room->matrix, room->pivot, f);
    return true;
}

/* --- iterations ------------------------------------------------------------------------------------------------------------ */

typedef struct attempt {
    bool newton; /* else the papers' fixed-point iteration */
    int turns;
    double level; /* share of the friction that acts */
} attempt;

/* Multipliers under the friction f, and the share of the friction under these that acts. */
static void evaluate(const bri_point *p, const bri_solve_options *o, bri_pass pass, double level, const double *f,
                     bri_solution *sol)
{
    set_multipliers(sol, f);
    bri_update_friction(p, o, pass, sol);
    for (int c = 0; c < p->system->components && level != 1; c++) {
        sol->friction[c] *= level;
        sol->by_load[c] *= level;
    }
}

/* f = F(f), from start. room->f is where it ended. */
static bri_outcome iterate(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                           const attempt *how, const double *start, bri_solution *sol, bri_iterations *count)
{
    const bri_system *s = p->system;
    int n = s->components, halvings = 0;
    double *f = room->f, *before = room->before, *step = room->step, last = INFINITY, share = 1;
    bool newton = how->newton;
    for (int c = 0; c < n; c++)
        f[c] = bri_law_acts(&p->discrete, s->patch[s->component[c].patch].interface) ? start[c] : 0;
    count->solves++;
    for (int turn = 0; turn < how->turns; turn++) {
        evaluate(p, o, pass, how->level, f, sol);
        if (!bri_load_matters(sol, pass)) {
            set_multipliers(sol, sol->friction);
            bri_update_loads(p, o, pass, sol);
            count->iterations++;
            return BRI_FINE;
        }
        double worst = 0, size = least_divisor, by_loads = 0, change = 0;
        for (int c = 0; c < n; c++) {
            step[c] = sol->friction[c] - f[c];
            if (!(fabs(step[c]) <= worst)) worst = fabs(step[c]);
            size = fmax(size, fabs(f[c]));
            by_loads = fmax(by_loads, fabs(sol->by_load[c]) * sol->load[s->component[c].patch]);
        }
        if (isnan(worst)) worst = INFINITY;
        if (worst <= (newton ? tol_force : 100 * tol_force) * size) return BRI_FINE; /* rounding moves a fixed point */
        if (worst <= tol_force * by_loads) return BRI_FINE;                          /* the load has no more digits */
        if (newton && turn > 0 && !(worst < last)) { /* half the step, or good enough as it was */
            if (worst <= tol_force_stalled * size) return BRI_FINE;
            if (++halvings > HALVINGS) break;
            share *= 0.5;
            for (int c = 0; c < n; c++)
                f[c] = before[c] + share * (room->aim[c] - before[c]);
            continue;
        }
        last = worst;
        share = 1;
        halvings = 0;
        if (newton && !bri_condense_linear(room, sol, sol->by_load, step)) break;
        memcpy(before, f, (size_t)n * sizeof(double));
        for (int c = 0; c < n; c++) {
            f[c] += step[c];
            room->aim[c] = f[c];
            if (fabs(step[c]) > change) change = fabs(step[c]);
        }
        count->iterations++;
        if (newton && change <= tol_correction * size) {
            set_multipliers(sol, f);
            memcpy(sol->friction, f, (size_t)n * sizeof(double));
            return BRI_FINE;
        }
    }
    return BRI_SHORTER;
}

/* --- where Newton's method fails from the guess -------------------------------------------------------------------------- */

/* The same, where an iteration that diverges is no solution although laws limit their load. */
static bool finds(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                  const attempt *how, bri_solution *sol, bri_iterations *count)
{
    if (iterate(room, p, o, pass, how, room->from, sol, count) != BRI_FINE) return false;
    for (int r = 0; r < p->system->patches; r++)
        if (!(sol->load[r] < force_diverged)) return false;
    return true;
}

/* The loop gain where the branch ends: here or, where loads vanish, on the other side of 0, since friction has a kink there. */
static void find_end(bri_condense_room *room, bri_solution *sol, bri_limit *limit)
{
    const bri_system *s = sol->system;
    double most = 0;
    limit->gain = bri_loop_gain(room, sol, limit->level, &limit->patch);
    for (int r = 0; r < s->patches; r++)
        most = fmax(most, fabs(sol->patch[r].load));
    for (int r = 0; r < s->patches && !(limit->gain * limit->level > 1 - tol_limit_point); r++) {
        if (!(fabs(sol->patch[r].load) <= tol_vanishes * most)) continue;
        int patch, c = s->patch[r].component;
        for (int i = c; i < c + s->patch[r].dim; i++)
            sol->by_load[i] *= -1;
        double gain = bri_loop_gain(room, sol, limit->level, &patch);
        if (gain > limit->gain) {
            limit->gain = gain;
            limit->patch = patch;
        }
        for (int i = c; i < c + s->patch[r].dim; i++)
            sol->by_load[i] *= -1;
    }
    limit->load = sol->load[limit->patch];
    limit->ends = limit->gain * limit->level > 1 - tol_limit_point;
}

/* Raises the friction from none to its whole along the branch of solutions that begins there. False: the branch ends, or cannot
 * be followed, and failure.limit says where; loads and slopes are those there. */
static bool raise_friction(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                           bri_solution *sol, bri_iterations *count)
{
    bri_limit *limit = &sol->failure.limit;
    size_t size = (size_t)p->system->components * sizeof(double);
    double level = 0, step = first_level;
    memset(room->from, 0, size);
    while (level < 1 && step >= least_level) {
        attempt next = {.newton = true, .turns = LEVEL_ITERATIONS, .level = fmin(1, level + step)};
        bool found = finds(room, p, o, pass, &next, sol, count);
        if (found) memcpy(room->from, room->f, size);
        level = found ? next.level : level;
        step *= found ? 2 : 0.5;
    }
    if (level == 1) return true;
    evaluate(p, o, pass, 1, room->from, sol);
    limit->level = fmax(level, least_level);
    find_end(room, sol, limit);
    return false;
}

static bri_outcome solve_from(bri_condense_room *room, const bri_point *p, const bri_solve_options *o, bri_pass pass,
                              const double *start, bri_solution *sol, bri_iterations *count)
{
    static const attempt newton = {.newton = true, .turns = NEWTON_ITERATIONS, .level = 1};
    static const attempt papers = {.newton = false, .turns = FIXED_POINT_ITERATIONS, .level = 1};
    static const attempt settle = {.newton = false, .turns = SETTLING_ITERATIONS, .level = 1};
    size_t size = (size_t)p->system->components * sizeof(double);
    if (p->system->coupling == BRI_COUPLING_FIXED_POINT) return iterate(room, p, o, pass, &papers, start, sol, count);
    if (iterate(room, p, o, pass, &newton, start, sol, count) == BRI_FINE) return BRI_FINE;
    memset(room->from, 0, size);
    if (finds(room, p, o, pass, &newton, sol, count)) return BRI_FINE;
    if (finds(room, p, o, pass, &settle, sol, count)) return BRI_FINE;
    memcpy(room->from, room->f, size);
    if (finds(room, p, o, pass, &newton, sol, count)) return BRI_FINE;
    return raise_friction(room, p, o, pass, sol, count) ? BRI_FINE : BRI_SHORTER;
}

/* --- gain of the loop ------------------------------------------------------------------------------------------------------ */

/* A = A A over its norm, with room B. Returns the largest change of an entry; the sign of A is free. */
static double square(int n, double *A, double *B)
{
    double norm = 0, same = 0, opposite = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += A[i * n + k] * A[k * n + j];
            B[i * n + j] = sum;
            norm += sum * sum;
        }
    norm = sqrt(norm);
    for (int i = 0; i < n * n; i++) {
        double now = norm > 0 ? B[i] / norm : 0;
        same = fmax(same, fabs(now - A[i]));
        opposite = fmax(opposite, fabs(now + A[i]));
        A[i] = now;
    }
    return fmin(same, opposite);
}

/* The eigenvalue of A, in room->matrix, that belongs to the largest one of a function of A in room->power. A high power of that, by squaring,
 * is the product of the right and left vectors, also where another eigenvalue is nearly as large. The slope of the eigenvalue by the
 * logarithm of a component's friction is the product of the entries of these vectors: the patch with the largest sum of them. */
static double eigenvalue_by_power(bri_condense_room *room, const bri_solution *sol, int *patch)
{
    const bri_system *s = sol->system;
    int n = s->components;
    double *power = room->power, *right = room->step, *left = room->before, most = -1, along = 0, value = 0;
    for (int k = 0; k < SQUARINGS && square(n, power, room->square) > tol_power; k++) {
    }
    for (int i = 0; i < n; i++) {
        right[i] = left[i] = 0;
        for (int j = 0; j < n; j++) { /* no direction is favoured, and none that is likely is left out */
            right[i] += power[i * n + j] * (1 + 0.1 * j);
            left[i] += power[j * n + i] * (1 + 0.1 * j);
        }
    }
    for (int i = 0; i < n; i++) {
        double product = 0;
        for (int j = 0; j < n; j++)
            product += room->matrix[i * n + j] * right[j];
        value += left[i] * product;
        along += left[i] * right[i];
    }
    *patch = 0;
    for (int r = 0; r < s->patches; r++) {
        double part = 0;
        for (int c = s->patch[r].component; c < s->patch[r].component + s->patch[r].dim; c++)
            part += left[c] * right[c] * (along < 0 ? -1 : 1);
        if (!(part > most)) continue;
        most = part;
        *patch = r;
    }
    return along != 0 ? value / along : 0;
}

/* By the largest eigenvalue of A + shift. */
static double largest_eigenvalue(bri_condense_room *room, const bri_solution *sol, double shift, int *patch)
{
    int n = sol->system->components;
    for (int i = 0; i < n * n; i++)
        room->power[i] = room->matrix[i] + (i % (n + 1) == 0 ? shift : 0);
    return eigenvalue_by_power(room, sol, patch);
}

/* By the largest eigenvalue of (1 - level A)^-1: that at which the equations are nearest to singular, beside pairs of complex ones that may be
 * larger. */
static double critical_eigenvalue(bri_condense_room *room, const bri_solution *sol, double level, int *patch)
{
    int n = sol->system->components;
    double *unit = room->aim;
    for (int i = 0; i < n * n; i++)
        room->square[i] = (i % (n + 1) == 0) - level * room->matrix[i];
    if (!bri_lu_factor(n, room->square, room->pivot)) return largest_eigenvalue(room, sol, 0, patch);
    for (int c = 0; c < n; c++) {
        for (int i = 0; i < n; i++)
            unit[i] = i == c;
        bri_lu_solve(n, room->square, room->pivot, unit);
        for (int i = 0; i < n; i++)
            room->power[i * n + c] = unit[i];
    }
    return eigenvalue_by_power(room, sol, patch);
}

/* A = dF/dN dN/dF to room->matrix. Returns a bound of its eigenvalues. */
static double set_gains(bri_condense_room *room, const bri_solution *sol)
{
    int n = sol->system->components;
    double most = 0;
    for (int c = 0; c < n; c++) {
        double sum = 0;
        for (int d = 0; d < n; d++) {
            int r = sol->system->component[c].patch;
            double gain = sol->by_load[c] != 0 ? sol->by_load[c] * bri_load_by_force(sol, r, d) : 0;
            room->matrix[c * n + d] = gain;
            sum += fabs(gain);
        }
        most = fmax(most, sum);
    }
    return most;
}

double bri_loop_gain(bri_condense_room *room, const bri_solution *sol, double level, int *patch)
{
    int critical;
    double bound = set_gains(room, sol); /* shifted by it, the rightmost eigenvalue is the largest */
    double gain = largest_eigenvalue(room, sol, bound, patch);
    if (gain * level > 1 - tol_limit_point) return gain;
    double other = critical_eigenvalue(room, sol, level, &critical);
    if (!(other * level > 1 - tol_limit_point)) return gain;
    *patch = critical;
    return other;
}

double bri_loop_growth(bri_condense_room *room, const bri_solution *sol, int *patch)
{
    set_gains(room, sol);
    return fabs(largest_eigenvalue(room, sol, 0, patch));
}

/* --- one point ------------------------------------------------------------------------------------------------------------- */

/* No load comes from a reaction: friction is known beforehand, as any other force. */
static bri_outcome solve_given(bri_condense_room *room, const bri_point *p, const bri_solve_options *o,
                               bri_solution *sol, bri_iterations *count)
{
    const bri_system *s = p->system;
    bri_update_friction(p, o, BRI_PASS_WHOLE, sol);
    accelerate(p, false, sol);
    for (int i = 0; i < s->rows; i++)
        sol->lambda[i] = p->active[i] ? -bri_row_residual(p, i, sol->a, o->baumgarte) : 0;
    bri_sparse_solve(&s->sparse, sol->factors, sol->lambda, room->row_room);
    bri_share_load(room->redundancy, o, sol, sol->lambda);
    if (s->rows) bri_accelerate(p, sol);
    count->solves++;
    count->iterations++;
    return BRI_FINE;
}

bri_outcome bri_condense_solve(bri_condense_room *room, const bri_point *p, const bri_solve_options *o,
                               const bri_guess *guess, bri_solution *sol, bri_iterations *count)
{
    const bri_system *s = p->system;
    bri_outcome outcome = BRI_FINE;
    const double *start = guess->friction;
    assert(p->scope >= BRI_SCOPE_DYNAMICS);
    bri_update_patches(p, sol);
    if (s->loads_given) return solve_given(room, p, o, sol, count);
    bri_update_base(room, p, o, sol);
    if (s->any_elastic) {
        outcome = solve_from(room, p, o, BRI_PASS_ELASTIC, start, sol, count);
        start = sol->friction;
    }
    if (outcome == BRI_FINE) outcome = solve_from(room, p, o, BRI_PASS_WHOLE, start, sol, count);
    if (outcome == BRI_FINE) bri_accelerate(p, sol);
    return outcome;
}
