/* measure_min_time.c - time at which a channel is smallest
 *
 *     t of min y(t) */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out)) out->number = bri_trajectory_max(&m->y, -1).time;
}

const bri_measure_kind bri_measure_kind_min_time = {
    MEASURE_KIND("min_time", "time at which a channel is smallest", table),
    .of = BRI_OF_CHANNEL,
    .example = "min_time arm.angle",
    .unit = "s",
    .words = "time of the smallest %s",
    .value = compute};
