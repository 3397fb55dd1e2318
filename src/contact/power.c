/* power.c - contact force as a power of the depth */
#include "contact/power.h"

#include <assert.h>
#include <math.h>

#include "base/lane_math.h"

void bri_power_force(const double *constants, double depth, double rate, double approach, bri_contact_force *out)
{
    assert(constants && out);
    double K = constants[POWER_K], n = constants[POWER_N], d = fmax(depth, 0);
    double lower = n == 1.5 ? sqrt(d) : real_exp((n - 1) * real_log(d)), force = K * d * lower;
    double slope = depth < 0 ? 0 : n * K * lower;
    bri_loss_force(constants, force, slope, force * d / (n + 1), rate, approach, out);
}
