/* measure_sustained.c - share of the time in sustained contact */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "contact: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_contact_summary *found = bri_contact_summary_of(m, out);
    if (found) out->number = (double)found->sustained;
}

const bri_measure_kind bri_measure_kind_sustained = {
    MEASURE_KIND("sustained", "share of the time in sustained contact", table),
    .of = BRI_OF_CONTACT,
    .example = "sustained pin",
    .unit = "1",
    .words = "share of time: %s in sustained contact",
    .value = compute};
