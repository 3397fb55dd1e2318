/* problem.c - equilibrium solved for as many unknowns as it determines */
#include "stiction/problem.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "stiction/tolerance.h"

double bri_express(const double *e, const double *y, int p)
{
    double sum = e[0];
    for (int i = 0; i < p; i++)
        sum += e[1 + i] * y[i];
    return sum;
}

bool bri_follows(const double *a, const double *b, int p, double *times, double *more)
{
    int most = 0;
    for (int i = 1; i <= p; i++)
        if (most == 0 || fabs(b[i]) > fabs(b[most])) most = i;
    if (p == 0 || b[most] == 0) return false;
    *times = a[most] / b[most];
    for (int i = 1; i <= p; i++)
        if (fabs(a[i] - *times * b[i]) > tol_proportional * fabs(a[most])) return false;
    *more = a[0] - *times * b[0];
    return *times != 0;
}

static double *numbers(sti_problem *pr, size_t count) { return bri_arena_take(&pr->arena, count, sizeof(double)); }

/* Sets coefficients that are rounding to 0. */
static void clean(double *e, int p)
{
    for (int i = 0; i <= p; i++)
        if (fabs(e[i]) <= tol_coefficient) e[i] = 0;
}

/* Sets x: the null space of (A | Q), eliminated, with the factor of Q made 1. Its last column becomes the constants. */
static bool express_columns(sti_problem *pr, const double *A, const int *pivot, int rank)
{
    int m = pr->columns, wide = m + 1;
    pr->p = m - rank;
    size_t row = (size_t)pr->p + 1;
    double *null_space = calloc((size_t)wide * row, sizeof *null_space);
    pr->x = numbers(pr, (size_t)m * row);
    if (null_space && pr->x) {
        bri_null_space(A, wide, wide, rank, pivot, null_space);
        for (int j = 0; j < m; j++) {
            double *x = pr->x + (size_t)j * row;
            const double *z = null_space + (size_t)j * row;
            x[0] = z[pr->p];
            memcpy(x + 1, z, (size_t)pr->p * sizeof *x);
            clean(x, pr->p);
        }
    }
    bool fine = null_space && pr->x;
    free(null_space);
    return fine;
}

/* Eliminates (A, extra | Q) and sets p and x. False: out of memory. */
static bool reduce(sti_problem *pr, const double *extra, int extras, bool *solvable)
{
    const sti_statics *st = pr->st;
    int n = st->n, m = pr->columns, wide = m + 1;
    double *A = calloc((size_t)n * (size_t)wide + 1, sizeof *A);
    int *pivot = calloc((size_t)n + 1, sizeof *pivot);
    bool fine = A && pivot;
    for (int i = 0; i < n && fine; i++) {
        memcpy(A + i * wide, st->A + i * st->columns, (size_t)st->columns * sizeof(double));
        for (int e = 0; e < extras; e++)
            A[i * wide + st->columns + e] = extra[e * n + i];
        A[i * wide + m] = st->Q[i];
    }
    if (fine) {
        int rank = bri_eliminate(A, n, wide, m, tol_zero, pivot);
        *solvable = true;
        for (int i = rank; i < n; i++)
            if (fabs(A[i * wide + m]) > tol_equilibrium) *solvable = false;
        fine = express_columns(pr, A, pivot, rank);
    }
    free(A);
    free(pivot);
    return fine;
}

/* e += times x[column]; column -1: nothing. */
static void add_columns(const sti_problem *pr, int column, double times, double *e)
{
    for (int i = 0; i <= pr->p && column >= 0; i++)
        e[i] += times * pr->x[column * (pr->p + 1) + i];
}

/* Sets the expressions of the loads of all patches, 0 for given ones. False: out of memory. */
static bool express_loads(sti_problem *pr)
{
    const sti_statics *st = pr->st;
    for (int side = 0; side < 2; side++) {
        pr->load[side] = bri_arena_take(&pr->arena, (size_t)st->patches, sizeof *pr->load[side]);
        for (int c = 0; c < st->patches && pr->load[side]; c++) {
            const sti_patch *patch = &st->patch[c];
            const sys_joint *joint =
                &st->system->joint[st->system->interface[st->interface[patch->interface].index].joint];
            double *e = pr->load[side][c] = numbers(pr, (size_t)pr->p + 1);
            if (!e) return false;
            for (int h = 0; h < joint->held; h++)
                if (patch->load == STI_LOAD_LINEAR ? side == 0 : patch->load == STI_LOAD_RADIAL && h == side)
                    add_columns(pr, joint->row + h, patch->by[h], e);
            clean(e, pr->p);
        }
    }
    return !pr->arena.failed;
}

/* Sets the groups: an interface whose patches share one column of A is one group, else each patch is. False: out of
 * memory. */
static bool express_groups(sti_problem *pr)
{
    const sti_statics *st = pr->st;
    pr->group = bri_arena_take(&pr->arena, (size_t)st->patches, sizeof *pr->group);
    for (int f = 0; f < st->interfaces && pr->group; f++) {
        const sti_interface *interface = &st->interface[f];
        int count = interface->column >= 0 ? 1 : interface->patches;
        for (int g = 0; g < count; g++) {
            sti_group *group = &pr->group[pr->groups++];
            *group = (sti_group){
                .interface = f, .patch = interface->patch + g, .patches = count > 1 ? 1 : interface->patches};
            group->force = numbers(pr, (size_t)pr->p + 1);
            if (!group->force) return false;
            const sti_patch *c = &st->patch[group->patch];
            for (int side = 0; side < 2; side++)
                add_columns(pr, c->column[side], 1 / c->measure[side], group->force);
            clean(group->force, pr->p);
        }
    }
    return !pr->arena.failed;
}

bri_status bri_problem_create(const sti_statics *st, const double *extra, int extras, sti_problem **out, bool *solvable,
                              bri_error *err)
{
    assert(extras == 0 || extra);
    sti_problem *pr = calloc(1, sizeof *pr);
    if (!pr) return bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    pr->st = st;
    pr->columns = st->columns + extras;
    bool fine = reduce(pr, extra, extras, solvable) && express_loads(pr) && express_groups(pr);
    bri_status status = fine ? bri_program_create(pr->p + st->patches + 1, &pr->program, err)
                             : bri_fail(err, BRI_NO_MEMORY, "out of memory: verdict");
    if (status)
        bri_problem_free(pr);
    else
        *out = pr;
    return status;
}

void bri_problem_free(sti_problem *pr)
{
    if (!pr) return;
    bri_program_destroy(pr->program);
    bri_arena_free(&pr->arena);
    free(pr);
}

/* --- values at a point ------------------------------------------------------------------------------------------------------ */

double bri_load_at(const sti_problem *pr, int c, const double *y)
{
    const sti_patch *patch = &pr->st->patch[c];
    if (patch->load == STI_LOAD_GIVEN) return 0; /* part of static_limit[0] */
    double n = bri_express(pr->load[0][c], y, pr->p);
    return patch->load == STI_LOAD_LINEAR ? fabs(n) : hypot(n, bri_express(pr->load[1][c], y, pr->p));
}

double bri_limit_at(const sti_problem *pr, const sti_group *group, const double *y)
{
    double limit = 0;
    for (int c = group->patch; c < group->patch + group->patches; c++)
        limit += pr->st->patch[c].static_limit[0] + pr->st->patch[c].static_limit[1] * bri_load_at(pr, c, y);
    return limit;
}

double bri_ratio_at(const sti_problem *pr, const bool *counts, const double *y)
{
    double most = 0;
    for (int g = 0; g < pr->groups; g++) {
        if (counts && !counts[g]) continue;
        double force = fabs(bri_express(pr->group[g].force, y, pr->p)), limit = bri_limit_at(pr, &pr->group[g], y);
        if (force > tol_zero) most = fmax(most, limit > 0 ? force / limit : INFINITY);
    }
    return most;
}

void bri_interface_force(const sti_problem *pr, int interface, double *out)
{
    memset(out, 0, (size_t)(pr->p + 1) * sizeof *out);
    for (int g = 0; g < pr->groups; g++)
        for (int i = 0; i <= pr->p && pr->group[g].interface == interface; i++)
            out[i] += pr->group[g].force[i];
}
