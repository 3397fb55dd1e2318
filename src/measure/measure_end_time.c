/* measure_end_time.c - time at which the run ended */
#include "measure/measure.h"

static const bri_param table[] = {
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out) { out->number = m->result->end; }

const bri_measure_kind bri_measure_kind_end_time = {MEASURE_KIND("end_time", "time at which the run ended", table),
                                                    .of = BRI_OF_NOTHING,
                                                    .example = "end_time",
                                                    .unit = "s",
                                                    .words = "time at which the run ended",
                                                    .value = compute};
