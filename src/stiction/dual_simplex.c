/* dual_simplex.c - small linear programs: the dual simplex method on the vertices of the feasible set
 *
 *     maximise c.x,  a_i.x <= b_i,  |a_i| = 1
 *
 * A vertex is made by as many rows as there are unknowns, n, with c = sum y_i a_i, y_i >= 0: so c.x is nowhere larger, whatever
 * the other rows say. The row that is violated most comes in, and goes out which keeps y >= 0; ties are broken by the
 * lexicographic rule (Dantzig, Orden, Wolfe 1955), which cannot cycle. It begins with a box lp_box away. An answer counts only if
 * the box has no part in it: y and x for a largest value, a combination of rows that no x satisfies for none; else Clp is
 * asked. Thousands of programs with some ten unknowns make a verdict: on a loop of ten pins this is 20 times faster than to
 * load each of them into a library. */
#include "stiction/dual_simplex.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "stiction/tolerance.h"

enum {
    MOST_UNKNOWNS = 40,
    ITERATIONS_EACH = 20, /* for each unknown */
    RENEW_EVERY = 12      /* turns */
};

typedef struct vertex {
    int n, m;           /* unknowns that are not fixed; rows, the first n are the box */
    int *column;        /* of each unknown */
    int *row;           /* of the vertex */
    bool *is_in;        /* rows of the vertex */
    double *a, *b, *c;  /* m x n */
    double *inverse;    /* of the vertex's rows; n x n: x = inverse b */
    double *x, *y, *by; /* by: a row as a sum of the vertex's */
    double *sign, *matrix;
} vertex;

static bool make_room(vertex *k, const sti_program *p, sti_memory *memory)
{
    size_t n = (size_t)k->n + 1, m = (size_t)(2 * (p->rows + k->n) + k->n) + 1;
    size_t doubles = m * n + m + 2 * n * n + 6 * n, ints = 2 * n, flags = m;
    size_t bytes = doubles * sizeof(double) + ints * sizeof(int) + flags;
    if (bytes > memory->room) {
        free(memory->at);
        memory->at = malloc(2 * bytes);
        memory->room = memory->at ? 2 * bytes : 0;
        if (!memory->at) return false;
    }
    double *d = memory->at;
    k->a = d;
    k->b = k->a + m * n;
    k->inverse = k->b + m;
    k->matrix = k->inverse + n * n;
    k->c = k->matrix + n * n;
    k->x = k->c + n;
    k->y = k->x + n;
    k->by = k->y + n;
    k->sign = k->by + n;
    void *rest = k->sign + 2 * n;
    k->column = rest;
    k->row = k->column + n;
    rest = k->row + n;
    k->is_in = rest;
    return true;
}

/* sign x (row).x <= sign x bound; false: it cannot be. */
static bool add_row(vertex *k, const double *row, double sign, double bound, double size)
{
    if (isinf(bound)) return sign * bound > 0;
    double *a = k->a + (size_t)k->m * (size_t)k->n;
    if (size <= tol_lp_entry) return sign * bound >= -tol_lp_infeasible;
    for (int j = 0; j < k->n; j++)
        a[j] = sign * row[j] / size;
    k->b[k->m] = sign * bound / size;
    k->is_in[k->m++] = false;
    return true;
}

static bool add_rows(vertex *k, const sti_program *p)
{
    double *row = k->by;
    for (int i = 0; i < p->rows; i++) {
        const double *given = p->matrix + (size_t)i * (size_t)p->columns;
        double constant = 0, square = 0;
        for (int j = 0; j < p->columns; j++)
            if (p->low[j] == p->high[j]) constant += given[j] * p->low[j];
        for (int j = 0; j < k->n; j++) {
            row[j] = fabs(given[k->column[j]]) <= tol_lp_entry ? 0 : given[k->column[j]];
            square += row[j] * row[j];
        }
        double size = sqrt(square);
        if (!add_row(k, row, 1, p->row_high[i] - constant, size)) return false;
        if (!add_row(k, row, -1, p->row_low[i] - constant, size)) return false;
    }
    for (int j = 0; j < k->n; j++) {
        memset(row, 0, (size_t)k->n * sizeof *row);
        row[j] = 1;
        if (!add_row(k, row, 1, p->high[k->column[j]], 1)) return false;
        if (!add_row(k, row, -1, p->low[k->column[j]], 1)) return false;
    }
    return true;
}

/* The vertex of the box on which c.x is largest. */
static void start_at_box(vertex *k, const sti_program *p)
{
    int n = k->n;
    memset(k->a, 0, (size_t)n * (size_t)n * sizeof(double));
    memset(k->inverse, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int j = 0; j < n; j++) {
        k->c[j] = p->goal[k->column[j]];
        k->sign[j] = k->c[j] < 0 ? -1 : 1;
        k->a[j * n + j] = k->inverse[j * n + j] = k->sign[j];
        k->b[j] = lp_box;
        k->row[j] = j;
        k->is_in[j] = true;
    }
    k->m = n;
}

/* The vertex's rows inverted anew, by Gauss and Jordan; false: they are dependent. */
static bool renew_inverse(vertex *k)
{
    int n = k->n;
    double *A = k->matrix, *B = k->inverse;
    memset(B, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int i = 0; i < n; i++) {
        memcpy(A + i * n, k->a + k->row[i] * n, (size_t)n * sizeof(double));
        B[i * n + i] = 1;
    }
    for (int j = 0; j < n; j++) {
        int pivot = j;
        for (int i = j + 1; i < n; i++)
            if (fabs(A[i * n + j]) > fabs(A[pivot * n + j])) pivot = i;
        if (!(fabs(A[pivot * n + j]) > tol_lp_singular)) return false;
        for (int i = 0; i < n && pivot != j; i++) {
            double swap = A[j * n + i];
            A[j * n + i] = A[pivot * n + i];
            A[pivot * n + i] = swap;
            swap = B[j * n + i];
            B[j * n + i] = B[pivot * n + i];
            B[pivot * n + i] = swap;
        }
        double by = 1 / A[j * n + j];
        for (int i = 0; i < n; i++) {
            A[j * n + i] *= by;
            B[j * n + i] *= by;
        }
        for (int r = 0; r < n; r++) {
            double times = A[r * n + j];
            if (r == j || times == 0) continue;
            for (int i = 0; i < n; i++) {
                A[r * n + i] -= times * A[j * n + i];
                B[r * n + i] -= times * B[j * n + i];
            }
        }
    }
    return true;
}

/* x of the vertex; y; both from the inverse. */
static void update_vertex(vertex *k)
{
    int n = k->n;
    for (int j = 0; j < n; j++) {
        k->x[j] = 0;
        for (int i = 0; i < n; i++)
            k->x[j] += k->inverse[j * n + i] * k->b[k->row[i]];
    }
    for (int i = 0; i < n; i++) {
        k->y[i] = 0;
        for (int j = 0; j < n; j++)
            k->y[i] += k->c[j] * k->inverse[j * n + i];
    }
}

/* The row that is violated most; -1: none. */
static int find_entering(const vertex *k, double *by)
{
    int which = -1, n = k->n;
    double size = 1;
    for (int j = 0; j < n; j++)
        size = fmax(size, fabs(k->x[j]));
    *by = tol_lp_violation * size;
    for (int i = n; i < k->m; i++) {
        double over = -k->b[i];
        for (int j = 0; j < n; j++)
            over += k->a[i * n + j] * k->x[j];
        if (over > *by && !k->is_in[i]) {
            *by = over;
            which = i;
        }
    }
    return which;
}

/* Whether the row at i goes out before that at l: y/by is less, or in a tie, the first number of the inverse that differs. */
static bool is_before(const vertex *k, int i, int l)
{
    double apart = k->y[i] / k->by[i] - k->y[l] / k->by[l];
    if (fabs(apart) > tol_lp_tie) return apart < 0;
    for (int j = 0; j < k->n; j++) {
        const double *row = k->inverse + (size_t)j * (size_t)k->n;
        apart = k->sign[j] * (row[i] / k->by[i] - row[l] / k->by[l]);
        if (fabs(apart) > tol_lp_tie) return apart < 0;
    }
    return false;
}

/* The place of the vertex that a row takes; -1: there is none, and with it no solution. */
static int find_leaving(vertex *k, int in)
{
    int n = k->n, out = -1;
    double most = 0;
    for (int i = 0; i < n; i++) {
        k->by[i] = 0;
        for (int j = 0; j < n; j++)
            k->by[i] += k->a[in * n + j] * k->inverse[j * n + i];
        most = fmax(most, fabs(k->by[i]));
    }
    for (int i = 0; i < n; i++)
        if (k->by[i] > tol_lp_exchange * fmax(1, most) && (out < 0 || is_before(k, i, out))) out = i;
    return out;
}

/* The combination of rows that contradicts itself: surely so, and without the box? */
static bool is_contradiction(const vertex *k, int in, double violation)
{
    double sum = 1;
    for (int i = 0; i < k->n; i++) {
        if (k->by[i] > tol_lp_proof_entry) return false; /* too small for a pivot, too large for nothing */
        if (k->by[i] < -tol_lp_proof_entry && k->row[i] < k->n) return false;
        sum += fabs(k->by[i]);
    }
    for (int j = 0; j < k->n; j++) { /* the rows cancel */
        double rest = k->a[in * k->n + j];
        for (int i = 0; i < k->n; i++)
            rest -= k->by[i] * k->a[k->row[i] * k->n + j];
        if (fabs(rest) > tol_lp_proof_rest * sum) return false;
    }
    return violation > tol_lp_infeasible * sum;
}

static void exchange(vertex *k, int in, int out)
{
    int n = k->n;
    double pivot = k->by[out];
    k->is_in[k->row[out]] = false;
    k->row[out] = in;
    k->is_in[in] = true;
    for (int j = 0; j < n; j++) {
        double *row = k->inverse + (size_t)j * (size_t)n, times = row[out] / pivot;
        for (int i = 0; i < n; i++)
            row[i] -= times * k->by[i];
        row[out] = times;
    }
}

static bool is_optimal(const vertex *k)
{
    for (int i = 0; i < k->n; i++)
        if (k->y[i] < -tol_lp_dual || k->row[i] < k->n) return false;
    return true;
}

static sti_outcome iterate(vertex *k)
{
    bool fresh = true;
    double violation;
    for (int iteration = 1; iteration <= ITERATIONS_EACH * (k->n + 1); iteration++) {
        update_vertex(k);
        int in = find_entering(k, &violation);
        if (in >= 0) {
            int out = find_leaving(k, in);
            if (out >= 0) {
                exchange(k, in, out);
                fresh = iteration % RENEW_EVERY == 0;
                if (fresh && !renew_inverse(k)) return STI_FAILED;
                continue;
            }
        }
        if (fresh)
            return in < 0                               ? (is_optimal(k) ? STI_OPTIMAL : STI_FAILED)
                   : is_contradiction(k, in, violation) ? STI_INFEASIBLE
                                                        : STI_FAILED;
        fresh = true;
        if (!renew_inverse(k)) return STI_FAILED;
    }
    return STI_FAILED;
}

sti_outcome bri_dual_simplex(sti_program *p, sti_memory *memory)
{
    vertex k = {0};
    for (int j = 0; j < p->columns; j++)
        k.n += p->low[j] < p->high[j];
    if (k.n == 0 || k.n > MOST_UNKNOWNS || !make_room(&k, p, memory)) return STI_FAILED;
    for (int j = 0, at = 0; j < p->columns; j++)
        if (p->low[j] < p->high[j])
            k.column[at++] = j;
        else if (p->low[j] > p->high[j])
            return STI_INFEASIBLE;
    start_at_box(&k, p);
    if (!add_rows(&k, p)) return STI_INFEASIBLE;
    sti_outcome outcome = iterate(&k);
    if (outcome != STI_OPTIMAL) return outcome;
    p->value = 0;
    for (int j = 0; j < p->columns; j++)
        p->x[j] = p->low[j];
    for (int j = 0; j < k.n; j++)
        p->x[k.column[j]] = fmin(fmax(k.x[j], p->low[k.column[j]]), p->high[k.column[j]]);
    for (int j = 0; j < p->columns; j++)
        p->value += p->goal[j] * p->x[j];
    return STI_OPTIMAL;
}
