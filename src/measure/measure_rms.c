/* measure_rms.c - root mean square of a channel over time
 *
 *     sqrt((1/T) integral of y^2 dt) */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static double square(double y, void *user)
{
    const double *mean = user;
    return (y - *mean) * (y - *mean);
}

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    double time, zero = 0;
    if (!bri_has_trajectory(m, out)) return;
    double sum = bri_trajectory_integral(&m->y, square, &zero, &time);
    if (time > 0)
        out->number = sqrt(sum / time);
    else
        bri_no_value(out, "the window has no length");
}

const bri_measure_kind bri_measure_kind_rms = {MEASURE_KIND("rms", "root mean square of a channel over time", table),
                                               .of = BRI_OF_CHANNEL,
                                               .example = "rms arm.angle from 0.2 s to 0.5 s",
                                               .unit_of = BRI_UNIT_CHANNEL,
                                               .words = "rms of %s",
                                               .value = compute};
