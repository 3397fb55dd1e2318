/* integrator_radau5.c - Radau IIA of order 5: implicit, three stages, L-stable, stiffly accurate
 *
 *     z_i = h sum_j a_ij f(t + c_j h, x + z_j),   x_new = x + z_3,   c = (4 -+ sqrt 6)/10, 1
 *
 * With w = T^-1 z the inverse of (a_ij) falls into one real number u and one complex one alpha + i beta, and a step of
 * simplified Newton iteration into
 *
 *     (u/h - J) dw_1 = (T^-1 f)_1 - u w_1/h
 *     ((alpha + i beta)/h - J) (dw_2 + i dw_3) = (T^-1 f)_2 - (alpha w_2 - beta w_3)/h + i ((T^-1 f)_3 - (beta w_2 + alpha w_3)/h)
 *
 *     error = (u/h - J)^-1 (f(t, x) + sum_i e_i z_i / h)       falls as h^4
 *
 * Within a step lies the polynomial through x and the three stages; carried on, it is where the next iteration begins.
 * J and the factors are kept while the iteration converges fast. The estimate is held to the tolerance as it is given:
 * Hairer's looser 0.1 rtol^(2/3) misses break-away of bristle laws.
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.8. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/differences.h"
#include "integrator/problem.h"
#include "integrator/quadrature.h"
#include "linalg/dense.h"
#include "linalg/dense_complex.h"

enum {
    ITERATIONS = 7
};

static const double c[3] = {0.15505102572168219, 0.6449489742783178, 1};
static const double u = 3.6378342527444957, alpha = 2.6810828736277523, beta = 3.0504301992474105;
static const double T[3][3] = {
    {0.091232394870892943, -0.14125529502095421, -0.030029194105147424},
    {0.24171793270710702, 0.20412935229379994, 0.38294211275726194},
    {0.96604818261509294, 1, 0},
};
static const double T_inverse[3][3] = {
    {4.3255798900631553, 0.33919925181580987, 0.54177053993587487},
    {-4.1787185915519047, -0.32768282076106239, 0.47662355450055045},
    {-0.50287263494578688, 2.5719269498556054, -0.59603920482822492},
};
static const double e[3] = {-10.048809399827414, 1.3821427331607481, -1. / 3}; /* -(13 +- 7 sqrt 6)/3, -1/3 */
static const double slow = 1e-3; /* a rate of convergence that asks for a new Jacobian */
/* A Jacobian that is far too large for a stiff state holds it where it is, and the iteration and the error estimate, which both
 * divide by it, see nothing. So where -h J is above is_stiff, rates at the stages may differ from the linear ones by a part of
 * their terms only, unless that is within the tolerance. */
static const double is_stiff = 10, nonlinear_part = 0.5;

typedef struct radau5 {
    const bri_problem *problem;
    int n, q;
    double rtol, atol;
    double enough;      /* what the iteration may leave, in units of them */
    double t, h;        /* of the last step */
    double factored_h;  /* of the matrices; 0: they are not factored */
    double theta, left; /* rate of convergence; what it leaves, by the last correction */
    bool knows_rate, has_jacobian, is_fresh, has_stages; /* is_fresh: the Jacobian is that at start */
    bool is_first;
    double *J, *real, (*complex)[2], (*pair)[2];
    double *start, *end, *rate, *trial, *z[3], *w[3], *f[3], *poly[3], *scale, *quad;
    int *pivot, *complex_pivot;
    size_t bytes; /* from J on */
} radau5;

static bri_status radau5_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,
                                bri_error *err)
{
    size_t n = (size_t)problem->states, q = (size_t)problem->quadratures, all = n + q;
    size_t numbers = 4 * n * n + 2 * n + 8 * all + 9 * n + n + 3 * q;
    radau5 *r = calloc(1, sizeof *r + numbers * sizeof(double) + 2 * n * sizeof(int));
    if (!r) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
    double *at = (double *)(void *)(r + 1);
    r->problem = problem;
    r->n = problem->states;
    r->q = problem->quadratures;
    r->rtol = tolerances->rtol;
    r->atol = tolerances->atol;
    r->enough = fmax(10 * DBL_EPSILON / r->rtol, fmin(0.03, sqrt(r->rtol)));
    r->bytes = numbers * sizeof(double) + 2 * n * sizeof(int);
    r->J = at;
    r->real = at + n * n;
    r->complex = (double(*)[2])(void *)(at + 2 * n * n);
    r->pair = (double(*)[2])(void *)(at + 4 * n * n);
    at += 4 * n * n + 2 * n;
    r->start = at;
    r->end = at + all;
    r->rate = at + 2 * all;
    r->trial = at + 3 * all;
    at += 4 * all;
    for (int i = 0; i < 3; i++, at += all + 3 * n) {
        r->f[i] = at;
        r->z[i] = at + all;
        r->w[i] = at + all + n;
        r->poly[i] = at + all + 2 * n;
    }
    r->scale = at;
    r->quad = at + n;
    r->pivot = (int *)(void *)(r->quad + 3 * q);
    r->complex_pivot = r->pivot + n;
    *work = r;
    return BRI_OK;
}

static void radau5_start(void *work, double t, const double *x, const double *discrete)
{
    radau5 *r = work;
    (void)t, (void)x, (void)discrete;
    r->knows_rate = r->has_jacobian = r->is_fresh = r->has_stages = false;
    r->is_first = true;
    r->factored_h = 0;
    r->left = 1;
}

static int radau5_memory(void *work, bri_block *blocks)
{
    radau5 *r = work;
    blocks[0] = (bri_block){r->J, r->bytes};
    blocks[1] = (bri_block){&r->t, sizeof r->t};
    blocks[2] = (bri_block){&r->h, sizeof r->h};
    blocks[3] = (bri_block){&r->factored_h, sizeof r->factored_h};
    blocks[4] = (bri_block){&r->theta, sizeof r->theta};
    blocks[5] = (bri_block){&r->left, sizeof r->left};
    blocks[6] = (bri_block){&r->knows_rate, sizeof r->knows_rate};
    blocks[7] = (bri_block){&r->has_jacobian, sizeof r->has_jacobian};
    blocks[8] = (bri_block){&r->is_fresh, sizeof r->is_fresh};
    blocks[9] = (bri_block){&r->has_stages, sizeof r->has_stages};
    blocks[10] = (bri_block){&r->is_first, sizeof r->is_first};
    return 11;
}

/* --- the polynomial through the stages ------------------------------------------------------------------------------ */

static void keep_stages(radau5 *r)
{
    for (int i = 0; i < r->n; i++) {
        double z1 = r->z[0][i], z2 = r->z[1][i], z3 = r->z[2][i];
        double first = (z2 - z3) / (c[1] - 1), second = (z1 - z2) / (c[0] - c[1]), third = (second - z1 / c[0]) / c[1];
        r->poly[0][i] = first;
        r->poly[1][i] = (second - first) / (c[0] - 1);
        r->poly[2][i] = r->poly[1][i] - third;
    }
    r->has_stages = true;
}

static double beyond_end(const radau5 *r, int i, double share) /* x at a share, less that at the end */
{
    double s = share - 1;
    return s * (r->poly[0][i] + (s + 1 - c[1]) * (r->poly[1][i] + (s + 1 - c[0]) * r->poly[2][i]));
}

static void radau5_interpolate(const void *work, double share, double *x)
{
    const radau5 *r = work;
    double weight[3];
    bri_parabola_integral(c, share, weight);
    for (int i = 0; i < r->n; i++)
        x[i] = r->end[i] + beyond_end(r, i, share);
    for (int i = 0; i < r->q; i++)
        x[r->n + i] = r->start[r->n + i] + r->h * (weight[0] * r->quad[i] + weight[1] * r->quad[r->q + i] +
                                                   weight[2] * r->quad[2 * r->q + i]);
}

/* --- one step ------------------------------------------------------------------------------------------------------------ */

static double norm(const radau5 *r, const double *x)
{
    double sum = 0;
    for (int i = 0; i < r->n; i++)
        sum += x[i] / r->scale[i] * (x[i] / r->scale[i]);
    return sum / r->n;
}

static bri_outcome shift_complex(radau5 *r, double h)
{
    size_t n = (size_t)r->n;
    for (size_t i = 0; i < n; i++) {
        if (bri_halts(&r->problem->halt, r->n)) return BRI_BROKEN;
        for (size_t j = 0; j < n; j++) {
            double *at = r->complex[i * n + j];
            at[0] = (i == j ? alpha / h : 0) - r->J[i * n + j];
            at[1] = i == j ? beta / h : 0;
        }
    }
    return BRI_FINE;
}

static bri_outcome linearise(radau5 *r, double t, const double *discrete, double h)
{
    int n = r->n;
    if (!r->has_jacobian || (!r->is_fresh && r->theta > slow)) {
        bri_outcome outcome = bri_jacobian(r->problem, t, r->start, discrete, r->rate, r->trial, r->J);
        if (outcome) return outcome;
        r->has_jacobian = r->is_fresh = true;
        r->factored_h = 0;
    }
    if (r->factored_h == h) return BRI_FINE;
    r->factored_h = 0;
    bri_outcome outcome = bri_shifted(r->problem, u / h, r->J, r->real);
    if (!outcome) outcome = shift_complex(r, h);
    if (outcome) return outcome;
    const bri_halt *halt = &r->problem->halt;
    bool regular = bri_lu_factor_or_halt(n, r->real, r->pivot, halt) &&
                   bri_lu_factor_complex(n, r->complex, r->complex_pivot, halt);
    r->factored_h = regular ? h : 0;
    return bri_factored(r->problem, n, regular);
}

static bri_outcome rates_at_stages(radau5 *r, double t, const double *discrete, double h)
{
    bri_outcome outcome = BRI_FINE;
    for (int k = 0; k < 3 && !outcome; k++) {
        for (int i = 0; i < r->n; i++)
            r->trial[i] = r->start[i] + r->z[k][i];
        outcome = r->problem->rates(r->problem->context, t + c[k] * h, r->trial, discrete, r->f[k]);
    }
    return outcome;
}

/* w and z move by one correction, whose size is returned. */
static double correct(radau5 *r, double h)
{
    for (int i = 0; i < r->n; i++) {
        double f[3], w[3];
        for (int k = 0; k < 3; k++) {
            w[k] = r->w[k][i] / h;
            f[k] = T_inverse[k][0] * r->f[0][i] + T_inverse[k][1] * r->f[1][i] + T_inverse[k][2] * r->f[2][i];
        }
        r->trial[i] = f[0] - u * w[0];
        r->pair[i][0] = f[1] - alpha * w[1] + beta * w[2];
        r->pair[i][1] = f[2] - beta * w[1] - alpha * w[2];
    }
    bri_lu_solve(r->n, r->real, r->pivot, r->trial);
    bri_lu_solve_complex(r->n, (const double(*)[2])r->complex, r->complex_pivot, r->pair);
    double sum = 0;
    for (int i = 0; i < r->n; i++) {
        double by[3] = {r->trial[i], r->pair[i][0], r->pair[i][1]};
        for (int k = 0; k < 3; k++) {
            r->w[k][i] += by[k];
            sum += by[k] / r->scale[i] * (by[k] / r->scale[i]);
        }
        for (int k = 0; k < 3; k++)
            r->z[k][i] = T[k][0] * r->w[0][i] + T[k][1] * r->w[1][i] + T[k][2] * r->w[2][i];
    }
    return sqrt(sum / (3 * r->n));
}

/* Where the iteration begins: on the polynomial of the last step, carried on or cut. */
static void guess(radau5 *r, double h, bool again, double last_h)
{
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < r->n; i++) {
            double share = again ? c[k] * h / last_h : 1 + c[k] * h / last_h;
            r->z[k][i] = !r->has_stages ? 0 : beyond_end(r, i, share) + (again ? r->end[i] - r->start[i] : 0);
        }
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < r->n; i++)
            r->w[k][i] = T_inverse[k][0] * r->z[0][i] + T_inverse[k][1] * r->z[1][i] + T_inverse[k][2] * r->z[2][i];
}

static bri_outcome iterate(radau5 *r, double t, const double *discrete, double h)
{
    double last = 0, last_ratio = 0;
    r->left = pow(fmax(r->left, DBL_EPSILON), 0.8);
    r->theta = slow;
    for (int count = 1; count <= ITERATIONS; count++) {
        bri_outcome outcome = rates_at_stages(r, t, discrete, h);
        if (outcome) return outcome;
        double moved = correct(r, h);
        if (count > 1) {
            double ratio = moved / last;
            r->theta = count == 2 ? ratio : sqrt(ratio * last_ratio);
            last_ratio = ratio;
            if (!(r->theta < 0.99)) return BRI_SHORTER;
            r->left = r->theta / (1 - r->theta);
            if (count < ITERATIONS && r->left * moved * pow(r->theta, ITERATIONS - 1 - count) > r->enough)
                return BRI_SHORTER; /* it would not get there in time */
        }
        if (r->left * moved <= r->enough) return BRI_FINE;
        last = fmax(moved, DBL_EPSILON);
    }
    return BRI_SHORTER;
}

/* Whether the Jacobian is far too large at a stage. Requires rates there. */
static bool is_deceived(const radau5 *r, double h)
{
    int n = r->n;
    for (int i = 0; i < n; i++) {
        const double *row = r->J + i * n;
        for (int k = 0; k < 3 && -h * row[i] > is_stiff; k++) {
            double linear = r->rate[i], terms = fabs(row[i] * r->start[i]);
            for (int j = 0; j < n; j++) {
                linear += row[j] * r->z[k][j];
                terms += fabs(row[j] * r->z[k][j]);
            }
            double apart = fabs(r->f[k][i] - linear);
            if (apart > nonlinear_part * terms && h * apart > r->scale[i]) return true;
        }
    }
    return false;
}

static bri_outcome estimate(radau5 *r, double t, const double *discrete, double h, bool again, double *error)
{
    bri_outcome outcome = BRI_FINE;
    for (int i = 0; i < r->n; i++)
        error[i] = r->rate[i] + (e[0] * r->z[0][i] + e[1] * r->z[1][i] + e[2] * r->z[2][i]) / h;
    bri_lu_solve(r->n, r->real, r->pivot, error);
    if (!(norm(r, error) < 1) && (r->is_first || again)) { /* may be too large where stiff: filtered twice */
        for (int i = 0; i < r->n; i++)
            r->trial[i] = r->start[i] + error[i];
        outcome = r->problem->rates(r->problem->context, t, r->trial, discrete, r->f[0]);
        for (int i = 0; i < r->n; i++)
            error[i] = r->f[0][i] + (e[0] * r->z[0][i] + e[1] * r->z[1][i] + e[2] * r->z[2][i]) / h;
        bri_lu_solve(r->n, r->real, r->pivot, error);
    }
    return outcome == BRI_BROKEN ? BRI_BROKEN : BRI_FINE;
}

/* Is (t, x) where the last step ended, but for what accept may have moved? */
static bool goes_on(const radau5 *r, double t, const double *x)
{
    for (int i = 0; i < r->n; i++)
        if (!(fabs(x[i] - r->end[i]) <= 20 * (r->rtol * fabs(x[i]) + r->atol * r->problem->size[i]))) return false;
    return bri_is_same_time(t, r->t + r->h, r->h);
}

static bri_outcome radau5_step(void *work, double t, const double *x, const double *discrete, double *length,
                               double *x_new, double *error)
{
    radau5 *r = work;
    int n = r->n;
    double h = *length, last_h = r->h;
    size_t bytes = (size_t)n * sizeof(double);
    bool again = r->knows_rate && t == r->t && !memcmp(x, r->start, bytes);
    bri_outcome outcome = BRI_FINE;
    if (!again) {
        r->is_fresh = false;
        if (r->has_stages && !goes_on(r, t, x)) radau5_start(r, t, x, discrete);
        r->knows_rate = false;
        outcome = r->problem->rates(r->problem->context, t, x, discrete, r->rate);
        if (outcome) return outcome;
        r->knows_rate = true;
    }
    memmove(r->start, x, (size_t)(n + r->q) * sizeof(double));
    for (int i = 0; i < n; i++)
        r->scale[i] = bri_tolerated(r->problem, r->rtol, r->atol, i, x[i]);
    r->t = t;
    for (int tries = 0; tries < 2; tries++) {
        outcome = linearise(r, t, discrete, h);
        if (outcome) break;
        guess(r, h, again, last_h);
        outcome = iterate(r, t, discrete, h);
        if (r->q && !outcome) { /* quadratures need rates at the final stages */
            outcome = rates_at_stages(r, t, discrete, h);
            if (!outcome && is_deceived(r, h)) outcome = BRI_SHORTER;
        }
        if (outcome != BRI_SHORTER || r->is_fresh) break;
        r->theta = 1; /* another try, with the Jacobian of this place */
    }
    if (outcome) {
        r->has_stages = false;
        r->h = h;
        return outcome;
    }
    for (int k = 0; k < 3; k++)
        memcpy(r->quad + k * r->q, r->f[k] + n, (size_t)r->q * sizeof(double));
    if (!outcome) outcome = estimate(r, t, discrete, h, again, error);
    if (outcome) return outcome;
    r->h = h;
    for (int i = 0; i < n; i++)
        r->end[i] = x[i] + r->z[2][i];
    keep_stages(r);
    radau5_interpolate(r, 1, r->end);
    memcpy(x_new, r->end, (size_t)(n + r->q) * sizeof(double));
    r->is_first = false;
    return BRI_FINE;
}

static double radau5_stiffness(void *work, bool probes, const double *discrete)
{
    radau5 *r = work;
    (void)probes, (void)discrete; /* its Jacobian is known */
    return bri_spectral_radius(r->n, r->J, (double *)r->pair);
}

/* One real and one complex factorisation, as if every step had a new length. */
static double radau5_algebra(const bri_problem *problem)
{
    double n = problem->states;
    return 2. / 3 * n * n * n * (1 + 4);
}

const bri_integrator_kind bri_integrator_radau5 = {
    .kind = {.name = "radau5",
             .family = "integrator",
             .title = "Radau IIA, implicit, order 5",
             .reference = "Hairer and Wanner, Solving Ordinary Differential Equations II, IV.8"},
    .flags = BRI_IS_STIFF | BRI_KEEPS_MATRIX,
    .order = 4,
    .create = radau5_create,
    .destroy = free,
    .start = radau5_start,
    .step = radau5_step,
    .interpolate = radau5_interpolate,
    .stiffness = radau5_stiffness,
    .algebra = radau5_algebra,
    .memory = radau5_memory,
};
