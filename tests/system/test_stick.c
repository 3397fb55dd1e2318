/* test_stick.c - which interfaces stick, and which slip in which direction: small cases on paper; event functions */
#include "handmade.h"

#include "system/stick.h"
#include "system/stick_enumerate.h"

static char text[4000];
#define MODEL(...) (snprintf(text, sizeof text, __VA_ARGS__), text)

static void choose(rig *r, double t)
{
    bri_choose_sticks_at_start(r->engine, t, r->x, &r->d);
    rig_pack(r);
}

#define assert_stick(r, k, mode_, direction_)                                                                          \
    assert_int_equal((r)->d.stick[k].mode, mode_);                                                                     \
    assert_int_equal((r)->d.stick[k].direction, direction_)

/* --- one block ------------------------------------------------------------------------------------------------------ */

/* 5 kg on a slope of (4, 3)/5: N = 40 N, and 30 N down the slope. */
static rig slope(double mu_s)
{
    return rig_of(
        MODEL("gravity: [0, -10]\n"
              "bodies: {block: {mass: 5, inertia: 1, at: [4, 3]}}\n"
              "joints: {slope: {translational: [ground, block], along: [4, 3], friction: {law: coulomb, mu_k: "
              "0.5, mu_s: %.17g}}}\n",
              mu_s));
}

static void block_on_a_slope_sticks_up_to_its_limit(void **state)
{
    (void)state;
    static const double mu[] = {0.74, 0.749999, 0.75, 0.76, 2};
    for (int i = 0; i < 5; i++) {
        rig r = slope(mu[i]);
        choose(&r, 0);
        if (i < 2) {
            assert_stick(&r, 0, BRI_SLIP, -1); /* down */
        } else {
            assert_stick(&r, 0, BRI_STICK, 0);
        }
        assert_close(r.d.stick[0].at, 5, 1e-14);
        assert_close(r.d.load_direction[0][0], 1, 1e-14); /* d|N|/d(normal) */
        bri_evaluation *at = rig_solve(&r, 0);
        assert_close(at->solution.a[1], i < 2 ? 0.6 * (-30 + 20) / 5 : 0, 1e-12);
        /* the engine goes on from this solution */
        assert_close(r.engine->guess.friction[0], i < 2 ? 20 : 30, 1e-10);
        rig_free(&r);
    }
}

/* (limit - |F|)/(limit + |F|) where it sticks; slip speed in its direction where it slips. */
static void event_values_of_a_block(void **state)
{
    (void)state;
    rig r = slope(1);
    choose(&r, 0);
    assert_close(bri_stick_event_value(r.engine, rig_solve(&r, 0), 0), (40. - 30) / 70, 1e-12);
    r.d.load_direction[0][0] = -1; /* a load that has changed sign counts below 0 */
    rig_pack(&r);
    assert_close(bri_stick_event_value(r.engine, rig_solve(&r, 0), 0), (-40. - 30) / 70, 1e-12);
    assert_true(bri_is_at_rest(rig_solve(&r, 0), 0));
    r.u[0] = 0.8e-3, r.u[1] = 0.6e-3; /* 1 mm/s: a driver drags it along */
    rig_solve(&r, 0);
    assert_close(bri_stick_event_value(r.engine, &r.engine->rates, 0), 1 - 1e-3 / (1e-6 * r.system->speed), 1e-6);
    assert_false(bri_is_at_rest(&r.engine->rates, 0));
    for (int way = -1; way <= 1; way += 2) {
        rig_put(&r, 0, BRI_SLIP, way);
        double g = bri_stick_event_value(r.engine, rig_solve(&r, 0), 0);
        assert_close(g, way * 1e-3 + 1e-13 * r.system->speed, 1e-16);
    }
    r.u[0] = r.u[1] = 0; /* no slip that has just begun ends by rounding */
    assert_true(bri_stick_event_value(r.engine, rig_solve(&r, 0), 0) > 0);
    rig_free(&r);
}

/* 2 kg, 20 N on mu_s = 0.5, mu_k = 0.3; the push is 0, and 15 N from 1 s on. */
static rig pushed(double speed, const char *more)
{
    return rig_of(
        MODEL("gravity: [0, -10]\n"
              "bodies: {block: {mass: 2, inertia: 1, velocity: [%.17g, 0]}}\n"
              "joints:\n"
              "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, mu_s: "
              "0.5}}\n%s"
              "forces: {push: {force: block, along: [1, 0], value: {step: -15 N, start: 1 s}}}\n",
              speed, more));
}

static void what_has_changed_is_chosen_again(void **state)
{
    (void)state;
    rig r = pushed(0, "");
    choose(&r, 0);
    assert_stick(&r, 0, BRI_STICK, 0);
    assert_false(bri_choose_sticks_again(r.engine, 0.5, r.x, &r.d)); /* nothing */
    assert_stick(&r, 0, BRI_STICK, 0);
    assert_true(bri_choose_sticks_again(r.engine, 1.5, r.x, &r.d)); /* 15 N are too much */
    assert_stick(&r, 0, BRI_SLIP, -1);
    assert_true(bri_choose_sticks_again(r.engine, 0.5, r.x, &r.d)); /* it was stopped: it slips at rest */
    assert_stick(&r, 0, BRI_STICK, 0);
    r.u[0] = 2; /* it was set in motion */
    r.x[0] = 0.25;
    assert_true(bri_choose_sticks_again(r.engine, 0.5, r.x, &r.d));
    assert_stick(&r, 0, BRI_SLIP, 1);
    assert_close(r.d.stick[0].at, 0.25, 1e-14);
    assert_false(bri_choose_sticks_again(r.engine, 0.5, r.x, &r.d)); /* as it moves */
    r.u[0] = -2;
    assert_true(bri_choose_sticks_again(r.engine, 0.5, r.x, &r.d));
    assert_stick(&r, 0, BRI_SLIP, -1);
    rig_free(&r);
}

/* One that moves is no candidate; its direction is that of its velocity. */
static void what_moves_slips_as_it_moves(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        rig r = pushed(way, "");
        choose(&r, 1.5);
        assert_stick(&r, 0, BRI_SLIP, way);
        rig_free(&r);
    }
}

/* A driver accelerates the block: it cannot stick, whatever its limit. */
static void a_driver_tears_loose(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        char more[200];
        snprintf(more, sizeof more,
                 "  ram: {translation_driver: [ground, block], along: [1, 0], motion: {smooth_step: %d m, start: 0 s, "
                 "end: 1 "
                 "s}}\n",
                 way);
        rig r = pushed(0, more);
        choose(&r, 0.1);
        assert_stick(&r, 0, BRI_SLIP, way);
        rig_put(&r, 0, BRI_STICK, 0);
        r.u[0] = 0.2 * way; /* it moves along with the driver: slips as it goes, and is decided on no more */
        bool candidate[1] = {true};
        bri_evaluation *at = rig_solve(&r, 0.1);
        bri_tear_loose(at, &r.d, candidate);
        assert_stick(&r, 0, BRI_SLIP, way);
        assert_false(candidate[0]);
        rig_put(&r, 0, BRI_STICK, 0);
        r.u[0] = 0; /* one at rest is left alone */
        candidate[0] = true;
        bri_tear_loose(rig_solve(&r, 0.1), &r.d, candidate);
        assert_stick(&r, 0, BRI_STICK, 0);
        assert_true(candidate[0]);
        rig_free(&r);
    }
}

/* --- two blocks on each other ----------------------------------------------------------------------------------------- */

/* 2 kg on 3 kg: 20 N between them, mu_s = 0.5, mu_k = 0.4; 50 N on the floor, mu = 0.2: limits 10 and 10 N.
 *     10 N on the lower block: both stick. 20 N: a = 10/5, of which the upper needs 4 N. 50 N: a = 40/5 would need 16 N:
 *     it lags behind. 15 N on the upper block: it slips, 8 N on the lower, which stays. */
static void two_blocks_on_each_other(void **state)
{
    (void)state;
    static const struct {
        double lower, upper;
        int floor, top; /* directions; 0: sticks */
    } cases[] = {{10, 0, 0, 0},   {-10, 0, 0, 0}, {20, 0, 1, 0},   {-20, 0, -1, 0}, {50, 0, 1, -1},
                 {-50, 0, -1, 1}, {0, 15, 0, 1},  {0, -15, 0, -1}, {0, 9, 0, 0},    {6, 15, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig r = rig_of(
            MODEL("gravity: [0, -10]\n"
                  "bodies: {lower: {mass: 3, inertia: 1}, upper: {mass: 2, inertia: 1}}\n"
                  "joints:\n"
                  "  floor: {translational: [ground, lower], along: [1, 0], friction: {law: coulomb, mu_k: 0.2}}\n"
                  "  top: {translational: [lower, upper], along: [1, 0], friction: {law: coulomb, mu_k: 0.4, mu_s: "
                  "0.5}}\n"
                  "forces:\n"
                  "  p: {force: lower, along: [1, 0], value: %g N}\n"
                  "  q: {force: upper, along: [1, 0], value: %g N}\n",
                  cases[i].lower, cases[i].upper));
        choose(&r, 0);
        assert_stick(&r, 0, cases[i].floor ? BRI_SLIP : BRI_STICK, cases[i].floor);
        assert_stick(&r, 1, cases[i].top ? BRI_SLIP : BRI_STICK, cases[i].top);
        assert_true(r.engine->failure.status == BRI_OK);
        rig_free(&r);
    }
}

/* --- loops -------------------------------------------------------------------------------------------------------------- */

/* 3 kg on three feet that share the load in thirds: limits of 5 N each, 15 N together. */
static void a_table_slips_with_all_feet(void **state)
{
    (void)state;
    static const double push[] = {12, 14.9, 15.1, -16};
    for (int i = 0; i < 4; i++) {
        rig r =
            rig_of(MODEL("gravity: [0, -10]\n"
                         "bodies: {table: {mass: 3, inertia: 1, points: {a: [-1, 0], b: [0, 0], c: [1, 0]}}}\n"
                         "joints:\n"
                         "  a: {point_on_line: [ground, table.a], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
                         "  b: {point_on_line: [ground, table.b], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
                         "  c: {point_on_line: [ground, table.c], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
                         "forces: {push: {force: table, along: [1, 0], value: %g N}}\n"
                         "run: {redundancy: pseudoinverse}\n",
                         push[i]));
        choose(&r, 0);
        const bri_evaluation *at = rig_solve(&r, 0);
        for (int k = 0; k < 3; k++) {
            assert_stick(&r, k, i < 2 ? BRI_STICK : BRI_SLIP, i < 2 ? 0 : push[i] > 0 ? 1 : -1);
            assert_close(at->solution.load[k], 10, 1e-9);
            assert_close(bri_interface_effort(&at->point, &at->solution, k),
                         i < 2    ? -push[i] / 3
                         : i == 2 ? -5
                                  : 5,
                         1e-9);
        }
        rig_free(&r);
    }
}

/* A drawer, 4 kg on two guides, 20 N each: limits 2 and 10 N. A push is shared in halves until the first is at its limit:
 * then the second carries the rest, up to 12 N in all. */
static rig drawer(double push)
{
    return rig_of(
        MODEL("gravity: [0, -10]\n"
              "bodies: {drawer: {mass: 4, inertia: 1}}\n"
              "joints:\n"
              "  g1: {translational: [ground, drawer], along: [1, 0], friction: {law: coulomb, mu_k: 0.1}}\n"
              "  g2: {translational: [ground, drawer], along: [1, 0], friction: {law: coulomb, mu_k: 0.4, mu_s: "
              "0.5}}\n"
              "forces: {push: {force: drawer, along: [1, 0], value: %g N}}\n"
              "run: {redundancy: pseudoinverse}\n",
              push));
}

static void one_guide_is_at_its_limit_while_the_other_holds(void **state)
{
    (void)state;
    static const double push[] = {3, -3, 10, -10, 11.9, 13, -13};
    for (int i = 0; i < 7; i++) {
        int way = push[i] > 0 ? 1 : -1;
        rig r = drawer(push[i]);
        choose(&r, 0);
        const bri_evaluation *at = rig_solve(&r, 0);
        double first = bri_interface_effort(&at->point, &at->solution, 0);
        double second = bri_interface_effort(&at->point, &at->solution, 1);
        if (i < 2) {
            assert_stick(&r, 0, BRI_STICK, 0);
            assert_stick(&r, 1, BRI_STICK, 0);
            assert_close(first, -push[i] / 2, 1e-9);
        } else if (i < 5) {
            assert_stick(&r, 0, BRI_AT_LIMIT, way);
            assert_stick(&r, 1, BRI_STICK, 0);
            assert_close(first, -2 * way, 1e-9);
            assert_close(second, -push[i] + 2 * way, 1e-9);
        } else {
            assert_stick(&r, 0, BRI_SLIP, way);
            assert_stick(&r, 1, BRI_SLIP, way);
            assert_close(at->solution.a[0], (push[i] - 10 * way) / 4, 1e-9);
        }
        rig_free(&r);
    }
}

/* If it stuck it would carry 5 N of its 2: (5 - 2)/(5 + 2). Under 3 N it would carry 1.5: (1.5 - 2)/3.5, and sticks again. Kept at a
 * quarter of its limit it stays there, as long as it has a load: 2/(2 + 0.5). */
static void event_value_at_the_limit(void **state)
{
    (void)state;
    rig r = drawer(10);
    choose(&r, 0);
    assert_close(bri_stick_event_value(r.engine, rig_solve(&r, 0), 0), 3. / 7, 1e-8);
    bri_discrete_copy(&r.engine->now, &r.d);
    rig less = drawer(3);
    choose(&less, 0);
    rig_put(&less, 0, BRI_AT_LIMIT, 1);
    assert_close(bri_stick_event_value(less.engine, rig_solve(&less, 0), 0), -0.5 / 3.5, 1e-8);
    rig_put(&less, 0, BRI_KEPT, 1);
    less.d.stick[0].share = 0.25;
    rig_pack(&less);
    assert_close(bri_stick_event_value(less.engine, rig_solve(&less, 0), 0), 0.8, 1e-8);
    rig_put(&less, 0, BRI_AT_LIMIT, 1);
    bool candidates[2] = {true, true};
    assert_true(bri_choose_sticks(less.engine, 0, less.x, candidates, &less.d));
    assert_stick(&less, 0, BRI_STICK, 0);
    rig_put(&r, 0, BRI_AT_LIMIT, 1);
    r.d.load_direction[0][0] = -1; /* its load has changed sign: limit -2 N, carried 2 N */
    rig_pack(&r);
    assert_true(bri_stick_event_value(r.engine, rig_solve(&r, 0), 0) < -0.4);
    rig_free(&less);
    rig_free(&r);
}

/* The drawer rests under 3 N. A search has found friction of 0.6 and 2.4 N, both below their limits, or 2 N at the first limit and 1 N: the
 * pseudoinverse would have 1.5 N each, but what was found is kept, and one guide sticks. */
static void found_friction_is_kept(void **state)
{
    (void)state;
    for (int limit = 0; limit < 2; limit++)
        for (int way = -1; way <= 1; way += 2) {
            rig r = drawer(3 * way);
            bri_engine *e = r.engine;
            bool candidates[2] = {true, true};
            double expected[2] = {limit ? -2 * way : -0.6 * way, limit ? -way : -2.4 * way};
            choose(&r, 0);
            bri_selection c = {.engine = e, .x = r.x, .candidate = candidates, .guess = &e->stick->found};
            if (limit) rig_put(&r, 0, BRI_SLIP, way);
            bri_guess_set(&e->stick->found, rig_solve(&r, 0));
            for (int k = 0; k < 2; k++) {
                const sys_interface *interface = &r.system->interface[k];
                e->stick->found.lambda[interface->stick_row] = limit && k == 0 ? 0 : expected[k];
                e->stick->found.friction[r.system->patch[interface->patch].component] =
                    limit && k == 0 ? expected[k] : 0;
            }
            bri_set_keep(&c, &e->stick->found, &r.d);
            assert_int_equal(bri_is_kept(&r.d, 0) + bri_is_kept(&r.d, 1), 1);
            assert_int_equal(bri_sticks(&r.d, 0) + bri_sticks(&r.d, 1), 1);
            if (limit) assert_true(bri_is_kept(&r.d, 0) && r.d.stick[0].share == 1);
            assert_true(bri_set_settle(&c, &r.d));
            rig_pack(&r);
            const bri_evaluation *at = rig_solve(&r, 0);
            for (int k = 0; k < 2; k++)
                assert_close(bri_interface_effort(&at->point, &at->solution, k), expected[k], 1e-9);
            assert_close(at->solution.a[0], 0, 1e-12);
            rig_free(&r);
        }
}

/* A shaft of 4 kg in two bearings, 20 N each: limits 2 and 10 N m. Under a torque T, with the first at its limit, it would carry
 * T/2 if it stuck: by either rule the value is (T/2 - 2)/(T/2 + 2), which is smooth where it passes through 0. */
static void event_value_at_the_limit_follows_the_load(void **state)
{
    (void)state;
    static const char *const treatments[] = {"pseudoinverse", "elastic"};
    static const double torque[] = {1, 2, 3, 3.9, 3.999, 4.001, 4.1, 5, 8, 11.9};
    for (int way = -1; way <= 1; way += 2)
        for (int i = 0; i < 20; i++) {
            double needed = torque[i / 2] / 2;
            rig r = rig_of(MODEL("gravity: [0, -10]\n"
                                 "bodies: {shaft: {mass: 4, inertia: 1}}\n"
                                 "joints:\n"
                                 "  b1: {revolute: [ground, shaft], radius: 1, compliance: 1e-8, friction: {law: "
                                 "coulomb, mu_k: 0.1}}\n"
                                 "  b2: {revolute: [ground, shaft], radius: 1, compliance: 1e-8, friction: {law: "
                                 "coulomb, mu_k: 0.5}}\n"
                                 "forces: {turn: {torque: shaft, value: %g N m}}\n"
                                 "run: {redundancy: %s}\n",
                                 way * torque[i / 2], treatments[i % 2]));
            choose(&r, 0);
            rig_put(&r, 0, BRI_AT_LIMIT, way);
            double value = bri_stick_event_value(r.engine, rig_solve(&r, 0), 0);
            assert_close(value, (needed - 2) / (needed + 2), 1e-6);
            rig_free(&r);
        }
}

/* --- records and failures ----------------------------------------------------------------------------------------------- */

/* A pin whose reaction is (3, 4) N: its load follows the multipliers as (0.6, 0.8). Recorded again only if it has turned by
 * more than acos 0.9, or if all are asked for. */
static void load_directions_are_recorded(void **state)
{
    (void)state;
    rig r = rig_of("bodies: {wheel: {mass: 1, inertia: 1}}\n"
                   "joints: {pin: {revolute: [ground, wheel], friction: {law: coulomb, mu_k: 0.5}}}\n"
                   "forces: {push: {force: wheel, along: [-3, -4], value: 5 N}}\n");
    bri_evaluation *at = rig_solve(&r, 0);
    bri_record_load_directions(at, false, &r.d);
    assert_vector(r.d.load_direction[0], 1e-12, 0.6, 0.8, 0);
    r.d.load_direction[0][0] = 0.8, r.d.load_direction[0][1] = 0.6; /* cosine 0.96 */
    bri_record_load_directions(at, false, &r.d);
    assert_vector(r.d.load_direction[0], 0, 0.8, 0.6, 0);
    bri_record_load_directions(at, true, &r.d);
    assert_vector(r.d.load_direction[0], 1e-12, 0.6, 0.8, 0);
    r.d.load_direction[0][0] = 1, r.d.load_direction[0][1] = 0; /* cosine 0.6 */
    bri_record_load_directions(at, false, &r.d);
    assert_vector(r.d.load_direction[0], 1e-12, 0.6, 0.8, 0);
    rig_free(&r);
    r = rig_of(
        "gravity: [0, 10]\n" /* upwards: the guide pulls down, and |N| falls with its multiplier */
        "bodies: {block: {mass: 1, inertia: 1}}\n"
        "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}}\n");
    r.d.load_direction[0][0] = 1;
    bri_record_load_directions(rig_solve(&r, 0), false, &r.d);
    assert_vector(r.d.load_direction[0], 1e-12, -1, 0, 0);
    rig_free(&r);
    r = rig_of(
        "gravity: [0, -10]\n" /* a given load has no direction */
        "bodies: {block: {mass: 1, inertia: 1}}\n"
        "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5, load: 3 "
        "N}}}\n");
    bri_record_load_directions(rig_solve(&r, 0), true, &r.d);
    assert_vector(r.d.load_direction[0], 0, 0, 0, 0);
    rig_free(&r);
}

/* A journal that is pressed 1 mm deep into its bore, where its contact law has ended: there is no solution at all, and
 * that is said. */
static void a_point_without_solution_says_why(void **state)
{
    (void)state;
    rig r = rig_of(
        "gravity: [0, -10]\n"
        "bodies: {block: {mass: 2, inertia: 1}, journal: {mass: 1, inertia: 1}}\n"
        "joints:\n"
        "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}}\n"
        "  bore: {revolute: [ground, journal], radius: 10 mm, clearance: 50 um, normal: {law: johnson, length: 10 "
        "mm}}\n");
    bool candidate[1] = {true};
    r.x[3] = 2e-3;
    r.d.contact[0].phase = BRI_SUSTAINED;
    rig_pack(&r);
    assert_false(bri_choose_sticks(r.engine, 0.5, r.x, candidate, &r.d));
    assert_true(r.engine->failure.is_final && r.engine->failure.status == BRI_BAD_VALUE);
    assert_non_null(strstr(r.engine->failure.text, "joint 'bore': at t = 0.5 s its surfaces overlap by 0.001"));
    rig_free(&r);
}

/* b slides and slows down: it is no candidate, and goes on; a rests. */
static void only_candidates_are_decided_on(void **state)
{
    (void)state;
    for (int way = -1; way <= 1; way += 2) {
        rig r =
            rig_of(MODEL("gravity: [0, -10]\n"
                         "bodies: {a: {mass: 2, inertia: 1}, b: {mass: 2, inertia: 1, velocity: [%d, 0]}, c: {mass: 2, "
                         "inertia: 1}}\n"
                         "joints:\n"
                         "  on_b: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n"
                         "  on_a: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n"
                         "  on_c: {translational: [ground, c], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n"
                         "forces: {push: {force: c, along: [1, 0], value: 7 N}}\n",
                         way));
        choose(&r, 0);
        assert_stick(&r, 0, BRI_SLIP, way);
        assert_stick(&r, 1, BRI_STICK, 0);
        assert_stick(&r, 2, BRI_SLIP, 1);
        /* one that rests but is no candidate stays as it was, though 7 N are too much for it */
        bool candidate[3] = {false, true, false};
        rig_put(&r, 2, BRI_STICK, 0);
        r.d.stick[2].at = 99;
        assert_true(bri_choose_sticks(r.engine, 0, r.x, candidate, &r.d));
        assert_stick(&r, 2, BRI_STICK, 0);
        assert_true(r.d.stick[2].at == 99);
        assert_stick(&r, 0, BRI_SLIP, way);
        rig_free(&r);
    }
}

/* Blocks on a floor, each by itself, with so many interfaces. */
static rig blocks_on_a_floor(int count)
{
    char blocks[600] = "", guides[1600] = "";
    for (int i = 0; i < count; i++) {
        size_t b = strlen(blocks), g = strlen(guides);
        snprintf(blocks + b, sizeof blocks - b, "  b%d: {mass: 1, inertia: 1}\n", i);
        snprintf(guides + g, sizeof guides - g,
                 "  g%d: {translational: [ground, b%d], along: [1, 0], friction: {law: coulomb, mu_k: 0.3}}\n", i, i);
    }
    return rig_of(MODEL("gravity: [0, -10]\nbodies:\n%sjoints:\n%s", blocks, guides));
}

/* Of few interfaces a set at hand that is consistent is kept. More are searched for; what is found is solved as often as that is. */
static void few_interfaces_are_not_searched_for(void **state)
{
    (void)state;
    long of_one = 0;
    for (int count = 1; count <= BRI_MOST_ENUMERATED + 1; count++) {
        bool candidate[BRI_MOST_ENUMERATED + 1];
        rig r = blocks_on_a_floor(count);
        for (int k = 0; k < count; k++) {
            rig_put(&r, k, BRI_STICK, 0);
            candidate[k] = true;
        }
        assert_true(bri_choose_sticks(r.engine, 0, r.x, candidate, &r.d));
        long solves = r.engine->solver.count.solves;
        if (count == 1) of_one = solves;
        bool searched = false; /* a search leaves what it found */
        for (int i = 0; i < r.system->rows; i++)
            searched = searched || r.engine->stick->found.lambda[i] != 0;
        assert_int_equal(searched, count > BRI_MOST_ENUMERATED);
        assert_int_equal(solves, of_one);
        for (int k = 0; k < count; k++) {
            assert_stick(&r, k, BRI_STICK, 0);
        }
        rig_free(&r);
    }
}

static bool always(void *user)
{
    (void)user;
    return true;
}

/* Whoever cancels a run while sticks are searched for is told so, and not that there are none. */
static void a_cancelled_search_says_so(void **state)
{
    (void)state;
    enum {
        BLOCKS = 12 /* too many to try all sets, which is quick */
    };
    bool candidate[BLOCKS];
    for (int i = 0; i < BLOCKS; i++)
        candidate[i] = true;
    rig r = blocks_on_a_floor(BLOCKS);
    r.engine->solver.halt.is_wanted = always;
    assert_false(bri_choose_sticks(r.engine, 0.5, r.x, candidate, &r.d));
    assert_true(r.engine->failure.is_final && r.engine->failure.status == BRI_STOPPED);
    assert_string_equal(r.engine->failure.text, "stopped at t = 0.5 s");
    r.engine->solver.halt.is_wanted = NULL;
    assert_true(bri_choose_sticks(r.engine, 0.5, r.x, candidate, &r.d));
    rig_free(&r);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_on_a_slope_sticks_up_to_its_limit),
        cmocka_unit_test(event_values_of_a_block),
        cmocka_unit_test(what_has_changed_is_chosen_again),
        cmocka_unit_test(what_moves_slips_as_it_moves),
        cmocka_unit_test(a_driver_tears_loose),
        cmocka_unit_test(two_blocks_on_each_other),
        cmocka_unit_test(a_table_slips_with_all_feet),
        cmocka_unit_test(one_guide_is_at_its_limit_while_the_other_holds),
        cmocka_unit_test(event_value_at_the_limit),
        cmocka_unit_test(found_friction_is_kept),
        cmocka_unit_test(event_value_at_the_limit_follows_the_load),
        cmocka_unit_test(load_directions_are_recorded),
        cmocka_unit_test(a_point_without_solution_says_why),
        cmocka_unit_test(only_candidates_are_decided_on),
        cmocka_unit_test(few_interfaces_are_not_searched_for),
        cmocka_unit_test(a_cancelled_search_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
