/* measure_events.c - number of events */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "beginning of the text of an event, or a pattern: floor slips, * sticks"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    out->number = 0;
    for (int i = 0; i < m->result->events; i++)
        out->number += bri_is_event_of(m->result->event[i], m->params->of);
}

const bri_measure_kind bri_measure_kind_events = {MEASURE_KIND("events", "number of events", table),
                                                  .of = BRI_OF_EVENT,
                                                  .example = "events 'pin sticks'",
                                                  .unit = "1",
                                                  .words = "number: %s",
                                                  .value = compute};
