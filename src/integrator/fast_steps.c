/* fast_steps.c - the fast part of a problem over one step
 *
 *     w' = sigma + C f,   y = eta + w,   (f, z') = law(y, B, f, z);    w(0) = 0
 *
 * sigma, C, eta and B are cubic polynomials. Radau IIA of order 5 with the unknowns f and g = z' at its stages:
 *
 *     w_i = w + h sum_j a_ij (sigma_j + C_j f_j),   z_i = z + h sum_j a_ij g_j,   law(eta_i + w_i, B_i, f_i, z_i) = (f_i, g_i)
 *
 * fast_newton.c solves one step. Where a speed reverses, a small step ends there: laws have a kink. No step lets a speed fall to less
 * than an eighth of itself before it stops, so that none leaps over a static peak. */
#include "integrator/fast_steps.h"

#include <math.h>
#include <string.h>

#include "integrator/tolerance.h"

enum {
    LANDINGS = 6 /* tries to end a small step at a reversal */
};
static const double falls_to = 0.125, falls_aim = 0.25; /* of a speed, in one step */
static const double lands = 1e-4;                       /* of a speed, where it counts as reversing */
static const double rests = 1e-3;                       /* of the tolerance of a speed: it rests */
static const double first_small = 1e-3;                 /* of the step */

const double bri_node[NODES] = {0, 0.15505102572168219, 0.6449489742783178, 1};
const double bri_cubic[NODES][NODES] = {
    {1, -9, 18, -10},
    {0, 10.0488093998274156, -25.6295914470766394, 15.5807820472492238},
    {0, -1.3821427331607489, 10.2962581137433061, -8.91411538058255716},
    {0, 1. / 3, -8. / 3, 10. / 3},
};

/* --- room ------------------------------------------------------------------------------------------------------------------ */

static int answers_of(const fast_steps *b) { return b->forces + b->locals; }

static void count(const bri_problem *problem, fast_steps *b)
{
    b->part = problem->fast;
    b->forces = problem->fast->forces;
    b->inputs = problem->fast->inputs;
    b->locals = problem->locals;
    b->loads = b->inputs - b->forces;
    b->functions = b->inputs * (2 + b->forces) + b->loads * b->forces;
}

static size_t numbers_of_small(const bri_problem *problem, const fast_steps *b)
{
    int m = answers_of(b);
    return (size_t)(2 * b->inputs + 2 * b->locals + b->forces + STAGES * m + MOMENTS * b->forces +
                    (STAGES + 1) * problem->quadratures + STAGES * STAGES * m * m);
}

size_t bri_fast_numbers(const bri_problem *problem)
{
    fast_steps b;
    count(problem, &b);
    int m = answers_of(&b), slopes = m * (b.inputs + m), most = 4 * (m + b.inputs) + b.locals + m * m;
    return (size_t)(b.forces + NODES * (b.functions + 2 * b.locals + b.forces + MOMENTS * b.forces) +
                    NODES * b.functions + NODES * b.functions + STAGES * slopes + most) +
           SMALL_MAX * (numbers_of_small(problem, &b) + sizeof(small_step) / sizeof(double) + 1);
}

size_t bri_fast_pivots(const bri_problem *problem)
{
    fast_steps b;
    count(problem, &b);
    return (size_t)(SMALL_MAX * STAGES * answers_of(&b));
}

void bri_fast_place(fast_steps *b, double **at, int *pivots)
{
    const bri_problem *problem = b->problem;
    count(problem, b);
    int m = answers_of(b), slopes = m * (b->inputs + m), most = 4 * (m + b->inputs) + b->locals + m * m;
#define TAKE(count) ((*at += (count)) - (count))
    b->speed_tolerance = TAKE(b->forces);
    for (int k = 0; k < NODES; k++) {
        b->function[k] = TAKE(b->functions);
        b->z[k] = TAKE(b->locals);
        b->g[k] = TAKE(b->locals);
        b->f[k] = TAKE(b->forces);
        b->moment[k] = TAKE(MOMENTS * b->forces);
    }
    b->power_of = TAKE(NODES * b->functions);
    b->F = TAKE(NODES * b->functions);
    b->S = TAKE(STAGES * slopes);
    b->room = TAKE(most);
    b->small = (small_step *)(void *)TAKE(SMALL_MAX * (sizeof(small_step) / sizeof(double) + 1));
    for (int k = 0; k < SMALL_MAX; k++) {
        small_step *s = &b->small[k];
        s->w = TAKE(b->inputs);
        s->w_end = TAKE(b->inputs);
        s->z = TAKE(b->locals);
        s->g0 = TAKE(b->locals);
        s->f0 = TAKE(b->forces);
        s->f = TAKE(STAGES * b->forces);
        s->g = TAKE(STAGES * b->locals);
        s->moment = TAKE(MOMENTS * b->forces);
        s->sum = TAKE(problem->quadratures);
        s->power = TAKE(STAGES * problem->quadratures);
        s->matrix = TAKE(STAGES * STAGES * m * m);
        s->pivot = pivots + k * STAGES * m;
    }
#undef TAKE
}

void bri_fast_inputs(const fast_steps *b, const small_step *s, const double *F, int stage, int count, double *w)
{
    double h = (s->to - s->from) * b->H;
    for (int in = 0; in < count; in++) {
        w[in] = s->w[in];
        for (int j = 0; j < STAGES; j++) {
            const double *sigma = F + j * b->functions, *C = sigma + b->inputs + in * b->forces;
            double rate = sigma[in];
            for (int k = 0; k < b->forces; k++)
                rate += C[k] * s->f[j * b->forces + k];
            w[in] += h * a[stage][j] * rate;
        }
    }
}

static void locals_at(const fast_steps *b, const small_step *s, int stage, double *z)
{
    double h = (s->to - s->from) * b->H;
    for (int k = 0; k < b->locals; k++)
        z[k] = s->z[k] +
               h * (a[stage][0] * s->g[k] + a[stage][1] * s->g[b->locals + k] + a[stage][2] * s->g[2 * b->locals + k]);
}

/* --- at once --------------------------------------------------------------------------------------------------------------- */

/* Where the step begins: at node 0. */
static void begin(const fast_steps *b, small_step *s)
{
    memset(s->w, 0, (size_t)b->inputs * sizeof(double));
    memset(s->moment, 0, (size_t)(MOMENTS * b->forces) * sizeof(double));
    memcpy(s->z, b->z[0], (size_t)b->locals * sizeof(double));
    memcpy(s->f0, b->f[0], (size_t)b->forces * sizeof(double));
    memcpy(s->g0, b->g[0], (size_t)b->locals * sizeof(double));
}

static void copy_node(const fast_steps *b, const small_step *s, int stage, int node)
{
    locals_at(b, s, stage, b->z[node]);
    memcpy(b->f[node], s->f + stage * b->forces, (size_t)b->forces * sizeof(double));
    memcpy(b->g[node], s->g + stage * b->locals, (size_t)b->locals * sizeof(double));
}

/* No speed that moves reverses, nor falls to a small part of itself. */
static bool speeds_last(const fast_steps *b, const small_step *s, const double *F)
{
    double *w = b->room;
    const double *eta0 = b->function[0] + b->inputs * (1 + b->forces);
    for (int i = 0; i < STAGES; i++) {
        const double *eta = F + i * b->functions + b->inputs * (1 + b->forces);
        bri_fast_inputs(b, s, F, i, b->forces, w);
        for (int k = 0; k < b->forces; k++) {
            double v0 = eta0[k], v = eta[k] + w[k], least = v0 < 0 ? -v : v;
            if (fabs(v0) > rests * b->speed_tolerance[k] && least < 0) return false;
            if (fabs(v0) > b->speed_tolerance[k] && least < falls_to * fabs(v0)) return false;
        }
    }
    return true;
}

bool bri_fast_at_once(fast_steps *b, bool checks)
{
    small_step *s = &b->small[0];
    size_t size = (size_t)b->functions * sizeof(double);
    s->from = 0;
    s->to = 1;
    begin(b, s);
    for (int i = 0; i < STAGES; i++)
        memcpy(b->F + i * b->functions, b->function[i + 1], size);
    bool solved = bri_fast_newton(b, s, b->H, b->F, checks);
    if (!solved && !checks) solved = bri_fast_newton(b, s, b->H, b->F, true);
    if (!solved) return false;
    if (checks && !(bri_fast_error(b, s, b->H, b->function[0], b->F, true) <= 1 && speeds_last(b, s, b->F)))
        return false;
    for (int i = 0; i < STAGES; i++)
        copy_node(b, s, i, i + 1);
    b->at_once = true;
    b->count = 1;
    return true;
}

/* --- in small steps -------------------------------------------------------------------------------------------------------- */

void bri_fast_functions_at(const fast_steps *b, double share, double *F)
{
    for (int i = 0; i < b->functions; i++) {
        const double *p = b->power_of + i * NODES;
        F[i] = p[0] + share * (p[1] + share * (p[2] + share * p[3]));
    }
}

static void set_powers(const fast_steps *b)
{
    for (int i = 0; i < b->functions; i++)
        for (int p = 0; p < NODES; p++) {
            double sum = 0;
            for (int j = 0; j < NODES; j++)
                sum += b->function[j][i] * bri_cubic[j][p];
            b->power_of[i * NODES + p] = sum;
        }
}

void bri_fast_carry_on(int count, const double *from, double ratio, double *to)
{
    for (int i = 0; i < STAGES; i++) {
        double x = 1 + c[i] * ratio, weight[STAGES];
        for (int j = 0; j < STAGES; j++) {
            weight[j] = 1;
            for (int k = 0; k < STAGES; k++)
                if (k != j) weight[j] *= (x - c[k]) / (c[j] - c[k]);
        }
        for (int k = 0; k < count; k++)
            to[i * count + k] = weight[0] * from[k] + weight[1] * from[count + k] + weight[2] * from[2 * count + k];
    }
}

typedef struct landing { /* at the reversal of a speed, by the secant rule */
    int tries, of;
    double before;                   /* length of small steps before */
    double low, high, v_low, v_high; /* lengths that are too short and too long, and the speeds after them */
} landing;

typedef struct speeds { /* of one force in a small step */
    double before, after;
} speeds;

static speeds speeds_of(const fast_steps *b, const small_step *s, const double *F0, int force)
{
    int at = b->inputs * (1 + b->forces) + force;
    return (speeds){F0[at] + s->w[force], b->F[(STAGES - 1) * b->functions + at] + s->w_end[force]};
}

static double secant(const landing *l)
{
    return l->low + (l->high - l->low) * fabs(l->v_low) / (fabs(l->v_low) + fabs(l->v_high));
}

/* Length of the small step instead, where it passes a reversal or lets a speed fall too far; 0: it is fine. */
static double shorter(const fast_steps *b, const small_step *s, const double *F0, landing *l)
{
    double h = s->to - s->from, shortest = 0;
    landing next = *l;
    for (int k = 0; k < b->forces; k++) {
        if (l->tries && k != l->of) continue;
        speeds v = speeds_of(b, s, F0, k);
        double rest = rests * b->speed_tolerance[k];
        bool moves = fabs(v.before) > rest && fabs(v.after) > lands * fabs(v.before) + rest;
        bool reverses = moves && v.before * v.after < 0, is_short = l->tries && moves && v.before * v.after > 0;
        if (l->tries < LANDINGS && (reverses || is_short)) {
            landing one = *l;
            if (!l->tries) one = (landing){.of = k, .before = h, .v_low = v.before};
            if (reverses) {
                one.high = h;
                one.v_high = v.after;
            } else {
                one.low = h;
                one.v_low = v.after;
            }
            one.tries++;
            double length = secant(&one);
            if (shortest > 0 && length >= shortest) continue;
            shortest = length;
            next = one;
        } else if (!l->tries && fabs(v.before) > b->speed_tolerance[k] && v.before * v.after > 0 &&
                   fabs(v.after) < falls_to * fabs(v.before)) {
            double length = h * (1 - falls_aim) / (1 - v.after / v.before);
            if (shortest > 0 && length >= shortest) continue;
            shortest = length;
            next = (landing){.tries = 0};
        }
    }
    *l = next;
    return shortest;
}

/* Adds the moments of a small step. */
static void add_moments(const fast_steps *b, const small_step *from, double *moment)
{
    double wide = from->to - from->from;
    for (int k = 0; k < b->forces; k++)
        for (int i = 0; i < STAGES; i++) {
            double share = from->from + c[i] * wide, by = wide * a[STAGES - 1][i] * from->f[i * b->forces + k];
            for (int p = 0; p < MOMENTS; p++, by *= share)
                moment[k * MOMENTS + p] += by;
        }
}

/* The next small step begins where the one before ended. */
static void go_on(const fast_steps *b, const small_step *from, small_step *to)
{
    memcpy(to->moment, from->moment, (size_t)(MOMENTS * b->forces) * sizeof(double));
    add_moments(b, from, to->moment);
    memcpy(to->w, from->w_end, (size_t)b->inputs * sizeof(double));
    locals_at(b, from, STAGES - 1, to->z);
    memcpy(to->f0, from->f + (STAGES - 1) * b->forces, (size_t)b->forces * sizeof(double));
    memcpy(to->g0, from->g + (STAGES - 1) * b->locals, (size_t)b->locals * sizeof(double));
}

/* Where a new small step ends, and its guesses. */
static void aim(const fast_steps *b, small_step *s, int index, int node, double length, bool lands_here)
{
    double left = bri_node[node] - s->from;
    if (lands_here)
        length = fmin(length, left);
    else if (length > 0.99 * left)
        length = left;
    else if (length > 0.5 * left)
        length = 0.5 * left;
    s->to = length == left ? bri_node[node] : s->from + length;
    if (index) {
        const small_step *last = s - 1;
        double ratio = (s->to - s->from) / (last->to - last->from);
        bri_fast_carry_on(b->forces, last->f, ratio, s->f);
        bri_fast_carry_on(b->locals, last->g, ratio, s->g);
        return;
    }
    for (int i = 0; i < STAGES; i++) {
        memcpy(s->f + i * b->forces, s->f0, (size_t)b->forces * sizeof(double));
        memcpy(s->g + i * b->locals, s->g0, (size_t)b->locals * sizeof(double));
    }
}

bool bri_fast_in_small(fast_steps *b, bool again)
{
    int node = 1;
    double *F0 = b->F + STAGES * b->functions, length = b->small_h > 0 ? b->small_h / b->H : first_small;
    landing l = {.tries = 0};
    set_powers(b);
    begin(b, &b->small[0]);
    b->small[0].from = 0;
    for (int index = 0; node < NODES;) {
        small_step *s = &b->small[index];
        if (!again) aim(b, s, index, node, length, l.tries > 0);
        double h = s->to - s->from;
        for (int i = 0; i < STAGES; i++)
            bri_fast_functions_at(b, s->from + c[i] * h, b->F + i * b->functions);
        bool solved = bri_fast_newton(b, s, h * b->H, b->F, !again);
        if (!solved && again && !bri_fast_newton(b, s, h * b->H, b->F, true)) return false;
        bri_fast_inputs(b, s, b->F, STAGES - 1, b->inputs, s->w_end);
        if (!again) {
            double error = INFINITY;
            if (solved) {
                bri_fast_functions_at(b, s->from, F0);
                error = bri_fast_error(b, s, h * b->H, F0, b->F, false);
            }
            double factor_by = fmin(5, fmax(0.2, 0.9 / sqrt(sqrt(fmax(error, least_error)))));
            if (!(error <= 1)) {
                l = (landing){.tries = 0};
                length = h * fmin(factor_by, 0.9);
                if (length < least_small_step) return false;
                continue;
            }
            bool landed = l.tries > 0;
            double before = l.before, instead = shorter(b, s, F0, &l);
            if (instead > 0) {
                length = instead;
                continue;
            }
            l = (landing){.tries = 0};
            if (landed)
                length = fmin(before, 5 * h);
            else if (h >= 0.45 * length || factor_by < 1)
                length = h * factor_by;
        }
        if (s->to == bri_node[node]) {
            copy_node(b, s, STAGES - 1, node);
            memcpy(b->moment[node], s->moment, (size_t)(MOMENTS * b->forces) * sizeof(double));
            add_moments(b, s, b->moment[node]);
            node++;
        }
        if (node == NODES) {
            b->count = index + 1;
            break;
        }
        if (++index == SMALL_MAX) return false;
        s[1].from = s->to;
        go_on(b, s, s + 1);
    }
    if (!again) b->small_h = length * b->H;
    b->at_once = false;
    return true;
}
