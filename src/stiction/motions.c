/* motions.c - motions that the joints allow: parts that can slip independently, and their elementary motions
 *
 * With Z a basis of the motions that the joints allow, V = W Z are the slip rates of the interfaces. Elimination on V^T finds
 * interfaces with independent slips, and expresses all others by them, v = a^T C. Two interfaces belong to one part if a
 * chain of entries of C connects them (components of the matroid of the rows of V). An elementary motion of a part with r
 * independent slips keeps r - 1 independent interfaces at rest: all choices are tried. Of a motion and its opposite only
 * that one is kept along which the loads do work: friction cannot balance loads that oppose the same motion as it does.
 * Where the loads do no work, both require that there is no friction along the motion, and one of them is enough. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "stiction/motions.h"
#include "stiction/tolerance.h"

enum {
    MOST_MOTIONS = 2000,
    MOST_CHOICES = 100000,
    MOST_SLIPS = 64 /* independent slips of one part */
};

typedef struct finder {
    sti_statics *st;
    int d, k, rank;    /* dimension of Z; interfaces; independent slips */
    double *Z;         /* n x d: motions that the joints allow */
    double *V;         /* d x (k + d): C | T */
    int *pivot, *part; /* interface of each row of C; part of each interface, -1: none */
} finder;

/* Sets Z: a basis of the null space of J. False: out of memory. */
static bool find_allowed(finder *fi)
{
    sti_statics *st = fi->st;
    int n = st->n, m = st->held;
    double *J = calloc((size_t)m * (size_t)n + 1, sizeof *J);
    int *pivot = calloc((size_t)n + 1, sizeof *pivot);
    if (J && pivot) {
        for (int i = 0; i < m; i++)
            for (int j = 0; j < n; j++)
                J[i * n + j] = st->A[j * st->columns + i];
        int rank = bri_eliminate(J, m, n, n, tol_zero, pivot);
        fi->d = n - rank;
        fi->Z = bri_statics_numbers(st, (size_t)n * (size_t)fi->d);
        if (fi->Z) bri_null_space(J, n, n, rank, pivot, fi->Z);
    }
    free(J);
    free(pivot);
    return fi->Z;
}

/* Sets V = (C | T): C the independent slips, and T the combinations of Z that produce its rows. False: out of
 * memory. */
static bool find_slips(finder *fi)
{
    sti_statics *st = fi->st;
    int wide = fi->k + fi->d;
    fi->V = bri_arena_take(&st->arena, (size_t)fi->d * (size_t)wide, sizeof(double));
    fi->pivot = bri_arena_take(&st->arena, (size_t)fi->d, sizeof(int));
    if (!fi->V || !fi->pivot) return false;
    for (int z = 0; z < fi->d; z++) {
        for (int f = 0; f < fi->k; f++)
            for (int i = 0; i < st->n; i++)
                fi->V[z * wide + f] +=
                    st->A[i * st->columns + bri_slip_column(st, &st->interface[f])] * fi->Z[i * fi->d + z];
        fi->V[z * wide + fi->k + z] = 1;
    }
    for (int f = 0; f < fi->k; f++)
        for (int z = 0; z < fi->d; z++)
            st->interface[f].moves = fmax(st->interface[f].moves, fabs(fi->V[z * wide + f]));
    fi->rank = bri_eliminate(fi->V, fi->d, wide, fi->k, tol_zero, fi->pivot);
    return true;
}

/* u: body velocities of the combination a of rows of V, scaled so that the largest is 1. Returns the largest before
 * scaling. */
static double velocities(const finder *fi, const double *a, double *u)
{
    int wide = fi->k + fi->d;
    double most = 0;
    memset(u, 0, (size_t)fi->st->n * sizeof(double));
    for (int r = 0; r < fi->d; r++)
        for (int z = 0; z < fi->d && a[r] != 0; z++)
            for (int i = 0; i < fi->st->n; i++)
                u[i] += a[r] * fi->V[r * wide + fi->k + z] * fi->Z[i * fi->d + z];
    for (int i = 0; i < fi->st->n; i++)
        most = fmax(most, fabs(u[i]));
    for (int i = 0; i < fi->st->n && most > 0; i++)
        u[i] /= most;
    return most;
}

/* Power of the loads in velocities u. */
static double power_of(const sti_statics *st, const double *u)
{
    double power = 0;
    for (int i = 0; i < st->n; i++)
        power += st->Q[i] * u[i];
    return power;
}

/* Sets the free motions: no friction resists them. Rejects loads along one, naming the body. */
static bri_status check_free_motions(finder *fi, bri_error *err)
{
    sti_statics *st = fi->st;
    double *a = calloc((size_t)fi->d + 1, sizeof *a);
    st->free_motions = fi->d - fi->rank;
    st->free_motion = bri_arena_take(&st->arena, (size_t)st->free_motions * (size_t)st->n, sizeof(double));
    bri_status status = a && st->free_motion ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    for (int z = 0; z < st->free_motions && !status; z++) {
        double *u = st->free_motion + (size_t)z * (size_t)st->n;
        a[fi->rank + z] = 1;
        velocities(fi, a, u);
        a[fi->rank + z] = 0;
        double power = power_of(st, u);
        if (fabs(power) <= tol_zero) continue;
        int most = 0;
        for (int i = 0; i < st->n; i++)
            if (fabs(u[i]) > fabs(u[most]) * (1 + tol_largest)) most = i;
        bool turns = most % BRI_DOF == 2;
        const char *body = st->system->body_name[most / BRI_DOF];
        status = bri_fail(
            err, BRI_BAD_MODEL,
            "at t = %.9g s body '%s' is not in equilibrium: a load of %.4g %s acts %s, where no friction resists, so "
            "that it accelerates whatever the coefficients are",
            st->at->point.t, body, fabs(power) * st->force * (turns ? st->length : 1), turns ? "N m" : "N",
            turns                 ? "about its centre"
            : most % BRI_DOF == 0 ? "along x"
                                  : "along y");
    }
    free(a);
    return status;
}

/* --- parts --------------------------------------------------------------------------------------------------------------- */

static bool entry(const finder *fi, int row, int interface)
{
    return fabs(fi->V[row * (fi->k + fi->d) + interface]) > tol_zero;
}

/* Adds to a part the interfaces that share a row of C with it; false: none is new. */
static bool extend_part(const finder *fi, int part)
{
    bool more = false;
    for (int r = 0; r < fi->rank; r++) {
        bool mine = fi->part[fi->pivot[r]] == part;
        for (int f = 0; f < fi->k && !mine; f++)
            mine = entry(fi, r, f) && fi->part[f] == part;
        for (int f = 0; f < fi->k && mine; f++)
            if (entry(fi, r, f) && fi->part[f] != part) {
                fi->part[f] = part;
                more = true;
            }
    }
    return more;
}

/* Sets the parts: components of interfaces that are connected by rows of C. */
static void find_parts(finder *fi)
{
    sti_statics *st = fi->st;
    for (int f = 0; f < fi->k; f++)
        fi->part[f] = -1;
    for (int f = 0; f < fi->k; f++) {
        bool moves = false;
        for (int r = 0; r < fi->rank; r++)
            moves = moves || entry(fi, r, f);
        if (!moves || fi->part[f] >= 0) continue;
        fi->part[f] = st->parts;
        while (extend_part(fi, st->parts)) {
        }
        st->parts++;
    }
    for (int f = 0; f < fi->k; f++)
        st->interface[f].part = fi->part[f];
}

/* --- elementary motions ---------------------------------------------------------------------------------------------------- */

/* Whether a motion with these slip rates was found already. */
static bool is_known(const sti_statics *st, const double *slip)
{
    for (int m = 0; m < st->motions; m++) {
        double apart = 0;
        for (int f = 0; f < st->interfaces; f++)
            apart = fmax(apart, fabs(st->motion[m].slip[f] - slip[f]));
        if (apart <= tol_same_motion) return true;
    }
    return false;
}

/* Appends the motion a^T C, in the direction in which the loads do work, unless it is known. False: out of memory. */
static bool add_motion(finder *fi, int part, const double *a)
{
    sti_statics *st = fi->st;
    int wide = fi->k + fi->d;
    sti_motion *m = &st->motion[st->motions];
    *m = (sti_motion){.part = part};
    m->slip = bri_arena_take(&st->arena, (size_t)fi->k, sizeof(double));
    m->velocity = bri_arena_take(&st->arena, (size_t)st->n, sizeof(double));
    if (!m->slip || !m->velocity) return false;
    double most = velocities(fi, a, m->velocity), fastest = 0;
    for (int f = 0; f < fi->k; f++) {
        for (int r = 0; r < fi->rank; r++)
            m->slip[f] += a[r] * fi->V[r * wide + f] / most;
        fastest = fmax(fastest, fabs(m->slip[f]));
    }
    m->power = power_of(st, m->velocity);
    bool turned = m->power < 0;
    int first = 0;
    while (first < fi->k && fabs(m->slip[first]) <= tol_no_slip * fastest)
        first++;
    if (fabs(m->power) <= tol_zero) {
        m->power = 0;
        turned = m->slip[first] < 0; /* one of the two, always the same */
    }
    for (int f = 0; f < fi->k; f++)
        m->slip[f] = fabs(m->slip[f]) <= tol_no_slip * fastest ? 0 : turned ? -m->slip[f] : m->slip[f];
    for (int i = 0; i < st->n && turned; i++)
        m->velocity[i] = -m->velocity[i];
    m->power = fabs(m->power);
    if (!is_known(st, m->slip)) st->motions++;
    return true;
}

/* a with a^T C = 0 at r - 1 interfaces at rest; false: it is not unique up to its size. */
static bool solve_for(const finder *fi, const int *rows, int r, const int *at_rest, double *a)
{
    double matrix[MOST_SLIPS * MOST_SLIPS];
    double null_vector[MOST_SLIPS] = {0};
    int pivot[MOST_SLIPS] = {0};
    for (int i = 0; i < r - 1; i++)
        for (int j = 0; j < r; j++)
            matrix[i * r + j] = fi->V[rows[j] * (fi->k + fi->d) + at_rest[i]];
    if (bri_eliminate(matrix, r - 1, r, r, tol_zero, pivot) < r - 1) return false;
    bri_null_space(matrix, r, r, r - 1, pivot, null_vector);
    memset(a, 0, (size_t)fi->rank * sizeof(double));
    for (int j = 0; j < r; j++)
        a[rows[j]] = null_vector[j];
    return true;
}

/* The next of all choices of `count` numbers below `of`, in lexicographic order; false: it was the last. */
static bool next_choice(int *choice, int count, int of)
{
    int i = count - 1;
    while (i >= 0 && choice[i] == of - count + i)
        i--;
    if (i < 0) return false;
    choice[i]++;
    for (int j = i + 1; j < count; j++)
        choice[j] = choice[j - 1] + 1;
    return true;
}

/* Appends the elementary motions of a part. a: scratch. False: out of memory. */
static bool find_elementary(finder *fi, int part, double *a)
{
    sti_statics *st = fi->st;
    int rows[MOST_SLIPS] = {0}, choice[MOST_SLIPS] = {0}, at_rest[MOST_SLIPS] = {0}, r = 0, count = 0, tries = 0;
    int *interface = bri_arena_take(&st->arena, (size_t)fi->k, sizeof *interface);
    if (!interface) return false;
    for (int i = 0; i < fi->rank; i++)
        if (fi->part[fi->pivot[i]] == part) {
            if (r == MOST_SLIPS) return st->too_many = true;
            rows[r++] = i;
        }
    for (int f = 0; f < fi->k; f++)
        if (fi->part[f] == part) interface[count++] = f;
    for (int i = 0; i < r - 1; i++)
        choice[i] = i;
    do {
        for (int i = 0; i < r - 1; i++)
            at_rest[i] = interface[choice[i]];
        if (st->motions == MOST_MOTIONS || ++tries > MOST_CHOICES) return st->too_many = true;
        if (solve_for(fi, rows, r, at_rest, a) && !add_motion(fi, part, a)) return false;
    } while (r > 1 && next_choice(choice, r - 1, count));
    return true;
}

bri_status bri_find_motions(sti_statics *st, bri_error *err)
{
    assert(!st->motions && !st->parts && st->interfaces > 0);
    finder fi = {.st = st, .k = st->interfaces};
    bool fine = find_allowed(&fi);
    st->degrees = fi.d;
    if (fine && fi.d == 0)
        return bri_fail(err, BRI_BAD_MODEL,
                        "nothing can move: the joints and drivers leave no degree of freedom, so there is nothing to "
                        "stick or slip");
    fine = fine && find_slips(&fi);
    fi.part = bri_arena_take(&st->arena, (size_t)fi.k, sizeof(int));
    st->motion = bri_arena_take(&st->arena, MOST_MOTIONS, sizeof *st->motion);
    double *a = bri_arena_take(&st->arena, (size_t)fi.d, sizeof(double));
    if (!fine || !fi.part || !st->motion || !a)
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: motions of %d bodies", st->system->bodies);
    bri_status status = check_free_motions(&fi, err);
    if (status) return status;
    find_parts(&fi);
    for (int p = 0; p < st->parts; p++)
        if (!find_elementary(&fi, p, a))
            return bri_fail(err, BRI_NO_MEMORY, "out of memory: motions of %d bodies", st->system->bodies);
    return BRI_OK;
}
