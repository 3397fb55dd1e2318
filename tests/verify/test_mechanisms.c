/* test_mechanisms.c - whole mechanisms against closed forms, published numbers and integrations written out here
 *
 * Every one is run by unlike integrators; each must meet the same number and close its energy balance. */
#include "mechanism.h"

static const double g = 9.81, pi = 3.14159265358979323846;

static const way smooth[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"cvode", 1e-10}, {"bs23", 1e-8},
                             {"rodas4", 1e-8}, {"imex4", 1e-9},  {"imex5", 1e-9},  {"ida", 1e-10}};
static const way stiff[] = {{"imex4", 1e-9}, {"imex5", 1e-9}, {"radau5", 1e-9}, {"rodas4", 1e-8}, {"cvode", 1e-9}};
/* --- an equation of second order in one coordinate, by Runge-Kutta with small steps: x'' = f(t, x, v) ------------ */

typedef double acceleration(double t, double x, double v, const void *user);

static void rk4(acceleration *f, const void *user, double t, double h, double *x, double *v)
{
    double v1 = *v, a1 = f(t, *x, v1, user), v2 = *v + h / 2 * a1, a2 = f(t + h / 2, *x + h / 2 * v1, v2, user),
           v3 = *v + h / 2 * a2, a3 = f(t + h / 2, *x + h / 2 * v2, v3, user), v4 = *v + h * a3,
           a4 = f(t + h, *x + h * v3, v4, user);
    *x += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    *v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

static void integrate(acceleration *f, const void *user, double until, int steps, double *x, double *v)
{
    for (int i = 0; i < steps; i++)
        rk4(f, user, until * i / steps, until / steps, x, v);
}

/* --- pendulum ---------------------------------------------------------------------------------------------------- */

static const char *const pendulum = "gravity: [0, -9.81]\n"
                                    "bodies: {bob: {mass: 1 kg, inertia: 1 kg m2, at: [-1, 0]}}\n"
                                    "joints: {rod: {distance: [ground, bob]}}\n";

static double pendulum_acceleration(double t, double x, double v, const void *user)
{
    (void)t, (void)v, (void)user;
    return -g * sin(x);
}

/* IFToMM's library of benchmark problems, "simple pendulum": a point mass, L = 1 m, from rest, horizontal, 10 s. */
static void simple_pendulum_swings_for_ten_seconds(void **state)
{
    (void)state;
    double angle = -pi / 2, spin = 0;
    integrate(pendulum_acceleration, NULL, 10, 100000, &angle, &spin);
    for (EACH(w, smooth)) {
        bri_result *result = run(pendulum, w->integrator, 10, w->rtol, 1e-5);
        meet(result, "bob.x", sin(angle), 3e-5);
        meet(result, "bob.y", -cos(angle), 3e-5);
        meet(result, "bob.vx", cos(angle) * spin, 1e-4);
        assert_true(result->statistics->position_error <= 1e-6);
        bri_result_destroy(result);
    }
}

/* The period of a swing of 90 degrees is 4 K(1/2) sqrt(L/g), K(1/2) = Gamma(1/4)^2/(4 sqrt(pi)). */
static void pendulum_is_back_after_its_period(void **state)
{
    (void)state;
    double quarter = tgamma(0.25), period = quarter * quarter / sqrt(pi) * sqrt(1 / g);
    for (EACH(w, smooth)) {
        bri_result *result = run(pendulum, w->integrator, 4 * period, w->rtol, 1);
        meet(result, "bob.x", -1, 1e-6); /* it is slow there */
        meet(result, "bob.y", 0, 3e-5);
        assert_true(fabs(result->energy_error) < 1e-5 * g); /* all terms of the energy balance are 0 there */
        bri_result_destroy(result);
    }
}

static void error_of_the_pendulum_falls_with_the_tolerance(void **state)
{
    (void)state;
    double angle = -pi / 2, spin = 0;
    integrate(pendulum_acceleration, NULL, 3, 100000, &angle, &spin);
    static const char *const names[] = {"dopri5", "bs23", "imex4", "imex5", "radau5", "rodas4", "cvode", "ida"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double before = INFINITY;
        if (!has_integrator(names[i])) continue;
        for (double rtol = 1e-4; rtol > 5e-9; rtol /= 100) {
            bri_result *result = run(pendulum, names[i], 3, rtol, 100 * rtol);
            double error = hypot(last(result, "bob.x") - sin(angle), last(result, "bob.y") + cos(angle));
            if (!(error <= 2000 * rtol && (error < before / 4 || error < 1e-9)))
                fail_msg("%s at rtol %g: error %g, before %g", names[i], rtol, error, before);
            before = error;
            bri_result_destroy(result);
        }
    }
}

static void rk4_with_fixed_steps_is_of_fourth_order(void **state)
{
    (void)state;
    double angle = -pi / 2, spin = 0, before = 0;
    integrate(pendulum_acceleration, NULL, 2, 100000, &angle, &spin);
    for (int n = 0; n < 3; n++) {
        bri_system *system = build(pendulum);
        bri_error err = {0};
        bri_run_def def = bri_run_defaults();
        bri_result *result = NULL;
        def.integrator = "rk4";
        def.until = 2;
        def.step = 0.02 / (1 << n);
        def.rtol = 1e-13; /* of the constraints */
        if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
        double error = hypot(last(result, "bob.x") - sin(angle), last(result, "bob.y") + cos(angle));
        if (n > 0 && !(before / error > 11 && before / error < 40)) /* 2^4, or more where errors cancel */
            fail_msg("step %g: error %g, before %g", def.step, error, before);
        before = error;
        bri_result_destroy(result);
        bri_system_destroy(system);
    }
}

/* Two rods of 1 m and point masses: rods without mass are distances, or bodies whose inertia is next to nothing. */
static void double_pendulum_is_the_same_with_rods_and_with_pins(void **state)
{
    (void)state;
    /* without rodas4, which takes 100 000 steps for so little inertia */
    static const way ways[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"cvode", 1e-10}, {"bs23", 1e-8}};
    const char *rods = "gravity: [0, -9.81]\n"
                       "bodies:\n"
                       "  a: {mass: 2 kg, inertia: 1 kg m2, at: [1, 0]}\n"
                       "  b: {mass: 1 kg, inertia: 1 kg m2, at: [1, -1]}\n"
                       "joints: {first: {distance: [ground, a]}, second: {distance: [a, b]}}\n";
    const char *pins = "gravity: [0, -9.81]\n"
                       "bodies:\n"
                       "  a: {mass: 2 kg, inertia: 1e-8 kg m2, at: [1, 0], points: {foot: [-1, 0]}}\n"
                       "  b: {mass: 1 kg, inertia: 1e-8 kg m2, at: [1, -1], points: {foot: [0, 1]}}\n"
                       "joints: {first: {revolute: [ground, a.foot]}, second: {revolute: [a, b.foot]}}\n";
    for (EACH(w, ways)) {
        bri_result *with_rods = run(rods, w->integrator, 2, w->rtol, 1e-5);
        bri_result *with_pins = run(pins, w->integrator, 2, w->rtol, 1e-5);
        meet(with_rods, "b.x", last(with_pins, "b.x"), 1e-6);
        meet(with_rods, "b.vy", last(with_pins, "b.vy"), 1e-5);
        meet(with_rods, "a.y", last(with_pins, "a.y"), 1e-6);
        bri_result_destroy(with_rods);
        bri_result_destroy(with_pins);
    }
}

/* theta'' = -(k/J) theta */
static void torsion_spring_swings_as_a_cosine(void **state)
{
    (void)state;
    const char *model = "bodies: {wheel: {mass: 1 kg, inertia: 0.5 kg m2, angle: 0.3 rad}}\n"
                        "joints: {hub: {revolute: [ground, wheel]}}\n"
                        "forces: {spring: {torsion_spring: hub, stiffness: 8 N m/rad}}\n";
    const char *free = "bodies: {wheel: {mass: 1 kg, inertia: 0.5 kg m2, angle: 0.3 rad}}\n"
                       "forces: {spring: {torsion_spring: [ground, wheel], stiffness: 8 N m/rad}}\n";
    for (EACH(w, smooth))
        for (int i = 0; i < 2; i++) {
            bri_result *result = run(i ? model : free, w->integrator, 5.1, w->rtol, 1e-5);
            meet(result, "wheel.angle", 0.3 * cos(4 * 5.1), 1e-5);
            meet(result, "wheel.spin", -1.2 * sin(4 * 5.1), 4e-5);
            bri_result_destroy(result);
        }
}

/* --- friction with a constant force ------------------------------------------------------------------------------ */

static const char *const oscillator =
    "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, at: [12, 0], velocity: [6 m/s, 0]}}\n"
    "joints: {guide: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 1 N}}}\n"
    "forces: {spring: {spring: guide, stiffness: 1 N/m}}\n";

/* Half circles in the phase plane about -1 and 1: amplitudes sqrt(205), then 2 less each: after 7 half swings it
 * stops. */
static void coulomb_oscillator_stops_for_ever(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_result *result = run(oscillator, w->integrator, 40, w->rtol, 1e-5);
        meet(result, "block.x", 15 - sqrt(205), 1e-5);
        assert_true(last(result, "block.vx") == 0);
        assert_close(when(result, "guide sticks", 0), atan2(6, 13) + 7 * pi, 1e-5);
        assert_true(result->statistics->steps < 20000);
        bri_result_destroy(result);
    }
}

static void stopped_oscillator_does_not_creep_in_a_thousand_seconds(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_error err = {0};
        bri_system *system = build(oscillator);
        bri_run_def def = bri_run_defaults();
        bri_sim *sim = NULL;
        def.integrator = w->integrator;
        def.rtol = 1e-6;
        assert_int_equal(bri_sim_create(system, &def, &sim, &err), BRI_OK);
        assert_int_equal(bri_sim_advance(sim, 30, &err), BRI_OK);
        int x = bri_sim_find(sim, "block.x");
        double there = bri_sim_value(sim, x);
        for (int i = 1; i <= 100; i++) {
            if (bri_sim_advance(sim, 30 + 10 * i, &err)) fail_msg("%s: %s", w->integrator, err.what);
            double moved = fabs(bri_sim_value(sim, x) - there);
            if (moved > 1e-14) fail_msg("%s: by %g s it has moved by %g m", w->integrator, 30. + 10 * i, moved);
        }
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* C. Canudas de Wit et al. 1995, section IV; the number by SciPy's Radau at rtol 1e-11: 1.9088391992 m. */
static void lugre_mass_is_pulled_in_stick_and_slip(void **state)
{
    (void)state;
    const char *model =
        "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0], spin: 0}}\n"
        "joints:\n"
        "  guide: {translational: [ground, block], along: [1, 0],\n"
        "          friction: {law: lugre, sigma0: 1e5 N/m, sigma1: 316.2277660168379 N s/m, sigma2: 0.4 N s/m,\n"
        "                     mu_k: 1 N, mu_s: 1.5 N, v_s: 0.001 m/s, exponent: 2}}\n"
        "forces: {spring: {spring: guide, stiffness: 2 N/m, length: {table: [[0 s, 0 m], [100 s, 10 m]]}}}\n";
    for (EACH(w, stiff)) {
        bri_result *result = run(model, w->integrator, 25, w->rtol, 1e-4);
        meet(result, "block.x", 1.908839199, 1e-6);
        bri_result_destroy(result);
    }
}

/* --- friction from the reaction ---------------------------------------------------------------------------------- */

static const char *incline(double angle, const char *friction)
{
    return MODEL("gravity: [0, -9.81]\n"
                 "bodies: {block: {mass: 3 kg, inertia: 1 kg m2, velocity: [0, 0]}}\n"
                 "joints: {slope: {translational: [ground, block], along: [%.17g, %.17g], friction: {%s}}}\n",
                 cos(angle), -sin(angle), friction);
}

static void block_sticks_on_an_incline_below_the_limit(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_result *result =
            run(incline(atan(0.5) - 1e-6, "law: coulomb, mu_k: 0.3, mu_s: 0.5"), w->integrator, 10, 1e-6, 1);
        meet(result, "block.x", 0, 1e-12);
        meet(result, "block.y", 0, 1e-12);
        assert_close(last(result, "slope.friction"), -3 * g * sin(atan(0.5) - 1e-6), 1e-9);
        assert_close(last(result, "slope.load"), 3 * g * cos(atan(0.5) - 1e-6), 1e-9);
        assert_close(last(result, "slope.stuck"), 1, 0);
        bri_result_destroy(result);
    }
}

static void block_stuck_on_an_incline_does_not_creep_in_a_thousand_seconds(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_result *result = run(incline(0.4, "law: coulomb, mu_k: 0.3, mu_s: 0.5"), w->integrator, 1000, 1e-6, 1);
        meet(result, "slope.slide", 0, 1e-13);
        bri_result_destroy(result);
    }
}

static void block_slides_down_an_incline_as_on_paper(void **state)
{
    (void)state;
    double angle = atan(0.5) + 1e-6, a = g * (sin(angle) - 0.3 * cos(angle));
    for (EACH(w, smooth)) {
        bri_result *result = run(incline(angle, "law: coulomb, mu_k: 0.3, mu_s: 0.5"), w->integrator, 2, w->rtol, 1e-8);
        meet(result, "slope.slide", 2 * a, 1e-6);
        meet(result, "slope.slide_rate", 2 * a, 1e-6);
        meet(result, "slope.friction", -0.3 * 3 * g * cos(angle), 1e-8);
        meet(result, "energy.friction", 0.3 * 3 * g * cos(angle) * 2 * a, 1e-5);
        bri_result_destroy(result);
    }
}

/* The load of the step before is that of this one where it is constant; the first step knows it from the beginning. */
static void lagged_load_is_right_where_it_is_constant(void **state)
{
    (void)state;
    double angle = 0.6, a = g * (sin(angle) - 0.3 * cos(angle));
    char model[TEXT + 40] = "run: {coupling: lagged}\n";
    strcat(model, incline(angle, "law: coulomb, mu_k: 0.3"));
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 2, w->rtol, 1e-6);
        meet(result, "slope.load", 3 * g * cos(angle), 1e-8);
        meet(result, "slope.slide", 2 * a, 1e-5);
        bri_result_destroy(result);
    }
}

static void preload_is_added_to_the_reaction(void **state)
{
    (void)state;
    const char *model = "gravity: [0, -10]\n"
                        "bodies: {block: {mass: 2 kg, inertia: 1 kg m2, velocity: [3 m/s, 0]}}\n"
                        "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, "
                        "mu_k: 0.2, preload: 10 N}}}\n";
    double a = 0.2 * (20 + 10) / 2; /* 3 m/s2: it stops after 1 s and 1.5 m */
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 2, w->rtol, 1e-7);
        meet(result, "block.x", 4.5 / a, 1e-6);
        assert_close(when(result, "floor sticks", 0), 3 / a, 1e-6);
        bri_result_destroy(result);
    }
}

/* A guide of some length: its corners share the preload too, they do not each have it. */
static void preload_of_a_guide_with_corners_is_the_same(void **state)
{
    (void)state;
    const char *model = "gravity: [0, -10]\n"
                        "bodies: {block: {mass: 2 kg, inertia: 1 kg m2, velocity: [3 m/s, 0]}}\n"
                        "joints: {floor: {translational: [ground, block], along: [1, 0], length: 0.5 m,\n"
                        "                 friction: {law: coulomb, mu_k: 0.2, preload: 10 N}}}\n";
    bri_result *result = run(model, "dopri5", 2, 1e-8, 1e-7);
    meet(result, "block.x", 1.5, 1e-6);
    bri_result_destroy(result);
}

/* Pin at the origin, centre at L below. Along the path R_t = m (L a + g sin), towards the pin R_n = m (L w^2 + g cos);
 * I a = -L R_t - f |R| with f = mu r sign(w). That is A y - B = -f sqrt(y^2 + R_n^2), A = I/(m L) + L, B = I g sin/L, a
 * quadratic for y = R_t. */
enum {
    PIN_STEPS = 200000
};
typedef struct pin {
    double m, I, L, mu, r;
} pin;

/* With v kept to the sign that it has: the equation goes on smoothly past a stop, which is found there. */
typedef struct one_way {
    const pin *pin;
    double sign;
} one_way;
static double one_way_acceleration(double t, double x, double v, const void *user)
{
    const one_way *way_ = user;
    const pin *p = way_->pin;
    (void)t;
    double f = p->mu * p->r * way_->sign, A = p->I / (p->m * p->L) + p->L, B = p->I * g * sin(x) / p->L;
    double Rn = p->m * (p->L * v * v + g * cos(x));
    double y = (A * B - f * sqrt(B * B + (A * A - f * f) * Rn * Rn)) / (A * A - f * f);
    return (y / p->m - g * sin(x)) / p->L;
}

/* The angle at until; stopped: when it stops for good (INFINITY: not yet). */
static double pin_reference(const pin *p, double angle, double until, double *stopped)
{
    double x = angle, v = 0, t = 0, h = until / PIN_STEPS;
    *stopped = INFINITY;
    one_way way_ = {p, angle > 0 ? -1 : 1};
    while (t < until) {
        double step = fmin(h, until - t), x1 = x, v1 = v;
        rk4(one_way_acceleration, &way_, t, step, &x1, &v1);
        if (way_.sign * v1 < 0) { /* it comes to rest within this step */
            for (int i = 0; i < 60; i++) {
                double shorter = step;
                x1 = x, v1 = v;
                rk4(one_way_acceleration, &way_, t, shorter, &x1, &v1);
                step -= v1 / one_way_acceleration(t, x1, v1, &way_);
                if (fabs(v1) < 1e-16) break;
            }
            v1 = 0;
            way_.sign = -way_.sign;
            if (fabs(sin(x1)) <= p->mu * p->r / p->L) { /* |R| = m g holds m g L sin */
                *stopped = t + step;
                return x1;
            }
        }
        t += step;
        x = x1;
        v = v1;
    }
    return x;
}

static const pin rusty = {.m = 2, .I = 0.1, .L = 0.5, .mu = 0.4, .r = 0.1};
static const char *rusty_pendulum(void)
{
    return MODEL("gravity: [0, -9.81]\n"
                 "bodies: {arm: {mass: 2 kg, inertia: 0.1 kg m2, at: [%.17g, %.17g], angle: 1.2 rad, spin: 0,\n"
                 "               points: {foot: [0, 0.5]}}}\n"
                 "joints: {pin: {revolute: [ground, arm.foot], radius: 0.1 m, friction: {law: coulomb, mu_k: 0.4}}}\n",
                 0.5 * sin(1.2), -0.5 * cos(1.2));
}

static void pendulum_with_pin_friction_swings_as_its_one_equation(void **state)
{
    (void)state;
    double stopped, angle = pin_reference(&rusty, 1.2, 3, &stopped);
    for (EACH(w, smooth)) {
        bri_result *result = run(rusty_pendulum(), w->integrator, 3, w->rtol, 1e-6);
        meet(result, "arm.angle", angle, 2e-6);
        bri_result_destroy(result);
    }
}

static void pendulum_with_pin_friction_stops_where_it_must(void **state)
{
    (void)state;
    double stopped, angle = pin_reference(&rusty, 1.2, 30, &stopped);
    assert_true(stopped < 29);
    for (EACH(w, smooth)) {
        bri_result *result = run(rusty_pendulum(), w->integrator, 30, w->rtol, 1e-6);
        meet(result, "arm.angle", angle, 1e-5);
        assert_close(when(result, "pin sticks", 0), stopped, 1e-4);
        meet(result, "pin.friction", 2 * g * 0.5 * sin(angle) / 0.1, 1e-3);
        bri_result_destroy(result);
    }
}

static void error_of_pin_friction_falls_with_the_tolerance(void **state)
{
    (void)state;
    double stopped, angle = pin_reference(&rusty, 1.2, 3, &stopped);
    static const char *const names[] = {"dopri5", "bs23", "imex4", "imex5", "radau5", "rodas4", "cvode", "ida"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double before = INFINITY;
        if (!has_integrator(names[i])) continue;
        for (double rtol = 1e-4; rtol > 5e-9; rtol /= 100) {
            bri_result *result = run(rusty_pendulum(), names[i], 3, rtol, 100 * rtol);
            double error = fabs(last(result, "arm.angle") - angle);
            if (!(error <= 2000 * rtol && (error < before / 4 || error < 1e-9)))
                fail_msg("%s at rtol %g: error %g, before %g", names[i], rtol, error, before);
            before = error;
            bri_result_destroy(result);
        }
    }
}

/* --- guide with corners ------------------------------------------------------------------------------------------ */

/* A drawer is pulled by F at e above its axis, its weight W across the guide, so much off the axis that only two
 * corners on opposite faces bear: N_1 = W/2 + M/l, N_2 = W/2 - M/l < 0, friction on N_1 at -h/2, on N_2 at h/2 from
 * the axis. Moments: M = e F + mu (h/2) W; friction 2 mu M/l. */
static void drawer_is_braked_by_its_corners(void **state)
{
    (void)state;
    double F = 100, e = 0.2, l = 0.5, h = 0.1, mu = 0.3, m = 2, W = 2 * 10, M = e * F + mu * h / 2 * W;
    double a = (F - 2 * mu * M / l) / m;
    assert_true(M / l > W / 2);
    const char *model =
        "gravity: [0, -10]\n"
        "bodies: {drawer: {mass: 2 kg, inertia: 0.1 kg m2, velocity: [0, 0], points: {knob: [0, 0.2]}}}\n"
        "joints: {guide: {translational: [ground, drawer], along: [1, 0], length: 0.5 m, height: 0.1 m,\n"
        "                 friction: {law: coulomb, mu_k: 0.3}}}\n"
        "forces: {pull: {force: drawer.knob, along: [1, 0], value: 100 N}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-7);
        meet(result, "guide.couple", M, 1e-8);
        meet(result, "drawer.x", a / 2, 1e-6);
        meet(result, "guide.load", 2 * M / l, 1e-7);
        bri_result_destroy(result);
    }
}

/* With e > l/(2 mu) and no weight every pull, however strong, is held; and a drawer that moves is braked. */
static void drawer_jams_however_strong_the_pull(void **state)
{
    (void)state;
    double l = 0.5, mu = 0.3, e = 1, a = (1 - 2 * mu * e / l) / 2; /* for each newton */
    for (EACH(w, smooth))
        for (int moves = 0; moves < 2; moves++) {
            const char *model = MODEL(
                "bodies: {drawer: {mass: 2 kg, inertia: 0.1 kg m2, velocity: [%d, 0], points: {knob: [0, 1]}}}\n"
                "joints: {guide: {translational: [ground, drawer], along: [1, 0], length: 0.5 m, height: 0.1 m,\n"
                "                 friction: {law: coulomb, mu_k: 0.3}}}\n"
                "forces: {pull: {force: drawer.knob, along: [1, 0], value: {ramp: 1000 N, from: 100 N, end: 2 s}}}\n",
                moves);
            bri_result *result = run(model, w->integrator, 2, w->rtol, 1e-6);
            meet(result, "drawer.vx", 0, 1e-14);
            if (moves) { /* 1 + a (100 t + 225 t^2) = 0 */
                double t = (-100 + sqrt(100 * 100 - 4 * 225 / a)) / 450;
                assert_close(when(result, "guide sticks", 0), t, 1e-6);
                meet(result, "drawer.x", t + a * (50 * t * t + 75 * t * t * t), 1e-6);
            } else {
                meet(result, "drawer.x", 0, 1e-15);
            }
            bri_result_destroy(result);
        }
}

/* A block is pressed across its guide by A sin(w t) and pulled by 40 N. Friction has the magnitude mu (A |sin| + P), with and without
 * a length and a height: M = mu h N/2 is less than what would lift a corner off, N l/2. */
static void preloaded_guide_passes_through_a_load_of_zero(void **state)
{
    (void)state;
    double A = 30, mu = 0.3, m = 2, F = 40, T = 2.3, w = 2 * pi * 1.7, P = 8;
    double halves = floor(w * T / pi), part = w * T - halves * pi,
           sum = (2 * halves + 1 - cos(part)) / w; /* of |sin| */
    for (int i = 0; i < 6; i++) {
        double length = i % 3 ? 0.3 : 0, height = i % 3 == 1 ? 0 : 0.2, preload = i < 3 ? P : 0;
        double N = -A * sin(w * T);
        for (EACH(s, smooth)) {
            const char *model =
                MODEL("bodies: {block: {mass: 2 kg, inertia: 0.1 kg m2, velocity: [1, 0]}}\n"
                      "joints: {guide: {translational: [ground, block], along: [1, 0], length: %g, height: %g,\n"
                      "                 friction: {law: coulomb, mu_k: 0.3, preload: %g N}}}\n"
                      "forces: {press: {force: block, along: [0, 1], value: {sine: 30 N, frequency: 1.7 Hz}},\n"
                      "         pull: {force: block, along: [1, 0], value: 40 N}}\n",
                      length, height, preload);
            bri_result *result = run(model, s->integrator, T, s->rtol, 1e-5);
            meet(result, "block.vx", 1 + (F * T - mu * (A * sum + preload * T)) / m,
                 4e-5); /* 1e-6 of it: |N| has kinks */
            meet(result, "guide.load", fabs(N) + preload, 1e-8);
            meet(result, "guide.friction", -mu * (fabs(N) + preload), 1e-8);
            meet(result, "guide.couple", mu * height / 2 * N, 1e-8);
            bri_result_destroy(result);
        }
    }
}

/* --- clutches, brakes -------------------------------------------------------------------------------------------- */

/* Three wheels of 1 kg m2 in a row, pulled by a torque of t N m on the first. A (2 N m) joins 1 and 2, B (0.5 N m)
 * joins 2 and 3: B carries t/3 and slips at 1.5 s; A then carries (t + 0.5)/2 and slips at 3.5 s. */
static void two_clutches_slip_one_after_the_other(void **state)
{
    (void)state;
    static const char *const lining[2][2] = {
        {"law: coulomb, mu_k: 2 N m", "law: coulomb, mu_k: 0.5 N m"},
        {"law: coulomb, mu_k: 0.5, load: 40 N", "law: coulomb, mu_k: 0.5, load: 10 N"}}; /* radius 0.1 m */
    for (int given = 0; given < 2; given++)
        for (EACH(w, smooth)) {
            const char *model = MODEL("bodies:\n"
                                      "  one: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n"
                                      "  two: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n"
                                      "  three: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n"
                                      "joints:\n"
                                      "  hub1: {revolute: [ground, one]}\n"
                                      "  hub2: {revolute: [ground, two]}\n"
                                      "  hub3: {revolute: [ground, three]}\n"
                                      "  A: {clutch: [one, two], friction: {%s}}\n"
                                      "  B: {clutch: [two, three], friction: {%s}}\n"
                                      "forces: {motor: {torque: one, value: {ramp: 10 N m, end: 10 s}}}\n",
                                      lining[given][0], lining[given][1]);
            bri_result *result = run(model, w->integrator, 5, w->rtol, 1e-6);
            assert_close(when(result, "B slips backward", 0), 1.5, 1e-7);
            assert_close(when(result, "A slips backward", 0), 3.5, 1e-7);
            meet(result, "one.spin", 5.75, 2e-6);
            meet(result, "two.spin", 4.625, 2e-6);
            meet(result, "three.spin", 2.125, 2e-6);
            assert_int_equal(result->events, 2);
            bri_result_destroy(result);
        }
}

/* A brake of 1 N m at the first wheel besides: all rest until 1 s; B slips at 2.5 s, A at 4.5 s. From 6 s the motor is
 * off: wheel 1 is at 6.5 rad/s (0.375 + 2 + ...), and all come to rest in turn. */
static void three_clutches_hold_slip_and_hold_again(void **state)
{
    (void)state;
    const char *model = "bodies:\n"
                        "  one: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n"
                        "  two: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n"
                        "  three: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n"
                        "joints:\n"
                        "  hub1: {revolute: [ground, one]}\n"
                        "  hub2: {revolute: [ground, two]}\n"
                        "  hub3: {revolute: [ground, three]}\n"
                        "  brake: {clutch: [ground, one], friction: {law: coulomb, mu_k: 1 N m}}\n"
                        "  A: {clutch: [one, two], friction: {law: coulomb, mu_k: 2 N m}}\n"
                        "  B: {clutch: [two, three], friction: {law: coulomb, mu_k: 0.5 N m}}\n"
                        "forces: {motor: {torque: one, value: {table: [[0 s, 0 N m], [6 s, 6 N m], [6 s, 0 N m]]}}}\n";
    /* speeds at 6 s: 1: 2.25/6 + (2.5..4.5: (t - 1.5)/2) 2 + (4.5..6: t - 3) 3.375; 2: 0.375 + 2 + 1.5 1.5; 3: 0.375
     * + 0.5 3.5 */
    double w1 = 0.375 + 2 + 3.375, w2 = 0.375 + 2 + 2.25, w3 = 0.375 + 1.75;
    /* then 1 loses 3 rad/s2, 2 gains 1.5, 3 gains 0.5, until 1 and 2 turn alike */
    double t1 = 6 + (w1 - w2) / 4.5, w12 = w1 - 3 * (t1 - 6), w3_1 = w3 + 0.5 * (t1 - 6);
    /* 1 and 2 together: -1 - 0.5 over 2 kg m2 (A carries 0.25); 3 gains 0.5 */
    double t2 = t1 + (w12 - w3_1) / 1.25, all = w12 - 0.75 * (t2 - t1);
    double t3 = t2 + all * 3; /* all three: -1/3 */
    (void)w2;
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, ceil(t3) + 10, w->rtol, 1e-6);
        assert_close(when(result, "brake slips forward", 0), 1, 1e-7);
        assert_close(when(result, "B slips backward", 0), 2.5, 1e-7);
        assert_close(when(result, "A slips backward", 0), 4.5, 1e-7);
        assert_close(when(result, "A sticks", 0), t1, 1e-6);
        assert_close(when(result, "B sticks", 0), t2, 1e-6);
        assert_close(when(result, "brake sticks", 0), t3, 1e-6);
        assert_true(fabs(last(result, "one.spin")) < 1e-15 && fabs(last(result, "two.spin")) < 1e-15 &&
                    fabs(last(result, "three.spin")) < 1e-15);
        assert_int_equal(result->events, 6);
        bri_result_destroy(result);
    }
}

/* J w' = -mu r c t: stops after sqrt(2 J w0/(mu r c)); angle w0 t - mu r c t^3/(6 J). */
static void brake_with_a_rising_load_stops_a_flywheel(void **state)
{
    (void)state;
    const char *model = "bodies: {wheel: {mass: 10 kg, inertia: 2 kg m2, spin: 30 rad/s}}\n"
                        "joints:\n"
                        "  hub: {revolute: [ground, wheel]}\n"
                        "  brake: {clutch: [ground, wheel], radius: 0.2 m,\n"
                        "          friction: {law: coulomb, mu_k: 0.4, load: {ramp: 1000 N, end: 10 s}}}\n";
    double k = 0.4 * 0.2 * 100 / 2, t = sqrt(2 * 30 / k);
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 12, w->rtol, 1e-6);
        assert_close(when(result, "brake sticks", 0), t, 1e-6);
        meet(result, "wheel.angle", 30 * t - k * t * t * t / 6, 1e-4);
        meet(result, "energy.friction", 900, 1e-3);
        bri_result_destroy(result);
    }
}

/* --- wheels ------------------------------------------------------------------------------------------------------ */

static const char *disc(double angle, const char *wheel)
{
    return MODEL(
        "gravity: [%.17g, %.17g]\n"
        "bodies: {disc: {mass: 2 kg, inertia: 0.04 kg m2, radius: 0.2 m, at: [0, 0.2], velocity: [0, 0], spin: 0}}\n"
        "joints: {floor: {wheel_on_line: [ground, disc], along: [1, 0], friction: {%s}}}\n",
        g * sin(angle), -g * cos(angle), wheel);
}

/* A disc rolls where tan(angle) <= 3 mu: a = 2/3 g sin. */
static void disc_rolls_down_where_friction_is_enough(void **state)
{
    (void)state;
    double angle = atan(0.6) - 1e-6, a = 2. / 3 * g * sin(angle);
    for (EACH(w, smooth)) {
        bri_result *result = run(disc(angle, "law: coulomb, mu_k: 0.2"), w->integrator, 2, w->rtol, 1e-7);
        meet(result, "disc.x", 2 * a, 1e-5);
        meet(result, "disc.spin", -2 * a / 0.2, 1e-4);
        meet(result, "floor.friction", -2. / 3 * g * sin(angle), 1e-7); /* m g sin / 3 */
        meet(result, "floor.slipping", 0, 0);
        assert_true(fabs(last(result, "floor.slip")) < 1e-12);
        bri_result_destroy(result);
    }
}

/* else it slips: a = g (sin - mu cos), r alpha = 2 mu g cos. */
static void disc_slips_down_where_friction_is_not_enough(void **state)
{
    (void)state;
    double angle = atan(0.6) + 1e-3, a = g * (sin(angle) - 0.2 * cos(angle)), turn = -2 * 0.2 * g * cos(angle) / 0.2;
    for (EACH(w, smooth)) {
        bri_result *result = run(disc(angle, "law: coulomb, mu_k: 0.2"), w->integrator, 2, w->rtol, 1e-7);
        meet(result, "disc.x", 2 * a, 1e-5);
        meet(result, "disc.spin", 2 * turn, 1e-4);
        meet(result, "floor.slipping", 2, 0);
        bri_result_destroy(result);
    }
}

/* With a smoothed law a disc that stays where it is does not slip, and one on a slope above 3 mu_k slips fully. */
static void a_disc_at_rest_and_a_disc_that_slides(void **state)
{
    (void)state;
    static const double slopes[] = {0, 1.2};
    for (int i = 0; i < 2; i++) {
        bri_result *result =
            run(disc(atan(slopes[i]), "law: coulomb_tanh, mu_k: 0.2, k_tanh: 100 s/m"), "dopri5", 1, 1e-8, 1e-7);
        meet(result, "floor.slipping", i ? 2 : 0, 0);
        bri_result_destroy(result);
    }
}

/* A ball that is thrown without spin slides, then rolls: v = 2/3 v0 for a disc, after v0/(3 mu g). */
static void disc_thrown_without_spin_comes_to_roll(void **state)
{
    (void)state;
    const char *model =
        "gravity: [0, -9.81]\n"
        "bodies: {disc: {mass: 2 kg, inertia: 0.04 kg m2, radius: 0.2 m, at: [0, 0.2], velocity: [6 m/s, 0], spin: "
        "0}}\n"
        "joints: {floor: {wheel_on_line: [ground, disc], along: [1, 0], friction: {law: coulomb, mu_k: 0.2}}}\n";
    double t = 6 / (3 * 0.2 * g);
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 3, w->rtol, 1e-7);
        assert_close(when(result, "floor sticks", 0), t, 1e-6);
        meet(result, "disc.vx", 4, 1e-6);
        meet(result, "disc.spin", -20, 1e-5);
        meet(result, "disc.x", 5 * t + 4 * (3 - t), 1e-5);
        meet(result, "energy.friction", 36 - (16 + 0.02 * 400), 1e-4);
        bri_result_destroy(result);
    }
}

/* A moment r mu N against the turning: (m + I/r^2) a = -mu m g, so a = -2/3 mu g for a disc. */
static void rolling_resistance_slows_a_wheel_down(void **state)
{
    (void)state;
    static const char *const joints[2] = {
        "rolling: [ground, disc], along: [1, 0], friction: {law: coulomb, mu_k: 0.01}",
        "wheel_on_line: [ground, disc], along: [1, 0], friction: {law: coulomb, mu_k: 0.5}, rolling: {law: coulomb, "
        "mu_k: 0.01}"};
    double a = 2. / 3 * 0.01 * g;
    for (int i = 0; i < 2; i++)
        for (EACH(w, smooth)) {
            const char *model = MODEL("gravity: [0, -9.81]\n"
                                      "bodies: {disc: {mass: 2 kg, inertia: 0.04 kg m2, radius: 0.2 m, at: [0, 0.2],\n"
                                      "                velocity: [1 m/s, 0], spin: -5 rad/s}}\n"
                                      "joints: {floor: {%s}}\n",
                                      joints[i]);
            bri_result *result = run(model, w->integrator, 20, w->rtol, 1e-6);
            meet(result, "disc.x", 1 / (2 * a), 1e-5);
            assert_close(when(result, i ? "floor.rolling sticks" : "floor sticks", 0), 1 / a, 1e-6);
            assert_true(fabs(last(result, "disc.vx")) < 1e-12);
            bri_result_destroy(result);
        }
}

/* --- drivers, gears ---------------------------------------------------------------------------------------------- */

/* A link is turned by angle(t) = 0.8 sin(2 pi t): the torque is (I + m L^2) angle'' + m g L cos(angle), its work the
 * change in energy. */
static void motor_gives_the_torque_and_the_work_on_paper(void **state)
{
    (void)state;
    const char *model = "gravity: [0, -9.81]\n"
                        "bodies: {arm: {mass: 2 kg, inertia: 0.1 kg m2, at: [0.5, 0], points: {foot: [-0.5, 0]}}}\n"
                        "joints:\n"
                        "  hub: {revolute: [ground, arm.foot]}\n"
                        "  motor: {rotation_driver: [ground, arm], motion: {sine: 0.8 rad, frequency: 1 Hz}}\n";
    double t = 1.7, w = 2 * pi, angle = 0.8 * sin(w * t), spin = 0.8 * w * cos(w * t);
    double torque = (0.1 + 2 * 0.25) * -w * w * angle + 2 * g * 0.5 * cos(angle);
    double work = 0.5 * 0.6 * (spin * spin - 0.64 * w * w) + 2 * g * 0.5 * sin(angle);
    for (EACH(way_, smooth)) {
        bri_result *result = run(model, way_->integrator, t, way_->rtol, 1e-5);
        meet(result, "arm.angle", angle, 1e-6);
        meet(result, "motor.torque", torque, 1e-3);
        meet(result, "energy.drivers", work, 1e-4);
        bri_result_destroy(result);
    }
}

/* A slider-crank turned at a steady speed: the crank is back after a turn, so the motor has done no work on the
 * whole. */
static void motor_of_a_slider_crank_does_no_work_in_a_turn(void **state)
{
    (void)state;
    const char *model =
        "gravity: [0, -9.81]\n"
        "bodies:\n"
        "  crank: {mass: 1 kg, inertia: 0.01 kg m2, at: [0.1, 0], points: {foot: [-0.1, 0], tip: [0.1, 0]}}\n"
        "  rod: {mass: 2 kg, inertia: 0.1 kg m2, at: [0.5, 0], points: {left: [-0.3, 0], right: [0.3, 0]}}\n"
        "  slider: {mass: 1 kg, inertia: 1 kg m2, at: [0.8, 0]}\n"
        "joints:\n"
        "  pivot: {revolute: [ground, crank.foot]}\n"
        "  crankpin: {revolute: [crank.tip, rod.left]}\n"
        "  pin: {revolute: [rod.right, slider]}\n"
        "  guide: {translational: [ground, slider], along: [1, 0]}\n"
        "  motor: {rotation_driver: [ground, crank], motion: {table: [[0 s, 0 rad], [10 s, 100 rad]]}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 2 * pi / 10 * 3, w->rtol, 1e-5);
        meet(result, "slider.x", 0.8, 1e-6);
        meet(result, "energy.drivers", 0, 1e-4);
        bri_result_destroy(result);
        result =
            run(model, w->integrator, 0.2, w->rtol, 1e-5); /* crank at 2 rad: x = 0.2 cos + sqrt(0.36 - 0.04 sin^2) */
        meet(result, "slider.x", 0.2 * cos(2) + sqrt(0.36 - 0.04 * sin(2) * sin(2)), 1e-6);
        bri_result_destroy(result);
    }
}

/* Sun of 20 teeth, planet of 15, ring of 50 that is held: w_c = w_s 20/70, w_p - w_c = -(20/15)(w_s - w_c); the
 * torque on the sun works against the inertia of all of it, seen at the sun. */
static void planetary_gear_turns_in_its_ratio(void **state)
{
    (void)state;
    const char *model = "bodies:\n"
                        "  sun: {mass: 1 kg, inertia: 0.02 kg m2, spin: 0}\n"
                        "  carrier: {mass: 1 kg, inertia: 0.05 kg m2, spin: 0, points: {pin: [0.35, 0]}}\n"
                        "  planet: {mass: 0.4 kg, inertia: 0.003 kg m2, at: [0.35, 0]}\n"
                        "joints:\n"
                        "  hub: {revolute: [ground, sun]}\n"
                        "  hub2: {revolute: [ground, carrier]}\n"
                        "  pin: {revolute: [carrier.pin, planet]}\n"
                        "  inner: {gear: [sun, planet, carrier], ratio: 0.75}\n"
                        "  outer: {gear: [planet, ground, carrier], ratio: -3.3333333333333335}\n"
                        "forces: {motor: {torque: sun, value: 1 N m}}\n";
    double c = 2. / 7, p = c - 4. / 3 * (1 - c);
    double a = 1 / (0.02 + (0.05 + 0.4 * 0.35 * 0.35) * c * c + 0.003 * p * p);
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-5);
        meet(result, "sun.spin", a, 1e-4);
        meet(result, "carrier.spin", c * a, 1e-4);
        meet(result, "planet.spin", p * a, 1e-4);
        meet(result, "sun.angle", a / 2, 1e-4);
        bri_result_destroy(result);
    }
}

/* --- belt -------------------------------------------------------------------------------------------------------- */

/* m x'' = -k x +- friction on a belt of speed V. It sticks until k x = mu_s N. With D = (mu_s - mu_k) N/k, w =
 * sqrt(k/m) and d = atan2(V/w, D) it slips for (pi + 2 d)/w, to D on the other side of mu_k N/k, and sticks for 2
 * D/V. */
static void block_on_a_belt_sticks_and_slips_in_its_period(void **state)
{
    (void)state;
    const char *model =
        "bodies:\n"
        "  belt: {mass: 1 kg, inertia: 1 kg m2}\n"
        "  block: {mass: 1 kg, inertia: 1 kg m2}\n"
        "joints:\n"
        "  bed: {translational: [ground, belt], along: [1, 0]}\n"
        "  guide: {translational: [ground, block], along: [1, 0]}\n"
        "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {table: [[0 s, 0 m], [100 s, 10 m]]}}\n"
        "  contact: {rub: [belt, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.3, mu_s: 0.5, load: 10 N}}\n"
        "forces: {spring: {spring: guide, stiffness: 100 N/m}}\n";
    double V = 0.1, w = 10, D = 0.02, d = atan2(V / w, D), slips = (pi + 2 * d) / w, first = 0.05 / V;
    double period = slips + 2 * D / V;
    /* the block begins on the belt: velocities that were not given are completed, and here nothing says the block's:
     * it is 0 */
    for (EACH(w_, smooth)) {
        bri_result *result = run(model, w_->integrator, 10, w_->rtol, 1e-5);
        double t0 = when(result, "contact slips backward", 0), t5 = when(result, "contact slips backward", 5);
        assert_close(t5 - t0, 5 * period, 1e-5);
        assert_close(when(result, "contact sticks", 3) - when(result, "contact slips backward", 2), slips, 1e-5);
        (void)first;
        bri_result_destroy(result);
    }
}

/* --- bodies that carry others ------------------------------------------------------------------------------------ */

/* A bead on a rod that turns at w: the rod pushes with 2 m w r', so r'' = w^2 r - 2 mu w r', r = A exp(l1 t) + B
 * exp(l2 t) with l = w (-mu +- sqrt(mu^2 + 1)). Taylor, Classical Mechanics, 9.6, with friction added. */
static void bead_on_a_turning_rod_flies_out_as_on_paper(void **state)
{
    (void)state;
    static const char *const joints[2] = {"point_on_line", "translational"};
    double w = 3, mu = 0.4, root = sqrt(mu * mu + 1), l1 = w * (root - mu), l2 = -w * (root + mu), r0 = 0.2, v0 = 0.05;
    double A = (v0 - l2 * r0) / (l1 - l2), B = r0 - A, t = 1.1, r = A * exp(l1 * t) + B * exp(l2 * t);
    double v = A * l1 * exp(l1 * t) + B * l2 * exp(l2 * t);
    for (int i = 0; i < 2; i++)
        for (EACH(way_, smooth)) {
            const char *model =
                MODEL("bodies:\n"
                      "  rod: {mass: 1 kg, inertia: 1 kg m2}\n"
                      "  bead: {mass: 0.5 kg, inertia: 0.01 kg m2, at: [0.2, 0], velocity: [0.05, 0.6]}\n"
                      "joints:\n"
                      "  hub: {revolute: [ground, rod]}\n"
                      "  motor: {rotation_driver: [ground, rod], motion: {table: [[0 s, 0 rad], [10 s, 30 rad]]}}\n"
                      "  slot: {%s: [rod, bead], along: [1, 0], friction: {law: coulomb, mu_k: 0.4}}\n",
                      joints[i]);
            bri_result *result = run(model, way_->integrator, t, way_->rtol, 1e-6);
            meet(result, "slot.slide", r, 1e-5);
            meet(result, "slot.slide_rate", v, 1e-5);
            meet(result, "slot.normal", 2 * 0.5 * w * v, 1e-4);
            meet(result, "bead.x", r * cos(w * t), 1e-5);
            bri_result_destroy(result);
        }
}

/* A disc rolls down a wedge that slides freely: s'' = g sin/(3/2 - m cos^2/(M + m)), X'' = -m cos s''/(M + m);
 * Lagrange's equations. */
static void disc_rolls_down_a_wedge_that_gives_way(void **state)
{
    (void)state;
    double a = 0.5, m = 2, M = 5, r = 0.2, s = g * sin(a) / (1.5 - m * cos(a) * cos(a) / (M + m)),
           X = -m * cos(a) * s / (M + m);
    for (int slips = 0; slips < 2; slips++)
        for (EACH(w, smooth)) {
            const char *model =
                MODEL("gravity: [0, -9.81]\n"
                      "bodies:\n"
                      "  wedge: {mass: 5 kg, inertia: 1 kg m2, velocity: [0, 0]}\n"
                      "  disc: {mass: 2 kg, inertia: 0.04 kg m2, radius: 0.2 m, at: [%.17g, %.17g], spin: 0}\n"
                      "joints:\n"
                      "  floor: {translational: [ground, wedge], along: [1, 0]}\n"
                      "  slope: {%s: [wedge, disc], along: [%.17g, %.17g]%s}\n",
                      r * sin(a), r * cos(a), slips ? "wheel_on_line" : "rolling", cos(a), -sin(a),
                      slips ? ", friction: {law: coulomb, mu_k: 0.9}" : "");
            bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-6);
            meet(result, "wedge.x", X / 2, 1e-5);
            meet(result, "disc.x", r * sin(a) + X / 2 + s / 2 * cos(a), 1e-5);
            meet(result, "disc.spin", -s / r, 1e-4);
            bri_result_destroy(result);
        }
}

/* A wheel that hangs below its line rolls like one that stands on it. */
static void wheel_below_its_line_rolls_as_well(void **state)
{
    (void)state;
    const char *model =
        "bodies: {disc: {mass: 2 kg, inertia: 0.04 kg m2, radius: 0.2 m, at: [0, -0.2], velocity: [0, 0]}}\n"
        "joints: {ceiling: {rolling: [ground, disc], along: [1, 0]}}\n"
        "forces: {push: {force: disc, along: [1, 0], value: 3 N}}\n";
    for (EACH(w, smooth)) { /* (m + I/r^2) a = 3 N; seen from the line it turns the other way */
        bri_result *result = run(model, w->integrator, 2, w->rtol, 1e-6);
        meet(result, "disc.x", 2, 1e-5);
        meet(result, "disc.spin", 2 / 0.2, 1e-4);
        bri_result_destroy(result);
    }
}

/* Two bodies as one: a rod of 2 kg and a disc of 3 kg at its end. (I_1 + m_1 a^2 + I_2 + m_2 L^2) angle'' = -(m_1 a
 * + m_2 L) g cos. */
static double compound_acceleration(double t, double x, double v, const void *user)
{
    (void)t, (void)v, (void)user;
    return -(2 * 0.5 + 3) * g * cos(x) / (0.2 + 0.5 + 0.1 + 3);
}

static void bodies_that_are_fixed_swing_as_one(void **state)
{
    (void)state;
    const char *model = "gravity: [0, -9.81]\n"
                        "bodies:\n"
                        "  rod: {mass: 2 kg, inertia: 0.2 kg m2, at: [0.5, 0], spin: 0, points: {foot: [-0.5, 0]}}\n"
                        "  disc: {mass: 3 kg, inertia: 0.1 kg m2, at: [1, 0], angle: 2 rad}\n"
                        "joints: {hub: {revolute: [ground, rod.foot]}, weld: {fixed: [rod, disc]}}\n";
    double angle = 0, spin = 0;
    integrate(compound_acceleration, NULL, 4, 50000, &angle, &spin);
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 4, w->rtol, 1e-5);
        meet(result, "rod.angle", angle, 3e-5);
        meet(result, "disc.angle", angle + 2, 3e-5);
        meet(result, "disc.y", sin(angle), 3e-5);
        bri_result_destroy(result);
    }
}

/* A thrust that turns with its body at w: v = F/(m w) (sin wt, 1 - cos wt). One that does not: F t/m. */
static void thrust_turns_with_its_body_or_does_not(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2; turns++)
        for (EACH(w, smooth)) {
            const char *model =
                MODEL("bodies: {craft: {mass: 2 kg, inertia: 1 kg m2, velocity: [0, 0], spin: 3 rad/s}}\n"
                      "forces: {thrust: {force: craft, along: [1, 0], value: 4 N, turns: %s}}\n",
                      turns ? "with_body" : "'no'");
            bri_result *result = run(model, w->integrator, 2, w->rtol, 1e-6);
            meet(result, "craft.vx", turns ? 4. / 6 * sin(6) : 4, 1e-6);
            meet(result, "craft.vy", turns ? 4. / 6 * (1 - cos(6)) : 0, 1e-6);
            bri_result_destroy(result);
        }
}

/* --- springs, dampers, time -------------------------------------------------------------------------------------- */

/* x'' + 2 d w x' + w^2 x = 0 with w = 5, d = 0.2: x = exp(-t) (cos(wd t) + sin(wd t)/wd), wd = sqrt(24). */
static void damped_spring_swings_as_on_paper(void **state)
{
    (void)state;
    const char *model =
        "ground: {points: {wall: [-3, 0]}}\n"
        "bodies: {block: {mass: 2 kg, inertia: 1 kg m2, at: [1, 0], velocity: [0, 0]}}\n"
        "joints: {guide: {translational: [ground, block], along: [1, 0]}}\n"
        "forces: {spring: {spring: [ground.wall, block], stiffness: 50 N/m, damping: 4 N s/m, length: 3 m}}\n";
    double wd = sqrt(24), t = 1.3;
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, t, w->rtol, 1e-6);
        meet(result, "block.x", exp(-t) * (cos(wd * t) + sin(wd * t) / wd), 1e-6);
        bri_result_destroy(result);
    }
}

/* At 1 s the free length jumps from 0 to 0.5 m: x = cos(2 t), then 0.5 + (x1 - 0.5) cos + v1/2 sin. What the jump
 * brings in is in the energy balance. */
static void spring_whose_length_jumps_keeps_account(void **state)
{
    (void)state;
    const char *model = "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, at: [1, 0], velocity: [0, 0]}}\n"
                        "joints: {guide: {translational: [ground, block], along: [1, 0]}}\n"
                        "forces: {spring: {spring: guide, stiffness: 4 N/m, length: {step: 0.5 m, start: 1 s}}}\n";
    double x1 = cos(2), v1 = -2 * sin(2);
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 3, w->rtol, 1e-6);
        meet(result, "block.x", 0.5 + (x1 - 0.5) * cos(4) + v1 / 2 * sin(4), 1e-6);
        bri_result_destroy(result);
    }
}

/* A run may begin at any time: signals are of the time, x = t^3/6 from 5 s on. */
static void run_begins_when_it_is_said(void **state)
{
    (void)state;
    const char *model = "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0]}}\n"
                        "forces: {push: {force: block, along: [1, 0], value: {ramp: 10 N, start: 5 s, end: 15 s}}}\n"
                        "run: {start: 4 s, until: 7 s}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 7, w->rtol, 1e-5);
        assert_close(at_row(result, 0, "t"), 4, 0);
        meet(result, "block.x", 8. / 6, 1e-6);
        bri_result_destroy(result);
    }
}

/* Rows are even in time, from the beginning to the end, whatever happens between them. */
static void rows_are_even_in_time(void **state)
{
    (void)state;
    bri_system *system = build(oscillator);
    bri_error err = {0};
    bri_run_def def = bri_run_defaults();
    bri_result *result = NULL;
    def.until = 40;
    def.interval = 0.3;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
    assert_int_equal(result->channels->rows, 135);
    for (size_t row = 0; row < 134; row++)
        assert_close(at_row(result, row, "t"), 0.3 * (double)row, 1e-12);
    assert_true(last(result, "t") == 40);
    bri_result_destroy(result);
    bri_system_destroy(system);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simple_pendulum_swings_for_ten_seconds),
        cmocka_unit_test(pendulum_is_back_after_its_period),
        cmocka_unit_test(error_of_the_pendulum_falls_with_the_tolerance),
        cmocka_unit_test(rk4_with_fixed_steps_is_of_fourth_order),
        cmocka_unit_test(double_pendulum_is_the_same_with_rods_and_with_pins),
        cmocka_unit_test(torsion_spring_swings_as_a_cosine),
        cmocka_unit_test(coulomb_oscillator_stops_for_ever),
        cmocka_unit_test(stopped_oscillator_does_not_creep_in_a_thousand_seconds),
        cmocka_unit_test(lugre_mass_is_pulled_in_stick_and_slip),
        cmocka_unit_test(block_sticks_on_an_incline_below_the_limit),
        cmocka_unit_test(block_stuck_on_an_incline_does_not_creep_in_a_thousand_seconds),
        cmocka_unit_test(block_slides_down_an_incline_as_on_paper),
        cmocka_unit_test(lagged_load_is_right_where_it_is_constant),
        cmocka_unit_test(preload_is_added_to_the_reaction),
        cmocka_unit_test(preload_of_a_guide_with_corners_is_the_same),
        cmocka_unit_test(pendulum_with_pin_friction_swings_as_its_one_equation),
        cmocka_unit_test(pendulum_with_pin_friction_stops_where_it_must),
        cmocka_unit_test(error_of_pin_friction_falls_with_the_tolerance),
        cmocka_unit_test(drawer_is_braked_by_its_corners),
        cmocka_unit_test(drawer_jams_however_strong_the_pull),
        cmocka_unit_test(preloaded_guide_passes_through_a_load_of_zero),
        cmocka_unit_test(two_clutches_slip_one_after_the_other),
        cmocka_unit_test(three_clutches_hold_slip_and_hold_again),
        cmocka_unit_test(brake_with_a_rising_load_stops_a_flywheel),
        cmocka_unit_test(disc_rolls_down_where_friction_is_enough),
        cmocka_unit_test(disc_slips_down_where_friction_is_not_enough),
        cmocka_unit_test(a_disc_at_rest_and_a_disc_that_slides),
        cmocka_unit_test(disc_thrown_without_spin_comes_to_roll),
        cmocka_unit_test(rolling_resistance_slows_a_wheel_down),
        cmocka_unit_test(motor_gives_the_torque_and_the_work_on_paper),
        cmocka_unit_test(motor_of_a_slider_crank_does_no_work_in_a_turn),
        cmocka_unit_test(planetary_gear_turns_in_its_ratio),
        cmocka_unit_test(block_on_a_belt_sticks_and_slips_in_its_period),
        cmocka_unit_test(bead_on_a_turning_rod_flies_out_as_on_paper),
        cmocka_unit_test(disc_rolls_down_a_wedge_that_gives_way),
        cmocka_unit_test(wheel_below_its_line_rolls_as_well),
        cmocka_unit_test(bodies_that_are_fixed_swing_as_one),
        cmocka_unit_test(thrust_turns_with_its_body_or_does_not),
        cmocka_unit_test(damped_spring_swings_as_on_paper),
        cmocka_unit_test(spring_whose_length_jumps_keeps_account),
        cmocka_unit_test(run_begins_when_it_is_said),
        cmocka_unit_test(rows_are_even_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
