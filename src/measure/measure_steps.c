/* measure_steps.c - number of steps */
#include "measure/measure.h"

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    out->number = (double)m->result->statistics->steps;
}

const bri_measure_kind bri_measure_kind_steps = {MEASURE_KIND("steps", "number of steps", table),
                                                 .of = BRI_OF_NOTHING,
                                                 .example = "steps",
                                                 .unit = "1",
                                                 .words = "steps",
                                                 .value = compute};
