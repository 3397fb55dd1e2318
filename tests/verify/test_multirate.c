/* test_multirate.c - small steps for bristles alone: what they are given as polynomials is resolved */
#include "mechanism.h"

#define SCALED(law) "law: " law ", mu_k: 0.1"

/* A block between a spring and a belt at 0.1 m/s: friction reverses, sticks and slips. */
static const char *block_on_belt(const char *friction)
{
    return MODEL("bodies:\n"
                 "  block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0], spin: 0}\n"
                 "  belt: {mass: 1 kg, inertia: 1 kg m2, velocity: [0.1 m/s, 0], spin: 0}\n"
                 "joints:\n"
                 "  rail: {translational: [ground, block], along: [1, 0]}\n"
                 "  track: {translational: [ground, belt], along: [1, 0]}\n"
                 "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {ramp: 1 m, end: 10 s}}\n"
                 "  rub: {rub: [belt, block], along: [1, 0], friction: {%s, load: 9.81 N}}\n"
                 "forces:\n"
                 "  spring: {spring: rail, stiffness: 100 N/m, length: 0 m}\n"
                 "run: {until: 3 s, interval: 0.05 s}\n",
                 friction);
}

/* Every law with one bristle state, against a method of another type at a tight tolerance. */
static void bristles_agree_with_radau5(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e5 N/m, sigma1: 300 N s/m",
        SCALED("dahl"),
        "law: dahl, mu_k: 0.1, sigma0: 1e5 N/m, exponent: 2",
        SCALED("dankowicz"),
        SCALED("bouc_wen"),
        SCALED("elasto_plastic"),
        SCALED("gonthier")};
    const double rtol = 1e-6;
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++) {
        bri_result *tight = run(block_on_belt(laws[l]), "radau5", 3, 1e-9, 1e-5);
        bri_result *result = run(block_on_belt(laws[l]), "multirate5", 3, rtol, 1e-5);
        assert_int_equal(tight->channels->rows, result->channels->rows);
        for (size_t i = 0; i < tight->channels->rows; i++) {
            double x = at_row(result, i, "block.x"), v = at_row(result, i, "block.vx");
            if (!(fabs(x - at_row(tight, i, "block.x")) <= 100 * rtol * 0.01 &&
                  fabs(v - at_row(tight, i, "block.vx")) <= 100 * rtol * 0.1)) /* they reach 10 mm and 0.1 m/s */
                fail_msg("%s: at row %zu x is %.9g, v %.9g, tight %.9g, %.9g", laws[l], i, x, v,
                         at_row(tight, i, "block.x"), at_row(tight, i, "block.vx"));
        }
        bri_result_destroy(tight);
        bri_result_destroy(result);
    }
}

/* A given load that falls to 0 has a kink between the stages of a step: only the error estimate of the loads tells. */
static void kinks_of_given_loads_are_resolved(void **state)
{
    (void)state;
    static const char model[] = "gravity: [0, -9.81]\n"
                                "bodies:\n"
                                "  a: {mass: 1 kg, inertia: 0.028 kg m2}\n"
                                "  b: {mass: 0.6 kg, inertia: 1e-3 kg m2}\n"
                                "joints:\n"
                                "  pin: {revolute: [ground, a]}\n"
                                "  axle: {revolute: [ground, b]}\n"
                                "  clutch: {clutch: [a, b], friction: {law: coulomb_tanh, mu_k: 0.3, load: {sine: 1.7 "
                                "N, frequency: 8.2 Hz, phase: 2.3}}}\n"
                                "  brake: {clutch: [ground, b], friction: {law: lugre, mu_k: 0.03, mu_s: 0.05, sigma0: "
                                "1e5, sigma1: 70, load: 0.1 N}}\n"
                                "forces:\n"
                                "  motor: {torque: [ground, a], value: {sine: 0.3 N m, frequency: 3 Hz}}\n"
                                "run: {until: 0.3 s}\n";
    bri_result *tight = run(model, "radau5", 0.3, 1e-10, 1e-6);
    for (double rtol = 1e-6; rtol > 0.9e-8; rtol *= 0.1) {
        bri_result *result = run(model, "multirate5", 0.3, rtol, 1e-4);
        assert_close(last(result, "b.spin"), last(tight, "b.spin"), 100 * rtol * (fabs(last(tight, "b.spin")) + 1));
        assert_close(last(result, "a.spin"), last(tight, "a.spin"), 100 * rtol * (fabs(last(tight, "a.spin")) + 1));
        bri_result_destroy(result);
    }
    bri_result_destroy(tight);
}

/* auto takes multirate5 where all friction is that of one contact patch with one bristle state, and where it applies. */
static void auto_takes_it_for_one_bristle(void **state)
{
    (void)state;
    static const struct {
        const char *friction, *run, *integrator;
    } cases[] = {
        {"law: lugre, mu_k: 0.1", "", "multirate5"},
        {"law: lugre, mu_k: 0.1, load_from: elastic", "", "multirate5"},
        {SCALED("dahl"), "", "multirate5"},
        {SCALED("dankowicz"), "", "multirate5"},
        {SCALED("bouc_wen"), "", "multirate5"},
        {SCALED("elasto_plastic"), "", "multirate5"},
        {SCALED("gonthier"), "", "bristle5"},                  /* two states */
        {SCALED("dahl") ", exponent: 0.5", "", "bristle5"},    /* a discrete state of its plateau */
        {SCALED("reset_integrator"), "", "bristle5"},          /* a discrete state of its bristle */
        {SCALED("dahl"), ", coupling: lagged", "bristle5"},    /* loads of the step before */
        {SCALED("dahl"), ", constraints: partition", "imex4"}, /* other coordinates */
        {"law: coulomb_tanh, mu_k: 0.1", "", "bristle5"},      /* no bristle */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char model[TEXT];
        const char *with_run = block_on_belt(cases[i].friction);
        snprintf(model, TEXT, "%.*s%s}\n", (int)strlen(with_run) - 2, with_run, cases[i].run);
        bri_result *result = run(model, "auto", 0.01, 0, 1);
        if (strncmp(result->statistics->integrator, cases[i].integrator, strlen(cases[i].integrator)) != 0)
            fail_msg("%s%s: by %s", cases[i].friction, cases[i].run, result->statistics->integrator);
        bri_result_destroy(result);
    }
    bri_result *two = run(two_sliders_with(SCALED("dahl") ", scaling: load"), "auto", 0.01, 0, 1);
    assert_string_equal(two->statistics->integrator, "bristle5");
    bri_result_destroy(two);
}

static void grows_with_time(const void *params, const bri_slip *slip, bri_drag *drag, bri_slopes *slopes)
{
    bri_law_find("dahl", NULL)->eval(params, slip, drag, slopes);
    drag->zdot[0] *= 1 + slip->time;
}

static void switches_backwards(const void *params, const bri_slip *slip, bri_real *z, bri_real *discrete)
{
    bri_law_find("dahl", NULL)->steady(params, slip, z, discrete);
    discrete[0] = slip->dir[0] < 0;
}

static void resets_at_reversals(const void *params, const bri_slip *slip, const bool *fired, bri_real *z,
                                bri_real *discrete)
{
    (void)params, (void)slip, (void)discrete;
    if (fired[0]) z[0] = 0;
}

/* Laws of one's own that small steps cannot evaluate alone, as they depend on the time, or whose reversals are events. */
static void auto_finds_what_laws_depend_on(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        bri_friction_law own = *bri_law_find("dahl", NULL);
        bri_catalogue *catalogue = NULL;
        bri_model *model = NULL;
        bri_system *system = NULL;
        bri_result *result = NULL;
        bri_error err = {0};
        bri_run_def def = bri_run_defaults();
        own.size = sizeof own;
        own.kind.name = "mine";
        if (i == 1) own.eval = grows_with_time;
        if (i == 2) own.steady = switches_backwards;
        if (i == 3) own.handle_event = resets_at_reversals;
        def.until = 0.01;
        const char *with_law = block_on_belt("law: mine, mu_k: 0.1");
        if (bri_catalogue_create(&catalogue, &err) || bri_catalogue_add_law(catalogue, &own, &err) ||
            bri_model_parse_with(catalogue, with_law, strlen(with_law), "test", &model, &err) ||
            bri_system_build(model, &system, &err) || bri_run(system, &def, &result, &err))
            fail_msg("%s", err.what);
        assert_string_equal(result->statistics->integrator, i ? "bristle5" : "multirate5");
        bri_result_destroy(result);
        bri_system_destroy(system);
        bri_model_destroy(model);
        bri_catalogue_destroy(catalogue);
    }
}

/* Measures see what happens within a step that is made in small ones: the peaks of damped bristles as slip reverses. The number:
 * radau5 and bristle5 at rtol 1e-10 agree on these digits. */
static void measures_see_peaks_within_steps(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    if (bri_model_read(MODELS_ROOT "/papers/marques2018/roller_crank.yaml", &model, &err) ||
        bri_model_set_text(model, "floor.friction",
                           "{law: lugre, mu_k: 0.1, mu_s: 0.15, v_s: 1 mm/s, sigma0: 1e6 N/m, sigma1: 1000 N s/m, "
                           "load_from: elastic}",
                           &err) ||
        bri_system_build(model, &system, &err))
        fail_msg("%s", err.what);
    for (double rtol = 1e-5; rtol > 0.9e-7; rtol *= 0.1) {
        bri_measures *measures = NULL;
        bri_result *result = NULL;
        bri_run_def def = bri_run_defaults();
        def.rtol = rtol;
        def.integrator = "multirate5";
        if (bri_measures_create(&measures, &err) || bri_measures_add(measures, "min floor.friction", &err) ||
            bri_run_measured(system, &def, measures, &result, &err))
            fail_msg("%s", err.what);
        assert_close(bri_measures_get(measures, 0)->value, -1.203776, 100 * rtol + 1e-5);
        bri_result_destroy(result);
        bri_measures_destroy(measures);
    }
    bri_system_destroy(system);
    bri_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bristles_agree_with_radau5),      cmocka_unit_test(kinks_of_given_loads_are_resolved),
        cmocka_unit_test(measures_see_peaks_within_steps), cmocka_unit_test(auto_takes_it_for_one_bristle),
        cmocka_unit_test(auto_finds_what_laws_depend_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
