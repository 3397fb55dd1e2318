/* test_contact.c - bodies that touch and part, through the whole engine, against closed forms and small sums made here
 *
 * Tolerances: a run at rtol 1e-9 is asked for 1e-6 where nothing grows, because errors of some hundred steps add up;
 * peaks are tops of parabolas and asked for 1e-4, as measure.c says. Where a closed form is for a rigid wall, the error
 * of taking it is stated with each number. Each model is run by unlike integrators, and its energy balance closes. */
#include "mechanism.h"

static const double pi = 3.14159265358979323846;

static const way unlike[] = {{"bristle5", 1e-9}, {"radau5", 1e-9}, {"dopri5", 1e-9}, {"cvode", 1e-10}};
static const way two[] = {{"bristle5", 1e-8}, {"dopri5", 1e-8}};
static const way every[] = {{"bristle5", 1e-7}, {"dopri5", 1e-7}, {"bs23", 1e-7},  {"imex4", 1e-7}, {"imex5", 1e-7},
                            {"rodas4", 1e-7},   {"radau5", 1e-7}, {"cvode", 1e-8}, {"ida", 1e-8}};

/* The first contact of a name; each has its shares of time, which are all of it. */
static const bri_contact_summary *contact_summary(const bri_result *result, const char *name)
{
    for (int i = 0; i < result->contact_summaries; i++) {
        const bri_contact_summary *t = result->contact_summary[i];
        assert_close(t->separated + t->impact + t->sustained, 1, 1e-9);
        if (!strcmp(t->name, name)) return t;
    }
    fail_msg("nothing touches at '%s'", name);
    return NULL;
}

static double when_begins(const bri_result *result, int n)
{
    for (int i = 0; i < result->events; i++)
        if (strstr(result->event[i]->what, " begins") && n-- == 0) return result->event[i]->time;
    fail_msg("there are fewer contacts");
    return NAN;
}

static double when_ends(const bri_result *result, int n)
{
    for (int i = 0; i < result->events; i++)
        if (strstr(result->event[i]->what, " ends") && n-- == 0) return result->event[i]->time;
    fail_msg("fewer contacts end");
    return NAN;
}

/* --- a ball and a floor ---------------------------------------------------------------------------------------------- */

static const char *ball(double gravity, double height, double speed, const char *normal)
{
    return MODEL("gravity: [0, %.17g]\n"
                 "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, %.17g], velocity: [0, "
                 "%.17g], spin: 0}}\n"
                 "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {%s}}}\n",
                 -gravity, 0.01 + height, speed, normal);
}

/* Root of a (1 + e) = ln((1 + a)/(1 - a e)) other than a = 0: of the free impact with F = K d^n (1 + a d'/v0). */
static double realised(double a)
{
    double low = 1e-3, high = fmin(1, 1 / a) * (1 - 1e-16);
    for (int i = 0; i < 200; i++) {
        double e = 0.5 * (low + high);
        *(log((1 + a) / (1 - a * e)) < a * (1 + e) ? &low : &high) = e;
    }
    return 0.5 * (low + high);
}

typedef struct lossy {
    const char *law;
    double a; /* at restitution 0.7, by the formulas of their authors */
} lossy;

/* Without gravity: realised restitution depends on a alone. */
static void ball_comes_back_as_each_law_realises_it(void **state)
{
    (void)state;
    const double e = 0.7;
    const lossy laws[] = {
        {"hunt_crossley", 1.5 * (1 - e)}, {"herbert_mcwhannell", 6 * (1 - e) / ((2 * e - 1) * (2 * e - 1) + 3)},
        {"lee_wang", 0.75 * (1 - e)},     {"lankarani_nikravesh", 0.75 * (1 - e * e)},
        {"gonthier", (1 - e * e) / e},    {"zhiying_qishao", 0.75 * (1 - e * e) * exp(2 * (1 - e))},
        {"flores", 1.6 * (1 - e) / e},    {"hu_guo", 1.5 * (1 - e) / e},
    };
    char normal[200];
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        for (EACH(w, unlike)) {
            snprintf(normal, sizeof normal, "law: %s, stiffness: 1e8, restitution: 0.7", laws[i].law);
            bri_result *result = run(ball(0, 0.01, -2, normal), w->integrator, 0.02, w->rtol, 1e-6);
            meet(result, "ball.vy", 2 * realised(laws[i].a), 2e-6);
            bri_result_destroy(result);
        }
    for (EACH(w, unlike)) {
        for (int j = 0; j < 4; j++) { /* the one that is asked for, whatever stiffness, exponent, speed */
            static const double asked[] = {0.05, 0.3, 0.9, 1};
            snprintf(normal, sizeof normal, "law: exact_restitution, stiffness: 3e7, exponent: %g, restitution: %g",
                     1 + 0.5 * j, asked[j]);
            bri_result *result = run(ball(0, 0.01, -2, normal), w->integrator, j ? 0.02 : 0.1, w->rtol, 1e-6);
            meet(result, "ball.vy", 2 * asked[j], 2e-6);
            bri_result_destroy(result);
        }
        bri_result *result =
            run(ball(0, 0.01, -2, "law: power, stiffness: 3e7, exponent: 1.2, loss: flores, restitution: 0.7"),
                w->integrator, 0.02, w->rtol, 1e-6);
        meet(result, "ball.vy", 2 * realised(1.6 * 0.3 / 0.7), 2e-6);
        bri_result_destroy(result);
    }
}

/* Half a period of a damped oscillator, with tension; the damping is made for 0.6. */
static void damped_spring_gives_back_what_it_is_made_for(void **state)
{
    (void)state;
    for (EACH(w, unlike)) {
        const char *normal = "law: kelvin_voigt, stiffness: 1e6, restitution: 0.6, mass: 0.1 kg, tension: allowed";
        bri_result *result = run(ball(0, 0.01, -2, normal), w->integrator, 0.02, w->rtol, 1e-6);
        double zeta = -log(0.6) / hypot(pi, log(0.6)), free = sqrt(1e6 / 0.1);
        meet(result, "ball.vy", 1.2, 2e-6);
        assert_close(when_ends(result, 0) - when_begins(result, 0), pi / (free * sqrt(1 - zeta * zeta)), 1e-8);
        bri_result_destroy(result);
    }
}

/* t = sqrt(2 h/g), v = sqrt(2 g h). */
static void ball_falls_freely_until_it_touches(void **state)
{
    (void)state;
    for (EACH(w, every)) {
        bri_result *result = run(ball(9.81, 0.5, 0, "law: hertz, stiffness: 1e9"), w->integrator, 0.4, w->rtol, 1e-5);
        assert_close(when_begins(result, 0), sqrt(2 * 0.5 / 9.81), 1e-6);
        assert_close(contact_summary(result, "floor")->fastest, sqrt(2 * 0.5 * 9.81), 1e-5);
        assert_int_equal(contact_summary(result, "floor")->contacts, 1);
        bri_result_destroy(result);
    }
}

/* H. Hertz: deepest (5 m v^2/(4 K))^(2/5), lasts 2.943275 deepest/v, symmetric about the peak K deepest^1.5. K from steel and
 * a radius of 10 mm: 4/3 E* sqrt(R), E* = 207e9/(2 (1 - 0.09)). */
static void elastic_impact_is_that_of_hertz(void **state)
{
    (void)state;
    double K = 4. / 3 * 207e9 / (2 * (1 - 0.09)) * sqrt(0.01), v = 2, deepest = pow(5 * 0.1 * v * v / (4 * K), 0.4);
    for (EACH(w, unlike)) {
        bri_result *result = run(ball(0, 0.01, -v, "law: hertz"), w->integrator, 0.01, w->rtol, 1e-6);
        const bri_contact_summary *t = contact_summary(result, "floor");
        double begins = when_begins(result, 0), lasts = 2.943275 * deepest / v;
        assert_close(begins, 0.005, 1e-10);
        assert_close(when_ends(result, 0) - begins, lasts, 1e-6 * lasts);
        assert_close(t->deepest, deepest, 1e-3 * deepest); /* the largest that was seen, not the top of a parabola */
        assert_close(t->peak, K * pow(deepest, 1.5), 1e-4 * t->peak);
        assert_close(t->peak_time, begins + lasts / 2, 1e-2 * lasts);
        assert_close(t->separated, 1 - lasts / 0.01, 1e-6);
        assert_close(t->lost, 0, 1e-12);
        meet(result, "ball.vy", v, 2e-6);
        bri_result_destroy(result);
    }
}

/* The same ball by Runge-Kutta steps of 1/2000 of its contact, made here: m y'' = -m g + K d^1.5 (1 + a d'/v0). */
static void fly_and_touch(double g, double K, double e_made_for, int bounces, double *begins, double *speed)
{
    double m = 0.1, t = 0, y = 0.2, v = 0, a = 1.5 * (1 - e_made_for);
    for (int n = 0; n < bounces; n++) {
        double fall = (v + sqrt(v * v + 2 * g * y)) / g;
        t += fall;
        begins[n] = t;
        double v0 = speed[n] = g * fall - v, d = 0, u = v0, h = 3 * pow(1.25 * m * v0 * v0 / K, 0.4) / v0 / 2000;
#define PUSH(d_, u_) (g - K * pow(fmax(d_, 0), 1.5) * fmax(1 + a * (u_) / v0, 0) / m)
        for (;;) {
            double d1 = u, u1 = PUSH(d, u), d2 = u + h / 2 * u1, u2 = PUSH(d + h / 2 * d1, d2);
            double d3 = u + h / 2 * u2, u3 = PUSH(d + h / 2 * d2, d3), d4 = u + h * u3, u4 = PUSH(d + h * d3, d4);
            double d_next = d + h / 6 * (d1 + 2 * d2 + 2 * d3 + d4), u_next = u + h / 6 * (u1 + 2 * u2 + 2 * u3 + u4);
            if (d_next < 0) break;
            d = d_next;
            u = u_next;
            t += h;
        }
        t += d / -u; /* of the forces, gravity alone is left in the last step */
        v = -u - g * (d / -u);
        y = 0;
    }
#undef PUSH
}

static void bouncing_ball_bounces_when_it_should_and_comes_to_rest(void **state)
{
    (void)state;
    enum {
        BOUNCES = 12
    };
    double begins[BOUNCES], speed[BOUNCES], K = 1e8, g = 9.81, depth = pow(0.1 * g / K, 1 / 1.5);
    fly_and_touch(g, K, 0.8, BOUNCES, begins, speed);
    for (EACH(w, unlike)) {
        bri_result *result = run(ball(g, 0.2, 0, "law: hunt_crossley, stiffness: 1e8, restitution: 0.8"), w->integrator,
                                 4, w->rtol, 1e-6);
        for (int n = 0; n < BOUNCES; n++)
            assert_close(when_begins(result, n), begins[n], 5e-6); /* 1e-6 of 4 s, and this file's last steps */
        meet(result, "ball.y", 0.01 - depth, 1e-9);
        meet(result, "ball.vy", 0, 1e-9);
        meet(result, "floor.normal", 0.1 * g, 1e-6);
        meet(result, "energy.contact", 0.4 * K * pow(depth, 2.5), 1e-10);
        assert_close(contact_summary(result, "floor")->lost, 0.1 * g * (0.2 + depth) - 0.4 * K * pow(depth, 2.5), 1e-6);
        assert_true(contact_summary(result, "floor")->sustained > 0.1);
        bri_result_destroy(result);
    }
}

/* Nothing is lost: 1000 bounces, each of 2 v/g and about 2.94 deepest/v. */
static void elastic_ball_bounces_a_thousand_times(void **state)
{
    (void)state;
    double g = 10, v = 1, period = 2 * v / g + 2.943275 * pow(5 * 0.1 * v * v / (4 * 1e9), 0.4) / v;
    static const way ways[] = {{"bristle5", 1e-9}, {"dopri5", 1e-9}};
    for (EACH(w, ways)) {
        bri_result *result =
            run(ball(g, 0, v, "law: hertz, stiffness: 1e9"), w->integrator, 1000.5 * period, w->rtol, 1e-4);
        assert_int_equal(contact_summary(result, "floor")->contacts, 1000);
        assert_true(result->statistics->steps < 300000);
        assert_close(last(result, "energy.total"), 0.1 * (v * v / 2 + g * 0.01),
                     1e-4 * 0.05); /* 1000 times 1e-9, and more */
        bri_result_destroy(result);
    }
}

/* The top of a throw lies this far above a ceiling: it touches at sqrt(2 g x), or not at all. */
static void throw_that_grazes_a_ceiling_touches_it_or_not(void **state)
{
    (void)state;
    static const double over[] = {1e-3, 1e-5, 1e-6, -1e-6, -1e-3};
    for (EACH(w, every))
        for (int i = 0; i < 5; i++) {
            const char *model = MODEL(
                "gravity: [0, -10]\n"
                "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, velocity: [0.3, 2], spin: 0}}\n"
                "joints: {roof: {disc_on_line: [ground, ball], through: [0, %.17g], along: [1, 0], normal: {law: "
                "hertz, stiffness: 1e8}}}\n",
                0.21 - over[i]);
            bri_result *result = run(model, w->integrator, 0.5, 0.01 * w->rtol, 1e-5);
            const bri_contact_summary *t = contact_summary(result, "roof");
            assert_int_equal(t->contacts, over[i] > 0);
            assert_close(t->fastest, over[i] > 0 ? sqrt(20 * over[i]) : 0, over[i] > 1e-4 ? 1e-5 : 1e-4);
            bri_result_destroy(result);
        }
}

/* 1 mg on 1e12 N/m^1.5 at 50 m/s: in touch for 100 ns of a second. A flight of some steps; no method passes through. */
static void light_and_stiff_ball_is_not_missed(void **state)
{
    (void)state;
    for (EACH(w, every)) {
        const char *model =
            MODEL("bodies: {ball: {mass: 1e-6 kg, inertia: 1e-12 kg m2, radius: 1 mm, at: [0, 10.001], velocity: [3, "
                  "-50], spin: 0}}\n"
                  "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: exact_restitution, "
                  "stiffness: 1e12, restitution: 0.5}}}\n");
        bri_result *result = run(model, w->integrator, 1, 0.1 * w->rtol, 1e-5);
        assert_int_equal(contact_summary(result, "floor")->contacts, 1);
        assert_close(when_begins(result, 0), 0.2, 1e-6);
        meet(result, "ball.vy", 25, 1e-3);
        meet(result, "ball.x", 3, 1e-6);
        bri_result_destroy(result);
    }
    bri_error err = {0};
    bri_result *result = NULL;
    bri_system *system = build(text);
    bri_run_def def = {.size = sizeof(bri_run_def),
                       .integrator = "rk4",
                       .until = 1,
                       .step = 1e-2}; /* steps too long for it: it is seen, at least */
    bri_run(system, &def, &result, &err);
    assert_true(result && contact_summary(result, "floor")->contacts >= 1);
    assert_close(when_begins(result, 0), 0.2, 1e-9);
    bri_result_destroy(result);
    bri_system_destroy(system);
}

/* It begins where it touches: at rest it sinks in to rest, downward it is an impact, upward a throw. In overlap the spring's
 * energy comes back: v^2/2 = 2/5 K d^2.5/m. */
static void ball_may_begin_in_touch(void **state)
{
    (void)state;
    double depth = pow(0.1 * 9.81 / 1e8, 1 / 1.5), pressed = 1e-4;
    for (EACH(w, every)) {
        const char *normal = "law: hunt_crossley, stiffness: 1e8, restitution: 0.7";
        bri_result *result = run(ball(9.81, 0, 0, normal), w->integrator, 1, w->rtol, 1e-5);
        meet(result, "ball.y", 0.01 - depth, 1e-8);
        bri_result_destroy(result);
        result = run(ball(0, 0, -1, normal), w->integrator, 0.1, w->rtol, 1e-5);
        meet(result, "ball.vy", realised(0.45), 1e-4);
        assert_close(contact_summary(result, "floor")->fastest, 1, 1e-9);
        bri_result_destroy(result);
        result = run(ball(0, 0, 1, normal), w->integrator, 0.1, w->rtol, 1e-5);
        meet(result, "ball.vy", 1, 1e-9);
        assert_int_equal(contact_summary(result, "floor")->contacts, 0);
        bri_result_destroy(result);
        result = run(ball(0, -pressed, 0, "law: hertz, stiffness: 1e8"), w->integrator, 0.1, w->rtol, 1e-5);
        meet(result, "ball.vy", sqrt(0.8 * 1e8 * pow(pressed, 2.5) / 0.1), 1e-5);
        bri_result_destroy(result);
    }
}

/* --- contacts that are easily missed ------------------------------------------------------------------------------------ */

/* A rod that turns freely at 100 rad/s: its angle is linear in time, its tip is not. y = 0.1 sin 100 t meets -0.099. */
static void tip_of_a_turning_rod_touches_in_its_first_turn(void **state)
{
    (void)state;
    for (EACH(w, every)) {
        const char *model = MODEL(
            "bodies: {rod: {mass: 0.1 kg, inertia: 1e-4 kg m2, velocity: [0, 0], spin: 100, points: {tip: [0.1, 0]}}}\n"
            "joints: {wall: {tip_on_line: [ground, rod.tip], through: [0, -0.099], along: [1, 0], normal: {law: "
            "hunt_crossley, stiffness: 1e8, restitution: 0.7}}}\n");
        bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-5);
        assert_close(when_begins(result, 0), (pi + asin(0.99)) / 100, 1e-7);
        assert_close(contact_summary(result, "wall")->fastest, 0.1 * 100 * sqrt(1 - 0.99 * 0.99), 1e-5);
        bri_result_destroy(result);
    }
}

/* A line that turns with its body strikes a ball at rest: -0.1 sin + 0.05 cos = 0.005 of the angle 100 t. */
static void paddle_strikes_a_ball_in_its_first_turn(void **state)
{
    (void)state;
    double reach = hypot(0.1, 0.05), angle = acos(0.005 / reach) - atan2(0.1, 0.05);
    for (EACH(w, every)) {
        const char *model =
            MODEL("bodies:\n"
                  "  paddle: {mass: 1 kg, inertia: 1e-2 kg m2, velocity: [0, 0], spin: 100}\n"
                  "  ball: {mass: 1 g, inertia: 1e-8 kg m2, radius: 5 mm, at: [0.1, 0.05], velocity: [0, 0], spin: 0}\n"
                  "joints: {hit: {disc_on_line: [paddle, ball], through: [0, 0], along: [1, 0], normal: {law: hertz, "
                  "stiffness: 1e8}}}\n");
        bri_result *result = run(model, w->integrator, 0.1, w->rtol, 1e-5);
        assert_close(when_begins(result, 0), angle / 100, 1e-8);
        bri_result_destroy(result);
    }
}

/* A disc is shot at another from 10 m, in a second of which they would overlap for 0.4 ms; aimed past the sum of their radii, or
 * just within it. */
static void disc_that_is_shot_hits_or_misses(void **state)
{
    (void)state;
    static const double aim[] = {0, 0.0199, 0.0201};
    for (EACH(w, every))
        for (int i = 0; i < 3; i++) {
            const char *model = MODEL(
                "bodies:\n"
                "  a: {mass: 0.1 kg, inertia: 1e-5 kg m2, velocity: [0, 0], spin: 0}\n"
                "  b: {mass: 0.1 kg, inertia: 1e-5 kg m2, at: [10, %.17g], velocity: [-100, 0], spin: 0}\n"
                "joints: {hit: {disc_on_disc: [a, b], radii: [10 mm, 10 mm], normal: {law: hertz, stiffness: 1e10}}}\n",
                aim[i]);
            bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-5);
            assert_int_equal(contact_summary(result, "hit")->contacts, i < 2);
            if (i < 2) assert_close(when_begins(result, 0), (10 - sqrt(4e-4 - aim[i] * aim[i])) / 100, 1e-7);
            if (i == 0) meet(result, "a.vx", -100, 1e-2); /* equal masses change their speeds */
            bri_result_destroy(result);
        }
}

/* A point that begins on its line is on the side from which it may rest, wherever rounding puts it. */
static void point_that_begins_on_its_slope_rests_there(void **state)
{
    (void)state;
    double angle = 20 * pi / 180, c = cos(angle), s = sin(angle);
    for (int i = 0; i < 100; i++) {
        double l = 0.01 + 0.077 * i;
        const char *model =
            MODEL("gravity: [0, -9.81]\n"
                  "bodies: {b: {mass: 1 kg, inertia: 1e-3 kg m2, at: [%.17g, %.17g], velocity: [0, 0], spin: 0}}\n"
                  "joints: {slope: {tip_on_line: [ground, b], along: [%.17g, %.17g], normal: {law: hunt_crossley, "
                  "stiffness: 1e8, restitution: 0.7}, friction: {law: coulomb, mu_k: 0.5}}}\n",
                  l * c, l * s, c, s);
        bri_result *result = run(model, "auto", 0.1, 1e-6, 1e-5);
        meet(result, "b.y", l * s, 1e-4); /* it sinks in by 2e-5 m */
        bri_result_destroy(result);
    }
}

/* --- peaks --------------------------------------------------------------------------------------------------------------- */

/* A block that is dropped on two feet on a slope rests where mu > tan(slope), both feet at once and nearly one constraint;
 * else it ends with the acceleration g (sin - mu cos). Integrators agree to the size of what the drop is sensitive to. */
static void block_on_two_feet_rests_or_slides(void **state)
{
    (void)state;
    static const struct {
        double slope, mu, height;
    } drops[] = {{10, 0.3, 1e-3}, {20, 0.6, 1e-2}, {5, 0.6, 1e-2}, {15, 0.5, 5e-3}, {30, 0.5, 5e-3}};
    for (size_t i = 0; i < sizeof drops / sizeof *drops; i++) {
        double a = drops[i].slope * pi / 180, c = cos(a), s = sin(a), up = 0.02 + drops[i].height, first = NAN;
        bool slides = drops[i].mu < tan(a);
        for (EACH(w, two)) {
            bri_result *result = run(
                MODEL("gravity: [0, -9.81]\n"
                      "bodies: {b: {mass: 1 kg, inertia: 9.67e-4 kg m2, at: [%.17g, %.17g], angle: %.17g, velocity: "
                      "[0, 0], spin: 0, points: {l: [-50 mm, -20 mm], r: [50 mm, -20 mm]}}}\n"
                      "joints:\n"
                      "  left: {tip_on_line: [ground, b.l], along: [%.17g, %.17g], normal: {law: hunt_crossley, "
                      "stiffness: 1e8, restitution: 0.5}, friction: {law: coulomb, mu_k: %g}}\n"
                      "  right: {tip_on_line: [ground, b.r], along: [%.17g, %.17g], normal: {law: hunt_crossley, "
                      "stiffness: 1e8, restitution: 0.5}, friction: {law: coulomb, mu_k: %g}}\n",
                      -s * up, c * up, a, c, s, drops[i].mu, c, s, drops[i].mu),
                w->integrator, 1, w->rtol, 1e-5);
            double vx = last(result, "b.vx"), vy = last(result, "b.vy"), ax = last(result, "b.ax");
            if (slides)
                assert_close(ax / c, -9.81 * (s - drops[i].mu * c), 1e-4);
            else
                assert_true(hypot(vx, vy) < 1e-8);
            if (!isnan(first)) assert_close(last(result, "b.x"), first, 1e-5);
            first = last(result, "b.x");
            bri_result_destroy(result);
        }
    }
}

/* A heavy damper pushes hardest as contact begins: c v0. What begins pressed in pushes hardest then: K d^1.5. The second impact
 * of a ball is not taken together with the first. */
static void peak_may_be_where_contact_begins(void **state)
{
    (void)state;
    for (EACH(w, every)) {
        bri_result *result = run(ball(0, 0.01, -1, "law: kelvin_voigt, stiffness: 1e5, damping: 300 N s/m"),
                                 w->integrator, 0.1, w->rtol, 1e-5);
        assert_close(contact_summary(result, "floor")->peak, 300, 1e-6);
        assert_close(contact_summary(result, "floor")->peak_time, 0.01, 1e-8);
        bri_result_destroy(result);
        result = run(ball(9.81, -1e-4, 0, "law: hunt_crossley, stiffness: 1e8, restitution: 0.7"), w->integrator, 0.001,
                     w->rtol, 1e-5);
        assert_close(contact_summary(result, "floor")->peak, 100, 1e-9);
        assert_close(contact_summary(result, "floor")->peak_time, 0, 1e-12);
        bri_result_destroy(result);
    }
}

/* --- two discs -------------------------------------------------------------------------------------------------------- */

typedef struct two_discs {
    double px, py, L, energy; /* of both, about the origin */
} two_discs;

static two_discs sums(const bri_result *result, size_t row)
{
    static const char *const names[] = {"a", "b"};
    static const double mass[] = {0.1, 0.3}, inertia[] = {1e-5, 4e-5};
    two_discs s = {0};
    char name[20];
    for (int i = 0; i < 2; i++) {
        double q[6];
        static const char *const what[] = {"x", "y", "vx", "vy", "spin"};
        for (int k = 0; k < 5; k++) {
            snprintf(name, sizeof name, "%s.%s", names[i], what[k]);
            q[k] = at_row(result, row, name);
        }
        s.px += mass[i] * q[2];
        s.py += mass[i] * q[3];
        s.L += mass[i] * (q[0] * q[3] - q[1] * q[2]) + inertia[i] * q[4];
        s.energy += 0.5 * mass[i] * (q[2] * q[2] + q[3] * q[3]) + 0.5 * inertia[i] * q[4] * q[4];
    }
    return s;
}

static const char *discs(const char *order, const char *radii, double aim, const char *friction)
{
    return MODEL("bodies:\n"
                 "  a: {mass: 0.1 kg, inertia: 1e-5 kg m2, at: [0, 0], velocity: [0.2, 0.1], spin: 30}\n"
                 "  b: {mass: 0.3 kg, inertia: 4e-5 kg m2, at: [60 mm, %.17g], velocity: [-2, 0.3], spin: -10}\n"
                 "joints: {hit: {disc_on_disc: %s, radii: %s, normal: {law: exact_restitution, stiffness: 1e9, "
                 "restitution: 0.6}%s}}\n",
                 aim, order, radii, friction);
}

/* Momentum, and its moment about the origin, stay; energy is what it was less the losses. The order of the names is nothing. */
static void discs_that_collide_keep_their_momentum(void **state)
{
    (void)state;
    static const char *const frictions[] = {
        "", ", friction: {law: coulomb, mu_k: 0.2}",
        ", friction: {law: lugre, mu_s: 0.3, mu_k: 0.2, sigma0: 1e5 1/m, sigma1: 10 s/m}",
        ", friction: {law: stribeck_tanh, mu_s: 0.3, mu_k: 0.2}"};
    for (int aimed = 0; aimed < 2; aimed++)
        for (int f = 0; f < 4; f++) {
            double vx = NAN, spin = NAN;
            for (EACH(w, two))
                for (int turned = 0; turned < 2; turned++) {
                    bri_result *result =
                        run(discs(turned ? "[b, a]" : "[a, b]", turned ? "[20 mm, 10 mm]" : "[10 mm, 20 mm]",
                                  aimed ? -0.003 : 0.01, frictions[f]),
                            w->integrator, 0.03, w->rtol, 1e-6);
                    two_discs from = sums(result, 0), to = sums(result, result->channels->rows - 1);
                    double lost = contact_summary(result, "hit")->lost + (f ? result->friction_summary[0]->lost : 0);
                    assert_int_equal(contact_summary(result, "hit")->contacts, 1);
                    assert_close(to.px, from.px, 1e-9);
                    assert_close(to.py, from.py, 1e-9);
                    assert_close(to.L, from.L, 1e-10);
                    assert_close(to.energy, from.energy - lost, 1e-6 * from.energy);
                    if (isnan(vx)) {
                        vx = last(result, "b.vx");
                        spin = last(result, "a.spin");
                    } /* friction acts on the surface of the first: a lever that is longer by the depth, 2 % of 10 mm */
                    meet(result, "b.vx", vx, f ? 0.02 * 0.05 : 1e-7);
                    meet(result, "a.spin", spin, 0.02 * fabs(spin - 30));
                    if (!f) meet(result, "a.spin", 30, 1e-9);
                    if (f) assert_true(fabs(last(result, "a.spin") - 30) > 1);
                    bri_result_destroy(result);
                }
        }
}

/* Wherever the forces act across the overlap, momentum stays and the energy balance closes. At one point, the moment of
 * momentum stays too. At both surfaces, friction F has the levers r_a and r_b, so that I_a w_a'/r_a = F = I_b w_b'/r_b. */
static void contact_point_decides_the_levers_of_friction(void **state)
{
    (void)state;
    static const char *const points[] = {"middle", "first", "second", "surfaces"};
    double spin[4];
    for (int k = 0; k < 4; k++)
        for (EACH(w, two)) {
            char friction[200];
            snprintf(friction, sizeof friction,
                     ", contact_point: %s, friction: {law: stribeck_tanh, mu_s: 0.3, mu_k: 0.2}", points[k]);
            bri_result *result =
                run(discs("[a, b]", "[10 mm, 20 mm]", -0.003, friction), w->integrator, 0.03, w->rtol, 1e-6);
            two_discs from = sums(result, 0), to = sums(result, result->channels->rows - 1);
            double lost = contact_summary(result, "hit")->lost + result->friction_summary[0]->lost;
            double of_a = 1e-5 * (last(result, "a.spin") - 30) / 0.010,
                   of_b = 4e-5 * (last(result, "b.spin") + 10) / 0.020; /* N s */
            assert_close(to.px, from.px, 1e-9);
            assert_close(to.py, from.py, 1e-9);
            assert_close(to.energy, from.energy - lost, 1e-6 * from.energy);
            assert_true(fabs(of_a) > 1e-3);
            if (k < 3)
                assert_close(to.L, from.L, 1e-10);
            else
                assert_true(fabs(to.L - from.L) > 1e-7);
            if (k == 3)
                assert_close(of_a, of_b, 1e-9);
            else
                assert_true(fabs(of_a - of_b) > 1e-6);
            spin[k] = last(result, "a.spin") - 30;
            bri_result_destroy(result);
        }
    /* the lever of a is longest at its own surface, and the middle is between */
    assert_true(fabs(spin[1]) > fabs(spin[0]) && fabs(spin[0]) > fabs(spin[2]));
}

/* --- rest, sliding and rolling on a slope ------------------------------------------------------------------------------ */

/* 1 kg stands on a slope at its depth of equilibrium and is kept from turning. Below atan mu it stays where it is, above it
 * slides with g (sin - mu cos). */
static void disc_that_cannot_turn_stays_on_a_slope_or_slides(void **state)
{
    (void)state;
    double angle = 20 * pi / 180, c = cos(angle), s = sin(angle), g = 9.81, K = 1e8, depth = pow(g * c / K, 1 / 1.5);
    static const double mu[] = {1.001, 0.999, 0.5};
    for (EACH(w, unlike))
        for (int i = 0; i < 3; i++) {
            double m = mu[i] * tan(angle), a = g * (s - m * c);
            const char *model = MODEL("gravity: [0, -9.81]\n"
                                      "bodies: {b: {mass: 1 kg, inertia: 1e-3 kg m2, at: [%.17g, %.17g], velocity: [0, "
                                      "0], spin: 0, radius: 10 mm}}\n"
                                      "joints:\n"
                                      "  still: {rotation_driver: [ground, b], motion: 0 rad}\n"
                                      "  slope: {disc_on_line: [ground, b], along: [%.17g, %.17g], normal: {law: "
                                      "hunt_crossley, stiffness: 1e8, "
                                      "restitution: 0.5}, friction: {law: coulomb, mu_k: %.17g}}\n",
                                      -s * (0.01 - depth), c * (0.01 - depth), c, s, m);
            bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-6);
            double x = last(result, "b.x") + s * (0.01 - depth), y = last(result, "b.y") - c * (0.01 - depth);
            double down = -(x * c + y * s);
            if (i == 0) {
                assert_close(down, 0, 1e-9);
                meet(result, "slope.stuck", 1, 0);
                meet(result, "slope.friction", g * s, 1e-6);
            } else {
                assert_close(down, a / 2, 1e-6);
                meet(result, "slope.stuck", 0, 0);
            }
            bri_result_destroy(result);
        }
}

/* A disc with m r^2/2: rolls with 2/3 g sin for mu > tan/3, else slides with g (sin - mu cos) and spins with 2 mu g cos/r. */
static void disc_rolls_or_slips_down_a_slope(void **state)
{
    (void)state;
    double angle = 25 * pi / 180, c = cos(angle), s = sin(angle), g = 9.81, r = 0.05, K = 1e8;
    double depth = pow(2 * g * c / K, 1 / 1.5);
    static const double share[] = {1.01, 0.99, 0.4};
    for (EACH(w, unlike))
        for (int i = 0; i < 3; i++) {
            double mu = share[i] * tan(angle) / 3, a = i ? g * (s - mu * c) : 2. / 3 * g * s;
            double spins = i ? 2 * mu * g * c / r : a / r; /* downhill is to the left: it turns anticlockwise */
            const char *model =
                MODEL("gravity: [0, -9.81]\n"
                      "bodies: {b: {mass: 2 kg, inertia: %.17g kg m2, radius: 50 mm, at: [%.17g, %.17g], velocity: [0, "
                      "0], spin: 0}}\n"
                      "joints: {slope: {disc_on_line: [ground, b], along: [%.17g, %.17g], normal: {law: hunt_crossley, "
                      "stiffness: 1e8, restitution: 0.5}, friction: {law: coulomb, mu_k: %.17g}}}\n",
                      r * r, -s * (r - depth), c * (r - depth), c, s, mu);
            bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-6);
            meet(result, "b.vx", -a * c, 1e-4 * a); /* the lever is r - depth, by 1e-4 of r */
            meet(result, "b.spin", spins, 2e-4 * spins);
            meet(result, "slope.stuck", i == 0, 0);
            bri_result_destroy(result);
        }
}

/* --- journal and bore --------------------------------------------------------------------------------------------------- */

static const char *journal(bool ring, const char *friction, double spin)
{
    return MODEL("gravity: [0, -9.81]\n"
                 "bodies: {j: {mass: 50 g, inertia: 2.45e-6 kg m2, at: [3e-5, 0], velocity: [0, 0], spin: %.17g}}\n"
                 "joints: {pin: {revolute: %s, at: [0, 0], radius: 9.9 mm, clearance: 100 um, normal: {law: "
                 "lankarani_nikravesh, "
                 "restitution: 0.9}%s}}\n",
                 spin, ring ? "[j, ground]" : "[ground, j]", friction);
}

/* A ring that falls on a journal moves as a journal that falls in a ring. (The joint is a point of both bodies, off the mass
 * centre of the one that moves.) */
static void ring_on_a_journal_falls_as_a_journal_in_a_ring(void **state)
{
    (void)state;
    for (EACH(w, two)) {
        bri_result *ring = run(journal(true, "", 0), w->integrator, 0.05, w->rtol, 1e-5);
        bri_result *result = run(journal(false, "", 0), w->integrator, 0.05, w->rtol, 1e-5);
        assert_close(when_begins(result, 0), sqrt(2 * 1e-4 / 9.81), 1e-7); /* marques2018, section 5 */
        assert_true(result->contact_summary[0]->contacts > 3);
        assert_int_equal(result->contact_summary[0]->contacts, ring->contact_summary[0]->contacts);
        meet(ring, "j.y", last(result, "j.y"), 1e-9);
        meet(ring, "j.x", last(result, "j.x"), 1e-9);
        bri_result_destroy(ring);
        bri_result_destroy(result);
    }
}

/* A journal that spins in its bore climbs to tan = mu and stays there; its spin falls by m g r sin/I. */
static void spinning_journal_rests_up_the_bore_and_slows_down(void **state)
{
    (void)state;
    double mu = 0.2, phi = atan(mu), g = 9.81, m = 0.05, I = 2.45e-6, r = 9.9e-3, c = 1e-4;
    double N = m * g * cos(phi), K = 1e9, depth = pow(N / K, 1 / 1.5), d = c + depth;
    for (EACH(w, two)) /* spinning clockwise, it climbs on the right */
        for (int way_round = -1; way_round <= 1; way_round += 2) {
            const char *model = MODEL(
                "gravity: [0, -9.81]\n"
                "ground: {points: {middle: [0, 0]}}\n"
                "bodies: {j: {mass: 50 g, inertia: 2.45e-6 kg m2, at: [%.17g, %.17g], velocity: [0, 0], spin: %.17g, "
                "points: "
                "{middle: [0, 0]}}}\n"
                "joints: {pin: {revolute: [ground.middle, j.middle], radius: 9.9 mm, clearance: 100 um, normal: {law: "
                "hunt_crossley, stiffness: 1e9, restitution: 0.5}, friction: {law: coulomb, mu_k: 0.2}}}\n",
                -way_round * d * sin(phi), -d * cos(phi), way_round * 2000.);
            bri_result *result = run(model, w->integrator, 0.5, w->rtol, 1e-5);
            double slows = m * g * r * sin(phi) / I; /* friction's lever is the journal's radius less the depth */
            meet(result, "j.spin", way_round * (2000 - slows * 0.5), 1e-4 * slows);
            meet(result, "j.x", -way_round * d * sin(phi), 1e-9);
            meet(result, "pin.normal", N, 1e-6);
            assert_close(fabs(last(result, "pin.friction")), mu * N, 1e-6);
            bri_result_destroy(result);
        }
}

/* --- a block in a guide --------------------------------------------------------------------------------------------------- */

/* 100 N down, 60 mm in front of the middle of a block of 80 mm: the front corner below carries P (a + l/2)/l, the back corner
 * above P (a - l/2)/l; 20 mm in front, both corners below share it. */
static void block_in_a_loose_guide_leans_on_its_corners(void **state)
{
    (void)state;
    static const double arm[] = {0.06, 0.02};
    for (EACH(w, two))
        for (int i = 0; i < 2; i++)
            for (int down = 0; down < 2; down++) {
                const char *model = MODEL("bodies: {block: {mass: 1 kg, inertia: 2e-3 kg m2, velocity: [0, 0], spin: "
                                          "0, points: {p: [%.17g, 0]}}}\n"
                                          "joints: {guide: {translational: [ground, block], at: [0, 0], along: [1, 0], "
                                          "length: 80 mm, height: 60 mm, clearance: "
                                          "50 um, normal: {law: hunt_crossley, stiffness: 1e9, restitution: 0.3}}}\n"
                                          "forces: {load: {force: block.p, along: [0, 1], value: %s100 N}}\n",
                                          arm[i], down ? "-" : "");
                bri_result *result = run(model, w->integrator, 1, w->rtol, 1e-5);
                double front = 100 * (arm[i] + 0.04) / 0.08, back = 100 * (0.04 - arm[i]) / 0.08;
                const char *below = down ? "right" : "left", *above = down ? "left" : "right";
                char name[40]; /* tilt of 1e-4/0.08 rad: levers change by 2e-3 60/80 of it, cosines not at all */
                snprintf(name, sizeof name, "guide.front_%s.normal", below);
                meet(result, name, front, 0.003 * 100);
                snprintf(name, sizeof name, "guide.back_%s.normal", back > 0 ? below : above);
                meet(result, name, fabs(back), 0.003 * 100);
                snprintf(name, sizeof name, "guide.back_%s.normal", back > 0 ? above : below);
                meet(result, name, 0, 0);
                snprintf(name, sizeof name, "guide.front_%s.normal", above);
                meet(result, name, 0, 0);
                bri_result_destroy(result);
            }
}

/* --- a pin in a slot ---------------------------------------------------------------------------------------------------- */

static const char *slotted(const char *loose, double speed)
{
    return MODEL("bodies:\n"
                 "  arm: {mass: 1 kg, inertia: 1e-2 kg m2, spin: 10}\n"
                 "  pin: {mass: 20 g, inertia: 1e-6 kg m2, at: [100 mm, 0], velocity: [0, %.17g], spin: 10}\n"
                 "joints:\n"
                 "  foot: {revolute: [ground, arm]}\n"
                 "  motor: {rotation_driver: [ground, arm], motion: {ramp: 10 rad, end: 1 s}}\n"
                 "  slot: {point_on_line: [arm, pin], along: [1, 0]%s}\n",
                 speed, loose);
}

/* On a rigid line r'' = w^2 r: r = r0 cosh w t, N = 2 m w r'. A pin with play of 1 um follows within a few of these. */
static void pin_goes_out_along_a_turning_slot(void **state)
{
    (void)state;
    double t = 0.2, r = 0.1 * cosh(10 * t), outward = sinh(10 * t), N = 2 * 0.02 * 10 * outward;
    for (EACH(w, two)) {
        bri_result *ideal = run(slotted("", 1), w->integrator, t, w->rtol, 1e-6);
        bri_result *loose = run(
            slotted(", radius: 5 mm, clearance: 1 um, normal: {law: hunt_crossley, stiffness: 1e10, restitution: 0.3}",
                    1),
            w->integrator, t, w->rtol, 1e-5);
        double x = last(loose, "pin.x"), y = last(loose, "pin.y");
        assert_close(hypot(last(ideal, "pin.x"), last(ideal, "pin.y")), r, 1e-6);
        assert_close(fabs(last(ideal, "slot.normal")), N, 1e-5);
        assert_close(hypot(x, y), r, 1e-5); /* some clearances, drawn out by cosh 2 = 3.8 */
        assert_true(contact_summary(loose, "slot.right")->contacts >= 1);
        meet(loose, "slot.right.normal", N, 0.05 * N); /* it may still bounce a little */
        meet(loose, "slot.left.normal", 0, 0);
        bri_result_destroy(ideal);
        bri_result_destroy(loose);
    }
}

/* --- whole mechanisms --------------------------------------------------------------------------------------------------- */

/* A four-bar with play of c in one pin moves within some c of the ideal one, for a while; less play, less far. Velocities are
 * given: a loose pin does not say them. */
static void loose_four_bar_tends_to_the_ideal_one(void **state)
{
    (void)state;
    double at[3] = {0};
    static const char *const play[] = {"", ", clearance: 20 um", ", clearance: 5 um"};
    for (EACH(w, two)) {
        for (int i = 0; i < 3; i++) {
            const char *model = MODEL("gravity: [0, -9.81]\n"
                                      "bodies:\n"
                                      "  crank: {mass: 0.1 kg, inertia: 1e-5 kg m2, at: [0, 25 mm], spin: 20, points: "
                                      "{a: [0, -25 mm], b: [0, 25 mm]}}\n"
                                      "  rod: {mass: 0.2 kg, inertia: 4e-4 kg m2, at: [75 mm, 75 mm], velocity: [-1, "
                                      "0], spin: 0, points: {a: [-75 mm, -25 mm], b: [75 mm, 25 mm]}}\n"
                                      "  rocker: {mass: 0.3 kg, inertia: 3e-4 kg m2, at: [150 mm, 50 mm], velocity: "
                                      "[-0.5, 0], spin: 10, points: {b: [0, 50 mm]}}\n"
                                      "joints:\n"
                                      "  j1: {revolute: [ground, crank.a]}\n"
                                      "  j2: {revolute: [crank.b, rod.a]}\n"
                                      "  j3: {revolute: [rod.b, rocker.b], radius: 5 mm%s}\n"
                                      "  j4: {revolute: [ground, rocker], at: [150 mm, 0]}\n",
                                      play[i]);
            bri_result *result = run(model, w->integrator, 0.1, i ? w->rtol : 1e-9, 1e-5);
            at[i] = last(result, "rocker.angle");
            if (i) assert_true(contact_summary(result, "j3")->contacts > 0);
            if (i) assert_true(contact_summary(result, "j3")->peak > 1);
            bri_result_destroy(result);
        }
        assert_close(at[1], at[0], 20 * 20e-6 / 0.1); /* some clearances over the rocker's length */
        assert_close(at[2], at[0], 20 * 5e-6 / 0.1);
    }
}

/* --- friction where surfaces part ------------------------------------------------------------------------------------------ */

static const char *sliding_ball(const char *friction)
{
    return MODEL("gravity: [0, -9.81]\n"
                 "bodies: {ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [0, 20 mm], velocity: [1, 0], "
                 "spin: 0}}\n"
                 "joints: {floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: exact_restitution, "
                 "stiffness: 1e8, "
                 "restitution: 0.8}, friction: {%s}}}\n",
                 friction);
}

/* Impulse of friction mu times that of the push, while it slips: vx falls by mu (1 + e) v, the spin by r/I of that. */
static void sliding_ball_loses_speed_by_the_impulse_of_its_blow(void **state)
{
    (void)state;
    double v = sqrt(2 * 9.81 * 0.01), impulse = 0.1 * 1.8 * v, mu = 0.1;
    for (EACH(w, unlike)) { /* 3e-3: what gravity adds to the impulse in about 1 ms, m g t/impulse is 1 % of it */
        bri_result *result = run(sliding_ball("law: coulomb, mu_k: 0.1"), w->integrator, 0.06, w->rtol, 1e-6);
        assert_int_equal(contact_summary(result, "floor")->contacts, 1);
        meet(result, "ball.vx", 1 - mu * impulse / 0.1, 0.02 * mu * impulse / 0.1);
        meet(result, "ball.spin", -mu * impulse * 0.01 / 1e-5, 0.02 * mu * impulse * 0.01 / 1e-5);
        assert_close((1 - last(result, "ball.vx")) * 0.1 * 0.01 / 1e-5, -last(result, "ball.spin"),
                     2e-2 * 0.5); /* r - d */
        assert_close(result->friction_summary[0]->ratio_loaded, mu, 1e-9);
        assert_close(result->friction_summary[0]->at_separation_force, 0,
                     1e-5); /* vanishes with its load, at an edge that is located */
        assert_true(result->friction_summary[0]->touches);
        bri_result_destroy(result);
    }
}

/* A friction of 2 N, whatever the load, is there until surfaces part. */
static void force_that_does_not_know_its_load_is_told_at_parting(void **state)
{
    (void)state;
    for (EACH(w, two)) {
        bri_result *result =
            run(sliding_ball("law: coulomb_tanh, mu_k: 2 N, k_tanh: 1e6 s/m"), w->integrator, 0.06, w->rtol, 1e-5);
        double lasts = when_ends(result, 0) - when_begins(result, 0);
        assert_close(result->friction_summary[0]->at_separation_force, 2, 1e-6);
        meet(result, "ball.vx", 1 - 2 * lasts / 0.1, 1e-6);
        bri_result_destroy(result);
    }
}

/* Bristles begin anew, or wait, where surfaces part. */
static void bristles_are_reset_or_carried(void **state)
{
    (void)state;
    for (EACH(w, two)) {
        double z[2];
        for (int carry = 0; carry < 2; carry++) {
            char law[200];
            snprintf(law, sizeof law,
                     "law: lugre, mu_s: 0.2, mu_k: 0.1, v_s: 0.01, sigma0: 1e4 1/m, sigma1: 10 s/m, at_separation: %s",
                     carry ? "carry" : "reset");
            bri_result *result = run(sliding_ball(law), w->integrator, 0.06, w->rtol, 1e-5);
            assert_int_equal(contact_summary(result, "floor")->contacts, 1);
            z[carry] = last(result, "floor.z");
            bri_result_destroy(result);
        }
        assert_true(z[0] == 0);
        assert_close(z[1], 0.1 / 1e4, 1e-7); /* mu_k/sigma0: it slid for long enough, fast */
    }
}

/* A hoop, I = m r^2, dropped and sliding: friction acts r below its centre, whatever its law, so that m r v - I w stays (w turns
 * forward) to rounding; those that hold end rolling, with half of the speed. */
static void hoop_keeps_its_moment_about_the_floor_under_every_law(void **state)
{
    (void)state;
    static const char *const laws[] = {
        "coulomb", "stribeck", "brown_mcphee", "gonthier", "reset_integrator", /* these hold */
        "dahl",    "lugre",    "maxwell_slip", "bouc_wen", "elasto_plastic",   "viscous, k_v: 1 N s/m"};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        char friction[100];
        snprintf(friction, sizeof friction, "law: %s", laws[i]);
        bri_result *result = run(sliding_ball(friction), "auto", 0.7, 1e-7, 1e-5);
        double forward = last(result, "ball.vx"), turns = -0.01 * last(result, "ball.spin");
        assert_close(forward + turns, 1, 1e-9);
        if (i < 5) assert_close(forward, 0.5, 1e-6);
        assert_true(forward >= 0.5 - 1e-3 && forward < 0.95);
        assert_true(result->friction_summary[0]->lost > 0);
        bri_result_destroy(result);
    }
}

/* --- a sim on its way ------------------------------------------------------------------------------------------------------- */

static bri_sim *on_its_way(bri_system **system, const char *model, const char *integrator)
{
    bri_error err = {0};
    bri_sim *sim = NULL;
    bri_run_def def = {.size = sizeof(bri_run_def), .integrator = integrator, .rtol = 1e-8, .until = 1};
    *system = build(model);
    if (bri_sim_create(*system, &def, &sim, &err)) fail_msg("%s", err.what);
    return sim;
}

static void go(bri_sim *sim, double until)
{
    bri_error err = {0};
    if (bri_sim_advance(sim, until, &err)) fail_msg("%s", err.what);
}

static double value(bri_sim *sim, const char *channel) { return bri_sim_value(sim, bri_sim_find(sim, channel)); }

/* Falls 10 mm in 45.15 ms and is in touch for about 1 ms. */
static void sim_saved_in_the_middle_of_a_contact_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    static const char *const frictions[] = {"law: coulomb, mu_k: 0.1",
                                            "law: lugre, mu_s: 0.2, mu_k: 0.1, sigma0: 1e4 1/m, sigma1: 10 s/m"};
    for (EACH(w, every))
        for (int f = 0; f < 2; f++) {
            bri_system *system, *other;
            bri_sim *sim = on_its_way(&system, sliding_ball(frictions[f]), w->integrator);
            bri_sim *second = on_its_way(&other, sliding_ball(frictions[f]), w->integrator);
            void *saved = malloc(bri_sim_state_size(sim));
            go(sim, 0.0455);
            assert_true(value(sim, "floor.normal") > 1);
            bri_sim_save(sim, saved);
            bri_sim_restore(sim, saved, bri_sim_state_size(sim), NULL); /* both begin anew from here */
            bri_sim_restore(second, saved, bri_sim_state_size(second), NULL);
            assert_true(value(second, "floor.normal") == value(sim, "floor.normal"));
            go(sim, 0.3);
            go(second, 0.3);
            double y = value(sim, "ball.y"), vx = value(sim, "ball.vx"), lost = value(sim, "energy.blows");
            assert_true(y == value(second, "ball.y") && vx == value(second, "ball.vx") &&
                        lost == value(second, "energy.blows"));
            bri_sim_restore(sim, saved, bri_sim_state_size(sim), NULL);
            go(sim, 0.3);
            assert_true(y == value(sim, "ball.y") && vx == value(sim, "ball.vx") && lost == value(sim, "energy.blows"));
            free(saved);
            bri_sim_destroy(sim);
            bri_sim_destroy(second);
            bri_system_destroy(system);
            bri_system_destroy(other);
        }
}

/* 1000 pieces end where one ends: within tolerances. */
static void sim_in_small_pieces_goes_where_it_goes_in_one(void **state)
{
    (void)state;
    for (EACH(w, every)) {
        bri_system *system, *other;
        bri_sim *sim = on_its_way(&system, sliding_ball("law: coulomb, mu_k: 0.1"), w->integrator);
        bri_sim *pieces = on_its_way(&other, sliding_ball("law: coulomb, mu_k: 0.1"), w->integrator);
        go(sim, 0.3);
        for (int i = 1; i <= 1000; i++)
            go(pieces, 0.3 * i / 1000);
        assert_close(value(pieces, "ball.y"), value(sim, "ball.y"), 1e-6);
        assert_close(value(pieces, "ball.vy"), value(sim, "ball.vy"), 1e-5);
        assert_close(value(pieces, "ball.vx"), value(sim, "ball.vx"), 1e-6);
        assert_close(value(pieces, "energy.blows"), value(sim, "energy.blows"), 1e-7);
        bri_sim_destroy(sim);
        bri_sim_destroy(pieces);
        bri_system_destroy(system);
        bri_system_destroy(other);
    }
}

/* Elastic until a second after its first impact; then made for 0.5. */
static void restitution_that_is_set_on_the_way_holds_from_then_on(void **state)
{
    (void)state;
    bri_error err = {0};
    for (EACH(w, two)) {
        bri_system *system;
        bri_sim *sim = on_its_way(&system, ball(10, 0, 1, "law: exact_restitution, stiffness: 1e9, restitution: 1"),
                                  w->integrator);
        go(sim, 0.3); /* the first impact is at 0.2 s, the second at 0.4 s */
        assert_close(value(sim, "energy.total"), 0.1 * (0.5 + 10 * 0.01), 1e-6);
        assert_int_equal(bri_sim_set_number(sim, "floor.normal.restitution", 0.5, &err), BRI_OK);
        go(sim, 0.45);
        assert_close(value(sim, "energy.total"), 0.1 * (0.125 + 10 * 0.01), 1e-4); /* m g times some depth */
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* Resting at one depth; four times as stiff, it comes to rest at another. */
static void stiffness_that_is_set_under_load_holds_from_then_on(void **state)
{
    (void)state;
    bri_error err = {0};
    for (EACH(w, two)) {
        bri_system *system;
        double depth = pow(0.1 * 9.81 / 1e8, 1 / 1.5), stiffer = pow(0.1 * 9.81 / 4e8, 1 / 1.5);
        bri_sim *sim = on_its_way(
            &system, ball(9.81, -depth, 0, "law: hunt_crossley, stiffness: 1e8, restitution: 0.5"), w->integrator);
        go(sim, 0.1);
        assert_close(value(sim, "ball.y"), 0.01 - depth, 1e-9);
        assert_int_equal(bri_sim_set_number(sim, "floor.normal.stiffness", 4e8, &err), BRI_OK);
        assert_close(value(sim, "floor.normal"), 4 * 0.1 * 9.81, 1e-3);
        go(sim, 2);
        assert_close(value(sim, "ball.y"), 0.01 - stiffer, 1e-9);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* Falling, 21.5 um from its bore, it finds the bore narrower than where it is: it is pushed out, and rests at the new depth. A
 * clearance cannot be taken away, nor a restitution given that the law refuses. */
static void clearance_that_is_set_in_flight_holds_from_then_on(void **state)
{
    (void)state;
    for (EACH(w, two)) {
        bri_error err = {0}, again = {0};
        bri_system *system;
        bri_sim *sim = on_its_way(
            &system,
            "gravity: [0, -9.81]\n"
            "bodies: {j: {mass: 50 g, inertia: 2.45e-6 kg m2, velocity: [0, 0], spin: 0}}\n"
            "joints: {pin: {revolute: [ground, j], at: [0, 0], radius: 9.9 mm, clearance: 100 um, normal: {law: "
            "flores, stiffness: 1e9, restitution: 0.5}}}\n",
            w->integrator);
        double depth = pow(0.05 * 9.81 / 1e9, 1 / 1.5);
        go(sim, 0.004);
        assert_close(value(sim, "j.y"), -9.81 * 0.004 * 0.004 / 2, 1e-12);
        assert_int_equal(bri_sim_set_number(sim, "pin.clearance", 0, &err), BRI_BAD_VALUE);
        assert_int_equal(bri_sim_set_number(sim, "pin.normal.restitution", 0, &again), BRI_BAD_VALUE);
        assert_int_equal(bri_sim_set_number(sim, "pin.clearance", 50e-6, NULL), BRI_OK);
        assert_true(value(sim, "pin.normal") > 1 && value(sim, "pin.contact") > 0);
        go(sim, 1);
        assert_close(value(sim, "j.y"), -50e-6 - depth, 1e-10);
        assert_int_equal(bri_sim_set_number(sim, "pin.clearance", 70e-6, NULL), BRI_OK);
        assert_close(value(sim, "pin.contact"), 0, 0);
        go(sim, 2);
        assert_close(value(sim, "j.y"), -70e-6 - depth, 1e-10);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* --- what is refused when a system is built ------------------------------------------------------------------------------- */

static void bodies_that_cannot_touch_so_are_refused_with_a_reason(void **state)
{
    (void)state;
    static const char *const refused[][2] = {
        {"revolute: [ground, b], at: [0, 20 mm], clearance: 50 um, normal: {law: johnson}", "needs the length"},
        {"disc_on_line: [ground, b], along: [1, 0], normal: {law: johnson, length: 10 mm}", "johnson_flat"},
        {"disc_on_line: [ground, b], along: [1, 0], friction: {law: coulomb, mu_k: 0.1, load: 5 N}", "load"},
        {"translational: [ground, b], along: [1, 0], clearance: 50 um, normal: {law: hertz, stiffness: 1e8}",
         "length and height"},
        {"translational: [ground, b], along: [1, 0], length: 1 cm, height: 1 cm, clearance: 50 um", "stiffness"},
        {"point_on_line: [ground, b], along: [1, 0], clearance: 50 um", "stiffness"},
        {"tip_on_line: [ground, b], along: [1, 0], normal: {law: hertz}", "stiffness"},
        {"disc_on_line: [ground, b], along: [1, 0], friction: {law: misharin}", "viscosity"},
        {"disc_on_line: [ground, b], along: [1, 0], normal: {law: hertz, length: 1 cm}, friction: {law: "
         "kelley_lemanski, surfaces: "
         "{viscosity: 400 cP, density: 870 kg/m3, roughness: 0.4 um}}",
         "flat"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        bri_error err = {0};
        bri_model *model = NULL;
        bri_system *system = NULL;
        const char *all =
            MODEL("bodies: {b: {mass: 1 kg, inertia: 1e-3 kg m2, radius: 10 mm, at: [0, 20 mm]}}\njoints:\n  j: {%s}\n",
                  refused[i][0]);
        bri_status status = bri_model_parse(all, strlen(all), "test", &model, &err);
        if (!status) status = bri_system_build(model, &system, &err);
        bri_model_destroy(model);
        if (!status || !strstr(err.what, refused[i][1]) || strncmp(err.where, "test:3:", 7))
            fail_msg("%s: '%s' '%s'", refused[i][0], err.where, err.what);
    }
}

/* The sum of films and ranges of a joint that has no gap does not depend on a ball that touches elsewhere: both go from the fastest
 * to the slowest. */
static void ranges_are_seen_while_nothing_touches(void **state)
{
    (void)state;
    double most[2], least[2];
    for (int with = 0; with < 2; with++) {
        const char *model = MODEL(
            "bodies:\n"
            "  block: {mass: 1 kg, inertia: 1e-3 kg m2}\n"
            "  ball: {mass: 0.1 kg, inertia: 1e-5 kg m2, radius: 10 mm, at: [1, 20 mm], velocity: [0, -1], spin: 0}\n"
            "joints:\n"
            "  guide: {translational: [ground, block], along: [1, 0]}\n"
            "  slide: {translation_driver: [ground, block], along: [1, 0], motion: {sine: 1.6679269 m, frequency: 2.5 "
            "Hz}}\n"
            "  rub: {rub: [ground, block], along: [1, 0], friction: {law: misharin, load: 4112 N, mu_max: 0.15, v_0: "
            "0, v_1: "
            "1e-6, surfaces: {length: 16 mm, viscosity: 400 cP, density: 870 kg/m3, roughness: 0.4 um, radius_b: 7.95 "
            "mm}}}\n"
            "%s",
            with ? "  floor: {disc_on_line: [ground, ball], along: [1, 0], normal: {law: hertz, stiffness: 1e8}}\n"
                 : "");
        bri_result *result = run(model, "auto", 0.09, 1e-8, 1e-5);
        assert_true(result->ranges_exceeded == 1);
        most[with] = result->range_exceeded[0]->most;
        least[with] = result->range_exceeded[0]->least;
        bri_result_destroy(result);
    }
    assert_close(most[1], most[0], 1e-6);
    assert_close(least[1], least[0], 0.05 * least[0]); /* seen at ends of steps, which are others */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_comes_back_as_each_law_realises_it),
        cmocka_unit_test(damped_spring_gives_back_what_it_is_made_for),
        cmocka_unit_test(ball_falls_freely_until_it_touches),
        cmocka_unit_test(elastic_impact_is_that_of_hertz),
        cmocka_unit_test(bouncing_ball_bounces_when_it_should_and_comes_to_rest),
        cmocka_unit_test(elastic_ball_bounces_a_thousand_times),
        cmocka_unit_test(throw_that_grazes_a_ceiling_touches_it_or_not),
        cmocka_unit_test(light_and_stiff_ball_is_not_missed),
        cmocka_unit_test(ball_may_begin_in_touch),
        cmocka_unit_test(tip_of_a_turning_rod_touches_in_its_first_turn),
        cmocka_unit_test(paddle_strikes_a_ball_in_its_first_turn),
        cmocka_unit_test(disc_that_is_shot_hits_or_misses),
        cmocka_unit_test(point_that_begins_on_its_slope_rests_there),
        cmocka_unit_test(block_on_two_feet_rests_or_slides),
        cmocka_unit_test(peak_may_be_where_contact_begins),
        cmocka_unit_test(discs_that_collide_keep_their_momentum),
        cmocka_unit_test(contact_point_decides_the_levers_of_friction),
        cmocka_unit_test(disc_that_cannot_turn_stays_on_a_slope_or_slides),
        cmocka_unit_test(disc_rolls_or_slips_down_a_slope),
        cmocka_unit_test(ring_on_a_journal_falls_as_a_journal_in_a_ring),
        cmocka_unit_test(spinning_journal_rests_up_the_bore_and_slows_down),
        cmocka_unit_test(block_in_a_loose_guide_leans_on_its_corners),
        cmocka_unit_test(pin_goes_out_along_a_turning_slot),
        cmocka_unit_test(loose_four_bar_tends_to_the_ideal_one),
        cmocka_unit_test(sliding_ball_loses_speed_by_the_impulse_of_its_blow),
        cmocka_unit_test(force_that_does_not_know_its_load_is_told_at_parting),
        cmocka_unit_test(bristles_are_reset_or_carried),
        cmocka_unit_test(hoop_keeps_its_moment_about_the_floor_under_every_law),
        cmocka_unit_test(sim_saved_in_the_middle_of_a_contact_goes_on_with_the_same_bits),
        cmocka_unit_test(sim_in_small_pieces_goes_where_it_goes_in_one),
        cmocka_unit_test(restitution_that_is_set_on_the_way_holds_from_then_on),
        cmocka_unit_test(stiffness_that_is_set_under_load_holds_from_then_on),
        cmocka_unit_test(clearance_that_is_set_in_flight_holds_from_then_on),
        cmocka_unit_test(bodies_that_cannot_touch_so_are_refused_with_a_reason),
        cmocka_unit_test(ranges_are_seen_while_nothing_touches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
