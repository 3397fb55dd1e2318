/* test_dual_simplex.c - small linear programs, by the dual simplex method and by the part clp, against all vertices that three rows
 * can make and against programs made from their answer */
#include "test.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "part/part.h"
#include "stiction/clp.h"
#include "stiction/dual_simplex.h"
#include "stiction/program.h"

enum {
    UNKNOWNS = 3,
    MOST_ROWS = 12
};

/* --- both solvers ---------------------------------------------------------------------------------------------------------- */

static const sti_clp_functions *clp; /* NULL: the part is missing */
static void *clp_solver;             /* of the last program, so that solutions start from one another */
static int clp_columns;

static int free_clp(void **state)
{
    (void)state;
    if (clp_solver) clp->destroy(clp_solver);
    clp_solver = NULL;
    return 0;
}

static sti_outcome by_clp(sti_program *p, bool again)
{
    if (clp_solver && clp_columns != p->columns) free_clp(NULL);
    if (!clp_solver) clp_solver = clp->create(p->columns);
    assert_non_null(clp_solver);
    clp_columns = p->columns;
    return clp->solve(clp_solver, p, again);
}

/* state: not NULL: by Clp. */
static sti_outcome solve(void **state, sti_program *p, sti_memory *memory)
{
    return *state ? by_clp(p, false) : bri_dual_simplex(p, memory);
}

static void needs_clp(void **state)
{
    if (*state && !clp) skip();
}

static double uniform(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (double)(*random >> 11) / 9007199254740992.0 * 2 - 1;
}

/* Solves three rows a.x = b by Cramer's rule; false: they are dependent. */
static bool meet(const double a[3][UNKNOWNS], const double b[3], double x[UNKNOWNS])
{
    double minor[3][3], det = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
            minor[i][j] = a[r][c] * a[s][d] - a[r][d] * a[s][c];
        }
    for (int j = 0; j < 3; j++)
        det += a[0][j] * minor[0][j];
    for (int j = 0; j < 3; j++)
        x[j] = (b[0] * minor[0][j] + b[1] * minor[1][j] + b[2] * minor[2][j]) / det;
    return fabs(det) > 1e-9;
}

/* The largest value over all vertices that satisfy all rows; -INFINITY: there is none. */
static double best_vertex(const double (*a)[UNKNOWNS], const double *b, int rows, const double *c)
{
    double best = -INFINITY;
    for (int i = 0; i < rows; i++)
        for (int j = i + 1; j < rows; j++)
            for (int k = j + 1; k < rows; k++) {
                double of[3][UNKNOWNS], by[3] = {b[i], b[j], b[k]}, x[UNKNOWNS], value = 0;
                const int three[3] = {i, j, k};
                for (int r = 0; r < 3; r++)
                    for (int u = 0; u < UNKNOWNS; u++)
                        of[r][u] = a[three[r]][u];
                bool inside = meet((const double(*)[UNKNOWNS])of, by, x);
                for (int r = 0; r < rows && inside; r++)
                    inside = a[r][0] * x[0] + a[r][1] * x[1] + a[r][2] * x[2] <= b[r] + 1e-9;
                for (int u = 0; u < UNKNOWNS; u++)
                    value += c[u] * x[u];
                if (inside && value > best) best = value;
            }
    return best;
}

/* A box, and rows at random; often degenerate: numbers are rounded to halves in every second one. */
static void agrees_with_all_corners(void **state)
{
    needs_clp(state);
    uint64_t random = 5;
    int largest = 0, none = 0, not_known = 0;
    bri_error err = {0};
    sti_program *p = NULL;
    sti_memory memory = {0};
    assert_int_equal(bri_program_create(UNKNOWNS + 1, &p, &err), BRI_OK);
    for (int trial = 0; trial < 4000; trial++) {
        double a[MOST_ROWS][UNKNOWNS], b[MOST_ROWS], c[UNKNOWNS];
        int rows = 0, extra = 1 + trial % (MOST_ROWS - 2 * UNKNOWNS);
        bri_program_clear(p);
        p->low[UNKNOWNS] = p->high[UNKNOWNS] = 0.25; /* fixed: adds what is put to it */
        for (int j = 0; j < UNKNOWNS; j++) {
            p->low[j] = -1;
            p->high[j] = 2;
            p->goal[j] = c[j] = trial % 2 ? round(2 * uniform(&random)) / 2 : uniform(&random);
            for (int side = 0; side < 2; side++, rows++)
                for (int u = 0; u < UNKNOWNS; u++) {
                    a[rows][u] = u == j ? (side ? -1 : 1) : 0;
                    b[rows] = side ? 1 : 2;
                }
        }
        for (int i = 0; i < extra; i++, rows++) {
            for (int u = 0; u < UNKNOWNS; u++)
                a[rows][u] = trial % 2 ? round(2 * uniform(&random)) / 2 : uniform(&random);
            b[rows] = trial % 2 ? round(2 * uniform(&random)) / 2 : uniform(&random);
            double *row = bri_program_row(p, -INFINITY, b[rows] + 0.5);
            assert_non_null(row);
            for (int u = 0; u < UNKNOWNS; u++)
                row[u] = a[rows][u];
            row[UNKNOWNS] = 2;
        }
        double best = best_vertex((const double(*)[UNKNOWNS])a, b, rows, c);
        sti_outcome outcome = solve(state, p, &memory);
        not_known += outcome == STI_FAILED;
        none += outcome == STI_INFEASIBLE;
        largest += outcome == STI_OPTIMAL;
        if (outcome == STI_INFEASIBLE) assert_true(best == -INFINITY);
        if (outcome == STI_OPTIMAL) assert_float_equal(p->value, best, 1e-9);
        assert_true(outcome != STI_UNBOUNDED); /* the box bounds all unknowns */
    }
    print_message("%d have a largest value, %d no solution, %d are not known\n", largest, none, not_known);
    assert_true(largest > 1000 && none > 500 && not_known < 40);
    bri_program_destroy(p);
    free(memory.at);
}

/* Each unknown ends at the bound to which its goal points, after as many exchanges as there are unknowns: the inverse is renewed
 * on the way, while most unknowns are still unbounded. */
static void many_unknowns_come_to_their_bounds(void **state)
{
    needs_clp(state);
    enum {
        MANY = 30
    };
    bri_error err = {0};
    sti_program *p = NULL;
    sti_memory memory = {0};
    double best = 0;
    assert_int_equal(bri_program_create(MANY, &p, &err), BRI_OK);
    for (int j = 0; j < MANY; j++) {
        p->low[j] = -1 - j;
        p->high[j] = 2 + j;
        p->goal[j] = j % 3 ? 1 + j : -1 - j;
        best += p->goal[j] * (p->goal[j] > 0 ? p->high[j] : p->low[j]);
    }
    assert_int_equal(solve(state, p, &memory), STI_OPTIMAL);
    assert_close(p->value, best, 1e-9);
    for (int j = 0; j < MANY; j++)
        assert_close(p->x[j], p->goal[j] > 0 ? p->high[j] : p->low[j], 1e-12);
    bri_program_destroy(p);
    free(memory.at);
}

static void finds_what_has_no_end(void **state)
{
    needs_clp(state);
    bri_error err = {0};
    sti_program *p = NULL;
    sti_memory memory = {0};
    assert_int_equal(bri_program_create(2, &p, &err), BRI_OK);
    p->goal[0] = 1;
    double *row = bri_program_row(p, 0, INFINITY); /* x >= y >= 0 */
    assert_non_null(row);
    row[0] = 1;
    row[1] = -1;
    p->low[1] = 0;
    assert_int_equal(solve(state, p, &memory), STI_UNBOUNDED);
    row[1] = -1.1; /* y from x/1.2 to x/1.1: the ray is along none of the axes */
    row = bri_program_row(p, 0, INFINITY);
    assert_non_null(row);
    row[0] = -1;
    row[1] = 1.2;
    assert_int_equal(solve(state, p, &memory), STI_UNBOUNDED);
    p->rows = 1;
    p->matrix[1] = -1;
    p->high[0] = 3; /* any y from 0 to 3 will do */
    assert_int_equal(solve(state, p, &memory), STI_OPTIMAL);
    assert_close(p->value, 3, 1e-12);
    bri_program_destroy(p);
    free(memory.at);
}

static void without_unknowns_only_rows_are_checked(void **state)
{
    needs_clp(state);
    bri_error err = {0};
    sti_program *p = NULL;
    sti_memory memory = {0};
    assert_int_equal(bri_program_create(2, &p, &err), BRI_OK);
    for (int j = 0; j < 2; j++)
        p->low[j] = p->high[j] = p->goal[j] = 1 + j;
    for (int bound = 4; bound < 7; bound++) { /* 1 + 2 2 <= bound */
        double *row = bri_program_row(p, -INFINITY, bound);
        assert_non_null(row);
        row[0] = 1;
        row[1] = 2;
        assert_int_equal(solve(state, p, &memory), bound < 5 ? STI_INFEASIBLE : STI_OPTIMAL);
        if (bound < 5) p->rows = 0;
    }
    assert_close(p->value, 5, 1e-15);
    bri_program_destroy(p);
    free(memory.at);
}

/* Programs of known answer. Bounded: x is chosen, some rows go through it, the goal is a positive sum of their normals, and
 * the other rows leave a distance: the largest value is that at x, whatever the optimal points are. Unbounded: all rows leave
 * a distance at x and none goes against a chosen ray, along which the goal rises. */
static void agrees_with_programs_made_from_their_answer(void **state)
{
    needs_clp(state);
    uint64_t random = 11;
    int optimal = 0, unbounded = 0, failed = 0;
    bri_error err = {0};
    sti_memory memory = {0};
    for (int trial = 0; trial < 3000; trial++) {
        int n = 1 + trial % 12, active = trial / 2 % (n + 1), rows = active + trial % 7;
        bool bounded = trial % 2, halves = trial % 3 == 0;
        double x[12], ray[12];
        sti_program *p = NULL;
        assert_int_equal(bri_program_create(n, &p, &err), BRI_OK);
        for (int j = 0; j < n; j++) {
            x[j] = 3 * uniform(&random);
            ray[j] = uniform(&random);
        }
        double best = 0;
        for (int i = 0; i < rows; i++) {
            double a[12], at_x = 0, along = 0, y = 0.1 + fabs(uniform(&random));
            for (int j = 0; j < n; j++) {
                a[j] = halves ? round(2 * uniform(&random)) / 2 : uniform(&random);
                at_x += a[j] * x[j];
                along += a[j] * ray[j];
            }
            double sign = !bounded && along > 0 ? -1 : 1,
                   slack = bounded && i < active ? 0 : 0.1 + fabs(uniform(&random));
            double *row = bri_program_row(p, -INFINITY, sign * at_x + slack);
            assert_non_null(row);
            for (int j = 0; j < n; j++) {
                row[j] = sign * a[j];
                if (bounded && i < active) p->goal[j] += y * a[j];
            }
        }
        for (int j = 0; j < n; j++) {
            if (!bounded) p->goal[j] = ray[j]; /* rises along itself */
            best += p->goal[j] * x[j];
        }
        sti_outcome outcome = solve(state, p, &memory);
        optimal += outcome == STI_OPTIMAL;
        unbounded += outcome == STI_UNBOUNDED;
        failed += outcome == STI_FAILED;
        assert_true(outcome != STI_INFEASIBLE && outcome != (bounded ? STI_UNBOUNDED : STI_OPTIMAL));
        if (bounded && outcome == STI_OPTIMAL) assert_true(fabs(p->value - best) <= 1e-8 * (1 + fabs(best)));
        bri_program_destroy(p);
    }
    print_message("%d have a largest value, %d none, %d are not known\n", optimal, unbounded, failed);
    assert_true(optimal > 1400 && unbounded > 1000 && failed < 40);
    free(memory.at);
}

/* Clp goes on from the last solution where only the goal has changed: the same value as from the start. */
static void another_goal_is_solved_from_the_last_solution(void **state)
{
    needs_clp(state);
    if (!*state) skip(); /* the dual simplex method has no such way */
    uint64_t random = 17;
    bri_error err = {0};
    for (int trial = 0; trial < 200; trial++) {
        int n = 2 + trial % 10;
        sti_program *p = NULL;
        assert_int_equal(bri_program_create(n, &p, &err), BRI_OK);
        for (int i = 0; i < n; i++) {
            double *row = bri_program_row(p, -2, 1 + fabs(uniform(&random)));
            assert_non_null(row);
            for (int j = 0; j < n; j++)
                row[j] = uniform(&random);
            p->low[i] = -1;
            p->high[i] = 1;
        }
        for (int goal = 0; goal < 5; goal++) {
            sti_memory memory = {0};
            for (int j = 0; j < n; j++)
                p->goal[j] = uniform(&random);
            sti_outcome outcome = bri_dual_simplex(p, &memory);
            double value = p->value;
            assert_int_equal(by_clp(p, goal > 0), STI_OPTIMAL);
            if (outcome == STI_OPTIMAL) assert_close(p->value, value, 1e-9);
            free(memory.at);
        }
        bri_program_destroy(p);
    }
}

int main(void)
{
    static const struct CMUnitTest claims[] = {
        cmocka_unit_test_teardown(agrees_with_all_corners, free_clp),
        cmocka_unit_test_teardown(many_unknowns_come_to_their_bounds, free_clp),
        cmocka_unit_test_teardown(finds_what_has_no_end, free_clp),
        cmocka_unit_test_teardown(without_unknowns_only_rows_are_checked, free_clp),
        cmocka_unit_test_teardown(agrees_with_programs_made_from_their_answer, free_clp),
        cmocka_unit_test_teardown(another_goal_is_solved_from_the_last_solution, free_clp),
    };
    enum {
        CLAIMS = sizeof claims / sizeof *claims
    };
    static char names[2 * CLAIMS][80];
    struct CMUnitTest tests[2 * CLAIMS];
    clp = bri_part_functions(BRI_PART_CLP, "", BRI_NOT_FOUND, NULL);
    for (size_t i = 0; i < 2 * CLAIMS; i++) {
        bool with_clp = i >= CLAIMS;
        tests[i] = claims[i % CLAIMS];
        snprintf(names[i], sizeof names[i], "%s: %s", with_clp ? "clp" : "dual simplex", tests[i].name);
        tests[i].name = names[i];
        tests[i].initial_state = with_clp ? (void *)names[i] : NULL;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
