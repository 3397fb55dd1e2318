/* test_verdict_factors.c - factors on mu_s from which on sticking is possible, and guaranteed, against closed forms
 *
 * Each mechanism has two coefficients that are derived by hand beside it: the smallest at which some distribution of forces
 * is within the limits, and the smallest at which every one is. Coefficients just below and just above both are tried:
 * factors must be right to 1e-6, and the verdict must change where they pass 1, not a few percent beside it. */
#include "mechanism.h"

typedef struct needs {
    double possible, guaranteed; /* coefficients of friction */
} needs;

static const double factors[] = {0.3,      0.9,      0.95,     0.99,     0.999,    1 - 1e-6, 1 + 1e-6,
                                 1 + 1e-3, 1 + 1e-2, 1 + 5e-2, 1 + 9e-2, 1 + 1e-1, 1.5,      4};
enum {
    FACTORS = sizeof factors / sizeof *factors
};

static bri_verdict_result *verdict_of(const char *model)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_def def = bri_verdict_defaults();
    bri_system *system = build(model);
    if (bri_verdict_at(system, &def, NAN, &result, &err)) fail_msg("%s", err.what);
    bri_system_destroy(system);
    return result;
}

static void meet_factors(const char *model, double mu, needs n)
{
    bri_verdict_result *r = verdict_of(model);
    double possible = n.possible / mu, guaranteed = n.guaranteed / mu;
    assert_close(r->possible_factor / possible, 1, 1e-6);
    assert_close(r->possible_factor_low / possible, 1, 1e-6);
    if (isinf(guaranteed))
        assert_true(isinf(r->guaranteed_factor));
    else
        assert_close(r->guaranteed_factor / guaranteed, 1, 1e-6);
    assert_int_equal(r->possible, possible <= 1 ? BRI_ANSWER_YES : BRI_ANSWER_NO);
    assert_int_equal(r->guaranteed, guaranteed <= 1 ? BRI_ANSWER_YES : BRI_ANSWER_NO);
    if ((r->verdict == BRI_STICKS) != (guaranteed <= 1) || (r->verdict == BRI_MUST_SLIP) != (possible > 1))
        fail_msg("%s, with %.9g of the coefficient that may do and %.9g of the one that must",
                 bri_verdict_name(r->verdict), 1 / possible, 1 / guaranteed);
    assert_int_equal(r->parts, 1);
    assert_close(r->part[0]->possible_factor, r->possible_factor, 1e-6 * possible);
    assert_int_equal(r->part[0]->possible, r->possible);
    assert_int_equal(r->part[0]->guaranteed, r->guaranteed);
    assert_int_equal(r->part[0]->verdict, r->verdict);
    double worst = 0;
    for (int i = 0; i < r->interfaces; i++)
        worst = fmax(worst, r->interface[i]->worst_ratio);
    if (isfinite(guaranteed)) assert_close(worst / guaranteed, 1, 1e-6);
    bri_verdict_destroy(r);
}

/* Coefficients on both sides of each that is needed. */
static void meet_around(const char *(*model)(const void *context, double mu), const void *context, needs n)
{
    for (int i = 0; i < FACTORS; i++) {
        double mu = n.possible / factors[i];
        meet_factors(model(context, mu), mu, n);
        if (!isfinite(n.guaranteed)) continue;
        mu = n.guaranteed / factors[i];
        meet_factors(model(context, mu), mu, n);
    }
}

/* --- forces that equilibrium determines: both coefficients are one ------------------------------------------------------- */

static const char *incline(const void *context, double mu)
{
    const double *angle = context;
    return MODEL(
        "gravity: [0, -9.81]\nbodies: {block: {mass: 3, inertia: 0.1}}\njoints:\n"
        "  slope: {translational: [ground, block], along: [%.17g, %.17g], friction: {law: coulomb, mu_s: %.17g, "
        "mu_k: %.17g}}\n",
        cos(*angle), sin(*angle), mu, 0.5 * mu);
}

/* F = m g sin, N = m g cos. */
static void block_on_an_incline_needs_the_tangent(void **state)
{
    (void)state;
    for (double angle = 0.05; angle < 1.2; angle += 0.16)
        meet_around(incline, &angle, (needs){tan(angle), tan(angle)});
}

static const char *pendulum(const void *context, double mu)
{
    const double *off = context;
    return MODEL("gravity: [0, -9.81]\nbodies: {bar: {mass: 2, inertia: 0.06, at: [%.17g, -0.3], points: {top: [%.17g, "
                 "0.3]}}}\njoints: {pin: {revolute: [ground, bar.top], radius: 0.04, friction: {law: coulomb, mu_s: "
                 "%.17g, mu_k: %.17g}}}\n",
                 *off, -*off, mu, 0.5 * mu);
}

/* m g x = mu r |R|, R = m g. */
static void pin_needs_its_offset_over_its_radius(void **state)
{
    (void)state;
    static const double offs[] = {0.001, 0.004, 0.013};
    for (int i = 0; i < 3; i++)
        meet_around(pendulum, &offs[i], (needs){offs[i] / 0.04, offs[i] / 0.04});
}

/* --- one force too many: coefficients differ --------------------------------------------------------------------------------- */

typedef struct leaning {
    double angle, push; /* of the top against the wall, over the weight */
} leaning;

static const char *ladder(const void *context, double mu)
{
    const leaning *l = context;
    double x = cos(l->angle), y = sin(l->angle);
    return MODEL("gravity: [0, -1]\n"
                 "bodies: {ladder: {mass: 1, inertia: 0.3, at: [%.17g, %.17g], points: {top: [%.17g, %.17g], foot: "
                 "[%.17g, %.17g]}}}\n"
                 "joints:\n"
                 "  wall: {point_on_line: [ground, ladder.top], at: [%.17g, %.17g], along: [0, 1], friction: {law: "
                 "coulomb, mu_s: %.17g, mu_k: %.17g}}\n"
                 "  floor: {point_on_line: [ground, ladder.foot], at: [0, 0], along: [1, 0], friction: {law: coulomb, "
                 "mu_s: %.17g, mu_k: %.17g}}\n"
                 "forces: {push: {force: ladder.top, along: [-1, 0], value: %.17g}}\n",
                 -x, y, -x, y, x, -y, -2 * x, 2 * y, mu, 0.5 * mu, mu, 0.5 * mu, l->push);
}

/* With the weight 1, f the friction at the wall and P the push: F_floor = (1/2 - f) cot, N_floor = 1 - f,
 * N_wall = (1/2 - f) cot + P, 0 <= f <= 1/2. The ratio at the wall rises with f to 1/(2 P), that at the floor falls from
 * cot/2 to 0: all are within the larger of the two, and the least of the largest is where both are equal,
 *
 *     (1 + cot^2) f^2 - (1 + cot^2 + P cot) f + cot^2/4 + P cot/2 = 0
 *
 * Without the push it is tan((90 deg - angle)/2), and none is enough for all. */
static void ladder_needs_less_if_its_wall_helps(void **state)
{
    (void)state;
    static const leaning leanings[] = {{0.5, 0.4}, {0.8, 0.4}, {1.1, 0.4}, {1.1, 2}, {1.1, 10}, {0.6, 0}, {1.2, 0}};
    for (size_t i = 0; i < sizeof leanings / sizeof *leanings; i++) {
        double cot = 1 / tan(leanings[i].angle), P = leanings[i].push;
        double a = 1 + cot * cot, b = a + P * cot, c = cot * cot / 4 + P * cot / 2;
        double f = (b - sqrt(b * b - 4 * a * c)) / (2 * a);
        needs n = {(0.5 - f) * cot / (1 - f), P > 0 ? fmax(1 / (2 * P), cot / 2) : INFINITY};
        if (P == 0) assert_close(n.possible, tan(0.25 * 3.141592653589793 - 0.5 * leanings[i].angle), 1e-12);
        meet_around(ladder, &leanings[i], n);
    }
}

typedef struct rod {
    double angle, push, side, press; /* along the rod; at the upper and the lower slider */
} rod;

static const char *sliders(const void *context, double mu)
{
    const rod *r = context;
    double x = cos(r->angle), y = sin(r->angle);
    return MODEL(
        "bodies:\n  u: {mass: 1, inertia: 1, at: [0, %.17g]}\n  l: {mass: 1, inertia: 1, at: [%.17g, 0]}\n"
        "joints:\n  rod: {distance: [u, l]}\n"
        "  g: {translational: [ground, u], along: [0, 1], friction: {law: coulomb, mu_s: %.17g, mu_k: %.17g}}\n"
        "  h: {translational: [ground, l], along: [1, 0], friction: {law: coulomb, mu_s: %.17g, mu_k: %.17g}}\n"
        "forces:\n  push: {force: u, along: [%.17g, %.17g], value: %.17g}\n"
        "  side: {force: u, along: [1, 0], value: %.17g}\n"
        "  press: {force: l, along: [0, -1], value: %.17g}\n",
        y, x, mu, 0.5 * mu, mu, 0.5 * mu, x, -y, r->push, r->side, r->press);
}

/* The upper slider takes a of the push T along the rod, the lower one the rest: F1 = s a, N1 = c a + S1, F2 = c (T - a),
 * N2 = s (T - a) + S2, 0 <= a <= T. F1/N1 rises with a, F2/N2 falls: all are within the larger of their ends, and the least
 * of the largest is where both are equal, s a (s (T - a) + S2) = c (T - a) (c a + S1), or
 *
 *     (c^2 - s^2) a^2 + (s S2 + c S1 - (c^2 - s^2) T) a - c S1 T = 0 */
static void two_sliders_need_less_if_both_are_pressed(void **state)
{
    (void)state;
    static const rod rods[] = {{0.4, 50, 5, 20}, {0.4, 50, 20, 5}, {1.0, 50, 5, 20}, {1.3, 7, 30, 2}, {0.2, 3, 1, 90}};
    for (size_t i = 0; i < sizeof rods / sizeof *rods; i++) {
        double c = cos(rods[i].angle), s = sin(rods[i].angle), T = rods[i].push, S1 = rods[i].side, S2 = rods[i].press;
        double A = c * c - s * s, B = s * S2 + c * S1 - A * T, C = -c * S1 * T;
        double root = sqrt(B * B - 4 * A * C), a = 2 * C / (-B - root); /* the one of both that is between 0 and T */
        if (!(a >= 0 && a <= T)) a = 2 * C / (-B + root);
        assert_true(a >= 0 && a <= T);
        needs n = {s * a / (c * a + S1), fmax(s * T / (c * T + S1), c * T / (s * T + S2))};
        assert_close(c * (T - a) / (s * (T - a) + S2), n.possible, 1e-12);
        meet_around(sliders, &rods[i], n);
    }
}

static const char *wedge(const void *context, double mu)
{
    const double *angle = context;
    return MODEL(
        "bodies: {wedge: {mass: 1, inertia: 0.1}, block: {mass: 2, inertia: 0.1, at: [0, 0.2]}}\n"
        "joints:\n"
        "  floor: {translational: [ground, wedge], along: [1, 0], friction: {law: coulomb, mu_s: %.17g, mu_k: "
        "%.17g}}\n"
        "  shaft: {translational: [ground, block], at: [0, 0], along: [0, 1]}\n"
        "  face: {translational: [wedge, block], at: [0, 0.1], along: [%.17g, %.17g], friction: {law: coulomb, "
        "mu_s: %.17g, mu_k: %.17g}}\n"
        "forces: {load: {force: block, along: [0, -1], value: 40}}\n",
        mu, 0.5 * mu, cos(*angle), sin(*angle), mu, 0.5 * mu);
}

/* The reactions of both faces are off their normals by angles whose sum is the wedge's: half of it each, or all of it on one. */
static void wedge_needs_half_its_angle_or_all_of_it(void **state)
{
    (void)state;
    for (double angle = 0.1; angle < 0.9; angle += 0.19)
        meet_around(wedge, &angle, (needs){tan(0.5 * angle), tan(angle)});
}

/* --- several parts, and over time ----------------------------------------------------------------------------------------- */

/* A block on a block, the upper one pulled by P: the upper contact needs P/(1 kg g), the lower one P/(4 kg g), each by itself. */
static void each_part_has_factors_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < FACTORS; i++)
        for (int of_floor = 0; of_floor < 2; of_floor++) {
            double pull = factors[i] * (of_floor ? 0.25 * 40 : 0.5 * 10);
            double floor = pull / 40 / 0.25, top = pull / 10 / 0.5, most = fmax(floor, top);
            bri_verdict_result *r = verdict_of(
                MODEL("gravity: [0, -10]\n"
                      "bodies: {low: {mass: 3, inertia: 0.1}, high: {mass: 1, inertia: 0.1, at: [0, 0.1]}}\n"
                      "joints:\n"
                      "  floor: {translational: [ground, low], along: [1, 0], friction: {law: coulomb, mu_s: "
                      "0.25}}\n"
                      "  top: {translational: [low, high], at: [0, 0.05], along: [1, 0], friction: {law: "
                      "coulomb, mu_s: 0.5}}\n"
                      "forces: {pull: {force: high, along: [1, 0], value: %.17g}}\n",
                      pull));
            assert_int_equal(r->parts, 2);
            assert_close(r->possible_factor, most, 1e-6 * most);
            assert_close(r->guaranteed_factor, most, 1e-6 * most);
            assert_int_equal(r->guaranteed, most <= 1 ? BRI_ANSWER_YES : BRI_ANSWER_NO);
            assert_int_equal(r->verdict, most <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
            for (int k = 0; k < 2; k++) {
                const bri_interface_verdict *h = r->interface[k];
                const bri_part *part = r->part[h->part];
                double needed = strcmp(h->name, "floor") ? top : floor;
                assert_close(h->worst_ratio, needed, 1e-6 * needed);
                assert_close(part->possible_factor, needed, 1e-6 * needed);
                assert_close(part->guaranteed_factor, needed, 1e-6 * needed);
                assert_int_equal(part->possible, needed <= 1 ? BRI_ANSWER_YES : BRI_ANSWER_NO);
                assert_int_equal(part->guaranteed, needed <= 1 ? BRI_ANSWER_YES : BRI_ANSWER_NO);
                assert_int_equal(part->verdict, needed <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
            }
            bri_verdict_destroy(r);
        }
}

/* The force on a block of 10 N rises from 2.5 N to P in 1 s: with mu_s = 0.5 its factor goes from 0.5 to P/5 N. */
static void block_sticks_until_its_factor_is_one(void **state)
{
    (void)state;
    static const double most[] = {0.9, 0.999, 1.001, 1.05, 1.5};
    for (int i = 0; i < 5; i++) {
        bri_error err = {0};
        bri_verdict_history *h = NULL;
        bri_verdict_def def = bri_verdict_defaults();
        bri_system *system = build(MODEL(
            "gravity: [0, -10]\nbodies: {block: {mass: 1, inertia: 0.1}}\n"
            "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}}\n"
            "forces:\n  base: {force: block, along: [1, 0], value: 2.5}\n"
            "  rise: {force: block, along: [1, 0], value: {ramp: %.17g N, end: 1 s}}\nrun: {until: 1 s}\n",
            5 * most[i] - 2.5));
        if (bri_verdict_over(system, &def, &h, &err)) fail_msg("%s", err.what);
        double slips = fmin(0.5 / (most[i] - 0.5), 1);
        assert_int_equal(h->spans, most[i] > 1 ? 2 : 1);
        assert_int_equal(h->span[0]->verdict, BRI_STICKS);
        assert_close(h->span[0]->from, 0, 0);
        assert_close(h->span[0]->to, slips, 1e-6);
        assert_close(h->span[0]->possible_factor_least, 0.5, 1e-6);
        assert_close(h->span[0]->guaranteed_factor_most, fmin(most[i], 1), 1e-6);
        if (h->spans > 1) {
            assert_int_equal(h->span[1]->verdict, BRI_MUST_SLIP);
            assert_close(h->span[1]->to, 1, 1e-12);
            assert_close(h->span[1]->guaranteed_factor_most, most[i], 1e-6);
        }
        bri_verdict_history_destroy(h);
        bri_system_destroy(system);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_on_an_incline_needs_the_tangent),
        cmocka_unit_test(pin_needs_its_offset_over_its_radius),
        cmocka_unit_test(ladder_needs_less_if_its_wall_helps),
        cmocka_unit_test(two_sliders_need_less_if_both_are_pressed),
        cmocka_unit_test(wedge_needs_half_its_angle_or_all_of_it),
        cmocka_unit_test(each_part_has_factors_of_its_own),
        cmocka_unit_test(block_sticks_until_its_factor_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
