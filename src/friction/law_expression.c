/* law_expression.c - friction from an expression of the sliding speed, with parameters of one's own; set-valued at rest
 *
 *     sliding: F = -N mu(|v|, N) v/|v|,   mu as the expression says; 0 where it is negative or no number
 *     at rest: |F| <= mu(0) N
 *
 * The expression is compiled once to a program, which is run with its derivatives. mu(0) must not depend on the load: static
 * friction is proportional to it. An expression that is 0 at rest, as with tanh(v/v_0), has no static friction: it creeps.
 * An infinite slope there is refused. */
#include "expression/run.h"
#include "friction/friction.h"

typedef struct expression {
    bri_formula mu;
    bri_quantities parameters;
} expression;

static const bri_param expression_params[] = {
    BRI_FORMULA_PARAM_AS(expression, mu, BRI_ROLE_SLIDING, "1", "mu_k + (mu_s - mu_k)*exp(-(v/v_s)^2)", "v m/s|load N",
                         0, 10,
                         "coefficient of friction: an expression in the sliding speed v, the load and the parameters"),
    BRI_QUANTITIES_PARAM(expression, parameters, "mu_k: 0.2, mu_s: 0.3, v_s: 0.01 m/s", -1e30, 1e30,
                         "names that the expression uses, with their values and units"),
    {0},
};

static const double largest_mu = 1e30, largest_slope = 1e60; /* beyond them it is no number */

typedef struct computed {
    real mu, by_speed, by_load, raw; /* raw: as the expression says */
} computed;

/* Below speed 0, of a step beyond rest, the tangent at rest goes on. */
BRI_INLINE computed expression_at(const expression *p, real speed, real load)
{
    real forth[2] = {real_max(speed, splat(0)), load};
    dual out;
    formula_run(&p->mu, forth, p->parameters.value, &out);
    real slope = pick(real_abs(out.by[0]) <= largest_slope, out.by[0], splat(0));
    real raw = out.value + slope * (speed - forth[0]);
    mask valid = (raw >= 0) & (raw <= largest_mu);
    return (computed){pick(valid, raw, splat(0)), pick(valid, slope, splat(0)),
                      pick(valid & (real_abs(out.by[1]) <= largest_slope), out.by[1], splat(0)), raw};
}

BRI_KERNEL void expression_curve(const void *params, const bri_slip *slip, bri_curve *out)
{
    computed at = expression_at(params, slip->speed, slip->load);
    out->force = slip->load * at.mu;
    out->by_speed = slip->load * at.by_speed;
    out->by_load = at.mu + slip->load * at.by_load;
}

BRI_SWEEP_CURVE(expression)

#if BRI_LANES == 1
#include <math.h>
#include <stdio.h>

static bri_real expression_static_limit(const void *params, const bri_slip *slip, bri_real *by_load)
{
    *by_load = expression_at(params, 0, slip->load).mu;
    return slip->load * *by_load;
}

static bool expression_creeps(const void *params) { return !(expression_at(params, 0, 1).mu > 0); }

static void expression_observe(const void *params, const bri_slip *slip, double *outputs)
{
    double raw = expression_at(params, slip->speed, slip->load).raw;
    outputs[0] = fabs(raw) <= largest_mu ? raw : -INFINITY;
}

static const bri_variable expression_outputs[] = {
    {"mu", "1", "value of the expression; where it is negative, friction is 0", BRI_ONE, 0, INFINITY},
    {0},
};

/* Rest, and the speeds and loads at which an expression is tried when it is read, in SI units. */
static const double slowest = 1e-9, fastest = 1e3, speed_spacing = 1.15;
enum {
    SPEEDS = 200
};
static const double loads[] = {1, 1e-3, 1e3, 1e6};
static const double same_at_rest = 1e-9; /* of mu(0) under different loads, relative */

static bri_status check_at(const expression *p, double speed, double load, bool by_load, bri_error *err)
{
    double raw = expression_at(p, speed, load).raw;
    char under[48] = "";
    if (raw >= 0 && raw <= largest_mu) return BRI_OK;
    if (by_load) snprintf(under, sizeof under, " and load = %g N", load);
    if (raw < 0)
        return bri_fail(err, BRI_BAD_VALUE,
                        "mu is %.4g at v = %.3g%s, and must not be negative; write max(..., 0) if it shall be 0 there",
                        raw, speed, under);
    return bri_fail(err, BRI_BAD_VALUE, "mu is not a finite number at v = %.3g%s", speed, under);
}

extern const bri_friction_law bri_law_expression;

/* A batch over all speeds: where its force is not 0, mu is valid. */
static bri_status check_speeds(const expression *p, double load, bool by_load, bri_error *err)
{
    double speed[SPEEDS], same[SPEEDS], force[SPEEDS], next = slowest;
    bri_status status = BRI_OK;
    for (int i = 0; i < SPEEDS; i++) {
        speed[i] = i ? fmin(next, fastest) : 0;
        next *= i ? speed_spacing : 1;
        same[i] = load;
    }
    bri_friction_batch(&bri_law_expression, p,
                       &(bri_batch){.count = SPEEDS, .dim = 1, .v = {speed}, .load = same, .force = {force}});
    for (int i = 0; !status && i < SPEEDS; i++)
        if (force[i] == 0) status = check_at(p, speed[i], load, by_load, err);
    return status;
}

static bool expression_uses_load(const void *params)
{
    const bri_formula *f = &((const expression *)params)->mu;
    for (int i = 0; i < f->length; i++)
        if (f->code[i][0] == OP_VARIABLE && f->code[i][1] == 1) return true;
    return false;
}

static double slope_at_rest(const expression *p, double load)
{
    const double forth[2] = {0, load};
    dual out;
    formula_run(&p->mu, forth, p->parameters.value, &out);
    return out.by[0];
}

/* A law that creeps, and is so steep at rest that a body comes to rest in ever shorter steps: mu is half of what it becomes within
 * tiny, or its secants grow without end towards an infinite slope. */
static bri_status check_slope(const expression *p, double load, bri_error *err)
{
    static const double tiny = 1e-12, nearer[] = {1e-12, 1e-24, 1e-36}, usual[] = {1e-6, 1e-3, 0.1, 1}, grows = 1.2;
    double most = 0, steepest = 0, secant[3];
    for (int i = 0; i < 4; i++)
        most = fmax(most, expression_at(p, usual[i], load).mu);
    for (int i = 0; i < 3; i++) {
        secant[i] = expression_at(p, nearer[i], load).mu / nearer[i];
        steepest = fmax(steepest, secant[i]);
    }
    bool is_infinite = !(fabs(slope_at_rest(p, load)) <= largest_slope) && secant[2] > grows * secant[0];
    if (!is_infinite && !(steepest * tiny > 0.5 * most)) return BRI_OK;
    return bri_fail(
        err, BRI_BAD_VALUE,
        "mu is 0 at v = 0 and rises from there %s, which no steps resolve: let it begin above 0, where it then "
        "sticks exactly, or with a finite slope, as tanh(v/v_0) has",
        is_infinite ? "with an infinite slope" : "to half its size up to v = 1e-12");
}

static bri_status expression_check(const void *params, bri_error *err)
{
    const expression *p = params;
    bool by_load = expression_uses_load(p);
    double at_rest = expression_at(p, 0, 1).mu;
    for (size_t i = 0; i < (by_load ? sizeof loads / sizeof *loads : 1); i++) {
        bri_status status = check_speeds(p, loads[i], by_load, err);
        if (status) return status;
        double now = expression_at(p, 0, loads[i]).mu;
        if (now == 0) status = check_slope(p, loads[i], err);
        if (status) return status;
        if (!(fabs(now - at_rest) <= same_at_rest * at_rest))
            return bri_fail(
                err, BRI_BAD_VALUE,
                "mu at rest must not depend on the load: it is %.4g under a load of 1 N and %.4g under %g N", at_rest,
                now, loads[i]);
    }
    return BRI_OK;
}

const bri_friction_law bri_law_expression = {
    .kind = {BRI_KIND(expression, "static"), .title = "an expression in the sliding speed, with exact stiction",
             .reference = "the expression of its user; exact stiction as in Coulomb's law: Wojtyra 2017, eqs. 7-10",
             .defects =
                 "No presliding, no lag. The same in both directions. What the expression leaves out is not there.",
             .outputs = expression_outputs, .check = expression_check},
    BRI_CURVE_LAW(expression),
    .passive = bri_passive_always,
    .static_limit = expression_static_limit,
    .outputs_need_load = expression_uses_load,
    .creeps = expression_creeps,
    .observe = expression_observe,
};
#endif
