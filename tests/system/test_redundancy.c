/* test_redundancy.c - two guides for one drawer, a guide and a foot: null vectors, and how each treatment shares the load */
#include "handmade.h"

static char text[2000];

/* 4 kg, and 12 N down at x = 0.5 m: the guides carry 52 N and a couple of 6 N m together. Rows: normal and couple of each. */
static const char *drawer(const char *first, const char *second, const char *run_section)
{
    snprintf(text, sizeof text,
             "gravity: [0, -10]\n"
             "bodies: {drawer: {mass: 4, inertia: 1, points: {end: [0.5, 0]}}}\n"
             "joints:\n"
             "  g1: {translational: [ground, drawer], along: [1, 0], length: 0.2, %s}\n"
             "  g2: {translational: [ground, drawer], along: [1, 0], length: 0.4, %s}\n"
             "forces: {push: {force: drawer.end, along: [0, -1], value: 12 N}}\n"
             "run: {%s}\n",
             first, second, run_section);
    return text;
}
static const char *const rigid = "compliance: 0 m/N";

static void null_vectors_leave_the_bodies_alone(void **state)
{
    (void)state;
    rig r = rig_of(drawer(rigid, rigid, "redundancy: pseudoinverse"));
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_int_equal(r.system->redundant, 2);
    assert_int_equal(sol->open, 2);
    for (int k = 0; k < 2; k++) { /* equal and opposite on the two guides */
        const double *z = sol->null + k * r.system->rows;
        assert_close(z[0] + z[2], 0, 1e-12);
        assert_close(z[1] + z[3], 0, 1e-12);
    }
    assert_true(fabs(sol->null[0] * sol->null[5] - sol->null[1] * sol->null[4]) > 1e-3); /* and not the same twice */
    rig_free(&r);
}

static void share(const char *model, double n1, double m1, double n2, double m2)
{
    rig r = rig_of(model);
    const bri_evaluation *at = rig_solve(&r, 0);
    assert_vector(at->solution.lambda, 1e-10, n1, m1, n2, m2);
    assert_vector(at->solution.a, 1e-12, 0, 0, 0);
    rig_free(&r);
}

static void elimination_takes_the_last_rows_or_the_named(void **state)
{
    (void)state;
    share(drawer(rigid, rigid, "redundancy: eliminate"), 52, 6, 0, 0);
    share(drawer(rigid, rigid, "redundancy: eliminate, eliminate: g1"), 0, 0, 52, 6);
    share(drawer(rigid, rigid, "redundancy: eliminate, eliminate: [g1.normal, g2.couple]"), 0, 6, 52, 0);
    rig r = rig_of(drawer(rigid, rigid, "redundancy: eliminate, eliminate: g1.normal"));
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_int_equal(sol->eliminated[0], 0); /* named; then the last that depends */
    assert_int_equal(sol->eliminated[1], 3);
    /* any multipliers of the same loads become the same ones */
    double lambda[4] = {10, 1, 42, 5};
    bri_share_load(r.engine->solver.redundancy, &r.engine->options, sol, lambda);
    assert_vector(lambda, 1e-12, 0, 6, 52, 0);
    rig_free(&r);
}

static void pseudoinverse_shares_in_halves(void **state)
{
    (void)state;
    share(drawer(rigid, rigid, "redundancy: pseudoinverse"), 26, 3, 26, 3);
}

/* 1e-6 and 3e-6 m/N: 52 N are shared as 3 to 1. Couples: 4 c/l^2 is 1e-4 and 7.5e-5 rad/(N m): 6 N m as 7.5 to 10. A rigid
 * guide beside a compliant one carries all. */
static void springs_share_by_their_stiffness(void **state)
{
    (void)state;
    share(drawer("compliance: 1e-6 m/N", "compliance: 3e-6 m/N", "redundancy: elastic"), 39, 6 * 7.5 / 17.5, 13,
          6 * 10 / 17.5);
    share(drawer("compliance: 1e-6 m/N", rigid, "redundancy: elastic"), 0, 0, 52, 6);
}

static void compliances_that_do_not_suffice_are_reported(void **state)
{
    (void)state;
    rig r = rig_of(drawer(rigid, rigid, "redundancy: elastic"));
    bri_instant at = rig_at(&r, 0);
    assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_BROKEN);
    const bri_failure *failure = &r.engine->rates.solution.failure;
    assert_int_equal(failure->status, BRI_NO_SOLUTION);
    assert_true(failure->is_final);
    assert_non_null(strstr(failure->text, "compliances do not determine how the joints share their load"));
    assert_false(bri_solution_is_of(&r.engine->rates.solution, &r.engine->rates.point));
    rig_free(&r);
    /* guides without a length do not give way under couples, whatever their compliance */
    snprintf(text, sizeof text,
             "bodies: {drawer: {mass: 4, inertia: 1}}\n"
             "joints:\n"
             "  g1: {translational: [ground, drawer], along: [1, 0], compliance: 1e-6 m/N}\n"
             "  g2: {translational: [ground, drawer], along: [1, 0], compliance: 1e-6 m/N}\n"
             "run: {redundancy: elastic}\n");
    r = rig_of(text);
    at = rig_at(&r, 0);
    assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_BROKEN);
    rig_free(&r);
}

/* A foot at 1 m: y of it takes y N and y N m from the guide. (40 - y)^2 + (y/L)^2 + y^2 is least at y = 40/(2 + 1/L^2). */
static void couples_count_by_a_unit_of_length(void **state)
{
    (void)state;
    rig r = rig_of("gravity: [0, -10]\n"
                   "bodies: {drawer: {mass: 4, inertia: 1, points: {foot: [1, 0]}}}\n"
                   "joints:\n"
                   "  guide: {translational: [ground, drawer], along: [1, 0]}\n"
                   "  foot: {point_on_line: [ground, drawer.foot], along: [1, 0]}\n"
                   "run: {redundancy: pseudoinverse}\n");
    assert_vector(rig_solve(&r, 0)->solution.lambda, 1e-10, 80. / 3, -40. / 3, 40. / 3);
    r.engine->options.unit_length = 2;
    bri_engine_forget(r.engine);
    double y = 40 / 2.25;
    assert_vector(rig_solve(&r, 0)->solution.lambda, 1e-10, 40 - y, -y, y);
    rig_free(&r);
}

/* Friction of both guides acts along one motion: where one sticks it holds the other. */
static void an_interface_is_held_by_another_that_sticks(void **state)
{
    (void)state;
    const char *rubs = "friction: {law: coulomb, mu_k: 0.5}";
    rig r = rig_of(drawer(rubs, rubs, "redundancy: pseudoinverse"));
    bri_point *p = &r.engine->look.point;
    bri_redundancy_room *room = r.engine->solver.redundancy;
    bri_instant at = rig_at(&r, 0);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_factor_held(room, p);
    assert_false(bri_is_held(room, p, 0) || bri_is_held(room, p, 1));
    rig_put(&r, 1, BRI_STICK, 0);
    bri_point_set(p, &at, BRI_SCOPE_DYNAMICS);
    bri_factor_held(room, p);
    assert_true(bri_is_held(room, p, 0) && bri_is_held(room, p, 1));
    rig_free(&r);
}

/* Three guides, four null vectors that have rows in common: 66 N and 11 N m. Compliances of 1, 2 and 3 share as 6 : 3 : 2. */
static const char *three(const char *first, const char *second, const char *third, const char *run_section)
{
    snprintf(text, sizeof text,
             "gravity: [0, -10]\n"
             "bodies: {drawer: {mass: 4, inertia: 1, points: {end: [%.17g, 0]}}}\n"
             "joints:\n"
             "  g1: {translational: [ground, drawer], along: [1, 0], length: 0.2, %s}\n"
             "  g2: {translational: [ground, drawer], along: [1, 0], length: 0.2, %s}\n"
             "  g3: {translational: [ground, drawer], along: [1, 0], length: 0.2, %s}\n"
             "forces: {push: {force: drawer.end, along: [0, -1], value: 26 N}}\n"
             "run: {%s}\n",
             11. / 26, first, second, third, run_section);
    return text;
}

static void share_three(const char *model, double a, double b, double c)
{
    rig r = rig_of(model);
    const bri_solution *sol = &rig_solve(&r, 0)->solution;
    assert_int_equal(sol->open, 4);
    assert_vector(sol->lambda, 1e-10, 66 * a, 11 * a, 66 * b, 11 * b, 66 * c, 11 * c);
    double other[6] = {66 * 0.2, 11 * 0.5, 66 * 0.3,
                       11 * 0.1, 66 * 0.5, 11 * 0.4}; /* the same loads, shared otherwise */
    bri_share_load(r.engine->solver.redundancy, &r.engine->options, sol, other);
    assert_vector(other, 1e-10, 66 * a, 11 * a, 66 * b, 11 * b, 66 * c, 11 * c);
    rig_free(&r);
}

static void three_guides_share(void **state)
{
    (void)state;
    share_three(three(rigid, rigid, rigid, "redundancy: eliminate"), 1, 0, 0);
    share_three(three(rigid, rigid, rigid, "redundancy: eliminate, eliminate: [g1, g3]"), 0, 1, 0);
    share_three(three(rigid, rigid, rigid, "redundancy: eliminate, eliminate: [g2, g1]"), 0, 0, 1);
    share_three(three(rigid, rigid, rigid, "redundancy: pseudoinverse"), 1. / 3, 1. / 3, 1. / 3);
    share_three(three("compliance: 1e-6 m/N", "compliance: 2e-6 m/N", "compliance: 3e-6 m/N", "redundancy: elastic"),
                6. / 11, 3. / 11, 2. / 11);
    share_three(three("compliance: 1e-6 m/N", "compliance: 2e-6 m/N", rigid, "redundancy: elastic"), 0, 0, 1);
    /* two rigid ones beside a compliant one leave open how they share, although each null vector alone has a weight */
    for (int i = 0; i < 3; i++) {
        const char *soft = "compliance: 1e-6 m/N";
        rig r =
            rig_of(three(i == 0 ? soft : rigid, i == 1 ? soft : rigid, i == 2 ? soft : rigid, "redundancy: elastic"));
        bri_instant at = rig_at(&r, 0);
        assert_int_equal(bri_evaluate(r.engine, &r.engine->rates, &at), BRI_BROKEN);
        rig_free(&r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_vectors_leave_the_bodies_alone),
        cmocka_unit_test(elimination_takes_the_last_rows_or_the_named),
        cmocka_unit_test(pseudoinverse_shares_in_halves),
        cmocka_unit_test(springs_share_by_their_stiffness),
        cmocka_unit_test(compliances_that_do_not_suffice_are_reported),
        cmocka_unit_test(couples_count_by_a_unit_of_length),
        cmocka_unit_test(an_interface_is_held_by_another_that_sticks),
        cmocka_unit_test(three_guides_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
