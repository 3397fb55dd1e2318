/* test_faces.c - a block at rest in a guide with two faces
 *
 * A block of mass m in a guide of length l and height h, on which a force F acts along the guide, a distance e above its axis. The
 * normal force is n = m g. Friction R has the couple (h/2) R n/S on the two faces, S the sum of the loads of the corners. With the
 * couple of the guide
 *
 *     M = F e + (h/2) R n/S,    S = max(n, 2 |M|/l)
 *
 * the block holds (R = F) up to F = mu S. There R = mu S, so that M = F e + (h/2) mu n, as when it slides. */
#include "mechanism.h"

static const double g = 9.81;

typedef struct guide {
    double mass, length, height, mu, above;
} guide;

/* Sum of the loads when it is about to slide, or slides. */
static double sliding_load(const guide *b, double force)
{
    double couple = force * b->above + b->height / 2 * b->mu * b->mass * g;
    return fmax(b->mass * g, 2 * fabs(couple) / b->length);
}

static const char *model(const guide *b, const char *value, double speed)
{
    return MODEL(
        "gravity: [0, -%.17g]\n"
        "bodies: {b: {mass: %.17g, inertia: 0.01, velocity: [%.17g, 0]}}\n"
        "joints: {g: {translational: [ground, b], along: [1, 0], length: %.17g, height: %.17g, friction: {law: "
        "coulomb, mu_k: %.17g}}}\n"
        "forces: {f: {force: b, along: [1, 0], at: [0, %.17g], value: %s}}\n",
        g, b->mass, speed, b->length, b->height, b->mu, b->above, value);
}

static const guide guides[] = {{1, 0.1, 0.08, 0.3, 0.16},  {1, 0.1, 0.08, 0.3, -0.16}, {2, 0.5, 0.4, 0.6, 0.35},
                               {1, 0.1, 0.02, 0.3, 0.1},   {3, 0.2, 0.2, 0.1, 0.5},    {0.3, 0.05, 0.1, 0.2, -0.1},
                               {0.3, 0.05, 0.1, 0.2, 0.1}, {1, 1, 0.6, 0.9, 0.4}};

/* At a force around the one at which it breaks loose it holds or slides, with the loads of the closed form. */
static void blocks_hold_or_slide(void **state)
{
    (void)state;
    int held = 0, slid = 0;
    for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
        for (double over = 0.2; over < 12; over *= 1.07) { /* force over mu n */
            const guide *b = &guides[i];
            double weight = b->mass * g, force = over * b->mu * weight, limit = b->mu * sliding_load(b, force);
            char value[40];
            if (fabs(force - limit) < 1e-6 * force) continue;
            snprintf(value, sizeof value, "%.17g", force);
            bri_result *result = run(model(b, value, 0), "dopri5", 1e-3, 1e-6, 1e-6);
            double load = at_row(result, 0, "g.load"), couple = at_row(result, 0, "g.couple");
            double friction = force < limit ? force : limit;
            assert_true((at_row(result, 0, "g.stuck") > 0) == (force < limit));
            assert_close(at_row(result, 0, "g.friction"), -friction, 1e-9 * force);
            assert_close(at_row(result, 0, "b.ax"), (force - friction) / b->mass, 1e-9 * force / b->mass);
            assert_close(couple, force * b->above + b->height / 2 * friction * weight / load,
                         1e-9 * fabs(force * b->above));
            assert_close(load, fmax(weight, 2 * fabs(couple) / b->length), 1e-9 * load);
            held += force < limit;
            slid += force > limit;
            bri_result_destroy(result);
        }
    assert_true(held > 100 && slid > 100);
}

/* The force rises until the block breaks loose, at the force of the closed form. */
static void blocks_break_loose(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof guides / sizeof *guides; i++) {
        const guide *b = &guides[i];
        double low = 0, high = 0, weight = b->mass * g;
        for (double force = 0.01 * weight; force < 20 * weight && high == 0; force += 0.01 * weight)
            if (force > b->mu * sliding_load(b, force)) high = force;
        if (high == 0) continue; /* it locks itself */
        for (int turn = 0; turn < 100; turn++) {
            double middle = 0.5 * (low + high);
            *(middle > b->mu * sliding_load(b, middle) ? &high : &low) = middle;
        }
        char value[60];
        snprintf(value, sizeof value, "{ramp: %.17g N, end: 1 s}", 2 * high);
        static const char *const ways[] = {"dopri5", "radau5", "bristle5", "cvode"};
        for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
            if (!has_integrator(ways[w])) continue;
            bri_result *result = run(model(b, value, 0), ways[w], 0.6, 1e-6, 1e-3);
            assert_close(when(result, "g slips forward", 0), 0.5, 1e-6);
            bri_result_destroy(result);
        }
    }
}

/* A block slides to rest under a force with which it holds, and stays. */
static void blocks_come_to_rest(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof guides / sizeof *guides; i++)
        for (double over = 0.1; over < 5; over *= 1.3)
            for (int sign = -1; sign <= 1; sign += 2) {
                const guide *b = &guides[i];
                double force = over * b->mu * b->mass * g, limit = b->mu * sliding_load(b, force);
                char value[40];
                if (force > 0.99 * limit) continue;
                snprintf(value, sizeof value, "%.17g", force);
                bri_result *result = run(model(b, value, 0.1 * sign), "auto", 100, 1e-6, 1e-4);
                assert_true(last(result, "g.stuck") > 0);
                assert_close(last(result, "g.v"), 0, 1e-9);
                bri_result_destroy(result);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_hold_or_slide),
        cmocka_unit_test(blocks_break_loose),
        cmocka_unit_test(blocks_come_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
