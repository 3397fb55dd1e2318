/* test_least_squares.c - the part 'cminpack' against published minima, and how it ends */
#include "test.h"

#include "fit/least_squares.h"
#include "part/part.h"

enum {
    MOST_ROWS = 16,
    MOST_UNKNOWNS = 4
};

static const bri_least_squares_functions *least(void)
{
    const bri_least_squares_functions *f = bri_part_functions(BRI_PART_CMINPACK, "this test", BRI_NOT_FOUND, NULL);
    if (!f) skip();
    return f;
}

typedef struct
    trial { /* a problem of Moré, Garbow, Hillstrom, "Testing unconstrained optimization software", ACM TOMS 7, 1981 */
    int rows, unknowns, stop_after, evaluated;
    void (*residuals)(const double *u, double *r);
} trial;

static void rosenbrock(const double *u, double *r) /* (1) of that paper */
{
    r[0] = 10 * (u[1] - u[0] * u[0]);
    r[1] = 1 - u[0];
}

static void bard(const double *u, double *r) /* (8) */
{
    static const double y[] = {0.14, 0.18, 0.22, 0.25, 0.29, 0.32, 0.35, 0.39,
                               0.37, 0.58, 0.73, 0.96, 1.34, 2.10, 4.39};
    for (int i = 0; i < 15; i++) {
        double a = i + 1, b = 15 - i, w = fmin(a, b);
        r[i] = y[i] - (u[0] + a / (b * u[1] + w * u[2]));
    }
}

static void kowalik_osborne(const double *u, double *r) /* (15) */
{
    static const double y[] = {0.1957, 0.1947, 0.1735, 0.1600, 0.0844, 0.0627, 0.0456, 0.0342, 0.0323, 0.0235, 0.0246};
    static const double x[] = {4, 2, 1, 0.5, 0.25, 0.167, 0.125, 0.1, 0.0833, 0.0714, 0.0625};
    for (int i = 0; i < 11; i++)
        r[i] = y[i] - u[0] * (x[i] * x[i] + x[i] * u[1]) / (x[i] * x[i] + x[i] * u[2] + u[3]);
}

static bool evaluate(void *user, const double *u, double *residual, double *jacobian)
{
    trial *t = user;
    if (++t->evaluated == t->stop_after) return false;
    if (!jacobian) {
        t->residuals(u, residual);
        return true;
    }
    for (int j = 0; j < t->unknowns; j++) {
        double at[MOST_UNKNOWNS], low[MOST_ROWS], high[MOST_ROWS], h = 1e-6 * fmax(1, fabs(u[j]));
        memcpy(at, u, (size_t)t->unknowns * sizeof *at);
        at[j] = u[j] - h;
        t->residuals(at, low);
        at[j] = u[j] + h;
        t->residuals(at, high);
        for (int i = 0; i < t->rows; i++)
            jacobian[j * t->rows + i] = (high[i] - low[i]) / (2 * h);
    }
    return true;
}

static double solve(trial *t, double *u, int most, bri_least_outcome expected)
{
    double residual[MOST_ROWS], jacobian[MOST_ROWS * MOST_UNKNOWNS], sum = 0;
    bri_least_squares p = {.rows = t->rows,
                           .unknowns = t->unknowns,
                           .evaluate = evaluate,
                           .user = t,
                           .tolerance = 1e-14,
                           .first_step = 100,
                           .most_evaluations = most,
                           .u = u,
                           .residual = residual,
                           .jacobian = jacobian};
    assert_int_equal(least()->solve(&p), expected);
    assert_int_equal(p.evaluations + p.derivatives, t->evaluated);
    for (int i = 0; i < t->rows; i++)
        sum += residual[i] * residual[i];
    return sum;
}

static void minima_are_those_of_the_paper(void **state)
{
    (void)state;
    double u[MOST_UNKNOWNS] = {-1.2, 1};
    assert_true(solve(&(trial){.rows = 2, .unknowns = 2, .residuals = rosenbrock}, u, 400, BRI_LEAST_FOUND) < 1e-20);
    assert_close(u[0], 1, 1e-9);
    assert_close(u[1], 1, 1e-9);
    memcpy(u, (double[]){1, 1, 1}, 3 * sizeof *u);
    assert_close(solve(&(trial){.rows = 15, .unknowns = 3, .residuals = bard}, u, 400, BRI_LEAST_FOUND), 8.21487e-3,
                 1e-8);
    memcpy(u, (double[]){0.25, 0.39, 0.415, 0.39}, 4 * sizeof *u);
    assert_close(solve(&(trial){.rows = 11, .unknowns = 4, .residuals = kowalik_osborne}, u, 400, BRI_LEAST_FOUND),
                 3.07505e-4, 1e-9);
}

static void it_ends_when_told(void **state)
{
    (void)state;
    double u[MOST_UNKNOWNS] = {-1.2, 1};
    double start = solve(&(trial){.rows = 2, .unknowns = 2, .residuals = rosenbrock}, u, 3, BRI_LEAST_EXHAUSTED);
    assert_true(start < 24.2); /* at (-1.2, 1): 24.2, by the paper's formula */
    memcpy(u, (double[]){-1.2, 1}, 2 * sizeof *u);
    solve(&(trial){.rows = 2, .unknowns = 2, .residuals = rosenbrock, .stop_after = 5}, u, 400, BRI_LEAST_STOPPED);
}

static void fewer_rows_than_unknowns_fail(void **state)
{
    (void)state;
    double u[MOST_UNKNOWNS] = {1, 1, 1, 1};
    solve(&(trial){.rows = 2, .unknowns = 4, .residuals = rosenbrock}, u, 400, BRI_LEAST_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(minima_are_those_of_the_paper),
        cmocka_unit_test(it_ends_when_told),
        cmocka_unit_test(fewer_rows_than_unknowns_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
