/* test_presliding.c - motions far below the mechanism's length and speed, at the default tolerances */
#include "mechanism.h"

static const char *const implicit[] = {"bristle5", "radau5", "cvode", "ida", NULL};

/* The mass of Canudas de Wit et al. 1995, section IV, pulled by a spring: at 5 s it has crept by 16 um. The numbers: radau5 and
 * bristle5 at 1e-11 agree on all of these digits. */
static void bristles_bend(void **state)
{
    (void)state;
    for (int i = 0; implicit[i]; i++) {
        bri_result *result = run("bodies: {block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0], spin: 0}}\n"
                                 "joints:\n"
                                 "  guide: {translational: [ground, block], along: [1, 0],\n"
                                 "          friction: {law: lugre, sigma0: 1e5 N/m, sigma1: 316.2277660168379 N s/m,\n"
                                 "                     sigma2: 0.4 N s/m, mu_k: 1 N, mu_s: 1.5 N, v_s: 0.001 m/s}}\n"
                                 "forces: {spring: {spring: guide, stiffness: 2 N/m,\n"
                                 "                  length: {table: [[0 s, 0 m], [100 s, 10 m]]}}}\n",
                                 implicit[i], 5, 0, 1);
        meet(result, "block.x", 1.64591871e-05, 5e-3 * 1.64591871e-05);
        meet(result, "block.vx", 5.9916682e-06, 5e-3 * 5.9916682e-06);
        bri_result_destroy(result);
    }
}

/* A block of 1 kg under 10 N is pushed by 4 N and creeps by eq. 12 of Wojtyra 2017, below its peak: F = mu_s N v/gamma, so that
 * v = v_end (1 - exp(-t/T)) with T = m gamma/(mu_s N), however small gamma is beside the speed of the mechanism. */
static void smoothed_laws_creep(void **state)
{
    (void)state;
    static const char *const integrators[] = {"dopri5", "bs23", "radau5", "bristle5", "cvode", "ida", NULL};
    for (double gamma = 1e-3; gamma > 0.9e-5; gamma *= 0.1)
        for (int i = 0; integrators[i]; i++) {
            bri_result *result = run(MODEL("gravity: [0, -10]\n"
                                           "bodies: {block: {mass: 1, inertia: 1, velocity: [0, 0]}}\n"
                                           "joints: {floor: {translational: [ground, block], along: [1, 0],\n"
                                           "         friction: {law: wojtyra, mu_s: 0.5, mu_k: 0.3, gamma: %g}}}\n"
                                           "forces: {push: {force: block, along: [1, 0], value: 4 N}}\n"
                                           "run: {interval: 1 ms}\n",
                                           gamma),
                                     integrators[i], 0.05, 0, 1);
            for (size_t row = 20; row < result->channels->rows; row++) {
                double force = at_row(result, row, "floor.friction"), slip = at_row(result, row, "block.vx");
                double rate = 5 / gamma, exact = 4 * (1 - exp(-rate * at_row(result, row, "t")));
                assert_true(fabs(fabs(force) - exact) < 5e-3 * 4);
                assert_true(fabs(slip - exact / rate) < 5e-3 * 4 / rate);
            }
            bri_result_destroy(result);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bristles_bend),
        cmocka_unit_test(smoothed_laws_creep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
