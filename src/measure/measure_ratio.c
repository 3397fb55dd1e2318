/* measure_ratio.c - largest |F|/N of an interface under any load */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "interface: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_friction_summary *found = bri_friction_summary_of(m, out);
    if (found) out->number = (double)found->ratio_most;
}

const bri_measure_kind bri_measure_kind_ratio = {
    MEASURE_KIND("ratio", "largest |F|/N of an interface under any load", table),
    .of = BRI_OF_INTERFACE,
    .example = "ratio pin",
    .unit = "1",
    .words = "largest |F|/N of %s",
    .value = compute};
