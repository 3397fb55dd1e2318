/* test_falling_load.c - elements of friction laws under loads that fall, rise and vanish, against short explicit steps
 *
 * A block on a spring, under a load that is given, with the element model written out: z follows v and is cut back to its limit after
 * each step of 1 us, and of 0.5 us. The load falls slowly and fast, through zero and back; the limit falls faster than the element relaxes
 * (k |v| < mu |N'|), and rises faster than it is stretched. */
#include "verify/mechanism.h"

static const double mass = 1, stiffness = 4e3, stretch = 4e-3,
                    until = 0.1; /* spring: its length at the beginning, beyond rest */
static const double mu = 0.3;

typedef struct history {
    const char *name, *signal;
    double (*load)(double t);
} history;

static double slowly(double t) { return fmax(30 - 200 * t, 10); }
static double fast(double t) { return t < 0.02 ? 30 : fmax(30 - 5e4 * (t - 0.02), 1); }
static double oscillating(double t) { return 20 + 15 * sin(2 * acos(-1) * 400 * t); }
static double through_zero(double t) { return fmax(15 + 25 * sin(2 * acos(-1) * 60 * t), 0); }

static const history histories[] = {
    {"slowly", "{table: [[0 s, 30 N], [0.1 s, 10 N], [1 s, 10 N]]}", slowly},
    {"fast", "{table: [[0 s, 30 N], [20 ms, 30 N], [20.58 ms, 1 N], [1 s, 1 N]]}", fast},
    {"oscillating", "{sine: 15 N, frequency: 400 Hz, offset: 20 N}", oscillating},
    {"through zero", "{sine: 25 N, frequency: 60 Hz, offset: 15 N}", through_zero},
};

typedef struct law_case {
    const char *text;
    int elements;
    double k[2], share[2]; /* stiffness of each element, and its share of mu N */
    double C;              /* N/s: how fast an element that slips follows its limit; 0: at once */
} law_case;

static const law_case laws[] = {
    {"law: elastic_coulomb, mu_k: 0.3, k: 2e5", 1, {2e5}, {1}, 0},
    {"law: reset_integrator, mu_k: 0.3, mu_s: 0.3, sigma0: 2e5 N/m, sigma1: 0", 1, {2e5}, {1}, 0},
    {"law: maxwell_slip, mu_k: 0.3, mu_s: 0.3, k: [1.2e5, 0.8e5], alpha: [0.3, 0.7], C: 2e4 N/s",
     2,
     {1.2e5, 0.8e5},
     {0.3, 0.7},
     2e4},
};

/* An element after a step: it relaxes or is stretched by v, or slips, and is cut back to its limit. */
static void move_element(const law_case *law, int e, double v, double load, double h, double *f, bool *slips)
{
    double most = law->share[e] * mu * load;
    if (*slips && *f * v <= 0) *slips = false;
    if (*slips && most > 0)
        *f += h * law->C * (law->share[e] * copysign(1, v) - *f / (mu * load));
    else
        *f += h * law->k[e] * v;
    if (fabs(*f) < most) return;
    *f = copysign(most, *f);
    *slips = law->C > 0 && *f * v > 0;
}

/* x at the end, by symplectic Euler steps */
static double reference(const law_case *law, const history *load, double h)
{
    double x = 0, v = 0, f[2] = {0};
    bool slips[2] = {false};
    long steps = lround(until / h);
    for (long i = 0; i < steps; i++) {
        double force = 0;
        for (int e = 0; e < law->elements; e++) {
            move_element(law, e, v, load->load((double)(i + 1) * h), h, &f[e], &slips[e]);
            force += f[e];
        }
        v += h * (stiffness * (stretch - x) - force) / mass;
        x += h * v;
    }
    return x;
}

static const char *model_of(const law_case *law, const history *load)
{
    return MODEL("bodies: {block: {mass: %g kg, inertia: 1 kg m2}}\n"
                 "joints:\n"
                 "  guide: {translational: [ground, block], along: [1, 0]}\n"
                 "  rub: {rub: [ground, block], along: [1, 0], friction: {%s, load: %s}}\n"
                 "forces: {spring: {spring: guide, stiffness: %g N/m, length: %g m}}\n"
                 "run: {until: %g s}",
                 mass, law->text, load->signal, stiffness, stretch, until);
}

static void follows(const law_case *law, const history *load, const char *integrator, double exact)
{
    bri_result *result = run(model_of(law, load), integrator, until, 0, 1e-3);
    double x = last(result, "block.x");
    int events = result->events + result->events_left_out;
    if (fabs(x - exact) > 2e-4 * stretch)
        fail_msg("%s, load %s, %s: x is %.9g m, and must be %.9g", law->text, load->name, integrator, x, exact);
    if (events > 1000) fail_msg("%s, load %s, %s: %d events", law->text, load->name, integrator, events);
    bri_result_destroy(result);
}

static void elements_follow_their_limits(void **state)
{
    (void)state;
    static const char *const integrators[] = {"auto",   "dopri5", "bs23",  "bristle5",  "radau5",
                                              "rodas4", "imex4",  "imex5", "multirate5"};
    for (size_t l = 0; l < sizeof laws / sizeof *laws; l++)
        for (size_t n = 0; n < sizeof histories / sizeof *histories; n++) {
            double coarse = reference(&laws[l], &histories[n], 1e-6), fine = reference(&laws[l], &histories[n], 5e-7);
            for (size_t i = 0; i < sizeof integrators / sizeof *integrators; i++)
                follows(&laws[l], &histories[n], integrators[i], 2 * fine - coarse); /* of first order */
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_follow_their_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
