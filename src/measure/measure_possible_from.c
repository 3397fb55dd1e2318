/* measure_possible_from.c - smallest factor on all static coefficients at which sticking is possible */
#include "measure/at_rest.h"

static const bri_param table[] = {
    ROW_INSTANT,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    bri_verdict_result *result = bri_verdict_of(m, false, out);
    if (result) out->number = result->possible_factor;
    bri_verdict_destroy(result);
}

const bri_measure_kind bri_measure_kind_possible_from = {
    MEASURE_KIND("possible_from", "smallest factor on all static coefficients at which sticking is possible", table),
    .of = BRI_OF_NOTHING,
    .example = "possible_from at 2 s",
    .unit = "1",
    .words = "min factor: sticking possible",
    .value = compute};
