/* sundials_cvode.c - CVODE behind the functions of an integrator; src/integrator/integrator_cvode.c describes it */
#include "sundials.h"

#include <cvode/cvode.h>

#include "base/fail.h"

static int cvode_rates(double t, N_Vector x, N_Vector xdot, void *user)
{
    return bri_sundials_flag(bri_sundials_rates(user, t, x, xdot));
}

/* 1 - gamma J, with the last J where that will do */
static int cvode_system(double t, N_Vector x, N_Vector xdot, SUNMatrix A, int keeps, int *is_new, double gamma,
                        void *user, N_Vector a, N_Vector b, N_Vector c)
{
    bri_sundials *s = user;
    (void)A, (void)a, (void)b, (void)c;
    bri_outcome outcome = keeps ? BRI_FINE : bri_sundials_jacobian(s, t, x, N_VGetArrayPointer(xdot));
    *is_new = !keeps;
    return bri_sundials_flag(bri_sundials_system(s, 1, -gamma, outcome));
}

static void cvode_destroy(void *work)
{
    bri_sundials *s = work;
    if (s) CVodeFree(&s->memory);
    bri_sundials_destroy(s);
}

static bri_status cvode_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work,
                               bri_error *err)
{
    bri_sundials *s = NULL;
    bri_status status = bri_sundials_create(problem, tolerances, &s, err);
    if (status) return status;
    s->memory = CVodeCreate(CV_BDF, s->context);
    int flag = s->memory ? 0 : -1;
    if (!flag) flag = CVodeSetErrHandlerFn(s->memory, bri_sundials_quiet, NULL);
    if (!flag) flag = CVodeInit(s->memory, cvode_rates, 0, s->x);
    if (!flag) flag = CVodeWFtolerances(s->memory, bri_sundials_weights);
    if (!flag) flag = CVodeSetUserData(s->memory, s);
    if (!flag) flag = CVodeSetLinearSolver(s->memory, s->solver, s->matrix);
    if (!flag) flag = CVodeSetLinSysFn(s->memory, cvode_system);
    if (!flag) flag = CVodeSetMaxConvFails(s->memory, 60); /* where points are refused: as short as it takes */
    if (!flag) {
        *work = s;
        return BRI_OK;
    }
    cvode_destroy(s);
    return bri_fail(err, BRI_NO_MEMORY, "CVODE could not be set up (%d)", flag);
}

static void cvode_start(void *work, double t, const double *x, const double *discrete)
{
    bri_sundials *s = work;
    (void)t, (void)x, (void)discrete;
    s->runs = false;
}

static void interpolate_states(const void *work, double share, double *x)
{
    const bri_sundials *s = work;
    const double *within = N_VGetArrayPointer(s->within);
    CVodeGetDky(s->memory, s->t + share * s->h, 0, s->within);
    for (int i = 0; i < s->n; i++)
        x[i] = within[i];
}

static bri_outcome cvode_step(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,
                              double *error)
{
    bri_sundials *s = work;
    double stop = t + *h, reached = t;
    s->discrete = discrete;
    int flag = bri_sundials_goes_on(s, t, x) ? 0 : CVodeReInit(s->memory, t, s->x);
    if (!flag) flag = CVodeSetStopTime(s->memory, stop);
    if (!flag) flag = CVode(s->memory, stop, s->x, &reached, CV_ONE_STEP);
    if (flag < 0) return flag == CV_RHSFUNC_FAIL || flag == CV_LSETUP_FAIL ? BRI_BROKEN : BRI_SHORTER;
    if (flag != CV_TSTOP_RETURN) *h = reached - t;
    return bri_sundials_finish(s, t, *h, interpolate_states, x_new, error);
}

static void cvode_interpolate(const void *work, double share, double *x)
{
    interpolate_states(work, share, x);
    bri_sundials_interpolate_quadratures(work, share, x);
}

const bri_integrator_functions bri_sundials_cvode = {
    .create = cvode_create,
    .destroy = cvode_destroy,
    .start = cvode_start,
    .step = cvode_step,
    .interpolate = cvode_interpolate,
};
