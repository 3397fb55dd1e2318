/* measure_value.c - value of a channel at a time, or where another one crosses a level or is largest
 *
 *     y(at); y where when(t) = level; y where |peak(t)| is largest */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    ROW_CHANNEL,
    BRI_PARAM(bri_measure_params, at, "s", NAN, -1e12, 1e12, "time"),
    BRI_STRING_PARAM(bri_measure_params, when, "channel: the time is that at which it crosses the level"),
    ROW_LEVEL,
    ROW_NTH("which crossing, from 1"),
    BRI_STRING_PARAM(bri_measure_params, peak, "channel: the time is that of its largest magnitude"),
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_measure_params *p = m->params;
    double at = p->when   ? bri_trajectory_crossing(&m->other, m->level, BRI_ANY_DIRECTION, p->nth, NULL)
                : p->peak ? bri_trajectory_largest(&m->other).time
                          : p->at;
    if (p->when && isnan(at) && p->nth == 1)
        bri_no_value(out, "%.80s does not cross that level", p->when);
    else if (p->when && isnan(at))
        bri_no_value(out, "%.80s crosses that level fewer than %d times", p->when, p->nth);
    else if (isnan(at))
        bri_no_value(out, "say where: at TIME, when CHANNEL or peak CHANNEL");
    else if (isnan(out->number = bri_trajectory_at(&m->y, at)))
        bri_no_value(out, "%.6g s is not within the run", at);
}

const bri_measure_kind bri_measure_kind_value = {
    MEASURE_KIND("value", "value of a channel at a time, or where another one crosses a level or is largest", table),
    .of = BRI_OF_CHANNEL,
    .example = "value arm.angle when arm.spin level 1 rad/s",
    .unit_of = BRI_UNIT_CHANNEL,
    .words = "%s",
    .value = compute};
