/* test_stick.c - sticking and slipping: limits, directions, several at once, belts, loads that chatter; ways of
 * coupling
 *
 * Each model is run by unlike integrators against closed forms, and must end within a bounded number of steps. */
#include "mechanism.h"

static const double pi = 3.14159265358979323846;

static const way smooth[] = {{"dopri5", 1e-9}, {"radau5", 1e-9}, {"cvode", 1e-10}, {"bs23", 1e-8}, {"rodas4", 1e-8}};
/* --- one block --------------------------------------------------------------------------------------------------- */

static const char *block_pushed(double speed, const char *friction, const char *push)
{
    return MODEL("gravity: [0, -10]\n"
                 "bodies: {block: {mass: 2 kg, inertia: 1 kg m2, velocity: [%.17g, 0]}}\n"
                 "joints: {floor: {translational: [ground, block], along: [1, 0], friction: {law: coulomb, %s}}}\n"
                 "forces: {push: {force: block, along: [1, 0], value: %s}}\n",
                 speed, friction, push);
}

/* 4 N/s t meets 0.5 20 N after 2.5 s; then a = (4 t - 6)/2. */
static void block_breaks_away_at_its_limit(void **state)
{
    (void)state;
    for (int back = 0; back < 2; back++)
        for (EACH(w, smooth)) {
            const char *push = back ? "{ramp: -40 N, end: 10 s}" : "{ramp: 40 N, end: 10 s}";
            double sign = back ? -1 : 1;
            bri_result *result = run(block_pushed(0, "mu_k: 0.3, mu_s: 0.5", push), w->integrator, 4, w->rtol, 1e-6);
            assert_close(when(result, back ? "floor slips backward" : "floor slips forward", 0), 2.5, 1e-8);
            meet(result, "block.vx", sign * 5.25, 1e-5);
            meet(result, "block.x", sign * 3.375, 1e-5);
            assert_int_equal(result->events, 1);
            bri_result_destroy(result);
        }
}

/* A step to 30 N at 1 s: a = (30 - 6)/2 at once. */
static void block_slips_at_a_step_beyond_its_limit(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_result *result =
            run(block_pushed(0, "mu_k: 0.3, mu_s: 0.5", "{step: 30 N, start: 1 s}"), w->integrator, 2, w->rtol, 1e-5);
        meet(result, "block.x", 6, 1e-5);
        meet(result, "block.vx", 12, 1e-5);
        assert_close(when(result, "floor slips forward", 0), 1, 1e-6);
        bri_result_destroy(result);
    }
}

/* With mu_s = mu_k a block at its limit does the same whether it is called stuck or not: nothing. */
static void block_at_its_limit_stays_in_few_steps(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        static const char *const pushes[] = {"{step: 6 N, start: 1 s}", "{ramp: 6 N, end: 1 s}", "6 N", "-6 N"};
        for (int i = 0; i < 4; i++) {
            bri_result *result = run(block_pushed(0, "mu_k: 0.3", pushes[i]), w->integrator, 3, w->rtol, 1e-6);
            meet(result, "block.x", 0, 1e-8);
            assert_true(result->statistics->steps < 2000 && result->events < 20);
            bri_result_destroy(result);
        }
    }
}

/* Against 10 N and 6 N of friction, 8 m/s2 until 3/8 s; then back, 2 m/s2. */
static void block_turns_round_without_sticking(void **state)
{
    (void)state;
    double t = 3. / 8, back = 2 - t;
    for (EACH(w, smooth)) {
        bri_result *result = run(block_pushed(3, "mu_k: 0.3, mu_s: 0.45", "-10 N"), w->integrator, 2, w->rtol, 1e-6);
        assert_close(when(result, "floor slips backward", 0), t, 1e-7);
        meet(result, "block.vx", -2 * back, 1e-5);
        meet(result, "block.x", 9. / 16 - back * back, 1e-5);
        assert_int_equal(result->events, 1);
        bri_result_destroy(result);
    }
}

/* The same push is below the static limit: it stops and stays, at v^2/(2 a). */
static void block_that_stops_below_its_static_limit_stays(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_result *result = run(block_pushed(3, "mu_k: 0.3, mu_s: 0.55", "-10 N"), w->integrator, 2, w->rtol, 1e-6);
        assert_close(when(result, "floor sticks", 0), 3. / 8, 1e-7);
        meet(result, "block.x", 9. / 16, 1e-6);
        meet(result, "floor.friction", 10, 1e-9);
        bri_result_destroy(result);
    }
}

/* A start that is nearly at rest is at rest: no creep in what follows. */
static void block_that_starts_all_but_at_rest_does_not_creep(void **state)
{
    (void)state;
    bri_result *result = run(block_pushed(5e-10, "mu_k: 0.3", "1 N"), "dopri5", 1000, 1e-6, 1);
    meet(result, "block.x", 0, 1e-9);
    bri_result_destroy(result);
}

/* 5.9 sin(50 t) N and 6 N of friction: v = v0 - 3 t - 2.95/50 (cos(50 t) - 1) slows down to a stop in short jerks,
 * and then no peak of the force moves it. */
static void block_comes_to_rest_under_a_force_that_chatters(void **state)
{
    (void)state;
    double t = 0.2, h = 1e-5;
    while (1 - 3 * t - 2.95 / 50 * (cos(50 * t) - 1) > 0) /* the first zero */
        t += h;
    for (int i = 0; i < 50; i++)
        t -= (1 - 3 * t - 2.95 / 50 * (cos(50 * t) - 1)) / (-3 + 2.95 * sin(50 * t));
    for (EACH(w, smooth)) {
        const char *push = "{sine: 5.9 N, frequency: 7.957747154594767 Hz}"; /* 50 rad/s */
        bri_result *result = run(block_pushed(1, "mu_k: 0.3", push), w->integrator, 10, w->rtol, 1e-5);
        assert_close(when(result, "floor sticks", 0), t, 1e-5);
        assert_int_equal(result->events, 1);
        assert_true(result->statistics->steps < 50000);
        bri_result_destroy(result);
    }
}

/* 7 sin(w t) N against 6 N: it slips where w t = asin(6/7), forward and backward in turn, once each in every period; the first
 * slip ends where (7/w) (cos(w t1) - cos(w t)) = 6 (t - t1). */
static void stuck_block_sees_every_peak_of_its_load(void **state)
{
    (void)state;
    double w = 20 * pi, t1 = asin(6. / 7) / w, t = 2 * (pi / 2 / w) - t1 + 1e-3;
    for (int i = 0; i < 100; i++)
        t -= (7 / w * (cos(w * t1) - cos(w * t)) - 6 * (t - t1)) / (7 * sin(w * t) - 6);
    for (EACH(way_, smooth)) {
        const char *push = "{sine: 7 N, frequency: 10 Hz}";
        bri_result *result = run(block_pushed(0, "mu_k: 0.3", push), way_->integrator, 1, way_->rtol, 1e-5);
        assert_close(when(result, "floor slips forward", 0), t1, 1e-6);
        assert_close(when(result, "floor sticks", 0), t, 1e-6);
        assert_close(when(result, "floor slips backward", 0), t1 + 0.05, 1e-6);
        assert_close(when(result, "floor slips forward", 9), t1 + 0.9, 1e-6);
        assert_int_equal(result->events, 40);
        bri_result_destroy(result);
    }
}

/* Peaks that just touch the limit: whatever is decided, it ends, and nothing moves but by rounding. */
static void block_whose_limit_is_touched_again_and_again_stays(void **state)
{
    (void)state;
    for (EACH(w, smooth)) {
        bri_result *result =
            run(block_pushed(0, "mu_k: 0.3", "{sine: 6 N, frequency: 10 Hz}"), w->integrator, 10, 1e-6, 1e-6);
        meet(result, "block.x", 0, 1e-7);
        assert_true(result->statistics->steps < 100000);
        bri_result_destroy(result);
    }
}

/* --- several at once --------------------------------------------------------------------------------------------- */

/* Ten blocks, of 1 kg each, all pushed by ramps of 1 N/s to the right or left against 2 N: all break away at 2 s. */
static void ten_blocks_break_away_at_one_time_each_its_way(void **state)
{
    (void)state;
    char model[8000] = "bodies:\n", line[400];
    for (int part = 0; part < 3; part++) {
        if (part) strcat(model, part == 1 ? "joints:\n" : "forces:\n");
        for (int i = 0; i < 10; i++) {
            if (part == 0)
                snprintf(line, sizeof line, "  b%d: {mass: 1 kg, inertia: 1 kg m2, at: [0, %d], velocity: [0, 0]}\n", i,
                         i);
            else if (part == 1)
                snprintf(line, sizeof line,
                         "  j%d: {translational: [ground, b%d], at: [0, %d], along: [1, 0], friction: {law: coulomb, "
                         "mu_k: 2 N}}\n",
                         i, i, i);
            else
                snprintf(line, sizeof line, "  f%d: {force: b%d, along: [1, 0], value: {ramp: %d N, end: 10 s}}\n", i,
                         i, i % 3 ? 10 : -10);
            strcat(model, line);
        }
    }
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 4, w->rtol, 1e-5);
        for (int i = 0; i < 10; i++) { /* x'' = t - 2 */
            snprintf(line, sizeof line, "b%d.x", i);
            meet(result, line, (i % 3 ? 1 : -1) * 8. / 6, 1e-5);
        }
        assert_int_equal(result->events, 10);
        assert_true(result->statistics->steps < 20000);
        bri_result_destroy(result);
    }
}

/* Two contacts hold one block, 2 N each: how they share is not known, but they give way at 4 N together; x'' = t -
 * 4. */
static void two_contacts_that_hold_one_block_give_way_together(void **state)
{
    (void)state;
    const char *model =
        "bodies: {block: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0]}}\n"
        "joints:\n"
        "  guide: {translational: [ground, block], along: [1, 0]}\n"
        "  left: {rub: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, load: 10 N}}\n"
        "  right: {rub: [ground, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, load: 10 N}}\n"
        "forces: {push: {force: block, along: [1, 0], value: {ramp: 10 N, end: 10 s}}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 3.9, w->rtol, 1);
        meet(result, "block.x", 0, 1e-12);
        meet(result, "left.friction", -3.9 - last(result, "right.friction"), 1e-9);
        bri_result_destroy(result);
        result = run(model, w->integrator, 6, w->rtol, 1e-6);
        meet(result, "block.x", 8. / 6, 1e-5);
        bri_result_destroy(result);
    }
}

/* B (1 kg) lies on A (1 kg), A on the floor: 3 N and 2 N at most. A ramp of t N on A: nothing until 3 s; together (t
 * - 3)/2 until B needs 2 N, at 7 s; then B 2 m/s2 and A t - 5. */
static void stack_slips_at_its_floor_and_then_in_itself(void **state)
{
    (void)state;
    const char *model = "bodies:\n"
                        "  A: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0]}\n"
                        "  B: {mass: 1 kg, inertia: 1 kg m2, at: [0, 1], velocity: [0, 0]}\n"
                        "joints:\n"
                        "  floor: {translational: [ground, A], along: [1, 0], friction: {law: coulomb, mu_k: 3 N}}\n"
                        "  guide: {translational: [ground, B], at: [0, 1], along: [1, 0]}\n"
                        "  top: {rub: [A, B], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, load: 10 N}}\n"
                        "forces: {push: {force: A, along: [1, 0], value: {ramp: 100 N, end: 100 s}}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 9, w->rtol, 1e-6);
        assert_close(when(result, "floor slips forward", 0), 3, 1e-7);
        assert_close(when(result, "top slips backward", 0), 7, 1e-7);
        meet(result, "B.vx", 4 + 4, 1e-5);
        meet(result, "A.vx", 4 + 6, 1e-5);
        assert_int_equal(result->events, 2);
        bri_result_destroy(result);
    }
}

/* The same, hit by 20 N at 1 s: both slip at once, A 20 - 3 - 2, B 2 m/s2. */
static void stack_that_is_hit_slips_everywhere_at_once(void **state)
{
    (void)state;
    const char *model = "bodies:\n"
                        "  A: {mass: 1 kg, inertia: 1 kg m2, velocity: [0, 0]}\n"
                        "  B: {mass: 1 kg, inertia: 1 kg m2, at: [0, 1], velocity: [0, 0]}\n"
                        "joints:\n"
                        "  floor: {translational: [ground, A], along: [1, 0], friction: {law: coulomb, mu_k: 3 N}}\n"
                        "  guide: {translational: [ground, B], at: [0, 1], along: [1, 0]}\n"
                        "  top: {rub: [A, B], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, load: 10 N}}\n"
                        "forces: {push: {force: A, along: [1, 0], value: {step: 20 N, start: 1 s}}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 3, w->rtol, 1e-5);
        meet(result, "A.vx", 30, 1e-4);
        meet(result, "B.vx", 4, 1e-4);
        bri_result_destroy(result);
    }
}

/* Wheels of 1 kg m2 in a row, clutches between neighbours, torques on all: accelerations are those of least
 * constraint (Gauss), and the clutch torques minimise sum a_i^2 within their limits; found here by going round, one
 * torque at a time (projected Gauss-Seidel). */
enum {
    WHEELS = 14
};
static void least_constraint(int n, const double *torque, const double *limit, double *a)
{
    double in[WHEELS] = {0}; /* of clutch i on wheel i + 1, and back on wheel i */
    for (int turn = 0; turn < 200000; turn++) {
        double change = 0;
        for (int i = 0; i + 1 < n; i++) {
            double left = torque[i] + (i > 0 ? in[i - 1] : 0), right = torque[i + 1] - (i + 2 < n ? in[i + 1] : 0);
            double wanted = fmin(fmax((left - right) / 2, -limit[i]), limit[i]);
            change = fmax(change, fabs(wanted - in[i]));
            in[i] = wanted;
        }
        if (change < 1e-14) break;
    }
    for (int i = 0; i < n; i++)
        a[i] = torque[i] + (i > 0 ? in[i - 1] : 0) - (i + 1 < n ? in[i] : 0);
}

static void many_clutches_at_rest_choose_as_gauss_would(void **state)
{
    (void)state;
    static const int sizes[] = {3, 6, 8, WHEELS};
    uint64_t random = 21;
    for (int round = 0; round < 60; round++) {
        int n = sizes[round % 4];
        char model[9000] = "bodies:\n", line[300];
        double torque[WHEELS], limit[WHEELS] = {0}, a[WHEELS];
        for (int i = 0; i < n; i++) {
            torque[i] = random_between(&random, -3, 3);
            limit[i] = random_between(&random, 0.1, 2);
            snprintf(line, sizeof line, "  w%d: {mass: 1 kg, inertia: 1 kg m2, spin: 0}\n", i);
            strcat(model, line);
        }
        strcat(model, "joints:\n");
        for (int i = 0; i < n; i++) {
            snprintf(line, sizeof line, "  h%d: {revolute: [ground, w%d]}\n", i, i);
            strcat(model, line);
            if (i + 1 == n) break;
            snprintf(line, sizeof line, "  c%d: {clutch: [w%d, w%d], friction: {law: coulomb, mu_k: %.17g N m}}\n", i,
                     i, i + 1, limit[i]);
            strcat(model, line);
        }
        strcat(model, "forces:\n");
        for (int i = 0; i < n; i++) {
            snprintf(line, sizeof line, "  t%d: {torque: w%d, value: %.17g N m}\n", i, i, torque[i]);
            strcat(model, line);
        }
        least_constraint(n, torque, limit, a);
        bri_result *result = run(model, "dopri5", 1, 1e-8, 1e-6);
        for (int i = 0; i < n; i++) { /* the forces are constant: what holds at the beginning holds on */
            snprintf(line, sizeof line, "w%d.spin", i);
            meet(result, line, a[i], 1e-6);
        }
        assert_true(result->statistics->steps < 1000);
        bri_result_destroy(result);
    }
}

/* --- a belt that swings ------------------------------------------------------------------------------------------ */

/* The block follows a belt of speed V cos(w t) by friction of mu g at most: pieces of constant acceleration, and
 * pieces with the belt where |V w sin| <= mu g. */
static double speed_on_belt(double V, double w, double a, double until)
{
    double t = 0, v = 0, sign = 1; /* the belt is ahead */
    bool stuck = false;
    double step = 1e-5;
    while (t < until) {
        double next = fmin(t + step, until), belt = V * cos(w * next), push = -V * w * sin(w * next);
        if (stuck) {
            if (fabs(push) > a) {
                stuck = false;
                sign = push > 0 ? 1 : -1;
            }
            v = belt;
        } else {
            double vn = v + sign * a * (next - t);
            if (sign * (belt - vn) < 0) { /* it has caught up, within this step: linear is enough for 1e-10 */
                double gap = sign * (V * cos(w * t) - v), closing = (gap - sign * (belt - vn)) / (next - t);
                double at = t + gap / closing;
                v += sign * a * (at - t);
                next = at;
                push = -V * w * sin(w * at);
                stuck = fabs(push) <= a;
                if (!stuck) sign = push > 0 ? 1 : -1;
            } else {
                v = vn;
            }
        }
        t = next;
    }
    return v;
}

static void block_on_a_swinging_belt_moves_as_on_paper(void **state)
{
    (void)state;
    static const double speed[] = {0.2, 0.5, 3}; /* V w over mu g = 2: below, above, far above */
    for (int i = 0; i < 3; i++)
        for (EACH(w, smooth)) {
            const char *model = MODEL(
                "bodies: {belt: {mass: 1 kg, inertia: 1 kg m2}, block: {mass: 2 kg, inertia: 1 kg m2, at: [0, 1], "
                "velocity: [0, 0]}}\n"
                "joints:\n"
                "  bed: {translational: [ground, belt], along: [1, 0]}\n"
                "  guide: {translational: [ground, block], at: [0, 1], along: [1, 0]}\n"
                "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {sine: %.17g m, frequency: %.17g "
                "Hz}}\n"
                "  contact: {rub: [belt, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, load: 20 N}}\n",
                speed[i] / 6, 6 / (2 * pi));
            bri_result *result = run(model, w->integrator, 7.3, w->rtol, 1e-5);
            meet(result, "block.vx", speed_on_belt(speed[i], 6, 2, 7.3), 1e-4);
            assert_true(result->statistics->steps < 50000);
            bri_result_destroy(result);
        }
}

/* At 1 s the belt leaves with 1 m/s at once: the block that lay on it is left behind, 2 m/s2, and has its speed
 * after 0.5 s. */
static void belt_that_starts_with_a_jerk_leaves_its_block_behind(void **state)
{
    (void)state;
    const char *model =
        "bodies: {belt: {mass: 1 kg, inertia: 1 kg m2}, block: {mass: 1 kg, inertia: 1 kg m2, at: [0, 1], velocity: "
        "[0, 0]}}\n"
        "joints:\n"
        "  bed: {translational: [ground, belt], along: [1, 0]}\n"
        "  guide: {translational: [ground, block], at: [0, 1], along: [1, 0]}\n"
        "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {table: [[0 s, 0 m], [1 s, 0 m], [3 s, 2 "
        "m]]}}\n"
        "  contact: {rub: [belt, block], along: [1, 0], friction: {law: coulomb, mu_k: 0.2, load: 10 N}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 1.25, w->rtol, 1e-5);
        meet(result, "belt.vx", 1, 1e-6);
        meet(result, "block.vx", 0.5, 1e-5);
        bri_result_destroy(result);
        result = run(model, w->integrator, 2.5, w->rtol, 1e-5);
        assert_close(when(result, "contact sticks", 0), 1.5, 1e-6);
        meet(result, "block.vx", 1, 1e-6);
        meet(result, "block.x", 0.25 + 1, 1e-5);
        bri_result_destroy(result);
    }
}

/* A driver's jerk and a step of load at one time, in two mechanisms that have nothing to do with each other. */
static void jerk_of_a_driver_does_not_hide_a_step_of_load(void **state)
{
    (void)state;
    const char *model =
        "bodies: {belt: {mass: 1 kg, inertia: 1 kg m2}, block: {mass: 1 kg, inertia: 1 kg m2, at: [0, 1], velocity: "
        "[0, 0]}}\n"
        "joints:\n"
        "  bed: {translational: [ground, belt], along: [1, 0]}\n"
        "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {table: [[0 s, 0 m], [1 s, 0 m], [3 s, 2 "
        "m]]}}\n"
        "  floor: {translational: [ground, block], at: [0, 1], along: [1, 0], friction: {law: coulomb, mu_k: 2 N}}\n"
        "forces: {push: {force: block, along: [1, 0], value: {step: 5 N, start: 1 s}}}\n";
    for (EACH(w, smooth)) {
        bri_result *result = run(model, w->integrator, 2, w->rtol, 1e-5);
        meet(result, "block.vx", 3, 1e-5);
        meet(result, "belt.x", 1, 1e-6);
        bri_result_destroy(result);
    }
}

/* Where one comes to rest another starts: what a brake loses its load by a step and is given it back. */
static void brake_that_is_lifted_and_put_back_holds_again(void **state)
{
    (void)state;
    const char *model = "bodies: {wheel: {mass: 1 kg, inertia: 2 kg m2, spin: 0}}\n"
                        "joints:\n"
                        "  hub: {revolute: [ground, wheel]}\n"
                        "  brake: {clutch: [ground, wheel], radius: 0.5 m,\n"
                        "          friction: {law: coulomb, mu_k: 0.4, load: {table: [[0 s, 30 N], [1 s, 30 N], [1 s, "
                        "0 N], [2 s, 0 N], [2 s, 30 N]]}}}\n"
                        "forces: {motor: {torque: hub, value: 4 N m}}\n";
    for (EACH(w, smooth)) { /* 6 N m hold; 2 rad/s2 for 1 s; then -1 rad/s2 for 2 s */
        bri_result *result = run(model, w->integrator, 6, w->rtol, 1e-5);
        assert_close(when(result, "brake sticks", 0), 4, 1e-6);
        meet(result, "wheel.angle", 1 + 2, 1e-5);
        meet(result, "wheel.spin", 0, 1e-12);
        bri_result_destroy(result);
    }
}

/* --- coupling ---------------------------------------------------------------------------------------------------- */

/* A lever on a pin, its tip (b, h) from it on a belt that moves at 1 m/s: N b + mu h N = T where the belt runs
 * against it, so N = T/(b + mu h); turn about turn N <- (T - mu h N)/b, which diverges for mu h > b. Where the belt
 * runs the other way, N b - mu h |N| = T has no solution for mu h > b: it locks. */
static const char *lever(double h, double belt, const char *coupling)
{
    return MODEL("bodies:\n"
                 "  belt: {mass: 1 kg, inertia: 1 kg m2}\n"
                 "  lever: {mass: 1 kg, inertia: 0.1 kg m2, points: {tip: [0.1, %.17g]}}\n"
                 "joints:\n"
                 "  bed: {translational: [ground, belt], along: [1, 0]}\n"
                 "  drive: {translation_driver: [ground, belt], along: [1, 0], motion: {table: [[0 s, 0 m], [100 s, "
                 "%.17g m]]}}\n"
                 "  pin: {revolute: [ground, lever]}\n"
                 "  shoe: {point_on_line: [belt, lever.tip], at: [0, %.17g], along: [1, 0], friction: {law: coulomb, "
                 "mu_k: 0.4}}\n"
                 "forces: {load: {torque: lever, value: -3 N m}}\n"
                 "run: {coupling: %s}\n",
                 h, 100 * belt, h, coupling);
}

static void shoe_that_trails_has_the_load_on_paper(void **state)
{
    (void)state;
    for (EACH(w, smooth))
        for (int high = 0; high < 2; high++) {
            double h = high ? 0.5 : 0.1; /* mu h/b = 2, 0.4 */
            bri_result *result = run(lever(h, -1, "newton"), w->integrator, 1, w->rtol, 1e-6);
            meet(result, "shoe.normal", 3 / (0.1 + 0.4 * h), 1e-6);
            meet(result, "shoe.friction", -0.4 * 3 / (0.1 + 0.4 * h), 1e-6);
            bri_result_destroy(result);
        }
}

static void fixed_point_finds_it_where_it_converges(void **state)
{
    (void)state;
    bri_result *result = run(lever(0.1, -1, "fixed_point"), "dopri5", 1, 1e-8, 1e-6);
    meet(result, "shoe.normal", 3 / 0.14, 1e-6);
    bri_result_destroy(result);
}

static bri_status try_run(const char *model_text, bri_error *err)
{
    bri_system *system = build(model_text);
    bri_run_def def = bri_run_defaults();
    bri_result *result = NULL;
    def.until = 1;
    bri_status status = bri_run(system, &def, &result, err);
    bri_result_destroy(result);
    bri_system_destroy(system);
    return status;
}

static void fixed_point_says_where_it_does_not(void **state)
{
    (void)state;
    bri_error err = {0};
    assert_int_equal(try_run(lever(0.5, -1, "fixed_point"), &err), BRI_NO_CONVERGENCE);
    assert_non_null(strstr(err.what, "shoe"));
    assert_non_null(strstr(err.what, "fixed-point"));
}

static void shoe_that_leads_too_steeply_has_no_solution(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_result *result = run(lever(0.1, 1, "newton"), "dopri5", 1, 1e-8, 1e-6); /* N = T/(b - mu h) */
    meet(result, "shoe.normal", 3 / 0.06, 1e-6);
    bri_result_destroy(result);
    assert_int_equal(try_run(lever(0.5, 1, "newton"), &err), BRI_NO_SOLUTION);
    assert_non_null(strstr(err.what, "shoe"));
}

/* The load N has a sign: N b + s mu h |N| = T, s = 1 where the belt runs against the lever. With mu h > b there are two
 * solutions, T/(b + mu h) and T/(b - mu h) < 0, or for s = -1 none; else one. */
static void solutions_of_the_lever_are_counted(void **state)
{
    (void)state;
    static const struct {
        double h, belt;
        int solutions;
    } cases[] = {{0.1, -1, 1}, {0.5, -1, 2}, {0.1, 1, 1}, {0.5, 1, 0}};
    for (int i = 0; i < 4; i++) {
        bri_error err = {0};
        bri_system *system = build(lever(cases[i].h, cases[i].belt, "newton"));
        bri_run_def def = bri_run_defaults();
        bri_sim *sim = NULL;
        int count = -1;
        bool all = false;
        assert_int_equal(bri_sim_create(system, &def, &sim, &err), BRI_OK);
        assert_int_equal(bri_sim_solutions(sim, &count, &all, &err), BRI_OK);
        assert_int_equal(count, cases[i].solutions);
        assert_true(all);
        bri_sim_destroy(sim);
        bri_system_destroy(system);
    }
}

/* A pendulum whose pin rubs; the load of the step before is wrong by what it changes in a step: of first order. */
static void error_of_a_lagged_load_falls_with_the_step(void **state)
{
    (void)state;
    double angle[5];
    for (int i = 0; i < 5; i++) {
        const char *model = MODEL(
            "gravity: [0, -9.81]\n"
            "bodies: {arm: {mass: 2 kg, inertia: 0.1 kg m2, at: [0, -0.5], spin: 6 rad/s, points: {foot: [0, 0.5]}}}\n"
            "joints: {pin: {revolute: [ground, arm.foot], radius: 0.1 m, friction: {law: coulomb, mu_k: 0.4}}}\n"
            "run: {coupling: %s, integrator: rk4, step: %.17g s, until: 0.3 s}\n",
            i < 4 ? "lagged" : "newton", i < 4 ? 0.01 / (1 << i) : 1e-4);
        bri_system *system = build(model);
        bri_error err = {0};
        bri_run_def def = bri_run_defaults();
        bri_result *result = NULL;
        if (bri_run(system, &def, &result, &err)) fail_msg("%s", err.what);
        angle[i] = last(result, "arm.angle");
        bri_result_destroy(result);
        bri_system_destroy(system);
    }
    for (int i = 0; i < 3; i++) {
        double ratio = (angle[i] - angle[4]) / (angle[i + 1] - angle[4]);
        if (!(ratio > 1.7 && ratio < 2.4))
            fail_msg("errors %g, %g, %g, %g", angle[0] - angle[4], angle[1] - angle[4], angle[2] - angle[4],
                     angle[3] - angle[4]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(block_breaks_away_at_its_limit),
        cmocka_unit_test(block_slips_at_a_step_beyond_its_limit),
        cmocka_unit_test(block_at_its_limit_stays_in_few_steps),
        cmocka_unit_test(block_turns_round_without_sticking),
        cmocka_unit_test(block_that_stops_below_its_static_limit_stays),
        cmocka_unit_test(block_that_starts_all_but_at_rest_does_not_creep),
        cmocka_unit_test(block_comes_to_rest_under_a_force_that_chatters),
        cmocka_unit_test(stuck_block_sees_every_peak_of_its_load),
        cmocka_unit_test(block_whose_limit_is_touched_again_and_again_stays),
        cmocka_unit_test(ten_blocks_break_away_at_one_time_each_its_way),
        cmocka_unit_test(two_contacts_that_hold_one_block_give_way_together),
        cmocka_unit_test(stack_slips_at_its_floor_and_then_in_itself),
        cmocka_unit_test(stack_that_is_hit_slips_everywhere_at_once),
        cmocka_unit_test(many_clutches_at_rest_choose_as_gauss_would),
        cmocka_unit_test(block_on_a_swinging_belt_moves_as_on_paper),
        cmocka_unit_test(belt_that_starts_with_a_jerk_leaves_its_block_behind),
        cmocka_unit_test(jerk_of_a_driver_does_not_hide_a_step_of_load),
        cmocka_unit_test(brake_that_is_lifted_and_put_back_holds_again),
        cmocka_unit_test(shoe_that_trails_has_the_load_on_paper),
        cmocka_unit_test(fixed_point_finds_it_where_it_converges),
        cmocka_unit_test(fixed_point_says_where_it_does_not),
        cmocka_unit_test(shoe_that_leads_too_steeply_has_no_solution),
        cmocka_unit_test(solutions_of_the_lever_are_counted),
        cmocka_unit_test(error_of_a_lagged_load_falls_with_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
