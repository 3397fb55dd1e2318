/* measure_separated.c - share of the time in which surfaces are separated */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "contact: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_contact_summary *found = bri_contact_summary_of(m, out);
    if (found) out->number = (double)found->separated;
}

const bri_measure_kind bri_measure_kind_separated = {
    MEASURE_KIND("separated", "share of the time in which surfaces are separated", table),
    .of = BRI_OF_CONTACT,
    .example = "separated pin",
    .unit = "1",
    .words = "share of time: %s separated",
    .value = compute};
