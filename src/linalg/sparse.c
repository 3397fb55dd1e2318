/* sparse.c - symbolic elimination once, numbers often */
#include "linalg/sparse.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct row_set { /* neighbours of a row, ascending */
    int count, room, *at;
} row_set;

static bool add(row_set *set, int item)
{
    int low = 0, high = set->count;
    while (low < high) {
        int middle = (low + high) / 2;
        if (set->at[middle] < item)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < set->count && set->at[low] == item) return true;
    if (set->count == set->room) {
        int room = set->room ? 2 * set->room : 8;
        int *at = realloc(set->at, (size_t)room * sizeof *at);
        if (!at) return false;
        set->at = at;
        set->room = room;
    }
    memmove(set->at + low + 1, set->at + low, (size_t)(set->count - low) * sizeof *set->at);
    set->at[low] = item;
    set->count++;
    return true;
}

/* Whether a row is eliminated before another: those that come last never are; else the one with fewer neighbours. */
static bool is_before(const bool *last, const int *degree, int i, int j)
{
    return last[i] != last[j] ? last[j] : degree[i] < degree[j];
}

/* Eliminates the row with the fewest neighbours that are left, and joins those to each other. */
static bool eliminate_next(int n, const bool *last, row_set *near, int *degree, int *place, int step)
{
    int best = -1;
    for (int i = 0; i < n; i++)
        if (place[i] < 0 && (best < 0 || is_before(last, degree, i, best))) best = i;
    place[best] = step;
    for (int a = 0; a < near[best].count; a++) {
        int i = near[best].at[a];
        if (place[i] >= 0) continue;
        for (int b = 0; b < near[best].count; b++) {
            int j = near[best].at[b];
            if (j != i && place[j] < 0 && !add(&near[i], j)) return false;
        }
        degree[i] = 0;
        for (int b = 0; b < near[i].count; b++)
            degree[i] += place[near[i].at[b]] < 0;
    }
    return true;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static bool gather(bri_sparse *s, bri_arena *arena, const row_set *near)
{
    int n = s->n, *row_at = malloc((size_t)(n ? n : 1) * sizeof *row_at);
    s->entries = n;
    for (int i = 0; i < n; i++)
        s->entries += near[i].count;
    s->start = bri_arena_take(arena, (size_t)n + 1, sizeof(int));
    s->column = bri_arena_take(arena, (size_t)s->entries, sizeof(int));
    s->diagonal = bri_arena_take(arena, (size_t)n, sizeof(int));
    bool fine = row_at && !arena->failed;
    for (int i = 0; fine && i < n; i++)
        row_at[s->place[i]] = i;
    for (int p = 0; fine && p < n; p++) {
        const row_set *row = &near[row_at[p]];
        int *column = s->column + s->start[p];
        for (int b = 0; b < row->count; b++)
            column[b] = s->place[row->at[b]];
        column[row->count] = p;
        qsort(column, (size_t)row->count + 1, sizeof(int), ascending);
        s->start[p + 1] = s->start[p] + row->count + 1;
        for (int k = s->start[p]; k < s->start[p + 1]; k++)
            if (s->column[k] == p) s->diagonal[p] = k;
    }
    free(row_at);
    return fine;
}

bool bri_sparse_build(bri_sparse *s, bri_arena *arena, int n, const bool *last, const int (*pairs)[2], int count)
{
    size_t room = (size_t)(n ? n : 1);
    row_set *near = calloc(room, sizeof *near);
    int *degree = calloc(room, sizeof *degree);
    *s = (bri_sparse){.n = n,
                      .place = bri_arena_take(arena, room, sizeof(int)),
                      .dependent = bri_arena_take(arena, room, sizeof(double))};
    bool fine = near && degree && s->place && s->dependent;
    for (int i = 0; fine && i < n; i++)
        s->dependent[i] = 1e-12; /* rounding */
    for (int k = 0; fine && k < count; k++) {
        int i = pairs[k][0], j = pairs[k][1];
        if (i != j) fine = add(&near[i], j) && add(&near[j], i);
    }
    for (int i = 0; fine && i < n; i++) {
        s->place[i] = -1;
        degree[i] = near[i].count;
    }
    for (int step = 0; fine && step < n; step++)
        fine = eliminate_next(n, last, near, degree, s->place, step);
    fine = fine && gather(s, arena, near);
    for (int i = 0; near && i < n; i++)
        free(near[i].at);
    free(near);
    free(degree);
    return fine;
}

int bri_sparse_find(const bri_sparse *s, int row, int column)
{
    int p = s->place[row], q = s->place[column];
    const int *found =
        bsearch(&q, s->column + s->start[p], (size_t)(s->start[p + 1] - s->start[p]), sizeof(int), ascending);
    return found ? (int)(found - s->column) : -1;
}

/* Columns of an earlier row, past its own, are columns of every row that it is taken from: the pattern holds the fill. */
bri_pivots bri_sparse_factor(const bri_sparse *s, double *restrict values)
{
    bri_pivots pivots = {.least = INFINITY, .row = -1};
    const int *restrict column = s->column;
    for (int p = 0; p < s->n; p++) {
        int own = s->diagonal[p];
        double before = fabs(values[own]);
        for (ptrdiff_t k = s->start[p]; k < own; k++) {
            if (values[k] == 0) continue; /* as in all of a row that does not hold */
            ptrdiff_t e = column[k], pivot = s->diagonal[e], at = k + 1, end = s->start[e + 1];
            double factor = values[k] *= values[pivot]; /* its inverse stands there */
            for (ptrdiff_t l = pivot + 1; l < end; l++, at++) {
                while (column[at] != column[l])
                    at++;
                values[at] -= factor * values[l];
            }
        }
        double pivot = values[own], share = fabs(pivot) / (before > 0 ? before : 1);
        if (!(share >= pivots.least)) {
            pivots.least = share;
            pivots.row = p;
        }
        bool drop = !(share > s->dependent[p]);
        pivots.negative += pivot < 0 && !drop;
        pivots.dropped += drop;
        values[own] = drop ? 0 : 1 / pivot;
    }
    for (int i = 0; pivots.row >= 0 && i < s->n; i++)
        if (s->place[i] == pivots.row) {
            pivots.row = i;
            break;
        }
    return pivots;
}

void bri_sparse_solve(const bri_sparse *s, const double *restrict values, double *restrict x, double *restrict work)
{
    const int *restrict column = s->column;
    double *y = work;
    for (int i = 0; i < s->n; i++)
        y[s->place[i]] = x[i];
    for (int p = 0; p < s->n; p++) {
        double sum = y[p];
        for (int k = s->start[p], end = s->diagonal[p]; k < end; k++)
            sum -= values[k] * y[column[k]];
        y[p] = sum;
    }
    for (int p = s->n - 1; p >= 0; p--) {
        double sum = y[p];
        for (int k = s->diagonal[p] + 1, end = s->start[p + 1]; k < end; k++)
            sum -= values[k] * y[column[k]];
        y[p] = sum * values[s->diagonal[p]];
    }
    for (int i = 0; i < s->n; i++)
        x[i] = y[s->place[i]];
}

void bri_sparse_null_vector(const bri_sparse *s, const double *matrix, const double *factors, int row, double *z,
                            double *work)
{
    for (int i = 0; i < s->n; i++) {
        int found = bri_sparse_find(s, row, i);
        z[i] = found >= 0 ? -matrix[found] : 0;
    }
    bri_sparse_solve(s, factors, z, work);
    z[row] += 1;
}
