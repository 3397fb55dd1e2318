/* test_sharing.c - loads that rigid bodies leave open, shared by a named treatment
 *
 * Two sliders and a rod: Wojtyra 2017, Example 2. With R1 = a (12, -5) and R2 = b (12, -5) carried by the pins,
 * a + b = |P|/13, F1 = 5 a, N1 = |12 a + S1|, F2 = 12 b, N2 = -S2 + 5 b; the times follow from these in closed form
 * (papers/wojtyra2017/check/treatments.py). */
#include "mechanism.h"

static const way ways[] = {{"dopri5", 1e-8}, {"radau5", 1e-8}, {"bs23", 1e-7}};

/* P grows for 1 s, S1 turns round from 1 to 2 s, S2 becomes less from 1 to 3 s. */
static const char *sliders_with(const char *run_section, double offset, bool reversed, double mu_s)
{
    static const char *const pins = "  pin1: {revolute: [slider1.pin, rod.a], compliance: 1e-5 m/N}\n"
                                    "  pin2: {revolute: [slider2, rod.b], compliance: 1e-5 m/N}\n";
    char guides[400];
    snprintf(
        guides, sizeof guides,
        "  guide1: {translational: [ground.wall, slider1], along: [0, 1], friction: {law: coulomb, mu_k: 0.3, mu_s: "
        "%g}}\n"
        "  guide2: {translational: [ground, slider2], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, mu_s: "
        "%g}}\n",
        mu_s, mu_s);
    return MODEL("ground: {points: {wall: [%.17g, 0]}}\n"
                 "bodies:\n"
                 "  slider1: {mass: 20, inertia: 1, at: [%.17g, 0.5], points: {pin: [%.17g, 0]}}\n"
                 "  slider2: {mass: 20, inertia: 1, at: [1.2, 0]}\n"
                 "  rod: {mass: 10, inertia: 2, at: [0.6, 0.25], points: {a: [-0.6, 0.25], b: [0.6, -0.25]}}\n"
                 "joints:\n%s%s"
                 "forces:\n"
                 "  P: {force: rod, along: [12, -5], value: {ramp: 52 N, end: 1 s}}\n"
                 "  S1: {force: slider1, along: [1, 0], value: {ramp: -5 N, from: 5 N, start: 1 s, end: 2 s}}\n"
                 "  S2: {force: slider2, along: [0, 1], value: {ramp: -20 N, from: -60 N, start: 1 s, end: 3 s}}\n"
                 "run: {%s}\n",
                 -offset, -offset, offset, reversed ? pins : guides, reversed ? guides : pins, run_section);
}

static const char *sliders(const char *run_section, double offset, bool reversed)
{
    return sliders_with(run_section, offset, reversed, 0.5);
}

static void near(double actual, double expected, double tolerance)
{
    if (!(fabs(actual - expected) <= tolerance)) fail_msg("%.15g is not %.15g", actual, expected);
}

static void never(const bri_result *result, const char *what)
{
    for (int i = 0; i < result->events; i++)
        if (strstr(result->event[i]->what, what))
            fail_msg("%s at %g s", result->event[i]->what, result->event[i]->time);
}

/* F2 = 48 t = (60 + 20 t)/2 at 15/19 s; then b = (40 - 10 t)/9.5 and a = 4 - b, with 5 a = (12 a + 15 - 10 t)/2 at 277/150
 * s. Where the sliders are at 4 s: an integration of one coordinate. */
static void first_pin_eliminated_gives_way(void **state)
{
    (void)state;
    static const char *const named[] = {"pin1.force_x", "pin1.force_y", "pin1"};
    for (EACH(w, ways))
        for (int i = 0; i < 3; i++) {
            char treatment[100];
            snprintf(treatment, sizeof treatment, "redundancy: eliminate, eliminate: %s", named[i]);
            bri_result *result = run(sliders(treatment, 0, i == 1), w->integrator, 4, w->rtol, 1e-6);
            near(when(result, "guide2 is at its static limit", 0), 15. / 19, 1e-9);
            near(when(result, "guide1 slips backward", 0), 277. / 150, 1e-8);
            near(when(result, "guide2 slips forward", 0), 277. / 150, 1e-8);
            meet(result, "slider1.y", 0.055491830607, 1e-5);
            meet(result, "slider2.x", 1.298815097208, 1e-5);
            assert_string_equal(result->redundancy->treatment, "eliminate");
            near(result->redundancy->lasted, 15. / 19 / 4, 1e-9);
            bri_result_destroy(result);
        }
}

static void second_pin_eliminated_holds(void **state)
{
    (void)state;
    for (EACH(w, ways)) {
        bri_result *result =
            run(sliders("redundancy: eliminate, eliminate: pin2", 0, false), w->integrator, 4, w->rtol, 1);
        never(result, "slips");
        never(result, "limit");
        meet(result, "guide1.friction", 20, 1e-9);
        meet(result, "guide2.friction", 0, 1e-9);
        bri_result_destroy(result);
    }
}

/* The least sum of squares of R1, R2, N1, N2, F1, F2: friction of both opposes one motion from 30/169 s on; 1107/560 and
 * 103/40 s as above. */
static void pseudoinverse_is_between(void **state)
{
    (void)state;
    for (EACH(w, ways))
        for (int reversed = 0; reversed < 2; reversed++) {
            bri_result *result =
                run(sliders("redundancy: pseudoinverse", 0, reversed), w->integrator, 4, w->rtol, 1e-6);
            near(when(result, "friction at rest has inconsistent directions", 0), 0, 0);
            near(when(result, "friction at rest has consistent directions", 0), 30. / 169, 1e-9);
            near(when(result, "guide1 is at its static limit", 0), 1107. / 560, 1e-9);
            near(when(result, "guide1 slips backward", 0), 103. / 40, 1e-9);
            near(when(result, "guide2 slips forward", 0), 103. / 40, 1e-9);
            meet(result, "slider1.y", 0.268488164673, 1e-5);
            near(result->redundancy->by_unit, 0, 1e-9);
            bri_result_destroy(result);
        }
}

/* A pin beside the slider's guide puts a couple on it, and squares of N m and of N are not of one kind. */
static void pseudoinverse_tells_that_the_unit_of_length_matters(void **state)
{
    (void)state;
    bri_result *result = run(sliders("redundancy: pseudoinverse", 0.3, false), "dopri5", 1, 1e-8, 1);
    assert_true(result->redundancy->by_unit > 1e-3);
    bri_result_destroy(result);
}

/* a = b until 5 a = (12 a + 15 - 10 t)/2 at 1.9 s with a = 2. Slider 1 then slides, and its friction falls: so does all. */
static void compliance_shares_as_springs_do(void **state)
{
    (void)state;
    bri_result *result = run(sliders("redundancy: elastic", 0, false), "dopri5", 4, 1e-8, 1e-6);
    near(when(result, "guide1 slips backward", 0), 1.9, 1e-9);
    bri_result_destroy(result);
    result = run(sliders("redundancy: elastic", 0, false), "dopri5", 1, 1e-8, 1);
    meet(result, "guide1.friction", 10, 1e-9);
    meet(result, "guide2.friction", -24, 1e-9);
    bri_result_destroy(result);
}

static void what_is_picked_is_told(void **state)
{
    (void)state;
    bri_result *result = run(sliders("until: 4 s", 0, false), "dopri5", 4, 1e-8, 1);
    assert_string_equal(result->redundancy->friction, "guide1, guide2");
    assert_string_equal(result->redundancy->eliminated, "guide2.friction");
    assert_false(result->redundancy->named);
    bri_result_destroy(result);
}

typedef struct seen {
    bool friction_unique[2];
    int frictions;
} seen;

static void see(const bri_reaction *reaction, void *user)
{
    seen *s = user;
    if (reaction->is_friction && s->frictions < 2) s->friction_unique[s->frictions++] = reaction->unique;
}

static void reactions_are_told_at_any_time(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_system *system = build(sliders("redundancy: eliminate, eliminate: pin1", 0, false));
    bri_run_def def = bri_run_defaults();
    bri_sim *sim = NULL;
    assert_int_equal(bri_sim_create(system, &def, &sim, &err), BRI_OK);
    static const struct {
        double t;
        int redundant;
    } at[] = {{0.5, 1}, {1, 0}, {3, 0}}; /* both stick; one is at its limit; both slide */
    for (int i = 0; i < 3; i++) {
        seen s = {{false, false}, 0};
        int redundant = -1;
        assert_int_equal(bri_sim_advance(sim, at[i].t, &err), BRI_OK);
        assert_int_equal(bri_sim_reactions(sim, see, &s, &redundant, &err), BRI_OK);
        assert_int_equal(redundant, at[i].redundant);
        for (int k = 0; k < 2; k++)
            assert_int_equal(s.friction_unique[k], i > 0);
    }
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

/* Pads that can hold 3, 6 and 9 N share a push that grows to 20 N in 2 s and falls again: equally, by the pseudoinverse,
 * until one is at its limit. All are at 18 N. */
static const char *pads(double top)
{
    return MODEL(
        "bodies: {block: {mass: 1, inertia: 1}}\n"
        "joints:\n"
        "  guide: {translational: [ground, block], along: [1, 0]}\n"
        "  a: {rub: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, mu_s: 0.3, load: 10}}\n"
        "  b: {rub: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, mu_s: 0.3, load: 20}}\n"
        "  c: {rub: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, mu_s: 0.3, load: 30}}\n"
        "forces: {push: {force: block, along: [1, 0], value: {table: [[0, 0], [2, %.17g], [4, 0]]}}}\n"
        "run: {redundancy: pseudoinverse}\n",
        top);
}

static void pads_come_to_their_limits_one_after_the_other(void **state)
{
    (void)state;
    for (EACH(w, ways)) {
        bri_result *result = run(pads(20), w->integrator, 4, w->rtol, 1e-6);
        near(when(result, "a is at its static limit", 0), 0.9, 1e-8);
        near(when(result, "b is at its static limit", 0), 1.5, 1e-8);
        near(when(result, "c slips forward", 0), 1.8, 1e-9);
        near(when(result, "a slips forward", 0), 1.8, 1e-9);
        bri_result_destroy(result);
        result = run(pads(16), w->integrator, 4, w->rtol, 1);
        near(when(result, "a is at its static limit", 0), 9. / 8, 1e-8);
        near(when(result, "b is at its static limit", 0), 15. / 8, 1e-8);
        near(when(result, "b sticks", 0), 4 - 15. / 8, 1e-7);
        near(when(result, "a sticks", 0), 4 - 9. / 8, 1e-7);
        never(result, "slips");
        bri_result_destroy(result);
    }
}

static void drawer_on_two_guides_is_refused_until_a_treatment_is_named(void **state)
{
    (void)state;
    static const char *const drawer =
        "gravity: [0, -10]\n"
        "bodies: {drawer: {mass: 1, inertia: 0.01, at: [1, 0]}}\n"
        "joints:\n"
        "  left: {translational: [ground, drawer], at: [1, 0.1], along: [1, 0], friction: {law: coulomb, mu_k: 0.2}}\n"
        "  right: {translational: [ground, drawer], at: [1, -0.1], along: [1, 0], friction: {law: coulomb, mu_k: "
        "0.2}}\n"
        "forces: {pull: {force: drawer, along: [1, 0], value: 3 N}}\n"
        "run: {%s}\n";
    static const char *const treatments[] = {"redundancy: eliminate", "redundancy: pseudoinverse",
                                             "redundancy: eliminate, eliminate: left"};
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    bri_system *system = build(MODEL(drawer, "until: 1"));
    assert_int_equal(bri_sim_create(system, &def, &sim, &err), BRI_BAD_MODEL);
    assert_non_null(strstr(err.what, "'left', 'right'"));
    bri_system_destroy(system);
    for (int i = 0; i < 3; i++) { /* 10 N on both, however it is shared: x = (3 - 2)/2 */
        bri_result *result = run(MODEL(drawer, treatments[i]), "dopri5", 1, 1e-9, 1e-6);
        meet(result, "drawer.x", 1.5, 1e-8);
        meet(result, "left.normal", i == 0 ? 10 : i == 1 ? 5 : 0, 1e-9);
        bri_result_destroy(result);
    }
}

/* With guide 1 at its limit and guide 2 stuck, dL1/dF1 = mu_s dN1/da / (dF1/da) = 12/5 mu_s. With 5 a - mu_s (12 a + S1) = 0
 * where it is now, holding it with another a needs more than its limit there (eq. 20) where that a is smaller, if the gain is
 * above 1, and where it is larger, if it is below; with compliant joints it stays where it is larger. So the rules differ from
 * mu_s = 5/12 on, as long as guide 1 is at its limit. Guide 2 has a gain of 5/12 mu_s. */
static void rules_differ_where_the_loop_gain_is_above_one(void **state)
{
    (void)state;
    static const double mu_s[] = {0.36, 0.39, 0.41, 0.42, 0.45, 0.5};
    static const char *const treatments[] = {"redundancy: pseudoinverse", "redundancy: eliminate"};
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 6; i++) {
            if (t == 1 && mu_s[i] == 0.5) continue; /* guide 1 never comes to its limit */
            bri_result *result = run(sliders_with(treatments[t], 0, false, mu_s[i]), "dopri5", 4, 1e-8, 1e-6);
            double from = when(result, "guide1 is at its static limit", 0),
                   to = when(result, "guide1 slips backward", 0);
            never(result, "guide2 at its limit: eq. 20");
            if (mu_s[i] > 5. / 12) {
                double said = when(result, "guide1 at its limit: eq. 20 and compliant joints differ", 0);
                assert_true(said >= from && said <= to);
            } else {
                never(result, "eq. 20");
            }
            bri_result_destroy(result);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_pin_eliminated_gives_way),
        cmocka_unit_test(second_pin_eliminated_holds),
        cmocka_unit_test(pseudoinverse_is_between),
        cmocka_unit_test(pseudoinverse_tells_that_the_unit_of_length_matters),
        cmocka_unit_test(compliance_shares_as_springs_do),
        cmocka_unit_test(rules_differ_where_the_loop_gain_is_above_one),
        cmocka_unit_test(what_is_picked_is_told),
        cmocka_unit_test(reactions_are_told_at_any_time),
        cmocka_unit_test(pads_come_to_their_limits_one_after_the_other),
        cmocka_unit_test(drawer_on_two_guides_is_refused_until_a_treatment_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
