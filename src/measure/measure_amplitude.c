/* measure_amplitude.c - amplitude of an oscillation: half of its range
 *
 *     (max y(t) - min y(t))/2 */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out))
        out->number = 0.5 * (bri_trajectory_max(&m->y, 1).value - bri_trajectory_max(&m->y, -1).value);
}

const bri_measure_kind bri_measure_kind_amplitude = {
    MEASURE_KIND("amplitude", "amplitude of an oscillation: half of its range", table),
    .of = BRI_OF_CHANNEL,
    .example = "amplitude arm.angle",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "amplitude of %s",
    .value = compute};
