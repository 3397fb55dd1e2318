/* measure_turn.c - value of a channel at a turning point, a local extreme
 *
 *     y where y'(t) = 0 */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL,
    ROW_NTH("which turning point, from 1"),
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    bri_peak turn = bri_trajectory_turn(&m->y, m->params->nth);
    out->number = turn.value;
    if (isnan(turn.time)) bri_no_value(out, "the channel has fewer than %d turning points", m->params->nth);
}

const bri_measure_kind bri_measure_kind_turn = {
    MEASURE_KIND("turn", "value of a channel at a turning point, a local extreme", table),
    .of = BRI_OF_CHANNEL,
    .example = "turn arm.angle nth 2",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "%s at its turning point",
    .value = compute};
