/* measure_efficiency.c - efficiency: work output over the sum of work output and losses */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    out->number = m->result->efficiency;
    if (isnan(out->number)) bri_no_value(out, "the efficiency needs work done on the mechanism and work done by it");
}

const bri_measure_kind bri_measure_kind_efficiency = {
    MEASURE_KIND("efficiency", "efficiency: work output over the sum of work output and losses", table),
    .of = BRI_OF_NOTHING,
    .example = "efficiency",
    .unit = "1",
    .words = "efficiency",
    .value = compute};
