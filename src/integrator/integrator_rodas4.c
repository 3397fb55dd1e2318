/* integrator_rodas4.c - RODAS, a Rosenbrock method of order 4 with six stages, L-stable and stiffly accurate
 *
 *     (1/(gamma h) - J) u_i = f(t + alpha_i h, x + sum_j a_ij u_j) + sum_j c_ij u_j/h + h d_i df/dt
 *     x_new = x + sum_j a_6j u_j + u_6,   error estimate u_6 (order 3)
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.7. The coefficients are those printed there. */
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/differences.h"
#include "integrator/problem.h"
#include "integrator/quadrature.h"
#include "linalg/dense.h"

enum {
    STAGES = 6
};

static const double gamma_ = 0.25;
static const double alpha[STAGES] = {0, 0.386, 0.21, 0.63, 1, 1};
static const double d[STAGES] = {0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0};
static const double a[STAGES][STAGES - 1] = {
    {0},
    {1.544},
    {0.9466785280815826, 0.2557011698983284},
    {3.314825187068521, 2.896124015972201, 0.9986419139977817},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950},
    {1.221224509226641, 6.019134481288629, 12.53708332932087, -0.6878860361058950, 1},
};
static const double c[STAGES][STAGES - 1] = {
    {0},
    {-5.6688},
    {-2.430093356833875, -0.2063599157091915},
    {-0.1073529058151375, -9.594562251023355, -20.47028614809616},
    {7.496443313967647, -10.24680431464352, -33.99990352819905, 11.70890893206160},
    {8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054},
};
static const double dense_2[STAGES - 1] = {10.12623508344586, -7.487995877610167, -34.80091861555747,
                                           -7.992771707568823, 1.025137723295662};
static const double dense_3[STAGES - 1] = {-0.6762803392801253, 6.087714651680015, 16.43084320892478, 24.76722511418386,
                                           -6.594389125716872};

typedef struct rodas4 {
    const bri_problem *problem;
    double h;
    double *matrix, *u[STAGES], *start, *end, *rate, *by_time, *trial, *gauss; /* gauss: rates of the quadratures */
    int *pivot;
} rodas4;

static bri_status rodas4_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,
                                bri_error *err)
{
    size_t n = (size_t)problem->states, q = (size_t)problem->quadratures, all = n + q;
    size_t numbers = n * (n + STAGES) + 5 * all + 3 * q;
    rodas4 *r = calloc(1, sizeof *r + numbers * sizeof(double) + n * sizeof(int));
    if (!r) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
    (void)tolerances;
    double *at = (double *)(void *)(r + 1);
    r->problem = problem;
    r->matrix = at;
    at += n * n;
    for (int i = 0; i < STAGES; i++, at += n)
        r->u[i] = at;
    r->start = at;
    r->end = at + all;
    r->rate = at + 2 * all;
    r->by_time = at + 3 * all;
    r->trial = at + 4 * all;
    r->gauss = at + 5 * all;
    r->pivot = (int *)(void *)(r->gauss + 3 * q);
    *work = r;
    return BRI_OK;
}

/* r->rate becomes f, r->by_time df/dt, r->matrix the factors of 1/(gamma h) - J. */
static bri_outcome linearise(rodas4 *r, double t, const double *discrete, double h)
{
    const bri_problem *p = r->problem;
    int n = p->states;
    double later = t + 1e-6 * h; /* its rounding, and a kink within it, stay below the error of a step */
    bri_outcome outcome = p->rates(p->context, later, r->start, discrete, r->by_time);
    if (!outcome) outcome = p->rates(p->context, t, r->start, discrete, r->rate);
    if (!outcome) outcome = bri_jacobian(p, t, r->start, discrete, r->rate, r->trial, r->matrix);
    if (outcome) return outcome;
    for (int i = 0; i < n; i++)
        r->by_time[i] = later > t ? (r->by_time[i] - r->rate[i]) / (later - t) : 0;
    outcome = bri_shifted(p, 1 / (gamma_ * h), r->matrix, r->matrix);
    if (outcome) return outcome;
    return bri_factored(p, n, bri_lu_factor_or_halt(n, r->matrix, r->pivot, &p->halt));
}

static void interpolate_states(const void *work, double share, double *x)
{
    const rodas4 *r = work;
    double left = 1 - share;
    for (int i = 0; i < r->problem->states; i++) {
        double second = 0, third = 0;
        for (int j = 0; j < STAGES - 1; j++) {
            second += dense_2[j] * r->u[j][i];
            third += dense_3[j] * r->u[j][i];
        }
        x[i] = left * r->start[i] + share * (r->end[i] + left * (second + share * third));
    }
}

static bri_outcome rodas4_step(void *work, double t, const double *x, const double *discrete, double *length,
                               double *x_new, double *error)
{
    rodas4 *r = work;
    const bri_problem *p = r->problem;
    int n = p->states, q = p->quadratures;
    double h = r->h = *length;
    memmove(r->start, x, (size_t)(n + q) * sizeof(double));
    bri_outcome outcome = linearise(r, t, discrete, h);
    for (int s = 0; s < STAGES && !outcome; s++) {
        for (int i = 0; i < n; i++) {
            r->trial[i] = x[i];
            for (int j = 0; j < s; j++)
                r->trial[i] += a[s][j] * r->u[j][i];
        }
        if (s > 0) outcome = p->rates(p->context, t + alpha[s] * h, r->trial, discrete, r->rate);
        for (int i = 0; i < n; i++) {
            r->u[s][i] = r->rate[i] + h * d[s] * r->by_time[i];
            for (int j = 0; j < s; j++)
                r->u[s][i] += c[s][j] / h * r->u[j][i];
        }
        bri_lu_solve(n, r->matrix, r->pivot, r->u[s]);
    }
    if (outcome) return outcome;
    for (int i = 0; i < n; i++) {
        error[i] = r->u[STAGES - 1][i];
        r->end[i] = r->trial[i] + r->u[STAGES - 1][i];
    }
    outcome = bri_gauss_rates(p, t, h, discrete, interpolate_states, r, r->trial, r->rate, r->gauss);
    bri_gauss_add(q, h, 1, r->gauss, r->start + n, r->end + n);
    memcpy(x_new, r->end, (size_t)(n + q) * sizeof(double));
    return outcome;
}

static void rodas4_interpolate(const void *work, double share, double *x)
{
    const rodas4 *r = work;
    interpolate_states(work, share, x);
    bri_gauss_add(r->problem->quadratures, r->h, share, r->gauss, r->start + r->problem->states,
                  x + r->problem->states);
}

const bri_integrator_kind bri_integrator_rodas4 = {
    .kind = {.name = "rodas4",
             .family = "integrator",
             .title = "RODAS, linearly implicit, order 4",
             .reference = "Hairer and Wanner, Solving Ordinary Differential Equations II, IV.7"},
    .flags = BRI_IS_STIFF,
    .order = 4,
    .create = rodas4_create,
    .destroy = free,
    .step = rodas4_step,
    .interpolate = rodas4_interpolate,
};
