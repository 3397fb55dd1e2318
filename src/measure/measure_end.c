/* measure_end.c - value of a channel at the end of the window
 *
 *     y(end) */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out)) out->number = bri_trajectory_at(&m->y, fmin(m->y.to, m->result->end));
}

const bri_measure_kind bri_measure_kind_end = {
    MEASURE_KIND("end", "value of a channel at the end of the window", table),
    .of = BRI_OF_CHANNEL,
    .example = "end arm.angle to 0.5 s",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "%s at the end",
    .value = compute};
