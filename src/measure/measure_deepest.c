/* measure_deepest.c - largest depth of a contact */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "contact: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_contact_summary *found = bri_contact_summary_of(m, out);
    if (found) out->number = (double)found->deepest;
}

const bri_measure_kind bri_measure_kind_deepest = {MEASURE_KIND("deepest", "largest depth of a contact", table),
                                                   .of = BRI_OF_CONTACT,
                                                   .example = "deepest pin",
                                                   .unit = "m",
                                                   .words = "largest depth of %s",
                                                   .value = compute};
