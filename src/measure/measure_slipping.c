/* measure_slipping.c - interfaces that slip at some time of the run */
#include "measure/measure.h"

#include <stdio.h>

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    size_t used = 0;
    for (int i = 0; i < m->result->friction_summaries; i++) {
        const bri_friction_summary *f = m->result->friction_summary[i];
        if (!(f->at_rest < 1) || used + 1 >= sizeof out->word) continue;
        used += (size_t)snprintf(out->word + used, sizeof out->word - used, "%s%s", used ? ", " : "", f->name);
    }
    if (!used) snprintf(out->word, sizeof out->word, "none");
}

const bri_measure_kind bri_measure_kind_slipping = {
    MEASURE_KIND("slipping", "interfaces that slip at some time of the run", table),
    .of = BRI_OF_NOTHING,
    .example = "slipping",
    .unit = "1",
    .words = "interfaces that slip",
    .value = compute};
