/* elastic_links.c - forces of elastic links at rest
 *
 * While all friction holds, bodies can still move by u in null([J; W]): the middle of an elastic link, against the springs at
 * its ends. No friction resists that motion, so that it goes on until the springs balance the loads along it:
 *
 *     Z^T (Q + S^T s) = 0,    s = -K d,    d = S Z c
 *
 * Z: a basis of those motions; S: elongation rates of the springs. With N^T S Z = 0, the last two say that
 * N^T K^-1 s = 0. So the springs' forces s follow from the loads alone, however friction is shared. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "linalg/dense.h"
#include "stiction/elastic_links.h"
#include "stiction/tolerance.h"

/* A basis of the null space of `rows` (m x n), which are overwritten: n x *count. NULL: out of memory; else the caller frees
 * it. */
static double *null_space(double *rows, int m, int n, int *count)
{
    int *pivot = calloc((size_t)n + 1, sizeof *pivot);
    double *out = NULL;
    if (pivot) {
        int rank = bri_eliminate(rows, m, n, n, tol_zero, pivot);
        *count = n - rank;
        out = calloc((size_t)n * (size_t)*count + 1, sizeof *out);
        if (out) bri_null_space(rows, n, n, rank, pivot, out);
    }
    free(pivot);
    return out;
}

/* Motions that joints and sticking friction leave, n x *count. NULL: out of memory; else the caller frees it. */
static double *find_unheld_motions(const sti_statics *st, int *count)
{
    double *rows = calloc((size_t)st->columns * (size_t)st->n + 1, sizeof *rows), *out = NULL;
    for (int k = 0; k < st->columns && rows; k++)
        for (int i = 0; i < st->n; i++)
            rows[k * st->n + i] = st->A[i * st->columns + k];
    if (rows) out = null_space(rows, st->columns, st->n, count);
    free(rows);
    return out;
}

/* Scales an equation so that its largest coefficient is 1; one without coefficients, which no spring can satisfy,
 * becomes 0 = 0. */
static void put_equation(double *row, int count, double right)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(row[i]));
    if (!(most > tol_zero)) { /* nothing that a spring could hold */
        memset(row, 0, (size_t)(count + 1) * sizeof *row);
        return;
    }
    row[count] = right;
    for (int i = 0; i <= count; i++)
        row[i] /= most;
}

typedef struct links {
    sti_statics *st;
    double *Z;       /* n x z: motions that joints and sticking friction leave */
    double *D;       /* z x m: elongation rates of the springs in each, S Z transposed */
    double *N;       /* m x fixed: combinations of elongations that are always 0 */
    int z, m, fixed; /* m: springs */
} links;

/* Sets D and N. False: out of memory. */
static bool find_rates(links *s)
{
    const sti_statics *st = s->st;
    double *copy = calloc((size_t)s->z * (size_t)s->m + 1, sizeof *copy);
    s->D = calloc((size_t)s->z * (size_t)s->m + 1, sizeof *s->D);
    if (copy && s->D) {
        for (int k = 0; k < s->z; k++)
            for (int e = 0; e < s->m; e++) {
                double *rate = &s->D[k * s->m + e];
                for (int i = 0; i < st->n; i++)
                    *rate += st->spring[e].rate[i] * s->Z[i * s->z + k];
                if (fabs(*rate) <= tol_zero) *rate = 0;
            }
        memcpy(copy, s->D, (size_t)s->z * (size_t)s->m * sizeof *copy);
        s->N = null_space(copy, s->z, s->m, &s->fixed);
    }
    free(copy);
    return s->N;
}

/* Solves for the forces of the springs; M: scratch, (z + fixed) x (m + 1). False: their stiffnesses are too far
 * apart. */
static bool find_forces(const links *s, double *M, double *force)
{
    const sti_statics *st = s->st;
    int m = s->m, rows = s->z + s->fixed, *pivot = calloc((size_t)rows + 1, sizeof *pivot);
    if (!pivot) return false;
    for (int k = 0; k < s->z; k++) {
        double load = 0;
        for (int i = 0; i < st->n; i++)
            load += s->Z[i * s->z + k] * st->Q[i];
        memcpy(M + k * (m + 1), s->D + k * m, (size_t)m * sizeof *M);
        put_equation(M + k * (m + 1), m, -load);
    }
    for (int k = 0; k < s->fixed; k++) {
        double *row = M + (s->z + k) * (m + 1), softest = INFINITY;
        for (int e = 0; e < m; e++)
            if (s->N[e * s->fixed + k] != 0) softest = fmin(softest, st->spring[e].stiffness);
        for (int e = 0; e < m; e++)
            row[e] = s->N[e * s->fixed + k] * softest / st->spring[e].stiffness;
        put_equation(row, m, 0);
    }
    int rank = bri_eliminate(M, rows, m + 1, m, tol_zero, pivot);
    for (int i = 0; i < rank; i++)
        force[pivot[i]] = M[i * (m + 1) + m];
    free(pivot);
    return rank == m;
}

bri_status bri_add_link_forces(sti_statics *st, bri_error *err)
{
    links s = {.st = st, .m = st->springs};
    double *M = NULL, *force = NULL;
    bool fine = false, solved = false;
    assert(!st->motions);
    if (!s.m) return BRI_OK;
    s.Z = find_unheld_motions(st, &s.z);
    if (s.Z && find_rates(&s)) {
        M = calloc((size_t)(s.z + s.fixed) * (size_t)(s.m + 1) + 1, sizeof *M);
        force = calloc((size_t)s.m + 1, sizeof *force);
        fine = M && force;
        solved = fine && find_forces(&s, M, force);
    }
    for (int e = 0; e < s.m && solved; e++)
        for (int i = 0; i < st->n; i++)
            st->Q[i] += st->spring[e].rate[i] * force[e];
    st->spring_motions = s.m - s.fixed;
    free(s.Z);
    free(s.D);
    free(s.N);
    free(M);
    free(force);
    if (!fine) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d springs of links", s.m);
    if (!solved)
        return bri_fail(
            err, BRI_BAD_MODEL,
            "the stiffnesses of elastic links differ by too many orders of magnitude to determine how they share the "
            "load");
    return BRI_OK;
}
