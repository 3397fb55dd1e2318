/* measure_contacts.c - number of contacts that began */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "contact: the joint, or joint.part where it has several"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    const bri_contact_summary *found = bri_contact_summary_of(m, out);
    if (found) out->number = (double)found->contacts;
}

const bri_measure_kind bri_measure_kind_contacts = {MEASURE_KIND("contacts", "number of contacts that began", table),
                                                    .of = BRI_OF_CONTACT,
                                                    .example = "contacts pin",
                                                    .unit = "1",
                                                    .words = "number of contacts of %s",
                                                    .value = compute};
