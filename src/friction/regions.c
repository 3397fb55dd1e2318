/* regions.c - slip speeds around which the friction of a law changes, found by sampling its steady curve
 *
 *     straight up to the lowest v with   |F(v) - 2 F(v/2) + F(0)| > 0.02 max F
 *     a jump, at v with                  |F(c v) - 2 F(v) + F(v/c)| > 0.05 max F,   c = 1.02
 *
 * max F is the largest force at speeds up to v, or up to 10 v for jumps. A curve that is 0 has no such speeds. If friction lags behind
 * its steady curve, the law has speed scales in its table, and the smallest of them counts too. The pieces of a piecewise law end at
 * events, which no step passes. */
#include "friction/regions.h"

#include <math.h>

static const double slowest = 1e-12, fastest = 1e5; /* m/s: beyond all ranges of the laws' tables */
static const double lowest = 1e-3;                  /* of the least speed scale of a law's table, to begin with */
static const double bends = 0.02, jumps = 0.05;     /* of the largest friction so far */
static const double rise = 4;                       /* times its straight part: about where a rise from 0 ends */
static const double spacing = 1.02;                 /* of the speeds at which jumps are looked for */
static const double ahead_of = 10; /* how far ahead the force is looked at that a jump is compared with */
static const double nearby[] = {0.1, 100}, doubled = 2; /* of a speed: where its peak is looked for, and how densely */
static const double tol_falls = 1e-9;                   /* of a force */
static const double loads[] = {1, 1e4};                 /* N: viscous parts count more or less beside the rest */

typedef struct sampled {
    const bri_friction_law *law;
    const void *params;
    bri_slip slip;
    double load;
} sampled;

static double force_at(sampled *s, double v)
{
    bri_curve curve;
    bri_drag drag;
    bri_slip_set(&s->slip, 1, &v, s->load);
    if (!s->law->curve) {
        s->law->eval(s->params, &s->slip, &drag, NULL);
        return -drag.force[0];
    }
    s->law->curve(s->params, &s->slip, &curve);
    return curve.force;
}

/* Lowers straight to the speed up to which the curve is straight. True: the curve begins at a force, not at 0. */
static bool look_at_curve(sampled *s, double from, double *straight)
{
    double half = force_at(s, from), at_rest = 2 * half - force_at(s, 2 * from), most = fabs(half);
    for (double v = 2 * from; v < fmin(*straight, fastest); v *= 2) {
        double force = force_at(s, v);
        most = fmax(most, fabs(force));
        if (fabs(force - 2 * half + at_rest) > bends * most) *straight = 0.5 * v;
        half = force;
    }
    return fabs(at_rest) > bends * most;
}

/* Adds a speed at which the curve jumps: to the last region, if it lies beside it. */
static void add_jump(bri_speeds *out, double v)
{
    double low = v / spacing, high = v * spacing;
    bri_region *last = out->count ? &out->region[out->count - 1] : NULL;
    if (last && last->at > 0 && last->at + last->width >= low)
        low = last->at - last->width;
    else if (out->count < BRI_REGIONS_MAX)
        last = &out->region[out->count++];
    else
        return;
    *last = (bri_region){.at = 0.5 * (low + high), .width = 0.5 * (high - low)};
}

static void find_jumps(sampled *s, bri_speeds *out)
{
    double v = fmax(out->straight, 1e-9), before = force_at(s, v / spacing), force = force_at(s, v), most = 0;
    for (; v < fastest; v *= spacing) {
        double after = force_at(s, v * spacing);
        most = fmax(most, fmax(fabs(force), fabs(force_at(s, ahead_of * v)))); /* a rise is no jump */
        if (fabs(after - 2 * force + before) > jumps * most) add_jump(out, v);
        before = force;
        force = after;
    }
}

bri_speeds bri_friction_speeds(const bri_friction_law *law, const void *params, const bri_pair *pair)
{
    bri_speeds out = {.straight = INFINITY};
    sampled s = {.law = law, .params = params, .slip = {.pair = pair}};
    s.slip.elements = bri_kind_elements(&law->kind, params);
    for (const bri_param *p = law->kind.params; p && p->name; p++) {
        double speed = bri_param_speed(p, params);
        if (speed > 0) out.straight = fmin(out.straight, speed);
    }
    bool has_curve = law->curve || !bri_friction_states(law, params, 1), begins = false;
    double from = isfinite(out.straight) ? lowest * out.straight : slowest, most = 0;
    for (size_t i = 0; i < sizeof loads / sizeof *loads && has_curve; i++) {
        s.load = loads[i];
        begins = look_at_curve(&s, from, &out.straight) || begins;
        most = fmax(most, fabs(force_at(&s, isfinite(out.straight) ? 1e3 * out.straight : fastest)));
    }
    if (has_curve && !(most > 0)) out.straight = INFINITY;
    if (!isfinite(out.straight)) return out;
    out.region[out.count++] = (bri_region){.width = (begins ? 1 : rise) * out.straight};
    if (has_curve && law->pieces == BRI_PIECES_UNKNOWN) find_jumps(&s, &out);
    return out;
}

bool bri_friction_falls(const bri_friction_law *law, const void *params, const bri_pair *pair, double around)
{
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        sampled s = {.law = law, .params = params, .slip = {.pair = pair}, .load = loads[i]};
        double before = 0;
        for (double v = nearby[0] * around; v < nearby[1] * around; v *= doubled) {
            double force = force_at(&s, v);
            if (force < before * (1 - tol_falls)) return true;
            before = force;
        }
    }
    return false;
}
