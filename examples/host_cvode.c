/* host_cvode.c - a program that integrates a mechanism with its own integrator, CVODE, through every event
 *
 *     host_cvode pendulum.yaml
 *
 * CVODE asks for rates and event functions at trial states, and finds the zeros. Each step that it makes is accepted; at a zero
 * the sim decides what sticks and what slips, and CVODE starts anew. At the end the events are compared with those of bri_run. */
#include <bristle/bristle.h>
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

enum {
    MOST_EVENTS = 1000
};
static const double tolerance = 1e-10, same_time = 1e-6; /* same_time: s */

typedef struct host {
    bri_sim *sim;
    bri_error err;
    bool *fired;
    int n, functions, *roots;
    void *cvode;
    SUNContext context;
    N_Vector x;
    SUNMatrix matrix;
    SUNLinearSolver solver;
} host;

/* x' = f(t, x). Above 0: CVODE tries a shorter step. */
static int rates(double t, N_Vector x, N_Vector xdot, void *user)
{
    host *h = user;
    bri_status status = bri_sim_rates(h->sim, t, N_VGetArrayPointer(x), N_VGetArrayPointer(xdot), &h->err);
    return status == BRI_OK ? 0 : status == BRI_NO_CONVERGENCE ? 1 : -1;
}

static int event_functions(double t, N_Vector x, double *values, void *user)
{
    host *h = user;
    bri_status status = bri_sim_event_values(h->sim, t, N_VGetArrayPointer(x), values, &h->err);
    for (int i = 0; i < h->functions; i++) {
        bri_event_function function;
        if (bri_sim_event_function(h->sim, i, &function) && function.is_optional) values[i] = 1;
    }
    return status != BRI_OK;
}

/* What friction near rest needs is less than the nominal sizes of the states say. */
static int weights(N_Vector x, N_Vector weight, void *user)
{
    host *h = user;
    double *w = N_VGetArrayPointer(weight);
    bri_sim_tolerated_errors(h->sim, bri_sim_time(h->sim), N_VGetArrayPointer(x), tolerance, tolerance, w);
    for (int i = 0; i < h->n; i++)
        w[i] = 1 / w[i];
    return 0;
}

static int jacobian(double t, N_Vector x, N_Vector xdot, SUNMatrix J, void *user, N_Vector a, N_Vector b, N_Vector c)
{
    (void)xdot, (void)a, (void)b, (void)c;
    host *h = user;
    bri_status status = bri_sim_jacobian(h->sim, t, N_VGetArrayPointer(x), SM_DATA_D(J), &h->err);
    return status == BRI_OK ? 0 : status == BRI_NO_CONVERGENCE ? 1 : -1;
}

static bool set_up(host *h)
{
    h->n = bri_sim_continuous_states(h->sim, NULL);
    h->functions = bri_sim_event_functions(h->sim);
    h->fired = calloc((size_t)h->functions + 1, sizeof *h->fired);
    h->roots = calloc((size_t)h->functions + 1, sizeof *h->roots);
    if (!h->fired || !h->roots || SUNContext_Create(NULL, &h->context)) return false;
    h->x = N_VNew_Serial(h->n, h->context);
    h->matrix = SUNDenseMatrix(h->n, h->n, h->context);
    if (!h->x || !h->matrix) return false;
    h->solver = SUNLinSol_Dense(h->x, h->matrix, h->context);
    h->cvode = CVodeCreate(CV_BDF, h->context);
    bri_sim_get_states(h->sim, N_VGetArrayPointer(h->x));
    return h->solver && h->cvode && !CVodeInit(h->cvode, rates, bri_sim_time(h->sim), h->x) &&
           !CVodeWFtolerances(h->cvode, weights) && !CVodeSetUserData(h->cvode, h) &&
           !CVodeSetLinearSolver(h->cvode, h->solver, h->matrix) && !CVodeSetJacFn(h->cvode, jacobian) &&
           !CVodeRootInit(h->cvode, h->functions, event_functions);
}

static void put_away(host *h)
{
    if (h->cvode) CVodeFree(&h->cvode);
    if (h->solver) SUNLinSolFree(h->solver);
    if (h->matrix) SUNMatDestroy(h->matrix);
    if (h->x) N_VDestroy(h->x);
    if (h->context) SUNContext_Free(&h->context);
    free(h->fired);
    free(h->roots);
    bri_sim_destroy(h->sim);
}

/* One step of CVODE, until a time at the latest, and what follows it. */
static bri_status step(host *h, double until)
{
    double t, *x = N_VGetArrayPointer(h->x);
    bri_accepted accepted;
    bri_handled handled = {0};
    double last = bri_sim_time(h->sim) + bri_sim_max_step(h->sim); /* CVodeSetMaxStep would act a step late */
    CVodeSetStopTime(h->cvode, fmin(fmin(until, last), bri_sim_next_time_event(h->sim)));
    int flag = CVode(h->cvode, until, h->x, &t, CV_ONE_STEP);
    if (flag < 0) return h->err.status ? h->err.status : BRI_NO_CONVERGENCE;

    bri_status status = bri_sim_accept_step(h->sim, t, x, &accepted, &h->err);
    if (!status && (flag == CV_ROOT_RETURN || accepted.event)) {
        if (flag == CV_ROOT_RETURN) CVodeGetRootInfo(h->cvode, h->roots);
        for (int i = 0; i < h->functions; i++)
            h->fired[i] = h->roots[i] != 0;
        status = bri_sim_handle_events(h->sim, flag == CV_ROOT_RETURN ? h->fired : NULL, x, &handled, &h->err);
    }
    if (!status && (accepted.states_changed || handled.changed)) CVodeReInit(h->cvode, t, h->x);
    return status;
}

/* The events of both, side by side. True: they are the same. */
static bool compare(const bri_sim_event *event, int events, const bri_result *result)
{
    double apart = 0;
    bool same = events == result->events;
    for (int i = 0; i < events && i < result->events; i++) {
        const bri_event *other = result->event[i];
        printf("%.9f s: %s %s    %.9f s: %s %s\n", event[i].time, event[i].joint, event[i].event, other->time,
               other->joint, other->event);
        same = same && !strcmp(event[i].joint, other->joint) && !strcmp(event[i].event, other->event);
        apart = fmax(apart, fabs(event[i].time - other->time));
    }
    same = same && apart <= same_time;
    printf("%d events by CVODE, %d by bri_run: %s; times differ by %.1e s at most\n", events, result->events,
           same ? "the same" : "not the same", apart);
    return same;
}

int main(int argc, char **argv)
{
    static bri_sim_event event[MOST_EVENTS];
    host h = {0};
    bri_model *model = NULL;
    bri_system *system = NULL;
    bri_result *result = NULL;
    bri_run_def run = bri_run_defaults();
    run.rtol = tolerance;
    run.constraints = "baumgarte"; /* rates keep them: CVODE looks back over several steps, and does not start anew */

    bri_status status = bri_model_read(argc > 1 ? argv[1] : "pendulum.yaml", &model, &h.err);
    if (!status) status = bri_system_build(model, &system, &h.err);
    if (!status) status = bri_sim_create(system, &run, &h.sim, &h.err);
    if (!status && !set_up(&h)) status = BRI_NO_MEMORY;
    if (!status) bri_sim_keep_events(h.sim, event, MOST_EVENTS);
    while (!status && bri_sim_time(h.sim) < bri_sim_until(h.sim))
        status = step(&h, bri_sim_until(h.sim));
    if (!status) status = bri_run(system, &run, &result, &h.err);
    if (status) fprintf(stderr, "%s: %s\n", bri_status_name(status), h.err.what);
    bool same = !status && compare(event, bri_sim_events(h.sim), result);
    if (same) printf("the energy balance closes to %.1e J\n", fabs(bri_sim_energy_balance(h.sim, NULL, NULL)));
    put_away(&h);
    bri_result_destroy(result);
    bri_system_destroy(system);
    bri_model_destroy(model);
    return !same;
}
