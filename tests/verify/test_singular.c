/* test_singular.c - mechanisms through singular configurations: on the branch of continuous velocity, energy conserved
 *
 * N four-bars (IFToMM's benchmark): N + 1 upright rods of 1 m and 1 kg on the ground, N more that join their tops, the upper left
 * corner pushed at 1 m/s; all rods lie on one line four times in two turns. With the angle th of the upright rods from the
 * vertical, kinetic energy ((N + 1)/3 + N) th'^2/2 and potential energy ((N + 1)/2 + N) g cos th:
 *
 *     ((N + 1)/3 + N) th'' = ((N + 1)/2 + N) g sin th
 *
 * sin th and cos th at 10 s are from its Taylor series, 34 terms, 400 steps, 34 digits; 300 steps give the same 17. */
#include "mechanism.h"

typedef struct corner {
    int loops;
    double x, y; /* of the upper left corner, m, at 10 s */
} corner;
static const corner corners[] = {{1, 0.47838505776097056, 0.8781501787912093},
                                 {2, 0.32845811154081538, 0.94451853817860096},
                                 {3, 0.27723176106109936, 0.96080307590003141}};

static const char *four_bars(int loops)
{
    size_t used = (size_t)snprintf(text, TEXT, "gravity: [0, -9.81 m/s2]\nground: {points: {");
#define ADD(...) used += (size_t)snprintf(text + used, TEXT - used, __VA_ARGS__)
    for (int i = 0; i <= loops; i++)
        ADD("%sp%d: [%d m, 0]", i ? ", " : "", i, i);
    ADD("}}\nbodies:\n");
    for (int i = 0; i <= loops; i++)
        ADD("  v%d: {mass: 1 kg, inertia: %.17g kg m2, at: [%d m, 0.5 m], angle: 90 deg, %spoints: {a: [-0.5 m, 0], b: "
            "[0.5 m, "
            "0]}}\n",
            i, 1.0 / 12, i, i ? "" : "velocity: [0.5 m/s, 0], spin: -1 rad/s, ");
    for (int i = 0; i < loops; i++)
        ADD("  h%d: {mass: 1 kg, inertia: %.17g kg m2, at: [%.1f m, 1 m], points: {a: [-0.5 m, 0], b: [0.5 m, 0]}}\n",
            i, 1.0 / 12, i + 0.5);
    ADD("joints:\n");
    for (int i = 0; i <= loops; i++)
        ADD("  g%d: {revolute: [ground.p%d, v%d.a]}\n", i, i, i);
    for (int i = 0; i < loops; i++)
        ADD("  l%d: {revolute: [v%d.b, h%d.a]}\n  r%d: {revolute: [h%d.b, v%d.b]}\n", i, i, i, i, i, i + 1);
    ADD("run: {until: 10 s, interval: 1 s}\n");
    return text;
}

static void four_bars_pass_their_dead_centres(void **state)
{
    (void)state;
    /* errors at 10 s grow from those of the first turn by some 100: a tenth of the upper bound is typical */
    static const struct {
        const char *integrator;
        double rtol, within;
    } ways[] = {{"dopri5", 1e-6, 3e-3}, {"dopri5", 1e-8, 3e-5}, {"dopri5", 1e-10, 3e-7},  {"dopri5", 1e-12, 3e-8},
                {"bs23", 1e-6, 5e-3},   {"bs23", 1e-8, 5e-5},   {"imex4", 1e-8, 3e-5},    {"imex5", 1e-8, 5e-5},
                {"radau5", 1e-6, 1e-4}, {"radau5", 1e-8, 1e-6}, {"bristle5", 1e-8, 5e-6}, {"rodas4", 1e-6, 1e-3},
                {"imex5", 1e-12, 3e-8}};
    for (size_t c = 0; c < sizeof corners / sizeof *corners; c++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            bri_result *result = run(four_bars(corners[c].loops), ways[w].integrator, 10, ways[w].rtol, 1e-3);
            meet(result, "v0.x", 0.5 * corners[c].x, 0.5 * ways[w].within);
            meet(result, "v0.y", 0.5 * corners[c].y, 0.5 * ways[w].within);
            assert_true(fabs(result->energy_drift) <= 1e-4 * result->energy_turnover);
            bri_result_destroy(result);
        }
}

/* A block so far from the point of its guide that its rows are nearly parallel in the mass norm: no singular configuration. */
static void one_guide_is_never_singular(void **state)
{
    (void)state;
    bri_result *result = run("bodies:\n"
                             "  block: {mass: 10 kg, inertia: 1e-4 kg m2, velocity: [100 m/s, 0]}\n"
                             "joints:\n"
                             "  guide: {translational: [ground, block], at: [0, 0], along: [1, 0]}\n",
                             "dopri5", 10, 1e-6, 1e-9);
    assert_int_equal(result->events, 0);
    meet(result, "block.x", 1000, 1e-3);
    bri_result_destroy(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bars_pass_their_dead_centres),
        cmocka_unit_test(one_guide_is_never_singular),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
