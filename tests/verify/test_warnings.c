/* test_warnings.c - numbers that a model may have and that look wrong: a warning from the documented share of the mechanism on
 *
 * The size of a mechanism is the largest coordinate of its bodies and points, or the radius of a surface if that is larger. */
#include "mechanism.h"

enum {
    MOST_WARNINGS = 8
};

typedef struct warnings {
    int count;
    char what[MOST_WARNINGS][512];
} warnings;

static void keep(const bri_error *one, void *user)
{
    warnings *all = user;
    assert_int_equal(one->status, BRI_OK); /* a warning, not an error */
    assert_true(all->count < MOST_WARNINGS);
    snprintf(all->what[all->count++], sizeof all->what[0], "%s", one->what);
}

static warnings warnings_of(const char *model)
{
    warnings all = {0};
    bri_system *system = build(model);
    bri_error err = {.each = keep, .user = &all};
    bri_system_warnings(system, &err);
    bri_system_destroy(system);
    return all;
}

/* Some warning has the name and the number in it, to three digits. */
static void meet_warning(const warnings *all, const char *name, double number)
{
    for (int i = 0; i < all->count; i++) {
        if (!strstr(all->what[i], name)) continue;
        for (const char *at = all->what[i]; *at; at++) {
            char *end;
            double found = strtod(at, &end);
            if (end > at && fabs(found / number - 1) < 6e-3) return;
        }
    }
    for (int i = 0; i < all->count; i++)
        print_error("%s\n", all->what[i]);
    fail_msg("no warning tells of %s and %g", name, number);
}

static const double beside[] = {0.02, 0.5, 0.9, 0.99, 0.9999, 1.0001, 1.01, 1.1, 3};
enum {
    BESIDE = sizeof beside / sizeof *beside
};

/* --- surfaces that begin inside each other: more than 1e-3 of the mechanism ----------------------------------------------- */

/* A ball of 10 mm at x from the origin: the mechanism is x large, but not smaller than the ball. */
static void ball_that_begins_inside_its_floor_is_warned_of(void **state)
{
    (void)state;
    static const double places[] = {0, 0.02, 0.5, -2};
    for (int p = 0; p < 4; p++)
        for (int i = 0; i < BESIDE; i++) {
            double size = fmax(fabs(places[p]), 0.01), depth = beside[i] * 1e-3 * size;
            warnings all = warnings_of(
                MODEL("bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [%.17g, %.17g], velocity: "
                      "[0, 0], spin: 0}}\n"
                      "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: "
                      "1e8}}}\n",
                      places[p], 0.01 - depth));
            assert_int_equal(all.count, beside[i] > 1);
            if (beside[i] > 1) meet_warning(&all, "floor", depth);
        }
}

/* A gap that is open by as much is nothing to warn of. */
static void ball_that_begins_above_its_floor_is_not(void **state)
{
    (void)state;
    for (int i = 0; i < BESIDE; i++)
        assert_int_equal(
            warnings_of(MODEL("bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [2, %.17g], "
                              "velocity: [0, 0], spin: 0}}\n"
                              "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, "
                              "stiffness: 1e8}}}\n",
                              0.01 + beside[i] * 2e-3))
                .count,
            0);
}

/* A journal off the middle of its bore by more than the clearance; the mechanism is 2 m large. */
static void journal_that_begins_inside_its_bore_is_warned_of(void **state)
{
    (void)state;
    for (int i = 0; i < BESIDE; i++) {
        double depth = beside[i] * 2e-3, off = 1e-4 + depth;
        warnings all = warnings_of(MODEL(
            "ground: {points: {middle: [2, 0]}}\n"
            "bodies: {j: {mass: 50 g, inertia: 2.45e-6 kg m2, at: [%.17g, %.17g], velocity: [0, 0], spin: 0, "
            "points: {middle: [0, 0]}}}\n"
            "joints: {pin: {revolute: [ground.middle, j.middle], radius: 9.9 mm, clearance: 100 um, normal: {law: "
            "hunt_crossley, stiffness: 1e9, restitution: 0.5}}}\n",
            2 - 0.6 * off, 0.8 * off)); /* below 2 m: the ground's point is the furthest */
        assert_int_equal(all.count, beside[i] > 1);
        if (beside[i] > 1) meet_warning(&all, "pin", depth);
    }
}

/* A block in its guide touches with two corners of four, and each is told of. */
static void each_corner_that_begins_inside_its_guide_is_warned_of(void **state)
{
    (void)state;
    for (int i = 0; i < BESIDE; i++)
        for (int above = 0; above < 2; above++) {
            double depth = beside[i] * 2e-3, off = 1e-4 + depth;
            warnings all = warnings_of(
                MODEL("ground: {points: {middle: [2, 0]}}\n"
                      "bodies: {block: {mass: 1 kg, inertia: 2e-3 kg m2, at: [2, %.17g], velocity: [0, 0], spin: 0, "
                      "points: {middle: [0, 0]}}}\n"
                      "joints: {guide: {translational: [ground.middle, block.middle], along: [1, 0], length: 80 mm, "
                      "height: 60 mm, clearance: 100 um, normal: {law: hunt_crossley, stiffness: 1e9, restitution: "
                      "0.5}}}\n",
                      above ? off : -off));
            assert_int_equal(all.count, beside[i] > 1 ? 2 : 0);
            if (beside[i] > 1) {
                meet_warning(&all, above ? "guide.front_left" : "guide.front_right", depth);
                meet_warning(&all, above ? "guide.back_left" : "guide.back_right", depth);
            }
        }
}

/* --- bristles that bend by more than 1 % of the mechanism ------------------------------------------------------------------ */

/* LuGre's bristles deflect by mu_s N/sigma0 before they slide; the mechanism is 2 m large. */
static void bristles_that_bend_too_far_are_warned_of(void **state)
{
    (void)state;
    for (int i = 0; i < BESIDE; i++) {
        double bend = beside[i] * 0.02;
        warnings all = warnings_of(MODEL(
            "gravity: [0, -10]\nbodies: {block: {mass: 1 kg, inertia: 0.01 kg m2, at: [2, 0], velocity: [1, 0]}}\n"
            "joints: {guide: {translational: [ground, block], along: [1, 0], friction: {law: lugre, mu_s: 0.3, "
            "mu_k: 0.2, sigma0: %.17g N/m}}}\n",
            0.3 * 10 / bend));
        assert_int_equal(all.count, beside[i] > 1);
        if (beside[i] > 1) meet_warning(&all, "guide", bend);
    }
}

/* Where friction is a torque, bristles turn by mu_s/sigma0, an angle, which has nothing to do with the length of the mechanism. */
static void bristles_that_turn_too_far_are_warned_of(void **state)
{
    (void)state;
    for (int i = 0; i < BESIDE; i++)
        for (double length = 0.01; length < 200; length *= 10) {
            double turn = beside[i] * 0.1;
            warnings all =
                warnings_of(MODEL("bodies: {door: {mass: 1 kg, inertia: 0.01 kg m2, at: [%.17g, 0], spin: 1 rad/s}}\n"
                                  "joints: {hinge: {revolute: [ground, door], at: [0, 0], friction: {law: lugre, mu_s: "
                                  "0.3 N m, mu_k: 0.2 N m, "
                                  "sigma0: %.17g N m/rad}}}\n",
                                  length, 0.3 / turn));
            assert_int_equal(all.count, beside[i] > 1);
            if (beside[i] > 1) meet_warning(&all, "hinge", turn);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_that_begins_inside_its_floor_is_warned_of),
        cmocka_unit_test(ball_that_begins_above_its_floor_is_not),
        cmocka_unit_test(journal_that_begins_inside_its_bore_is_warned_of),
        cmocka_unit_test(each_corner_that_begins_inside_its_guide_is_warned_of),
        cmocka_unit_test(bristles_that_bend_too_far_are_warned_of),
        cmocka_unit_test(bristles_that_turn_too_far_are_warned_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
