/* test_switching.c - two integrators that take turns, on an equation whose stiffness changes and whose solution is known
 *
 *     x' = -lambda(t) (x - cos t) - sin t,   x(0) = 1:   x = cos t      (Prothero and Robinson)
 *
 * Rates of n such equations are the same, so that the price of a Jacobian by differences can be chosen. */
#include "test.h"

#include "integrator/problem.h"

enum {
    MOST = 40
};

typedef struct pace {
    double calm, stiff; /* lambda, 1/s */
    double from, until; /* it is stiff */
    int n;
} pace;

static bri_outcome rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    const pace *p = context;
    double ramp = 0.5 * (tanh((t - p->from) / 0.1) - tanh((t - p->until) / 0.1)); /* smooth, 0 to 1 */
    double lambda = p->calm * pow(p->stiff / p->calm, ramp);
    (void)discrete;
    for (int i = 0; i < p->n; i++)
        xdot[i] = -lambda * (x[i] - cos(t)) - sin(t);
    return BRI_FINE;
}

typedef struct taken {
    bri_stepper_counts counts;
    double error;
} taken;

static bri_stepper *start(const pace *p, bri_problem *problem, const bri_integrator_kind *first,
                          const bri_integrator_kind *stiff, bool starts_stiff)
{
    static double ones[MOST];
    for (int i = 0; i < MOST; i++)
        ones[i] = 1;
    bri_stepper *stepper = NULL;
    bri_stepper_def def = {.integrator = first,
                           .stiff_integrator = stiff,
                           .starts_stiff = starts_stiff,
                           .tolerances = {1e-6, 1e-6},
                           .max_step = 0.2, /* none leaps over a change of lambda */
                           .max_steps = 1000000};
    *problem = (bri_problem){.states = p->n, .size = ones, .rates = rates, .context = (void *)(uintptr_t)p};
    assert_int_equal(bri_stepper_create(problem, &def, 0, ones, NULL, &stepper, NULL), BRI_OK);
    return stepper;
}

static taken go(const pace *p, const bri_integrator_kind *first, const bri_integrator_kind *stiff, bool starts_stiff)
{
    bri_problem problem;
    taken out = {.error = 0};
    bri_stepper *stepper = start(p, &problem, first, stiff, starts_stiff);
    while (bri_stepper_time(stepper) < 6) {
        assert_int_equal(bri_stepper_step(stepper, 6, NULL), BRI_OK);
        out.error = fmax(out.error, fabs(bri_stepper_states(stepper)[0] - cos(bri_stepper_time(stepper))));
    }
    out.counts = bri_stepper_count(stepper);
    bri_stepper_destroy(stepper);
    return out;
}

/* Whatever lambda is and whenever it rises and falls: at most 30 % more than the better of both, or some steps. */
static void two_integrators_cost_no_more_than_the_better(void **state)
{
    (void)state;
    static const double levels[] = {1, 30, 1e3, 1e4};
    static const double spans[][2] = {{-1, 7}, {2, 4}, {0.5, 1}, {4, 7}};
    for (int n = 1; n <= 7; n += 6)
        for (size_t l = 0; l < sizeof levels / sizeof *levels; l++)
            for (size_t s = 0; s < sizeof spans / sizeof *spans; s++) {
                pace p = {1, levels[l], spans[s][0], spans[s][1], n};
                taken alone = go(&p, &bri_integrator_dopri5, NULL, false),
                      stiff = go(&p, &bri_integrator_radau5, NULL, false);
                long better = alone.counts.evaluations < stiff.counts.evaluations ? alone.counts.evaluations
                                                                                  : stiff.counts.evaluations;
                for (int first = 0; first < 2; first++) {
                    taken both = go(&p, &bri_integrator_dopri5, &bri_integrator_radau5, first);
                    if (!(both.error < 2 * fmax(fmax(alone.error, stiff.error), 1e-6)))
                        fail_msg("lambda %g from %g to %g, %d equations: off by %g, alone by %g and %g", levels[l],
                                 spans[s][0], spans[s][1], n, both.error, alone.error, stiff.error);
                    if ((double)both.counts.evaluations > 1.3 * (double)better + 250)
                        fail_msg("lambda %g from %g to %g, %d equations: %ld evaluations, alone %ld and %ld", levels[l],
                                 spans[s][0], spans[s][1], n, both.counts.evaluations, alone.counts.evaluations,
                                 stiff.counts.evaluations);
                }
            }
}

static void the_stiff_one_works_while_it_is_stiff(void **state)
{
    (void)state;
    pace p = {1, 1e5, 2, 4, 1};
    taken both = go(&p, &bri_integrator_dopri5, &bri_integrator_radau5, false);
    assert_true(both.counts.switches >= 1);
    assert_close(both.counts.first_switch, 2, 0.02); /* where lambda rises */
    assert_true(both.counts.stiff_time > 1.9);
    taken never = go(&(pace){1, 2, 2, 4, 1}, &bri_integrator_dopri5, &bri_integrator_radau5, false);
    assert_int_equal(never.counts.switches, 0);
    assert_true(never.counts.stiff_time == 0);
}

/* Without gain, as Jacobians cost 40 evaluations each: tried, undone, and tried ever more seldom. */
static void a_switch_that_does_not_pay_is_undone(void **state)
{
    (void)state;
    pace p = {25, 25, 2, 4, MOST}; /* explicit steps are near the limit of stability, and as long as errors allow */
    taken alone = go(&p, &bri_integrator_dopri5, NULL, false);
    taken both = go(&p, &bri_integrator_dopri5, &bri_integrator_radau5, false);
    assert_true((double)both.counts.evaluations <= 1.3 * (double)alone.counts.evaluations);
}

static void saved_memory_repeats_the_steps(void **state)
{
    (void)state;
    pace p = {1, 1e5, 2, 4, 3};
    bri_problem problem, again;
    bri_stepper *stepper = start(&p, &problem, &bri_integrator_dopri5, &bri_integrator_radau5, false),
                *twin = start(&p, &again, &bri_integrator_dopri5, &bri_integrator_radau5, false);
    for (int step = 0; bri_stepper_time(stepper) < 6; step++) {
        if (step % 7 == 0) { /* also just before a switch, and just after it */
            bri_block from[2 * BRI_BLOCKS_MAX], to[2 * BRI_BLOCKS_MAX];
            int count = bri_stepper_memory(stepper, from);
            assert_int_equal(bri_stepper_memory(twin, to), count);
            for (int i = 0; i < count; i++)
                if (from[i].size) memcpy(to[i].at, from[i].at, from[i].size);
            bri_stepper_restored(twin);
        }
        assert_int_equal(bri_stepper_step(stepper, 6, NULL), BRI_OK);
        assert_int_equal(bri_stepper_step(twin, 6, NULL), BRI_OK);
        assert_memory_equal(bri_stepper_states(stepper), bri_stepper_states(twin), 3 * sizeof(double));
    }
    assert_true(bri_stepper_count(stepper).switches > 0);
    bri_stepper_destroy(stepper);
    bri_stepper_destroy(twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_integrators_cost_no_more_than_the_better),
        cmocka_unit_test(the_stiff_one_works_while_it_is_stiff),
        cmocka_unit_test(a_switch_that_does_not_pay_is_undone),
        cmocka_unit_test(saved_memory_repeats_the_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
