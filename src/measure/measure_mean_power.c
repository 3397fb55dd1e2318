/* measure_mean_power.c - mean power of a driver or a force */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "driver or force"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_force_summary *found = bri_force_summary_of(m, out);
    if (found) out->number = (double)found->mean_power;
    if (found && isnan(out->number)) bri_no_value(out, "%.100s is a joint: drivers and forces do work", m->params->of);
}

const bri_measure_kind bri_measure_kind_mean_power = {
    MEASURE_KIND("mean_power", "mean power of a driver or a force", table),
    .of = BRI_OF_FORCE,
    .example = "mean_power push",
    .unit = "W",
    .words = "mean power of %s",
    .value = compute};
