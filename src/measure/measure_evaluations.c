/* measure_evaluations.c - number of evaluations of the equations */
#include "measure/measure.h"

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    out->number = (double)m->result->statistics->evaluations;
}

const bri_measure_kind bri_measure_kind_evaluations = {
    MEASURE_KIND("evaluations", "number of evaluations of the equations", table),
    .of = BRI_OF_NOTHING,
    .example = "evaluations",
    .unit = "1",
    .words = "evaluations",
    .value = compute};
