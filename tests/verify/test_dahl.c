/* test_dahl.c - Dahl's law of every exponent in mechanisms, against its closed form and unlike integrators
 *
 * After a slip s in one direction, from where w = 1 - sigma0 z sgn(v)/Fc is w_0:
 *
 *     exponent 1: w = w_0 exp(-sigma0 s/Fc)
 *     else:       w^(1 - e) = w_0^(1 - e) - (1 - e) sigma0 s/Fc,   0 where that is below 0: the plateau */
#include "verify/mechanism.h"

static const double exponents[] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 2};
enum {
    EXPONENTS = sizeof exponents / sizeof *exponents
};

static double remaining(double exponent, double w, double x) /* x = sigma0 s/Fc */
{
    if (exponent == 1) return w * exp(-x);
    double power = pow(w, 1 - exponent) - (1 - exponent) * x;
    return exponent < 1 && power <= 0 ? 0 : pow(power, 1 / (1 - exponent));
}

/* A block is driven to and fro by 30 um: a = 30 um (1 - cos 2 pi t). The first way begins at z = 0, the second with what the
 * first has left. */
static void a_driven_block_follows_the_closed_form(void **state)
{
    (void)state;
    static const char *const integrators[] = {"auto", "radau5", "rodas4", "bristle5", "multirate5"};
    const double amplitude = 30e-6, sigma0 = 1e5, Fc = 2;
    for (int e = 0; e < EXPONENTS; e++)
        for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
            bri_result *result =
                run(MODEL("bodies: {block: {mass: 1 kg, inertia: 1 kg m2}}\n"
                          "joints:\n"
                          "  guide: {translational: [ground, block], along: [1, 0], friction: {law: dahl, load: 10 N,\n"
                          "          mu_k: 0.2, sigma0: %g N/m, exponent: %g}}\n"
                          "  drive: {translation_driver: [ground, block], along: [1, 0],\n"
                          "          motion: {sine: %g m, frequency: 1 Hz, phase: -90 deg, offset: %g m}}\n"
                          "run: {until: 1 s, interval: 10 ms}",
                          sigma0, exponents[e], amplitude, amplitude),
                    integrators[i], 1, 0, 1e-3);
            for (size_t row = 0; row < result->channels->rows; row++) {
                double t = at_row(result, row, "t"), x = sigma0 / Fc * amplitude * (1 - cos(2 * acos(-1) * t));
                double most = sigma0 / Fc * 2 * amplitude, first = remaining(exponents[e], 1, fmin(x, most));
                double end = remaining(exponents[e], 1, most);
                double back = remaining(exponents[e], 2 - end, most - x);
                double force = t <= 0.5 ? -(1 - first) : 1 - back;
                if (fabs(at_row(result, row, "guide.friction") / Fc - force) > 3e-5)
                    fail_msg("exponent %g, %s: F/Fc is %.9g at %g s, and must be %.9g", exponents[e], integrators[i],
                             at_row(result, row, "guide.friction") / Fc, t, force);
                assert_close(at_row(result, row, "guide.z"), -at_row(result, row, "guide.friction") / sigma0, 1e-18);
            }
            if (result->statistics->steps > 3000)
                fail_msg("exponent %g, %s: %ld steps", exponents[e], integrators[i], result->statistics->steps);
            bri_result_destroy(result);
        }
}

/* A mass on a spring comes to rest on the plateau and back from it many times: unlike integrators agree, in few steps. */
static void a_free_mass_moves_as_by_other_integrators(void **state)
{
    (void)state;
    for (int e = 0; e < EXPONENTS; e++) {
        double end[2];
        for (int i = 0; i < 2; i++) {
            bri_result *result =
                run(MODEL("bodies: {block: {mass: 1 kg, inertia: 1 kg m2, at: [0.1 m, 0], velocity: [0, 0]}}\n"
                          "joints: {guide: {translational: [ground, block], along: [1, 0],\n"
                          "         friction: {law: dahl, load: 10 N, mu_k: 0.05, sigma0: 2e4 N/m, exponent: %g}}}\n"
                          "forces: {spring: {spring: guide, stiffness: 100 N/m, length: -0.1 m}}\n"
                          "run: {until: 2 s}",
                          exponents[e]),
                    i == 0 ? "auto" : "radau5", 2, 0, 1e-3);
            end[i] = last(result, "block.x");
            if (i == 0 && result->statistics->steps > 3000)
                fail_msg("exponent %g: %ld steps", exponents[e], result->statistics->steps);
            bri_result_destroy(result);
        }
        if (fabs(end[0] - end[1]) > 1e-5)
            fail_msg("exponent %g: %.9g m by auto, %.9g by radau5", exponents[e], end[0], end[1]);
    }
}

/* The mass, spring and wall of Andersson, Soderberg, Bjorklund 2007: where the force meets its plateau with a vertical tangent, explicit
 * methods leaped to and fro over it for ever (1.5 million steps for 0.5 s). bristle5 at 1e-9 is the reference. */
static void explicit_methods_reach_the_plateau(void **state)
{
    (void)state;
    static const char *const integrators[] = {"bristle5", "dopri5", "bs23", "imex4", "imex5"};
    static const double brittle[] = {0.1, 0.3, 0.5, 0.8};
    for (int e = 0; e < 4; e++) {
        double end = 0;
        for (int i = 0; i < 5; i++) {
            bri_result *result =
                run(MODEL("gravity: [0, -9.81]\n"
                          "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0]}}\n"
                          "joints: {guide: {translational: [ground, block], along: [1, 0],\n"
                          "         friction: {law: dahl, mu_k: 0.1, sigma0: 1e5 N/m, exponent: %g}}}\n"
                          "forces: {wall: {spring: guide, stiffness: 100 N/m, length: {step: 0.05 m}}}\n"
                          "run: {until: 3 s}",
                          brittle[e]),
                    integrators[i], 3, i == 0 ? 1e-9 : 1e-6, 1e-3);
            if (i == 0) end = last(result, "block.x");
            if (fabs(last(result, "block.x") - end) > 5e-6)
                fail_msg("exponent %g, %s: %.9g m, not %.9g", brittle[e], integrators[i], last(result, "block.x"), end);
            if (result->statistics->steps > 20000)
                fail_msg("exponent %g, %s: %ld steps", brittle[e], integrators[i], result->statistics->steps);
            bri_result_destroy(result);
        }
    }
}

/* 22 N and 0.06 N m on a guide of 0.1 m: 11 +- 0.6 N on its corners, whose bristles end at 0.5 N/sigma0. */
static void each_corner_has_its_bristle(void **state)
{
    (void)state;
    bri_result *result =
        run("gravity: [0, -10]\n"
            "bodies: {block: {mass: 2, inertia: 1, velocity: [0.01, 0], points: {end: [0.03, 0]}}}\n"
            "joints:\n"
            "  guide: {translational: [ground, block], along: [1, 0], length: 0.1, friction: {law: dahl, mu_k: 0.5,\n"
            "          sigma0: 1e5 N/m}}\n"
            "  drive: {translation_driver: [ground, block], along: [1, 0], motion: {ramp: 0.01}}\n"
            "forces: {down: {force: block.end, along: [0, -1], value: 2 N}}\n",
            "auto", 0.5, 1e-8, 1e-6);
    meet(result, "guide.front.z", 5.8e-5, 1e-12);
    meet(result, "guide.back.z", 5.2e-5, 1e-12);
    bri_result_destroy(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_driven_block_follows_the_closed_form),
        cmocka_unit_test(a_free_mass_moves_as_by_other_integrators),
        cmocka_unit_test(explicit_methods_reach_the_plateau),
        cmocka_unit_test(each_corner_has_its_bristle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
