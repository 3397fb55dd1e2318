/* measure_peak.c - largest contact force */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "contact: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_contact_summary *found = bri_contact_summary_of(m, out);
    if (found) out->number = (double)found->peak;
}

const bri_measure_kind bri_measure_kind_peak = {MEASURE_KIND("peak", "largest contact force", table),
                                                .of = BRI_OF_CONTACT,
                                                .example = "peak pin",
                                                .unit = "N",
                                                .words = "peak contact force of %s",
                                                .value = compute};
