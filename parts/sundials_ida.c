/* sundials_ida.c - IDA behind the functions of an integrator; src/integrator/integrator_ida.c describes it */
#include "sundials.h"

#include <ida/ida.h>

#include "base/fail.h"

static int ida_residual(double t, N_Vector x, N_Vector xdot, N_Vector residual, void *user)
{
    bri_outcome outcome = bri_sundials_rates(user, t, x, residual);
    N_VLinearSum(1, xdot, -1, residual, residual);
    return bri_sundials_flag(outcome);
}

static int ida_jacobian(double t, double c_j, N_Vector x, N_Vector xdot, N_Vector residual, SUNMatrix J, void *user,
                        N_Vector rate, N_Vector b, N_Vector c)
{
    bri_sundials *s = user;
    (void)J, (void)b, (void)c;
    N_VLinearSum(1, xdot, -1, residual, rate);
    bri_outcome outcome = bri_sundials_jacobian(s, t, x, N_VGetArrayPointer(rate));
    return bri_sundials_flag(bri_sundials_system(s, c_j, -1, outcome));
}

static void ida_destroy(void *work)
{
    bri_sundials *s = work;
    if (s) IDAFree(&s->memory);
    bri_sundials_destroy(s);
}

static bri_status ida_create(const bri_problem *problem, const bri_tolerances *tolerances, void **work, bri_error *err)
{
    bri_sundials *s = NULL;
    bri_status status = bri_sundials_create(problem, tolerances, &s, err);
    if (status) return status;
    s->memory = IDACreate(s->context);
    int flag = s->memory ? 0 : -1;
    if (!flag) flag = IDASetErrHandlerFn(s->memory, bri_sundials_quiet, NULL);
    if (!flag) flag = IDAInit(s->memory, ida_residual, 0, s->x, s->xdot);
    if (!flag) flag = IDAWFtolerances(s->memory, bri_sundials_weights);
    if (!flag) flag = IDASetUserData(s->memory, s);
    if (!flag) flag = IDASetLinearSolver(s->memory, s->solver, s->matrix);
    if (!flag) flag = IDASetJacFn(s->memory, ida_jacobian);
    if (!flag) flag = IDASetMaxConvFails(s->memory, 60); /* where points are refused: as short as it takes */
    if (!flag) {
        *work = s;
        return BRI_OK;
    }
    ida_destroy(s);
    return bri_fail(err, BRI_NO_MEMORY, "IDA could not be set up (%d)", flag);
}

static void ida_start(void *work, double t, const double *x, const double *discrete)
{
    bri_sundials *s = work;
    (void)t, (void)x, (void)discrete;
    s->runs = false;
}

static void interpolate_states(const void *work, double share, double *x)
{
    const bri_sundials *s = work;
    const double *within = N_VGetArrayPointer(s->within);
    IDAGetDky(s->memory, s->t + share * s->h, 0, s->within);
    for (int i = 0; i < s->n; i++)
        x[i] = within[i];
}

static bri_outcome ida_step(void *work, double t, const double *x, const double *discrete, double *h, double *x_new,
                            double *error)
{
    bri_sundials *s = work;
    double stop = t + *h, reached = t;
    int flag = 0;
    s->discrete = discrete;
    if (!bri_sundials_goes_on(s, t, x)) {
        bri_outcome outcome = bri_sundials_rates(s, t, s->x, s->xdot);
        if (outcome) return outcome;
        flag = IDAReInit(s->memory, t, s->x, s->xdot);
    }
    if (!flag) flag = IDASetStopTime(s->memory, stop);
    if (!flag) flag = IDASolve(s->memory, stop, &reached, s->x, s->xdot, IDA_ONE_STEP);
    if (flag < 0) return flag == IDA_RES_FAIL || flag == IDA_LSETUP_FAIL ? BRI_BROKEN : BRI_SHORTER;
    if (flag != IDA_TSTOP_RETURN) *h = reached - t;
    return bri_sundials_finish(s, t, *h, interpolate_states, x_new, error);
}

static void ida_interpolate(const void *work, double share, double *x)
{
    interpolate_states(work, share, x);
    bri_sundials_interpolate_quadratures(work, share, x);
}

const bri_integrator_functions bri_sundials_ida = {
    .create = ida_create,
    .destroy = ida_destroy,
    .start = ida_start,
    .step = ida_step,
    .interpolate = ida_interpolate,
};
