/* step_control.c - step-size control
 *
 *     factor = 0.9 error^(-1/k + 0.03) error_before^0.04     explicit: Gustafsson's proportional-integral control
 *     factor = 0.9 error^(-1/k)                              implicit; where growing costs a new matrix, at most
 *     factor = 0.9 h/h_before (error_before/error^2)^(1/k)   his predictive control
 *
 * E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4; II, IV.2. */
#include <assert.h>
#include <math.h>

#include "base/divisor.h"
#include "integrator/stepper.h"
#include "integrator/tolerance.h"

static const double growth_limit = 5, shrink_limit = 0.2, safety = 0.9; /* Hairer et al. I, II.4 */
static const double explicit_growth_limit = 10;                         /* as in his DOPRI5 */
static const double first_growth_limit = 300;                           /* a first step was a guess */

static bri_outcome rates_at(bri_stepper *stepper, double t, const double *x, double *xdot)
{
    return stepper->counted.rates(stepper, t, x, stepper->discrete, xdot);
}

double bri_stepper_error(const bri_stepper *stepper)
{
    if (stepper->def.integrator->unresolved) stepper->def.integrator->unresolved(stepper->work, stepper->error);
    const bri_tolerances *tolerance = &stepper->def.tolerances;
    double largest = 0;
    for (int i = 0; i < stepper->states; i++) {
        double before = fabs(stepper->x[i]), after = fabs(stepper->x_new[i]), x = before > after ? before : after;
        double scale = bri_tolerated(&stepper->counted, tolerance->rtol, tolerance->atol, i, x);
        double share = fabs(stepper->error[i]) / scale;
        if (!(share <= largest)) /* a NaN is kept */
            largest = share;
    }
    return largest;
}

/* The largest of the numbers over the sizes of the states. */
static double relative(const bri_stepper *stepper, const double *numbers)
{
    const bri_tolerances *tolerance = &stepper->def.tolerances;
    double most = 0;
    for (int i = 0; i < stepper->states; i++)
        most = fmax(most, fabs(numbers[i]) /
                              (fabs(stepper->x[i]) + tolerance->atol / tolerance->rtol * stepper->problem->size[i]));
    return most;
}

/* From how fast the states change; where they hardly do, from how fast that changes: what begins at rest moves later. */
static double first_step(bri_stepper *stepper, double limit)
{
    double *rate = stepper->error, *later = stepper->x_within, probe = first_probe * limit;
    if (rates_at(stepper, stepper->now.t, stepper->x, rate)) return probe;
    double fast = relative(stepper, rate);
    if (fast * limit < 1) {
        for (int i = 0; i < stepper->all; i++)
            stepper->x_new[i] = stepper->x[i] + probe * rate[i];
        if (rates_at(stepper, stepper->now.t + probe, stepper->x_new, later)) return probe;
        for (int i = 0; i < stepper->states; i++)
            later[i] = (later[i] - rate[i]) / probe;
        fast = fmax(fast, sqrt(relative(stepper, later)));
    }
    double h = first_step_share * pow(stepper->def.tolerances.rtol, 1 / stepper->def.integrator->order) /
               fmax(fast, least_divisor);
    return fmin(limit, fmax(h, first_interrupted * stepper->now.interrupted_h));
}

/* How long the next step would be without a limit. */
double bri_stepper_wanted(bri_stepper *stepper, double span)
{
    assert(span > 0);
    const bri_problem *p = stepper->problem;
    int flags = stepper->def.integrator->flags;
    double most = stepper->def.max_step > 0 ? stepper->def.max_step : INFINITY;
    if (p->max_step_here)
        most = fmin(most, p->max_step_here(p->context, stepper->now.t, stepper->x, stepper->discrete));
    if (!(flags & BRI_HAS_FIXED_STEP)) most = fmin(most, bri_stepper_watch_limit(stepper));
    if (flags & BRI_HAS_OWN_CONTROL) return fmin(most, span);
    if ((flags & BRI_HAS_FIXED_STEP) && !(stepper->now.h > 0)) {
        double step = stepper->def.step,
               behind = floor((stepper->now.t - stepper->now.grid) / step * (1 + tol_grid_relative) + tol_grid);
        return stepper->now.grid + (behind + 1) * step - stepper->now.t;
    }
    if (!(stepper->now.h > 0)) stepper->now.h = first_step(stepper, span);
    return fmin(most, stepper->now.h);
}

double bri_stepper_grown(bri_stepper *stepper, double h, double error, bool rejected)
{
    assert(h > 0 && error >= 0);
    const bri_integrator_kind *kind = stepper->def.integrator;
    bool implicit = kind->flags & BRI_IS_STIFF, keeps = kind->flags & BRI_KEEPS_MATRIX;
    bool first = !implicit && stepper->now.after_kink && !(stepper->now.before_h > 0) && !rejected;
    double power = 1 / kind->order, small = fmax(error, first ? least_first_error : least_error),
           factor = safety * pow(small, -power);
    double limit = first ? first_growth_limit : implicit ? growth_limit : explicit_growth_limit;
    if (!implicit) factor = safety * pow(small, 0.03 - power) * pow(stepper->now.last_error, 0.04);
    if (keeps && stepper->now.before_h > 0) /* what it takes if errors go on as they went */
        factor =
            fmin(factor, safety * h / stepper->now.before_h * pow(stepper->now.last_error / (small * small), power));
    factor = fmin(limit, fmax(shrink_limit, factor));
    stepper->now.last_error = fmax(error, keeps ? least_last_error_kept_matrix : least_last_error);
    stepper->now.before_h = h;
    if (rejected && (keeps || !implicit)) factor = fmin(factor, 1);
    if (keeps && factor >= 1 && factor < 1.2) factor = 1;
    return h * factor;
}

double bri_stepper_shrunk(const bri_stepper *stepper, double error)
{
    double factor = isfinite(error) ? safety * pow(error, -1 / stepper->def.integrator->order) : shrink_limit;
    return fmax(shrink_limit, factor);
}
