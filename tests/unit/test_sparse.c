/* test_sparse.c - LU of a sparse matrix, against the product of the matrix and a known vector; determinants of small chains */
#include "linalg/sparse.h"

#include "test.h"

enum {
    ROWS = 60,
    PAIRS = ROWS * ROWS
};

typedef struct matrix { /* of a pattern of pairs, with the same values as a full matrix */
    bri_arena arena;
    bri_sparse sparse;
    int n;
    double *values, full[ROWS][ROWS];
    bool last[ROWS];
} matrix;

static void build(matrix *m, int n, const int (*pairs)[2], int count)
{
    m->n = n;
    assert_true(bri_sparse_build(&m->sparse, &m->arena, n, m->last, pairs, count));
    m->values = calloc((size_t)m->sparse.entries, sizeof(double));
    assert_non_null(m->values);
}

static void put(matrix *m, int row, int column, double value)
{
    m->full[row][column] = value;
    m->values[bri_sparse_find(&m->sparse, row, column)] = value;
}

/* Links with so many rows each, every one of which has entries in its own columns and in those of the links beside it; the
 * matrix is not symmetric. Of links that are idle one row has 1 on the diagonal and nothing else. closed: the last link has entries in
 * the columns of the first. */
static void chain(matrix *m, int links, int rows, bool closed, bool idle, uint64_t seed)
{
    static int pairs[PAIRS][2];
    int count = 0;
    memset(m, 0, sizeof *m);
    for (int i = 0; i < links * rows; i++)
        for (int j = i; j < links * rows; j++) {
            int apart = j / rows - i / rows;
            if (apart > 1 && !(closed && apart == links - 1)) continue;
            pairs[count][0] = i;
            pairs[count++][1] = j;
        }
    build(m, links * rows, (const int(*)[2])pairs, count);
    for (int k = 0; k < count; k++) {
        int i = pairs[k][0], j = pairs[k][1];
        bool rests = idle && (i % rows == rows - 1 || j % rows == rows - 1) && (i / rows + j / rows) % 3 == 0;
        put(m, i, j, i == j ? rests ? 1 : 4 * rows : rests ? 0 : random_between(&seed, -1, 1));
        if (i != j) put(m, j, i, rests ? 0 : random_between(&seed, -1, 1));
    }
}

static void destroy(matrix *m)
{
    free(m->values);
    bri_arena_free(&m->arena);
}

static void solves(matrix *m)
{
    double x[ROWS], work[ROWS];
    for (int i = 0; i < m->n; i++) {
        x[i] = 0;
        for (int j = 0; j < m->n; j++)
            x[i] += m->full[i][j] * (j + 1);
    }
    bri_pivots pivots = bri_sparse_factor(&m->sparse, m->values);
    assert_int_equal(pivots.dropped, 0);
    assert_int_equal(pivots.negative, 0);
    bri_sparse_solve(&m->sparse, m->values, x, work);
    for (int j = 0; j < m->n; j++)
        assert_close(x[j], j + 1, 1e-11);
}

static void chains_of_blocks_are_solved(void **state)
{
    (void)state;
    static matrix m;
    for (int rows = 1; rows <= 5; rows++)
        for (int links = 1; links * rows <= ROWS; links += rows > 3 ? 3 : 1)
            for (int kind = 0; kind < 4; kind++) {
                if (kind & 1 && links < 4) continue;
                chain(&m, links, rows, kind & 1, kind & 2, (uint64_t)(100 * rows + links));
                solves(&m);
                destroy(&m);
            }
}

/* Pivots of J J^T of a chain in a line, tridiagonal with 2 and -1, are 2, 3/2, 4/3, ...: each over the 2 that stood there. */
static void pivots_are_told(void **state)
{
    (void)state;
    static matrix m;
    chain(&m, 20, 1, false, false, 1);
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 20; j++)
            if (abs(i - j) <= 1) put(&m, i, j, i == j ? 2 : -1);
    bri_pivots pivots = bri_sparse_factor(&m.sparse, m.values);
    assert_close(pivots.least, 21. / 40, 1e-12);
    assert_int_equal(m.sparse.place[pivots.row], 19);
    assert_true(pivots.least_first == pivots.least); /* no row is last */
    destroy(&m);
}

/* The same of three rows, the third of which is last: 2, 3/2 and then 4/3. */
static void pivots_before_the_last_rows_are_told(void **state)
{
    (void)state;
    static const int pairs[][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 2}, {2, 2}};
    static matrix m;
    memset(&m, 0, sizeof m);
    m.last[2] = true;
    build(&m, 3, pairs, 5);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (abs(i - j) <= 1) put(&m, i, j, i == j ? 2 : -1);
    bri_pivots pivots = bri_sparse_factor(&m.sparse, m.values);
    assert_close(pivots.least, 2. / 3, 1e-12);
    assert_close(pivots.least_first, 3. / 4, 1e-12);
    destroy(&m);
}

/* A row that is twice another is dropped, and its unknown is left at 0. A negative diagonal gives a negative pivot. */
static void dependent_rows_are_dropped(void **state)
{
    (void)state;
    static matrix m;
    double x[ROWS], work[ROWS];
    for (int rows = 2; rows <= 3; rows++) {
        chain(&m, 8, rows, false, false, 3);
        for (int j = 0; j < m.n; j++) {
            if (bri_sparse_find(&m.sparse, 1, j) < 0 || bri_sparse_find(&m.sparse, 0, j) < 0) continue;
            put(&m, 1, j, 0);
            put(&m, 0, j, j < 2 ? 0 : m.full[0][j]);
        }
        for (int j = 0; j < m.n; j++)
            if (bri_sparse_find(&m.sparse, j, 0) >= 0) {
                put(&m, j, 0, 0);
                put(&m, j, 1, 0);
                put(&m, 0, j, 0);
            }
        put(&m, 0, 0, 1);
        put(&m, 0, 1, 2);
        put(&m, 1, 0, 2);
        put(&m, 1, 1, 4);
        put(&m, m.n - 1, m.n - 1, -40);
        bri_pivots pivots = bri_sparse_factor(&m.sparse, m.values);
        assert_int_equal(pivots.dropped, 1);
        assert_int_equal(pivots.negative, 1);
        for (int i = 0; i < m.n; i++)
            x[i] = i < 2 ? 1 + i : 0;
        bri_sparse_solve(&m.sparse, m.values, x, work);
        bool second = m.sparse.place[0] < m.sparse.place[1];
        assert_close(x[second ? 0 : 1], second ? 1 : 0.5, 1e-12);
        assert_close(x[second ? 1 : 0], 0, 1e-12);
        destroy(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chains_of_blocks_are_solved),
        cmocka_unit_test(pivots_are_told),
        cmocka_unit_test(pivots_before_the_last_rows_are_told),
        cmocka_unit_test(dependent_rows_are_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
