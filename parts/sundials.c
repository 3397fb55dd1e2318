/* sundials.c - the part 'sundials': what CVODE and IDA need alike: vectors, a matrix and its LU, the problem behind their callbacks */
#include "sundials.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "integrator/differences.h"
#include "integrator/quadrature.h"
#include "linalg/dense.h"
#include "part/part.h"

static const double tighter = 10; /* the local errors of backward differentiation have one sign, and add up */
static const double apart = 20;   /* in units of the tolerance: about what steps leave over a run */

/* --- A, and its LU ------------------------------------------------------------------------------------------------------- */

static SUNMatrix_ID matrix_is_own(SUNMatrix matrix)
{
    (void)matrix;
    return SUNMATRIX_CUSTOM;
}

static int keep_matrix(SUNMatrix matrix) /* every element of it is written anyway */
{
    (void)matrix;
    return 0;
}

static SUNLinearSolver_Type solver_is_direct(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLINEARSOLVER_DIRECT;
}

static int factor(SUNLinearSolver solver, SUNMatrix matrix)
{
    bri_sundials *s = solver->content;
    (void)matrix;
    bool regular = bri_lu_factor_or_halt(s->n, s->A, s->pivot, &s->problem->halt);
    return bri_sundials_flag(bri_factored(s->problem, s->n, regular));
}

static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b, double tolerance)
{
    const bri_sundials *s = solver->content;
    (void)matrix, (void)tolerance;
    N_VScale(1, b, x);
    bri_lu_solve(s->n, s->A, s->pivot, N_VGetArrayPointer(x));
    return 0;
}

static bool create_algebra(bri_sundials *s)
{
    s->matrix = SUNMatNewEmpty(s->context);
    s->solver = SUNLinSolNewEmpty(s->context);
    if (!s->matrix || !s->solver) return false;
    s->matrix->ops->getid = matrix_is_own;
    s->matrix->ops->zero = keep_matrix;
    s->solver->ops->gettype = solver_is_direct;
    s->solver->ops->setup = factor;
    s->solver->ops->solve = solve;
    s->solver->content = s;
    return true;
}

static void destroy_algebra(bri_sundials *s)
{
    if (s->solver) SUNLinSolFreeEmpty(s->solver);
    if (s->matrix) SUNMatFreeEmpty(s->matrix);
}

bri_outcome bri_sundials_system(bri_sundials *s, double one, double by, bri_outcome outcome)
{
    size_t n = (size_t)s->n;
    for (size_t i = 0; i < n && !outcome; i++) {
        if (bri_halts(&s->problem->halt, s->n)) return BRI_BROKEN;
        for (size_t j = 0; j < n; j++)
            s->A[i * n + j] = by * s->J[i * n + j];
        s->A[i * n + i] += one;
    }
    return outcome;
}

/* --- the problem --------------------------------------------------------------------------------------------------------- */

bri_status bri_sundials_create(const bri_problem *problem, const bri_tolerances *tolerances, bri_sundials **out,
                               bri_error *err)
{
    size_t n = (size_t)problem->states, q = (size_t)problem->quadratures, all = n + q;
    size_t numbers = 2 * n * n + 3 * all + 3 * q;
    bri_sundials *s = calloc(1, sizeof *s + numbers * sizeof(double) + n * sizeof(int));
    if (!s) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %zu numbers", numbers);
    double *at = (double *)(void *)(s + 1);
    s->problem = problem;
    s->rtol = tolerances->rtol;
    s->atol = tolerances->atol;
    s->n = problem->states;
    s->q = problem->quadratures;
    s->J = at;
    s->A = at + n * n;
    s->start = s->A + n * n;
    s->end = s->start + all;
    s->trial = s->end + all;
    s->gauss = s->trial + all;
    s->pivot = (int *)(void *)(s->gauss + 3 * q);
    if (!SUNContext_Create(NULL, &s->context)) {
        s->x = N_VNew_Serial(s->n, s->context);
        s->xdot = N_VNew_Serial(s->n, s->context);
        s->within = N_VNew_Serial(s->n, s->context);
        s->size = N_VNew_Serial(s->n, s->context);
    }
    if (!s->x || !s->xdot || !s->within || !s->size || !create_algebra(s)) {
        bri_sundials_destroy(s);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: the vectors of SUNDIALS");
    }
    for (int i = 0; i < s->n; i++) {
        N_VGetArrayPointer(s->size)[i] = tolerances->atol * problem->size[i];
        N_VGetArrayPointer(s->x)[i] = N_VGetArrayPointer(s->xdot)[i] = 0;
    }
    *out = s;
    return BRI_OK;
}

void bri_sundials_destroy(bri_sundials *s)
{
    if (!s) return;
    destroy_algebra(s);
    N_Vector vectors[] = {s->x, s->xdot, s->within, s->size};
    for (int i = 0; i < 4; i++)
        if (vectors[i]) N_VDestroy(vectors[i]);
    if (s->context) SUNContext_Free(&s->context);
    free(s);
}

bool bri_sundials_goes_on(bri_sundials *s, double t, const double *x)
{
    bool goes_on = s->runs && bri_is_same_time(t, s->t + s->h, s->h);
    const double *size = N_VGetArrayPointer(s->size);
    for (int i = 0; i < s->n && goes_on; i++)
        goes_on = fabs(x[i] - s->end[i]) <= apart * (s->rtol * fabs(x[i]) + size[i]);
    s->runs = false; /* until the step is made */
    memmove(s->start, x, (size_t)(s->n + s->q) * sizeof(double));
    if (!goes_on) memcpy(N_VGetArrayPointer(s->x), x, (size_t)s->n * sizeof(double));
    return goes_on;
}

bri_outcome bri_sundials_rates(bri_sundials *s, double t, N_Vector x, N_Vector xdot)
{
    bri_outcome outcome = s->problem->rates(s->problem->context, t, N_VGetArrayPointer(x), s->discrete, s->trial);
    memcpy(N_VGetArrayPointer(xdot), s->trial, (size_t)s->n * sizeof(double));
    return outcome;
}

bri_outcome bri_sundials_jacobian(bri_sundials *s, double t, N_Vector x, const double *rate)
{
    return bri_jacobian(s->problem, t, N_VGetArrayPointer(x), s->discrete, rate, s->trial, s->J);
}

int bri_sundials_weights(N_Vector x, N_Vector weights, void *user)
{
    const bri_sundials *s = user;
    for (int i = 0; i < s->n; i++)
        N_VGetArrayPointer(weights)[i] =
            tighter / bri_tolerated(s->problem, s->rtol, s->atol, i, N_VGetArrayPointer(x)[i]);
    return 0;
}

int bri_sundials_flag(bri_outcome outcome) { return outcome == BRI_FINE ? 0 : outcome == BRI_SHORTER ? 1 : -1; }

bri_outcome bri_sundials_finish(bri_sundials *s, double t, double h,
                                void (*interpolate)(const void *, double, double *), double *x_new, double *error)
{
    int n = s->n, q = s->q;
    s->t = t;
    s->h = h;
    memcpy(s->end, N_VGetArrayPointer(s->x), (size_t)n * sizeof(double));
    memset(error, 0, (size_t)n * sizeof(double));
    bri_outcome outcome = bri_gauss_rates(s->problem, t, h, s->discrete, interpolate, s, x_new, s->trial, s->gauss);
    bri_gauss_add(q, h, 1, s->gauss, s->start + n, s->end + n);
    memcpy(x_new, s->end, (size_t)(n + q) * sizeof(double));
    s->runs = outcome == BRI_FINE;
    return outcome;
}

void bri_sundials_interpolate_quadratures(const bri_sundials *s, double share, double *x)
{
    bri_gauss_add(s->q, s->h, share, s->gauss, s->start + s->n, x + s->n);
}

void bri_sundials_quiet(int code, const char *module, const char *function, char *text, void *user)
{
    (void)code, (void)module, (void)function, (void)text, (void)user;
}

static const bri_sundials_functions functions = {.cvode = &bri_sundials_cvode, .ida = &bri_sundials_ida};

BRI_PART_EXPORT(sundials, functions);
