/* reproduce_verdict.c - measures of the verdict on stiction: times of its changes, factors on mu_s, bounds of forces */
#include <math.h>
#include <string.h>

#include "reproduce.h"

bool needs_verdict(const paper *b, const paper_case *c)
{
    for (int i = 0; i < c->quantities; i++)
        if (c->quantity[i].measure->of_verdict) return true;
    for (int i = 0; b->figures && i < b->figures->count; i++) {
        const char *name = node_text(b->figures->value[i], "verdict");
        if (name && !strcmp(name, c->name)) return true;
    }
    return false;
}

bool measure_verdict(const quantity *q, const outcome *run, double *value, char why[200])
{
    int nth = q->nth;
    for (int i = 0; run->verdict && i < run->verdict->spans; i++) {
        const bri_verdict_span *span = run->verdict->span[i];
        if (strcmp(bri_verdict_name(span->verdict), q->of) != 0 || --nth > 0) continue;
        *value = span->from;
        return true;
    }
    return snprintf(why, 200, "the verdict is never '%.60s'", q->of), false;
}

/* Verdict at the time of the quantity, with bounds; NULL with the reason in why. */
static bri_verdict_result *verdict_at(const quantity *q, const outcome *run, char why[200])
{
    bri_error err = {0};
    bri_verdict_result *result = NULL;
    bri_verdict_def def = {.size = sizeof(bri_verdict_def), .intervals = true};
    if (bri_verdict_at(run->system, &def, q->at, &result, &err)) snprintf(why, 200, "%.190s", err.what);
    return result;
}

bool measure_factor_possible(const quantity *q, const outcome *run, double *value, char why[200])
{
    bri_verdict_result *result = verdict_at(q, run, why);
    if (result) *value = result->possible_factor;
    bri_verdict_destroy(result);
    return result;
}

bool measure_factor_guaranteed(const quantity *q, const outcome *run, double *value, char why[200])
{
    bri_verdict_result *result = verdict_at(q, run, why);
    if (result) *value = result->guaranteed_factor;
    bri_verdict_destroy(result);
    return result;
}

static bool measure_bound(const quantity *q, const outcome *run, bool limited, bool high, double *value, char why[200])
{
    bri_verdict_result *result = verdict_at(q, run, why);
    bool found = false;
    for (int i = 0; result && i < result->quantities; i++) {
        const bri_quantity *one = result->quantity[i];
        const bri_bounds *bounds = limited ? &one->limited : &one->coherent;
        if (strcmp(one->name, q->of) != 0) continue;
        *value = high ? bounds->high : bounds->low;
        found = bounds->any;
    }
    if (result && !found) snprintf(why, 200, "no distribution of forces has a bound of %.100s", q->of);
    bri_verdict_destroy(result);
    return found;
}

bool measure_lowest(const quantity *q, const outcome *run, double *value, char why[200])
{
    return measure_bound(q, run, false, false, value, why);
}

bool measure_highest(const quantity *q, const outcome *run, double *value, char why[200])
{
    return measure_bound(q, run, false, true, value, why);
}

bool measure_lowest_held(const quantity *q, const outcome *run, double *value, char why[200])
{
    return measure_bound(q, run, true, false, value, why);
}

bool measure_highest_held(const quantity *q, const outcome *run, double *value, char why[200])
{
    return measure_bound(q, run, true, true, value, why);
}

int verdict_bands(const bri_verdict_history *history, band *bands, int room)
{
    static const char *const colours[] = {
        [BRI_STICKS] = "#e2f2df",    [BRI_CONDITIONAL] = "#fdf5d3", [BRI_UNDECIDED] = "#fbe0c8",
        [BRI_MUST_SLIP] = "#f7cfcf", [BRI_NOT_DECIDED] = "#e8e8e8",
    };
    int count = 0;
    for (int i = 0; history && i < history->spans && count < room; i++) {
        const bri_verdict_span *span = history->span[i];
        bands[count++] = (band){.from = span->from,
                                .to = span->to,
                                .colour = colours[span->verdict],
                                .name = bri_verdict_name(span->verdict)};
    }
    return count;
}
