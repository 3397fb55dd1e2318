/* dual_simplex.c - dual simplex method for small dense linear programs
 *
 *     maximise c.x,  a_i.x <= b_i,  |a_i| = 1
 *
 * A vertex is the intersection of as many rows as there are unknowns, n, with c = sum y_i a_i, y_i >= 0: then c.x is nowhere
 * larger, whatever the other rows are. The row that is violated most enters, and that row leaves which keeps y >= 0; ties are
 * broken by the lexicographic rule (Dantzig, Orden, Wolfe 1955), which cannot cycle. The start is a vertex of a large box. An
 * answer counts only if it does not rely on the box: x and y of an optimum, a combination of rows that no x satisfies of an
 * infeasible program, a point and a ray on which c.x grows of an unbounded one. If the last vertex lies on the large box,
 * smaller boxes follow, in which points are exact: for one of many optima, or to leave on a ray. A verdict solves thousands of
 * programs of some ten unknowns: on a loop of ten pins this is 20 times faster than to load each of them into a library. */
#include "stiction/dual_simplex.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "linalg/dense.h"
#include "stiction/tolerance.h"

enum {
    MOST_UNKNOWNS = 40,
    ITERATIONS_EACH = 20, /* for each unknown */
    RENEW_EVERY = 12,     /* iterations */
    BOXES = sizeof lp_boxes / sizeof *lp_boxes
};

typedef struct vertex {
    int n, m;         /* unknowns that are not fixed; rows, of which the first n are the box */
    int *column;      /* n: column of each unknown in the program */
    int *row;         /* n: rows of the vertex */
    bool *is_in;      /* m: whether a row is one of the vertex */
    double *a, *b;    /* m x n; m */
    double *c, *sign; /* n: goal; sign of each unknown at the start */
    double *inverse;  /* n x n: of the rows of the vertex, x = inverse b */
    double *x, *y;    /* n: primal and dual solution of the vertex */
    double *by;       /* n: coefficients of a row as a combination of those of the vertex */
    double *matrix;   /* n x n: scratch */
    int *pivot;       /* n: scratch */
} vertex;

/* Places all arrays in the memory, which grows if necessary. False: out of memory. */
static bool make_room(vertex *k, const sti_program *p, sti_memory *memory)
{
    size_t n = (size_t)k->n + 1, m = (size_t)(2 * (p->rows + k->n) + k->n) + 1;
    size_t doubles = m * n + m + 2 * n * n + 6 * n, ints = 3 * n, flags = m;
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
    k->pivot = k->row + n;
    rest = k->pivot + n;
    k->is_in = rest;
    return true;
}

/* Appends sign x row.x <= sign x bound, divided by its norm `size`; false: it contradicts itself. */
static bool add_row(vertex *k, const double *row, double sign, double bound, double size)
{
    if (isinf(bound)) return sign * bound > 0;
    double *a = k->a + (size_t)k->m * (size_t)k->n;
    if (size <= tol_lp_entry) return sign * bound >= -tol_lp_infeasible;
    for (int j = 0; j < k->n; j++)
        a[j] = sign * row[j] / size;
    k->b[k->m++] = sign * bound / size;
    return true;
}

/* Appends the rows and bounds of the program, with fixed unknowns as constants; false: one contradicts itself. */
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

/* The vertex of a box of this half side at which c.x is largest. */
static void start_at_box(vertex *k, double box)
{
    int n = k->n;
    memset(k->a, 0, (size_t)n * (size_t)n * sizeof(double));
    memset(k->inverse, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int j = 0; j < n; j++) {
        k->sign[j] = k->c[j] < 0 ? -1 : 1;
        k->a[j * n + j] = k->inverse[j * n + j] = k->sign[j];
        k->b[j] = box;
        k->row[j] = j;
    }
    for (int i = 0; i < k->m; i++)
        k->is_in[i] = i < n;
}

/* Inverts the rows of the vertex again, which removes accumulated rounding; false: they are dependent. */
static bool renew_inverse(vertex *k)
{
    int n = k->n;
    double *LU = k->matrix;
    for (int i = 0; i < n; i++)
        memcpy(LU + i * n, k->a + k->row[i] * n, (size_t)n * sizeof(double));
    if (!bri_lu_factor(n, LU, k->pivot)) return false;
    for (int i = 0; i < n; i++)
        if (!(fabs(LU[i * n + i]) > tol_lp_singular)) return false;
    for (int i = 0; i < n; i++) {
        double *column = k->by; /* overwritten in the next iteration */
        memset(column, 0, (size_t)n * sizeof(double));
        column[i] = 1;
        bri_lu_solve(n, LU, k->pivot, column);
        for (int j = 0; j < n; j++)
            k->inverse[j * n + i] = column[j];
    }
    return true;
}

/* Sets x and y of the vertex by the inverse. */
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

/* The row that is violated most, and by how much; -1: none. */
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

/* Whether the row at place i leaves before that at l: y/by is less or, in a tie, the first differing number of the
 * inverse. */
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

/* Sets `by`, and returns the place of the vertex that the entering row takes; -1: none, so that no point satisfies all
 * rows. */
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

/* Whether the combination of rows in `by` proves infeasibility beyond rounding, and without the box. */
static bool is_contradiction(const vertex *k, int in, double violation)
{
    double sum = 1;
    for (int i = 0; i < k->n; i++) {
        if (k->by[i] > tol_lp_proof_entry) return false; /* neither a pivot nor rounding */
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

/* Replaces the row at place `out` of the vertex, and updates the inverse. */
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

static bool is_dual_feasible(const vertex *k)
{
    for (int i = 0; i < k->n; i++)
        if (k->y[i] < -tol_lp_dual) return false;
    return true;
}

/* From vertex to vertex, until none of the rows is violated (STI_OPTIMAL, within the box) or they contradict each other. */
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
            return in < 0                               ? (is_dual_feasible(k) ? STI_OPTIMAL : STI_FAILED)
                   : is_contradiction(k, in, violation) ? STI_INFEASIBLE
                                                        : STI_FAILED;
        fresh = true;
        if (!renew_inverse(k)) return STI_FAILED;
    }
    return STI_FAILED;
}

/* Whether there is a direction d along which no row ends and c.d > 0: the same program with all bounds 0, in a box of size 1.
 * Overwrites the rows and the vertex. */
static bool has_ray(vertex *k)
{
    double gain = 0, goal = 0;
    for (int i = k->n; i < k->m; i++)
        k->b[i] = 0;
    start_at_box(k, 1);
    if (iterate(k) != STI_OPTIMAL) return false;
    for (int j = 0; j < k->n; j++) {
        gain += k->c[j] * k->x[j];
        goal += k->c[j] * k->c[j];
    }
    return gain > tol_lp_gain * sqrt(goal);
}

/* What the best vertex within a box proves of the program without the box. */
static sti_outcome conclude(vertex *k, double box)
{
    bool on_box = false, held = false;
    for (int i = 0; i < k->n; i++) {
        on_box = on_box || k->row[i] < k->n;
        held = held || (k->row[i] < k->n && k->y[i] > tol_lp_dual);
    }
    if (!on_box) return STI_OPTIMAL;
    if (box >= lp_box) return STI_FAILED; /* the unknowns are too large to be exact */
    return !held ? STI_OPTIMAL : has_ray(k) ? STI_UNBOUNDED : STI_FAILED;
}

/* Whether an unknown is free and appears nowhere: it stays 0. */
static bool is_idle(const sti_program *p, int column)
{
    bool idle = p->goal[column] == 0 && isinf(p->low[column]) && isinf(p->high[column]);
    for (int i = 0; i < p->rows && idle; i++)
        idle = fabs(p->matrix[(size_t)i * (size_t)p->columns + (size_t)column]) <= tol_lp_entry;
    return idle;
}

sti_outcome bri_dual_simplex(sti_program *p, sti_memory *memory)
{
    vertex k = {0};
    for (int j = 0; j < p->columns; j++)
        k.n += p->low[j] < p->high[j] && !is_idle(p, j);
    if (k.n > MOST_UNKNOWNS || !make_room(&k, p, memory)) return STI_FAILED;
    for (int j = 0, at = 0; j < p->columns; j++)
        if (p->low[j] > p->high[j])
            return STI_INFEASIBLE;
        else if (p->low[j] < p->high[j] && !is_idle(p, j))
            k.column[at++] = j;
    for (int j = 0; j < k.n; j++)
        k.c[j] = p->goal[k.column[j]];
    sti_outcome outcome = STI_FAILED;
    for (int i = 0; i < BOXES && outcome == STI_FAILED; i++) {
        k.m = k.n;
        if (!add_rows(&k, p)) return STI_INFEASIBLE;
        start_at_box(&k, lp_boxes[i]);
        outcome = iterate(&k);
        if (outcome == STI_OPTIMAL) outcome = conclude(&k, lp_boxes[i]);
    }
    if (outcome != STI_OPTIMAL) return outcome;
    p->value = 0;
    for (int j = 0; j < p->columns; j++)
        p->x[j] = isinf(p->low[j]) ? 0 : p->low[j];
    for (int j = 0; j < k.n; j++)
        p->x[k.column[j]] = fmin(fmax(k.x[j], p->low[k.column[j]]), p->high[k.column[j]]);
    for (int j = 0; j < p->columns; j++)
        p->value += p->goal[j] * p->x[j];
    return STI_OPTIMAL;
}
