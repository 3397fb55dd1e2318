/* measure_largest.c - largest magnitude of a channel
 *
 *     max |y(t)| */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out)) out->number = fabs(bri_trajectory_largest(&m->y).value);
}

const bri_measure_kind bri_measure_kind_largest = {MEASURE_KIND("largest", "largest magnitude of a channel", table),
                                                   .of = BRI_OF_CHANNEL,
                                                   .example = "largest arm.angle",
                                                   .unit_of = BRI_UNIT_CHANNEL,
                                                   .words = "largest |%s|",
                                                   .value = compute};
