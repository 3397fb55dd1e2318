/* test_stopping.c - a large simulation stops within a step when it is asked to, and can go on
 *
 * Of many bodies, a step of an implicit integrator takes seconds, most of them in its factorisations. Wherever the question
 * falls, in rates or in a factorisation, the step fails with BRI_STOPPED, the simulation stays at its last accepted step, and the
 * next call makes the step anew. The motion agrees with that of a simulation that was never stopped. */
#include <time.h>

#include "every_model.h"
#include "integrators.h"
#include "linalg/dense.h"
#include "mechanisms.h"

typedef struct question {
    long asked, stop_at; /* stops from this question on, until the answer was heard; 0: never */
} question;

static bool goes_on(double time, double share, void *user)
{
    question *q = user;
    (void)time, (void)share;
    return ++q->asked < q->stop_at || !q->stop_at;
}

static void compare(const bri_system *system, const char *integrator, long stop_at, double tolerance, bri_sim *plain,
                    double until)
{
    question q = {.stop_at = stop_at};
    bri_error err = {0};
    bri_run_def def = {
        .size = sizeof(bri_run_def), .integrator = integrator, .step = 1e-3, .progress = goes_on, .user = &q};
    bri_sim *sim = begin_sim(system, &def);
    int stops = 0;
    for (bri_status status = BRI_STOPPED; status; stops++) {
        double t = bri_sim_time(sim);
        status = bri_sim_advance(sim, until, &err);
        if (status) q.stop_at = 0;
        if (status && status != BRI_STOPPED) fail_msg("%s: %s", integrator, err.what);
        if (status)
            assert_true(bri_sim_time(sim) >= t && bri_sim_time(sim) < until && strstr(err.what, "stopped at t = "));
    }
    if (stops != 2) fail_msg("%s: stopped %d times at question %ld of %ld", integrator, stops - 1, stop_at, q.asked);
    for (int i = 0; i < system->states; i++)
        if (!(fabs(bri_sim_states(sim)[i] - bri_sim_states(plain)[i]) < tolerance))
            fail_msg("%s: state %d is %.17g after a stop at question %ld, not %.17g", integrator, i,
                     bri_sim_states(sim)[i], stop_at, bri_sim_states(plain)[i]);
    bri_sim_destroy(sim);
}

/* Without friction, no search for the interfaces that stick is stopped, after which a simulation cannot go on. */
static void write_chain_without_friction(int links)
{
    begin_bodies();
    for (int i = 0; i < links; i++)
        add("  l%d: {mass: 0.1, inertia: 1e-4, at: [%g, 0]}\n", i, 0.1 * i + 0.05);
    add("joints:\n  p0: {revolute: [ground, l0], at: [0, 0]}\n");
    for (int i = 1; i < links; i++)
        add("  p%d: {revolute: [l%d, l%d], at: [%g, 0]}\n", i, i - 1, i, 0.1 * i);
}

static void a_step_can_be_stopped(void **state)
{
    (void)state;
    write_chain_without_friction(51); /* 306 states */
    bri_system *system = build_text(text);
    for (EACH_INTEGRATOR(kind)) {
        const char *name = (*kind)->kind.name;
        const double until = 1e-3;
        double tolerance = (*kind)->flags & BRI_HAS_OWN_CONTROL ? 1e-5 : 1e-8; /* those start anew, with small orders */
        question counts = {0};
        bri_run_def def = {
            .size = sizeof(bri_run_def), .integrator = name, .step = until, .progress = goes_on, .user = &counts};
        bri_sim *plain = begin_sim(system, &def);
        long before = counts.asked;
        assert_int_equal(bri_sim_advance(plain, until, NULL), BRI_OK);
        assert_true(counts.asked > before);
        question within = {0}; /* steps alone ask, too */
        def.user = &within;
        bri_sim *stepped = begin_sim(system, &def);
        long at_start = within.asked;
        while (bri_sim_time(stepped) < until)
            assert_int_equal(bri_sim_step(stepped, until, NULL), BRI_OK);
        assert_true(within.asked > at_start);
        bri_sim_destroy(stepped);
        for (int i = 0; i < 3; i++)
            compare(system, name, before + 1 + (counts.asked - before - 2) * i / 2 /* the last one is at the end */,
                    tolerance, plain, until);
        bri_sim_destroy(plain);
    }
    bri_system_destroy(system);
}

/* The rod of test_painleve.c, whose friction has no solution as the simulation begins. If the first step is stopped, the next call
 * fails with the reason of a simulation that was not stopped, and not with that of the stop. */
static void a_failure_after_a_stop_has_its_own_reason(void **state)
{
    (void)state;
    const double th = 0.8, l = 0.8, c = l * cos(th), s = l * sin(th);
    begin_bodies();
    for (int i = 0; i < 50; i++)
        add("  l%d: {mass: 1, inertia: 1}\n", i);
    add("  rod: {mass: 2, inertia: %.17g, at: [%.17g, %.17g], angle: %.17g, velocity: [-60, 0], points: {tip: [%g, "
        "0]}}\n"
        "joints:\n"
        "  line: {point_on_line: [ground, rod.tip], at: [0, 0], along: [1, 0], friction: {law: coulomb, mu_k: 4}}\n",
        2 * l * l / 3, c, s, th, -l);
    bri_system *system = build_text(text);
    bri_error plain = {0}, err = {0};
    question q = {0};
    bri_run_def def = {
        .size = sizeof(bri_run_def), .integrator = "dopri5", .step = 1e-3, .progress = goes_on, .user = &q};
    bri_sim *sim = begin_sim(system, &def);
    long before = q.asked;
    assert_int_equal(bri_sim_advance(sim, 1, &plain), BRI_NO_SOLUTION);
    assert_non_null(strstr(plain.what, "no common solution"));
    assert_true(q.asked > before + 2);
    bri_sim_destroy(sim);
    for (long stop_at = before + 1; stop_at <= before + 2; stop_at++) { /* within the step */
        q = (question){.stop_at = stop_at};
        sim = begin_sim(system, &def);
        assert_int_equal(bri_sim_advance(sim, 1, &err), BRI_STOPPED);
        q.stop_at = 0;
        assert_int_equal(bri_sim_advance(sim, 1, &err), BRI_NO_SOLUTION);
        assert_string_equal(err.what, plain.what);
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

typedef struct pace {
    double begun, last, longest, most; /* CPU time, s; most: of the whole run */
} pace;

static bool goes_on_for_a_while(double time, double share, void *user)
{
    pace *p = user;
    double now = (double)clock() / CLOCKS_PER_SEC;
    (void)time, (void)share;
    p->longest = fmax(p->longest, now - p->last);
    p->last = now;
    return now - p->begun < p->most;
}

/* CPU time of one factorisation that nobody asks. */
static double time_of_factorisation(int n)
{
    double *A = test_calloc((size_t)n * (size_t)n, sizeof *A);
    int *pivot = test_calloc((size_t)n, sizeof *pivot);
    for (int i = 0; i < n * n; i++)
        A[i] = sin(i) + (i % (n + 1) == 0 ? n : 0);
    double begun = (double)clock() / CLOCKS_PER_SEC;
    assert_true(bri_lu_factor(n, A, pivot));
    double took = (double)clock() / CLOCKS_PER_SEC - begun;
    test_free(A);
    test_free(pivot);
    return took;
}

/* Whoever makes factorisations, the longest time between two questions is a small part of one of them. */
static void no_phase_of_a_step_goes_on_unasked(void **state)
{
    (void)state;
    write_chain_without_friction(150);
    bri_system *system = build_text(text);
    double factorisation = time_of_factorisation(system->states);
    for (EACH_INTEGRATOR(kind)) {
        double now = (double)clock() / CLOCKS_PER_SEC;
        pace p = {.begun = now, .last = now, .most = 1};
        bri_run_def def = {.size = sizeof(bri_run_def),
                           .integrator = (*kind)->kind.name,
                           .step = 1e-3,
                           .progress = goes_on_for_a_while,
                           .user = &p};
        bri_sim *sim = begin_sim(system, &def);
        bri_sim_advance(sim, 1e-3, NULL);
        p.longest = fmax(p.longest, (double)clock() / CLOCKS_PER_SEC - p.last);
        if (!(p.longest < 0.5 * factorisation))
            fail_msg("%s: %g s without a question; a factorisation takes %g s", (*kind)->kind.name, p.longest,
                     factorisation);
        bri_sim_destroy(sim);
    }
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_step_can_be_stopped),
                                       cmocka_unit_test(no_phase_of_a_step_goes_on_unasked),
                                       cmocka_unit_test(a_failure_after_a_stop_has_its_own_reason)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
