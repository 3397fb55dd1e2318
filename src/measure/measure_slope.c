/* measure_slope.c - slope of a channel between two of its values, against another channel
 *
 *     (to_level - level)/(x_2 - x_1), where x is the other channel as y crosses both */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL,
    BRI_STRING_PARAM(bri_measure_params, level, "value at which it begins, with its unit"),
    BRI_STRING_PARAM(bri_measure_params, to_level, "value at which it ends"),
    BRI_STRING_PARAM(bri_measure_params, against, "the other channel; t is the time"),
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    double begin = bri_trajectory_crossing(&m->y, m->level, BRI_ANY_DIRECTION, 1, NULL);
    bri_trajectory rest = m->y;
    rest.from = begin;
    double end = isnan(begin) ? NAN : bri_trajectory_crossing(&rest, m->to_level, BRI_ANY_DIRECTION, 1, NULL);
    double by = isnan(end) ? NAN : bri_trajectory_at(&m->other, end) - bri_trajectory_at(&m->other, begin);
    if (m->level == m->to_level)
        bri_no_value(out, "level and to_level are equal: give two values of the channel");
    else if (isnan(end))
        bri_no_value(out, "the channel does not cross both values, one after the other");
    else if (!(fabs(by) > 0))
        bri_no_value(out, "the other channel has not changed between the two values: there is no slope");
    else
        out->number = (m->to_level - m->level) / by;
}

const bri_measure_kind bri_measure_kind_slope = {
    MEASURE_KIND("slope", "slope of a channel between two of its values, against another channel", table),
    .of = BRI_OF_CHANNEL,
    .example = "slope arm.angle level 0 to_level 10 deg against t",
    .unit_of = BRI_UNIT_RATE,
    .level_of_channel = true,
    .words = "slope of %s",
    .value = compute};
