/* test_verdict.c - does it stick: mechanisms whose answer is known by hand, and many that are sampled at random */
#include "mechanism.h"

#include <time.h>

#include "system/create_engine.h"
#include "system/initial.h"

static bri_verdict_result *verdict_by(const char *model, const char *const *by)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .intervals = true, .by = by};
    bri_system *system = build(model);
    if (bri_verdict_at(system, &def, NAN, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static bri_verdict_result *verdict_of(const char *model) { return verdict_by(model, NULL); }

static const bri_quantity *quantity(const bri_verdict_result *r, const char *name)
{
    for (int i = 0; i < r->quantities; i++)
        if (!strcmp(r->quantity[i]->name, name)) return r->quantity[i];
    fail_msg("there is no '%s'", name);
    return NULL;
}

static void meet_bounds(const bri_bounds *b, double low, double high, double tolerance)
{
    assert_true(b->any);
    if (isinf(low))
        assert_true(b->low == low);
    else
        assert_close(b->low, low, tolerance);
    if (isinf(high))
        assert_true(b->high == high);
    else
        assert_close(b->high, high, tolerance);
}

static void meet_verdict(const bri_verdict_result *r, bri_verdict expected)
{
    if (r->verdict != expected)
        fail_msg("it %s, and not: %s", bri_verdict_name(r->verdict), bri_verdict_name(expected));
}

/* --- two sliders and a rod ------------------------------------------------------------------------------------------------ */

/* Units of length and force, and the order of elements, are chosen. */
static const char *two_sliders(double length, double force, bool reversed, double mu_s)
{
    double h = 0.05 * length;
    static char bodies[3][300], guides[2][300];
    snprintf(bodies[0], 300, "  upper: {mass: 20, inertia: 1, at: [0, %.17g]}\n", 10 * h);
    snprintf(bodies[1], 300, "  lower: {mass: 20, inertia: 1, at: [%.17g, 0]}\n", 24 * h);
    snprintf(bodies[2], 300,
             "  rod: {mass: 10, inertia: 2, at: [%.17g, %.17g], points: {l: [%.17g, %.17g], r: [%.17g, %.17g]}}\n",
             12 * h, 5 * h, -12 * h, 5 * h, 12 * h, -5 * h);
    snprintf(
        guides[0], 300,
        "  guide1: {translational: [ground, upper], along: [0, 1], friction: {law: coulomb, mu_s: %.17g, mu_k: 0.3}}\n",
        mu_s);
    snprintf(
        guides[1], 300,
        "  guide2: {translational: [ground, lower], along: [1, 0], friction: {law: coulomb, mu_s: %.17g, mu_k: 0.3}}\n",
        mu_s);
    return MODEL("bodies:\n%s%s%sjoints:\n%s%s"
                 "  pin1: {revolute: [upper, rod.l]}\n  pin2: {revolute: [lower, rod.r]}\n"
                 "forces:\n  push: {force: rod, along: [12, -5], value: %.17g}\n"
                 "  side: {force: upper, along: [1, 0], value: %.17g}\n"
                 "  press: {force: lower, along: [0, -1], value: %.17g}\n",
                 bodies[reversed ? 2 : 0], bodies[1], bodies[reversed ? 0 : 2], guides[reversed ? 1 : 0],
                 guides[reversed ? 0 : 1], 52 * force, -5 * force, 20 * force);
}

/* a + b = 4: F1 = 5a, N1 = 12a - 5, F2 = -12b, N2 = 20 + 5b, with a, b >= 0. Within 0.5: b <= 20/19; the branch
 * 5a <= 0.5 (5 - 12a) needs a <= 2.5/11, where b is too large. Least coefficient: 20/43, at b = 0. */
static void two_sliders_are_as_by_hand(void **state)
{
    (void)state;
    for (int i = -4; i <= 4; i += 2)
        for (int k = 0; k < 2; k++) {
            double f = pow(10, i), tiny = 1e-9 * f;
            bri_verdict_result *r = verdict_of(two_sliders(pow(10, -i / 2.0), f, k, 0.5));
            assert_int_equal(r->possible, BRI_ANSWER_YES);
            assert_int_equal(r->guaranteed, BRI_ANSWER_NO);
            assert_close(r->possible_factor, 20.0 / 43 / 0.5, 1e-9);
            assert_close(r->possible_factor_low, 20.0 / 43 / 0.5, 2e-9);
            assert_true(isinf(r->guaranteed_factor)); /* N1 = 0 with F1 = 25/12 */
            assert_int_equal(r->parts, 1);
            meet_bounds(&quantity(r, "guide1.friction")->coherent, 0, 20 * f, tiny);
            meet_bounds(&quantity(r, "guide1.load")->coherent, 0, 43 * f, tiny); /* |N1| */
            meet_bounds(&quantity(r, "guide1.normal")->coherent, -5 * f, 43 * f, tiny);
            meet_bounds(&quantity(r, "guide2.friction")->coherent, -48 * f, 0, tiny);
            meet_bounds(&quantity(r, "guide2.load")->coherent, 20 * f, 40 * f, tiny);
            meet_bounds(&quantity(r, "guide1.friction")->limited, 280.0 / 19 * f, 20 * f, 10 * tiny);
            meet_bounds(&quantity(r, "guide1.load")->limited, (12 * 56.0 / 19 - 5) * f, 43 * f, 10 * tiny);
            meet_bounds(&quantity(r, "guide2.friction")->limited, -240.0 / 19 * f, 0, 10 * tiny);
            meet_bounds(&quantity(r, "guide2.load")->limited, 20 * f, (20 + 100.0 / 19) * f, 10 * tiny);
            assert_false(quantity(r, "guide1.friction")->unique);
            assert_true(quantity(r, "guide1.couple")->unique);
            bri_verdict_destroy(r);
            r = verdict_of(two_sliders(1, f, k, 0.46)); /* below 20/43 */
            meet_verdict(r, BRI_MUST_SLIP);
            assert_false(quantity(r, "guide1.friction")->limited.any);
            bri_verdict_destroy(r);
        }
}

/* A block on a slope, pressed to either side, and a bar that its pin holds: friction, load and reactions of the verdict have
 * the names and signs of the channels of a run. */
static void signs_are_those_of_a_run(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        double angle = -1.2 + 0.1 * i, press = i % 3 ? 40 : -40;
        const char *model =
            i % 2 ? MODEL("gravity: [0, -9.81]\n"
                          "bodies: {block: {mass: 2, inertia: 0.1}}\n"
                          "joints: {plane: {translational: [ground, block], along: [%.17g, %.17g], friction: {law: "
                          "coulomb, mu_s: 5, mu_k: 0.3, preload: %d N}}}\n"
                          "forces: {press: {force: block, along: [%.17g, %.17g], value: %.17g}}\n",
                          cos(angle), sin(angle), i % 4, sin(angle), -cos(angle), press)
                  : MODEL("gravity: [0, -9.81]\n"
                          "bodies: {bar: {mass: 2, inertia: 0.1, at: [%.17g, %.17g], points: {top: [%.17g, %.17g]}}}\n"
                          "joints: {pin: {revolute: [ground, bar.top], radius: 0.1, friction: {law: coulomb, mu_s: "
                          "%s, mu_k: 0.3%s}}}\n",
                          0.3 * cos(angle), 0.3 * sin(angle), -0.3 * cos(angle), -0.3 * sin(angle),
                          i % 4 ? "9" : "9 N m", i % 4 ? "" : " N m");
        bri_error err = {0};
        bri_sim *sim = NULL;
        bri_run_def run_def = bri_run_defaults();
        bri_system *system = build(model);
        if (bri_sim_create(system, &run_def, &sim, &err)) fail_msg("%s", err.what);
        bri_verdict_result *r = verdict_of(model);
        meet_verdict(r, BRI_STICKS);
        assert_true(r->quantities >= 3);
        for (int q = 0; q < r->quantities; q++) {
            int channel = bri_sim_find(sim, r->quantity[q]->name);
            assert_true(channel >= 0 && r->quantity[q]->unique);
            meet_bounds(&r->quantity[q]->coherent, bri_sim_value(sim, channel), bri_sim_value(sim, channel), 1e-6);
        }
        bri_verdict_destroy(r);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* Without the other forces N1 = 12a and N2 = 5b: joint 1 needs 5/12, joint 2 needs 12/5 however little it carries, and nothing
 * if it carries nothing. */
static void one_slider_carries_all(void **state)
{
    (void)state;
    static const char *const push[] = {"push", NULL};
    bri_verdict_result *r = verdict_by(two_sliders(1, 1, false, 0.5), push);
    assert_int_equal(r->possible, BRI_ANSWER_YES);
    assert_close(r->possible_factor, 5.0 / 12 / 0.5, 1e-8);
    assert_close(r->guaranteed_factor, 12.0 / 5 / 0.5, 1e-8);
    meet_bounds(&quantity(r, "guide2.friction")->limited, 0, 0, 1e-6);
    bri_verdict_destroy(r);
}

/* The same with rods of any slope: S = F/N of guide 1 is the rod's slope, of guide 2 its inverse. A single distribution is
 * left between both, however the numbers are rounded. */
static void one_slider_carries_all_at_any_slope(void **state)
{
    (void)state;
    for (int i = 1; i < 15; i++)
        for (int k = 0; k < 4; k++) {
            double angle = 0.1 * i, x = cos(angle), y = sin(angle), slope = y / x;
            double least = fmin(slope, 1 / slope), most = fmax(slope, 1 / slope);
            double mu = least + (0.01 + 0.3 * k) * (most - least);
            if (most - least < 0.1) continue;
            bri_verdict_result *r = verdict_of(MODEL(
                "bodies:\n  u: {mass: 1, inertia: 1, at: [0, %.17g]}\n  l: {mass: 1, inertia: 1, at: [%.17g, 0]}\n"
                "joints:\n  rod: {distance: [u, l]}\n"
                "  g: {translational: [ground, u], along: [0, 1], friction: {law: coulomb, mu_s: %.17g}}\n"
                "  h: {translational: [ground, l], along: [1, 0], friction: {law: coulomb, mu_s: %.17g}}\n"
                "forces:\n  p: {force: u, along: [%.17g, %.17g], value: %.17g}\n",
                y, x, mu, mu, x, -y, 7.3 * (k + 1)));
            assert_int_equal(r->possible, BRI_ANSWER_YES);
            assert_close(r->possible_factor, least / mu, 1e-8);
            assert_true(r->possible_factor_low <= r->possible_factor && r->possible_factor <= 1);
            bri_verdict_destroy(r);
        }
}

/* --- one unknown, and none --------------------------------------------------------------------------------------------------- */

/* Nothing is open: possible and certain are the same, from tan(angle) on. */
static void block_on_an_incline_holds_up_to_its_angle(void **state)
{
    (void)state;
    for (int i = 1; i < 8; i++) {
        double angle = 0.1 * i, mu = 0.4;
        bri_verdict_result *r = verdict_of(MODEL(
            "gravity: [0, -9.81]\nbodies: {block: {mass: 3, inertia: 0.1}}\njoints:\n"
            "  slope: {translational: [ground, block], along: [%.17g, %.17g], friction: {law: coulomb, mu_s: %g}}\n",
            cos(angle), sin(angle), mu));
        meet_verdict(r, tan(angle) < mu ? BRI_STICKS : BRI_MUST_SLIP);
        assert_close(r->possible_factor, tan(angle) / mu, 1e-9);
        assert_close(r->guaranteed_factor, tan(angle) / mu, 1e-9);
        assert_int_equal(r->persists, tan(angle) >= 0.1 ? BRI_ANSWER_YES : BRI_ANSWER_NO); /* mu_k is 0.1 */
        assert_true(quantity(r, "slope.friction")->unique);
        meet_bounds(&quantity(r, "slope.friction")->coherent, 3 * 9.81 * sin(angle), 3 * 9.81 * sin(angle), 1e-9);
        bri_verdict_destroy(r);
    }
}

/* A ladder at an angle to the floor, friction at both ends. With W = 1 and f the friction at the wall: N_wall = F_floor =
 * (1/2 - f) cot, N_floor = 1 - f, 0 <= f <= 1/2. Least coefficient of both: tan((90 deg - angle)/2). */
static void ladder_has_one_friction_too_many(void **state)
{
    (void)state;
    for (int i = 2; i < 8; i++) {
        double angle = 0.17 * i, cot = 1 / tan(angle), mu = 0.6, least = tan(0.25 * 3.141592653589793 - 0.5 * angle);
        double x = cos(angle), y = sin(angle);
        bri_verdict_result *r = verdict_of(MODEL(
            "gravity: [0, -1]\n"
            "bodies: {ladder: {mass: 1, inertia: 0.3, at: [%.17g, %.17g], points: {top: [%.17g, %.17g], foot: [%.17g, "
            "%.17g]}}}\n"
            "joints:\n  wall: {point_on_line: [ground, ladder.top], at: [%.17g, %.17g], along: [0, 1], friction: {law: "
            "coulomb, mu_s: %g}}\n"
            "  floor: {point_on_line: [ground, ladder.foot], at: [0, 0], along: [1, 0], friction: {law: coulomb, mu_s: "
            "%g}}\n",
            -x, y, -x, y, x, -y, -2 * x, 2 * y, mu, mu));
        assert_close(r->possible_factor, least / mu, 1e-9);
        assert_true(isinf(r->guaranteed_factor)); /* f = 1/2: nothing presses against the wall */
        assert_int_equal(r->possible, least <= mu ? BRI_ANSWER_YES : BRI_ANSWER_NO);
        meet_bounds(&quantity(r, "wall.friction")->coherent, 0, 0.5, 1e-9);
        if (least <= mu) {
            double low = fmax(0, (0.5 * cot - mu) / (cot - mu)), high = 0.5 * mu * cot / (1 + mu * cot);
            if (mu >= cot) low = 0;
            meet_bounds(&quantity(r, "wall.friction")->limited, low, high, 1e-8);
            meet_bounds(&quantity(r, "floor.normal")->limited, 1 - high, 1 - low, 1e-8);
        } else {
            meet_verdict(r, BRI_MUST_SLIP);
        }
        bri_verdict_destroy(r);
    }
}

/* A wedge between floor and a block that is pressed down, friction on both its faces: their reactions are off the normals by
 * two angles whose sum is the wedge's. So it may hold from tan(angle/2) on, whatever the load; if one face carries all, from
 * tan(angle) on. */
static void wedge_locks_itself_from_half_its_angle(void **state)
{
    (void)state;
    static const char *const load[] = {"load", NULL};
    for (int i = 1; i < 8; i++) {
        double angle = 0.12 * i, mu = 0.2;
        const char *model = MODEL(
            "gravity: [0, -9.81]\nbodies: {wedge: {mass: 1, inertia: 0.1}, block: {mass: 2, inertia: 0.1, at: [0, "
            "0.2]}}\n"
            "joints:\n  floor: {translational: [ground, wedge], along: [1, 0], friction: {law: coulomb, mu_s: %g}}\n"
            "  shaft: {translational: [ground, block], at: [0, 0], along: [0, 1]}\n"
            "  face: {translational: [wedge, block], at: [0, 0.1], along: [%.17g, %.17g], friction: {law: coulomb, "
            "mu_s: %g}}\n"
            "forces: {load: {force: block, along: [0, -1], value: 40}}\n",
            mu, cos(angle), sin(angle), mu);
        bri_verdict_result *r = verdict_by(model, load);
        assert_close(r->possible_factor, tan(0.5 * angle) / mu, 1e-9);
        assert_close(r->guaranteed_factor, tan(angle) / mu, 1e-9);
        assert_int_equal(r->possible, tan(0.5 * angle) < mu ? BRI_ANSWER_YES : BRI_ANSWER_NO);
        assert_int_equal(r->guaranteed, tan(angle) < mu ? BRI_ANSWER_YES : BRI_ANSWER_NO);
        assert_false(quantity(r, "floor.couple")->unique);
        bri_verdict_destroy(r);
    }
}

/* A drawer of length l pulled e off its middle: two corners press with F e/l each. In a guide of height h they rub on
 * opposite faces; the friction of one corner alone adds F h/2 to the couple. Where its mass centre is does not matter. */
static void drawer_jams(void **state)
{
    (void)state;
    for (int i = 0; i < 12; i++) {
        double l = 0.4, e = 0.1 + 0.05 * (i % 4), h = i < 4 ? 0 : i < 8 ? 0.12 : 0.7, mu = 0.5, up = 0.3 * (i % 3);
        double least = fmin(l / (2 * e), h > 0 ? l / (e + h / 2) : INFINITY);
        bri_verdict_result *r = verdict_of(MODEL(
            "bodies: {drawer: {mass: 2, inertia: 0.1, points: {knob: [0.2, %.17g]}}}\n"
            "joints:\n  guide: {translational: [ground, drawer], at: [0, %g], along: [1, 0], length: %g, height: %g, "
            "friction: {law: coulomb, mu_s: %g}}\nforces: {pull: {force: drawer.knob, along: [1, 0], value: 7}}\n",
            e + up, up, l, h, mu));
        assert_close(r->possible_factor, least / mu, 1e-9);
        if (h == 0) assert_close(r->guaranteed_factor, least / mu, 1e-9);
        meet_bounds(&quantity(r, "guide.friction")->coherent, -7, -7, 1e-9);
        bri_verdict_destroy(r);
    }
}

/* A pin between two slots that lie on each other, at a slope: how they share its weight, and clamp it, is left open by a rigid-body
 * model. One slot may carry all friction and the other all load, so that sticking is never guaranteed. At the static limits friction
 * is mu (|N1| + |N2|), at least mu m g cos a: from tan a > mu on, a slip can gain speed. A box on a slope beside it, which holds while
 * tan b <= 0.5, has nothing to do with it. */
static void parts_have_the_verdict_that_they_have_alone(void **state)
{
    (void)state;
    for (int i = 1; i < 12; i++)
        for (int k = 0; k < 6; k++) {
            double rise = 0.13 * i, beside = k == 0 ? 0 : 0.2 * k;
            char box[300] = "", slope[300] = "";
            if (k > 0) {
                snprintf(box, sizeof box, ", box: {mass: 1, inertia: 0.01, at: [3, 0]}");
                snprintf(slope, sizeof slope,
                         "  floor: {translational: [ground, box], at: [3, 0], along: [1, %.17g], friction: {law: "
                         "coulomb, mu_s: 0.5}}\n",
                         beside);
            }
            bri_verdict_result *r = verdict_of(MODEL("gravity: [0, -10]\nbodies: {pin: {mass: 1, inertia: 0.01}%s}\n"
                                                     "joints:\n  one: {point_on_line: [ground, pin], at: [0, 0], "
                                                     "along: [1, %.17g], friction: {law: coulomb, mu_s: 0.5}}\n"
                                                     "  two: {point_on_line: [ground, pin], at: [0, 0], along: [1, "
                                                     "%.17g], friction: {law: coulomb, mu_s: 0.5}}\n%s"
                                                     "run: {redundancy: eliminate}\n",
                                                     box, rise, rise, slope));
            assert_int_equal(r->parts, k > 0 ? 2 : 1);
            for (int f = 0; f < r->interfaces; f++) {
                const bri_part *part = r->part[r->interface[f]->part];
                if (!strcmp(r->interface[f]->name, "floor"))
                    assert_int_equal(part->verdict, beside <= 0.5 ? BRI_STICKS : BRI_MUST_SLIP);
                else
                    assert_int_equal(part->verdict, rise > 0.5 ? BRI_UNDECIDED : BRI_CONDITIONAL);
            }
            bri_verdict_destroy(r);
        }
}

/* A block on a block: two parts, each with its own verdict. The upper one is pulled by P against mu_s m g, both together
 * against the floor. */
static void parts_slip_without_each_other(void **state)
{
    (void)state;
    for (int i = 1; i <= 6; i++) {
        double pull = 2.0 * i;
        bri_verdict_result *r = verdict_of(MODEL(
            "gravity: [0, -10]\nbodies: {low: {mass: 3, inertia: 0.1}, high: {mass: 1, inertia: 0.1, at: [0, 0.1]}}\n"
            "joints:\n  floor: {translational: [ground, low], along: [1, 0], friction: {law: coulomb, mu_s: 0.25}}\n"
            "  top: {translational: [low, high], at: [0, 0.05], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
            "forces: {pull: {force: high, along: [1, 0], value: %g}}\n",
            pull));
        assert_int_equal(r->parts, 2);
        int floor = strcmp(r->interface[0]->name, "floor") == 0 ? 0 : 1;
        assert_close(r->part[r->interface[floor]->part]->possible_factor, pull / 10, 1e-9);
        assert_close(r->part[r->interface[1 - floor]->part]->possible_factor, pull / 5, 1e-9);
        assert_int_equal(r->part[r->interface[1 - floor]->part]->verdict, pull <= 5 ? BRI_STICKS : BRI_MUST_SLIP);
        assert_int_equal(r->part[r->interface[floor]->part]->verdict, pull <= 10 ? BRI_STICKS : BRI_MUST_SLIP);
        meet_verdict(r, pull <= 5 ? BRI_STICKS : BRI_MUST_SLIP);
        bri_verdict_destroy(r);
    }
}

/* A pendulum held by its pin, off the vertical: m g l sin = mu r |R|, R = m g. */
static void pin_holds_by_its_radius(void **state)
{
    (void)state;
    bri_verdict_result *r = verdict_of(
        "gravity: [0, -9.81]\nbodies: {bar: {mass: 2, inertia: 0.06, at: [0.012, -0.3], points: {top: [-0.012, "
        "0.3]}}}\njoints: {pin: {revolute: [ground, bar.top], radius: 0.04, friction: {law: coulomb, mu_s: 0.5}}}\n");
    meet_verdict(r, BRI_STICKS);
    assert_close(r->possible_factor, 0.012 / (0.04 * 0.5), 1e-9);
    assert_close(r->guaranteed_factor, 0.012 / (0.04 * 0.5), 1e-9);
    meet_bounds(&quantity(r, "pin.load")->coherent, 2 * 9.81, 2 * 9.81, 1e-9);
    bri_verdict_destroy(r);
}

/* Horizontal, and with so little friction that both pins slide, against each other: the second link turns back against the first as
 * it falls. */
static void double_pendulum_falls(void **state)
{
    (void)state;
    bri_verdict_result *r = verdict_of(
        "gravity: [0, -9.81]\nbodies:\n"
        "  a: {mass: 1, inertia: 0.1, at: [0.5, 0], points: {r: [-0.5, 0], t: [0.5, 0]}}\n"
        "  b: {mass: 1, inertia: 0.1, at: [1.5, 0], points: {r: [-0.5, 0]}}\n"
        "joints:\n  p: {revolute: [ground, a.r], radius: 0.05, friction: {law: coulomb, mu_s: 0.3, mu_k: 0.2}}\n"
        "  q: {revolute: [a.t, b.r], radius: 0.05, friction: {law: coulomb, mu_s: 0.3, mu_k: 0.2}}\n");
    meet_verdict(r, BRI_MUST_SLIP);
    assert_int_equal(r->persists, BRI_ANSWER_YES);
    assert_close(r->possible_factor, 2 * 9.81 / (0.3 * 0.05 * 2 * 9.81),
                 1e-9); /* of the first pin: 2 g x 1 m with |R| = 2 g */
    bri_verdict_destroy(r);
}

/* --- elastic links ----------------------------------------------------------------------------------------------------------- */

/* The two sliders with a rod that is elastic along its axis; two stiffnesses, N/m. */
static const char *elastic_sliders(double k1, double k2, double side, double press)
{
    return MODEL(
        "bodies:\n  upper: {mass: 20, inertia: 1, at: [0, 0.5]}\n  lower: {mass: 20, inertia: 1, at: [1.2, 0]}\n"
        "  rod: {mass: 10, inertia: 2, at: [0.6, 0.25], points: {l: [-0.6, 0.25], r: [0.6, -0.25]},\n"
        "        elastic: {from: l, to: r, stiffness: [%.17g, %.17g], damping: [2e3, 2e3]}}\n"
        "joints:\n"
        "  guide1: {translational: [ground, upper], along: [0, 1], friction: {law: coulomb, mu_s: 0.5, mu_k: 0.3}}\n"
        "  guide2: {translational: [ground, lower], along: [1, 0], friction: {law: coulomb, mu_s: 0.5, mu_k: 0.3}}\n"
        "  pin1: {revolute: [upper, rod.l]}\n  pin2: {revolute: [lower, rod.r]}\n"
        "forces:\n  push: {force: rod, along: [12, -5], value: 52}\n"
        "  side: {force: upper, along: [1, 0], value: %.17g}\n  press: {force: lower, along: [0, -1], value: %.17g}\n",
        k1, k2, side, press);
}

/* Both springs are stretched by the way of the middle: a : b = k1 : k2, with a + b = 4. F1 = 5a, N1 = 12a + side, F2 = -12b, N2 =
 * press + 5b, unique however stiff the rod is. With the rod rigid all is as with two_sliders. */
static void elastic_rod_shares_by_its_stiffness(void **state)
{
    (void)state;
    static const double ratio[] = {1, 3, 0.2}, size[] = {1e3, 1e5, 1e9};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            double a = 4 * ratio[i] / (1 + ratio[i]), b = 4 - a, side = -5, press = 20;
            double need1 = 5 * a / (0.5 * (12 * a + side)), need2 = 12 * b / (0.5 * (press + 5 * b));
            bri_verdict_result *r = verdict_of(elastic_sliders(ratio[i] * size[k], size[k], side, press));
            meet_verdict(r, fmax(need1, need2) <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
            assert_close(r->possible_factor, fmax(need1, need2), 1e-9);
            assert_close(r->guaranteed_factor, fmax(need1, need2), 1e-9);
            assert_int_equal(r->parts, 2); /* each slider can slide by itself */
            assert_int_equal(r->part[r->interface[0]->part]->verdict, need1 <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
            assert_int_equal(r->part[r->interface[1]->part]->verdict, need2 <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
            assert_int_equal(r->free_motions, 0);
            assert_true(quantity(r, "guide1.friction")->unique);
            meet_bounds(&quantity(r, "guide1.friction")->coherent, 5 * a, 5 * a, 1e-7);
            meet_bounds(&quantity(r, "guide2.friction")->coherent, -12 * b, -12 * b, 1e-7);
            meet_bounds(&quantity(r, "guide2.load")->coherent, press + 5 * b, press + 5 * b, 1e-7);
            assert_non_null(r->rigid);
            assert_int_equal(r->rigid->possible, BRI_ANSWER_YES);
            assert_close(r->rigid->possible_factor, 20.0 / 43 / 0.5, 1e-9);
            assert_true(isinf(r->rigid->guaranteed_factor));
            bri_verdict_destroy(r);
        }
}

/* Two blocks that are pushed towards each other: while they stick nothing gets into the link between them, and each friction
 * opposes its own block. A rigid link would take all, and no motion asks for friction. */
static void friction_comes_before_an_elastic_link(void **state)
{
    (void)state;
    bri_verdict_result *r =
        verdict_of("gravity: [0, -10]\nbodies:\n  a: {mass: 1, inertia: 1}\n  b: {mass: 1, inertia: 1, at: [1, 0]}\n"
                   "  rod: {mass: 1e-3, inertia: 1e-3, at: [0.5, 0], points: {l: [-0.5, 0], r: [0.5, 0]},\n"
                   "        elastic: {from: l, to: r, stiffness: 1e4}}\n"
                   "joints:\n  g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
                   "  h: {translational: [ground, b], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
                   "  p: {revolute: [a, rod.l]}\n  q: {revolute: [b, rod.r]}\n"
                   "forces:\n  f: {force: a, along: [1, 0], value: 6}\n  e: {force: b, along: [-1, 0], value: 6}\n");
    meet_verdict(r, BRI_MUST_SLIP); /* 6 N > 0.5 x 10.005 N: by a little */
    meet_bounds(&quantity(r, "g.friction")->coherent, -6, -6, 1e-9);
    meet_bounds(&quantity(r, "h.friction")->coherent, 6, 6, 1e-9);
    assert_close(r->possible_factor, 6 / (0.5 * 10.005), 1e-9);
    meet_verdict(r->rigid, BRI_STICKS);
    assert_true(r->rigid->possible_factor == 0);
    bri_verdict_destroy(r);
}

/* A plate on three elastic links, each to a block that sticks: compared with a run that has settled, with so much friction that
 * nothing slides. Links are turned by less than 1e-4 as the plate gives way. */
static void elastic_links_share_as_a_settled_run(void **state)
{
    (void)state;
    static const double angle[] = {1.4, 2.9, 5.1}, arm[] = {0.3, 0.25, 0.2},
                        stiff[][2] = {{1e6, 2e6}, {3e6, 5e6}, {4e6, 1e6}};
    static char model[TEXT];
    size_t used = 0;
#define PUT(...) used += (size_t)snprintf(model + used, sizeof model - used, __VA_ARGS__)
    PUT("gravity: [0, -9.81]\nbodies:\n  plate: {mass: 5, inertia: 0.4, points: {");
    for (int i = 0; i < 3; i++)
        PUT("%sc%d: [%.17g, %.17g]", i ? ", " : "", i, arm[i] * cos(angle[i] + 0.8), arm[i] * sin(angle[i] + 0.8));
    PUT("}}\n");
    for (int i = 0; i < 3; i++) {
        double x = arm[i] * cos(angle[i] + 0.8), y = arm[i] * sin(angle[i] + 0.8), c = cos(angle[i]), s = sin(angle[i]);
        PUT("  s%d: {mass: 1, inertia: 0.1, at: [%.17g, %.17g]}\n", i, x + c, y + s);
        PUT("  r%d: {mass: 0.5, inertia: 0.1, at: [%.17g, %.17g], points: {l: [%.17g, %.17g], r: [%.17g, %.17g]},\n"
            "       elastic: {from: l, to: r, stiffness: [%g, %g], damping: [3e3, 3e3]}}\n",
            i, x + c / 2, y + s / 2, -c / 2, -s / 2, c / 2, s / 2, stiff[i][0], stiff[i][1]);
    }
    PUT("joints:\n");
    for (int i = 0; i < 3; i++) {
        double along = angle[i] + 0.4;
        PUT("  g%d: {translational: [ground, s%d], at: [%.17g, %.17g], along: [%.17g, %.17g],\n"
            "       friction: {law: coulomb, mu_s: 5, mu_k: 4, preload: 100}}\n",
            i, i, arm[i] * cos(angle[i] + 0.8) + cos(angle[i]), arm[i] * sin(angle[i] + 0.8) + sin(angle[i]),
            cos(along), sin(along));
        PUT("  p%d: {revolute: [plate.c%d, r%d.l]}\n  q%d: {revolute: [r%d.r, s%d]}\n", i, i, i, i, i, i);
    }
    PUT("forces: {f: {force: plate, along: [1, 0.3], value: 30}, m: {torque: plate, value: 4}}\n");
#undef PUT
    bri_verdict_result *r = verdict_of(model);
    bri_result *settled = run(model, "radau5", 2, 1e-8, 1e-5);
    meet_verdict(r, BRI_STICKS);
    for (int i = 0; i < 3; i++) {
        char name[40];
        snprintf(name, sizeof name, "g%d.friction", i);
        const bri_bounds *b = &quantity(r, name)->coherent;
        assert_true(fabs(b->low) > 1);
        assert_close(b->low, b->high, 1e-7);
        meet(settled, name, b->low, 1e-3 * fabs(b->low));
    }
    bri_result_destroy(settled);
    bri_verdict_destroy(r);
}

/* --- along a run: while it stays at rest ------------------------------------------------------------------------------------ */

/* A block of 10 N on a floor, pushed by 8 t: sticks to 0.625 s. */
static void a_stay_at_rest_has_verdicts_over_time(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_verdict_history *h = NULL;
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .until = 1};
    bri_system *system = build(
        "gravity: [0, -10]\nbodies: {block: {mass: 1, inertia: 1}}\njoints:\n"
        "  floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_s: 0.5, mu_k: 0.3}}\n"
        "forces: {push: {force: block, along: [1, 0], value: {ramp: 8, end: 1}}}\n");
    if (bri_verdict_along(system, &def, &h, &err)) fail_msg("%s", err.what);
    assert_int_equal(h->rests, 1);
    assert_int_equal(h->spans, 1);
    assert_int_equal(h->span[0]->verdict, BRI_STICKS);
    assert_true(h->span[0]->from == 0);
    assert_close(h->span[0]->to, 0.625, 1e-6);
    assert_close(h->span[0]->possible_factor_most, 1, 1e-6);
    assert_false(h->cut);
    bri_verdict_history_destroy(h);
    bri_system_destroy(system);
}

/* --- samples -------------------------------------------------------------------------------------------------------------------- */

enum {
    MOST_COLUMNS = 64,
    MOST_FACES = 12
};

typedef struct sampler { /* equilibrium A x = -Q, solved by orthogonal projection */
    bri_system *system;
    bri_engine *engine;
    bri_evaluation *at; /* the initial configuration, at rest */
    double *x, *packed;
    int n, columns, held, faces, open, degrees; /* open: unknowns; degrees: of freedom */
    double A[MOST_COLUMNS][MOST_COLUMNS], x0[MOST_COLUMNS], null[MOST_COLUMNS][MOST_COLUMNS],
        motion[MOST_COLUMNS][MOST_COLUMNS], rate[MOST_FACES][MOST_COLUMNS];
    double size;
} sampler;

/* An orthonormal basis of the null space of rows (m of them, n long), by Gram and Schmidt; how many. */
static int null_space(int m, int n, double rows[][MOST_COLUMNS], double out[][MOST_COLUMNS])
{
    double basis[2 * MOST_COLUMNS][MOST_COLUMNS];
    int rank = 0, count = 0;
    for (int i = 0; i < m + n; i++) {
        double v[MOST_COLUMNS] = {0}, before = 0, after = 0;
        for (int j = 0; j < n; j++)
            v[j] = i < m ? rows[i][j] : i - m == j;
        for (int j = 0; j < n; j++)
            before += v[j] * v[j];
        for (int twice = 0; twice < 2; twice++)
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int j = 0; j < n; j++)
                    dot += v[j] * basis[k][j];
                for (int j = 0; j < n; j++)
                    v[j] -= dot * basis[k][j];
            }
        for (int j = 0; j < n; j++)
            after += v[j] * v[j];
        if (!(after > 1e-14 * before) || before == 0) continue;
        for (int j = 0; j < n; j++)
            basis[rank][j] = v[j] / sqrt(after);
        if (i >= m) memcpy(out[count++], basis[rank], sizeof basis[rank]);
        rank++;
    }
    return count;
}

/* Least squares for A x = -Q by Kaczmarz's method on an orthonormalised copy of the rows. */
static bool particular(sampler *s, const double *Q)
{
    double rows[MOST_COLUMNS][MOST_COLUMNS + 1];
    int rank = 0;
    memset(s->x0, 0, sizeof s->x0);
    for (int i = 0; i < s->n; i++) {
        double v[MOST_COLUMNS + 1] = {0}, before = 0, after = 0;
        for (int j = 0; j < s->columns; j++)
            v[j] = s->A[i][j];
        v[s->columns] = -Q[i];
        for (int j = 0; j < s->columns; j++)
            before += v[j] * v[j];
        for (int twice = 0; twice < 2; twice++)
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int j = 0; j < s->columns; j++)
                    dot += v[j] * rows[k][j];
                for (int j = 0; j <= s->columns; j++)
                    v[j] -= dot * rows[k][j];
            }
        for (int j = 0; j < s->columns; j++)
            after += v[j] * v[j];
        if (!(after > 1e-14 * before) || before == 0) {
            if (fabs(v[s->columns]) > 1e-7 * s->size) return false;
            continue;
        }
        for (int j = 0; j <= s->columns; j++)
            rows[rank][j] = v[j] / sqrt(after);
        for (int j = 0; j < s->columns; j++)
            s->x0[j] += rows[rank][s->columns] * rows[rank][j];
        rank++;
    }
    return true;
}

static void add_motion(double (*A)[MOST_COLUMNS], int column, const sys_joint *joint, const bri_motion *motion)
{
    for (int e = 0; e < joint->bodies; e++)
        for (int d = 0; d < BRI_DOF && joint->body[e] != BRI_GROUND; d++)
            A[BRI_DOF * joint->body[e] + d][column] += motion->end[e][d];
}

static bool sampler_create(sampler *s, bri_system *system)
{
    bri_error err = {0};
    memset(s, 0, sizeof *s);
    s->system = system;
    assert_int_equal(bri_engine_create(system, &s->engine, &err), BRI_OK);
    s->at = &s->engine->look;
    s->x = bri_arena_take(&s->engine->arena, (size_t)system->states + 1, sizeof(double));
    s->packed = bri_arena_take(&s->engine->arena, (size_t)system->discrete_states + 1, sizeof(double));
    memcpy(s->x, system->q0, (size_t)(BRI_DOF * system->bodies) * sizeof(double));
    bri_instant at = bri_instant_of(s->engine, system->t0, s->x, s->packed);
    bri_initial_discrete(&s->at->point, &at, s->packed);
    bri_update_patches(&s->at->point, &s->at->solution);
    s->n = BRI_DOF * system->bodies;
    s->held = system->held_rows;
    s->faces = system->interfaces;
    s->columns = s->held + s->faces;
    assert_true(s->n < MOST_COLUMNS && s->columns < MOST_COLUMNS && s->faces <= MOST_FACES);
    for (int j = 0; j < system->joints; j++)
        for (int i = 0; i < system->joint[j].held; i++)
            add_motion(s->A, system->joint[j].row + i, &system->joint[j], &s->at->point.row[system->joint[j].row + i]);
    for (int k = 0; k < s->faces; k++) {
        const sys_joint *joint = &system->joint[system->interface[k].joint];
        add_motion(s->A, s->held + k, joint, bri_slip_motion(&s->at->point, &system->interface[k]));
    }
    for (int i = 0; i < s->n; i++)
        s->size = fmax(s->size, fabs(s->at->point.applied[i]));
    s->open = null_space(s->n, s->columns, s->A, s->null);
    double J[MOST_COLUMNS][MOST_COLUMNS];
    for (int i = 0; i < s->held; i++)
        for (int j = 0; j < s->n; j++)
            J[i][j] = s->A[j][i];
    s->degrees = null_space(s->held, s->n, J, s->motion);
    for (int k = 0; k < s->faces; k++)
        for (int z = 0; z < s->degrees; z++)
            for (int j = 0; j < s->n; j++)
                s->rate[k][z] += s->A[j][s->held + k] * s->motion[z][j];
    return particular(s, s->at->point.applied);
}

/* The static limit of an interface under these multipliers, as the engine sees its loads. */
static double limit_of(sampler *s, int k, const double *x)
{
    memcpy(s->at->solution.lambda, x, (size_t)s->held * sizeof(double));
    bri_update_loads(&s->at->point, &s->engine->options, BRI_PASS_WHOLE, &s->at->solution);
    return bri_static_limit(&s->at->point, &s->at->solution, k);
}

/* A distribution that opposes a motion taken at random: by projections onto the half spaces of the signs, from a random
 * point; true if it got there. */
static bool sample(sampler *s, uint64_t *random, double *x)
{
    double u[MOST_COLUMNS], y[MOST_COLUMNS], spread = s->size * random_scale(random, 1e-2, 1e2), sign[MOST_FACES];
    double shrinks = s->size * random_scale(random, 1e-3, 1);
    for (int z = 0; z < s->degrees; z++)
        u[z] = random_between(random, -1, 1);
    for (int i = 0; i < s->open; i++)
        y[i] = spread * random_between(random, -1, 1);
    for (int k = 0; k < s->faces; k++) {
        double slip = 0, most = 0;
        for (int z = 0; z < s->degrees; z++) {
            slip += s->rate[k][z] * u[z];
            most = fmax(most, fabs(s->rate[k][z]));
        }
        sign[k] = most < 1e-9 ? 0 : slip > 0 ? -1 : 1;
    }
    for (int turn = 0; turn < 2000; turn++) {
        double worst = 0;
        for (int j = 0; j < s->columns; j++) {
            x[j] = s->x0[j];
            for (int i = 0; i < s->open; i++)
                x[j] += s->null[i][j] * y[i];
        }
        for (int k = 0; k < s->faces; k++) {
            double off = sign[k] * x[s->held + k], square = 0, push = random_scale(random, 1e-6, 1) * shrinks;
            if (sign[k] == 0 || off >= -1e-13 * s->size) continue;
            worst = fmax(worst, -off);
            for (int i = 0; i < s->open; i++)
                square += s->null[i][s->held + k] * s->null[i][s->held + k];
            if (square < 1e-18) return false;
            for (int i = 0; i < s->open; i++)
                y[i] += sign[k] * (push - off) / square * s->null[i][s->held + k];
        }
        if (worst == 0) return true;
        shrinks *= 0.995;
    }
    return false;
}

static bool is_within(double value, const bri_bounds *b, double slack)
{
    return b->any && value >= b->low - slack - 1e-7 * fabs(b->low) && value <= b->high + slack + 1e-7 * fabs(b->high);
}

/* What one distribution says against a verdict. */
static void confront(sampler *s, const bri_verdict_result *r, const double *x, const char *model, long *inside)
{
    double ratio = 0, moving = 0, tiny = 1e-8 * s->size; /* moving: of interfaces that can slip */
    for (int k = 0; k < s->faces; k++) {
        double limit = limit_of(s, k, x), friction = fabs(x[s->held + k]);
        double one = friction <= tiny ? 0 : friction / fmax(limit, 1e-300);
        if (one > r->interface[k]->worst_ratio * (1 + 1e-6))
            fail_msg("%s: %g times its limit, and not %g at most", r->interface[k]->name, one,
                     r->interface[k]->worst_ratio);
        if (r->interface[k]->part >= 0) moving = fmax(moving, one);
        ratio = fmax(ratio, one);
    }
    if (ratio < r->possible_factor_low * (1 - 1e-6))
        fail_msg("a scale of %g holds, and %g was the least", ratio, r->possible_factor_low);
    bool holds = ratio <= 1;
    *inside += holds;
    if (r->possible == BRI_ANSWER_NO) assert_true(r->possible_factor_low >= 1);
    if (holds && r->possible == BRI_ANSWER_NO) fail_msg("stick is possible, with %g of the limits", ratio);
    if (holds) assert_true(r->verdict != BRI_MUST_SLIP);
    if (moving > 1 + 1e-6) assert_int_not_equal(r->guaranteed, BRI_ANSWER_YES);
    for (int i = 0, at = 0; i < r->quantities; i++) {
        const bri_quantity *q = r->quantity[i];
        double value, lever = 1;
        if (q->kind == BRI_QUANTITY_LOAD) continue;
        if (q->kind == BRI_QUANTITY_FRICTION) {
            int k = 0;
            char name[128];
            for (; k < s->faces; k++) {
                snprintf(name, sizeof name, "%s.friction", s->system->interface[k].label);
                if (!strcmp(name, q->name)) break;
            }
            lever = s->at->solution.patch[s->system->interface[k].patch].lever;
            value = x[s->held + k] / lever;
        } else {
            value = x[at++];
        }
        if (!is_within(value, &q->coherent, tiny / lever))
            fail_msg("%s = %g is not from %g to %g", q->name, value, q->coherent.low, q->coherent.high);
        if (holds && !is_within(value, &q->limited, tiny / lever))
            fail_msg("%s = %g is not from %g to %g within the limits of\n%s", q->name, value, q->limited.low,
                     q->limited.high, model);
    }
}

typedef struct tally {
    long models, samples, inside, verdicts[5];
} tally;

static void put_to_the_test(const char *model, int samples, uint64_t *random, tally *t)
{
    bri_error err = {0};
    bri_verdict_result *r = NULL;
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .intervals = true};
    static sampler s;
    bri_system *system = build(model);
    bool solvable = sampler_create(&s, system);
    bri_status status = bri_verdict_at(system, &def, NAN, &r, &err);
    if (!status && !solvable) fail_msg("it has no equilibrium, and got a verdict:\n%s", model);
    if (status && solvable && s.degrees > 0) fail_msg("%s\n%s", err.what, model);
    if (!status) {
        double x[MOST_COLUMNS];
        long found = 0;
        t->models++;
        t->verdicts[r->verdict]++;
        for (int i = 0; i < samples; i++) {
            if (!sample(&s, random, x)) continue;
            found++;
            confront(&s, r, x, model, &t->inside);
        }
        t->samples += found;
    }
    bri_verdict_destroy(r);
    bri_engine_destroy(s.engine);
    bri_system_destroy(system);
}

/* --- linkages --------------------------------------------------------------------------------------------------------------------- */

static const char *four_bar(double mu)
{
    return MODEL("gravity: [0, -9.81]\nground: {points: {right: [0.4, 0]}}\nbodies:\n"
                 "  a: {mass: 1, inertia: 0.01, at: [0, 0.1], points: {d: [0, -0.1], u: [0, 0.1]}}\n"
                 "  b: {mass: 2, inertia: 0.01, at: [0.15, 0.2], points: {l: [-0.15, 0], r: [0.15, 0]}}\n"
                 "  c: {mass: 1, inertia: 0.01, at: [0.35, 0.1], points: {d: [0.05, -0.1], u: [-0.05, 0.1]}}\n"
                 "joints:\n"
                 "  pa: {revolute: [ground, a.d], radius: 0.03, friction: {law: coulomb, mu_s: %g}}\n"
                 "  ab: {revolute: [a.u, b.l], radius: 0.03, friction: {law: coulomb, mu_s: %g}}\n"
                 "  bc: {revolute: [b.r, c.u], radius: 0.02, friction: {law: coulomb, mu_s: %g}}\n"
                 "  pc: {revolute: [ground.right, c.d], radius: 0.03, friction: {law: coulomb, mu_s: %g}}\n"
                 "forces: {push: {force: b, along: [1, -0.2], value: 3}}\n",
                 mu, mu, mu, mu);
}

/* The least of all samples, each improved by steps at random that become smaller. */
static double least_by_trying(sampler *s, uint64_t *random)
{
    double best = INFINITY;
    for (int start = 0; start < 20; start++) {
        double x[MOST_COLUMNS], now = INFINITY, step = s->size;
        if (!sample(s, random, x)) continue;
        for (int i = 0; i < 20000; i++) {
            double y[MOST_COLUMNS], ratio = 0;
            memcpy(y, x, sizeof y);
            for (int k = 0; k < s->open; k++) {
                double a = step * random_between(random, -1, 1);
                for (int j = 0; j < s->columns; j++)
                    y[j] += a * s->null[k][j];
            }
            bool coherent = true;
            for (int k = 0; k < s->faces && coherent; k++) {
                coherent = y[s->held + k] * x[s->held + k] >= 0;
                ratio = fmax(ratio, fabs(y[s->held + k]) / fmax(limit_of(s, k, y), 1e-300));
            }
            if (coherent && ratio < now) {
                now = ratio;
                memcpy(x, y, sizeof x);
            } else {
                step = fmax(0.995 * step, 1e-9 * s->size);
                if (i % 3000 == 2999) step = 0.1 * s->size;
            }
        }
        best = fmin(best, now);
    }
    return best;
}

static void four_bar_agrees_with_trying(void **state)
{
    (void)state;
    uint64_t random = 5;
    static sampler s;
    bri_verdict_result *r = verdict_of(four_bar(0.3));
    bri_system *system = build(four_bar(0.3));
    assert_true(sampler_create(&s, system));
    assert_int_equal(s.open, 3);
    double tried = least_by_trying(&s, &random);
    assert_close(r->possible_factor, r->possible_factor_low, 1e-8);
    assert_true(tried >= r->possible_factor_low * (1 - 1e-9));
    assert_close(tried, r->possible_factor, 2e-3); /* steps at random end near the least */
    bri_verdict_destroy(r);
    bri_engine_destroy(s.engine);
    bri_system_destroy(system);
    tally t = {0};
    for (int i = 0; i < 6; i++)
        put_to_the_test(four_bar(0.15 * (i + 1)), 3000, &random, &t);
    assert_int_equal(t.models, 6);
    assert_true(t.inside > 0 && t.inside < t.samples);
}

/* Three parallel cranks with frictional pins: the load of each can be shared in any way. */
static void parallelogram_is_never_certain(void **state)
{
    (void)state;
    uint64_t random = 7;
    tally t = {0};
    const char *pin = "radius: 0.03, friction: {law: coulomb, mu_s: 0.4}";
    const char *model =
        MODEL("gravity: [0, -9.81]\nground: {points: {a: [0, 0], b: [0.3, 0], c: [0.6, 0]}}\nbodies:\n"
              "  a: {mass: 1, inertia: 0.01, at: [0.01, 0.1], points: {d: [-0.01, -0.1], u: [0.01, 0.1]}}\n"
              "  b: {mass: 1, inertia: 0.01, at: [0.31, 0.1], points: {d: [-0.01, -0.1], u: [0.01, 0.1]}}\n"
              "  c: {mass: 1, inertia: 0.01, at: [0.61, 0.1], points: {d: [-0.01, -0.1], u: [0.01, 0.1]}}\n"
              "  bar: {mass: 2, inertia: 0.1, at: [0.32, 0.2], points: {a: [-0.3, 0], b: [0, 0], c: [0.3, 0]}}\n"
              "joints:\n  pa: {revolute: [ground.a, a.d], %s}\n  pb: {revolute: [ground.b, b.d], %s}\n"
              "  pc: {revolute: [ground.c, c.d], %s}\n  qa: {revolute: [a.u, bar.a], %s}\n"
              "  qb: {revolute: [b.u, bar.b], %s}\n  qc: {revolute: [c.u, bar.c], %s}\n",
              pin, pin, pin, pin, pin, pin);
    bri_verdict_result *r = verdict_of(model);
    assert_int_equal(r->possible, BRI_ANSWER_YES);
    assert_true(r->verdict != BRI_STICKS); /* without limits cranks can pull against each other without end */
    assert_true(isinf(quantity(r, "pa.force_y")->coherent.high));
    assert_false(quantity(r, "pa.force_y")->unique);
    bri_verdict_destroy(r);
    put_to_the_test(model, 2000, &random, &t);
    assert_true(t.samples > 100);
}

/* --- at random ---------------------------------------------------------------------------------------------------------------------- */

/* Sliding friction is this share of the static one. */
static const char *random_model(uint64_t *random, double share)
{
    static char model[TEXT];
    int bodies = 1 + (int)(random_bits(random) % 3), joints = bodies + (int)(random_bits(random) % 3);
    size_t used = (size_t)snprintf(model, sizeof model, "gravity: [0, %g]\nbodies:\n", random_between(random, -10, 0));
#define PUT(...) used += (size_t)snprintf(model + used, sizeof model - used, __VA_ARGS__)
    for (int b = 0; b < bodies; b++)
        PUT("  b%d: {mass: %.4f, inertia: %.4f, at: [%.4f, %.4f]}\n", b, random_between(random, 0.5, 3),
            random_between(random, 0.01, 0.1), random_between(random, -1, 1), random_between(random, -1, 1));
    PUT("joints:\n");
    for (int j = 0; j < joints; j++) {
        int second = j < bodies ? j : (int)(random_bits(random) % (uint64_t)bodies);
        int first = second > 0 && random_bits(random) % 3 ? (int)(random_bits(random) % (uint64_t)second) : -1;
        int kind = (int)(random_bits(random) % 3);
        double angle = random_between(random, 0, 6.3), mu = random_scale(random, 0.1, 1.5);
        char pair[40] = "ground";
        if (first >= 0) snprintf(pair, sizeof pair, "b%d", first);
        PUT("  j%d: {%s: [%s, b%d], at: [%.4f, %.4f]", j,
            kind == 0   ? "revolute"
            : kind == 1 ? "translational"
                        : "point_on_line",
            pair, second, random_between(random, -1, 1), random_between(random, -1, 1));
        if (kind) PUT(", along: [%.6f, %.6f]", cos(angle), sin(angle));
        if (kind == 0) PUT(", radius: %.4f", random_between(random, 0.02, 0.3));
        if (kind == 1 && random_bits(random) % 3 == 0) PUT(", length: %.3f", random_between(random, 0.2, 1));
        if (random_bits(random) % 5)
            PUT(", friction: {law: coulomb, mu_s: %.4f, mu_k: %.4f%s}", mu, share * mu,
                random_bits(random) % 4 ? "" : ", preload: 2");
        PUT("}\n");
    }
    PUT("forces:\n");
    for (int b = 0; b < bodies; b++)
        PUT("  f%d: {force: b%d, along: [%.4f, %.4f], value: %.3f}\n", b, b, random_between(random, -1, 1),
            random_between(random, -1, 1), random_between(random, 0, 20));
#undef PUT
    return model;
}

static void no_sample_contradicts_a_verdict(void **state)
{
    (void)state;
    uint64_t random = 2017;
    tally t = {0};
    for (int i = 0; i < 400; i++) {
        const char *model = random_model(&random, 0.6);
        bri_system *system = build(model);
        bri_mobility m = bri_system_mobility(system);
        int interfaces = system->interfaces;
        bri_system_destroy(system);
        if (m.degrees_of_freedom < 1 || m.degrees_of_freedom > 3 || interfaces < 1) continue;
        put_to_the_test(model, 300, &random, &t);
    }
    print_message("%ld mechanisms, %ld distributions, %ld of them within the limits; %ld stick, %ld conditional, %ld "
                  "undecided, %ld must slip, %ld not decided\n",
                  t.models, t.samples, t.inside, t.verdicts[0], t.verdicts[1], t.verdicts[2], t.verdicts[3],
                  t.verdicts[4]);
    assert_true(t.models > 60 && t.samples > 5000 && t.inside > 200);
    assert_true(t.verdicts[BRI_STICKS] > 3 && t.verdicts[BRI_MUST_SLIP] > 3);
}

/* Whether a slip along the one motion that is free gains speed, as a run would solve it: friction, reactions and accelerations
 * together, by Newton's method. The rate of its kinetic energy over its speed; NAN: that has no solution. */
static double gain_of_a_run(const char *model)
{
    static sampler s;
    bri_system *system = build(model);
    double gain = NAN, power = 0;
    bool fine = sampler_create(&s, system) && s.degrees == 1;
    double *u = s.x + s.n;
    for (int i = 0; i < s.n; i++)
        power += s.at->point.applied[i] * s.motion[0][i];
    double sign = power > 0 ? 1 : -1;
    for (int i = 0; i < s.n; i++)
        u[i] = sign * 1e-9 * s.motion[0][i];
    for (int k = 0; k < s.faces; k++)
        s.at->point.discrete.stick[k].direction = sign * s.rate[k][0] > 0 ? 1 : -1;
    bri_discrete_pack(&s.at->point.discrete, s.packed);
    bri_instant at = bri_instant_of(s.engine, system->t0, s.x, s.packed);
    if (fine && bri_evaluate(s.engine, s.at, &at) == BRI_FINE) {
        gain = 0;
        for (int i = 0; i < s.n; i++)
            gain += sign * s.motion[0][i] * s.at->solution.a[i] / system->inverse[i];
        gain /= s.size;
    }
    bri_engine_destroy(s.engine);
    bri_system_destroy(system);
    return gain;
}

/* A run takes one solution; the verdict asks whether there is one. So what a run shows must be in the verdict, and where they
 * differ the other way round, there are several solutions. */
static void slip_is_as_a_run_has_it(void **state)
{
    (void)state;
    uint64_t random = 99;
    int compared = 0, faster = 0, several = 0;
    for (int i = 0; i < 400; i++) {
        uint64_t again = random, once_more = random;
        static char model[TEXT];
        snprintf(model, sizeof model, "%s", random_model(&random, 0.6));
        bri_system *system = build(model);
        bri_mobility m = bri_system_mobility(system);
        bool fits = m.degrees_of_freedom == 1 && system->interfaces > 0;
        bri_system_destroy(system);
        bri_error err = {0};
        bri_verdict_result *r = NULL;
        bri_verdict_def def = bri_verdict_defaults();
        if (!fits) continue;
        system = build(model);
        bri_status status = bri_verdict_at(system, &def, NAN, &r, &err);
        bri_system_destroy(system);
        if (status) continue;
        double at_limit = gain_of_a_run(random_model(&again, 1)),
               sliding = gain_of_a_run(random_model(&once_more, 0.6));
        if (!isnan(at_limit)) {
            compared++;
            faster += at_limit > 1e-6;
            if (at_limit > 1e-6) assert_int_equal(r->accelerates, BRI_ANSWER_YES);
            if (at_limit < -1e-6) several += r->accelerates == BRI_ANSWER_YES;
        }
        if (!isnan(sliding) && sliding > 1e-6) assert_int_equal(r->persists, BRI_ANSWER_YES);
        if (!isnan(sliding) && sliding < -1e-6) several += r->persists == BRI_ANSWER_YES;
        bri_verdict_destroy(r);
    }
    print_message("%d slips, %d of them gain speed; %d have more than one solution\n", compared, faster, several);
    assert_true(compared > 50 && faster > 20 && compared - faster > 10);
}

/* Pushed or let fall with more than friction can hold, it moves, and more than one interface at once: a run goes on in each. */
static void slip_of_several_interfaces_goes_on(void **state)
{
    (void)state;
    static const char *const models[] = {
        /* two links, horizontal, let fall: pins hold 0.3 x 50 mm x 2 m g of 2 m g x 1 m */
        "gravity: [0, -9.81]\nbodies:\n"
        "  a: {mass: 1, inertia: 0.1, at: [0.5, 0], points: {r: [-0.5, 0], t: [0.5, 0]}}\n"
        "  b: {mass: 1, inertia: 0.1, at: [1.5, 0], points: {r: [-0.5, 0], t: [0.5, 0]}}\n"
        "joints:\n  p: {revolute: [ground, a.r], radius: 0.05, friction: {law: coulomb, mu_s: 0.3, mu_k: 0.2}}\n"
        "  q: {revolute: [a.t, b.r], radius: 0.05, friction: {law: coulomb, mu_s: 0.3, mu_k: 0.2}}\n",
        /* two blocks that nothing presses: nothing brakes them */
        "bodies: {a: {mass: 1, inertia: 1}, b: {mass: 1, inertia: 1, at: [0, 1]}}\n"
        "joints:\n  g: {translational: [ground, a], along: [1, 0], friction: {law: coulomb, mu_s: 0.3, mu_k: 0.2}}\n"
        "  h: {translational: [ground, b], at: [0, 1], along: [1, 0], friction: {law: coulomb, mu_s: 0.3, mu_k: 0.2}}\n"
        "forces: {s: {force: a, along: [1, 0], value: 10}, t: {force: b, along: [-1, 0], value: 10}}\n",
        /* a wheel pushed with 20 N: friction gives 0.4 x 9.81 N at most, and it rolls and slides */
        "gravity: [0, -9.81]\nbodies: {w: {mass: 1, inertia: 0.05, radius: 0.3, at: [0, 0.3]}}\n"
        "joints:\n  road: {wheel_on_line: [ground, w], through: [0, 0], along: [1, 0],\n"
        "         friction: {law: coulomb, mu_s: 0.4, mu_k: 0.3}, rolling: {law: coulomb, mu_k: 0.005}}\n"
        "forces: {f: {force: w, along: [1, 0], value: 20}}\n"};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        bri_verdict_result *r = verdict_of(MODEL("%s", models[i]));
        meet_verdict(r, BRI_MUST_SLIP);
        assert_int_equal(r->accelerates, BRI_ANSWER_YES);
        assert_int_equal(r->persists, BRI_ANSWER_YES);
        bri_verdict_destroy(r);
    }
}

/* --- speed ----------------------------------------------------------------------------------------------------------------------------- */

static const char *chain(int pins)
{
    static char model[TEXT];
    size_t used = (size_t)snprintf(model, sizeof model, "gravity: [0, -9.81]\nbodies:\n");
    for (int i = 0; i < pins; i++)
        used += (size_t)snprintf(model + used, sizeof model - used,
                                 "  b%d: {mass: 1, inertia: 0.01, at: [%g, 0], points: {l: [-0.1, 0], r: [0.1, 0]}}\n",
                                 i, 0.1 + 0.2 * i);
    used += (size_t)snprintf(model + used, sizeof model - used, "joints:\n");
    for (int i = 0; i < pins; i++) {
        char first[16] = "ground";
        if (i) snprintf(first, sizeof first, "b%d.r", i - 1);
        used += (size_t)snprintf(model + used, sizeof model - used,
                                 "  p%d: {revolute: [%s, b%d.l], radius: 0.5, friction: {law: coulomb, mu_s: 3}}\n", i,
                                 first, i);
    }
    return model;
}

/* Pin i carries 10 - i links: m g (10 - i) downwards, and the couple m g 0.2 (10 - i)^2/2. */
static void ten_pins_in_a_chain(void **state)
{
    (void)state;
    clock_t begun = clock();
    bri_verdict_result *r = verdict_of(chain(10));
    double seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
    assert_int_equal(r->parts, 10);
    assert_close(r->possible_factor, 0.1 * 10 / (0.5 * 3), 1e-9);
    meet_verdict(r, BRI_STICKS);
    for (int i = 0; i < 10; i++)
        assert_close(r->interface[i]->worst_ratio, 0.1 * (10 - i) / (0.5 * 3), 1e-9);
    bri_verdict_destroy(r);
    print_message("ten pins in a chain: %.3f s\n", seconds);
    assert_true(seconds < 1);
}

/* Pins on a circle, the first and the last on the ground. */
static const char *ring(int pins, double mu)
{
    static char model[TEXT];
    size_t used = (size_t)snprintf(model, sizeof model, "gravity: [0, -9.81]\nbodies:\n");
    double turn = 2 * 3.141592653589793 / pins;
    for (int i = 0; i < pins - 1; i++)
        used += (size_t)snprintf(
            model + used, sizeof model - used, "  b%d: {mass: 1, inertia: 0.02, at: [%.17g, %.17g]}\n", i,
            0.5 * (cos(turn * i) + cos(turn * (i + 1))) + 0.05 * (i % 3), 0.5 * (sin(turn * i) + sin(turn * (i + 1))));
    used += (size_t)snprintf(model + used, sizeof model - used, "joints:\n");
    for (int i = 0; i < pins; i++) {
        char first[16] = "ground", second[16] = "ground";
        if (i) snprintf(first, sizeof first, "b%d", i - 1);
        if (i < pins - 1) snprintf(second, sizeof second, "b%d", i);
        used += (size_t)snprintf(
            model + used, sizeof model - used,
            "  p%d: {revolute: [%s, %s], at: [%.17g, %.17g], radius: 0.1, friction: {law: coulomb, mu_s: %g}}\n", i,
            first, second, cos(turn * i), sin(turn * i), mu);
    }
    return model;
}

/* Closed loops, with coefficients on both sides of what holds: the numbers agree with each other, whatever is decided, and all
 * scales are the same but for mu. */
static void ten_pins_in_a_loop(void **state)
{
    (void)state;
    for (int pins = 4; pins <= 10; pins += 2) {
        double needed = NAN;
        for (int i = 0; i < 4; i++) {
            double mu = 1 + 2 * i, seconds;
            bri_error err = {0};
            bri_verdict_result *r = NULL;
            bri_verdict_def def = bri_verdict_defaults();
            bri_system *system = build(ring(pins, mu));
            clock_t begun = clock();
            if (bri_verdict_at(system, &def, NAN, &r, &err)) fail_msg("%s", err.what);
            seconds = (double)(clock() - begun) / CLOCKS_PER_SEC;
            bri_system_destroy(system);
            assert_true(r->possible_factor_low <= r->possible_factor);
            if (r->possible == BRI_ANSWER_YES) assert_true(r->possible_factor <= 1);
            if (r->possible == BRI_ANSWER_NO) assert_true(r->possible_factor_low >= 1);
            if (r->verdict == BRI_MUST_SLIP)
                assert_int_equal(r->persists, BRI_ANSWER_YES); /* nothing else can happen */
            if (i) assert_close(r->possible_factor * mu, needed, 1e-6 * needed);
            needed = r->possible_factor * mu;
            print_message("%d pins in a loop, mu_s %g: %s, %.3f s\n", pins, mu, bri_verdict_name(r->verdict), seconds);
            assert_true(seconds < 1);
            bri_verdict_destroy(r);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_sliders_are_as_by_hand),
        cmocka_unit_test(signs_are_those_of_a_run),
        cmocka_unit_test(one_slider_carries_all),
        cmocka_unit_test(one_slider_carries_all_at_any_slope),
        cmocka_unit_test(block_on_an_incline_holds_up_to_its_angle),
        cmocka_unit_test(ladder_has_one_friction_too_many),
        cmocka_unit_test(wedge_locks_itself_from_half_its_angle),
        cmocka_unit_test(drawer_jams),
        cmocka_unit_test(parts_have_the_verdict_that_they_have_alone),
        cmocka_unit_test(parts_slip_without_each_other),
        cmocka_unit_test(pin_holds_by_its_radius),
        cmocka_unit_test(elastic_rod_shares_by_its_stiffness),
        cmocka_unit_test(friction_comes_before_an_elastic_link),
        cmocka_unit_test(elastic_links_share_as_a_settled_run),
        cmocka_unit_test(a_stay_at_rest_has_verdicts_over_time),
        cmocka_unit_test(double_pendulum_falls),
        cmocka_unit_test(four_bar_agrees_with_trying),
        cmocka_unit_test(parallelogram_is_never_certain),
        cmocka_unit_test(no_sample_contradicts_a_verdict),
        cmocka_unit_test(slip_is_as_a_run_has_it),
        cmocka_unit_test(slip_of_several_interfaces_goes_on),
        cmocka_unit_test(ten_pins_in_a_chain),
        cmocka_unit_test(ten_pins_in_a_loop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
