/* integrator_rodas4.c - RODAS, a Rosenbrock method of order 4 with six stages, L-stable and stiffly accurate
 *
 *     (1/(gamma h) - J) u_i = f(t + alpha_i h, x + sum_j a_ij u_j) + sum_j c_ij u_j/h + h d_i df/dt
 *     x_new = x + sum_j a_6j u_j + u_6,   error estimate u_6 (order 3)
 *
 * E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, section IV.7. The coefficients are those printed there. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "integrator/problem.h"
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

typedef struct room { /* how the work is divided */
    double *matrix, *u[STAGES], *start, *end, *rate, *by_time, *trial;
    int *pivot;
} room;

static size_t rodas4_work_size(int n) { return (size_t)n * (size_t)(n + STAGES + 6); }

static room divide(double *work, int n)
{
    room r;
    r.matrix = work;
    work += n * n;
    for (int i = 0; i < STAGES; i++, work += n)
        r.u[i] = work;
    r.start = work;
    r.end = work + n;
    r.rate = work + 2 * n;
    r.by_time = work + 3 * n;
    r.trial = work + 4 * n;
    r.pivot = (int *)(void *)(work + 5 * n);
    return r;
}

static bool rodas4_step(const bri_problem *problem, double *work, double t, const double *x, const double *mode,
                        double h, double *x_new, double *error)
{
    int n = problem->states;
    room r = divide(work, n);
    double later = t + 1e-6 * h; /* its rounding, and a kink within it, stay below the error of a step */
    problem->rates(problem->context, later, x, mode, r.by_time);
    problem->rates(problem->context, t, x, mode, r.rate);
    for (int i = 0; i < n; i++)
        r.by_time[i] = later > t ? (r.by_time[i] - r.rate[i]) / (later - t) : 0;
    memset(r.matrix, 0, (size_t)(n * n) * sizeof(double));
    problem->jacobian(problem->context, t, x, mode, r.matrix);
    for (int i = 0; i < n * n; i++)
        r.matrix[i] = (i % (n + 1) == 0 ? 1 / (gamma_ * h) : 0) - r.matrix[i];
    if (!bri_lu_factor(n, r.matrix, r.pivot)) return false;
    for (int s = 0; s < STAGES; s++) {
        for (int i = 0; i < n; i++) {
            r.trial[i] = x[i];
            for (int j = 0; j < s; j++)
                r.trial[i] += a[s][j] * r.u[j][i];
        }
        if (s > 0) problem->rates(problem->context, t + alpha[s] * h, r.trial, mode, r.rate);
        for (int i = 0; i < n; i++) {
            r.u[s][i] = r.rate[i] + h * d[s] * r.by_time[i];
            for (int j = 0; j < s; j++)
                r.u[s][i] += c[s][j] / h * r.u[j][i];
        }
        bri_lu_solve(n, r.matrix, r.pivot, r.u[s]);
    }
    for (int i = 0; i < n; i++) {
        error[i] = r.u[STAGES - 1][i];
        r.start[i] = x[i];
        r.end[i] = x_new[i] = r.trial[i] + r.u[STAGES - 1][i];
    }
    return true;
}

static void rodas4_between(const bri_problem *problem, const double *work, double share, double *x)
{
    int n = problem->states;
    room r = divide((double *)(void *)(size_t)work, n);
    double left = 1 - share;
    for (int i = 0; i < n; i++) {
        double second = 0, third = 0;
        for (int j = 0; j < STAGES - 1; j++) {
            second += dense_2[j] * r.u[j][i];
            third += dense_3[j] * r.u[j][i];
        }
        x[i] = left * r.start[i] + share * (r.end[i] + left * (second + share * third));
    }
}

const bri_integrator_kind bri_integrator_rodas4 = {
    .name = "rodas4",
    .order = 4,
    .work_size = rodas4_work_size,
    .step = rodas4_step,
    .between = rodas4_between,
};
