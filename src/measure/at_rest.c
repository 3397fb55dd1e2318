/* at_rest.c - for measures of verdicts: the verdict on the initial configuration under the loads of a time */
#include "measure/at_rest.h"

#include <string.h>

bri_verdict_result *bri_verdict_of(const bri_measuring *m, bool with_bounds, bri_outcome_of_measure *out)
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_def def = bri_verdict_defaults();
    def.intervals = with_bounds;
    if (bri_verdict_at(m->system, &def, m->params->at, &result, &err)) bri_no_value(out, "%.190s", err.what);
    return result;
}

void bri_measure_bound(const bri_measuring *m, bool held, bool upper, bri_outcome_of_measure *out)
{
    bri_verdict_result *result = bri_verdict_of(m, true, out);
    if (!result) return;
    bri_no_value(out, "no distribution of forces has a bound of %.100s", m->params->of);
    for (int i = 0; i < result->quantities; i++) {
        const bri_quantity *one = result->quantity[i];
        const bri_bounds *bounds = held ? &one->limited : &one->coherent;
        if (!strcmp(one->name, m->params->of) && bounds->any) out->number = upper ? bounds->high : bounds->low;
    }
    bri_verdict_destroy(result);
}
