/* test_stiction.c - the stages of a verdict, each by itself, on mechanisms whose answer is found on paper */
#include "mechanism.h"

#include "alike.h"
#include "stiction/build_statics.h"
#include "stiction/coherent_bounds.h"
#include "stiction/families.h"
#include "stiction/guess_motion.h"
#include "stiction/least_factor.h"
#include "stiction/search.h"
#include "stiction/slip_onset.h"
#include "stiction/stick_factors.h"
#include "stiction/worst_ratio.h"

typedef struct stages {
    bri_system *system;
    sti_configuration *at;
    sti_statics *st;
    sti_problem *pr;
} stages;

/* All stages up to the coherent families, at the start of a model. False: the model has no verdict; err says why. */
static bool try_stages(const char *model, stages *s, bri_error *err)
{
    *s = (stages){.system = build(model)};
    bri_verdict_def def = bri_verdict_defaults();
    bool solvable = false;
    bri_status status = bri_configuration_initial(s->system, &s->at, err);
    if (!status) status = bri_statics_create(s->at, &def, false, &s->st, err);
    if (!status) status = bri_problem_create(s->st, NULL, 0, &s->pr, &solvable, err);
    if (!status) status = bri_find_families(s->pr, NULL, err);
    return !status && solvable;
}

static stages open_stages(const char *model)
{
    bri_error err = {0};
    stages s;
    if (!try_stages(model, &s, &err)) fail_msg("%s", err.what);
    return s;
}

static void close_stages(stages *s)
{
    bri_problem_free(s->pr);
    bri_statics_destroy(s->st);
    bri_configuration_destroy(s->at);
    bri_system_destroy(s->system);
}

/* A block of 3 kg carries one of 1 kg, which is pulled: the top is loaded by 10 N, the floor by 40 N. */
static const char *two_blocks(double pull)
{
    return MODEL(
        "gravity: [0, -10]\nbodies: {low: {mass: 3, inertia: 0.1}, high: {mass: 1, inertia: 0.1, at: [0, 0.1]}}\n"
        "joints:\n  floor: {translational: [ground, low], along: [1, 0], friction: {law: coulomb, mu_s: 0.25}}\n"
        "  top: {translational: [low, high], at: [0, 0.05], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
        "forces: {pull: {force: high, along: [1, 0], value: %g}}\n",
        pull);
}

/* A block in two guides side by side: equilibrium leaves open how they share its load of 4 N and its weight of 10 N. */
static const char *block_in_two_guides(void)
{
    return "gravity: [0, -10]\nbodies: {block: {mass: 1, inertia: 0.1}}\njoints:\n"
           "  left: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
           "  right: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n"
           "forces: {pull: {force: block, along: [1, 0], value: 4}}\n";
}

/* --- equilibrium ---------------------------------------------------------------------------------------------------------- */

/* A x + Q = 0 wherever y is; 2 x 2 reactions and 2 friction forces for 3 equations leave 3 unknowns. */
static void expressions_satisfy_equilibrium_at_every_point(void **state)
{
    (void)state;
    stages s = open_stages(block_in_two_guides());
    assert_int_equal(s.pr->p, 3);
    for (int turn = 0; turn < 5; turn++) {
        double y[3] = {0.3 * turn, 1 - turn, 2.5 - 0.1 * turn};
        for (int i = 0; i < s.st->n; i++) {
            double sum = s.st->Q[i];
            for (int k = 0; k < s.st->columns; k++)
                sum += s.st->A[i * s.st->columns + k] * bri_express(s.pr->x + k * (s.pr->p + 1), y, s.pr->p);
            assert_close(sum, 0, 1e-14);
        }
    }
    close_stages(&s);
}

static void proportional_expressions_are_recognised(void **state)
{
    (void)state;
    double times, more, b[3] = {1, 2, -4}, a[3] = {5, -1, 2}, c[3] = {0, 2, 4}, constant[3] = {1, 0, 0};
    assert_true(bri_follows(a, b, 2, &times, &more));
    assert_close(times, -0.5, 0);
    assert_close(more, 5.5, 0);
    assert_false(bri_follows(c, b, 2, &times, &more));
    assert_false(bri_follows(constant, b, 2, &times, &more)); /* a constant is a multiple of nothing */
    assert_false(bri_follows(b, constant, 2, &times, &more));
}

/* --- motions -------------------------------------------------------------------------------------------------------------- */

/* Two parts: the upper block slides on the lower one, or both on the floor. */
static void elementary_motions_of_two_blocks(void **state)
{
    (void)state;
    stages s = open_stages(two_blocks(4));
    assert_int_equal(s.st->degrees, 2);
    assert_int_equal(s.st->parts, 2);
    assert_int_equal(s.st->motions, 2);
    assert_int_equal(s.st->free_motions, 0);
    for (int m = 0; m < 2; m++) {
        const sti_motion *motion = &s.st->motion[m];
        int moved = motion->slip[0] != 0 ? 0 : 1;
        assert_true(motion->slip[1 - moved] == 0);
        assert_true(motion->slip[moved] > 0); /* the way in which the pull does work */
        assert_int_equal(s.st->interface[moved].part, motion->part);
        assert_true(motion->power > 0);
        for (int h = 0; h < s.st->held; h++) { /* joints allow it */
            double rate = 0;
            for (int i = 0; i < s.st->n; i++)
                rate += s.st->A[i * s.st->columns + h] * motion->velocity[i];
            assert_close(rate, 0, 1e-15);
        }
    }
    close_stages(&s);
}

/* Up to 5 N nothing moves; beyond, the top slips. The floor, good for 10 N, carries no more than the top's 5 N. */
static void guess_finds_the_block_that_slips(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bri_error err = {0};
        double slip[2];
        stages s = open_stages(two_blocks(i ? 6 : 4));
        int top = strcmp(s.system->interface[s.st->interface[0].index].name, "top") == 0 ? 0 : 1;
        assert_int_equal(bri_guess_motion(s.st, false, slip, &err), BRI_OK);
        assert_true(i ? slip[top] > 0 : slip[top] == 0);
        assert_true(slip[1 - top] == 0);
        close_stages(&s);
    }
}

/* --- ratios and factors ------------------------------------------------------------------------------------------------------- */

/* 4 N of 5 N, and of 10 N. */
static void ratios_of_determined_friction_are_exact(void **state)
{
    (void)state;
    stages s = open_stages(two_blocks(4));
    bri_error err = {0};
    int top = strcmp(s.system->interface[s.st->interface[0].index].name, "top") == 0 ? 0 : 1;
    for (int f = 0; f < 2; f++) {
        double bound, found, expected = f == top ? 0.8 : 0.4;
        assert_int_equal(bri_worst_ratio(s.pr, f, &bound, &found, &err), BRI_OK);
        assert_close(bound, expected, 1e-12);
        assert_close(found, expected, 1e-12);
    }
    double found = INFINITY, low = 0;
    assert_int_equal(bri_least_factor(s.pr, NULL, 1000, 1e6, &found, &low, &err), BRI_OK);
    assert_close(found, 0.8, 1e-8);
    assert_close(low, 0.8, 1e-8);
    close_stages(&s);
}

/* Friction of each guide is between 0 and 4 N, as both oppose the pull; loads have no end, as guides can press against each
 * other, and may vanish. */
static void bounds_of_shared_friction(void **state)
{
    (void)state;
    stages s = open_stages(block_in_two_guides());
    bri_error err = {0};
    double e[4], bound, found;
    bri_bounds b;
    for (int f = 0; f < 2; f++) {
        bri_interface_force(s.pr, f, e);
        bri_coherent_bounds(s.pr, e, -1, &b);
        assert_true(b.any);
        assert_close(b.low * s.st->force, -4, 1e-9);
        assert_close(b.high * s.st->force, 0, 1e-9);
        bri_coherent_bounds(s.pr, s.pr->load[0][s.st->interface[f].patch], -1, &b);
        assert_true(isinf(b.low) && isinf(b.high));
        assert_int_equal(bri_worst_ratio(s.pr, f, &bound, &found, &err), BRI_OK);
        assert_true(isinf(bound) && isinf(found));
    }
    close_stages(&s);
}

/* Worst ratio of an interface over some of the families: its bound, and what was found. */
static void ratio_over(const sti_problem *pr, sti_family *family, int families, int f, double ratio[2])
{
    sti_problem some = *pr;
    bri_error err = {0};
    some.family = family;
    some.families = families;
    assert_int_equal(bri_worst_ratio(&some, f, &ratio[0], &ratio[1], &err), BRI_OK);
}

static bool nearly(double a, double b) { return a == b || fabs(a - b) <= 1e-6 * fmax(a, b); }

/* A family is a set of distributions, so the worst ratio over two families, in either order, is the larger one of their worst
 * ratios: over mechanisms that were drawn at random, whose families differ in the directions of friction. */
static void worst_ratio_is_the_larger_one_of_two_families(void **state)
{
    (void)state;
    int compared = 0, differ = 0;
    for (uint64_t seed = 0; seed < 60; seed++) {
        drawn d = draw_mechanism(seed, 0.6);
        bri_error err = {0};
        stages s;
        bool fine = try_stages(write_mechanism(&d, (view){0}), &s, &err) && !s.pr->too_many;
        for (int f = 0; fine && f < s.st->interfaces; f++)
            for (int i = 1; i < s.pr->families; i++, compared++) {
                sti_family turned[2] = {s.pr->family[i], s.pr->family[i - 1]};
                double one[2], other[2], both[2], reverse[2];
                ratio_over(s.pr, &turned[0], 1, f, one);
                ratio_over(s.pr, &turned[1], 1, f, other);
                ratio_over(s.pr, &s.pr->family[i - 1], 2, f, both);
                ratio_over(s.pr, turned, 2, f, reverse);
                for (int k = 0; k < 2; k++) {
                    double most = fmax(one[k], other[k]);
                    if (!nearly(both[k], most) || !nearly(reverse[k], most))
                        fail_msg("mechanism %d, interface %d, families %d and %d: %.9g, reversed %.9g, must be %.9g",
                                 (int)seed, f, i - 1, i, both[k], reverse[k], most);
                }
                differ += !nearly(one[0], other[0]);
            }
        close_stages(&s);
    }
    assert_true(compared > 500 && differ > 100);
}

/* The bound of a search meets what it finds: the friction of one guide within the limits. */
static void search_agrees_from_both_sides(void **state)
{
    (void)state;
    stages s = open_stages(block_in_two_guides());
    bri_error err = {0};
    double e[4];
    bri_interface_force(s.pr, 0, e);
    for (int side = -1; side <= 1; side += 2) {
        sti_search search = {.objective = {.problem = s.pr, .factor = 1, .expression = e, .direction = side},
                             .gap = 1e-9,
                             .enough = INFINITY,
                             .floor = -INFINITY,
                             .most = 1000};
        assert_int_equal(bri_search(&search, &err), BRI_OK);
        assert_true(search.branches < search.most);
        assert_close(search.found * s.st->force, side > 0 ? 0 : 4, 1e-8);
        assert_close(search.bound, search.found, 1e-8);
    }
    close_stages(&s);
}

/* A plate on three elastic links, each of which has its own part of the load by equilibrium: two hold it up, the third is held by
 * a block that is pressed on its guide by 40 N. Stiffness changes nothing: the block needs the push over 0.5 x 40 N. */
static void links_that_equilibrium_determines(void **state)
{
    (void)state;
    static const double push[] = {5, -12, 30}, stiffness[] = {1e3, 1e5, 1e8};
    for (int i = 0; i < 9; i++) {
        double needed = fabs(push[i / 3]) / 20;
        bri_error err = {0};
        bri_verdict_result *r = NULL;
        bri_verdict_def def = bri_verdict_defaults();
#define LINK                                                                                                           \
    "mass: 1e-3, inertia: 1e-5, points: {l: [-0.1, 0], r: [0.1, 0]}, elastic: {from: l, to: r, stiffness: %g}}\n"
        double k = stiffness[i % 3];
        bri_system *system = build(
            MODEL("ground: {points: {a: [-0.3, -0.2], b: [0.3, -0.2]}}\nbodies:\n"
                  "  plate: {mass: 1, inertia: 0.1, points: {a: [-0.3, 0], b: [0.3, 0], c: [0.4, 0]}}\n"
                  "  one: {at: [-0.3, -0.1], angle: 90 deg, " LINK "  two: {at: [0.3, -0.1], angle: 90 deg, " LINK
                  "  three: {at: [0.5, 0], " LINK "  block: {mass: 1, inertia: 0.1, at: [0.6, 0]}\njoints:\n"
                  "  a: {revolute: [ground.a, one.l]}\n  aa: {revolute: [one.r, plate.a]}\n"
                  "  b: {revolute: [ground.b, two.l]}\n  bb: {revolute: [two.r, plate.b]}\n"
                  "  c: {revolute: [plate.c, three.l]}\n  cc: {revolute: [three.r, block]}\n"
                  "  guide: {translational: [ground, block], at: [0.6, 0], along: [1, 0], friction: {law: coulomb, "
                  "mu_s: 0.5}}\n"
                  "forces:\n  push: {force: plate, along: [1, 0], value: %g}\n"
                  "  down: {force: plate, along: [0, -1], value: 10}\n"
                  "  press: {force: block, along: [0, -1], value: 40}\n",
                  k, k, k, push[i / 3]));
#undef LINK
        if (bri_verdict_at(system, &def, NAN, &r, &err)) fail_msg("%s", err.what);
        assert_int_equal(r->verdict, needed <= 1 ? BRI_STICKS : BRI_MUST_SLIP);
        assert_close(r->possible_factor, needed, 1e-8);
        assert_close(r->guaranteed_factor, needed, 1e-8);
        bri_verdict_destroy(r);
        bri_system_destroy(system);
    }
}

/* --- is it guaranteed -------------------------------------------------------------------------------------------------------- */

static void guarantee_by_bound_and_by_what_was_found(void **state)
{
    (void)state;
    assert_int_equal(bri_is_guaranteed(0, 0), BRI_ANSWER_YES);
    assert_int_equal(bri_is_guaranteed(1, 1), BRI_ANSWER_YES);
    assert_int_equal(bri_is_guaranteed(1.01, 1.01), BRI_ANSWER_NO);
    assert_int_equal(bri_is_guaranteed(INFINITY, 1.01), BRI_ANSWER_NO);
    assert_int_equal(bri_is_guaranteed(1.01, 1), BRI_ANSWER_OPEN);
    assert_int_equal(bri_is_guaranteed(INFINITY, 0), BRI_ANSWER_OPEN);
}

/* Families that were left out take away every bound: a part that was found beyond its limit is not guaranteed, and of a part
 * that was not, nothing is known. The top needs 6 N of 5 N, the floor 6 N of 10 N. */
static void part_is_open_where_its_bound_is_not_known(void **state)
{
    (void)state;
    for (int left_out = 0; left_out < 2; left_out++) {
        bri_error err = {0};
        stages s = open_stages(two_blocks(6));
        bri_part part[2] = {{.possible_factor = 0}};
        bri_interface_verdict interface[2] = {{.part = 0}};
        bri_verdict_result out = {.part = (bri_part *[]){&part[0], &part[1]},
                                  .parts = 2,
                                  .interface = (bri_interface_verdict *[]){&interface[0], &interface[1]},
                                  .interfaces = 2};
        sti_assessment a = {.st = s.st, .pr = s.pr, .branches = 1000, .out = &out};
        int top = strcmp(s.system->interface[s.st->interface[0].index].name, "top") == 0 ? 0 : 1;
        s.pr->too_many = left_out;
        assert_int_equal(bri_find_guaranteed(&a, &err), BRI_OK);
        assert_int_equal(part[s.st->interface[top].part].guaranteed, BRI_ANSWER_NO);
        assert_int_equal(part[s.st->interface[1 - top].part].guaranteed, left_out ? BRI_ANSWER_OPEN : BRI_ANSWER_YES);
        assert_int_equal(out.guaranteed, BRI_ANSWER_NO);
        if (!left_out) assert_close(out.guaranteed_factor, 1.2, 1e-12);
        if (left_out) assert_true(isinf(out.guaranteed_factor));
        close_stages(&s);
    }
}

/* --- would a slip go on ------------------------------------------------------------------------------------------------------- */

/* 0.5 N, where sliding takes 1 N (mu_k is 0.1 by default) at the top, and 4 N at the floor: no slip goes on; but if motions were left out, that is not known. */
static void slip_is_open_where_motions_are_left_out(void **state)
{
    (void)state;
    for (int left_out = 0; left_out < 2; left_out++) {
        bri_error err = {0};
        stages s = open_stages(two_blocks(0.5));
        bri_part part[2] = {{.possible_factor = 0}};
        bri_verdict_result out = {.part = (bri_part *[]){&part[0], &part[1]}, .parts = 2};
        sti_assessment a = {.st = s.st, .pr = s.pr, .branches = 1000, .out = &out};
        bri_answer expected = left_out ? BRI_ANSWER_OPEN : BRI_ANSWER_NO;
        s.st->too_many = left_out;
        assert_int_equal(bri_find_slips(&a, &err), BRI_OK);
        assert_int_equal(out.accelerates, expected);
        assert_int_equal(out.persists, expected);
        for (int p = 0; p < 2; p++)
            assert_true(part[p].accelerates == expected && part[p].persists == expected);
        close_stages(&s);
    }
}

/* Blocks side by side can slip in 3^n - 1 ways: for two, all are tried; for eight, too many to say that none goes on. */
static void slip_is_open_where_patterns_are_left_out(void **state)
{
    (void)state;
    for (int n = 2; n <= 8; n += 6) {
        char blocks[400] = "", guides[1200] = "", pulls[600] = "";
        for (int i = 0; i < n; i++) {
            size_t b = strlen(blocks), g = strlen(guides), f = strlen(pulls);
            snprintf(blocks + b, sizeof blocks - b, "  b%d: {mass: 1, inertia: 1}\n", i);
            snprintf(guides + g, sizeof guides - g,
                     "  g%d: {translational: [ground, b%d], along: [1, 0], friction: {law: coulomb, mu_s: 0.5}}\n", i,
                     i);
            snprintf(pulls + f, sizeof pulls - f, "  f%d: {force: b%d, along: [1, 0], value: 0.5}\n", i, i);
        }
        bri_error err = {0};
        bri_verdict_result *r = NULL;
        bri_verdict_def def = bri_verdict_defaults();
        bri_system *system =
            build(MODEL("gravity: [0, -10]\nbodies:\n%sjoints:\n%sforces:\n%s", blocks, guides, pulls));
        assert_int_equal(bri_verdict_at(system, &def, NAN, &r, &err), BRI_OK);
        assert_int_equal(r->verdict, BRI_STICKS);
        assert_int_equal(r->persists, n == 2 ? BRI_ANSWER_NO : BRI_ANSWER_OPEN);
        bri_verdict_destroy(r);
        bri_system_destroy(system);
    }
}

/* --- models without a verdict --------------------------------------------------------------------------------------------------- */

static void refused(const char *model, const char *const *by, const char *words)
{
    bri_error err = {0};
    bri_verdict_result *r = NULL;
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .by = by};
    bri_system *system = build(model);
    assert_int_not_equal(bri_verdict_at(system, &def, NAN, &r, &err), BRI_OK);
    if (!strstr(err.what, words)) fail_msg("'%s' is not in: %s", words, err.what);
    bri_system_destroy(system);
}

#define BLOCK "h: {translational: [ground, b], along: [1, 0], friction: {law: coulomb}}"
#define BODIES "bodies: {a: {mass: 1, inertia: 1%s}, b: {mass: 1, inertia: 1%s}}\n"

/* Whatever comes first in the list of joints, and along every coordinate. */
static void a_model_without_a_verdict_is_told_why(void **state)
{
    (void)state;
    refused(
        MODEL(BODIES
              "joints: {m: {translation_driver: [ground, a], along: [1, 0], motion: {speed: 2}}, g: {translational: "
              "[ground, a], along: [1, 0]}, " BLOCK "}\n",
              ", velocity: [2, 0]", ""),
        NULL, "body 'a' moves, with 2 m/s");
    refused(MODEL(BODIES "joints: {g: {revolute: [ground, a]}, " BLOCK "}\n", ", spin: -3", ", velocity: [0.5, 0]"),
            NULL, "body 'a' moves, with 3 rad/s");
    refused(
        MODEL(BODIES
              "joints: {m: {translation_driver: [ground, a], along: [1, 0], motion: {table: [[-1, -2], [1, 2]]}}, g: "
              "{translational: [ground, a], along: [1, 0]}, " BLOCK "}\nrun: {start: 0}\n",
              ", velocity: [2, 0]", ""),
        NULL, "body 'a' moves, with 2 m/s");
    refused(MODEL(BODIES "joints: {m: {rotation_driver: [ground, a], motion: {sine: 1, frequency: 1, phase: "
                         "1.5707963267948966, offset: -1}}, "
                         "g: {revolute: [ground, a]}, " BLOCK "}\n",
                  "", ""),
            NULL, "driver 'm' accelerates, by 39.48 rad/s2"); /* (2 pi)^2 */
    refused(MODEL(BODIES "joints: {g: {translational: [ground, a], along: [1, 0]}, " BLOCK
                         "}\nforces: {f: {force: a, along: [1, "
                         "0], value: 5}}\n",
                  "", ""),
            NULL, "body 'a' is not in equilibrium: a load of 5 N acts along x");
    refused(MODEL(BODIES "joints: {" BLOCK
                         ", g: {translational: [ground, a], along: [0, 1]}}\nforces: {f: {force: a, along: [0, "
                         "-1], value: 5}}\n",
                  "", ""),
            NULL, "body 'a' is not in equilibrium: a load of 5 N acts along y");
    refused(
        MODEL(BODIES "joints: {" BLOCK ", g: {revolute: [ground, a]}}\nforces: {f: {torque: a, value: 7}}\n", "", ""),
        NULL, "body 'a' is not in equilibrium: a load of 7 N m acts about its centre");
    refused("bodies: {a: {mass: 1, inertia: 1}}\njoints: {g: {revolute: [ground, a]}}\n", NULL,
            "there is no friction in the model: nothing can stick");
    refused("bodies: {a: {mass: 1, inertia: 1}}\njoints: {p: {fixed: [ground, a]}, g: {revolute: [ground, a], "
            "friction: {law: "
            "coulomb}}}\n",
            NULL, "nothing can move");
    refused("bodies: {a: {mass: 1, inertia: 1, radius: 0.1, at: [0, 0.2]}}\njoints: {g: {disc_on_line: [ground, a], "
            "along: [1, 0], "
            "normal: {law: kelvin_voigt, stiffness: 1e5}, friction: {law: coulomb}}}\n",
            NULL, "all surfaces with friction are separated: nothing can stick");
    static const char *const by[] = {"f", "h", NULL};
    refused(MODEL(BODIES "joints: {" BLOCK
                         "}\nforces: {f: {force: b, along: [1, 0], value: 1}, g: {force: b, along: [1, 0], "
                         "value: 1}}\n",
                  "", ""),
            by, "there is no force 'h'; the model has 'f', 'g'");
    refused("bodies: {a: {mass: 1, inertia: 1, radius: 0.1, at: [0, 0.09999]}}\njoints: {g: {disc_on_line: [ground, "
            "a], along: [1, "
            "0], normal: {law: kelvin_voigt, stiffness: 1e5}, friction: {law: coulomb}}}\n",
            by, "joint 'g' has clearance: its contact forces follow from all loads together");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_satisfy_equilibrium_at_every_point),
        cmocka_unit_test(proportional_expressions_are_recognised),
        cmocka_unit_test(elementary_motions_of_two_blocks),
        cmocka_unit_test(guess_finds_the_block_that_slips),
        cmocka_unit_test(ratios_of_determined_friction_are_exact),
        cmocka_unit_test(bounds_of_shared_friction),
        cmocka_unit_test(worst_ratio_is_the_larger_one_of_two_families),
        cmocka_unit_test(search_agrees_from_both_sides),
        cmocka_unit_test(links_that_equilibrium_determines),
        cmocka_unit_test(guarantee_by_bound_and_by_what_was_found),
        cmocka_unit_test(part_is_open_where_its_bound_is_not_known),
        cmocka_unit_test(slip_is_open_where_motions_are_left_out),
        cmocka_unit_test(slip_is_open_where_patterns_are_left_out),
        cmocka_unit_test(a_model_without_a_verdict_is_told_why),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
