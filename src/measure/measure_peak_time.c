/* measure_peak_time.c - time of the largest contact force */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "contact: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_contact_summary *found = bri_contact_summary_of(m, out);
    if (found) out->number = (double)found->peak_time;
}

const bri_measure_kind bri_measure_kind_peak_time = {
    MEASURE_KIND("peak_time", "time of the largest contact force", table),
    .of = BRI_OF_CONTACT,
    .example = "peak_time pin",
    .unit = "s",
    .words = "time of the peak contact force of %s",
    .value = compute};
