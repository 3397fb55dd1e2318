/* measure_period.c - period of an oscillation: mean time between rising crossings of a level
 *
 *     (t_n - t_1)/(n - 1) */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    BRI_STRING_PARAM(bri_measure_params, level, "level, with its unit; not given: the mean of the channel"),
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    double time, level = m->level;
    int count = 0;
    if (!bri_has_trajectory(m, out)) return;
    if (!m->params->level) level = bri_trajectory_integral(&m->y, NULL, NULL, &time) / time;
    double last = bri_trajectory_crossing(&m->y, level, BRI_RISING, 0, &count);
    if (count < 2)
        bri_no_value(out, "the channel has fewer than two rising crossings");
    else
        out->number = (last - bri_trajectory_crossing(&m->y, level, BRI_RISING, 1, NULL)) / (count - 1);
}

const bri_measure_kind bri_measure_kind_period = {
    MEASURE_KIND("period", "period of an oscillation: mean time between rising crossings of a level", table),
    .of = BRI_OF_CHANNEL,
    .example = "period arm.angle from 0.2 s",
    .unit = "s",
    .words = "period of %s",
    .value = compute};
