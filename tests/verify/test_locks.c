/* test_locks.c - blocks, wedges and pendulums that stop, stay or slide on, and balls that bounce, over ranges of their parameters,
 * with default settings
 *
 * Each has a motion in closed form, or one equation that is integrated here. Parameters are drawn by a seed; some lie within 1e-6 of the boundary between
 * holding and sliding. */
#include "mechanism.h"

enum {
    DRAWN = 60 /* of each kind */
};
static const double g = 9.81, close_to_limit = 1e-6;

/* A run with default settings. The caller frees the result. */
static bri_result *run_default(const char *model_text)
{
    bri_error err = {0};
    bri_system *system = build(model_text);
    bri_run_def def = bri_run_defaults();
    bri_result *result = NULL;
    if (bri_run(system, &def, &result, &err)) fail_msg("%s\n%s", err.what, model_text);
    assert_true(fabs(result->energy_error) <= 1e-4 * result->energy_turnover + 1e-20); /* a tenth of the alarm */
    bri_system_destroy(system);
    return result;
}

/* About 1, one time in three nearly so: the ratio of a load to what holds it. */
static double near_one(uint64_t *seed)
{
    double side = random_bits(seed) % 2 ? 1 : -1;
    return random_bits(seed) % 3 ? random_scale(seed, 0.3, 3) : 1 + side * close_to_limit;
}

/* --- a block on an incline ---------------------------------------------------------------------------------------------- */

/* Thrown up the slope at v, it stops after v/(g (sin + mu_k cos)), and stays if tan <= mu_s; else it slides back. At rest from the
 * beginning, it stays or slides by the same rule. */
static void block_on_an_incline_stays_or_slides(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < DRAWN; i++) {
        double mu_s = random_scale(&seed, 0.05, 1.5), mu_k = mu_s * random_between(&seed, 0.3, 1);
        double tangent = mu_s * near_one(&seed), angle = atan(tangent), mass = random_scale(&seed, 0.01, 100);
        double v = i % 3 ? random_scale(&seed, 1e-3, 10) : 0;
        double up = g * (sin(angle) + mu_k * cos(angle)), down = g * (sin(angle) - mu_k * cos(angle));
        double stop = v / up, until = fmax(2 * stop, v > 0 ? 0 : 0.1), rest = until - stop;
        double back = tangent <= mu_s ? 0 : 0.5 * down * rest * rest, end = 0.5 * v * stop - back;
        double size = 0.5 * v * stop + back;
        bri_result *result = run_default(MODEL("gravity: [%.17g, %.17g]\n"
                                               "bodies: {block: {mass: %.17g, inertia: 1, velocity: [%.17g, 0]}}\n"
                                               "joints: {slope: {translational: [ground, block], along: [1, 0],\n"
                                               "                 friction: {law: coulomb, mu_s: %.17g, mu_k: %.17g}}}\n"
                                               "run: {until: %.17g}\n",
                                               -g * sin(angle), -g * cos(angle), mass, v, mu_s, mu_k, until));
        meet(result, "block.x", end, 1e-6 * size + 1e-15);
        meet(result, "block.vx", tangent <= mu_s ? 0 : -down * rest, 1e-6 * (v + fmax(down, 0) * rest) + 1e-15);
        if (v > 0 && tangent <= mu_s) assert_close(when(result, "slope sticks", 0) / stop, 1, 1e-6);
        bri_result_destroy(result);
    }
}

/* --- a wedge -------------------------------------------------------------------------------------------------------------- */

/* Acceleration at which a wedge of mass M, on a floor with mu_1, is driven out from under a follower of mass m, which rests on its
 * slope with mu_2 and falls in a guide without friction. Below 0: it is not driven out. */
static double wedge_acceleration(double angle, double M, double m, double mu_1, double mu_2)
{
    double s = sin(angle), c = cos(angle),
           lift = c + mu_2 * s;               /* of the follower, over N; also the load of the floor */
    double push = s - mu_2 * c - mu_1 * lift; /* on the wedge, over N, friction of the floor taken off */
    /* M a = N push - mu_1 M g,  m (g - a tan) = N lift */
    return (m * g * push / lift - mu_1 * M * g) / (M + m * tan(angle) * push / lift);
}

static void wedge_holds_or_is_driven_out(void **state)
{
    (void)state;
    uint64_t seed = 12;
    int held = 0;
    for (int i = 0; i < DRAWN; i++) {
        double mu_1 = random_scale(&seed, 0.02, 0.5), mu_2 = random_scale(&seed, 0.02, 0.5);
        double angle = random_between(&seed, 0.05, 1.2), until = 0.05;
        double M = random_scale(&seed, 0.1, 10), m = random_scale(&seed, 0.1, 10);
        double a = fmax(wedge_acceleration(angle, M, m, mu_1, mu_2), 0), slid = 0.5 * a * until * until;
        held += a == 0;
        bri_result *result = run_default(
            MODEL("gravity: [0, %.17g]\n"
                  "bodies:\n"
                  "  wedge: {mass: %.17g, inertia: 1}\n"
                  "  follower: {mass: %.17g, inertia: 1, at: [0, 0.5]}\n"
                  "joints:\n"
                  "  floor: {translational: [ground, wedge], along: [1, 0], friction: {law: coulomb, mu_k: %.17g}}\n"
                  "  guide: {translational: [ground, follower], along: [0, 1]}\n"
                  "  slope: {point_on_line: [wedge, follower], at: [0, 0.5], along: [%.17g, %.17g],\n"
                  "          friction: {law: coulomb, mu_k: %.17g}}\n"
                  "run: {until: %.17g}\n",
                  -g, M, m, mu_1, cos(angle), -sin(angle), mu_2, until));
        meet(result, "wedge.x", -slid, 1e-6 * slid + 1e-15);
        meet(result, "wedge.vx", -a * until, 1e-6 * a * until + 1e-15);
        bri_result_destroy(result);
    }
    assert_in_range(held, DRAWN / 5, DRAWN * 4 / 5);
}

/* --- a pendulum ------------------------------------------------------------------------------------------------------------ */

/* The angle on the other side at which a swing from an angle ends, both from the bottom: m g l (cos b - cos a) = T (a + b). */
static double next_turn(double a, double torque, double weight)
{
    double low = 0, high = a;
    if (weight * (1 - cos(a)) <= torque * a) return -1; /* it does not reach the bottom */
    for (int i = 0; i < 200; i++) {
        double b = 0.5 * (low + high);
        *(weight * (cos(b) - cos(a)) > torque * (a + b) ? &low : &high) = b;
    }
    return high;
}

/* With a constant friction torque T, its turning points follow from the energy; it stays where m g l sin <= T. */
static void pendulum_with_a_friction_torque_stays_at_a_turning_point(void **state)
{
    (void)state;
    uint64_t seed = 13;
    for (int i = 0; i < DRAWN; i++) {
        double l = random_scale(&seed, 0.05, 2), mass = random_scale(&seed, 0.05, 5), weight = mass * g * l;
        double angle = random_between(&seed, 0.3, 3), torque = weight * random_scale(&seed, 0.03, 0.25), side = 1,
               start = angle;
        int turns = 0;
        for (double b; weight * sin(angle) > torque && (b = next_turn(angle, torque, weight)) >= 0; turns++)
            angle = b, side = -side;
        if (weight * sin(angle) > torque) continue; /* it stops on its way down, which no energy tells */
        bri_result *result =
            run_default(MODEL("gravity: [0, %.17g]\n"
                              "bodies: {bob: {mass: %.17g, inertia: %.17g, at: [%.17g, %.17g], angle: %.17g}}\n"
                              "joints: {pin: {revolute: [ground, bob], at: [0, 0], friction: {law: coulomb, effort: "
                              "torque, mu_k: %.17g}}}\n"
                              "run: {until: %.17g}\n",
                              -g, mass, 0.3 * mass * l * l, l * sin(start), -l * cos(start), start, torque,
                              20 * (turns + 1) * sqrt(l / g)));
        meet(result, "bob.angle", side * angle, 1e-5);
        meet(result, "bob.spin", 0, 1e-12);
        bri_result_destroy(result);
    }
}

typedef struct swing {             /* of a bob on a pin whose friction follows its reaction */
    double mass, l, inertia, mu_r; /* inertia about the bob's centre; coefficient times radius */
} swing;

/* (I + m l^2) alpha = -m g l sin - sign(omega) mu r |R|, where R_t = m l alpha + m g sin, R_r = m l omega^2 + m g cos */
static double swing_acceleration(const swing *s, double angle, double omega)
{
    double whole = s->inertia + s->mass * s->l * s->l, weight = s->mass * g, alpha = 0;
    double radial = s->mass * s->l * omega * omega + weight * cos(angle);
    for (int i = 0; i < 60; i++) { /* it contracts by mu r/l */
        double across = s->mass * s->l * alpha + weight * sin(angle);
        alpha = -(weight * s->l * sin(angle) + copysign(s->mu_r * hypot(radial, across), omega)) / whole;
    }
    return alpha;
}

static void swing_step(const swing *s, double h, double *angle, double *omega)
{
    double w1 = *omega, a1 = swing_acceleration(s, *angle, w1);
    double w2 = w1 + h / 2 * a1, a2 = swing_acceleration(s, *angle + h / 2 * w1, w2);
    double w3 = w1 + h / 2 * a2, a3 = swing_acceleration(s, *angle + h / 2 * w2, w3);
    double w4 = w1 + h * a3, a4 = swing_acceleration(s, *angle + h * w3, w4);
    *angle += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
    *omega += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

/* From rest at an angle above 0, to the end of the first swing: its time. angle becomes that of the turning point. */
static double swing_over(const swing *s, double *angle)
{
    double h = 5e-4 * sqrt(s->l / g), omega = -1e-300, t = 0, back = 0;
    while (omega < 0) {
        double before[2] = {*angle, omega};
        swing_step(s, h, angle, &omega);
        t += h;
        if (omega < 0) continue;
        back = h * omega / (omega - before[1]); /* near its end the motion is uniformly retarded */
        *angle = before[0] + 0.5 * before[1] * (h - back);
    }
    return t - back;
}

static void pendulum_with_a_loaded_pin_reaches_its_turning_point(void **state)
{
    (void)state;
    uint64_t seed = 14;
    for (int i = 0; i < DRAWN / 3; i++) {
        double l = random_scale(&seed, 0.05, 2), mass = random_scale(&seed, 0.05, 5),
               start = random_between(&seed, 0.5, 2.5);
        double radius = l * random_scale(&seed, 0.005, 0.1), mu = random_scale(&seed, 0.02, 0.6), angle = start;
        swing s = {mass, l, mass * l * l * random_scale(&seed, 0.01, 1), mu * radius};
        double until = swing_over(&s, &angle);
        bri_result *result =
            run_default(MODEL("gravity: [0, %.17g]\n"
                              "bodies: {bob: {mass: %.17g, inertia: %.17g, at: [%.17g, %.17g], angle: %.17g}}\n"
                              "joints: {pin: {revolute: [ground, bob], at: [0, 0], radius: %.17g, friction: {law: "
                              "coulomb, mu_k: %.17g}}}\n"
                              "run: {until: %.17g}\n",
                              -g, mass, s.inertia, l * sin(start), -l * cos(start), start, radius, mu, until));
        meet(result, "bob.angle", angle, 1e-5);
        meet(result, "bob.spin", 0, 1e-4 * sqrt(g / l));
        bri_result_destroy(result);
    }
}

/* --- impacts --------------------------------------------------------------------------------------------------------------- */

/* A ball on a spring K d^n without gravity: depth ((n + 1) m v^2/(2 K))^(1/(n + 1)), and it leaves at e v. */
static void ball_bounces_at_any_speed(void **state)
{
    (void)state;
    uint64_t seed = 15;
    for (int i = 0; i < DRAWN; i++) {
        double v = random_scale(&seed, 1e-3, 30), mass = random_scale(&seed, 0.01, 10), n = random_between(&seed, 1, 2);
        double restitution = i % 2 ? random_between(&seed, 0.2, 0.98) : 1, depth = random_scale(&seed, 1e-6, 1e-3);
        double stiffness = 0.5 * (n + 1) * mass * v * v / pow(depth, n + 1), gap = 1e-3,
               until = 2 * gap / v + 100 * depth / v;
        bri_result *result = run_default(MODEL(
            "bodies: {ball: {mass: %.17g, inertia: 1, radius: 0.1, at: [0, %.17g], velocity: [0, %.17g], spin: 0}}\n"
            "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: exact_restitution,\n"
            "         stiffness: %.17g, exponent: %.17g, restitution: %.17g}}}\n"
            "run: {until: %.17g}\n",
            mass, 0.1 + gap, -v, stiffness, n, restitution, until));
        meet(result, "ball.vy", restitution * v, 1e-4 * v);
        if (restitution == 1) assert_close(result->contact_summary[0]->deepest / depth, 1, 1e-3);
        assert_int_equal(result->contact_summary[0]->contacts, 1);
        bri_result_destroy(result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_on_an_incline_stays_or_slides),
        cmocka_unit_test(wedge_holds_or_is_driven_out),
        cmocka_unit_test(pendulum_with_a_friction_torque_stays_at_a_turning_point),
        cmocka_unit_test(pendulum_with_a_loaded_pin_reaches_its_turning_point),
        cmocka_unit_test(ball_bounces_at_any_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
