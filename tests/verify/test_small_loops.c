/* test_small_loops.c - laws with elements in small loops, by default and by unlike methods
 *
 * A four-bar that comes to rest, and Scotch yokes whose guide is loaded from one side and the other. Here events undid each other
 * without end (an element at its limit whose load is rounding; one whose load vanishes), or a step could not be made small enough
 * (a ductile Dahl law without a load). */
#include "verify/mechanism.h"

typedef struct loop {
    const char *name, *model;
    double until;
} loop;

static const loop loops[] = {
    {"four-bar",
     "gravity: [0, -9.81 m/s2]\n"
     "bodies:\n"
     "  crank: {mass: 0.4702, inertia: 0.00022579, at: [0.023592476701087592, 0.02973025338724045], angle: 0.9, "
     "points: {a: [-0.03795382620185853, 0], b: [0.03795382620185853, 0]}}\n"
     "  coupler: {mass: 0.9405, inertia: 0.0028223, at: [0.13007497618527386, 0.10563761034348904], angle: "
     "0.5082693741751344, points: {a: [-0.09488456550464633, 0], b: [0.09488456550464633, 0]}}\n"
     "  rocker: {mass: 0.7053, inertia: 0.0013547, at: [0.21275321284939014, 0.07590735695624859], angle: "
     "1.5680062735255973, points: {a: [-0.07590765240371708, 0], b: [0.07590765240371708, 0]}}\n"
     "joints:\n"
     "  p1: {revolute: [ground, crank.a]}\n"
     "  p2: {revolute: [crank.b, coupler.a], radius: 0.00508, friction: {law: maxwell_slip, mu_k: 0.0611, mu_s: 0.122, "
     "k: [1.26e+05, 8.37e+04, 5.02e+04], alpha: [0.2, 0.3, 0.5], C: 418, v_s: 0.0024, scaling: force}}\n"
     "  p3: {revolute: [coupler.b, rocker.b], radius: 0.00508, friction: {law: reset_integrator, mu_k: 0.0518, mu_s: "
     "0.0518, sigma0: 2.69e+06, sigma1: 0, scaling: force}}\n"
     "  p4: {revolute: [ground, rocker.a], at: [0.21254142673040777, 0], radius: 0.00508, friction: {law: "
     "kelley_lemanski, surfaces: {length: 0.186, radius_a: 0.0431, radius_b: 0.25, modulus: 2e11, roughness: 4e-7, "
     "viscosity: 0.085, density: 900, pressure_viscosity: 2e-8}}}\n",
     2.4},
    {"yoke, maxwell_slip",
     "gravity: [0, -9.81 m/s2]\n"
     "bodies:\n"
     "  crank: {mass: 0.3 kg, inertia: 2e-4 kg m2, at: [0, 0], points: {tip: [0.0881, 0]}}\n"
     "  yoke: {mass: 1.173 kg, inertia: 0.01173 kg m2, at: [0.0881, 0]}\n"
     "joints:\n"
     "  bearing: {revolute: [ground, crank], at: [0, 0]}\n"
     "  slot: {point_on_line: [yoke, crank.tip], at: [0.0881, 0], along: [0, 1], friction: {law: lugre, mu_k: 0.0454, "
     "mu_s: 0.0545, sigma0: 3.24e+04, sigma1: 49.7, v_s: 0.00151, scaling: load}}\n"
     "  guide: {translational: [ground, yoke], at: [0.1218, 0], along: [1, 0], length: 0.04292, friction: {law: "
     "maxwell_slip, mu_k: 0.0766, mu_s: 0.0766, k: [8.67e+05, 5.78e+05, 3.47e+05], alpha: [0.2, 0.3, 0.5], C: 511, "
     "v_s: 0.0105, scaling: force}}\n"
     "  motor: {rotation_driver: [ground, crank], motion: {speed: 16.19 rad/s}}\n",
     1.16},
    {"yoke, dahl",
     "gravity: [0, -9.81 m/s2]\n"
     "bodies:\n"
     "  crank: {mass: 0.3 kg, inertia: 2e-4 kg m2, at: [0, 0], points: {tip: [0.0265, 0]}}\n"
     "  yoke: {mass: 0.175 kg, inertia: 0.00175 kg m2, at: [0.0265, 0]}\n"
     "joints:\n"
     "  bearing: {revolute: [ground, crank], at: [0, 0]}\n"
     "  slot: {point_on_line: [yoke, crank.tip], at: [0.0265, 0], along: [0, 1], friction: {law: lugre, mu_k: 0.292, "
     "mu_s: 0.292, sigma0: 2.43e+03, sigma1: 7.69, v_s: 0.00588, scaling: load}}\n"
     "  guide: {translational: [ground, yoke], at: [0.1965, 0], along: [1, 0], length: 0.1947, friction: {law: dahl, "
     "mu_k: 0.108, sigma0: 2.75e+04, exponent: 1.7, scaling: force}}\n"
     "  motor: {rotation_driver: [ground, crank], motion: {speed: 16.48 rad/s}}\n",
     1.14},
};

/* Energy lost by friction, J */
static double lost_in(const bri_result *result)
{
    double sum = 0;
    for (int i = 0; i < result->terms; i++)
        if (!strncmp(result->term[i]->name, "lost by friction", 16)) sum += result->term[i]->energy;
    return sum;
}

static void unlike_methods_agree(void **state)
{
    (void)state;
    static const char *const integrators[] = {"auto", "radau5", "imex4"};
    for (size_t l = 0; l < sizeof loops / sizeof *loops; l++) {
        double lost[3];
        for (int i = 0; i < 3; i++) {
            bri_result *result = run(MODEL("%s", loops[l].model), integrators[i], loops[l].until, 0, 1e-4);
            int events = result->events + result->events_left_out;
            lost[i] = lost_in(result);
            if (events > 500) fail_msg("%s, %s: %d events", loops[l].name, integrators[i], events);
            if (fabs(lost[i] - lost[0]) > 1e-3 * fabs(lost[0]))
                fail_msg("%s: %.7g J are lost by %s, and %.7g by %s", loops[l].name, lost[i], integrators[i], lost[0],
                         integrators[0]);
            bri_result_destroy(result);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unlike_methods_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
