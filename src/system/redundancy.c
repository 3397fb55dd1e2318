/* redundancy.c - dependent rows of J, and how the load is shared among them
 *
 * Rows of J that hold may depend on each other: two guides for one drawer, or every joint of a loop that sticks. The
 * accelerations are the same whatever is added to the multipliers along the null space of J^T,
 *
 *     lambda + Z y,    J^T Z = 0,
 *
 * and a treatment chooses y, as a linear function of any lambda that solves the equations:
 *
 *     eliminate:     as many multipliers as there are dependent rows are 0: those that the model names, then friction of
 *                    the last joints, then reactions of the last joints
 *     pseudoinverse: the least sum of squares of all multipliers, in N and N m
 *     elastic:       the least sum of compliance x square: the load that compliant joints would carry; an interface at its
 *                    limit then slides a little and carries its sliding friction
 *
 * Friction that follows the loads is solved for afterwards, as in any mechanism: condense.c.
 *
 * M. Wojtyra, "Modeling of static friction in closed-loop kinematic chains", Multibody System Dynamics 39 (2017), section
 * 3.3. */
#include "system/redundancy.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/divisor.h"
#include "linalg/dense.h"
#include "system/tolerance.h"

struct bri_redundancy_room {
    double *force;          /* 3 per body */
    double *y;              /* how much of each null vector is taken */
    double *scaled;         /* open x open */
    double *matrix;         /* with the pattern of the sparse matrix */
    bri_pivots held;        /* of its factorisation */
    double *row, *row_room; /* of each row; row_room: of bri_sparse_solve */
};

bri_redundancy_room *bri_redundancy_create(const bri_system *s, bri_arena *arena)
{
    size_t open = (size_t)bri_most_open(s);
    bri_redundancy_room *room = bri_arena_take(arena, 1, sizeof *room);
    if (!room) return NULL;
    room->force = bri_arena_take(arena, (size_t)(BRI_DOF * s->bodies) + 1, sizeof(double));
    room->y = bri_arena_take(arena, open + 1, sizeof(double));
    room->scaled = bri_arena_take(arena, open * open + 1, sizeof(double));
    room->matrix = bri_arena_take(arena, (size_t)s->sparse.entries + 1, sizeof(double));
    room->row = bri_arena_take(arena, (size_t)s->rows + 1, sizeof(double));
    room->row_room = bri_arena_take(arena, (size_t)s->rows + 1, sizeof(double));
    return arena->failed ? NULL : room;
}

/* Largest entry of J^T z, coordinates scaled by the square root of their mass. */
static double size_of_reactions(const bri_redundancy_room *room, const bri_point *p, const double *z)
{
    const bri_system *s = p->system;
    double most = 0;
    memset(room->force, 0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    bri_add_reactions(p, z, room->force);
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        most = fmax(most, fabs(room->force[i]) * sqrt(s->inverse[i]));
    return most;
}

/* z is 1 at a row that the factorisation dropped, and elsewhere what makes J^T z vanish. False: the row is only nearly
 * dependent. */
static bool find_null_vector(bri_redundancy_room *room, const bri_point *p, const bri_solution *sol, int row, double *z)
{
    const bri_system *s = p->system;
    memset(z, 0, (size_t)s->rows * sizeof(double));
    z[row] = 1;
    double own = size_of_reactions(room, p, z);
    bri_sparse_null_vector(&s->sparse, sol->matrix, sol->factors, row, z, room->row_room);
    for (int i = 0; i < s->rows; i++)
        if (!p->active[i]) z[i] = 0;
    return size_of_reactions(room, p, z) <= tol_null_vector * sqrt(bri_rounding_of_last(&sol->pivots)) * own;
}

/* The null vector of a number becomes that of number chosen, with 1 at a row, which becomes 0 in the others: the row is eliminated. */
static void eliminate(bri_solution *sol, int vector, int chosen, int row)
{
    int m = sol->system->rows;
    double *Z = sol->null, inverse = 1 / Z[vector * m + row];
    for (int j = 0; j < m; j++) {
        double was = Z[vector * m + j];
        Z[vector * m + j] = Z[chosen * m + j];
        Z[chosen * m + j] = was * inverse;
    }
    for (int k = 0; k < sol->open; k++) {
        double factor = Z[k * m + row];
        for (int j = 0; j < m && k != chosen; j++)
            Z[k * m + j] -= factor * Z[chosen * m + j];
    }
    sol->eliminated[chosen] = row;
}

static double largest_entry(const bri_solution *sol, int vector)
{
    double most = 0;
    for (int i = 0; i < sol->system->rows; i++)
        most = fmax(most, fabs(sol->null[vector * sol->system->rows + i]));
    return most;
}

/* Null vectors are combined until each has 1 at a row of its own, which is 0 in the others: that row is eliminated. */
static void choose_eliminated(bri_solution *sol)
{
    const bri_system *s = sol->system;
    int m = s->rows, chosen = 0;
    const double *Z = sol->null;
    for (int i = 0; i < m && chosen < sol->open; i++) {
        int row = s->gives_way[i], best = chosen;
        for (int k = chosen; k < sol->open; k++)
            if (fabs(Z[k * m + row]) > fabs(Z[best * m + row])) best = k;
        if (fabs(Z[best * m + row]) > tol_null_entry * largest_entry(sol, best)) eliminate(sol, best, chosen++, row);
    }
}

double bri_row_weight(const bri_system *s, const bri_solve_options *o, int row)
{
    if (s->redundancy == BRI_REDUNDANCY_ELASTIC) return s->compliance[row];
    return s->is_couple[row] ? 1 / (o->unit_length * o->unit_length) : 1;
}

/* Whether every combination of the null vectors has a weight: pivots of Z^T W Z scaled to a diagonal of 1. */
static bool is_definite(const bri_redundancy_room *room, const bri_solution *sol)
{
    int d = sol->open;
    double *A = room->scaled;
    for (int k = 0; k < d * d; k++)
        A[k] = sol->shares[k] / sqrt(fmax(sol->shares[k / d * (d + 1)] * sol->shares[k % d * (d + 1)], least_divisor));
    for (int k = 0; k < d; k++) {
        if (!(A[k * (d + 1)] > tol_null_entry)) return false;
        for (int i = k + 1; i < d; i++)
            for (int j = k + 1; j < d; j++)
                A[i * d + j] -= A[i * d + k] * A[k * d + j] / A[k * (d + 1)];
    }
    return true;
}

/* shares = Z^T W Z, factored. */
static bool weigh(bri_redundancy_room *room, const bri_solve_options *o, bri_solution *sol)
{
    const bri_system *s = sol->system;
    int m = s->rows, d = sol->open;
    for (int k = 0; k < d; k++)
        for (int l = 0; l < d; l++) {
            double sum = 0;
            for (int i = 0; i < m; i++)
                sum += sol->null[k * m + i] * bri_row_weight(s, o, i) * sol->null[l * m + i];
            sol->shares[k * d + l] = sum;
        }
    return is_definite(room, sol) && bri_lu_factor(d, sol->shares, sol->share_pivot);
}

static void find_null_space(bri_redundancy_room *room, const bri_point *p, bri_solution *sol)
{
    const bri_system *s = p->system;
    const bri_sparse *sparse = &s->sparse;
    assert(s->shares);
    sol->open = 0;
    for (int i = 0; i < s->rows && sol->pivots.dropped > 0 && sol->open < bri_most_open(s); i++) {
        bool dropped = p->active[i] && sol->factors[sparse->diagonal[sparse->place[i]]] == 0;
        if (dropped && find_null_vector(room, p, sol, i, sol->null + sol->open * s->rows)) sol->open++;
    }
}

int bri_find_dependent_sticks(bri_redundancy_room *room, const bri_point *p, bri_solution *sol)
{
    const bri_system *s = p->system;
    int chosen = 0, m = s->rows;
    find_null_space(room, p, sol);
    for (; chosen < sol->open; chosen++) { /* full pivoting, so that the rows that are left are far from dependent */
        int vector = -1, row = -1;
        double most = tol_null_entry;
        for (int k = chosen; k < sol->open; k++) {
            double size = largest_entry(sol, k);
            for (int i = s->held_rows; i < m; i++) {
                double entry = fabs(sol->null[k * m + i]) / fmax(size, least_divisor);
                if (!(entry > most)) continue;
                most = entry;
                vector = k;
                row = i;
            }
        }
        if (row < 0) break; /* the other null vectors are of reactions alone */
        eliminate(sol, vector, chosen, row);
    }
    return chosen;
}

bri_outcome bri_find_redundancy(bri_redundancy_room *room, const bri_point *p, const bri_solve_options *o,
                                bri_solution *sol)
{
    const bri_system *s = p->system;
    find_null_space(room, p, sol);
    if (!sol->open) return BRI_FINE;
    if (s->redundancy <= BRI_REDUNDANCY_ELIMINATE) {
        choose_eliminated(sol);
        return BRI_FINE;
    }
    if (weigh(room, o, sol)) return BRI_FINE;
    bri_fail_with(
        &sol->failure, BRI_NO_SOLUTION, true,
        "the given compliances do not determine how the joints share their load: give more joints of the loop "
        "one, compliance: 1e-8 m/N; a pin is compliant under forces and under the torque of its friction, a "
        "guide across its direction, and under couples if it has a length");
    return BRI_BROKEN;
}

void bri_share_load(bri_redundancy_room *room, const bri_solve_options *o, const bri_solution *sol, double *lambda)
{
    const bri_system *s = sol->system;
    int m = s->rows, d = sol->open;
    double *y = room->y;
    for (int k = 0; k < d; k++) {
        y[k] = 0;
        if (s->redundancy <= BRI_REDUNDANCY_ELIMINATE)
            y[k] = lambda[sol->eliminated[k]];
        else
            for (int i = 0; i < m; i++)
                y[k] += sol->null[k * m + i] * bri_row_weight(s, o, i) * lambda[i];
    }
    if (s->redundancy > BRI_REDUNDANCY_ELIMINATE && d > 0) bri_lu_solve(d, sol->shares, sol->share_pivot, y);
    for (int k = 0; k < d; k++)
        for (int i = 0; i < m; i++)
            lambda[i] -= y[k] * sol->null[k * m + i];
}

void bri_factor_held(bri_redundancy_room *room, const bri_point *p)
{
    bri_constraint_matrix(p, p->system->inverse, room->matrix);
    room->held = bri_sparse_factor(&p->system->sparse, room->matrix);
}

/* Sum of the squares of a vector of forces, coordinates weighed by their inverse mass. */
static double square_of(const bri_system *s, const double *force)
{
    double sum = 0;
    for (int i = 0; i < BRI_DOF * s->bodies; i++)
        sum += force[i] * force[i] * s->inverse[i];
    return sum;
}

bool bri_is_held(bri_redundancy_room *room, const bri_point *p, int k)
{
    const bri_system *s = p->system;
    int row = s->interface[k].stick_row;
    assert(row >= 0 && p->scope >= BRI_SCOPE_DYNAMICS);
    memset(room->force, 0, (size_t)(BRI_DOF * s->bodies) * sizeof(double));
    for (int t = 0; t < s->touches[row]; t++)
        for (int d = 0; d < BRI_DOF; d++)
            room->force[s->touch[row][t].at + d] += p->row[row].end[s->touch[row][t].end][d];
    double own = square_of(s, room->force);
    for (int i = 0; i < s->rows; i++)
        room->row[i] = p->active[i] ? -bri_row_response(p, i, room->force) : 0;
    bri_sparse_solve(&s->sparse, room->matrix, room->row, room->row_room);
    bri_add_reactions(p, room->row, room->force); /* what the rows that hold leave of it */
    return square_of(s, room->force) <= tol_dependent * bri_rounding_of_last(&room->held) * own;
}
