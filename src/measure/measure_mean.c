/* measure_mean.c - mean of a channel over time
 *
 *     (1/T) integral of y dt */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    double time;
    if (!bri_has_trajectory(m, out)) return;
    double sum = bri_trajectory_integral(&m->y, NULL, NULL, &time);
    if (time > 0)
        out->number = sum / time;
    else
        bri_no_value(out, "the window has no length");
}

const bri_measure_kind bri_measure_kind_mean = {MEASURE_KIND("mean", "mean of a channel over time", table),
                                                .of = BRI_OF_CHANNEL,
                                                .example = "mean arm.angle before 'pin sticks'",
                                                .unit_of = BRI_UNIT_CHANNEL,
                                                .words = "mean of %s",
                                                .value = compute};
