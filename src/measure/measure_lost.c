/* measure_lost.c - energy that friction of an interface took */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "interface: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_friction_summary *found = bri_friction_summary_of(m, out);
    if (found) out->number = (double)found->lost;
}

const bri_measure_kind bri_measure_kind_lost = {
    MEASURE_KIND("lost", "energy that friction of an interface took", table),
    .of = BRI_OF_INTERFACE,
    .example = "lost pin",
    .unit = "J",
    .words = "lost by friction in %s",
    .value = compute};
