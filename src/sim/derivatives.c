/* derivatives.c - derivatives of rates and channels with respect to states and inputs
 *
 *     (f(x + h dx, u + h du) - f(x - h dx, u - h du)) / 2h
 *
 * h is a small part of the extent over which rates are smooth (system/extent.c): the error of the difference is its square, and
 * rounding of the rates is divided by it. Where one of the two states has no solution, the difference is one-sided. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "sim/sim.h"
#include "system/extent.h"

static const double part = 1e-4; /* of the extent */

typedef struct direction {
    double t;
    const double *x, *dx, *du; /* dx, du NULL: 0 */
} direction;

static double extent_of(bri_sim *sim, const direction *d)
{
    double extent = INFINITY;
    bri_sim_next_time_event(sim); /* signals are those of the present piece */
    if (d->dx)
        extent = bri_smooth_extent(sim->engine, d->t, d->x, bri_stepper_discrete(sim->stepper), d->dx, sim->trial);
    for (int i = 0; i < sim->system->inputs && d->du; i++)
        if (d->du[i] != 0) extent = fmin(extent, fmax(1, fabs(sim->engine->input[i])) / fabs(d->du[i]));
    return extent;
}

/* A length for which the state that changes, if it is one alone, becomes x + h dx without rounding: where it is known to few digits
 * over its extent, as at a contact of little depth, that is the largest error. */
static double rounded(const bri_sim *sim, const direction *d, double h)
{
    int only = -1;
    for (int i = 0; i < sim->system->states && d->dx; i++) {
        if (d->dx[i] == 0) continue;
        if (only >= 0) return h;
        only = i;
    }
    if (only < 0 || d->du) return h;
    double moved = d->x[only] + h * d->dx[only];
    return (moved - d->x[only]) / d->dx[only];
}

/* Inputs as they are, and h further along the direction. */
static void set_inputs(bri_sim *sim, const direction *d, double h)
{
    if (!d->du) return;
    for (int i = 0; i < sim->system->inputs; i++)
        sim->engine->input[i] = sim->inputs_here[i] + h * d->du[i];
    bri_sim_forget(sim);
}

/* Rates and channels h further along the direction; NULL: not wanted. */
static bri_status evaluate(bri_sim *sim, const direction *d, double h, double *rates, double *values, bri_error *err)
{
    bri_status status = BRI_OK;
    for (int i = 0; i < bri_sim_continuous_states(sim, NULL); i++)
        sim->trial[i] = d->x[i] + (d->dx ? h * d->dx[i] : 0);
    set_inputs(sim, d, h);
    if (rates) status = bri_sim_rates(sim, d->t, sim->trial, rates, err);
    if (values && !status) status = bri_sim_values_at(sim, d->t, sim->trial, values, err);
    set_inputs(sim, d, 0);
    return status;
}

static void subtract(double *out, const double *from, double over, int count)
{
    for (int i = 0; i < count && out; i++)
        out[i] = (out[i] - from[i]) / over;
}

static bri_status differentiate(bri_sim *sim, const direction *d, double *rates, double *values, bri_error *err)
{
    int n = bri_sim_continuous_states(sim, NULL), channels = sim->system->channels;
    double extent = extent_of(sim, d), h = rounded(sim, d, part * extent), ahead = h, behind = -h;
    if (!isfinite(extent)) ahead = 1, behind = 0; /* nothing changes */
    double *other_rates = rates ? sim->trial + n : NULL, *other_values = values ? sim->trial_values : NULL;
    bri_status status = evaluate(sim, d, ahead, rates, values, err);
    if (status == BRI_NO_CONVERGENCE) {
        ahead = 0;
        status = evaluate(sim, d, ahead, rates, values, err);
    }
    if (!status) status = evaluate(sim, d, behind, other_rates, other_values, err);
    if (status == BRI_NO_CONVERGENCE && ahead > 0) {
        behind = 0;
        status = evaluate(sim, d, behind, other_rates, other_values, err);
    }
    if (status) return status;
    subtract(rates, other_rates, ahead - behind, n);
    subtract(values, other_values, ahead - behind, channels);
    return BRI_OK;
}

bri_status bri_sim_directional_derivative(bri_sim *sim, double t, const double *x, const double *dx, const double *du,
                                          double *rates, double *values, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && x);
    direction d = {.t = t, .x = x, .dx = dx, .du = du};
    memcpy(sim->inputs_here, sim->engine->input, (size_t)sim->system->inputs * sizeof(double));
    return differentiate(sim, &d, rates, values, err);
}

bri_status bri_sim_jacobian(bri_sim *sim, double t, const double *x, double *jacobian, bri_error *err)
{
    bri_error_clear(err);
    assert(sim && x && jacobian);
    int sums, n = bri_sim_continuous_states(sim, &sums);
    bri_status status = BRI_OK;
    memset(jacobian, 0, (size_t)n * (size_t)n * sizeof(double));
    for (int j = 0; j < n - sums && !status; j++) {
        double *unit = sim->trial + 2 * n;
        memset(unit, 0, (size_t)n * sizeof(double));
        unit[j] = 1;
        status =
            differentiate(sim, &(direction){.t = t, .x = x, .dx = unit}, jacobian + (size_t)j * (size_t)n, NULL, err);
    }
    return status;
}
