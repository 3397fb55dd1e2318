/* measure_turn_time.c - time of a turning point of a channel
 *
 *     t where y'(t) = 0 */
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
    out->number = turn.time;
    if (isnan(turn.time)) bri_no_value(out, "the channel has fewer than %d turning points", m->params->nth);
}

const bri_measure_kind bri_measure_kind_turn_time = {
    MEASURE_KIND("turn_time", "time of a turning point of a channel", table),
    .of = BRI_OF_CHANNEL,
    .example = "turn_time arm.angle nth 2",
    .unit = "s",
    .words = "time of the turning point of %s",
    .value = compute};
