/* measure_why.c - why the run ended: its end, or a sentence */
#include "measure/measure.h"

#include <stdio.h>

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    snprintf(out->word, sizeof out->word, "%s",
             !m->result->partial ? "end of the run"
             : m->result->why    ? m->result->why
                                 : "stopped");
}

const bri_measure_kind bri_measure_kind_why = {MEASURE_KIND("why", "why the run ended: its end, or a sentence", table),
                                               .of = BRI_OF_NOTHING,
                                               .example = "why",
                                               .unit = "1",
                                               .words = "why the run ended",
                                               .value = compute};
