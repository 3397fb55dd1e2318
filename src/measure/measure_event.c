/* measure_event.c - time of an event */
#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "beginning of the text of an event, or a pattern: floor slips, * sticks"),
    ROW_NTH("which of these events, from 1"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    int left = m->params->nth;
    for (int i = 0; i < m->result->events; i++) {
        if (!bri_is_event_of(m->result->event[i], m->params->of) || --left > 0) continue;
        out->number = m->result->event[i]->time;
        return;
    }
    if (m->params->nth == 1)
        bri_no_value(out, "there is no such event");
    else
        bri_no_value(out, "there are fewer than %d such events", m->params->nth);
}

const bri_measure_kind bri_measure_kind_event = {MEASURE_KIND("event", "time of an event", table),
                                                 .of = BRI_OF_EVENT,
                                                 .example = "event 'pin sticks'",
                                                 .unit = "s",
                                                 .words = "time: %s",
                                                 .value = compute};
