/* measure_spread.c - range of a channel, peak to peak
 *
 *     max y(t) - min y(t) */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out))
        out->number = bri_trajectory_max(&m->y, 1).value - bri_trajectory_max(&m->y, -1).value;
}

const bri_measure_kind bri_measure_kind_spread = {MEASURE_KIND("spread", "range of a channel, peak to peak", table),
                                                  .of = BRI_OF_CHANNEL,
                                                  .example = "spread arm.angle",
                                                  .unit_of = BRI_UNIT_CHANNEL,
                                                  .words = "range of %s",
                                                  .value = compute};
