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
                {"imex5", 1e-12, 3e-8}, {"cvode", 1e-6, 3e-3},  {"cvode", 1e-8, 3e-5},    {"ida", 1e-6, 3e-3},
                {"ida", 1e-8, 3e-5}};
    for (size_t c = 0; c < sizeof corners / sizeof *corners; c++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            if (!has_integrator(ways[w].integrator)) continue;
            bri_result *result = run(four_bars(corners[c].loops), ways[w].integrator, 10, ways[w].rtol, 1e-3);
            meet(result, "v0.x", 0.5 * corners[c].x, 0.5 * ways[w].within);
            meet(result, "v0.y", 0.5 * corners[c].y, 0.5 * ways[w].within);
            assert_true(fabs(result->energy_drift) <= 1e-4 * result->energy_turnover);
            bri_result_destroy(result);
        }
}

/* Two cranks of 1 m and a bar between them that nothing drives: their speed is constant, at 0.1 to 10 000 rad/s, through six dead
 * centres. Baumgarte's terms, with times of 0.1 s, are too slow for the fast ones. Errors
 * of the local tolerance of 1e-6 add up to some 1e-3 rad. */
static void parallelograms_of_any_speed(void **state)
{
    (void)state;
    static const char *const ways[] = {"auto",  "bs23",     "radau5",     "rodas4", "imex4",
                                       "imex5", "bristle5", "multirate5", "cvode",  "ida"};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (double spin = 0.1; spin < 2e4 && has_integrator(ways[w]); spin *= 10)
            for (double angle = 0.3; angle < 1.5; angle += 0.5) {
                double c = cos(angle), s = sin(angle);
                bri_result *result = run(
                    MODEL("ground: {points: {right: [2, 0]}}\n"
                          "bodies:\n"
                          "  a: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], angle: %.17g, spin: %g, points: {l: [-0.5, "
                          "0], r: [0.5, 0]}}\n"
                          "  b: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], points: {l: [-1, 0], r: [1, 0]}}\n"
                          "  c: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], angle: %.17g, points: {l: [-0.5, 0], r: "
                          "[0.5, 0]}}\n"
                          "joints:\n"
                          "  pa: {revolute: [ground, a.l]}\n  ab: {revolute: [a.r, b.l]}\n"
                          "  bc: {revolute: [b.r, c.r]}\n  pc: {revolute: [ground.right, c.l]}\n",
                          c / 2, s / 2, angle, spin, 1 + c, s, 2 + c / 2, s / 2, angle),
                    ways[w], 20 / spin, 1e-6, 1e-3);
                meet(result, "a.angle", 20 + angle, 1e-2);
                meet(result, "b.angle", 0, 1e-5);
                assert_true(fabs(result->energy_drift) <= 1e-3 * result->energy_turnover);
                bri_result_destroy(result);
            }
}

/* The same with a motor that lifts or lowers two cranks and a bar of 1 kg each and stops, smoothly, next to a dead centre. Its work is the
 * change of the potential energy, 2 m g sin angle. */
static void motors_stop_next_to_dead_centres(void **state)
{
    (void)state;
    static const char *const ways[] = {"auto",  "bs23",     "radau5", "rodas4", "imex4",
                                       "imex5", "bristle5", "cvode",  "ida"};
    static const double past[] = {0.3, 0.1, 0.05, 0.02, 0.01, 3e-3, 1e-3, 1e-4, -1e-4, -1e-3, -0.01, -0.05};
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t i = 0; i < sizeof past / sizeof *past && has_integrator(ways[w]); i++)
            for (double lasts = 0.2; lasts < 30; lasts *= 10)
                for (double from = 0.4; from < 3;
                     from += 2.3) { /* over the left one, 2 m on, or back over the right one */
                    double c = cos(from), s = sin(from), to = from < 1 ? acos(-1) + past[i] : -past[i];
                    bri_result *result =
                        run(MODEL("gravity: [0, -9.81]\n"
                                  "ground: {points: {right: [2, 0]}}\n"
                                  "bodies:\n"
                                  "  a: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], angle: %.17g, points: {l: [-0.5, "
                                  "0], r: [0.5, 0]}}\n"
                                  "  b: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], points: {l: [-1, 0], r: [1, 0]}}\n"
                                  "  c: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], angle: %.17g, points: {l: [-0.5, "
                                  "0], r: [0.5, 0]}}\n"
                                  "joints:\n"
                                  "  pa: {revolute: [ground, a.l]}\n  ab: {revolute: [a.r, b.l]}\n"
                                  "  bc: {revolute: [b.r, c.r]}\n  pc: {revolute: [ground.right, c.l]}\n"
                                  "  motor: {rotation_driver: [ground, a], motion: {smooth_step: %.17g, end: %g}}\n",
                                  c / 2, s / 2, from, 1 + c, s, 2 + c / 2, s / 2, from, to - from, lasts),
                            ways[w], 1.1 * lasts, 1e-6, 1e-4);
                    meet(result, "a.angle", to, 1e-6);
                    meet(result, "b.angle", 0, 1e-5);
                    meet(result, "c.angle", to, 1e-4);
                    double work = 0;
                    for (int k = 0; k < result->terms; k++)
                        if (!strcmp(result->term[k]->name, "work of motor")) work = result->term[k]->energy;
                    assert_close(work, 2 * 9.81 * (sin(to) - s), 1e-3);
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

/* A parallelogram that begins flat, where its rows are dependent and it seems to have two degrees of freedom. Nothing drives it: its
 * cranks go on at 1 rad/s, and the bar between them does not turn. */
static void flat_parallelogram_goes_on(void **state)
{
    (void)state;
    static const char *const ways[] = {"projection", "partition"};
    for (int i = 0; i < 2; i++) {
        bri_error err = {0};
        bri_sim *sim = NULL;
        bri_run_def def = bri_run_defaults();
        bri_system *system = build(MODEL(
            "ground: {points: {right: [2, 0]}}\n"
            "bodies:\n"
            "  a: {mass: 1, inertia: 0.01, at: [0.5, 0], spin: 1, velocity: [0, 0.5], points: {l: [-0.5, 0], r: [0.5, "
            "0]}}\n"
            "  b: {mass: 1, inertia: 0.01, at: [2, 0], velocity: [0, 1], points: {l: [-1, 0], r: [1, 0]}}\n"
            "  c: {mass: 1, inertia: 0.01, at: [2.5, 0], spin: 1, velocity: [0, 0.5], points: {l: [-0.5, 0], r: "
            "[0.5, 0]}}\n"
            "joints:\n"
            "  pa: {revolute: [ground, a.l]}\n  ab: {revolute: [a.r, b.l]}\n"
            "  bc: {revolute: [b.r, c.r]}\n  pc: {revolute: [ground.right, c.l]}\n"
            "run: {constraints: %s}\n",
            ways[i]));
        if (bri_sim_create(system, &def, &sim, &err)) fail_msg("%s", err.what);
        for (double t = 0.25; t <= 1; t += 0.25) {
            if (bri_sim_advance(sim, t, &err)) fail_msg("%s", err.what);
            assert_close(bri_sim_value(sim, bri_sim_find(sim, "a.angle")), t, 1e-12);
            assert_close(bri_sim_value(sim, bri_sim_find(sim, "b.angle")), 0, 1e-12);
            assert_close(bri_sim_value(sim, bri_sim_find(sim, "c.angle")), t, 1e-12);
        }
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* A wedge on the floor lifts a block on a post. All motions are straight, so that no configuration is singular, however long the
 * levers become about bodies of little inertia. Without friction (M + m tan^2 a) x'' = F - m g tan a. */
static void wedges_are_never_singular(void **state)
{
    (void)state;
    for (int degrees = 5; degrees <= 60; degrees += 11)
        for (double mass = 0.3; mass < 100; mass *= 5) {
            double a = degrees * acos(-1) / 180, rise = tan(a), push = 9.81 * mass * rise + 400;
            snprintf(text, TEXT,
                     "gravity: [0, -9.81 m/s2]\n"
                     "bodies:\n"
                     "  wedge: {mass: 2 kg, inertia: 1e-3 kg m2, at: [0, 0]}\n"
                     "  load: {mass: %.17g kg, inertia: 1e-3 kg m2, at: [0.05 m, 0.1 m]}\n"
                     "joints:\n"
                     "  floor: {translational: [ground, wedge], at: [0, -0.02 m], along: [1, 0]}\n"
                     "  post: {translational: [ground, load], at: [0.05 m, 0.1 m], along: [0, 1]}\n"
                     "  face: {point_on_line: [wedge, load], at: [0.05 m, 0.1 m], along: [%.17g, %.17g]}\n"
                     "forces:\n"
                     "  push: {force: wedge, along: [1, 0], value: %.17g N}\n",
                     mass, -cos(a), sin(a), push);
            for (int i = 0; i < 2; i++) {
                bri_result *result = run(text, i ? "radau5" : "dopri5", 2, 1e-6, 1e-9);
                double x = 2 * 400 / (2 + mass * rise * rise);
                assert_int_equal(result->events, 0);
                meet(result, "load.y", 0.1 + x * rise, 1e-5 * x);
                bri_result_destroy(result);
            }
        }
}

/* A parallelogram passes its dead centre at 0.3 s, turning at 1 rad/s, while the torque on one crank jumps from 0 to 20 N m a little
 * before or after it. Cranks of 1 m and 1 kg about their ends and a bar of 1 kg have the inertia 2/3 + 1 about them: at 0.6 s
 *
 *     angle = -0.3 + 0.6 + 12 (0.6 - start)^2/2,   spin = 1 + 12 (0.6 - start) */
static void loads_that_jump_at_a_dead_centre_act_from_then_on(void **state)
{
    (void)state;
    static const double starts[] = {0.2, 0.28, 0.295, 0.3, 0.305, 0.33};
    static const char *const ways[] = {"dopri5", "bs23", "radau5", "imex4", "imex5", "bristle5", "rodas4"};
    double c = cos(0.3), s = -sin(0.3);
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            snprintf(text, TEXT,
                     "ground: {points: {right: [2, 0]}}\n"
                     "bodies:\n"
                     "  a: {mass: 1, inertia: %.17g, at: [%.17g, %.17g], angle: -0.3, spin: 1, velocity: [%.17g, "
                     "%.17g], points: {l: [-0.5, 0], r: [0.5, 0]}}\n"
                     "  b: {mass: 1, inertia: 0.1, at: [%.17g, %.17g], velocity: [%.17g, %.17g], points: {l: [-1, 0], "
                     "r: [1, 0]}}\n"
                     "  c: {mass: 1, inertia: %.17g, at: [%.17g, %.17g], angle: -0.3, spin: 1, velocity: [%.17g, "
                     "%.17g], points: {l: [-0.5, 0], r: [0.5, 0]}}\n"
                     "joints:\n"
                     "  pa: {revolute: [ground, a.l]}\n  ab: {revolute: [a.r, b.l]}\n"
                     "  bc: {revolute: [b.r, c.r]}\n  pc: {revolute: [ground.right, c.l]}\n"
                     "forces: {motor: {torque: a, value: {step: 20 N m, start: %.17g}}}\n",
                     1. / 12, c / 2, s / 2, -s / 2, c / 2, 1 + c, s, -s, c, 1. / 12, 2 + c / 2, s / 2, -s / 2, c / 2,
                     starts[i]);
            bri_result *result = run(text, ways[w], 0.6, 1e-6, 1e-5);
            double acts = 0.6 - starts[i];
            meet(result, "a.angle", 0.3 + 6 * acts * acts, 5e-6);
            meet(result, "c.angle", 0.3 + 6 * acts * acts, 5e-6);
            meet(result, "c.spin", 1 + 12 * acts, 2e-5);
            bri_result_destroy(result);
        }
}

/* Two bodies of 4 kg in all that a distance, a gear and a wheel hold together, so that neither turns, whether the rolling resistance of the
 * wheel sticks or not: its row depends on the others wherever the bodies are, and that is no singular configuration. The small wheel makes
 * the independence of the others as small as next to one. A force that rises to 1000 N in 0.1 s: 50 N s over 4 kg. Directions of
 * the line are 20 deg and more from the one across the line of centres, in which it would hold the wheel as the distance does. */
static void dependent_sticks_are_no_singular_configuration(void **state)
{
    (void)state;
    static const double radii[] = {0.0005, 0.001, 0.003, 0.005, 0.008, 0.0113466, 0.03, 0.1};
    static const char *const ways[] = {"dopri5",   "bs23",       "radau5", "imex4", "imex5",
                                       "bristle5", "multirate5", "rodas4", "cvode", "ida"};
    double x = 0.00249205, y = -0.209213, across = atan2(y + 0.0899862, x + 0.221621) + acos(-1) / 2;
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++)
        for (int degrees = 20; degrees < 360; degrees += degrees == 160 ? 40 : 70)
            for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
                if (!has_integrator(ways[w])) continue;
                double a = across + degrees * acos(-1) / 180, c = cos(a), s = sin(a);
                snprintf(text, TEXT,
                         "bodies:\n"
                         "  b1: {mass: 0.5, inertia: 0.01, at: [-0.221621, -0.0899862]}\n"
                         "  b2: {mass: 3.5, inertia: 0.8, at: [%.17g, %.17g], radius: %.17g}\n"
                         "joints:\n"
                         "  j1: {gear: [ground, b1, b2]}\n"
                         "  j2: {distance: [b1, b2]}\n"
                         "  j3: {rolling: [b1, b2], through: [%.17g, %.17g], along: [%.17g, %.17g], friction: {law: "
                         "coulomb, mu_k: 0.3}}\n"
                         "forces: {f1: {force: b2, along: [0, 1], value: {ramp: 1000 N, end: 0.1 s}}}\n",
                         x, y, radii[i], x + radii[i] * s, y - radii[i] * c, c, s);
                bri_result *result = run(text, ways[w], 0.1, 1e-6, 1e-6);
                meet(result, "b2.vy", 12.5, 1e-5);
                meet(result, "b1.vy", 12.5, 1e-5);
                assert_true(result->events <= 5); /* it sticks throughout */
                bri_result_destroy(result);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_bars_pass_their_dead_centres),
        cmocka_unit_test(parallelograms_of_any_speed),
        cmocka_unit_test(motors_stop_next_to_dead_centres),
        cmocka_unit_test(one_guide_is_never_singular),
        cmocka_unit_test(flat_parallelogram_goes_on),
        cmocka_unit_test(wedges_are_never_singular),
        cmocka_unit_test(loads_that_jump_at_a_dead_centre_act_from_then_on),
        cmocka_unit_test(dependent_sticks_are_no_singular_configuration),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
