/* measure_verdict.c - time at which the verdict on the initial configuration becomes one of five, under the loads of the run */
#include <string.h>

#include "measure/measure.h"

static const bri_param table[] = {
    BRI_STRING_PARAM(bri_measure_params, of, "verdict: sticks, conditional, undecided, must slip, not decided"),
    ROW_NTH("which of these intervals, from 1"),
    {0},
};

static void compute(const bri_measuring *m, bri_outcome_of_measure *out)
{
    bri_error err = {0};
    int left = m->params->nth, found = 0;
    if (!*m->verdicts && bri_verdict_over(m->system, NULL, m->verdicts, &err)) {
        bri_no_value(out, "%.190s", err.what);
        return;
    }
    for (int i = 0; i < (*m->verdicts)->spans; i++) {
        const bri_verdict_span *span = (*m->verdicts)->span[i];
        if (strcmp(bri_verdict_name(span->verdict), m->params->of) != 0) continue;
        found++;
        if (--left == 0) out->number = span->from;
    }
    if (!found)
        bri_no_value(out, "the verdict is never '%.60s'", m->params->of);
    else if (left > 0)
        bri_no_value(out, "the verdict becomes '%.60s' fewer than %d times", m->params->of, m->params->nth);
}

const bri_measure_kind bri_measure_kind_verdict = {
    MEASURE_KIND("verdict", "time at which the verdict on the initial configuration becomes one of five", table),
    .of = BRI_OF_VERDICT,
    .example = "verdict 'must slip'",
    .unit = "s",
    .words = "time at which the verdict becomes %s",
    .value = compute};
