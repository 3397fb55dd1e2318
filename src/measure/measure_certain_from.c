/* measure_certain_from.c - smallest factor on all static coefficients at which sticking is guaranteed */
#include "measure/at_rest.h"

static const bri_param table[] = {
    ROW_INSTANT,
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    bri_verdict_result *result = bri_verdict_of(m, false, out);
    if (result) out->number = result->guaranteed_factor;
    bri_verdict_destroy(result);
}

const bri_measure_kind bri_measure_kind_certain_from = {
    MEASURE_KIND("certain_from", "smallest factor on all static coefficients at which sticking is guaranteed", table),
    .of = BRI_OF_NOTHING,
    .example = "certain_from at 2 s",
    .unit = "1",
    .words = "min factor: sticking guaranteed",
    .value = compute};
