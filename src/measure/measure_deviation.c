/* measure_deviation.c - standard deviation of a channel over time
 *
 *     sqrt((1/T) integral of (y - mean)^2 dt) */
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
    double time;
    if (!bri_has_trajectory(m, out)) return;
    double mean = bri_trajectory_integral(&m->y, NULL, NULL, &time) / time;
    double sum = bri_trajectory_integral(&m->y, square, &mean, &time);
    if (time > 0)
        out->number = sqrt(sum / time);
    else
        bri_no_value(out, "the window has no length");
}

const bri_measure_kind bri_measure_kind_deviation = {
    MEASURE_KIND("deviation", "standard deviation of a channel over time", table),
    .of = BRI_OF_CHANNEL,
    .example = "deviation arm.angle",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "standard deviation of %s",
    .value = compute};
