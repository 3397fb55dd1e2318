/* test_engine.c - evaluations and the guess from which they start, failures, memory (rods.h) */
#include "rods.h"

#include "system/stick_set.h"

static void options_follow_the_model(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "constraints: baumgarte");
    assert_non_null(r.engine->stick->choice.point.x); /* interfaces can stick */
    assert_non_null(r.engine->stick->what_if.solution.lambda);
    assert_true(r.engine->options.baumgarte && r.engine->stabilisation == BRI_HOLD_BAUMGARTE);
    assert_true(r.engine->options.unit_length == 1 && r.engine->options.lagged == r.engine->lagged);
    rig_free(&r);
    r = rods(1, 0.5, 0, "coulomb", "constraints: auto");
    assert_true(!r.engine->options.baumgarte && r.engine->stabilisation == BRI_HOLD_PROJECTION);
    assert_true(isinf(r.engine->segment_end) && r.engine->tolerance == 1e-8 && r.engine->weakest == 1);
    bri_instant at = rig_at(&r, 2);
    assert_true(at.t == 2 && isinf(at.segment_end) && at.x == r.x && at.discrete == r.packed && !at.releases_sticks);
    rig_free(&r);
}

static void what_is_evaluated_is_not_evaluated_again(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: newton");
    bri_engine *e = r.engine;
    bri_instant at = rig_at(&r, 0);
    assert_false(bri_is_evaluated(e, &e->rates, &at));
    rig_solve(&r, 0);
    long solves = e->solver.count.solves;
    assert_true(solves > 0 && bri_is_evaluated(e, &e->rates, &at));
    rig_solve(&r, 0);
    assert_int_equal(e->solver.count.solves, solves);
    assert_int_equal(bri_evaluate_from(e, &e->rates, &at, &e->guess), BRI_FINE); /* this always solves */
    assert_int_equal(e->solver.count.solves, ++solves);
    bri_guess_set(&e->guess, &e->rates); /* from another guess it is another solution */
    assert_false(bri_is_evaluated(e, &e->rates, &at));
    rig_solve(&r, 0);
    assert_int_equal(e->solver.count.solves, ++solves);
    bri_engine_forget(e);
    assert_false(bri_is_evaluated(e, &e->rates, &at));
    rig_solve(&r, 0);
    assert_int_equal(e->solver.count.solves, ++solves);
    r.x[0] += 0.1;
    assert_false(bri_is_evaluated(e, &e->rates, &at));
    rig_free(&r);
}

static void observers_are_not_counted(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: newton");
    bri_engine *e = r.engine;
    bri_evaluation other;
    bri_instant at = rig_at(&r, 0);
    assert_int_equal(bri_evaluation_create(e, &other, NULL), BRI_OK);
    long solves = e->solver.count.solves, iterations = e->solver.count.iterations;
    assert_int_equal(bri_observe(e, &other, &at, BRI_SCOPE_CHANNELS), BRI_FINE);
    assert_close(other.solution.lambda[0], 10, 1e-12);
    assert_int_equal(other.point.scope, BRI_SCOPE_CHANNELS);
    assert_true(e->solver.count.solves == solves && e->solver.count.iterations == iterations);
    rig_free(&r);
}

/* N = 10, F = 5: the guess becomes these. Where it sticks the friction is the multiplier over lever and patches. */
static void guess_becomes_the_solution(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: newton");
    unsigned long stamp = r.engine->guess.stamp;
    bri_guess_set(&r.engine->guess, rig_solve(&r, 0));
    assert_close(r.engine->guess.lambda[0], 10, 1e-12);
    assert_close(r.engine->guess.friction[0], 5, 1e-12);
    assert_true(r.engine->guess.stamp != stamp);
    bri_guess_set(&r.engine->stick->start, &r.engine->rates);
    assert_true(r.engine->stick->start.stamp == 0); /* solutions from it are not kept */
    rig_free(&r);
    r = rig_of(
        "gravity: [0, -10]\n"
        "bodies: {block: {mass: 2, inertia: 1}, wheel: {mass: 2, inertia: 1}}\n"
        "joints:\n"
        "  floor: {translational: [ground, block], along: [1, 0], length: 0.1, friction: {law: coulomb, mu_k: 0.5}}\n"
        "  pin: {revolute: [ground, wheel], radius: 0.1, friction: {law: coulomb, mu_k: 0.5}}\n"
        "forces:\n"
        "  push: {force: block, along: [1, 0], value: 3 N}\n"
        "  turn: {torque: wheel, value: 0.7 N m}\n");
    rig_put(&r, 0, BRI_STICK, 0);
    rig_put(&r, 1, BRI_STICK, 0);
    bri_guess_set(&r.engine->guess, rig_solve(&r, 0));
    assert_vector(r.engine->guess.friction, 1e-12, -1.5, -1.5, -7);
    rig_free(&r);
}

static void the_first_failure_with_a_text_is_kept(void **state)
{
    (void)state;
    rig r = rods(1, 0.5, 0, "coulomb", "coupling: newton");
    bri_failure silent = {.status = BRI_NO_SOLUTION}, first = {.status = BRI_NO_CONVERGENCE, .text = "first"},
                second = {.status = BRI_SINGULAR, .text = "second"};
    bri_engine_fail(r.engine, &silent);
    assert_true(r.engine->failure.is_final && r.engine->failure.status == BRI_NO_SOLUTION);
    bri_engine_fail(r.engine, &first);
    assert_true(r.engine->failure.is_final && r.engine->failure.status == BRI_NO_CONVERGENCE);
    bri_engine_fail(r.engine, &second);
    assert_string_equal(r.engine->failure.text, "first");
    r.engine->failure =
        (bri_failure){.status = BRI_BAD_VALUE, .text = "may pass"}; /* one that is not final gives way */
    bri_engine_fail(r.engine, &second);
    assert_string_equal(r.engine->failure.text, "second");
    rig_free(&r);
}

/* With its memory saved and put back, an engine evaluates the same bits. */
static void memory_holds_all_that_matters(void **state)
{
    (void)state;
    rig r = rods(2, 0.45, 0.3, "coulomb", "coupling: newton");
    bri_engine *e = r.engine;
    bri_block blocks[BRI_BLOCKS_MAX];
    char saved[BRI_BLOCKS_MAX][600];
    double lambda[2];
    bri_guess_set(&e->guess, rig_solve(&r, 0));
    e->projected = 3;
    e->worst_position = 1, e->worst_velocity = 2;
    e->lagged[1] = 5;
    int count = bri_engine_memory(e, blocks);
    for (int i = 0; i < count; i++) {
        assert_true(blocks[i].size <= sizeof saved[i]);
        memcpy(saved[i], blocks[i].at, blocks[i].size);
    }
    r.x[1] += 1e-4;
    long solves = e->solver.count.solves;
    memcpy(lambda, rig_solve(&r, 0)->solution.lambda, sizeof lambda);
    bri_guess_set(&e->guess, &e->rates);
    e->guess.lambda[0] = 7, e->guess.friction[1] = 9;
    e->projected = e->worst_position = e->worst_velocity = e->lagged[1] = 0;
    for (int i = 0; i < count; i++)
        memcpy(blocks[i].at, saved[i], blocks[i].size);
    bri_engine_forget(e);
    assert_true(e->projected == 3 && e->worst_position == 1 && e->worst_velocity == 2 && e->lagged[1] == 5);
    assert_int_equal(e->solver.count.solves, solves);
    assert_memory_equal(rig_solve(&r, 0)->solution.lambda, lambda, sizeof lambda);
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_follow_the_model),
        cmocka_unit_test(what_is_evaluated_is_not_evaluated_again),
        cmocka_unit_test(observers_are_not_counted),
        cmocka_unit_test(guess_becomes_the_solution),
        cmocka_unit_test(the_first_failure_with_a_text_is_kept),
        cmocka_unit_test(memory_holds_all_that_matters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
