/* integrator_bristle5.c - Radau IIA of order 5 where little is stiff: forces along few directions, and local states
 *
 *     Z_i = h sum_j a_ij f(t + c_j h, x + Z_j),   x_new = x + Z_3,   c = (4 -+ sqrt 6)/10, 1
 *
 * The stages lie on a polynomial that satisfies the equation at c_1, c_2 and c_3, local states too, however stiff they are:
 * methods whose stages are less exact lose their order on bristles, since sigma1 zdot hands their errors on to the forces.
 * The problem says what is stiff in f: y = follow x are the few numbers that the forces follow, and
 *
 *     J = push S follow,   S = d(forces, zdot)/d(y, z)
 *
 * (with z, follow and push are 1). The corrections dZ of Newton's method, with an S for every stage where the iteration
 * begins, and D_i for what is missing in the first line, follow from the few answers w = S follow dZ:
 *
 *     w_i - h S_i (follow push) sum_j a_ij w_j = S_i follow D_i,   dZ_i = D_i + h push sum_j a_ij w_j
 *
 * and all else in f is left to the iteration, but that the rate of a position is a velocity: what follows positions p, as
 * a spring does, sees D_p + h a D_v, and h^2 a^2 in the place of h a. Where a problem does not say what is stiff, S is its
 * whole Jacobian.
 *
 *     error = (u/h - J)^-1 (p' + sum_i e_i Z_i / h)       falls as h^4; J is that of the last stage
 *
 * p' is the rate at the beginning, which the polynomial of the last step knows: a step costs 3 evaluations for each
 * iteration, of which there are 1 to 4. Carried on, that polynomial is where the iteration begins. As the method is of
 * higher order than its estimate, errors are held to 0.03 rtol^(2/3), but the iteration to a small share of rtol: what it
 * leaves behind is no smaller than it says.
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8. Few stiff directions: W. W. Hager,
 * "Updating the inverse of a matrix", SIAM Review 31 (1989) 221-239. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/differences.h"
#include "integrator/problem.h"
#include "integrator/quadrature.h"
#include "integrator/radau.h"
#include "integrator/tolerance.h"
#include "linalg/dense.h"

enum {
    ITERATIONS = 10
};

static const double a2[STAGES][STAGES] = {
    /* a a */
    {0.021835034190722739, -0.019857254098612276, 0.010042630196562411},
    {0.1771905874319456, 0.038164965809277258, -0.0073759635298957446},
    {0.31804138174397717, 0.18195861825602283, -2e-41},
};
static const double slope[STAGES] = {5.5319726474218083, -7.5319726474218083,
                                     5}; /* last row of a^-1: h p' at the end */
static const double u = 3.6378342527444957;
static const double e[STAGES] = {-10.048809399827414, 1.3821427331607481, -1. / 3}; /* -(13 +- 7 sqrt 6)/3, -1/3 */

typedef struct bristle5 {
    const bri_problem *problem;
    int n, q;                 /* states, quadratures */
    int positions;            /* states whose rates are the next ones; 0: none are known */
    int coupled, locals;      /* all states count as local where the problem does not say what is stiff */
    int forces, follows;      /* without local states */
    int answers, inputs;      /* with them: S is answers x inputs */
    double asked, rtol, atol; /* the tolerance that was asked for; those that errors are held to */
    double enough;            /* what the iteration may leave, in units of them */
    double t, h;              /* of the last step that was tried */
    double theta, moved;      /* rate of convergence, and the first correction, of the last iteration */
    double poly_t, poly_h;    /* of the step that the polynomial stands for; poly_h = 0: there is none */
    bool knows_rate;          /* at the beginning of the last step */
    bool springs, sums_lag;   /* forces follow positions; the last correction was too large for what is summed up */
    double *start, *end, *rate, *trial, *scale, *Z[STAGES], *f[STAGES], *D[STAGES], *poly[STAGES];
    double *S[STAGES], *push, *follow;
    double *meet, *meet_later; /* follow push; by positions, whose velocities are pushed */
    int live, heard;           /* answers and inputs that are not 0 in this step: what is apart is neither */
    int *who, *what;           /* which they are */
    double *matrix, *w, *y;
    int *pivot;
    size_t bytes; /* from start on */
} bristle5;

static bri_status bristle5_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,
                                  bri_error *err)
{
    bool whole = !problem->stiff_frame;
    size_t n = (size_t)problem->states, q = (size_t)problem->quadratures, all = n + q;
    size_t locals = whole ? n : (size_t)problem->locals, forces = whole ? 0 : (size_t)problem->forces,
           follows = whole ? 0 : (size_t)problem->follows, answers = forces + locals, inputs = follows + locals;
    size_t numbers = 7 * all + 10 * n + STAGES * answers * inputs + (n - locals) * (forces + follows) +
                     2 * follows * forces + STAGES * STAGES * answers * answers + STAGES * answers + answers + inputs;
    bristle5 *b = calloc(1, sizeof *b + numbers * sizeof(double) + ((STAGES + 1) * answers + inputs) * sizeof(int));
    if (!b) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
    *b = (bristle5){.problem = problem,
                    .n = (int)n,
                    .q = (int)q,
                    .positions = whole ? 0 : problem->positions,
                    .coupled = (int)(n - locals),
                    .locals = (int)locals,
                    .forces = (int)forces,
                    .follows = (int)follows,
                    .answers = (int)answers,
                    .inputs = (int)inputs,
                    .asked = tolerances->rtol,
                    .rtol = embedded_factor * pow(tolerances->rtol, embedded_power)};
    b->bytes = numbers * sizeof(double);
    b->atol = b->rtol * tolerances->atol / tolerances->rtol;
    b->enough = fmax(newton_rounding * DBL_EPSILON, newton_share * b->asked) / b->rtol;
    double *at = (double *)(void *)(b + 1);
#define TAKE(count) ((at += (count)) - (count))
    b->start = TAKE(all);
    b->end = TAKE(all);
    b->rate = TAKE(all);
    b->trial = TAKE(all);
    b->scale = TAKE(n);
    for (int k = 0; k < STAGES; k++) {
        b->f[k] = TAKE(all);
        b->Z[k] = TAKE(n);
        b->D[k] = TAKE(n);
        b->poly[k] = TAKE(n);
        b->S[k] = TAKE(answers * inputs);
    }
    b->push = TAKE((n - locals) * forces);
    b->follow = TAKE(follows * (n - locals));
    b->meet = TAKE(follows * forces);
    b->meet_later = TAKE(follows * forces);
    b->matrix = TAKE(STAGES * STAGES * answers * answers);
    b->w = TAKE(STAGES * answers);
    b->y = TAKE(answers + inputs);
#undef TAKE
    b->pivot = (int *)(void *)at;
    b->who = b->pivot + STAGES * answers;
    b->what = b->who + answers;
    *work = b;
    return BRI_OK;
}

static void bristle5_start(void *work, double t, const double *x, const double *discrete)
{
    bristle5 *b = work;
    (void)t, (void)x, (void)discrete;
    b->knows_rate = false;
    b->poly_h = 0;
    b->theta = b->moved = 1;
}

static int bristle5_memory(void *work, bri_block *blocks)
{
    bristle5 *b = work;
    blocks[0] = (bri_block){b->start, b->bytes};
    blocks[1] = (bri_block){&b->t, sizeof b->t};
    blocks[2] = (bri_block){&b->h, sizeof b->h};
    blocks[3] = (bri_block){&b->theta, sizeof b->theta};
    blocks[4] = (bri_block){&b->moved, sizeof b->moved};
    blocks[5] = (bri_block){&b->poly_t, sizeof b->poly_t};
    blocks[6] = (bri_block){&b->poly_h, sizeof b->poly_h};
    blocks[7] = (bri_block){&b->knows_rate, sizeof b->knows_rate};
    return 8;
}

/* --- the polynomial through the stages ------------------------------------------------------------------------------- */

/* Lagrange's weights of the stages; at share 0 the polynomial is 0. */
static void weights(double share, double weight[STAGES])
{
    for (int i = 0; i < STAGES; i++) {
        weight[i] = share / c[i];
        for (int j = 0; j < STAGES; j++)
            if (j != i) weight[i] *= (share - c[j]) / (c[i] - c[j]);
    }
}

static void bristle5_interpolate(const void *work, double share, double *x)
{
    const bristle5 *b = work;
    double weight[STAGES], integral[STAGES];
    weights(share, weight);
    bri_parabola_integral(c, share, integral);
    for (int i = 0; i < b->n; i++)
        x[i] = b->start[i] + weight[0] * b->Z[0][i] + weight[1] * b->Z[1][i] + weight[2] * b->Z[2][i];
    for (int i = b->n; i < b->n + b->q; i++)
        x[i] = b->start[i] + b->h * (integral[0] * b->f[0][i] + integral[1] * b->f[1][i] + integral[2] * b->f[2][i]);
}

/* --- what is stiff ------------------------------------------------------------------------------------------------------ */

/* What answers, and to what, at the stages whose slopes are known. False: the run is to stop. */
static bool find_live(bristle5 *b)
{
    const bri_halt *halt = &b->problem->halt;
    b->live = b->heard = 0;
    for (int i = 0; i < b->answers; i++) {
        bool is_live = false;
        if (bri_halts(halt, b->answers)) return false;
        for (int j = 0; j < STAGES * b->inputs && !is_live; j++)
            is_live = b->S[j / b->inputs][i * b->inputs + j % b->inputs] != 0;
        if (is_live) b->who[b->live++] = i;
    }
    for (int j = 0; j < b->inputs; j++) {
        bool is_heard = false;
        if (bri_halts(halt, b->answers)) return false;
        for (int o = 0; o < STAGES * b->live && !is_heard; o++)
            is_heard = b->S[o / b->live][b->who[o % b->live] * b->inputs + j] != 0;
        if (is_heard) b->what[b->heard++] = j;
    }
    for (int in = 0; in < b->heard && b->what[in] < b->follows; in++)
        for (int o = 0; o < b->live && b->who[o] < b->forces; o++) {
            if (bri_halts_at(halt, b->coupled, o)) return false;
            const double *follow = b->follow + b->what[in] * b->coupled, *push = b->push + b->who[o];
            double sum = 0, later = 0;
            for (int k = b->positions; k < b->coupled; k++)
                sum += follow[k] * push[k * b->forces];
            for (int k = 0; k < b->positions; k++)
                later += follow[k] * push[(b->positions + k) * b->forces];
            b->meet[b->what[in] * b->forces + b->who[o]] = sum;
            b->meet_later[b->what[in] * b->forces + b->who[o]] = later;
        }
    return true;
}

/* w = S follow d */
static void answer(bristle5 *b, const double *S, const double *d, double *w)
{
    for (int in = 0; in < b->heard; in++) {
        int i = b->what[in];
        b->y[in] = i < b->follows ? 0 : d[b->coupled + i - b->follows];
        for (int k = 0; k < b->coupled && i < b->follows; k++)
            b->y[in] += b->follow[i * b->coupled + k] * d[k];
    }
    for (int o = 0; o < b->live; o++) {
        w[o] = 0;
        for (int in = 0; in < b->heard; in++)
            w[o] += S[b->who[o] * b->inputs + b->what[in]] * b->y[in];
    }
}

/* d += factor push w */
static void act(const bristle5 *b, double factor, const double *w, double *d)
{
    for (int o = 0; o < b->live; o++) {
        int i = b->who[o];
        for (int k = b->positions; k < b->coupled && i < b->forces; k++)
            d[k] += factor * b->push[k * b->forces + i] * w[o];
        if (i >= b->forces) d[b->coupled + i - b->forces] += factor * w[o];
    }
}

/* An element of S follow push; through positions: later. */
static double gain(const bristle5 *b, const double *S, int row, int column, double *later)
{
    int i = b->who[row], j = b->who[column];
    double sum = 0;
    *later = 0;
    if (j >= b->forces) return S[i * b->inputs + b->follows + j - b->forces];
    for (int in = 0; in < b->heard && b->what[in] < b->follows; in++) {
        int k = b->what[in];
        sum += S[i * b->inputs + k] * b->meet[k * b->forces + j];
        *later += S[i * b->inputs + k] * b->meet_later[k * b->forces + j];
    }
    return sum;
}

/* Positions move with their velocities. */
static void carry(const bristle5 *b, double factor, const double *from, double *d)
{
    for (int k = 0; k < b->positions; k++)
        d[k] += factor * from[b->positions + k];
}

/* d = (1 - g J)^-1 d, with J at the end: what an error there does next depends on it */
static bool resolve(bristle5 *b, double g, double *d)
{
    int m = b->live;
    double later;
    for (int i = 0; i < m; i++) {
        if (bri_halts(&b->problem->halt, m)) return false;
        for (int j = 0; j < m; j++) {
            double now = gain(b, b->S[STAGES - 1], i, j, &later);
            b->matrix[i * m + j] = (i == j) - g * (now + g * later);
        }
    }
    if (!bri_lu_factor_or_halt(m, b->matrix, b->pivot, &b->problem->halt)) return false;
    carry(b, g, d, d);
    answer(b, b->S[STAGES - 1], d, b->w);
    bri_lu_solve(m, b->matrix, b->pivot, b->w);
    carry(b, -g, d, d); /* positions keep their own: what lies between the stages is no better than that */
    act(b, g, b->w, d);
    return true;
}

static bool factor_stages(bristle5 *b, double h)
{
    int m = b->live, all = STAGES * m;
    b->springs = false;
    for (int k = 0; k < STAGES; k++)
        for (int i = 0; i < m; i++) {
            if (bri_halts(&b->problem->halt, m)) return false;
            for (int j = 0; j < m; j++) {
                double later, by = gain(b, b->S[k], i, j, &later);
                b->springs = b->springs || later != 0;
                for (int l = 0; l < STAGES; l++)
                    b->matrix[(k * m + i) * all + l * m + j] =
                        (k == l && i == j) - h * (by * a[k][l] + h * later * a2[k][l]);
            }
        }
    return bri_lu_factor_or_halt(all, b->matrix, b->pivot, &b->problem->halt);
}

/* --- one step ----------------------------------------------------------------------------------------------------------- */

static double norm(const bristle5 *b, const double *x)
{
    double most = 0;
    for (int i = 0; i < b->n; i++) {
        double share = fabs(x[i]) / b->scale[i];
        if (!(share <= most)) most = share; /* a NaN is kept */
    }
    return most;
}

/* Rates at the stages, and where the iteration begins their slopes; directions are those of the second stage. */
static bri_outcome evaluate_stages(bristle5 *b, double t, const double *discrete, double h, bool is_first)
{
    const bri_problem *p = b->problem;
    for (int k = 0; k < STAGES; k++) {
        for (int i = 0; i < b->n; i++)
            b->trial[i] = b->start[i] + b->Z[k][i];
        bri_outcome outcome = p->rates(p->context, t + c[k] * h, b->trial, discrete, b->f[k]);
        if (outcome) return outcome;
        if (is_first && k == 1 && p->stiff_frame)
            p->stiff_frame(p->context, t + c[k] * h, b->trial, discrete, b->push, b->follow);
        if (p->stiff_core && is_first) p->stiff_core(p->context, t + c[k] * h, b->trial, discrete, b->S[k]);
    }
    return is_first && !find_live(b) ? BRI_BROKEN : BRI_FINE;
}

/* The stages move by one correction, whose size is returned. */
static double correct(bristle5 *b, double h)
{
    int m = b->live;
    double moved = 0;
    for (int k = 0; k < STAGES; k++) {
        for (int i = 0; i < b->n; i++)
            b->D[k][i] = h * (a[k][0] * b->f[0][i] + a[k][1] * b->f[1][i] + a[k][2] * b->f[2][i]) - b->Z[k][i];
    }
    for (int k = 0; k < STAGES; k++) {
        memcpy(b->trial, b->D[k], (size_t)b->n * sizeof(double));
        for (int l = 0; l < STAGES; l++)
            carry(b, h * a[k][l], b->D[l], b->trial);
        answer(b, b->S[k], b->trial, b->w + k * m);
    }
    bri_lu_solve(STAGES * m, b->matrix, b->pivot, b->w);
    for (int k = 0; k < STAGES; k++) {
        for (int i = 0; i < m; i++)
            b->y[i] = a[k][0] * b->w[i] + a[k][1] * b->w[m + i] + a[k][2] * b->w[2 * m + i];
        act(b, h, b->y, b->D[k]);
    }
    for (int k = 0; k < STAGES; k++) {
        for (int l = 0; l < STAGES; l++)
            carry(b, h * a[k][l], b->D[l], b->D[k]);
        for (int i = 0; i < b->n; i++)
            b->Z[k][i] += b->D[k][i];
        double by = norm(b, b->D[k]);
        if (!(by <= moved)) moved = by;
    }
    return moved;
}

static bri_outcome iterate(bristle5 *b, double t, const double *discrete, double h)
{
    double last = 0, last_ratio = 0, theta = 1, first = 0;
    for (int count = 1; count <= ITERATIONS; count++) {
        bri_outcome outcome = evaluate_stages(b, t, discrete, h, count == 1);
        if (outcome) return outcome;
        if (count == 1 && !factor_stages(b, h)) return bri_factored(b->problem, STAGES * b->live, false);
        double moved = correct(b, h);
        if (!isfinite(moved)) return BRI_SHORTER;
        if (count == 1) { /* as a step earlier: an older number is worth less, a longer way takes longer */
            theta = fmin(0.9, pow(b->theta, 0.8) * fmax(1, moved / b->moved));
            first = moved;
        } else {
            double ratio = moved / last;
            theta = fmax(DBL_EPSILON, count == 2 ? ratio : sqrt(ratio * last_ratio));
            last_ratio = ratio;
            if (!(theta < 0.99)) return BRI_SHORTER;
        }
        double left = moved * theta / (1 - theta);
        if (left <= b->enough) {
            b->theta = theta;
            b->moved = first;
            b->sums_lag = b->springs && moved * b->rtol > 0.02 * b->asked;
            return BRI_FINE;
        }
        if (count > 2 && left * pow(theta, ITERATIONS - count) > b->enough) return BRI_SHORTER; /* not in time */
        last = fmax(moved, DBL_MIN);
    }
    return BRI_SHORTER;
}

/* What the iteration leaves in positions is little, but stiff springs make large forces of it, whose work is summed up. */
static bri_outcome sum_again(bristle5 *b, double t, const double *discrete, double h)
{
    const bri_problem *p = b->problem;
    bri_outcome outcome = BRI_FINE;
    for (int k = 0; k < STAGES && b->sums_lag && b->q && !outcome; k++) {
        for (int i = 0; i < b->n; i++)
            b->trial[i] = b->start[i] + b->Z[k][i];
        outcome = p->rates(p->context, t + c[k] * h, b->trial, discrete, b->f[k]);
    }
    return outcome;
}

/* Where the iteration begins: on the polynomial of the last step, carried on or cut. */
static void guess(bristle5 *b, double t, double h)
{
    double from[STAGES], to[STAGES];
    for (int k = 0; k < STAGES; k++) {
        if (b->poly_h > 0) {
            weights((t - b->poly_t) / b->poly_h, from);
            weights((t + c[k] * h - b->poly_t) / b->poly_h, to);
            for (int i = 0; i < b->n; i++)
                b->Z[k][i] = (to[0] - from[0]) * b->poly[0][i] + (to[1] - from[1]) * b->poly[1][i] +
                             (to[2] - from[2]) * b->poly[2][i];
        } else {
            for (int i = 0; i < b->n; i++)
                b->Z[k][i] = i < b->coupled ? c[k] * h * b->rate[i] : 0;
        }
    }
}

static bri_outcome estimate(bristle5 *b, double t, const double *discrete, double h, bool again, double *error)
{
    const double *rate = b->rate;
    for (int tries = 0; tries < 2; tries++) {
        for (int i = 0; i < b->n; i++)
            error[i] = (h * rate[i] + e[0] * b->Z[0][i] + e[1] * b->Z[1][i] + e[2] * b->Z[2][i]) / u;
        if (!resolve(b, h / u, error)) return bri_factored(b->problem, b->live, false);
        if (tries > 0 || norm(b, error) < 1 || !again) break;
        for (int i = 0; i < b->n; i++) /* may be too large where stiff: filtered twice */
            b->trial[i] = b->start[i] + error[i];
        bri_outcome outcome = b->problem->rates(b->problem->context, t, b->trial, discrete, b->end);
        if (outcome == BRI_BROKEN) return outcome;
        if (outcome) break;
        rate = b->end;
    }
    return BRI_FINE;
}

/* S of all stages: the Jacobian at the beginning. Differences need the rate of the problem there: that of the polynomial differs
 * from it by the error of the states times the stiffness. */
static bri_outcome evaluate_jacobian(bristle5 *b, double t, const double *discrete, bool rate_is_of_polynomial)
{
    const bri_problem *p = b->problem;
    const double *rate = rate_is_of_polynomial ? b->f[0] : b->rate;
    bri_outcome outcome = BRI_FINE;
    if (rate_is_of_polynomial && !p->jacobian) outcome = p->rates(p->context, t, b->start, discrete, b->f[0]);
    if (!outcome) outcome = bri_jacobian(p, t, b->start, discrete, rate, b->trial, b->S[0]);
    for (int i = 0; i < b->n && !outcome; i++) {
        size_t n = (size_t)b->n, row = (size_t)i * n;
        if (bri_halts(&p->halt, b->n)) return BRI_BROKEN;
        for (int k = 1; k < STAGES; k++)
            memcpy(b->S[k] + row, b->S[0] + row, n * sizeof(double));
    }
    return outcome;
}

/* The rate at the beginning, known where the last step ended; the Jacobian, where the problem says no more. */
static bri_outcome evaluate_start(bristle5 *b, double t, const double *x, const double *discrete)
{
    const bri_problem *p = b->problem;
    bool goes_on = b->poly_h > 0 && b->poly_t == b->t && bri_is_same_time(t, b->t + b->h, b->h);
    if (!goes_on) b->poly_h = 0;
    for (int i = 0; i < b->n && goes_on; i++) /* accept may have moved it further */
        goes_on = fabs(x[i] - b->end[i]) <= b->scale[i];
    memmove(b->start, x, (size_t)(b->n + b->q) * sizeof(double));
    b->knows_rate = false;
    bri_outcome outcome = BRI_FINE;
    if (goes_on)
        for (int i = 0; i < b->n; i++)
            b->rate[i] = (slope[0] * b->Z[0][i] + slope[1] * b->Z[1][i] + slope[2] * b->Z[2][i]) / b->h;
    else
        outcome = p->rates(p->context, t, b->start, discrete, b->rate);
    if (outcome) return outcome;
    if (!p->stiff_core) outcome = evaluate_jacobian(b, t, discrete, goes_on);
    b->knows_rate = !outcome;
    return outcome;
}

static bri_outcome bristle5_step(void *work, double t, const double *x, const double *discrete, double *length,
                                 double *x_new, double *error)
{
    bristle5 *b = work;
    double h = *length;
    bool again = b->knows_rate && t == b->t && !memcmp(x, b->start, (size_t)b->n * sizeof(double));
    bri_outcome outcome = again ? BRI_FINE : evaluate_start(b, t, x, discrete);
    if (outcome) return outcome;
    memmove(b->start, x, (size_t)(b->n + b->q) * sizeof(double));
    for (int i = 0; i < b->n; i++)
        b->scale[i] = bri_tolerated(b->problem, b->rtol, b->atol, i, x[i]);
    b->t = t;
    b->h = h;
    guess(b, t, h);
    outcome = iterate(b, t, discrete, h);
    if (!outcome) outcome = estimate(b, t, discrete, h, again, error);
    if (!outcome) outcome = sum_again(b, t, discrete, h);
    if (outcome) return outcome;
    for (int i = 0; i < b->n; i++)
        error[i] *= b->asked / b->rtol;
    for (int k = 0; k < STAGES; k++)
        memcpy(b->poly[k], b->Z[k], (size_t)b->n * sizeof(double));
    b->poly_t = t;
    b->poly_h = h;
    bristle5_interpolate(b, 1, b->end);
    memcpy(x_new, b->end, (size_t)(b->n + b->q) * sizeof(double));
    return BRI_FINE;
}

/* By the stiff part at the last stage. A force that follows positions makes oscillations: lambda^2 is its slope. */
static double bristle5_stiffness(void *work, bool probes, const double *discrete)
{
    bristle5 *b = work;
    (void)probes, (void)discrete; /* its Jacobian is known */
    int m = b->live;
    double springs = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            double later;
            b->matrix[i * m + j] = gain(b, b->S[STAGES - 1], i, j, &later);
            springs = fmax(springs, fabs(later));
        }
    return fmax(bri_spectral_radius(m, b->matrix, b->w), sqrt(springs));
}

static double bristle5_algebra(const bri_problem *problem)
{
    bool whole = !problem->stiff_frame;
    double m = whole ? problem->states : problem->forces + problem->locals, all = STAGES * m;
    return 2. / 3 * all * all * all;
}

const bri_integrator_kind bri_integrator_bristle5 = {
    .kind = {.name = "bristle5",
             .family = "integrator",
             .title = "Radau IIA, implicit where forces and local states are stiff, order 5",
             .reference = "Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8"},
    .flags = BRI_WANTS_LOCAL,
    .order = 4,
    .create = bristle5_create,
    .destroy = free,
    .start = bristle5_start,
    .step = bristle5_step,
    .interpolate = bristle5_interpolate,
    .stiffness = bristle5_stiffness,
    .algebra = bristle5_algebra,
    .memory = bristle5_memory,
};
