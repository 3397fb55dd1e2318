/* measure_balance_error.c - energy balance error over the energy turned over */
#include "measure/measure.h"

#include <math.h>

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    out->number = m->result->energy_turnover > 0 ? fabs(m->result->energy_error) / m->result->energy_turnover : 0;
}

const bri_measure_kind bri_measure_kind_balance_error = {
    MEASURE_KIND("balance_error", "energy balance error over the energy turned over", table),
    .of = BRI_OF_NOTHING,
    .example = "balance_error",
    .unit = "1",
    .words = "relative energy balance error",
    .value = compute};
