/* measure_crossing.c - time at which a channel crosses a level
 *
 *     t where y(t) = level */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL, ROW_LEVEL, ROW_NTH("which crossing, from 1"), ROW_WINDOW, {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    int nth = m->params->nth;
    out->number = bri_trajectory_crossing(&m->y, m->level, BRI_ANY_DIRECTION, nth, NULL);
    if (!isnan(out->number)) return;
    if (nth == 1)
        bri_no_value(out, "the channel does not cross that level");
    else
        bri_no_value(out, "the channel crosses that level fewer than %d times", nth);
}

const bri_measure_kind bri_measure_kind_crossing = {
    MEASURE_KIND("crossing", "time at which a channel crosses a level", table),
    .of = BRI_OF_CHANNEL,
    .example = "crossing arm.angle level 10 deg",
    .unit = "s",
    .words = "time at which %s crosses",
    .value = compute};
