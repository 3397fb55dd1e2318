/* test_grazing.c - contacts that begin and end within a step, by their number in closed form */
#include "mechanism.h"

static int count_begins(const bri_result *result)
{
    int count = 0;
    for (int i = 0; i < result->events; i++)
        if (strstr(result->event[i]->what, "begins")) count++;
    return count;
}

/* A tip of 100 mm that turns freely at 100 rad/s from 0.5 rad passes a wall whenever 0.5 + 100 t is a multiple of 2 pi: 159
 * times in 10 s, if the wall is less deep than its radius. The contact is soft and elastic: it takes next to nothing. */
static void every_pass_of_a_wall_is_found(void **state)
{
    (void)state;
    static const char *const integrators[] = {"bristle5", "dopri5", "radau5"};
    for (double depth = 1e-3; depth > 0.9e-9; depth *= 0.1)
        for (int i = 0; i < 3; i++) {
            bri_result *result =
                run(MODEL("bodies: {rotor: {mass: 1, inertia: 1, angle: 0.5, spin: 100, points: {tip: [0.1, 0]}}}\n"
                          "joints:\n"
                          "  pin: {revolute: [ground, rotor], at: [0, 0]}\n"
                          "  wall: {tip_on_line: [ground, rotor.tip], through: [%.17g, 0], along: [0, 1], side: left,\n"
                          "         normal: {law: kelvin_voigt, stiffness: 1000, damping: 0}}\n"
                          "run: {interval: 10}\n",
                          0.1 * (1 - depth)),
                    integrators[i], 10, i == 1 ? 1e-10 : 1e-7, 1e-6);
            assert_int_equal(count_begins(result), 159);
            bri_result_destroy(result);
        }
}

/* A disc flies past another, in a straight line, 1e-9 m too near: one contact, wherever it is within the long step. */
static void a_disc_that_flies_past_is_met(void **state)
{
    (void)state;
    for (double from = -1; from > -2000; from *= 1.7) {
        bri_result *result =
            run(MODEL("bodies: {ball: {mass: 1, inertia: 1, at: [%.17g, 0.199999999], velocity: [10, 0]}}\n"
                      "joints: {pair: {disc_on_disc: [ground, ball], radii: [0.1, 0.1],\n"
                      "         normal: {law: kelvin_voigt, stiffness: 1, damping: 0}}}\n"
                      "run: {interval: 1000}\n",
                      from),
                "dopri5", 1000, 1e-9, 1e-6);
        assert_int_equal(count_begins(result), 1);
        bri_result_destroy(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pass_of_a_wall_is_found),
        cmocka_unit_test(a_disc_that_flies_past_is_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
