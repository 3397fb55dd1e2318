/* test_integrator.c - rodas4 and the walk on plain differential equations: order, stiffness, dense output, events */
#include "test.h"

#include "integrator/problem.h"
#include "linalg/dense.h"

/* --- a problem with a known solution, stiff on demand: y' = -rate (y - sin t) + cos t, and its own clock -------------- */

typedef struct prothero_robinson {
    double rate, size[1];
} prothero_robinson;

static void pr_rates(void *context, double t, const double *x, const double *mode, double *xdot)
{
    const prothero_robinson *p = context;
    (void)mode;
    xdot[0] = -p->rate * (x[0] - sin(t)) + cos(t);
}

static void pr_jacobian(void *context, double t, const double *x, const double *mode, double *J)
{
    const prothero_robinson *p = context;
    (void)t, (void)x, (void)mode;
    J[0] = -p->rate;
}

static bri_problem pr_problem(prothero_robinson *p)
{
    p->size[0] = 1;
    return (bri_problem){.states = 1, .size = p->size, .context = p, .rates = pr_rates, .jacobian = pr_jacobian};
}

/* --- a nonlinear one: the pendulum-like x'' = -sin x, with energy as its invariant -------------------------------------- */

static const double ones[] = {1, 1, 1, 1};

static void pendulum_rates(void *context, double t, const double *x, const double *mode, double *xdot)
{
    (void)context, (void)t, (void)mode;
    xdot[0] = x[1];
    xdot[1] = -sin(x[0]);
}

static void pendulum_jacobian(void *context, double t, const double *x, const double *mode, double *J)
{
    (void)context, (void)t, (void)mode;
    J[1] = 1;
    J[2] = -cos(x[0]);
}

static const bri_problem pendulum = {.states = 2, .size = ones, .rates = pendulum_rates, .jacobian = pendulum_jacobian};

static double fixed_steps(const bri_problem *problem, double *x, double end, int steps)
{
    const bri_integrator_kind *rodas4 = &bri_integrator_rodas4;
    double work[200], next[4], error[4], h = end / steps;
    assert_true(rodas4->work_size(problem->states) <= 200);
    for (int i = 0; i < steps; i++) {
        assert_true(rodas4->step(problem, work, i * h, x, NULL, h, next, error));
        memcpy(x, next, (size_t)problem->states * sizeof(double));
    }
    return x[0];
}

static void rodas4_has_order_four(void **state)
{
    (void)state;
    double fine[2] = {1, 0}, coarse[2] = {1, 0}, exact[2] = {1, 0};
    fixed_steps(&pendulum, exact, 2, 2560);
    double error_coarse = fabs(fixed_steps(&pendulum, coarse, 2, 20) - exact[0]);
    double error_fine = fabs(fixed_steps(&pendulum, fine, 2, 40) - exact[0]);
    assert_close(log2(error_coarse / error_fine), 4, 0.25);
    prothero_robinson p = {.rate = 1};
    bri_problem problem = pr_problem(&p);
    double x[1] = {0}, y[1] = {0}; /* with time in it */
    error_coarse = fabs(fixed_steps(&problem, x, 2, 10) - sin(2));
    error_fine = fabs(fixed_steps(&problem, y, 2, 20) - sin(2));
    assert_close(log2(error_coarse / error_fine), 4, 0.4);
}

static void rodas4_damps_what_is_stiff(void **state)
{
    (void)state;
    prothero_robinson p = {.rate = 1e8};
    bri_problem problem = pr_problem(&p);
    double x[1] = {1}; /* off the solution: one step brings it there */
    fixed_steps(&problem, x, 1, 10);
    assert_close(x[0], sin(1), 1e-8);
}

static void between_is_as_good_as_it_says(void **state)
{
    (void)state;
    double work[200], next[2], error[2], within[2], x[2] = {1, 0}, errors[2];
    for (int i = 0; i < 2; i++) {
        double h = i ? 0.1 : 0.2, exact[2] = {1, 0};
        bri_integrator_rodas4.step(&pendulum, work, 0, x, NULL, h, next, error);
        bri_integrator_rodas4.between(&pendulum, work, 0.4, within);
        fixed_steps(&pendulum, exact, 0.4 * h, 100);
        errors[i] = fabs(within[0] - exact[0]);
        bri_integrator_rodas4.between(&pendulum, work, 1, within);
        assert_close(within[1], next[1], 1e-15);
    }
    assert_true(log2(errors[0] / errors[1]) > 3.5); /* order 3: a local error of order 4 */
}

static void the_walk_keeps_its_tolerance(void **state)
{
    (void)state;
    double rtol[] = {1e-4, 1e-6, 1e-8, 1e-10}, exact[2] = {1, 0}, last = 1;
    fixed_steps(&pendulum, exact, 10, 20000);
    for (int i = 0; i < 4; i++) {
        double x[2] = {1, 0};
        bri_walk *walk;
        assert_int_equal(bri_walk_create(&pendulum, &bri_integrator_rodas4, 0, x, NULL, rtol[i], &walk, NULL), BRI_OK);
        assert_int_equal(bri_walk_advance(walk, 10, NULL), BRI_OK);
        double error = fabs(bri_walk_states(walk)[0] - exact[0]);
        assert_true(bri_walk_time(walk) == 10);
        assert_true(error < 100 * rtol[i] && error < last);
        last = error;
        bri_walk_destroy(walk);
    }
}

/* --- a ball that bounces: two edges' worth of exact times ----------------------------------------------------------------- */

static void ball_rates(void *context, double t, const double *x, const double *mode, double *xdot)
{
    (void)context, (void)t, (void)mode;
    xdot[0] = x[1];
    xdot[1] = -10;
}

static void ball_jacobian(void *context, double t, const double *x, const double *mode, double *J)
{
    (void)context, (void)t, (void)x, (void)mode;
    J[1] = 1;
}

static void ball_edge(void *context, double t, const double *x, const double *mode, double *edge)
{
    (void)context, (void)t, (void)mode;
    edge[0] = x[0];
}

typedef struct ball {
    double times[64];
    int bounces;
} ball;

static bool ball_jump(void *context, double t, const bool *fired, double *x, double *mode)
{
    ball *b = context;
    (void)mode;
    assert_true(fired[0] && x[1] < 0);
    b->times[b->bounces++] = t;
    x[0] = 0;
    x[1] *= -0.8;
    return true;
}

static void events_are_located(void **state)
{
    (void)state;
    ball b = {0};
    bri_problem problem = {.states = 2,
                           .modes = 1,
                           .edges = 1,
                           .size = ones,
                           .context = &b,
                           .rates = ball_rates,
                           .jacobian = ball_jacobian,
                           .edge = ball_edge,
                           .jump = ball_jump};
    double x[2] = {5, 0}, mode[1] = {0}, expected = 1, flight = 1.6; /* s: falls from 5 m, then flies up and down */
    bri_walk *walk;
    assert_int_equal(bri_walk_create(&problem, &bri_integrator_rodas4, 0, x, mode, 1e-8, &walk, NULL), BRI_OK);
    assert_int_equal(bri_walk_advance(walk, 6, NULL), BRI_OK);
    assert_true(b.bounces >= 5 && bri_walk_count(walk).events == b.bounces);
    for (int i = 0; i < b.bounces; i++) {
        assert_close(b.times[i], expected, 1e-11);
        expected += flight;
        flight *= 0.8;
    }
    bri_walk_destroy(walk);
}

static double step_break(void *context, double t)
{
    (void)context;
    return t < 1 ? 1 : INFINITY;
}

static void jumping_rates(void *context, double t, const double *x, const double *mode, double *xdot)
{
    (void)context, (void)x, (void)mode;
    xdot[0] = t < 1 ? 1 : 100;
}

static void zero_jacobian(void *context, double t, const double *x, const double *mode, double *J)
{
    (void)context, (void)t, (void)x, (void)mode, (void)J;
}

static void no_step_crosses_a_break(void **state)
{
    (void)state;
    bri_problem problem = {
        .states = 1, .size = ones, .rates = jumping_rates, .jacobian = zero_jacobian, .next_break = step_break};
    double x[1] = {0};
    bri_walk *walk;
    assert_int_equal(bri_walk_create(&problem, &bri_integrator_rodas4, 0, x, NULL, 1e-6, &walk, NULL), BRI_OK);
    assert_int_equal(bri_walk_advance(walk, 1, NULL), BRI_OK);
    assert_true(bri_walk_time(walk) == 1);
    assert_int_equal(bri_walk_advance(walk, 2, NULL), BRI_OK);
    assert_close(bri_walk_states(walk)[0], 101, 1e-4);
    bri_walk_destroy(walk);
}

static void nan_rates(void *context, double t, const double *x, const double *mode, double *xdot)
{
    (void)context, (void)x, (void)mode;
    xdot[0] = t < 0.5 ? 1 : NAN;
}

static void what_cannot_be_integrated_ends_with_a_status(void **state)
{
    (void)state;
    bri_problem problem = {.states = 1, .size = ones, .rates = nan_rates, .jacobian = zero_jacobian};
    double x[1] = {0};
    bri_error err = {0};
    bri_walk *walk;
    assert_int_equal(bri_walk_create(&problem, &bri_integrator_rodas4, 0, x, NULL, 1e-6, &walk, NULL), BRI_OK);
    assert_int_equal(bri_walk_advance(walk, 1, &err), BRI_NO_CONVERGENCE);
    assert_non_null(strstr(err.what, "t = 0.5"));
    bri_walk_destroy(walk);
}

static void lu_solves_and_knows_a_singular_matrix(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int n = 1; n <= 12; n++) {
        double A[144], LU[144], x[12], b[12];
        int pivot[12];
        for (int i = 0; i < n * n; i++)
            LU[i] = A[i] = random_between(&seed, -1, 1) * ((i % n + i / n) % 3 != 0); /* zeros on the diagonal too */
        for (int i = 0; i < n; i++)
            LU[i * n + i] = A[i * n + i] += (i + 1) % n == 0 ? 3 : 0, x[i] = b[i] = random_between(&seed, -1, 1);
        if (!bri_lu_factor(n, LU, pivot)) continue;
        bri_lu_solve(n, LU, pivot, x);
        for (int i = 0; i < n; i++) {
            double sum = 0, size = 1;
            for (int j = 0; j < n; j++)
                sum += A[i * n + j] * x[j], size += fabs(A[i * n + j] * x[j]);
            assert_close(sum, b[i], 1e-12 * size);
        }
    }
    double singular[4] = {1, 2, 2, 4};
    int pivot[2];
    assert_false(bri_lu_factor(2, singular, pivot));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rodas4_has_order_four),
        cmocka_unit_test(rodas4_damps_what_is_stiff),
        cmocka_unit_test(between_is_as_good_as_it_says),
        cmocka_unit_test(the_walk_keeps_its_tolerance),
        cmocka_unit_test(events_are_located),
        cmocka_unit_test(no_step_crosses_a_break),
        cmocka_unit_test(what_cannot_be_integrated_ends_with_a_status),
        cmocka_unit_test(lu_solves_and_knows_a_singular_matrix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
