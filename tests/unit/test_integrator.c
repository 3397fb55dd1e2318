/* test_integrator.c - the walk on plain differential equations: steps, events, breaks, and what it says when it cannot go
 * on; and the linear algebra below. What holds for each integrator is in every/test_every_integrator.c */
#include "test.h"

#include "integrator/locate.h"
#include "integrator/problem.h"
#include "integrators.h"
#include "linalg/dense.h"
#include "linalg/dense_complex.h"

static const double ones[] = {1, 1, 1, 1};

static bri_stepper *stepper_of(const bri_problem *problem, const char *integrator, bri_stepper_def def, const double *x,
                               const double *discrete)
{
    bri_stepper *stepper = NULL;
    def.integrator = bri_integrator_find(integrator, NULL);
    assert_non_null(def.integrator);
    if (def.tolerances.rtol == 0) def.tolerances = (bri_tolerances){1e-8, 1e-8};
    assert_int_equal(bri_stepper_create(problem, &def, 0, x, discrete, &stepper, NULL), BRI_OK);
    return stepper;
}

static bri_outcome circle_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    xdot[0] = x[1];
    xdot[1] = -x[0];
    return BRI_FINE;
}

static const bri_problem circle = {.states = 2, .size = ones, .rates = circle_rates};

static void integrators_are_found_by_name(void **state)
{
    (void)state;
    bri_error err = {0};
    assert_ptr_equal(bri_integrator_find("radau5", NULL), &bri_integrator_radau5);
    assert_null(bri_integrator_find("dorpi5", &err));
    assert_int_equal(err.status, BRI_NOT_FOUND);
    assert_non_null(strstr(err.what, "did you mean 'dopri5'"));
}

/* --- steps --------------------------------------------------------------------------------------------------------------- */

static void a_step_ends_where_it_is_told(void **state)
{
    (void)state;
    double x[2];
    bri_stepper *stepper = stepper_of(&circle, "dopri5", (bri_stepper_def){.max_step = 0.3}, (double[]){0, 1}, NULL);
    while (bri_stepper_time(stepper) < 3) {
        double before = bri_stepper_time(stepper);
        assert_int_equal(bri_stepper_step(stepper, 3, NULL), BRI_OK);
        double now = bri_stepper_time(stepper), middle = 0.5 * (before + now);
        assert_true(now > before && now - before <= 0.3 * 1.001);
        assert_null(bri_stepper_fired(stepper));
        bri_stepper_interpolate(stepper, middle, x);
        assert_close(x[0], sin(middle), 1e-7);
        bri_stepper_interpolate(stepper, now, x);
        assert_true(x[0] == bri_stepper_states(stepper)[0]);
        bri_stepper_interpolate(stepper, before, x);
        assert_close(x[0], sin(before), 1e-7);
    }
    assert_true(bri_stepper_time(stepper) == 3);
    assert_int_equal(bri_stepper_step(stepper, 3, NULL), BRI_OK); /* it is there already */
    bri_stepper_set(stepper, 1, (double[]){sin(1), cos(1)}, NULL);
    bri_stepper_interpolate(stepper, 1, x);
    assert_true(x[0] == sin(1));
    assert_int_equal(bri_stepper_advance(stepper, 2, NULL), BRI_OK);
    assert_close(bri_stepper_states(stepper)[0], sin(2), 1e-7);
    bri_stepper_destroy(stepper);
    bri_stepper_destroy(NULL);
}

static double break_at_half(void *context, double t)
{
    (void)context;
    return t < 0.55 ? 0.55 : INFINITY;
}

static void fixed_steps_keep_to_their_grid(void **state)
{
    (void)state;
    bri_problem problem = circle;
    problem.next_time_event = break_at_half;
    static const double expected[] = {0.1, 0.2, 0.25, 0.3, 0.4, 0.5, 0.55, 0.6, 0.7, 0.8, 0.9, 1};
    bri_stepper *stepper = stepper_of(&problem, "rk4", (bri_stepper_def){.step = 0.1}, (double[]){0, 1}, NULL);
    for (int i = 0; i < 12; i++) {
        assert_int_equal(bri_stepper_step(stepper, bri_stepper_time(stepper) < 0.25 ? 0.25 : 1, NULL), BRI_OK);
        assert_close(bri_stepper_time(stepper), expected[i], 1e-14);
    }
    assert_int_equal(bri_stepper_count(stepper).steps, 12);
    assert_close(bri_stepper_states(stepper)[0], sin(1), 1e-6);
    bri_stepper_destroy(stepper);
    bri_error err = {0};
    bri_stepper_def def = {.integrator = &bri_integrator_rk4};
    assert_int_equal(bri_stepper_create(&circle, &def, 0, (double[]){0, 1}, NULL, &stepper, &err), BRI_BAD_VALUE);
    assert_non_null(strstr(err.what, "rk4"));
    def.integrator = &bri_integrator_dopri5; /* which wants tolerances */
    assert_int_equal(bri_stepper_create(&circle, &def, 0, (double[]){0, 1}, NULL, &stepper, NULL), BRI_BAD_VALUE);
}

static void rates_are_not_evaluated_twice(void **state)
{
    (void)state;
    bri_stepper *stepper = stepper_of(&circle, "dopri5", (bri_stepper_def){0}, (double[]){0, 1}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 10, NULL), BRI_OK);
    bri_stepper_counts counts = bri_stepper_count(stepper);
    assert_true(counts.evaluations == 6 * (counts.steps + counts.rejected) + 2); /* the first step, and its length */
    bri_stepper_destroy(stepper);
}

/* Puts the point back on the circle. */
static bool circle_accept(void *context, double t, double *x, double *discrete)
{
    int *count = context;
    double r = hypot(x[0], x[1]);
    (void)t, (void)discrete;
    x[0] /= r;
    x[1] /= r;
    ++*count;
    return true;
}

static void what_settles_stays_settled(void **state)
{
    (void)state;
    int count = 0;
    bri_problem problem = circle;
    problem.accept = circle_accept;
    problem.context = &count;
    for (EACH_INTEGRATOR(kind)) {
        count = 0;
        bri_stepper_def def = {.tolerances = {1e-5, 1e-5}, .step = 0.1};
        bri_stepper *stepper = stepper_of(&problem, (*kind)->kind.name, def, (double[]){0, 1}, NULL);
        assert_int_equal(bri_stepper_advance(stepper, 20, NULL), BRI_OK);
        const double *x = bri_stepper_states(stepper);
        assert_int_equal(count, bri_stepper_count(stepper).steps);
        assert_close(hypot(x[0], x[1]), 1, 1e-15);
        assert_close(x[0], sin(20), 5e-3);
        assert_true(count < 500);
        bri_stepper_destroy(stepper);
    }
}

/* --- events --------------------------------------------------------------------------------------------------------------- */

static void short_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    (void)context, (void)t, (void)discrete;
    g[0] = x[0] - 0.95; /* sin t is above it for 0.64 s */
}

static void what_passes_and_returns_is_seen_within_a_step(void **state)
{
    (void)state;
    bri_problem problem = circle;
    problem.events = 1;
    problem.event_values = short_edge;
    bri_stepper *stepper = stepper_of(&problem, "radau5", (bri_stepper_def){.tolerances = {1e-2, 1e-2}, .samples = 8},
                                      (double[]){0, 1}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 3, NULL), BRI_OK);
    assert_int_equal(bri_stepper_count(stepper).events, 2);
    bri_stepper_destroy(stepper);
}

static bool flip(void *context, double t, const bool *fired, double *x, double *discrete)
{
    (void)context, (void)t, (void)x;
    assert_true(fired[0]);
    discrete[0] = -discrete[0];
    return true;
}

static bri_outcome zigzag_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)x;
    xdot[0] = discrete[0];
    return BRI_FINE;
}

static void zigzag_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    (void)context, (void)t;
    g[0] = discrete[0] > 0 ? 1 - x[0] : x[0]; /* positive while the mode lasts */
}

static void a_mode_holds_for_the_whole_of_its_step(void **state)
{
    (void)state;
    bri_problem problem = {.states = 1,
                           .discrete_states = 1,
                           .events = 1,
                           .size = ones,
                           .rates = zigzag_rates,
                           .event_values = zigzag_edge,
                           .handle_event = flip};
    for (EACH_INTEGRATOR(kind)) {
        bri_stepper *stepper =
            stepper_of(&problem, (*kind)->kind.name, (bri_stepper_def){.step = 0.03}, (double[]){0}, (double[]){1});
        double last = 0, x;
        while (bri_stepper_time(stepper) < 7.5) {
            assert_int_equal(bri_stepper_step(stepper, 7.5, NULL), BRI_OK);
            double t = 0.5 * (last + bri_stepper_time(stepper)), phase = fmod(t, 2);
            bri_stepper_interpolate(stepper, t, &x); /* after the jump too */
            assert_close(x, phase < 1 ? phase : 2 - phase, 1e-8);
            if (bri_stepper_fired(stepper)) assert_close(fmod(bri_stepper_time(stepper) + 0.5, 1), 0.5, 1e-8);
            last = bri_stepper_time(stepper);
        }
        assert_int_equal(bri_stepper_count(stepper).events, 7);
        assert_close(bri_stepper_states(stepper)[0], 0.5, 1e-8);
        bri_stepper_destroy(stepper);
    }
}

static bri_outcome ball_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    xdot[0] = x[1];
    xdot[1] = -10;
    return BRI_FINE;
}

static void height(void *context, double t, const double *x, const double *discrete, double *g)
{
    (void)context, (void)t, (void)discrete;
    g[0] = x[0];
}

static bool bounce(void *context, double t, const bool *fired, double *x, double *discrete)
{
    (void)context, (void)t, (void)fired, (void)discrete;
    x[0] = -1e-11; /* not quite where it should be */
    x[1] = 5;
    return true;
}

static void what_a_jump_leaves_a_little_beyond_does_not_fire_again(void **state)
{
    (void)state;
    bri_problem problem = {
        .states = 2, .events = 1, .size = ones, .rates = ball_rates, .event_values = height, .handle_event = bounce};
    for (EACH_INTEGRATOR(kind)) {
        bri_stepper *stepper =
            stepper_of(&problem, (*kind)->kind.name, (bri_stepper_def){.tolerances = {1e-10, 1e-10}, .step = 0.01},
                       (double[]){5, 0}, NULL);
        assert_int_equal(bri_stepper_advance(stepper, 4.5, NULL), BRI_OK); /* at 1, 2, 3 and 4 s */
        assert_int_equal(bri_stepper_count(stepper).events, 4);
        bri_stepper_destroy(stepper);
    }
}

static bri_outcome chatter_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)x;
    xdot[0] = -discrete[0]; /* whichever mode holds, the other one is asked for at once */
    return BRI_FINE;
}

static void chatter_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    (void)context, (void)t;
    g[0] = discrete[0] * x[0];
}

static void edges_without_end_are_passed(void **state)
{
    (void)state;
    bri_problem problem = {.states = 1,
                           .discrete_states = 1,
                           .events = 1,
                           .size = ones,
                           .rates = chatter_rates,
                           .event_values = chatter_edge,
                           .handle_event = flip};
    for (EACH_INTEGRATOR(kind)) {
        bri_stepper *stepper =
            stepper_of(&problem, (*kind)->kind.name,
                       (bri_stepper_def){.tolerances = {1e-4, 1e-4}, .step = 0.03, .max_steps = 200000},
                       (double[]){0.1}, (double[]){1});
        bri_status status = bri_stepper_advance(stepper, 1, NULL); /* sliding along x = 0 */
        if (!((*kind)->flags & BRI_HAS_OWN_CONTROL))
            assert_int_equal(status, BRI_OK); /* they do not get far, but end */
        assert_close(bri_stepper_states(stepper)[0], 0, 0.1);
        bri_stepper_destroy(stepper);
    }
}

typedef struct probes {
    int count;
    double (*g)(double);
} probes;

static void probe(void *context, double share, double *g)
{
    probes *p = context;
    p->count++;
    g[0] = p->g(share);
    g[1] = 0.9 - share;
}

static double line(double s) { return s - 0.3; }
static double cubic(double s) { return (s - 0.7) * (s - 0.7) * (s - 0.7); }
static double cliff(double s) { return s < 0.123456789 ? -1 : 1e6; }
static double curve(double s) { return exp(3 * s) - 2; }

static void crossings_are_located_with_few_looks(void **state)
{
    (void)state;
    static const struct {
        double (*g)(double);
        double root;
        int most;
    } cases[] = {{line, 0.3, 2}, {curve, 0.23104906018664842, 10}, {cubic, 0.7, 48}, {cliff, 0.123456789, 48}};
    for (int i = 0; i < 4; i++) {
        double before[2] = {cases[i].g(0), 0.9}, after[2] = {cases[i].g(1), -0.1}, trial[2];
        probes p = {.g = cases[i].g};
        bri_crossing crossing = {.events = 2,
                                 .side = (signed char[]){-1, 1},
                                 .slack = (double[]){0, 0},
                                 .before = before,
                                 .after = after,
                                 .trial = trial,
                                 .at = probe,
                                 .context = &p};
        double found = bri_locate(&crossing, 0, 1, 1e-12);
        assert_true(cases[i].g(found) > 0 && after[0] == cases[i].g(found)); /* it has passed */
        assert_true(after[1] > 0);                                           /* the later one has not */
        assert_true(found >= cases[i].root && found - cases[i].root < (i == 2 ? 1e-5 : 1.1e-12));
        assert_true(p.count <= cases[i].most);
    }
}

/* --- breaks ----------------------------------------------------------------------------------------------------------------- */

static double step_break(void *context, double t)
{
    (void)context;
    return t < 1 ? 1 : INFINITY;
}

static bri_outcome jumping_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)x, (void)discrete;
    xdot[0] = t < 1 ? 1 : 100;
    return BRI_FINE;
}

static void no_step_crosses_a_break(void **state)
{
    (void)state;
    bri_problem problem = {.states = 1, .size = ones, .rates = jumping_rates, .next_time_event = step_break};
    for (EACH_INTEGRATOR(kind)) {
        bri_stepper *stepper =
            stepper_of(&problem, (*kind)->kind.name, (bri_stepper_def){.tolerances = {1e-6, 1e-6}, .step = 0.03},
                       (double[]){0}, NULL);
        assert_int_equal(bri_stepper_advance(stepper, 1, NULL), BRI_OK);
        assert_true(bri_stepper_time(stepper) == 1);
        double before = bri_stepper_states(stepper)[0];
        assert_int_equal(bri_stepper_advance(stepper, 2, NULL), BRI_OK);
        assert_close(bri_stepper_states(stepper)[0] - before, 100, 1e-4);
        bri_stepper_destroy(stepper);
    }
}

/* --- where it cannot go on ---------------------------------------------------------------------------------------------------- */

static bri_outcome nan_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)x, (void)discrete;
    xdot[0] = t < 0.5 ? 1 : NAN;
    return BRI_FINE;
}

static void what_cannot_be_integrated_ends_with_a_status(void **state)
{
    (void)state;
    bri_problem problem = {.states = 1, .size = ones, .rates = nan_rates};
    for (EACH_INTEGRATOR(kind)) {
        bri_error err = {0};
        bri_stepper *stepper =
            stepper_of(&problem, (*kind)->kind.name, (bri_stepper_def){.step = 0.125}, (double[]){0}, NULL);
        assert_int_equal(bri_stepper_advance(stepper, 1, &err), BRI_NO_CONVERGENCE);
        assert_non_null(strstr(err.what, (*kind)->flags & BRI_HAS_OWN_CONTROL ? "t = 0." : "t = 0.5"));
        bri_stepper_destroy(stepper);
    }
}

static void too_many_steps_are_told(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_stepper *stepper = stepper_of(&circle, "bs23", (bri_stepper_def){.max_steps = 10}, (double[]){0, 1}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 100, &err), BRI_NO_CONVERGENCE);
    assert_int_equal(bri_stepper_count(stepper).steps, 10);
    assert_non_null(strstr(err.what, "10 steps of bs23 did not suffice to go from t = 0 s to 100 s"));
    bri_stepper_destroy(stepper);
}

/* --- linear algebra ------------------------------------------------------------------------------------------------------------ */

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

static void complex_lu_solves_as_well(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int n = 1; n <= 8; n++) {
        double A[64][2], LU[64][2], x[8][2], b[8][2];
        int pivot[8];
        for (int i = 0; i < n * n; i++)
            for (int k = 0; k < 2; k++)
                LU[i][k] = A[i][k] = i % (n + 1) ? random_between(&seed, -1, 1) : 0; /* zeros on the diagonal */
        if (n == 1) LU[0][1] = A[0][1] = 2;
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 2; k++)
                x[i][k] = b[i][k] = random_between(&seed, -1, 1);
        assert_true(bri_lu_factor_complex(n, LU, pivot, NULL));
        bri_lu_solve_complex(n, (const double(*)[2])LU, pivot, x);
        for (int i = 0; i < n; i++) {
            double re = 0, im = 0;
            for (int j = 0; j < n; j++) {
                re += A[i * n + j][0] * x[j][0] - A[i * n + j][1] * x[j][1];
                im += A[i * n + j][0] * x[j][1] + A[i * n + j][1] * x[j][0];
            }
            assert_close(re, b[i][0], 1e-12);
            assert_close(im, b[i][1], 1e-12);
        }
    }
    double singular[4][2] = {{1, 1}, {2, 2}, {2, 2}, {4, 4}};
    int pivot[2];
    assert_false(bri_lu_factor_complex(2, singular, pivot, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integrators_are_found_by_name),
        cmocka_unit_test(a_step_ends_where_it_is_told),
        cmocka_unit_test(fixed_steps_keep_to_their_grid),
        cmocka_unit_test(rates_are_not_evaluated_twice),
        cmocka_unit_test(what_settles_stays_settled),
        cmocka_unit_test(what_passes_and_returns_is_seen_within_a_step),
        cmocka_unit_test(a_mode_holds_for_the_whole_of_its_step),
        cmocka_unit_test(what_a_jump_leaves_a_little_beyond_does_not_fire_again),
        cmocka_unit_test(edges_without_end_are_passed),
        cmocka_unit_test(crossings_are_located_with_few_looks),
        cmocka_unit_test(no_step_crosses_a_break),
        cmocka_unit_test(what_cannot_be_integrated_ends_with_a_status),
        cmocka_unit_test(too_many_steps_are_told),
        cmocka_unit_test(lu_solves_and_knows_a_singular_matrix),
        cmocka_unit_test(complex_lu_solves_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
