/* sparse.c - symbolic elimination once, numbers often */
#include "linalg/sparse.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double tol_pivot = 1e-12; /* of a row, over its diagonal: what is left of a dependent one by rounding */
enum {
    BLOCK_MAX = 4, /* rows */
    MANY_ROWS = 16 /* that are eliminated by blocks */
};

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

typedef struct candidate { /* for elimination; an old one, whose row has another degree by now, is passed over */
    int row, degree;
    bool last;
} candidate;

typedef struct queue { /* binary heap: the next to be eliminated first */
    int count, room;
    candidate *at;
} queue;

/* Rows that come last are eliminated after all others; else the one with fewer neighbours, then the one that was given first. So a
 * chain is eliminated from one of its ends: where two long parts met in the middle, the last pivots would be small differences. */
static bool is_before(const candidate *a, const candidate *b)
{
    if (a->last != b->last) return b->last;
    return a->degree != b->degree ? a->degree < b->degree : a->row < b->row;
}

static bool push(queue *q, candidate next)
{
    if (q->count == q->room) {
        int room = q->room ? 2 * q->room : 64;
        candidate *at = realloc(q->at, (size_t)room * sizeof *at);
        if (!at) return false;
        q->at = at;
        q->room = room;
    }
    int i = q->count++;
    for (int above = (i - 1) / 2; i > 0 && is_before(&next, &q->at[above]); i = above, above = (i - 1) / 2)
        q->at[i] = q->at[above];
    q->at[i] = next;
    return true;
}

static candidate pop(queue *q)
{
    candidate first = q->at[0], moved = q->at[--q->count];
    int i = 0;
    for (int below = 1; below < q->count; below = 2 * i + 1) {
        if (below + 1 < q->count && is_before(&q->at[below + 1], &q->at[below])) below++;
        if (!is_before(&q->at[below], &moved)) break;
        q->at[i] = q->at[below];
        i = below;
    }
    q->at[i] = moved;
    return first;
}

/* Eliminates the next row, and joins the neighbours that are left to each other. */
static bool eliminate_next(queue *q, const bool *last, row_set *near, int *degree, int *place, int step)
{
    candidate next;
    do
        next = pop(q);
    while (place[next.row] >= 0 || degree[next.row] != next.degree);
    place[next.row] = step;
    const row_set *row = &near[next.row];
    for (int a = 0; a < row->count; a++) {
        int i = row->at[a];
        if (place[i] >= 0) continue;
        for (int b = 0; b < row->count; b++) {
            int j = row->at[b];
            if (j != i && place[j] < 0 && !add(&near[i], j)) return false;
        }
        int left = 0;
        for (int b = 0; b < near[i].count; b++)
            left += place[near[i].at[b]] < 0;
        degree[i] = left;
        if (!push(q, (candidate){i, left, last[i]})) return false;
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

/* Where the columns of an earlier row, past its own, are in a later row that has them: side by side mostly, as the rows of a
 * joint and its neighbours are. */
static bool find_targets(bri_sparse *s, bri_arena *arena)
{
    s->target = bri_arena_take(arena, (size_t)s->entries, sizeof(int));
    if (arena->failed) return false;
    for (int p = 0; p < s->n; p++)
        for (int k = s->start[p]; k < s->diagonal[p]; k++) {
            int e = s->column[k], first = s->diagonal[e] + 1, count = s->start[e + 1] - first, at = k + 1;
            while (count && s->column[at] != s->column[first])
                at++;
            bool beside = !count || s->column[at + count - 1] == s->column[first + count - 1];
            s->target[k] = beside ? at : -1;
        }
    return true;
}

/* So many columns, the first of which is entry k, side by side. */
static bool is_run(const bri_sparse *s, int k, int count)
{
    return s->column[k + count - 1] - s->column[k] == count - 1;
}

/* Consecutive rows with the same columns before and after them, and with all of their own. */
static bool find_blocks(bri_sparse *s, bri_arena *arena)
{
    s->block = bri_arena_take(arena, (size_t)s->n + 1, sizeof(int));
    s->span = bri_arena_take(arena, (size_t)s->n + 1, sizeof *s->span);
    if (arena->failed) return false;
    for (int p = 0, next; p < s->n && s->n >= MANY_ROWS; p = next) {
        int count = s->start[p + 1] - s->start[p];
        size_t size = (size_t)count * sizeof(int);
        for (next = p + 1; next < s->n && next < p + BLOCK_MAX; next++)
            if (s->start[next + 1] - s->start[next] != count ||
                memcmp(s->column + s->start[next], s->column + s->start[p], size) != 0)
                break;
        int rows = s->block[p] = next - p, before = s->diagonal[p] - s->start[p], past = count - before - rows;
        bool is_link = rows == 2 || rows == 3;
        s->span[s->spans++] = (bri_sparse_span){
            .first = p,
            .rows = rows,
            .links_before = is_link && before == rows && is_run(s, s->start[p], rows),
            .links_past = is_link && past == rows && is_run(s, s->diagonal[p] + rows, rows),
        };
    }
    return true;
}

bool bri_sparse_build(bri_sparse *s, bri_arena *arena, int n, const bool *last, const int (*pairs)[2], int count)
{
    assert(s && arena && n >= 0 && count >= 0 && (pairs || count == 0));
    size_t room = (size_t)(n ? n : 1);
    row_set *near = calloc(room, sizeof *near);
    int *degree = calloc(room, sizeof *degree);
    queue q = {0};
    *s = (bri_sparse){.n = n,
                      .place = bri_arena_take(arena, room, sizeof(int)),
                      .dependent = bri_arena_take(arena, room, sizeof(double))};
    bool fine = near && degree && s->place && s->dependent;
    for (int i = 0; fine && i < n; i++)
        s->dependent[i] = tol_pivot;
    for (int k = 0; fine && k < count; k++) {
        int i = pairs[k][0], j = pairs[k][1];
        if (i != j) fine = add(&near[i], j) && add(&near[j], i);
    }
    for (int i = 0; fine && i < n; i++) {
        s->place[i] = -1;
        degree[i] = near[i].count;
    }
    for (int i = 0; fine && i < n; i++) {
        s->first += !last[i];
        fine = push(&q, (candidate){i, degree[i], last[i]});
    }
    for (int step = 0; fine && step < n; step++)
        fine = eliminate_next(&q, last, near, degree, s->place, step);
    fine = fine && gather(s, arena, near) && find_targets(s, arena) && find_blocks(s, arena);
    for (int i = 0; near && i < n; i++)
        free(near[i].at);
    free(near);
    free(degree);
    free(q.at);
    return fine;
}

int bri_sparse_find(const bri_sparse *s, int row, int column)
{
    assert(s && 0 <= row && row < s->n && 0 <= column && column < s->n);
    int p = s->place[row], q = s->place[column];
    const int *found =
        bsearch(&q, s->column + s->start[p], (size_t)(s->start[p + 1] - s->start[p]), sizeof(int), ascending);
    return found ? (int)(found - s->column) : -1;
}

/* Takes from a row what its column e has of row e, which is eliminated. Columns of an earlier row, past its own, are columns of every
 * row that it is taken from: the pattern holds the fill. */
static inline void take_row(const bri_sparse *s, double *restrict values, ptrdiff_t k)
{
    const int *restrict column = s->column;
    if (values[k] == 0) return; /* as in all of a row that does not hold */
    ptrdiff_t e = column[k], pivot = s->diagonal[e], end = s->start[e + 1], at = s->target[k];
    double factor = values[k] *= values[pivot]; /* its inverse stands there */
    if (at >= 0) {
        const double *restrict from = values + pivot + 1; /* of another row than to */
        double *restrict to = values + at;
        for (ptrdiff_t l = 0; l < end - pivot - 1; l++)
            to[l] -= factor * from[l];
        return;
    }
    at = k + 1;
    for (ptrdiff_t l = pivot + 1; l < end; l++, at++) {
        while (column[at] != column[l])
            at++;
        values[at] -= factor * values[l];
    }
}

/* The same of a block of n rows that have n columns past their own, for each of so many rows that have them side by side: all
 * numbers of it fit into registers. In the order of take_row. */
static inline void take_block(const bri_sparse *s, double *restrict values, ptrdiff_t e, const int n, ptrdiff_t k,
                              int rows, ptrdiff_t stride)
{
    double own[BLOCK_MAX][BLOCK_MAX], past[BLOCK_MAX][BLOCK_MAX];
    for (int i = 0; i < n; i++) {
        const double *from = values + s->diagonal[e + i];
        for (int j = i; j < n; j++)
            own[i][j] = from[j - i];
        for (int j = 0; j < n; j++)
            past[i][j] = from[n - i + j];
    }
    for (int r = 0; r < rows; r++, k += stride) {
        double *to = values + k, factor[BLOCK_MAX];
        bool none = true;
        for (int i = 0; i < n; i++)
            none = none && to[i] == 0;
        if (none) continue;
        for (int i = 0; i < n; i++) {
            factor[i] = to[i];
            for (int j = 0; j < i; j++)
                factor[i] -= factor[j] * own[j][i];
            to[i] = factor[i] *= own[i][i];
        }
        to += n;
        for (int j = 0; j < n; j++) {
            double left = to[j];
            for (int i = 0; i < n; i++)
                left -= factor[i] * past[i][j];
            to[j] = left;
        }
    }
}

/* What rounding leaves of the pivot of a dependent row is about 1e-15 over the smallest pivot before it: above tol_pivot where that is
 * smaller than the first of these. Rows whose pivots are above 1e-8 never count as dependent. */
static const double amplified_from = 1e-3, most_rounding = 1e4;

double bri_rounding_of_last(const bri_pivots *pivots)
{
    return fmin(fmax(1, amplified_from / pivots->least_kept), most_rounding);
}

/* The pivot of a row, of which before stood there: writes its inverse, or 0. */
static inline double take_pivot(const bri_sparse *s, int p, double pivot, double before, bri_pivots *pivots)
{
    double share = fabs(pivot) / (before > 0 ? before : 1);
    if (!(share >= pivots->least)) {
        pivots->least = share;
        pivots->row = p;
    }
    if (p < s->first && !(share >= pivots->least_first)) pivots->least_first = share;
    double limit = p < s->first ? s->dependent[p] : fmax(s->dependent[p], tol_pivot * bri_rounding_of_last(pivots));
    bool drop = !(share > limit);
    if (p < s->first && !drop) pivots->least_kept = fmin(pivots->least_kept, share);
    pivots->negative += pivot < 0 && !drop;
    pivots->dropped += drop;
    return drop ? 0 : 1 / pivot;
}

/* Eliminates the rows of a block from each other, in the order of take_row. */
static void finish_rows(const bri_sparse *s, double *values, int first, int rows, const double *before,
                        bri_pivots *pivots)
{
    for (int r = 0; r < rows; r++) {
        int p = first + r, own = s->diagonal[p];
        for (ptrdiff_t k = own - r; k < own; k++)
            take_row(s, values, k);
        values[own] = take_pivot(s, p, values[own], before[r], pivots);
    }
}

/* The same of a block of n rows with n columns past their own. */
static inline void finish_block(const bri_sparse *s, double *restrict values, int first, const int n,
                                const double *before, bri_pivots *pivots)
{
    double a[BLOCK_MAX][2 * BLOCK_MAX], *row[BLOCK_MAX];
    for (int r = 0; r < n; r++) {
        row[r] = values + s->diagonal[first + r] - r;
        for (int j = 0; j < 2 * n; j++)
            a[r][j] = row[r][j];
    }
    for (int r = 0; r < n; r++) {
        for (int q = 0; q < r; q++) {
            double factor = a[r][q] *= a[q][q];
            for (int j = q + 1; j < 2 * n; j++)
                a[r][j] -= factor * a[q][j];
        }
        a[r][r] = take_pivot(s, first + r, a[r][r], before[r], pivots);
    }
    for (int r = 0; r < n; r++)
        for (int j = 0; j < 2 * n; j++)
            row[r][j] = a[r][j];
}

static void find_own(const bri_sparse *s, bri_pivots *pivots)
{
    for (int i = 0; pivots->row >= 0 && i < s->n; i++)
        if (s->place[i] == pivots->row) {
            pivots->row = i;
            break;
        }
}

/* Of few rows, for which blocks are no gain. */
static void factor_rows(const bri_sparse *s, double *values, bri_pivots *pivots)
{
    for (int p = 0; p < s->n; p++) {
        int own = s->diagonal[p];
        double before = fabs(values[own]);
        for (ptrdiff_t k = s->start[p]; k < own; k++)
            take_row(s, values, k);
        values[own] = take_pivot(s, p, values[own], before, pivots);
    }
}

static void factor_blocks(const bri_sparse *s, double *restrict values, bri_pivots *pivots)
{
    const int *restrict column = s->column;
    for (int first = 0, rows; first < s->n; first += rows) {
        double before[BLOCK_MAX];
        ptrdiff_t begin = s->start[first], end = s->diagonal[first], stride = s->start[first + 1] - begin;
        rows = s->block[first];
        for (int r = 0; r < rows; r++)
            before[r] = fabs(values[s->diagonal[first + r]]);
        for (ptrdiff_t k = begin; k < end;) {
            int e = column[k], n = s->block[e], past = n ? s->start[e + n] - s->diagonal[e + n - 1] - 1 : 0;
            bool fits = (n == 2 || n == 3) && past == n && k + n <= end && s->target[k] == k + 1;
            if (fits && n == 3)
                take_block(s, values, e, 3, k, rows, stride);
            else if (fits)
                take_block(s, values, e, 2, k, rows, stride);
            else
                for (int r = 0; r < rows; r++)
                    take_row(s, values, k + r * stride);
            k += fits ? n : 1;
        }
        int past = s->start[first + 1] - s->diagonal[first] - rows;
        if (rows == 3 && past == 3)
            finish_block(s, values, first, 3, before, pivots);
        else if (rows == 2 && past == 2)
            finish_block(s, values, first, 2, before, pivots);
        else
            finish_rows(s, values, first, rows, before, pivots);
    }
}

bri_pivots bri_sparse_factor(const bri_sparse *s, double *values)
{
    bri_pivots pivots = {.least = INFINITY, .least_first = INFINITY, .least_kept = INFINITY, .row = -1};
    if (s->n < MANY_ROWS)
        factor_rows(s, values, &pivots);
    else
        factor_blocks(s, values, &pivots);
    find_own(s, &pivots);
    return pivots;
}

/* Forward and back substitution of a block of n rows, in one go: only n numbers of a neighbouring block are needed, and they alone
 * follow from what came before. */
static inline void reduce_block(const bri_sparse *s, const double *restrict values, double *restrict y, int first,
                                const int n)
{
    const double *from = y + s->column[s->start[first]];
    double sum[BLOCK_MAX];
    for (int r = 0; r < n; r++) {
        const double *row = values + s->start[first + r];
        sum[r] = y[first + r];
        for (int j = 0; j < n; j++)
            sum[r] -= row[j] * from[j];
    }
    for (int r = 0; r < n; r++) {
        const double *row = values + s->start[first + r] + n;
        for (int q = 0; q < r; q++)
            sum[r] -= row[q] * sum[q];
        y[first + r] = sum[r];
    }
}

static inline void substitute_block(const bri_sparse *s, const double *restrict values, double *restrict y, int first,
                                    const int n)
{
    const double *from = y + s->column[s->diagonal[first] + n];
    double sum[BLOCK_MAX];
    for (int r = 0; r < n; r++) {
        const double *row = values + s->diagonal[first + r] + n - r;
        sum[r] = y[first + r];
        for (int j = 0; j < n; j++)
            sum[r] -= row[j] * from[j];
    }
    for (int r = n - 1; r >= 0; r--) {
        const double *row = values + s->diagonal[first + r];
        for (int q = r + 1; q < n; q++)
            sum[r] -= row[q - r] * sum[q];
        y[first + r] = sum[r] *= row[0];
    }
}

static void reduce_rows(const bri_sparse *s, const double *restrict values, double *restrict y, int first, int rows)
{
    for (int p = first; p < first + rows; p++) {
        double sum = y[p];
        for (int k = s->start[p], end = s->diagonal[p]; k < end; k++)
            sum -= values[k] * y[s->column[k]];
        y[p] = sum;
    }
}

static void substitute_rows(const bri_sparse *s, const double *restrict values, double *restrict y, int first, int rows)
{
    for (int p = first + rows - 1; p >= first; p--) {
        double sum = y[p];
        for (int k = s->diagonal[p] + 1, end = s->start[p + 1]; k < end; k++)
            sum -= values[k] * y[s->column[k]];
        y[p] = sum * values[s->diagonal[p]];
    }
}

void bri_sparse_solve(const bri_sparse *s, const double *restrict values, double *restrict x, double *restrict work)
{
    double *y = work;
    for (int i = 0; i < s->n; i++)
        y[s->place[i]] = x[i];
    if (s->n < MANY_ROWS) {
        reduce_rows(s, values, y, 0, s->n);
        substitute_rows(s, values, y, 0, s->n);
    }
    for (int i = 0; i < s->spans; i++) {
        const bri_sparse_span *span = &s->span[i];
        if (span->links_before && span->rows == 3)
            reduce_block(s, values, y, span->first, 3);
        else if (span->links_before && span->rows == 2)
            reduce_block(s, values, y, span->first, 2);
        else
            reduce_rows(s, values, y, span->first, span->rows);
    }
    for (int i = s->spans - 1; i >= 0; i--) {
        const bri_sparse_span *span = &s->span[i];
        if (span->links_past && span->rows == 3)
            substitute_block(s, values, y, span->first, 3);
        else if (span->links_past && span->rows == 2)
            substitute_block(s, values, y, span->first, 2);
        else
            substitute_rows(s, values, y, span->first, span->rows);
    }
    for (int i = 0; i < s->n; i++)
        x[i] = y[s->place[i]];
}

void bri_sparse_null_vector(const bri_sparse *s, const double *matrix, const double *factors, int row, double *z,
                            double *work)
{
    assert(matrix && factors && matrix != factors && 0 <= row && row < s->n && z && work);
    for (int i = 0; i < s->n; i++) {
        int found = bri_sparse_find(s, row, i);
        z[i] = found >= 0 ? -matrix[found] : 0;
    }
    bri_sparse_solve(s, factors, z, work);
    z[row] += 1;
}
