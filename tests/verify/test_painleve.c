/* test_painleve.c - the sliding rod of Painleve: friction and reaction with one, two or no solutions
 *
 * A thin rod of mass m and half length l stands on a line, at the angle th, and its tip slides backward. The tip cannot leave the
 * line, so that N may have either sign, and friction is mu |N| forward. With I = m l^2/3 and y = l sin th,
 *
 *     N (1 + 3 c^2) - 3 mu s c |N| = b,     b = m (g - l s th'^2),     c = cos th, s = sin th
 *
 * One solution for mu below mu_c = (1 + 3 c^2)/(3 s c); beyond, two where b < 0 and none where b > 0. Its least value is 4/3. */
#include "mechanism.h"
#include "system/system.h"

static const double m = 2, l = 0.8, g = 9.81;

static double critical(double th) { return (1 + 3 * cos(th) * cos(th)) / (3 * sin(th) * cos(th)); }

static const char *rod(double th, double spin, double mu, double gravity)
{
    double c = cos(th), s = sin(th);
    return MODEL(
        "gravity: [0, %.17g]\n"
        "bodies: {rod: {mass: %.17g, inertia: %.17g, at: [%.17g, %.17g], angle: %.17g, spin: %.17g,\n"
        "               velocity: [%.17g, %.17g], points: {tip: [%.17g, 0]}}}\n"
        "joints: {line: {point_on_line: [ground, rod.tip], at: [0, 0], along: [1, 0], friction: {law: coulomb, "
        "mu_k: %.17g}}}\n",
        -gravity, m, m * l * l / 3, l * c, l * s, th, spin, -60 - l * s * spin, l * c * spin, -l, mu);
}

static void numbers_of_solutions_are_the_closed_form(void **state)
{
    (void)state;
    int seen[3] = {0};
    for (double th = 0.2; th < 1.5; th += 0.1)
        for (double factor = 0.5; factor < 2; factor += 0.2)
            for (double spin = 0; spin <= 8; spin += 4) {
                bri_error err = {0};
                bri_sim *sim = NULL;
                bri_run_def def = bri_run_defaults();
                double b = g - l * sin(th) * spin * spin;
                int count = -1, expected = factor < 1 ? 1 : b < 0 ? 2 : 0;
                if (factor * critical(th) > 10) continue; /* the largest mu_k of the law */
                bool all = false;
                bri_system *system = build(rod(th, spin, factor * critical(th), g));
                if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s", err.what);
                assert_int_equal(bri_sim_solutions(sim, &count, &all, &err), BRI_OK);
                assert_true(all);
                assert_int_equal(count, expected);
                seen[count]++;
                bri_sim_destroy(sim);
                bri_system_destroy(system);
            }
    assert_true(seen[0] > 20 && seen[1] > 20 && seen[2] > 20);
}

/* Friction that follows the load of the last step, or a load that is given, is no equation with several solutions: where the rod has
 * two, it has one then. */
static void loads_that_are_known_leave_one_solution(void **state)
{
    (void)state;
    static const char *const known[] = {"run: {coupling: newton}\n", "run: {coupling: lagged}\n", ", load: 20 N"};
    for (int i = 0; i < 3; i++) {
        char changed[5000];
        bri_error err = {0};
        bri_sim *sim = NULL;
        bri_run_def def = bri_run_defaults();
        const char *model = rod(0.8, 9, 1.5 * critical(0.8), g), *end = model + strlen(model) - strlen("}}}\n");
        int count = -1;
        bool all = true;
        if (i < 2)
            snprintf(changed, sizeof changed, "%s%s", model, known[i]);
        else
            snprintf(changed, sizeof changed, "%.*s%s%s", (int)(end - model), model, known[i], end);
        bri_system *system = build(changed);
        if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s", err.what);
        assert_int_equal(bri_sim_solutions(sim, &count, &all, &err), BRI_OK);
        assert_int_equal(count, i ? 1 : 2);
        assert_int_equal(all, i == 0);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* The event names both friction forces, mu |N|; the run takes the smaller one, which exists for small mu as well. */
static void run_that_begins_with_two_solutions_says_so(void **state)
{
    (void)state;
    for (double th = 0.3; th < 1.4; th += 0.15)
        for (double factor = 1.1; factor < 3; factor += 0.6) {
            double spin = 9, c = cos(th), s = sin(th), mu = factor * critical(th), b = m * (g - l * s * spin * spin);
            double small = mu * fabs(b / (1 + 3 * c * c + 3 * mu * s * c)),
                   large = mu * fabs(b / (1 + 3 * c * c - 3 * mu * s * c)), taken, other;
            if (b > -1 || mu > 10) continue;
            bri_result *result = run(rod(th, spin, mu, g), "auto", 1e-4, 1e-8, 1e-6);
            assert_true(result->events >= 1 && result->event[0]->time == 0);
            if (sscanf(result->event[0]->what, "line friction has 2 solutions: %lf N taken, not %lf N", &taken,
                       &other) != 2)
                fail_msg("%s", result->event[0]->what);
            assert_close(taken, small, 1e-3 * small); /* four digits */
            assert_close(other, large, 1e-3 * large);
            assert_close(result->several_solutions, 1e-4, 1e-12);
            bri_result_destroy(result);
        }
}

/* Without gravity, th' > 0: two solutions where mu > mu_c, that is, mu 3 t = 4 + t^2 with t = tan th between its roots. */
static void second_solution_comes_and_goes_at_the_critical_angles(void **state)
{
    (void)state;
    static const char *const integrators[] = {"auto", "dopri5", "radau5", "bs23"};
    for (int i = 0; i < 4; i++)
        for (double mu = 1.4; mu < 1.8; mu += 0.1) {
            double half = 1.5 * mu, root = sqrt(half * half - 4), angle[2] = {atan(half - root), atan(half + root)};
            const char *model = rod(0.4, 6, mu, 0);
            bri_result *result = run(model, integrators[i], 0.25, 1e-8, 1e-6);
            bri_error err = {0};
            bri_system *system = build(model);
            bri_run_def def = bri_run_defaults();
            bri_sim *sim = NULL;
            def.rtol = 1e-10;
            if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s", err.what);
            assert_true(result->events >= 2);
            assert_non_null(strstr(result->event[0]->what, "friction has 2 solutions"));
            assert_string_equal(result->event[1]->what, "line friction has one solution again");
            for (int e = 0; e < 2; e++) {
                if (bri_sim_advance(sim, result->event[e]->time, &err)) fail_msg("%s", err.what);
                assert_close(bri_sim_value(sim, bri_sim_find(sim, "rod.angle")), angle[e], 1e-6);
            }
            assert_close(result->several_solutions, result->event[1]->time - result->event[0]->time, 1e-12);
            bri_sim_destroy(sim);
            bri_system_destroy(system);
            bri_result_destroy(result);
        }
}

/* No trial step changes to the other solution, which has N reversed: the second one ends where the equation above, integrated on the
 * branch of continuous N by SciPy's DOP853 at rtol 1e-12, has the critical angle. */
static void every_integrator_stays_on_its_branch(void **state)
{
    (void)state;
    static const char *const integrators[] = {"auto",  "dopri5", "bs23",   "bristle5", "multirate5", "imex4",
                                              "imex5", "rodas4", "radau5", "cvode",    "ida"};
    for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
        bri_result *result = run(rod(0.9, 9, 1.5 * critical(0.9), g), integrators[i], 0.1, 0, 1e-4);
        double ends = NAN;
        for (int e = 0; e < result->events; e++)
            if (strstr(result->event[e]->what, "one solution again")) ends = result->event[e]->time;
        if (!(fabs(ends - 0.04143511) < 2e-5)) fail_msg("%s: the second solution ends at %g s", integrators[i], ends);
        bri_result_destroy(result);
    }
}

/* Below 4/3 there is one solution at every angle, and nothing is said. */
static void run_with_one_solution_says_nothing(void **state)
{
    (void)state;
    for (double mu = 0.5; mu < 1.33; mu += 0.2) {
        bri_result *result = run(rod(0.4, 6, mu, 0), "auto", 0.3, 1e-8, 1e-6);
        for (int i = 0; i < result->events; i++)
            assert_null(strstr(result->event[i]->what, "solution"));
        assert_true(result->several_solutions == 0);
        bri_result_destroy(result);
    }
}

/* The rod slides on a block at rest, which lies on further blocks, each on a guide with stiction. N depends on nothing that they do, so
 * that beyond mu_c no choice of their sticks and slips is consistent where b > 0; one is below mu_c, and where b < 0. */
static const char *rod_on_blocks(double th, double spin, double mu, int blocks, bool wheel)
{
    static char model[3000];
    double c = cos(th), s = sin(th);
    int used = snprintf(model, sizeof model,
                        "gravity: [0, %.17g]\n"
                        "bodies:\n"
                        "  rod: {mass: %.17g, inertia: %.17g, at: [%.17g, %.17g], angle: %.17g, spin: %.17g,\n"
                        "        velocity: [%.17g, %.17g], points: {tip: [%.17g, 0]}}\n",
                        -g, m, m * l * l / 3, l * c, l * s, th, spin, -60 - l * s * spin, l * c * spin, -l);
    for (int i = 0; i < blocks; i++)
        used += snprintf(model + used, sizeof model - (size_t)used, "  block%d: {mass: %d, inertia: 1}\n", i, 3 + i);
    if (wheel)
        used += snprintf(model + used, sizeof model - (size_t)used, "  wheel: {mass: 1, inertia: 1, at: [9, 0]}\n");
    used += snprintf(model + used, sizeof model - (size_t)used,
                     "joints:\n"
                     "  line: {point_on_line: [block0, rod.tip], at: [0, 0], along: [1, 0], friction: {law: coulomb, "
                     "mu_k: %.17g}}\n",
                     mu);
    for (int i = 0; i < blocks; i++) {
        char under[20] = "ground";
        if (i + 1 < blocks) snprintf(under, sizeof under, "block%d", i + 1);
        used += snprintf(model + used, sizeof model - (size_t)used,
                         "  guide%d: {translational: [%s, block%d], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, "
                         "mu_s: 0.4}}\n",
                         i, under, i);
    }
    if (wheel)
        snprintf(
            model + used, sizeof model - (size_t)used,
            "  hinge: {revolute: [ground, wheel], at: [9, 0], radius: 0.1, friction: {law: coulomb, mu_k: 0.3}}\n");
    return model;
}

static void none_exists_is_said_where_it_is_proved(void **state)
{
    (void)state;
    static const double factors[] = {0.5, 0.9, 0.999, 1.001, 1.1, 2};
    int none = 0, one = 0;
    for (int blocks = 1; blocks <= 3; blocks++)
        for (double th = 0.5; th < 1.4; th += 0.2)
            for (int f = 0; f < 6; f++)
                for (double spin = 0; spin <= 8; spin += 8) {
                    bri_error err = {0};
                    bri_sim *sim = NULL;
                    bri_run_def def = bri_run_defaults();
                    bool exists = factors[f] < 1 || g < l * sin(th) * spin * spin;
                    bri_system *system = build(rod_on_blocks(th, spin, factors[f] * critical(th), blocks, false));
                    bri_status status = bri_sim_create(system, &def, &sim, &err);
                    if (!status) status = bri_sim_advance(sim, 1e-9, &err);
                    if (exists && status) fail_msg("%s", err.what);
                    if (!exists) {
                        double scale = 0;
                        const char *scaled = strstr(err.what, "scaled by ");
                        assert_int_equal(status, BRI_NO_SOLUTION);
                        if (!strstr(err.what, "no consistent choice of sticking and slipping exists") ||
                            !strstr(err.what, "sliding contacts 'line' leaves"))
                            fail_msg("%s", err.what);
                        if (scaled) sscanf(scaled, "scaled by %lf", &scale);
                        assert_true(scale <= 1.001 / factors[f]); /* three digits */
                    }
                    *(exists ? &one : &none) += 1;
                    bri_sim_destroy(sim);
                    bri_system_destroy(system);
                }
    assert_true(none > 30 && one > 30);
}

/* A run that ends early has its last state as a row, though there is no friction and no load there: at once, or where the rod that
 * turns comes to an angle at which mu is critical, and its solutions end. */
static void last_state_without_solution_is_a_row(void **state)
{
    (void)state;
    for (double th = 0.4; th < 0.85; th += 0.1)
        for (int k = 0; k < 2; k++) {
            bri_error err = {0};
            bri_run_def def = bri_run_defaults();
            bri_result *result = NULL;
            double mu = (k ? 0.97 : 1.03) * critical(th);
            bri_system *system = build(rod(th, 0.5, mu, g));
            def.until = 1;
            def.interval = 0.5;
            bri_status status = bri_run(system, &def, &result, &err);
            assert_int_equal(status, BRI_NO_SOLUTION);
            bri_table *table = result->channels;
            const double *last = bri_table_row(table, table->rows - 1);
            assert_true(result->partial && (k ? result->end > 0 && result->end < 0.5 : result->end == 0));
            assert_true(last[0] == result->end && table->rows == (k ? 2 : 1));
            for (int i = 0; i < system->channels; i++)
                assert_true(isfinite(last[i]) || !system->follows[i]);
            bri_result_destroy(result);
            bri_system_destroy(system);
        }
}

/* A wheel at rest beside it, on a pin, whose load is not linear in its reactions: there is none either, but that is not proved. */
static void none_exists_is_not_said_of_pins(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = bri_run_defaults();
    bri_system *system = build(rod_on_blocks(0.9, 0, 1.5 * critical(0.9), 1, true));
    assert_int_equal(bri_sim_create(system, &def, &sim, &err), BRI_OK);
    assert_int_equal(bri_sim_advance(sim, 1e-9, &err), BRI_NO_SOLUTION);
    if (!strstr(err.what, "no consistent choice of sticking and slipping was found") ||
        !strstr(err.what, "Whether one exists is not known"))
        fail_msg("%s", err.what);
    bri_sim_destroy(sim);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_solutions_are_the_closed_form),
        cmocka_unit_test(loads_that_are_known_leave_one_solution),
        cmocka_unit_test(run_that_begins_with_two_solutions_says_so),
        cmocka_unit_test(second_solution_comes_and_goes_at_the_critical_angles),
        cmocka_unit_test(every_integrator_stays_on_its_branch),
        cmocka_unit_test(run_with_one_solution_says_nothing),
        cmocka_unit_test(none_exists_is_said_where_it_is_proved),
        cmocka_unit_test(none_exists_is_not_said_of_pins),
        cmocka_unit_test(last_state_without_solution_is_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
