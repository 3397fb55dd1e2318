/* measure_max.c - largest value of a channel
 *
 *     max y(t) */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out)) out->number = bri_trajectory_max(&m->y, 1).value;
}

const bri_measure_kind bri_measure_kind_max = {MEASURE_KIND("max", "largest value of a channel", table),
                                               .of = BRI_OF_CHANNEL,
                                               .example = "max arm.angle",
                                               .unit_of = BRI_UNIT_CHANNEL,
                                               .words = "largest %s",
                                               .value = compute};
