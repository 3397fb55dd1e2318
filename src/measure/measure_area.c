/* measure_area.c - area of a loop: a channel integrated over another one
 *
 *     integral of y dx, where x is the other channel */
#include "measure/measure.h"

static const bri_param table[] = {
    ROW_CHANNEL,
    BRI_STRING_PARAM(bri_measure_params, against, "the other channel"),
    ROW_WINDOW,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    if (bri_has_trajectory(m, out)) out->number = bri_trajectory_area(&m->y, &m->other);
}

const bri_measure_kind bri_measure_kind_area = {
    MEASURE_KIND("area", "area of a loop: a channel integrated over another one", table),
    .of = BRI_OF_CHANNEL,
    .example = "area arm.angle against arm.spin from 0.2 s",
    .unit_of = BRI_UNIT_PRODUCT,
    .words = "area of %s",
    .value = compute};
