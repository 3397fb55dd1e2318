/* test_partition.c - independent coordinates of a pendulum and of a double pendulum */
#include "handmade.h"

#include "system/partition.h"
#include "system/problem.h"

typedef struct parts {
    rig r;
    bri_problem problem, whole;
    bri_partition *partition;
    double x[40], xdot[40], again[40];
} parts;

static void divide(parts *p)
{
    bri_problem_of(p->r.engine, &p->whole);
    p->problem = p->whole;
    p->r.engine->stabilisation = BRI_HOLD_PARTITION;
    assert_int_equal(bri_partition_create(p->r.engine, 0, p->r.x, p->r.packed, &p->problem, &p->partition, NULL),
                     BRI_OK);
    bri_partition_reduce(p->partition, p->r.x, p->x);
}

static const int *which(parts *p)
{
    bri_block blocks[BRI_BLOCKS_MAX];
    bri_partition_memory(p->partition, blocks);
    return blocks[0].at;
}

static const char *const pair =
    "gravity: [0, -10]\n"
    "bodies:\n"
    "  one: {mass: 2, inertia: 1, at: [1, 0.5], spin: 3}\n"
    "  two: {mass: 4, inertia: 0.5, at: [3, 0.25], spin: -1}\n"
    "joints:\n"
    "  p1: {revolute: [ground, one], at: [0, 0]}\n"
    "  p2: {revolute: [one, two], at: [2, 0.75], radius: 0.1, friction: {law: lugre, mu_k: 0.3, mu_s: 0.5}}\n";

/* Two degrees of freedom: 2 positions, 2 velocities, 1 bristle. Reduced and expanded it is the same. */
static void reduced_states_expand_again(void **state)
{
    (void)state;
    parts p = {.r = rig_of(pair)};
    const bri_system *s = p.r.system;
    int all = s->states + s->quadratures;
    p.r.x[s->z] = 1e-5;
    for (int i = 0; i < s->quadratures; i++)
        p.r.x[s->states + i] = 10 + i;
    divide(&p);
    assert_int_equal(p.problem.states, 2 * 2 + 1);
    assert_int_equal(p.problem.positions, 2);
    assert_int_equal(p.problem.locals, 1);
    assert_true(p.problem.quadratures == s->quadratures && !p.problem.stiff_frame && !p.problem.stiff_core);
    for (int i = 0; i < 2; i++) {
        int c = which(&p)[i];
        assert_true(p.x[i] == p.r.x[c] && p.x[2 + i] == p.r.u[c]);
        assert_true(p.problem.size[i] == s->size[c] && p.problem.size[2 + i] == s->size[6 + c]);
    }
    assert_true(p.x[4] == 1e-5 && p.x[5] == 10);
    bri_partition_expand(p.partition, 0, p.x, p.r.packed, p.again);
    for (int i = 0; i < all; i++)
        assert_close(p.again[i], p.r.x[i], 1e-14);
    /* moved a little, the joints are met again by the dependent coordinates alone */
    p.x[0] += 1e-2;
    p.x[2] += 0.1;
    bri_partition_expand(p.partition, 0, p.x, p.r.packed, p.again);
    assert_close(p.again[which(&p)[0]], p.x[0], 0);
    assert_close(p.again[which(&p)[1]], p.x[1], 0);
    assert_close(p.again[6 + which(&p)[0]], p.x[2], 0);
    bri_instant at = bri_instant_of(p.r.engine, 0, p.again, p.r.packed);
    double position, velocity;
    bri_point_set(&p.r.engine->rates.point, &at, BRI_SCOPE_DYNAMICS);
    bri_constraint_errors(&p.r.engine->rates.point, &position, &velocity);
    assert_true(position < 1e-14 && velocity < 1e-13);
    rig_free(&p.r);
}

/* Rates are those of all coordinates, of which the independent ones are taken; so are local rates and event values. */
static void rates_are_those_of_the_whole(void **state)
{
    (void)state;
    parts p = {.r = rig_of(pair)};
    const bri_system *s = p.r.system;
    p.r.x[s->z] = 1e-5;
    divide(&p);
    assert_int_equal(p.problem.rates(p.problem.context, 0, p.x, p.r.packed, p.xdot), BRI_FINE);
    assert_int_equal(p.whole.rates(p.r.engine, 0, p.r.x, p.r.packed, p.r.xdot), BRI_FINE);
    for (int local = 0; local < 2; local++) {
        for (int i = 0; i < 2; i++) {
            assert_close(p.xdot[i], p.r.xdot[which(&p)[i]], 1e-12);
            assert_close(p.xdot[2 + i], p.r.xdot[6 + which(&p)[i]], 1e-10);
        }
        for (int i = 0; i <= s->quadratures; i++) /* the bristle, and the sums */
            assert_close(p.xdot[4 + i], p.r.xdot[12 + i], 1e-9);
        if (local) break;
        assert_int_equal(p.problem.local_rates(p.problem.context, 0, p.x, p.r.packed, 1e-4, p.xdot), BRI_FINE);
        assert_int_equal(p.whole.local_rates(p.r.engine, 0, p.r.x, p.r.packed, 1e-4, p.r.xdot), BRI_FINE);
        assert_true(p.x[4] != 1e-5);
        assert_close(p.x[4], p.r.x[12], 1e-15);
    }
    rig_free(&p.r);
}

/* A rod of 1 m from a pin at the origin, built at 45 degrees so that lengths count as 0.71 m: horizontal, the arm of 1 m is
 * the largest entry, and y is independent. Near 90 degrees y cannot tell where the rod is. */
static void turn(parts *p, double angle)
{
    double a = 0.25 * 3.14159265358979323846;
    p->r.x[0] = cos(angle), p->r.x[1] = sin(angle), p->r.x[2] = angle - a;
    p->r.u[0] = -2 * sin(angle), p->r.u[1] = 2 * cos(angle), p->r.u[2] = 2;
}

static parts horizontal_rod(void)
{
    parts p = {
        .r = rig_of("bodies: {rod: {mass: 1, inertia: 1, at: [0.70710678118654752, 0.70710678118654752], spin: 2}}\n"
                    "joints: {pin: {revolute: [ground, rod], at: [0, 0]}}\n")};
    turn(&p, 0);
    divide(&p);
    return p;
}

/* With y fixed, J W J^T = (1 + s^2, -s c; -s c, c^2): the second pivot is c^2/(1 + s^2), and 1 + c^2 is that of all coordinates. y
 * serves until their ratio is below a twentieth. */
static void coordinates_serve_until_they_are_worn(void **state)
{
    (void)state;
    int kept = 0, anew = 0;
    for (double cosine = 0.9; cosine > 0.1; cosine -= 0.01) {
        parts p = horizontal_rod();
        double square = cosine * cosine, left = square / ((2 - square) * (1 + square));
        turn(&p, acos(cosine));
        bri_partition_accept(p.partition, 0, p.r.x);
        bri_partition_reduce(p.partition, p.r.x, p.x);
        bool changed = p.problem.accept(p.problem.context, 0, p.x, p.r.packed);
        assert_true(changed == (left < 0.05) && (which(&p)[0] != 1) == changed);
        *(changed ? &anew : &kept) += 1;
        rig_free(&p.r);
    }
    assert_true(kept > 10 && anew > 10);
}

static void worn_coordinates_are_chosen_anew(void **state)
{
    (void)state;
    parts p = horizontal_rod();
    assert_int_equal(which(&p)[0], 1); /* y */
    turn(&p, 0.8);
    bri_partition_accept(p.partition, 0, p.r.x);
    bri_partition_reduce(p.partition, p.r.x, p.x);
    assert_false(p.problem.accept(p.problem.context, 0, p.x, p.r.packed)); /* 0.22 of the pivot is left: see above */
    assert_int_equal(which(&p)[0], 1);
    turn(&p, 1.45); /* 0.007 */
    bri_partition_accept(p.partition, 0.1, p.r.x);
    bri_partition_reduce(p.partition, p.r.x, p.x);
    assert_true(p.problem.accept(p.problem.context, 0.1, p.x, p.r.packed));
    int now = which(&p)[0];
    assert_true(now != 1);
    assert_close(p.x[0], p.r.x[now], 1e-12);
    assert_close(p.x[1], p.r.u[now], 1e-12);
    assert_true(p.problem.size[0] == p.r.system->size[now]);
    bri_partition_expand(p.partition, 0.1, p.x, p.r.packed, p.again);
    for (int i = 0; i < 6; i++)
        assert_close(p.again[i], p.r.x[i], 1e-12);
    turn(&p, 1.4); /* within the step that has just ended, whose interpolant gives y */
    p.x[0] = p.r.x[1], p.x[1] = p.r.u[1];
    bri_partition_expand_within(p.partition, 0.075, p.x, p.r.packed, p.again);
    for (int i = 0; i < 6; i++)
        assert_close(p.again[i], p.r.x[i], 1e-12);
    rig_free(&p.r);
}

/* The search begins at the accepted state, carried on along its velocities: 0.1 s at 2 rad/s leads past the turning point of
 * x, and finds the right one of two angles. */
static void dependent_coordinates_are_sought_near_the_accepted_ones(void **state)
{
    (void)state;
    for (int up = 0; up < 2; up++) {
        parts p = {.r = rig_of(
                       "bodies: {rod: {mass: 1, inertia: 1, at: [0.70710678118654752, 0.70710678118654752], spin: 2}}\n"
                       "joints: {pin: {revolute: [ground, rod], at: [0, 0]}}\n")};
        turn(&p, 0);
        divide(&p);                                        /* y */
        turn(&p, up ? 0.5 : 3.14159265358979323846 - 0.5); /* the same y, on either side */
        bri_partition_accept(p.partition, 0, p.r.x);
        bri_partition_reduce(p.partition, p.r.x, p.x);
        turn(&p, up ? 0.6 : 3.14159265358979323846 - 0.4); /* 0.05 s later */
        p.x[0] = p.r.x[1], p.x[1] = p.r.u[1];
        bri_partition_expand(p.partition, 0.05, p.x, p.r.packed, p.again);
        for (int i = 0; i < 6; i++)
            assert_close(p.again[i], p.r.x[i], 1e-12);
        rig_free(&p.r);
    }
}

/* y = 2 is out of reach: a shorter step may help, observers fail nothing, and event values are unknown. */
static void out_of_reach(void **state)
{
    (void)state;
    parts p = {
        .r = rig_of("bodies: {rod: {mass: 1, inertia: 1, at: [0.70710678118654752, 0.70710678118654752], spin: 2}}\n"
                    "joints: {pin: {revolute: [ground, rod], at: [0, 0], friction: {law: coulomb, mu_k: 0.1}}}\n")};
    turn(&p, 0);
    divide(&p);
    double g[4] = {0};
    p.x[0] = 2;
    bri_partition_expand(p.partition, 0, p.x, p.r.packed, p.again);
    assert_true(p.r.engine->failure.status == BRI_OK);
    p.problem.event_values(p.problem.context, 0, p.x, p.r.packed, g);
    for (int i = 0; i < p.problem.events; i++)
        assert_true(isnan(g[i]));
    p.r.engine->failure = (bri_failure){0};
    assert_int_equal(p.problem.rates(p.problem.context, 0, p.x, p.r.packed, p.xdot), BRI_SHORTER);
    assert_int_equal(p.r.engine->failure.status, BRI_SINGULAR);
    assert_non_null(strstr(p.r.engine->failure.text, "cannot be met by moving the dependent coordinates alone"));
    assert_false(p.r.engine->failure.is_final);
    rig_free(&p.r);
}

/* The rod's pin stops: sums are kept, and what follows is in the reduced state. */
static void events_are_handled_in_all_coordinates(void **state)
{
    (void)state;
    parts p = {.r = rig_of(
                   "bodies: {rod: {mass: 1, inertia: 1, at: [1, 0], spin: 0}}\n"
                   "joints: {pin: {revolute: [ground, rod], at: [0, 0], friction: {law: coulomb, mu_k: 0.1, preload: 5 "
                   "N}}}\n")};
    const bri_system *s = p.r.system;
    p.r.x[s->states] = 7;
    divide(&p);
    const bool fired[2] = {true, false};
    assert_true(p.problem.handle_event(p.problem.context, 0, fired, p.x, p.r.packed));
    bri_discrete_unpack(&p.r.d, p.r.packed);
    assert_int_equal(p.r.d.stick[0].mode, BRI_STICK);
    assert_close(p.x[2], 7, 0);
    rig_free(&p.r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduced_states_expand_again),
        cmocka_unit_test(rates_are_those_of_the_whole),
        cmocka_unit_test(coordinates_serve_until_they_are_worn),
        cmocka_unit_test(worn_coordinates_are_chosen_anew),
        cmocka_unit_test(dependent_coordinates_are_sought_near_the_accepted_ones),
        cmocka_unit_test(out_of_reach),
        cmocka_unit_test(events_are_handled_in_all_coordinates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
