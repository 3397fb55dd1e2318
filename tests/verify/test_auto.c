/* test_auto.c - the integrators that auto chooses while it runs: as exact as asked, and as cheap as the better one alone */
#include "verify/mechanism.h"

/* A block on a slope that would hold it creeps on a law smoothed by tanh:
 *
 *     mu N tanh(k v) = m g sin a,   N = m g cos a:   v = artanh(tan a/mu)/k       after some 1/(mu g k)
 *
 * and starts from rest, or slides at 2 m/s first, which takes 2 m/s / (mu g cos a - g sin a). */
static void creep_on_a_slope_is_met_in_few_steps(void **state)
{
    (void)state;
    static const double starts[] = {0, 2};
    const double mu = 0.5, slope = 0.3;     /* tan a */
    for (double k = 1e2; k <= 1e6; k *= 10) /* beyond, the law is steeper than the tolerance of speeds resolves */
        for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
            bri_result *result =
                run(MODEL("gravity: [%.17g m/s2, %.17g m/s2]\n"
                          "bodies: {block: {mass: 2 kg, inertia: 1 kg m2, velocity: [%g m/s, 0], spin: 0}}\n"
                          "joints: {guide: {translational: [ground, block], along: [1, 0],\n"
                          "                 friction: {law: coulomb_tanh, mu_k: %g, k_tanh: %g s/m}}}\n"
                          "run: {until: 10 s}",
                          10 * slope, -10., starts[i], mu, k),
                    "auto", 10, 0, 1e-2); /* of the 1e-4 J of a creep */
            const bri_statistics *st = result->statistics;
            double exact = atanh(slope / mu) / k;
            double off = fabs(last(result, "guide.slide_rate") - exact);
            if (!(off <= 1e-4 * exact + 5e-6)) /* m/s: errors are held to 1e-6 of the mechanism's speed, some m/s */
                fail_msg("k = %g s/m, %g m/s: creep off by %g of %g m/s", k, starts[i], off, exact);
            if (st->evaluations > 3000)
                fail_msg("k = %g s/m, %g m/s: %ld evaluations by %s", k, starts[i], st->evaluations, st->integrator);
            bri_result_destroy(result);
        }
}

/* Evaluations of a run; its result, unless NULL, belongs to the caller. */
static long evaluations(const char *model, const char *integrator, bri_result **out)
{
    bri_system *system = build(model);
    bri_run_def def = bri_run_defaults();
    bri_result *result = NULL;
    bri_error err = {0};
    def.integrator = integrator;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s: %s", integrator, err.what);
    long count = result->statistics->evaluations;
    if (out)
        *out = result;
    else
        bri_result_destroy(result);
    bri_system_destroy(system);
    return count;
}

/* A block on a belt: at rest on it, sliding back, at rest again. */
static void stick_and_slip_cost_no_more_than_by_the_better_integrator(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "stribeck_tanh, mu_s: 0.6, mu_k: 0.3",
        "stribeck_saturated, mu_s: 0.6, mu_k: 0.3",
        "brown_mcphee, mu_s: 0.6, mu_k: 0.3",
        "coulomb_tanh, mu_k: 0.3",
        "coulomb_linear, mu_k: 0.3, v_0: 10 mm/s",
        "coulomb_viscous, mu_k: 0.3",
        "ambrosio, mu_k: 0.3",
    };
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        bri_result *by_auto = NULL;
        const char *model =
            MODEL("bodies: {belt: {mass: 1 kg, inertia: 1 kg m2}, block: {mass: 1 kg, inertia: 1 kg m2}}\n"
                  "joints:\n"
                  "  rail: {translational: [ground, belt], along: [1, 0]}\n"
                  "  drive: {translation_driver: [ground, belt], along: [1, 0],\n"
                  "          motion: {ramp: 100 m, end: 1000 s}}\n"
                  "  guide: {translational: [ground, block], along: [1, 0]}\n"
                  "  contact: {rub: [belt, block], along: [1, 0], friction: {law: %s, load: 10 N}}\n"
                  "forces: {spring: {spring: guide, stiffness: 100 N/m}}\n"
                  "run: {until: 4 s}",
                  laws[i]);
        long explicit_alone = evaluations(model, "dopri5", NULL), stiff_alone = evaluations(model, "bristle5", NULL);
        long better = explicit_alone < stiff_alone ? explicit_alone : stiff_alone,
             both = evaluations(model, "auto", &by_auto);
        const bri_statistics *st = by_auto->statistics;
        if ((double)both > 1.3 * (double)better)
            fail_msg("%s: %ld evaluations by %s, %ld by dopri5, %ld by bristle5", laws[i], both, st->integrator,
                     explicit_alone, stiff_alone);
        if (st->switches) assert_non_null(strstr(st->why, "% of the time"));
        bri_result_destroy(by_auto);
    }
}

/* Where many forces are stiff, a Jacobian is dear: an explicit integrator is left only while that pays. */
static void a_chain_of_ten_smoothed_pins_stays_explicit_while_it_swings(void **state)
{
    (void)state;
    size_t at = 0;
    at += (size_t)snprintf(text + at, TEXT - at, "gravity: [0, -9.81 m/s2]\nbodies:\n");
    for (int i = 0; i < 10; i++)
        at += (size_t)snprintf(
            text + at, TEXT - at,
            "  b%d: {mass: 1 kg, inertia: 1e-3 kg m2, at: [%g m, 0], points: {l: [-50 mm, 0], r: [50 mm, 0]}}\n", i,
            0.1 * i + 0.05);
    at += (size_t)snprintf(text + at, TEXT - at,
                           "joints:\n  p0: {revolute: [ground, b0.l], radius: 10 mm, "
                           "friction: {law: coulomb_tanh, mu_k: 0.1}}\n");
    for (int i = 1; i < 10; i++)
        at += (size_t)snprintf(
            text + at, TEXT - at,
            "  p%d: {revolute: [b%d.r, b%d.l], radius: 10 mm, friction: {law: coulomb_tanh, mu_k: 0.1}}\n", i, i - 1,
            i);
    snprintf(text + at, TEXT - at, "run: {until: 2 s}");
    long alone = evaluations(text, "dopri5", NULL), both = evaluations(text, "auto", NULL);
    assert_true((double)both <= 1.3 * (double)alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creep_on_a_slope_is_met_in_few_steps),
        cmocka_unit_test(stick_and_slip_cost_no_more_than_by_the_better_integrator),
        cmocka_unit_test(a_chain_of_ten_smoothed_pins_stays_explicit_while_it_swings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
