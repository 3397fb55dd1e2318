/* test_every_integrator.c - what holds for each integrator of the list: order of convergence, what lies within a step,
 * quadratures, events, tolerances, stiffness, refused points, memory */
#include "test.h"

#include "integrator/problem.h"
#include "integrators.h"

/* --- what each promises ---------------------------------------------------------------------------------------------- */

typedef struct promise {
    const char *name;
    double order, dense; /* of the error over a fixed time; within a step */
} promise;

static const promise
    promises[] =
        {
            {"dopri5", 5, 4},     {"bs23", 3, 3},   {"rk4", 4, 3},    {"imex4", 4, 3},
            {"imex5", 5, 4},      {"rodas4", 4, 3}, {"radau5", 5, 3}, {"bristle5", 5, 3},
            {"multirate5", 5, 3}, {"cvode", 0, 0},  {"ida", 0, 0}, /* 0: picks its own steps and order */
};

static const promise *promise_of(const bri_integrator_kind *kind)
{
    for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
        if (!strcmp(promises[i].name, kind->kind.name)) return &promises[i];
    static promise other; /* not in the table: what its error estimate and cubic polynomials tell */
    other = (promise){kind->kind.name, kind->order, fmin(kind->order, 3)};
    return &other;
}

static bool has(const bri_integrator_kind *kind, int flag) { return (kind->flags & flag) != 0; }

static bri_stepper_def def_of(const bri_integrator_kind *kind, double rtol)
{
    return (bri_stepper_def){.integrator = kind, .tolerances = {rtol, rtol}, .step = 0.01};
}

/* --- memory: the linker puts these in the place of malloc and its kin --------------------------------------------------- */

static long allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size) { return allocations++, __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return allocations++, __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return allocations++, __real_realloc(old, size); }

/* --- a pendulum that drags a local state along: x'' = -sin x - z/5, z' = x' - k z (1 + x^2); the integral of x' sin x --- */

typedef struct pendulum {
    double k;
    bool by_differences;   /* no Jacobian of its own */
    long rates, jacobians; /* evaluations so far */
} pendulum;

static const double ones[] = {1, 1, 1, 1};

static bri_outcome pendulum_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    pendulum *p = context;
    (void)t, (void)discrete;
    p->rates++;
    xdot[0] = x[1];
    xdot[1] = -sin(x[0]) - 0.2 * x[2];
    xdot[2] = x[1] - p->k * x[2] * (1 + x[0] * x[0]);
    xdot[3] = x[1] * sin(x[0]);
    return BRI_FINE;
}

static bri_outcome pendulum_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                        double *xdot)
{
    const pendulum *p = context;
    x[2] = (x[2] + hg * x[1]) / (1 + hg * p->k * (1 + x[0] * x[0]));
    return pendulum_rates(context, t, x, discrete, xdot);
}

static bri_outcome pendulum_jacobian(void *context, double t, const double *x, const double *discrete, double *J)
{
    pendulum *p = context;
    (void)t, (void)discrete;
    p->jacobians++;
    J[1] = 1;
    J[3] = -cos(x[0]);
    J[5] = -0.2;
    J[6] = -2 * p->k * x[2] * x[0];
    J[7] = 1;
    J[8] = -p->k * (1 + x[0] * x[0]);
    return BRI_FINE;
}

static bri_problem pendulum_problem(pendulum *p)
{
    return (bri_problem){.states = 3,
                         .locals = 1,
                         .quadratures = 1,
                         .size = ones,
                         .context = p,
                         .rates = pendulum_rates,
                         .local_rates = pendulum_local_rates,
                         .jacobian = p->by_differences ? NULL : pendulum_jacobian};
}

static const double pendulum_start[4] = {1, 0.5, 0.2, 0};

/* --- one with time in it: y' = y cos t, so that y = e^(sin t); the integral of y cos t is y - 1 --------------------------- */

static bri_outcome clock_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)discrete;
    xdot[0] = xdot[1] = x[0] * cos(t);
    return BRI_FINE;
}

static const bri_problem clock_problem = {.states = 1, .quadratures = 1, .size = ones, .rates = clock_rates};
static const double clock_start[2] = {1, 0};

/* --- a reference that no integrator of the library is part of ----------------------------------------------------------- */

static void reference(const bri_problem *p, const double *start, double end, int steps, double *x)
{
    double k[4][4], trial[4], h = end / steps;
    int n = p->states + p->quadratures;
    memcpy(x, start, (size_t)n * sizeof(double));
    for (int s = 0; s < steps; s++) {
        static const double c[4] = {0, 0.5, 0.5, 1}, b[4] = {1. / 6, 1. / 3, 1. / 3, 1. / 6};
        for (int i = 0; i < 4; i++) {
            for (int l = 0; l < n; l++)
                trial[l] = x[l] + (i ? c[i] * h * k[i - 1][l] : 0);
            p->rates(p->context, (s + c[i]) * h, trial, NULL, k[i]);
        }
        for (int i = 0; i < 4; i++)
            for (int l = 0; l < n; l++)
                x[l] += h * b[i] * k[i][l];
    }
}

/* --- order -------------------------------------------------------------------------------------------------------------- */

static const bri_tolerances tight = {1e-12, 1e-12}; /* of what iterates within a step */

static double distance(int n, const double *x, const double *y)
{
    double largest = 0;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(x[i] - y[i]));
    return largest;
}

enum {
    STATIONS = 4 /* places on the way where errors are looked at */
};

/* x at the stations, one behind the other */
static void fixed_steps(const bri_integrator_kind *kind, const bri_problem *problem, const double *start, double end,
                        int steps, double x[STATIONS][4])
{
    void *work = NULL;
    size_t bytes = (size_t)(problem->states + problem->quadratures) * sizeof(double);
    double next[4], now[4], error[4], h = end / steps;
    assert_int_equal(kind->create(problem, &tight, &work, NULL), BRI_OK);
    memcpy(now, start, bytes);
    if (kind->start) kind->start(work, 0, now, NULL);
    for (int i = 0; i < steps; i++) {
        assert_int_equal(kind->step(work, i * h, now, NULL, &h, next, error), BRI_FINE);
        memcpy(now, next, bytes);
        if ((i + 1) % (steps / STATIONS) == 0) memcpy(x[i / (steps / STATIONS)], next, bytes);
    }
    kind->destroy(work);
}

static double measured_order(const bri_integrator_kind *kind, const bri_problem *problem, const double *start,
                             double end, int steps, int from, int to)
{
    double exact[4], x[STATIONS][4], error[2] = {0};
    for (int i = 0; i < 2; i++) {
        fixed_steps(kind, problem, start, end, steps << i, x);
        for (int k = 0; k < STATIONS; k++) {
            reference(problem, start, end * (k + 1) / STATIONS, 20000, exact);
            error[i] = fmax(error[i], distance(to - from, x[k] + from, exact + from));
        }
    }
    return log2(error[0] / error[1]);
}

static void has_its_order(void **state)
{
    const bri_integrator_kind *kind = *state;
    const promise *promised = promise_of(kind);
    if (has(kind, BRI_HAS_OWN_CONTROL)) skip();
    for (int by_differences = 0; by_differences < 2; by_differences++) {
        pendulum p = {.k = 1, .by_differences = by_differences};
        bri_problem problem = pendulum_problem(&p);
        int steps = promised->order > 4 ? 20 : 40;
        double states = measured_order(kind, &problem, pendulum_start, 3, steps, 0, 3);
        double integral = measured_order(kind, &problem, pendulum_start, 3, steps, 3, 4);
        double clock = measured_order(kind, &clock_problem, clock_start, 3, steps, 0, 1);
        print_message("%s: order %.2f, %.2f of the integral, %.2f with time\n", kind->kind.name, states, integral,
                      clock);
        assert_true(states > promised->order - 0.3 && states < promised->order + 1);
        assert_true(clock > promised->order - 0.3);
        assert_true(integral > promised->order - 0.4);
    }
}

static void lies_within_a_step_as_promised(void **state)
{
    const bri_integrator_kind *kind = *state;
    const promise *promised = promise_of(kind);
    pendulum p = {.k = 1};
    bri_problem problem = pendulum_problem(&p);
    static const double shares[] = {1. / 3, 0.5, 0.8};
    double errors[2] = {0}, next[4], error[4], within[4], exact[4];
    if (has(kind, BRI_HAS_OWN_CONTROL)) skip();
    for (int i = 0; i < 2; i++) {
        double h = i ? 0.02 : 0.04, first[4];
        void *work = NULL;
        assert_int_equal(kind->create(&problem, &tight, &work, NULL), BRI_OK);
        if (kind->start) kind->start(work, 0, pendulum_start, NULL);
        assert_int_equal(kind->step(work, 0, pendulum_start, NULL, &h, first, error), BRI_FINE);
        assert_int_equal(kind->step(work, h, first, NULL, &h, next, error), BRI_FINE);
        for (int s = 0; s < 3; s++) {
            kind->interpolate(work, shares[s], within);
            reference(&problem, pendulum_start, (1 + shares[s]) * h, 400, exact);
            errors[i] = fmax(errors[i], distance(4, within, exact));
        }
        kind->interpolate(work, 1, within);
        assert_true(distance(4, within, next) < 1e-14);
        kind->interpolate(work, 0, within);
        assert_true(distance(4, within, first) < 1e-14);
        kind->destroy(work);
    }
    double order = log2(errors[0] / errors[1]) - 1; /* of one step's error, and over a fixed time */
    print_message("%s: order %.2f within a step\n", kind->kind.name, order);
    assert_true(order > promised->dense - 0.3);
}

enum {
    SHARES = 5 /* of a step, at which it is compared */
};

typedef struct course { /* of a few steps */
    int rejected;       /* longer steps than the last one, from the same point, that were tried before it */
    double shift;       /* of the local state, after the first step */
    bool anew;          /* the integrator is told to start anew after the first step */
} course;

/* x at several shares of the last step. False: a step was refused. */
static bool last_step(const bri_integrator_kind *kind, const bri_problem *problem, course c, double within[SHARES][4])
{
    void *work = NULL;
    double now[4], next[4], error[4], first = 0.05, h = first;
    assert_int_equal(kind->create(problem, &tight, &work, NULL), BRI_OK);
    if (kind->start) kind->start(work, 0, pendulum_start, NULL);
    bool fine = kind->step(work, 0, pendulum_start, NULL, &h, now, error) == BRI_FINE;
    now[2] += c.shift;
    if (kind->start && c.anew) kind->start(work, first, now, NULL);
    for (int i = c.rejected; i >= 0 && fine; i--) {
        h = 0.04 + 0.03 * i;
        fine = kind->step(work, first, now, NULL, &h, next, error) == BRI_FINE;
    }
    for (int i = 0; i < SHARES && fine; i++)
        kind->interpolate(work, (i + 1.) / SHARES, within[i]);
    kind->destroy(work);
    return fine;
}

/* A step, also within, depends on the point where it begins and on its length: not on longer ones that were rejected before,
 * nor, if it begins elsewhere than the last one ended, on that. */
static void steps_know_where_they_begin(void **state)
{
    const bri_integrator_kind *kind = *state;
    int compared = 0;
    if (has(kind, BRI_HAS_OWN_CONTROL)) skip();
    for (double k = 1; k < 1e9; k *= 10) {
        pendulum p = {.k = k};
        bri_problem problem = pendulum_problem(&p);
        course pairs[][2] = {{{0}, {.rejected = 1}},
                             {{0}, {.rejected = 3}},
                             {{.shift = 0.1}, {.shift = 0.1, .rejected = 2}},
                             {{.shift = 0.1}, {.shift = 0.1, .anew = true}}};
        for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
            double one[SHARES][4], other[SHARES][4];
            if (!last_step(kind, &problem, pairs[i][0], one) || !last_step(kind, &problem, pairs[i][1], other))
                continue;
            compared++;
            for (int share = 0; share < SHARES; share++)
                if (!(distance(4, one[share], other[share]) < 1e-12))
                    fail_msg("%s: k %.0e, pair %zu, at %d/%d of the step: differs by %.2g", kind->kind.name, k, i,
                             share + 1, SHARES, distance(4, one[share], other[share]));
        }
    }
    assert_true(compared >= 4);
}

/* --- the walk ----------------------------------------------------------------------------------------------------------- */

static bri_stepper *stepper_of(const bri_problem *problem, const bri_stepper_def *def, const double *start,
                               const double *discrete)
{
    bri_stepper *stepper = NULL;
    assert_int_equal(bri_stepper_create(problem, def, 0, start, discrete, &stepper, NULL), BRI_OK);
    return stepper;
}

static void error_follows_the_tolerance(void **state)
{
    const bri_integrator_kind *kind = *state;
    pendulum p = {.k = 1};
    bri_problem problem = pendulum_problem(&p);
    double exact[4], last = 1;
    if (has(kind, BRI_HAS_FIXED_STEP)) skip();
    reference(&problem, pendulum_start, 10, 40000, exact);
    for (double rtol = 1e-4; rtol > 0.9e-10; rtol *= 1e-2) {
        bri_stepper_def def = def_of(kind, rtol);
        bri_stepper *stepper = stepper_of(&problem, &def, pendulum_start, NULL);
        assert_int_equal(bri_stepper_advance(stepper, 10, NULL), BRI_OK);
        assert_true(bri_stepper_time(stepper) == 10);
        double error = distance(3, bri_stepper_states(stepper), exact);
        double integral = fabs(bri_stepper_states(stepper)[3] - exact[3]);
        bri_stepper_counts counts = bri_stepper_count(stepper);
        print_message("%s: rtol %.0e error %.1e integral %.1e steps %ld rejected %ld evaluations %ld\n",
                      kind->kind.name, rtol, error, integral, counts.steps, counts.rejected, counts.evaluations);
        assert_true(error < 200 * rtol && error < 0.2 * last);
        assert_true(integral < 400 * rtol);
        last = error;
        bri_stepper_destroy(stepper);
    }
}

static void what_lies_between_is_as_exact(void **state)
{
    const bri_integrator_kind *kind = *state;
    pendulum p = {.k = 1};
    bri_problem problem = pendulum_problem(&p);
    double rtol = 1e-7, x[4], exact[4], worst = 0, worst_integral = 0;
    bri_stepper_def def = def_of(kind, rtol);
    bri_stepper *stepper = stepper_of(&problem, &def, pendulum_start, NULL);
    while (bri_stepper_time(stepper) < 2) {
        double before = bri_stepper_time(stepper);
        assert_int_equal(bri_stepper_step(stepper, 2, NULL), BRI_OK);
        double t = before + 0.4 * (bri_stepper_time(stepper) - before);
        bri_stepper_interpolate(stepper, t, x);
        reference(&problem, pendulum_start, t, 2000, exact);
        worst = fmax(worst, distance(3, x, exact));
        worst_integral = fmax(worst_integral, fabs(x[3] - exact[3]));
    }
    print_message("%s: off by %.1e between, integral %.1e\n", kind->kind.name, worst, worst_integral);
    assert_true(worst < 200 * rtol && worst_integral < 200 * rtol);
    bri_stepper_destroy(stepper);
}

/* A level that sin t passes, up and down; the times are known. */
static bri_outcome sine_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    xdot[0] = x[1];
    xdot[1] = -x[0];
    return BRI_FINE;
}

typedef struct crossings {
    double times[64], last_edge[64];
    int count, both;
} crossings;

static void sine_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    (void)context, (void)t, (void)discrete;
    g[0] = x[0] - 0.6;
    g[1] = 1.2 - 2 * x[0]; /* passes at the same times */
}

static bool note_crossing(void *context, double t, const bool *fired, double *x, double *discrete)
{
    crossings *c = context;
    (void)discrete;
    assert_true(fired[0] || fired[1]);
    c->both += fired[0] && fired[1];
    c->last_edge[c->count] = x[0] - 0.6;
    c->times[c->count++] = t;
    return false;
}

static void events_are_where_they_are(void **state)
{
    const bri_integrator_kind *kind = *state;
    crossings c = {0};
    bri_problem problem = {.states = 2,
                           .events = 2,
                           .size = ones,
                           .context = &c,
                           .rates = sine_rates,
                           .event_values = sine_edge,
                           .handle_event = note_crossing};
    bri_stepper_def def = def_of(kind, 1e-9);
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){0, 1}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 20, NULL), BRI_OK);
    assert_int_equal(c.count, 7);
    double worst = 0;
    for (int i = 0; i < 7; i++) {
        double turn = 6.283185307179586476925287 * (i / 2), up = asin(0.6);
        worst = fmax(worst, fabs(c.times[i] - turn - (i % 2 ? 3.141592653589793238462643 - up : up)));
        assert_true(i % 2 ? c.last_edge[i] < 1e-15 : c.last_edge[i] > -1e-15); /* it has passed */
    }
    print_message("%s: events off by %.1e, %d of 7 together, evaluations %ld\n", kind->kind.name, worst, c.both,
                  bri_stepper_count(stepper).evaluations);
    assert_true(worst < (has(kind, BRI_HAS_FIXED_STEP) ? 1e-8 : 3e-7));
    assert_int_equal(c.both, 7);
    bri_stepper_destroy(stepper);
}

typedef struct ball {
    double times[64];
    int bounces;
} ball;

static bri_outcome ball_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    xdot[0] = x[1];
    xdot[1] = -10;
    return BRI_FINE;
}

static void ball_edge(void *context, double t, const double *x, const double *discrete, double *g)
{
    (void)context, (void)t, (void)discrete;
    g[0] = x[0];
}

static bool ball_handle_event(void *context, double t, const bool *fired, double *x, double *discrete)
{
    ball *b = context;
    (void)discrete;
    assert_true(fired[0] && x[1] < 0);
    b->times[b->bounces++] = t;
    x[0] = 0;
    x[1] *= -0.8;
    return true;
}

static void a_ball_bounces_on_time(void **state)
{
    const bri_integrator_kind *kind = *state;
    ball b = {0};
    bri_problem problem = {.states = 2,
                           .events = 1,
                           .size = ones,
                           .context = &b,
                           .rates = ball_rates,
                           .event_values = ball_edge,
                           .handle_event = ball_handle_event};
    double expected = 1, flight = 1.6, worst = 0; /* s: falls from 5 m, then flies up and down */
    bri_stepper_def def = def_of(kind, 1e-8);
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){5, 0}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 6, NULL), BRI_OK);
    assert_true(b.bounces >= 5 && bri_stepper_count(stepper).events == b.bounces);
    for (int i = 0; i < b.bounces; i++, flight *= 0.8) {
        worst = fmax(worst, fabs(b.times[i] - expected));
        expected += flight;
    }
    print_message("%s: bounces off by %.1e, evaluations %ld\n", kind->kind.name, worst,
                  bri_stepper_count(stepper).evaluations);
    assert_true(worst <
                (has(kind, BRI_HAS_OWN_CONTROL) ? 1e-5 : 1e-10)); /* a parabola: one-step methods have it exactly */
    bri_stepper_destroy(stepper);
}

/* --- stiffness ---------------------------------------------------------------------------------------------------------- */

/* Prothero and Robinson: y' = -rate (y - sin t) + cos t, y = sin t; here y is local as well. */
static bri_outcome pr_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    const double *rate = context;
    (void)discrete;
    xdot[0] = -*rate * (x[0] - sin(t)) + cos(t);
    return BRI_FINE;
}

static bri_outcome pr_local_rates(void *context, double t, double *x, const double *discrete, double hg, double *xdot)
{
    const double *rate = context;
    x[0] = (x[0] + hg * (*rate * sin(t) + cos(t))) / (1 + hg * *rate);
    return pr_rates(context, t, x, discrete, xdot);
}

static void stiff_problems_take_few_steps(void **state)
{
    const bri_integrator_kind *kind = *state;
    double rate = 1e6;
    bri_problem problem = {
        .states = 1, .locals = 1, .size = ones, .context = &rate, .rates = pr_rates, .local_rates = pr_local_rates};
    if (!has(kind, BRI_IS_STIFF) && !has(kind, BRI_WANTS_LOCAL)) skip();
    bri_stepper_def def = def_of(kind, 1e-6);
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){0.5}, NULL); /* off the solution */
    assert_int_equal(bri_stepper_advance(stepper, 10, NULL), BRI_OK);
    bri_stepper_counts counts = bri_stepper_count(stepper);
    double error = fabs(bri_stepper_states(stepper)[0] - sin(10));
    print_message("%s: Prothero-Robinson, error %.1e, steps %ld rejected %ld\n", kind->kind.name, error, counts.steps,
                  counts.rejected);
    assert_true(error < 1e-5 && counts.steps < 1500);
    bri_stepper_destroy(stepper);
}

/* An integrator that needs a Jacobian takes that of the problem, if it has one, and evaluates no rates for it. */
static void jacobian_of_the_problem_is_used(void **state)
{
    const bri_integrator_kind *kind = *state;
    if (!has(kind, BRI_IS_STIFF)) skip();
    for (double k = 1; k < 1e7; k *= 100) {
        pendulum given = {.k = k}, differences = {.k = k, .by_differences = true};
        pendulum *each[] = {&given, &differences};
        double end[2];
        for (int i = 0; i < 2; i++) {
            bri_problem problem = pendulum_problem(each[i]);
            bri_stepper_def def = def_of(kind, 1e-6);
            bri_stepper *stepper = stepper_of(&problem, &def, pendulum_start, NULL);
            assert_int_equal(bri_stepper_advance(stepper, 5, NULL), BRI_OK);
            end[i] = bri_stepper_states(stepper)[0];
            bri_stepper_destroy(stepper);
        }
        assert_close(end[0], end[1], 1e-5);
        assert_true(given.jacobians > 0 && given.rates < differences.rates);
    }
}

/* Robertson: three reactions with rates from 0.04 to 3e7. Hairer and Wanner II, IV.10: at t = 40, and at 1e11. */
static bri_outcome robertson_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    double slow = 0.04 * x[0], back = 1e4 * x[1] * x[2], fast = 3e7 * x[1] * x[1];
    xdot[0] = back - slow;
    xdot[1] = slow - back - fast;
    xdot[2] = fast;
    return BRI_FINE;
}

static void robertson_reacts_as_published(void **state)
{
    const bri_integrator_kind *kind = *state;
    static const double size[] = {1, 1e-4, 1};
    bri_problem problem = {.states = 3, .size = size, .rates = robertson_rates};
    if (!has(kind, BRI_IS_STIFF)) skip();
    bri_stepper_def def = def_of(kind, 1e-7);
    def.tolerances.atol = 1e-12;
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){1, 0, 0}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 40, NULL), BRI_OK);
    const double *x = bri_stepper_states(stepper);
    print_message("%s: Robertson %.9g %.9g %.9g, steps %ld evaluations %ld\n", kind->kind.name, x[0], x[1], x[2],
                  bri_stepper_count(stepper).steps, bri_stepper_count(stepper).evaluations);
    assert_close(x[0], 0.7158270688, 1e-6); /* the reference solution of the test set of Bari, at 40 */
    assert_close(x[1], 9.185534764e-6, 1e-9);
    assert_close(x[2], 0.2841637457, 1e-6);
    assert_int_equal(bri_stepper_advance(stepper, 1e11, NULL), BRI_OK);
    assert_true(fabs(x[0] / 0.2083340149701255e-7 - 1) < 1e-3); /* Hairer and Wanner, as in the test set of Bari */
    assert_close(x[2], 0.9999999791665050, 1e-6);
    bri_stepper_destroy(stepper);
}

/* Van der Pol: (1 - y^2) y'/eps stiff, with eps = 1e-6; at t = 2. */
static bri_outcome van_der_pol_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    xdot[0] = x[1];
    xdot[1] = ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-6;
    return BRI_FINE;
}

static void van_der_pol_relaxes_as_published(void **state)
{
    const bri_integrator_kind *kind = *state;
    bri_problem problem = {.states = 2, .size = ones, .rates = van_der_pol_rates};
    if (!has(kind, BRI_IS_STIFF)) skip();
    bri_stepper_def def = def_of(kind, 1e-8);
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){2, 0}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 2, NULL), BRI_OK);
    const double *x = bri_stepper_states(stepper);
    print_message("%s: van der Pol %.9g %.9g, steps %ld evaluations %ld\n", kind->kind.name, x[0], x[1],
                  bri_stepper_count(stepper).steps, bri_stepper_count(stepper).evaluations);
    assert_close(x[0], 1.706167732170483, 1e-5); /* Hairer and Wanner II, IV.10 */
    assert_close(x[1], -0.8928097010247975, 1e-5);
    bri_stepper_destroy(stepper);
}

/* --- local states -------------------------------------------------------------------------------------------------------- */

static void stiff_local_states_are_held(void **state)
{
    const bri_integrator_kind *kind = *state;
    if (!has(kind, BRI_WANTS_LOCAL)) skip();
    pendulum p = {.k = 20};
    bri_problem problem = pendulum_problem(&p);
    double order = measured_order(kind, &problem, pendulum_start, 3, 80, 0, 3);
    print_message("%s: order %.2f at a moderate stiffness\n", kind->kind.name, order);
    assert_true(order > promise_of(kind)->order - 0.8);
    p.k = 1e8; /* the local state is x' / (k (1 + x^2)), and what is left is a free pendulum */
    bri_stepper_def def = def_of(kind, 1e-7);
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){1, 0.5, 0, 0}, NULL);
    pendulum gentle = {.k = 1e4};
    bri_problem near = pendulum_problem(&gentle);
    double exact[4], within[4];
    reference(&near, (double[]){1, 0.5, 0, 0}, 10, 400000, exact); /* differs by about 1e-5 */
    while (bri_stepper_time(stepper) < 10) {
        double before = bri_stepper_time(stepper);
        assert_int_equal(bri_stepper_step(stepper, 10, NULL), BRI_OK);
        bri_stepper_interpolate(stepper, 0.5 * (before + bri_stepper_time(stepper)), within);
        assert_true(fabs(within[2]) < 1e-5 && fabs(bri_stepper_states(stepper)[2]) < 1e-7);
    }
    print_message("%s: rate 1e8, steps %ld, off by %.1e\n", kind->kind.name, bri_stepper_count(stepper).steps,
                  distance(2, bri_stepper_states(stepper), exact));
    assert_true(bri_stepper_count(stepper).steps < 300);
    assert_true(distance(2, bri_stepper_states(stepper), exact) < 3e-4);
    bri_stepper_destroy(stepper);
}

/* A local state that follows x_1 = cos t at a rate k: cos t + sin(t)/k. At the end of a step its rate is k times the error of
 * x_1, which says nothing about the way there. */
static bri_outcome follower_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    const double *k = context;
    sine_rates(NULL, t, x, discrete, xdot);
    xdot[2] = *k * (x[1] - x[2]);
    return BRI_FINE;
}

static bri_outcome follower_local_rates(void *context, double t, double *x, const double *discrete, double hg,
                                        double *xdot)
{
    const double *k = context;
    x[2] = (x[2] + hg * *k * x[1]) / (1 + hg * *k);
    return follower_rates(context, t, x, discrete, xdot);
}

static void stiff_local_states_are_smooth_within_a_step(void **state)
{
    const bri_integrator_kind *kind = *state;
    if (!has(kind, BRI_WANTS_LOCAL)) skip();
    for (double k = 1e4; k < 1e13; k *= 100) {
        bri_problem problem = {.states = 3,
                               .locals = 1,
                               .size = ones,
                               .context = &k,
                               .rates = follower_rates,
                               .local_rates = follower_local_rates};
        bri_stepper_def def = def_of(kind, 1e-6);
        bri_stepper *stepper = stepper_of(&problem, &def, (double[]){0, 1, 1}, NULL);
        double worst = 0, x[3];
        while (bri_stepper_time(stepper) < 10) {
            double before = bri_stepper_time(stepper);
            assert_int_equal(bri_stepper_step(stepper, 10, NULL), BRI_OK);
            for (int i = 1; i < 4; i++) {
                double t = before + 0.25 * i * (bri_stepper_time(stepper) - before);
                bri_stepper_interpolate(stepper, t, x);
                worst = fmax(worst, fabs(x[2] - cos(t) - sin(t) / k));
            }
        }
        print_message("%s: k %.0e, off by %.1e within a step, steps %ld\n", kind->kind.name, k, worst,
                      bri_stepper_count(stepper).steps);
        assert_true(worst < 1e-3);
        bri_stepper_destroy(stepper);
    }
}

/* --- what the walk does with any of them --------------------------------------------------------------------------------- */

/* x' = -sqrt(x) has no solution for x < 0; that with x(0) = 1 reaches 0.01 at t = 1.8. */
static bri_outcome root_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)t, (void)discrete;
    if (x[0] < 0.005) return BRI_SHORTER;
    xdot[0] = -sqrt(x[0]);
    return BRI_FINE;
}

static void refused_points_shorten_the_step(void **state)
{
    const bri_integrator_kind *kind = *state;
    bri_problem problem = {.states = 1, .size = ones, .rates = root_rates};
    bri_stepper_def def = def_of(kind, 1e-6);
    def.step = 0.4;
    def.max_steps = 10000;
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){1}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 1.8, NULL), BRI_OK);
    assert_close(bri_stepper_states(stepper)[0], 0.01, 1e-3);
    bri_error err = {0};
    assert_int_equal(bri_stepper_advance(stepper, 3, &err), BRI_NO_CONVERGENCE); /* there the solution ends */
    assert_non_null(strstr(err.what, "t = 1.8"));
    bri_stepper_destroy(stepper);
}

static bri_outcome broken_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    (void)context, (void)x, (void)discrete;
    xdot[0] = 1;
    return t > 0.5 ? BRI_BROKEN : BRI_FINE;
}

static bri_outcome refused_rates(void *context, double t, const double *x, const double *discrete, double *xdot)
{
    return broken_rates(context, t, x, discrete, xdot) ? BRI_SHORTER : BRI_FINE;
}

static void a_broken_problem_is_given_up(void **state)
{
    const bri_integrator_kind *kind = *state;
    bri_problem problem = {.states = 1, .size = ones, .rates = broken_rates};
    bri_error err = {0};
    bri_stepper_def def = def_of(kind, 1e-4);
    def.max_step = 0.125;
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){0}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 1, &err), BRI_NO_CONVERGENCE);
    assert_non_null(strstr(err.what, "no solution of the equations was found at t = 0."));
    assert_true(bri_stepper_time(stepper) <= 0.5);
    bri_stepper_destroy(stepper);
    err = (bri_error){0};
    problem.rates = refused_rates; /* a shorter step may find one: the time 0.5 is approached, and not passed */
    stepper = stepper_of(&problem, &def, (double[]){0}, NULL);
    assert_int_equal(bri_stepper_advance(stepper, 1, &err), BRI_NO_CONVERGENCE);
    bool shortens = !(kind->flags & (BRI_HAS_FIXED_STEP | BRI_HAS_OWN_CONTROL));
    if (shortens) assert_non_null(strstr(err.what, "no solution of the equations was found beyond t = 0."));
    if (shortens) assert_non_null(strstr(err.what, " s, however short the step"));
    assert_true(bri_stepper_time(stepper) <= 0.5);
    bri_stepper_destroy(stepper);
}

static void nothing_is_allocated_on_the_way(void **state)
{
    const bri_integrator_kind *kind = *state;
    crossings c = {0};
    bri_problem problem = {.states = 2,
                           .events = 2,
                           .size = ones,
                           .context = &c,
                           .rates = sine_rates,
                           .event_values = sine_edge,
                           .handle_event = note_crossing};
    bri_stepper_def def = def_of(kind, 1e-6);
    bri_stepper *stepper = stepper_of(&problem, &def, (double[]){0, 1}, NULL);
    long before = allocations;
    assert_int_equal(bri_stepper_advance(stepper, 10, NULL), BRI_OK);
    assert_int_equal(allocations, before); /* of bristle: those of shared libraries are not seen */
    bri_stepper_destroy(stepper);
}

int main(void)
{
    static const struct CMUnitTest claims[] = {
        cmocka_unit_test(has_its_order),
        cmocka_unit_test(lies_within_a_step_as_promised),
        cmocka_unit_test(steps_know_where_they_begin),
        cmocka_unit_test(error_follows_the_tolerance),
        cmocka_unit_test(what_lies_between_is_as_exact),
        cmocka_unit_test(events_are_where_they_are),
        cmocka_unit_test(a_ball_bounces_on_time),
        cmocka_unit_test(stiff_problems_take_few_steps),
        cmocka_unit_test(jacobian_of_the_problem_is_used),
        cmocka_unit_test(robertson_reacts_as_published),
        cmocka_unit_test(van_der_pol_relaxes_as_published),
        cmocka_unit_test(stiff_local_states_are_held),
        cmocka_unit_test(stiff_local_states_are_smooth_within_a_step),
        cmocka_unit_test(refused_points_shorten_the_step),
        cmocka_unit_test(a_broken_problem_is_given_up),
        cmocka_unit_test(nothing_is_allocated_on_the_way),
    };
    enum {
        CLAIMS = sizeof claims / sizeof *claims,
        MOST = 32
    };
    struct CMUnitTest tests[CLAIMS * MOST];
    char names[CLAIMS * MOST][80];
    size_t count = 0;
    for (size_t i = 0; i < CLAIMS; i++)
        for (EACH_INTEGRATOR(kind)) {
            assert_true(count < CLAIMS * MOST);
            snprintf(names[count], sizeof names[count], "%s: %s", (*kind)->kind.name, claims[i].name);
            tests[count] = claims[i];
            tests[count].name = names[count];
            tests[count++].initial_state = (void *)(size_t)*kind;
        }
    return _cmocka_run_group_tests("every integrator", tests, count, NULL, NULL);
}
