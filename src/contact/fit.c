/* fit.c - fits F = K d^n to any normal law */
#include "contact/fit.h"

#include <assert.h>
#include <math.h>

#include "base/fail.h"
#include "base/lane_math.h"

static double force_at(const bri_contact_law *law, const double *constants, double depth)
{
    bri_contact_force at_rest;
    law->force(constants, depth, 0, 1, &at_rest);
    return at_rest.force;
}

bri_status bri_contact_depth(const bri_contact_law *law, const double *constants, double force, double *depth,
                             bri_error *err)
{
    assert(law && constants && force >= 0 && depth);
    double low = -700,
           high = law->deepest ? real_log(law->deepest(constants)) : 50; /* bisection over the logarithm of the depth */
    double most = force_at(law, constants, real_exp(high) * (1 - 1e-15));
    if (!(force <= most))
        return bri_fail(err, BRI_BAD_VALUE, "%s is valid up to %g N only, but %g N is required", law->kind.name, most,
                        force);
    for (double middle; (middle = 0.5 * (low + high)) > low && middle < high;)
        *(force_at(law, constants, real_exp(middle)) < force ? &low : &high) = middle;
    *depth = real_exp(low);
    return BRI_OK;
}

bri_status bri_contact_fit(const bri_contact_law *law, const double *constants, double from, double to,
                           bri_power_fit *fit, bri_error *err)
{
    double x[BRI_FIT_LOADS], y[BRI_FIT_LOADS], mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    bri_status status = BRI_OK;
    for (int i = 0; !status && i < BRI_FIT_LOADS; i++) {
        double part = (double)i / (BRI_FIT_LOADS - 1), depth = 1;
        double load = i == BRI_FIT_LOADS - 1 ? to : from * real_pow(to / from, part);
        status = bri_contact_depth(law, constants, load, &depth, err);
        x[i] = real_log(depth);
        y[i] = real_log(load);
        mean_x += x[i] / BRI_FIT_LOADS;
        mean_y += y[i] / BRI_FIT_LOADS;
    }
    if (status) return status;
    for (int i = 0; i < BRI_FIT_LOADS; i++) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
    }
    *fit = (bri_power_fit){.n = xy / xx, .K = real_exp(mean_y - xy / xx * mean_x)};
    for (int i = 0; i < BRI_FIT_LOADS; i++)
        fit->worst = fmax(fit->worst, fabs(expm1(mean_y + fit->n * (x[i] - mean_x) - y[i])));
    return BRI_OK;
}
