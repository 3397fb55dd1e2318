/* measure_seconds.c - CPU time of the run */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    out->number = m->seconds;
    if (isnan(out->number)) bri_no_value(out, "the CPU time was not measured");
}

const bri_measure_kind bri_measure_kind_seconds = {MEASURE_KIND("seconds", "CPU time of the run", table),
                                                   .of = BRI_OF_NOTHING,
                                                   .by_clock = true,
                                                   .example = "seconds",
                                                   .unit = "s",
                                                   .words = "computing time",
                                                   .value = compute};
