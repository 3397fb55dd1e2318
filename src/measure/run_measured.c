/* run_measured.c - measures bound to a system, and computed from a run */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "expression/value.h"
#include "measure/measures.h"
#include "measure/subject.h"
#include "unit/unit.h"

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: a measure"); }

/* --- binding to a system ----------------------------------------------------------------------------------------------------- */

static const char *next_channel(void *context, int index)
{
    const bri_system *s = context;
    return index < s->channels ? s->channel[index].name : NULL;
}

/* Index of a channel of the system; -1: there is none, and an error was reported. */
static int find_channel(const bri_one_measure *one, const bri_system *s, const char *name, bri_error *err)
{
    char hint[200];
    for (int i = 0; i < s->channels; i++)
        if (!strcmp(s->channel[i].name, name)) return i;
    bri_text_suggest(hint, sizeof hint, name, next_channel, (void *)(uintptr_t)s);
    bri_fail_at(err, BRI_NOT_FOUND, one->text, "there is no channel '%.60s'%s", name, hint);
    return -1;
}

static const char *other_of(const bri_one_measure *one)
{
    const bri_measure_params *p = one->record.params;
    return p->when ? p->when : p->peak ? p->peak : p->against;
}

/* Reads a level in the unit of a channel. */
static bri_status read_level(const bri_one_measure *one, const char *text, const char *unit, double *value,
                             bri_error *err)
{
    bri_error why = {0};
    *value = 0;
    if (!text || !bri_quantity_read(NULL, text, unit, value, &why)) return BRI_OK;
    return bri_fail_at(err, BRI_BAD_VALUE, one->text, "%s", why.what);
}

/* Finds the channels and levels of a measure. channel: of the measure, and the other one; -1: none. */
static bri_status resolve(const bri_one_measure *one, const bri_system *s, int channel[2], bri_measuring *m,
                          bri_error *err)
{
    const bri_measure_params *p = one->record.params;
    const char *other = other_of(one);
    bri_status status = BRI_OK;
    channel[0] = channel[1] = -1;
    if (one->kind->of != BRI_OF_CHANNEL) return bri_measure_find_subject(one->kind->of, p->of, s, one->text, err);
    channel[0] = find_channel(one, s, p->of, err);
    if (other) channel[1] = find_channel(one, s, other, err);
    if (channel[0] < 0 || (other && channel[1] < 0)) return BRI_NOT_FOUND;
    bool needs_other = bri_param_find(&one->kind->kind, "against") != NULL;
    if (needs_other && !other)
        return bri_fail_at(err, BRI_MISSING, one->text, "%s needs another channel: against NAME", one->kind->kind.name);
    const char *unit = s->channel[channel[other && !one->kind->level_of_channel ? 1 : 0]].unit;
    status = read_level(one, p->level, unit, &m->level, err);
    return status ? status : read_level(one, p->to_level, unit, &m->to_level, err);
}

/* "N rad" or "N/rad", which is easier to read than "kg m rad/s2". False: the units are not that simple. */
static bool join_units(const char *own, const char *other, bool product, char *text, size_t size)
{
    bool simple = !strchr(other, ' ') && !strchr(other, '/'), first = !strchr(own, '/');
    if (product ? !first && strchr(other, '/') : !simple || !first || strchr(own, ' ')) return false;
    snprintf(text, size, product ? "%s %s" : "%s/%s", first ? own : other, first ? other : own);
    return true;
}

/* The unit of a measure, in memory of its own: the system may be gone when it is read. */
static const char *unit_of(bri_one_measure *one, const bri_system *s, const int channel[2])
{
    const char *own = channel[0] >= 0 ? s->channel[channel[0]].unit : "1",
               *other = channel[1] >= 0 ? s->channel[channel[1]].unit : "1";
    bri_measure_unit of = one->kind->unit_of;
    measure y, x;
    const char *unit = of == BRI_UNIT_OWN ? one->kind->unit : own;
    dimension_text text;
    if ((of == BRI_UNIT_PRODUCT || of == BRI_UNIT_RATE) && bri_unit_read(own, &y) && bri_unit_read(other, &x)) {
        dimension a = bri_dimension_of(&y), b = bri_dimension_of(&x);
        dimension d = bri_dimension_product(&a, &b, of == BRI_UNIT_PRODUCT ? 1 : -1);
        text = bri_dimension_unit(&d);
        unit = text.at;
        if (strstr(unit, "kg") && join_units(own, other, of == BRI_UNIT_PRODUCT, one->unit, sizeof one->unit))
            return one->unit;
    }
    snprintf(one->unit, sizeof one->unit, "%s", unit);
    return one->unit;
}

bri_status bri_measures_check(const bri_measures *measures, const bri_system *s, bri_error *err)
{
    bri_error_clear(err);
    assert(measures && s);
    bri_status first = BRI_OK;
    for (int i = 0; i < measures->count; i++) {
        int channel[2];
        bri_measuring m = {0};
        bri_status status = resolve(measures->at[i], s, channel, &m, err);
        if (!status) measures->at[i]->measured.unit = unit_of(measures->at[i], s, channel);
        first = first ? first : status;
    }
    return first;
}

/* --- computing ------------------------------------------------------------------------------------------------------------------ */

static int column_of(bri_recording *h, int channel)
{
    int c = 0;
    if (channel < 0) return -1;
    while (c < h->channels && h->channel[c] != channel)
        c++;
    if (c == h->channels) h->channel[h->channels++] = channel;
    return c;
}

/* The time of the first event of a text at or after a time; NAN: none. */
static double event_time(const bri_result *result, const char *text, double from)
{
    for (int i = 0; i < result->events; i++)
        if (result->event[i]->time >= from && bri_is_event_of(result->event[i], text)) return result->event[i]->time;
    return NAN;
}

static bool find_window(const bri_measure_params *p, const bri_result *result, bri_outcome_of_measure *out,
                        double *from, double *to)
{
    *from = isnan(p->from) ? result->start : p->from;
    *to = isnan(p->to) ? result->end : p->to;
    double begin = p->after ? event_time(result, p->after, *from) : *from;
    double end =
        p->before ? event_time(result, p->before, p->after && !isnan(begin) ? nextafter(begin, INFINITY) : begin) : *to;
    if (isnan(begin) || isnan(end)) {
        bri_no_value(out, "there is no event '%.80s' in the window", isnan(begin) ? p->after : p->before);
        return false;
    }
    *from = begin;
    *to = fmin(*to, end);
    return true;
}

/* A further run of the same system, against which errors are measured. */
typedef struct reference {
    double rtol;
    bri_recording *recording; /* NULL: it failed */
    bri_error err;
} reference;

static void compute(bri_one_measure *one, bri_measuring *m, const int channel[2], const bri_recording *h,
                    const reference *r)
{
    const bri_measure_params *p = one->record.params;
    bri_outcome_of_measure *out = &one->outcome;
    double from, to;
    *out = (bri_outcome_of_measure){.number = NAN};
    m->params = p;
    m->y = m->other = (bri_trajectory){.recording = h};
    for (int c = 0; c < h->channels; c++) {
        if (h->channel[c] == channel[0]) m->y.channel = c;
        if (h->channel[c] == channel[1]) m->other.channel = c;
    }
    m->reference = (bri_trajectory){.recording = r ? r->recording : NULL, .channel = m->y.channel};
    m->why_not = r ? r->err.what : NULL;
    if (find_window(p, m->result, out, &from, &to)) {
        m->y.from = m->other.from = from;
        m->y.to = m->other.to = to;
        m->reference.from = from;
        m->reference.to = to;
        one->kind->value(m, out);
    }
    bool exists = !isnan(out->number) || *out->word;
    if (!exists && !*out->why) bri_no_value(out, "the result is not a number");
    one->measured = (bri_measured){.text = one->text,
                                   .name = one->name,
                                   .value = out->number,
                                   .unit = unit_of(one, m->system, channel),
                                   .word = *out->word ? out->word : NULL,
                                   .why = exists ? NULL : out->why};
}

typedef struct watch { /* a recording, and the CPU time that it takes */
    bri_recording *recording;
    double (*seconds)(void);
    double spent;
} watch;

static void watch_step(void *user, bri_sim *sim, double from)
{
    watch *w = user;
    double begun = w->seconds ? w->seconds() : 0;
    bri_recording_step(w->recording, sim, from);
    w->spent += w->seconds ? w->seconds() - begun : 0;
}

static void watch_end(void *user, bri_sim *sim) { bri_recording_end(((const watch *)user)->recording, sim); }

/* A recording of the channels of all measures. */
static bri_status create_recording(const bri_system *s, const bri_measures *measures, bri_recording **h, bri_error *err)
{
    bri_status status = bri_recording_create(s, 2 * measures->count, h, err);
    if (status) return status;
    (*h)->channels = 0;
    for (int i = 0; i < measures->count; i++) {
        int channel[2];
        bri_measuring ignored;
        resolve(measures->at[i], s, channel, &ignored, NULL);
        column_of(*h, channel[0]);
        column_of(*h, channel[1]);
    }
    return BRI_OK;
}

static void run_reference(const bri_system *s, const bri_run_def *def, const bri_measures *measures, reference *r)
{
    bri_result *result = NULL;
    bri_run_def tight = def ? *def : bri_run_defaults();
    tight.integrator = "auto";
    tight.rtol = r->rtol;
    tight.only_ends = true;
    bri_status status = create_recording(s, measures, &r->recording, &r->err);
    watch w = {r->recording, NULL, 0};
    bri_observer observer = {watch_step, watch_end, &w};
    if (!status) status = bri_run_observed(s, &tight, &observer, &result, &r->err);
    if (!status && r->recording->failed) status = no_memory(&r->err);
    bri_result_destroy(result);
    if (!status) return;
    bri_recording_destroy(r->recording);
    r->recording = NULL;
}

/* The reference run of a measure, made if no earlier measure has asked for it; NULL: it needs none. */
static const reference *find_reference(const bri_system *s, const bri_run_def *def, const bri_measures *measures,
                                       const bri_one_measure *one, reference *made, int *count)
{
    const bri_measure_params *p = one->record.params;
    if (!one->kind->by_reference) return NULL;
    for (int i = 0; i < *count; i++)
        if (made[i].rtol == p->rtol) return &made[i];
    made[*count] = (reference){.rtol = p->rtol};
    run_reference(s, def, measures, &made[*count]);
    return &made[(*count)++];
}

static void compute_all(const bri_system *s, const bri_run_def *def, bri_measures *measures, const bri_result *result,
                        const bri_recording *h, reference *made, double seconds)
{
    bri_verdict_history *verdicts = NULL;
    int count = 0, channel[2];
    for (int i = 0; i < measures->count; i++) {
        bri_measuring m = {.system = s, .result = result, .seconds = seconds, .verdicts = &verdicts};
        resolve(measures->at[i], s, channel, &m, NULL);
        compute(measures->at[i], &m, channel, h, find_reference(s, def, measures, measures->at[i], made, &count));
    }
    for (int i = 0; i < count; i++)
        bri_recording_destroy(made[i].recording);
    bri_verdict_history_destroy(verdicts);
}

/* The clock, which is read twice a step, if CPU time is measured; NULL: it is not. */
static double (*needed_clock(const bri_measures *measures))(void)
{
    for (int i = 0; i < measures->count; i++)
        if (measures->at[i]->kind->by_clock) return measures->seconds;
    return NULL;
}

bri_status bri_run_measured(const bri_system *s, const bri_run_def *def, bri_measures *measures, bri_result **result,
                            bri_error *err)
{
    bri_error_clear(err);
    assert(s && measures && result);
    bri_recording *h = NULL;
    *result = NULL;
    bri_status status = bri_measures_check(measures, s, err);
    if (!status) status = create_recording(s, measures, &h, err);
    reference *made = calloc((size_t)measures->count + 1, sizeof *made);
    if (!status && !made) status = no_memory(err);
    if (!status) {
        double (*clock)(void) = needed_clock(measures);
        watch w = {h, clock, 0};
        bri_observer observer = {watch_step, watch_end, &w};
        double begun = clock ? clock() : NAN;
        status = bri_run_observed(s, def, h->channels ? &observer : NULL, result, err);
        double seconds = clock ? clock() - begun - w.spent : NAN; /* of the run alone */
        if (!status && h->failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: measured channels");
        if (*result) compute_all(s, def, measures, *result, h, made, seconds);
    }
    bri_recording_destroy(h);
    free(made);
    return status;
}
