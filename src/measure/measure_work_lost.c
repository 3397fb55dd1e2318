/* measure_work_lost.c - energy that friction, contacts and damping took */
#include "measure/measure.h"

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out) { out->number = m->result->work_lost; }

const bri_measure_kind bri_measure_kind_work_lost = {
    MEASURE_KIND("work_lost", "energy that friction, contacts and damping took", table),
    .of = BRI_OF_NOTHING,
    .example = "work_lost",
    .unit = "J",
    .words = "energy lost",
    .value = compute};
