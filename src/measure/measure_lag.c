/* measure_lag.c - difference of two branches: of a channel where another one falls and rises through a level
 *
 *     y where against falls through level - y where it rises through it */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL, BRI_STRING_PARAM(bri_measure_params, against, "the other channel, such as a sliding speed"),
    ROW_LEVEL,   ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    double falls = bri_trajectory_crossing(&m->other, m->level, BRI_FALLING, 1, NULL),
           rises = bri_trajectory_crossing(&m->other, m->level, BRI_RISING, 1, NULL);
    if (isnan(falls) || isnan(rises))
        bri_no_value(out, "%.80s does not cross the level in both directions", m->params->against);
    else
        out->number = bri_trajectory_at(&m->y, falls) - bri_trajectory_at(&m->y, rises);
}

const bri_measure_kind bri_measure_kind_lag = {
    MEASURE_KIND("lag", "difference of two branches: of a channel where another one falls and rises through a level",
                 table),
    .of = BRI_OF_CHANNEL,
    .example = "lag arm.angle against arm.spin",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "lag of %s",
    .value = compute};
