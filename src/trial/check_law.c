/* check_law.c - the tests that any friction law must pass
 *
 * Each respect is one function, which ends with its first fault. Samples are random, the same in every call. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "bristle/trial.h"
#include "catalogue/inspect.h"
#include "trial/soundness_events.h"
#include "trial/soundness_slopes.h"

enum {
    ROUNDS = SAMPLE_ROUNDS
};

static bool close_to(double a, double b, double tolerance)
{
    double error = fabs(a - b);
    return error <= tolerance || error <= tolerance * fabs(b);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static bool all_finite(const double *x, int count)
{
    for (int i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* Any finite number, or one of those at which formulas fail. */
static double draw_finite(uint64_t *seed, bool odd)
{
    static const double odd_ones[] = {0, -0.0, 5e-324, 1e-310, 2.2e-308, 1e-30, 1, 1e30, 1e200, 1.7e308};
    return odd ? odd_ones[(int)bri_random_between(seed, 0, 10)] : bri_random_finite(seed);
}

/* Velocity, load and states of any size, evaluated. */
static bool draw_any_size(bri_sample *s, const bri_friction_law *law, int round, uint64_t *seed)
{
    int turn = round / 2 % 4;
    if (!bri_sample_draw(s, law, 1 + round % 2, 1, seed)) return false;
    double v[2] = {draw_finite(seed, turn % 2), draw_finite(seed, turn >= 2)};
    double load = turn == 3 ? 0 : fabs(draw_finite(seed, turn == 2));
    for (int i = 0; i < s->states; i++) {
        s->z[i] = bri_random_between(seed, -1, 1) * bri_random_scale(seed, 1e-100, 1e30);
        if (turn % 2) s->z[i] = fmin(draw_finite(seed, true), 1e30);
    }
    bri_sample_evaluate(s, v, load);
    return true;
}

static bool check_finite(bri_soundness *c)
{
    uint64_t seed = 11;
    for (int round = 0; round < 8 * ROUNDS; round++) {
        bri_sample s;
        bri_curve curve;
        if (!draw_any_size(&s, c->law, round, &seed)) return true; /* reported with its table */
        c->law->curve(&s.params, &s.slip, &curve);
        int dim = s.slip.dim;
        bool finite = all_finite(s.drag.force, dim) && all_finite(s.zdot, s.states) &&
                      all_finite(s.slopes.force_load, dim) && all_finite(s.slopes.force_v[0], dim) &&
                      all_finite(s.slopes.force_v[dim - 1], dim) && all_finite(s.slopes.force_rate_load, dim) &&
                      all_finite(s.force_z, dim * s.states) && all_finite(s.zdot_v, dim * s.states) &&
                      all_finite(s.zdot_load, s.states) && all_finite(s.zdot_z, s.states * s.states);
        if (!finite)
            return bri_unsound(c, "force, rates or derivatives are not finite at v = %.3g m/s and a load of %.3g N",
                               s.slip.v[0], s.slip.load);
        if (!(isfinite(curve.force) && isfinite(curve.by_speed) && isfinite(curve.by_load)))
            return bri_unsound(c, "the curve is not finite at v = %.3g m/s and a load of %.3g N", s.slip.v[0],
                               s.slip.load);
    }
    return true;
}

/* At rest with relaxed states there is no force, and no state moves but a dwell time. */
static bool check_rest(bri_soundness *c)
{
    for (int dim = 1; dim <= 2; dim++) {
        bri_sample s;
        bri_sample_start(&s, c->law, dim);
        bri_sample_evaluate(&s, (const double[2]){0, 0}, 10);
        for (int i = 0; i < dim; i++)
            if (s.drag.force[i] != 0)
                return bri_unsound(c, "the force at rest with all states 0 is %.6g N, and must be 0", s.drag.force[i]);
        for (int i = 0; i < s.states; i++)
            if (s.turns[i] && s.zdot[i] != 0)
                return bri_unsound(c, "the rate of state %d at rest is %.6g, and must be 0", i + 1, s.zdot[i]);
    }
    return true;
}

/* Mechanisms know no distance, except for noise, and verdicts and curves no time: a law is a function of velocity, load and states. */
static bool check_history(bri_soundness *c)
{
    static const char *const of[] = {"time", "distance"};
    uint64_t seed = 21;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        bri_sample a, b;
        if (!bri_sample_draw(&a, c->law, 1 + round / 2 % 2, 7, &seed)) return true;
        bri_sample_copy(&b, &a);
        double later = bri_random_scale(&seed, 1e-3, 1e3);
        *(round % 2 ? &b.slip.distance : &b.slip.time) = later;
        bri_sample_evaluate(&a, a.v, 7);
        bri_sample_evaluate(&b, a.v, 7);
        for (int i = 0; i < a.slip.dim; i++)
            if (a.drag.force[i] != b.drag.force[i])
                return bri_unsound(c,
                                   "the force depends on slip->%s: %.9g N at 0 and %.9g N at %.3g; use a state instead",
                                   of[round % 2], a.drag.force[i], b.drag.force[i], later);
        for (int i = 0; i < a.states; i++)
            if (a.zdot[i] != b.zdot[i])
                return bri_unsound(c, "the rate of state %d depends on slip->%s; use another state instead", i + 1,
                                   of[round % 2]);
    }
    return true;
}

/* Turned round, the force turns round, to the last bit: a law sees the direction only in slip->dir. */
static bool check_symmetry(bri_soundness *c)
{
    uint64_t seed = 3;
    for (int round = 0; round < 2 * ROUNDS; round++) {
        bri_sample a, b;
        if (!bri_sample_draw(&a, c->law, 1 + round % 2, 7, &seed)) return true;
        bri_sample_copy(&b, &a);
        double back[2] = {-a.v[0], -a.v[1]};
        for (int i = 0; i < b.states; i++)
            b.z[i] = a.turns[i] ? -a.z[i] : a.z[i];
        bri_sample_evaluate(&a, a.v, 7);
        bri_sample_evaluate(&b, back, 7);
        for (int i = 0; i < a.slip.dim; i++)
            if (!(b.drag.force[i] == -a.drag.force[i]))
                return bri_unsound(c, "the force is %.17g N at v = %.3g m/s and %.17g N at -v", a.drag.force[i], a.v[i],
                                   b.drag.force[i]);
        for (int i = 0; i < a.states; i++)
            if (!(b.zdot[i] == (a.turns[i] ? -a.zdot[i] : a.zdot[i])))
                return bri_unsound(c, "the rate of state %d is %.17g at v = %.3g m/s and %.17g at -v", i + 1, a.zdot[i],
                                   a.v[0], b.zdot[i]);
    }
    return true;
}

static void turn(double *vector, double angle)
{
    double x = vector[0], y = vector[1];
    vector[0] = cos(angle) * x - sin(angle) * y;
    vector[1] = sin(angle) * x + cos(angle) * y;
}

/* Those of the states, or of their rates, that are vectors. */
static void turn_states(const bri_sample *s, double *z, double angle)
{
    for (int i = 0; i + 1 < s->states; i += s->turns[i] ? 2 : 1)
        if (s->turns[i]) turn(z + i, angle);
}

/* With two components, the same in every direction. */
static bool check_direction(bri_soundness *c)
{
    uint64_t seed = 6;
    for (int round = 0; round < ROUNDS; round++) {
        bri_sample a, b;
        double angle = bri_random_between(&seed, 0, 6), rates = 0;
        if (!bri_sample_draw(&a, c->law, 2, 7, &seed)) return true;
        bri_sample_copy(&b, &a);
        double turned[2] = {a.v[0], a.v[1]};
        turn(turned, angle);
        turn_states(&b, b.z, angle);
        bri_sample_evaluate(&a, a.v, 7);
        bri_sample_evaluate(&b, turned, 7);
        double size = hypot(a.drag.force[0], a.drag.force[1]);
        for (int i = 0; i < a.states; i++)
            rates += fabs(a.zdot[i]);
        turn(a.drag.force, angle);
        for (int i = 0; i < 2; i++) /* rounding in z and v is enlarged by the slopes */
            if (!close_to(b.drag.force[i], a.drag.force[i], 1e-9 * (size + 1e-6 + 1e3 * rates)))
                return bri_unsound(c, "turned by %.3g rad, component %d of the force is %.9g N instead of %.9g N",
                                   angle, i + 1, b.drag.force[i], a.drag.force[i]);
        turn_states(&a, a.zdot, angle);
        for (int i = 0; i < a.states; i++)
            if (!close_to(b.zdot[i], a.zdot[i], 1e-9 * (rates + fabs(a.v[0]) + 1e-9)))
                return bri_unsound(c, "turned by %.3g rad, the rate of state %d is %.9g instead of %.9g", angle, i + 1,
                                   b.zdot[i], a.zdot[i]);
    }
    return true;
}

/* Two components of which one is 0 give what one component gives. */
static bool check_components(bri_soundness *c)
{
    uint64_t seed = 5;
    for (int round = 0; round < ROUNDS; round++) {
        bri_sample a, b;
        if (!bri_sample_draw(&a, c->law, 1, 7, &seed)) return true;
        bri_sample_start(&b, c->law, 2);
        bri_params params = a.params;
        b.params = params;
        b.slip.elements = a.slip.elements;
        int to[SAMPLE_STATES], at = 0;
        for (int i = 0; i < a.states; i++) {
            to[i] = at;
            at += a.turns[i] ? 2 : 1;
            b.z[to[i]] = a.z[i];
        }
        b.states = bri_friction_states(c->law, &b.params, 2);
        memcpy(b.discrete, a.discrete, sizeof b.discrete);
        bri_sample_evaluate(&a, a.v, 7);
        bri_sample_evaluate(&b, (const double[2]){a.v[0], 0}, 7);
        if (!close_to(b.drag.force[0], a.drag.force[0], 1e-13) || b.drag.force[1] != 0)
            return bri_unsound(c, "at v = (%.3g, 0) m/s the force is (%.9g, %.3g) N, but with one component %.9g N",
                               a.v[0], b.drag.force[0], b.drag.force[1], a.drag.force[0]);
        for (int i = 0; i < a.states; i++)
            if (!close_to(b.zdot[to[i]], a.zdot[i], 1e-12))
                return bri_unsound(c, "the rate of state %d is %.9g with two components and %.9g with one", i + 1,
                                   b.zdot[to[i]], a.zdot[i]);
    }
    return true;
}

/* --- energy ------------------------------------------------------------------------------------------------------- */

static bool check_dissipation(bri_soundness *c)
{
    uint64_t seed = 4;
    bri_sample s;
    for (int round = 0; round < 8 * ROUNDS; round++) {
        bri_curve curve;
        if (!draw_any_size(&s, c->law, round, &seed)) return true;
        c->law->curve(&s.params, &s.slip, &curve);
        if (!(curve.force >= 0))
            return bri_unsound(c, "the curve is %.6g N at v = %.3g m/s: steady friction cannot drive the body",
                               curve.force, s.slip.speed);
    }
    for (int round = 0; !c->law->kind.states && round < ROUNDS; round++) {
        double load = bri_random_scale(&seed, 1e-3, 1e4);
        if (!bri_sample_draw(&s, c->law, 2, load, &seed)) return true;
        bri_sample_evaluate(&s, s.v, load);
        double power = s.drag.force[0] * s.v[0] + s.drag.force[1] * s.v[1];
        if (!(power <= 0))
            return bri_unsound(c, "the power of friction is %.6g W at v = %.3g m/s, and cannot be above 0", power,
                               s.slip.speed);
    }
    bri_phenomena_result shown;
    bri_params params;
    bri_phenomena_params(c->law, &params);
    bool claims = c->law->kind.states && c->law->passive && c->law->passive(&params);
    if (claims && !bri_phenomena(c->law, &params, &shown, NULL) && !shown.shows[BRI_PASSIVE])
        return bri_unsound(c, "it claims to be passive, but returns energy: its measure along standard motions is %.3g",
                           shown.measure[BRI_PASSIVE]);
    return true;
}

/* --- curve -------------------------------------------------------------------------------------------------------- */

static double curve_at(const bri_sample *s, double speed)
{
    bri_slip slip = s->slip;
    bri_curve curve;
    bri_slip_set(&slip, 1, &speed, 7);
    s->law->curve(&s->params, &slip, &curve);
    return curve.force;
}

static bool is_event_between(const bri_sample *s, double low, double high)
{
    double a[2 * BRI_LIST_MAX] = {0}, b[2 * BRI_LIST_MAX] = {0};
    bri_slip slip = s->slip;
    if (!s->law->events) return false;
    bri_slip_set(&slip, 1, &low, 7);
    s->law->events(&s->params, &slip, a);
    bri_slip_set(&slip, 1, &high, 7);
    s->law->events(&s->params, &slip, b);
    for (int i = 0; i < bri_friction_events(s->law, &s->params, 1); i++)
        if ((a[i] > 0) != (b[i] > 0)) return true;
    return false;
}

/* A jump of the curve that no event function marks. */
static bool check_continuity(bri_soundness *c)
{
    uint64_t seed = 19;
    for (int round = 0; round < 20; round++) {
        bri_sample s;
        if (!bri_sample_draw(&s, c->law, 1, 7, &seed)) return true;
        double most = 1e-9;
        for (double v = 1e-9; v < 1e2; v *= 1.3) {
            double low = v, high = 1.3 * v, at_low = curve_at(&s, low), at_high = curve_at(&s, high);
            most = fmax(most, fabs(at_low));
            if (!(fabs(at_high - at_low) > 0.01 * most)) continue;
            for (int i = 0; i < 45; i++) {
                double middle = 0.5 * (low + high), at = curve_at(&s, middle);
                bool first = fabs(at - at_low) > fabs(at_high - at);
                *(first ? &high : &low) = middle;
                *(first ? &at_high : &at_low) = at;
            }
            if (fabs(at_high - at_low) > 1e-3 * most && !is_event_between(&s, low, high))
                return bri_unsound(
                    c,
                    "the curve jumps from %.6g N to %.6g N at v = %.6g m/s, where no event function changes its sign",
                    at_low, at_high, low);
        }
    }
    return true;
}

/* --- states ------------------------------------------------------------------------------------------------------- */

static bool check_steady(bri_soundness *c)
{
    uint64_t seed = 10;
    for (int round = 0; c->law->kind.states && c->law->steady && round < 2 * ROUNDS; round++) {
        bri_sample s;
        bri_curve curve;
        double load = bri_random_scale(&seed, 0.1, 1e3), size[SAMPLE_STATES];
        int dim = 1 + round % 2;
        if (!bri_sample_draw(&s, c->law, dim, load, &seed)) return true;
        c->law->steady(&s.params, &s.slip, s.z, s.discrete);
        c->law->curve(&s.params, &s.slip, &curve);
        bri_sample_evaluate(&s, s.v, load);
        c->law->sizes(&s.params, load, dim, size);
        for (int i = 0; i < dim; i++)
            if (!close_to(s.drag.force[i], -curve.force * s.slip.dir[i], 1e-9 * (curve.force + 1)))
                return bri_unsound(
                    c, "in its steady state the force is %.9g N, but the curve says %.9g N, at v = %.3g m/s",
                    s.drag.force[i], -curve.force * s.slip.dir[i], s.slip.speed);
        for (int i = 0; i < s.states; i++) { /* against the rate at which that state forgets */
            double rate = fabs(s.zdot_z[i * s.states + i]) * fabs(s.z[i]) + s.slip.speed;
            if (!(size[i] > 0 && isfinite(size[i])))
                return bri_unsound(c, "the size of state %d is %.3g, and must be above 0 and finite", i + 1, size[i]);
            if (!(fabs(s.zdot[i]) <= 1e-9 * rate))
                return bri_unsound(c,
                                   "in its steady state the rate of state %d is %.3g, and must be 0, at v = %.3g m/s",
                                   i + 1, s.zdot[i], s.slip.speed);
        }
    }
    return true;
}

static bool check_relax(bri_soundness *c)
{
    uint64_t seed = 12;
    for (int round = 0; c->law->relax && round < 2 * ROUNDS; round++) {
        bri_sample s;
        double pull[SAMPLE_STATES], rate[SAMPLE_STATES];
        if (!bri_sample_draw(&s, c->law, 1 + round % 2, 7, &seed)) return true;
        bri_sample_evaluate(&s, s.v, 7);
        c->law->relax(&s.params, &s.slip, pull, rate);
        for (int i = 0; i < s.states; i++)
            if (!close_to(pull[i] - rate[i] * s.z[i], s.zdot[i], 1e-12 * (fabs(pull[i]) + fabs(rate[i] * s.z[i]))))
                return bri_unsound(c, "relax says that the rate of state %d is %.9g, but eval says %.9g", i + 1,
                                   pull[i] - rate[i] * s.z[i], s.zdot[i]);
    }
    return true;
}

/* --- static limit, batches ---------------------------------------------------------------------------------------- */

/* At least the friction of slow sliding, and proportional to the load, which verdicts rely on. */
static bool check_static_limit(bri_soundness *c)
{
    uint64_t seed = 13;
    for (int round = 0; c->law->static_limit && round < ROUNDS; round++) {
        bri_sample s;
        bri_curve slow;
        double v = 1e-12, by_load, load = bri_random_scale(&seed, 0.1, 1e3);
        if (!bri_sample_draw(&s, c->law, 1, load, &seed)) return true;
        bri_slip_set(&s.slip, 1, &v, load);
        c->law->curve(&s.params, &s.slip, &slow);
        double limit = c->law->static_limit(&s.params, &s.slip, &by_load);
        if (!isfinite(limit) || !isfinite(by_load))
            return bri_unsound(
                c, "the limit and its derivative by the load must be finite: %.6g N and %.6g under a load of %.6g N",
                limit, by_load, load);
        if (!(limit >= slow.force * (1 - 1e-6)))
            return bri_unsound(c, "it is %.6g N, below the friction of slow sliding, %.6g N", limit, slow.force);
        if (!close_to(by_load * load, limit, 1e-14))
            return bri_unsound(c,
                               "it is %.6g N under a load of %.6g N, but its derivative, %.6g, says %.6g N: it must be "
                               "proportional to the load",
                               limit, load, by_load, by_load * load);
    }
    return true;
}

static bool check_batch(bri_soundness *c)
{
    enum {
        COUNT = 67 /* a tail at every width of vectors */
    };
    double v[2][COUNT], load[COUNT], force[2][COUNT] = {{0}}, z[SAMPLE_STATES][COUNT], zdot[SAMPLE_STATES][COUNT],
                                     discrete[BRI_LIST_MAX][COUNT];
    const double *z_of[SAMPLE_STATES], *discrete_of[BRI_LIST_MAX];
    double *zdot_of[SAMPLE_STATES];
    uint64_t seed = 14;
    for (int i = 0; i < SAMPLE_STATES; i++)
        z_of[i] = z[i], zdot_of[i] = zdot[i];
    for (int i = 0; i < BRI_LIST_MAX; i++)
        discrete_of[i] = discrete[i];
    for (int round = 0; round < 6; round++) {
        bri_sample one, s;
        int dim = 1 + round % 2;
        if (!bri_sample_draw(&one, c->law, dim, 7, &seed)) return true;
        for (int at = 0; at < COUNT; at++) {
            if (!bri_sample_draw(&s, c->law, dim, 7, &seed)) return true;
            v[0][at] = at % 9 == 8 ? 0 : s.v[0];
            v[1][at] = at % 9 == 8 ? 0 : s.v[1];
            load[at] = at % 11 == 10 ? 0 : bri_random_scale(&seed, 0.1, 1e3);
            for (int i = 0; i < one.states; i++)
                z[i][at] = s.z[i];
            for (int i = 0; i < one.discrete_states; i++)
                discrete[i][at] = s.discrete[i];
        }
        bri_friction_batch(c->law, &one.params,
                           &(bri_batch){.count = COUNT,
                                        .dim = dim,
                                        .v = {v[0], v[1]},
                                        .load = load,
                                        .pair = one.slip.pair,
                                        .z = z_of,
                                        .discrete = discrete_of,
                                        .force = {force[0], force[1]},
                                        .zdot = zdot_of});
        for (int at = 0; at < COUNT; at++) {
            for (int i = 0; i < one.states; i++)
                one.z[i] = z[i][at];
            for (int i = 0; i < one.discrete_states; i++)
                one.discrete[i] = discrete[i][at];
            bri_sample_evaluate(&one, (const double[2]){v[0][at], v[1][at]}, load[at]);
            for (int i = 0; i < dim; i++)
                if (!(force[i][at] == one.drag.force[i]))
                    return bri_unsound(c, "the force in a batch is %.17g N, alone %.17g N", force[i][at],
                                       one.drag.force[i]);
            for (int i = 0; i < one.states; i++)
                if (!(zdot[i][at] == one.zdot[i]))
                    return bri_unsound(c, "the rate of state %d in a batch is %.17g, alone %.17g", i + 1, zdot[i][at],
                                       one.zdot[i]);
        }
    }
    return true;
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

static bool check_drawing(bri_soundness *c)
{
    bri_sample s;
    uint64_t seed = 1;
    if (bri_sample_draw(&s, c->law, 1, 7, &seed)) return true;
    return bri_unsound(c, "of 1000 random sets of parameters around the defaults, its check accepts none");
}

/* Laws of the library, and copies that have their table, need no size. */
static bool is_built_in(const bri_friction_law *law)
{
    const bri_friction_law *const *all = bri_laws();
    while (*all && (*all)->kind.params != law->kind.params)
        all++;
    return *all;
}

bri_status bri_law_check(const bri_friction_law *law, bri_error *err)
{
    bri_error_clear(err);
    assert(law);
    static const struct {
        const char *name;
        bool (*check)(bri_soundness *c);
    } respects[] = {
        {"table", check_drawing},
        {"finite", check_finite},
        {"rest", check_rest},
        {"history", check_history},
        {"symmetry", check_symmetry},
        {"direction", check_direction},
        {"components", check_components},
        {"dissipation", check_dissipation},
        {"slopes", bri_check_slopes},
        {"curve", bri_check_curve_slopes},
        {"continuity", check_continuity},
        {"steady", check_steady},
        {"relax", check_relax},
        {"static limit", check_static_limit},
        {"events", bri_check_events},
        {"batch", check_batch},
    };
    bri_soundness c = {.law = law, .err = err};
    bri_status status = bri_law_inspect(law, err); /* what it needs is there */
    if (!status && law->size != sizeof *law && !is_built_in(law))
        status = bri_fail(err, BRI_BAD_VALUE,
                          "law '%.60s': its size is %zu; set size to sizeof(bri_friction_law), which is %zu here",
                          law->kind.name, law->size, sizeof *law);
    if (status) return status;
    for (size_t i = 0; i < sizeof respects / sizeof *respects; i++) {
        c.respect = respects[i].name;
        respects[i].check(&c);
    }
    return c.status;
}
