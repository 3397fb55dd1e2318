/* test_two_faces.c - bristles in a guide with two faces, whose corners change faces
 *
 * Against short explicit steps: a driver moves a block to and fro in a guide of length l and height h while a force presses it across, now to one side, now to the
 * other. The friction F_i of a corner is clamped to mu_s |N_i|, which its load can carry, before it acts on the loaded face:
 *
 *     D_i = clamp(F_i, mu_s |N_i|) sgn(N_i),   M = -(h/2) (D_1 + D_2),   N_1,2 = N/2 +- M/l
 *
 * without the part sigma1 zdot of F_i where sigma1 is in N s/m: zdot = v - sigma0 |v| z/(mu |N_i|) is as steep as it likes in N_i.
 * The reference takes the loads from the step before: it converges where mu_s h/l is below 1, with the first order. */
#include "verify/mechanism.h"

static const double amplitude = 0.02, frequency = 25, press = 30, press_frequency = 110, until = 0.037;
static const double mu = 0.2;

typedef struct law_case {
    const char *text;
    double mu_s, k, damping, k_v; /* stiffness, damping and viscous friction; k = 0: no bristles */
    bool relaxes, by_load;        /* zdot = v - k |v| z/G; k and damping are for each newton of load */
} law_case;

static const law_case laws[] = {
    {"law: elastic_coulomb, mu_k: 0.2, k: 5e4 N/m", 0.2, 5e4, 0, 0, false, false},
    {"law: reset_integrator, mu_k: 0.2, mu_s: 0.2, sigma0: 5e4 N/m, sigma1: 0", 0.2, 5e4, 0, 0, false, false},
    {"law: dahl, mu_k: 0.2, sigma0: 5e4 N/m", 0.2, 5e4, 0, 0, true, false},
    {"law: dahl, mu_k: 0.2, sigma0: 2e3 N/m", 0.2, 2e3, 0, 0, true, false},
    {"law: lugre, mu_k: 0.2, mu_s: 0.2, scaling: load, sigma0: 2e3 1/m, sigma1: 2 s/m", 0.2, 2e3, 2, 0, true, true},
    {"law: lugre, mu_k: 0.2, mu_s: 0.2, sigma0: 2e4 N/m, sigma1: 40 N s/m", 0.2, 2e4, 40, 0, true, false},
    {"law: coulomb_viscous, mu_k: 0.2, k_v: 4 N s/m", 0.2, 0, 0, 4, false, false},
    {"law: viscous, k_v: 4 N s/m", 0, 0, 0, 4, false, false},
};

typedef struct corner {
    double z, load; /* load: signed */
} corner;

/* Friction of a corner after a step; in carried the part of it that the load may carry. */
static double friction_of(const law_case *law, corner *c, double v, double h, double *carried)
{
    double N = fabs(c->load), limit = mu * N / law->k, before = c->z;
    if (!(law->k > 0)) return *carried = -copysign(law->mu_s * N, v) - law->k_v * v;
    if (law->relaxes) {
        c->z = (c->z + h * v) / (1 + h * law->k * fabs(v) / (law->by_load ? mu : fmax(mu * N, 1e-9)));
        double scale = law->by_load ? N : 1, F = -scale * (law->k * c->z + law->damping * (c->z - before) / h);
        *carried = law->by_load ? F : -law->k * c->z;
        return F;
    }
    c->z = fmax(-limit, fmin(c->z + h * v, limit));
    return *carried = -law->k * c->z;
}

/* Energy lost by friction, J, and the couple at the end, N m */
static void reference(const law_case *law, double length, double height, double h, double out[2])
{
    corner corners[2] = {{0, 0}, {0, 0}};
    double turn = 2 * acos(-1), lost = 0, M = 0;
    long steps = lround(until / h);
    for (long i = 0; i < steps; i++) {
        double t = (double)(i + 1) * h, v = amplitude * turn * frequency * cos(turn * frequency * (t - 0.5 * h));
        double N = press * sin(turn * press_frequency * t), sum = 0, couple = 0;
        for (int c = 0; c < 2; c++) {
            double most = law->mu_s * fabs(corners[c].load), carried;
            sum += friction_of(law, &corners[c], v, h, &carried);
            couple += copysign(1, corners[c].load) * fmax(-most, fmin(carried, most));
        }
        M = -0.5 * height * couple;
        corners[0].load = N / 2 + M / length;
        corners[1].load = N / 2 - M / length;
        lost += h * sum * v;
    }
    out[0] = lost;
    out[1] = M;
}

static const char *model_of(const law_case *law, double length, double height)
{
    return MODEL(
        "bodies: {block: {mass: 1 kg, inertia: 1e-3 kg m2}}\n"
        "joints:\n"
        "  guide: {translational: [ground, block], along: [1, 0], length: %g m, height: %g m, friction: {%s}}\n"
        "  motor: {translation_driver: [ground, block], along: [1, 0], motion: {sine: %g m, frequency: %g Hz}}\n"
        "forces: {press: {force: block, along: [0, -1], value: {sine: %g N, frequency: %g Hz}}}\n"
        "run: {until: %g s}",
        length, height, law->text, amplitude, frequency, press, press_frequency, until);
}

static double lost_in(const bri_result *result)
{
    for (int i = 0; i < result->terms; i++)
        if (!strcmp(result->term[i]->name, "lost by friction in guide")) return result->term[i]->energy;
    return NAN;
}

static void corners_change_faces(void **state)
{
    (void)state;
    static const char *const integrators[] = {"auto", "radau5", "imex4"};
    static const double shapes[][2] = {{0.03, 0.1}, {0.2, 0.01}};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
            double length = shapes[shape][0], height = shapes[shape][1], coarse[2], fine[2];
            reference(&laws[l], length, height, 1e-6, coarse);
            reference(&laws[l], length, height, 5e-7, fine);
            double lost = 2 * fine[0] - coarse[0], couple = 2 * fine[1] - coarse[1]; /* of first order */
            for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++) {
                bri_result *result = run(model_of(&laws[l], length, height), integrators[i], until, 0, 1e-4);
                double is = lost_in(result), M = last(result, "guide.couple");
                if (fabs(is - lost) > 1e-2 * fabs(lost) || fabs(M - couple) > 2e-4 * fabs(couple)) /* |N| has kinks */
                    fail_msg(
                        "%s, %g m long, %g m high, %s: %.7g J are lost, and must be %.7g; the couple is %.7g N m, and "
                        "must be %.7g",
                        laws[l].text, length, height, integrators[i], is, lost, M, couple);
                bri_result_destroy(result);
            }
        }
}

/* A slider-crank, whose guide is loaded by the rod from one side and the other. Laws whose bristles pull without a load lost their
 * solution here. Unlike methods lose the same energy, in few events. */
static void guides_in_a_loop(void **state)
{
    (void)state;
    static const char *const frictions[] = {
        "law: reset_integrator",
        "law: reset_integrator, mu_k: 0.2, mu_s: 0.3, sigma0: 5e4 N/m, sigma1: 40 N s/m",
        "law: maxwell_slip",
        "law: maxwell_slip, mu_k: 0.1, mu_s: 0.12, k: [2e4, 3e4], alpha: [0.4, 0.6], C: 1e4 N/s",
        "law: elastic_coulomb",
        "law: dahl",
        "law: dahl, exponent: 1.7, sigma0: 3e3",
        "law: lugre, scaling: load, sigma0: 1e4 1/m, sigma1: 10 s/m",
        "law: odonoghue_cameron, surfaces: {length: 100 mm, radius_a: 0.37, radius_b: 0.3, modulus: 2e11, roughness: "
        "2e-7, "
        "viscosity: 0.14, density: 900, pressure_viscosity: 1.8e-8}",
        "law: coulomb_viscous, mu_k: 0.1, k_v: 5 N s/m",
    };
    static const char *const integrators[] = {"auto", "radau5", "imex4"};
    static const double shapes[][2] = {{0.08, 0.06}, {0.25, 0.02}, {0, 0.06}};
    for (size_t f = 0; f < sizeof frictions / sizeof *frictions; f++)
        for (size_t shape = 0; shape < sizeof shapes / sizeof *shapes; shape++) {
            double lost[3];
            for (size_t i = 0; i < 3; i++) {
                bri_result *result = run(
                    MODEL("gravity: [0, -9.81]\n"
                          "bodies:\n"
                          "  crank: {mass: 0.5, inertia: 4e-4, at: [0.05, 0], points: {foot: [-0.05, 0], tip: [0.05, "
                          "0]}}\n"
                          "  rod: {mass: 0.4, inertia: 3e-3, at: [0.25, 0], points: {big: [-0.15, 0], small: [0.15, "
                          "0]}}\n"
                          "  piston: {mass: 0.8, inertia: 1e-3, at: [0.4, 0]}\n"
                          "joints:\n"
                          "  bearing: {revolute: [ground, crank.foot]}\n"
                          "  crankpin: {revolute: [crank.tip, rod.big]}\n"
                          "  wristpin: {revolute: [rod.small, piston]}\n"
                          "  guide: {translational: [ground, piston], along: [1, 0], length: %g, height: %g, friction: "
                          "{%s}}\n"
                          "  motor: {rotation_driver: [ground, crank], motion: {speed: 60 rad/s}}\n",
                          shapes[shape][0], shapes[shape][1], frictions[f]),
                    integrators[i], 0.11, 0, 1e-4);
                lost[i] = lost_in(result);
                if (result->events + result->events_left_out > 400)
                    fail_msg("%s, %s: %d events", frictions[f], integrators[i],
                             result->events + result->events_left_out);
                if (fabs(lost[i] - lost[0]) > 3e-3 * fabs(lost[0])) /* |N| has kinks */
                    fail_msg("%s, %g m long, %g m high: %.7g J are lost by %s, and %.7g by %s", frictions[f],
                             shapes[shape][0], shapes[shape][1], lost[i], integrators[i], lost[0], integrators[0]);
                bri_result_destroy(result);
            }
        }
}

/* A block of the weight W begins to slide at a speed at which sigma1 v is far above its friction. The bristles reach G/sigma0 in
 * microseconds; from then on the loads are those of Coulomb's friction, and the momentum is what it and the bristles' damping took:
 *
 *     v(t) = v_0 - mu_k g t - sigma1 mu_k g/sigma0,   M = (h/2) mu_k W
 *
 * With a lever, the damping gave the loads three solutions, and the one of the beginning ended when the bristles had relaxed. */
static void a_fast_block(void **state)
{
    (void)state;
    static const char *const frictions[] = {"lugre", "elasto_plastic"}, *const integrators[] = {"auto", "bristle5",
                                                                                                "radau5", "imex4",
                                                                                                "dopri5"};
    static const double speeds[] = {0.5, 1, 3, 10, 30}, heights[] = {0.005, 0.02, 0.05, 0.1};
    for (int n = 0; n < 2 * 5 * 4 * 5; n++) {
        const char *law = frictions[n % 2], *integrator = integrators[n / 40];
        double v = speeds[n / 2 % 5], height = heights[n / 10 % 4], weight = 9.81, t = n / 40 == 4 ? 0.001 : 0.1;
        bri_result *result = run(MODEL("gravity: [0, -9.81]\nbodies: {b: {mass: 1, inertia: 0.01, velocity: [%g, 0]}}\n"
                                       "joints:\n"
                                       "  g: {translational: [ground, b], along: [1, 0], length: 100 mm, height: %g, "
                                       "friction: {law: %s, mu_k: "
                                       "0.1, mu_s: 0.15, sigma0: 1e5, sigma1: 316.2}}\n",
                                       v, height, law),
                                 integrator, t, 0, t);
        double left = last(result, "b.vx"), must = v - 0.1 * weight * t - 316.2 * 0.1 * weight / 1e5;
        double M = fabs(last(result, "g.couple")), couple = 0.5 * height * 0.1 * weight;
        if (!(fabs(left - must) <= 3e-5) || !(fabs(M - couple) <= 1e-5 * couple))
            fail_msg(
                "%s, %g m/s, %g m high, %s: %.9g m/s are left, and must be %.9g; the couple is %.9g N m, and must be "
                "%.9g",
                law, v, height, integrator, left, must, M, couple);
        bri_result_destroy(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_change_faces),
        cmocka_unit_test(guides_in_a_loop),
        cmocka_unit_test(a_fast_block),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
