/* measures.c - a list of measures: read from texts, bound to a system, computed from a run */
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "bristle/measure.h"
#include "expression/value.h"
#include "kind/record.h"
#include "measure/kinds.h"
#include "measure/subject.h"
#include "unit/unit.h"

typedef struct one_measure {
    const bri_measure_kind *kind;
    bri_record record; /* with bri_measure_params */
    char *text, *name; /* as it was given; in words */
    bri_measured measured;
    bri_outcome_of_measure outcome;
    char unit[80];
} one_measure;

struct bri_measures {
    one_measure **at;
    int count;
    double (*seconds)(void);
};

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: a measure"); }

bri_status bri_measures_create(bri_measures **measures, bri_error *err)
{
    bri_error_clear(err);
    assert(measures);
    *measures = calloc(1, sizeof **measures);
    return *measures ? BRI_OK : no_memory(err);
}

static void destroy_one(one_measure *one)
{
    if (!one) return;
    bri_record_destroy(&one->record);
    free(one->text);
    free(one->name);
    free(one);
}

void bri_measures_destroy(bri_measures *measures)
{
    if (!measures) return;
    for (int i = 0; i < measures->count; i++)
        destroy_one(measures->at[i]);
    free(measures->at);
    free(measures);
}

int bri_measures_count(const bri_measures *measures)
{
    assert(measures);
    return measures->count;
}

const bri_measured *bri_measures_get(const bri_measures *measures, int index)
{
    assert(measures);
    return index >= 0 && index < measures->count ? &measures->at[index]->measured : NULL;
}

void bri_measures_use_clock(bri_measures *measures, double (*seconds)(void))
{
    assert(measures);
    measures->seconds = seconds;
}

/* --- reading --------------------------------------------------------------------------------------------------------------- */

static const char *next_key(void *context, int index)
{
    const bri_measure_kind *kind = context;
    int first = kind->of != BRI_OF_NOTHING;
    for (int i = 0; i < first; i++)
        if (!kind->kind.params[i].name) return NULL;
    return kind->kind.params[index + first].name;
}

/* The row of a parameter other than the first, which has the name of the measure. */
static const bri_param *find_row(const bri_measure_kind *kind, const char *key)
{
    const bri_param *row = bri_param_find(&kind->kind, key);
    return row && (row != kind->kind.params || kind->of == BRI_OF_NOTHING) ? row : NULL;
}

static bri_status set_row(one_measure *one, const bri_param *row, const char *text, bri_error *err)
{
    bri_error why = {0};
    if (row->type == BRI_STRING) {
        char **at = bri_row_at(row, one->record.params);
        free(*at);
        return bri_string_copy(text, at, err);
    }
    bri_status status = bri_params_set_text(one->record.kind, one->record.params, NULL, row->name, text, &why);
    return status ? bri_fail(err, status, "%s: %s", one->kind->kind.name, why.what) : BRI_OK;
}

static bri_status set_key(one_measure *one, const bri_setting *setting, bri_error *err)
{
    const bri_measure_kind *kind = one->kind;
    char hint[200];
    if (!strcmp(setting->name, kind->kind.name)) {
        if (kind->of != BRI_OF_NOTHING) return set_row(one, kind->kind.params, setting->text, err);
        if (!*setting->text) return BRI_OK;
        return bri_fail(err, BRI_BAD_VALUE, "%s is a measure of the whole run: remove '%.60s'", kind->kind.name,
                        setting->text);
    }
    const bri_param *row = find_row(kind, setting->name);
    if (row) return set_row(one, row, setting->text, err);
    bri_text_suggest(hint, sizeof hint, setting->name, next_key, (void *)(uintptr_t)kind);
    return bri_fail(err, BRI_NOT_FOUND, "%s has no parameter '%.60s'%s", kind->kind.name, setting->name, hint);
}

/* "largest motor.torque from 1 s": the words of the kind, then parameters as they are not by default. */
static void add_name(const one_measure *one, const bri_setting *settings, size_t count, bri_text *out)
{
    const bri_measure_params *p = one->record.params;
    const char *words = one->kind->words, *hole = strstr(words, "%s");
    bri_text_add(out, "%.*s%s%s", hole ? (int)(hole - words) : (int)strlen(words), words, hole && p->of ? p->of : "",
                 hole ? hole + 2 : "");
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].name, one->kind->kind.name) != 0)
            bri_text_add(out, " %s %s", settings[i].name, settings[i].text);
}

static void add_text(const one_measure *one, const bri_setting *settings, size_t count, bri_text *out)
{
    const bri_measure_params *p = one->record.params;
    bri_text_add(out, "%s%s%s", one->kind->kind.name, p->of ? " " : "", p->of ? p->of : "");
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].name, one->kind->kind.name) != 0)
            bri_text_add(out, " %s %s", settings[i].name, settings[i].text);
}

static bri_status read_one(const bri_measure_kind *kind, const bri_setting *settings, size_t count, one_measure *one,
                           bri_error *err)
{
    bri_text text = {0}, name = {0};
    one->kind = kind;
    bri_status status = bri_record_create(&one->record, &kind->kind, NULL, err);
    for (size_t i = 0; !status && i < count; i++)
        status = set_key(one, &settings[i], err);
    if (status) return status;
    const bri_measure_params *p = one->record.params;
    if (kind->of != BRI_OF_NOTHING && (!p->of || !*p->of))
        return bri_fail(err, BRI_MISSING, "%s needs the name of a %s: '%s', for example", kind->kind.name,
                        kind->kind.params->doc, kind->example);
    add_text(one, settings, count, &text);
    add_name(one, settings, count, &name);
    one->text = text.at;
    one->name = name.at;
    return text.failed || name.failed ? no_memory(err) : BRI_OK;
}

bri_status bri_measures_add_settings(bri_measures *measures, const bri_setting *settings, size_t count, bri_error *err)
{
    bri_error_clear(err);
    assert(measures && settings);
    const bri_measure_kind *kind = NULL;
    for (size_t i = 0; i < count; i++) {
        const bri_measure_kind *found = bri_measure_kind_find(settings[i].name, NULL);
        if (found && (!kind || !find_row(kind, settings[i].name))) kind = found;
    }
    if (!kind) {
        bri_measure_kind_find(count ? settings[0].name : "", err);
        return BRI_NOT_FOUND;
    }
    one_measure *one = calloc(1, sizeof *one),
                **more = realloc(measures->at, ((size_t)measures->count + 1) * sizeof(one_measure *));
    if (more) measures->at = more;
    bri_status status = one && more ? read_one(kind, settings, count, one, err) : no_memory(err);
    if (status) {
        destroy_one(one);
        return status;
    }
    one->measured = (bri_measured){.text = one->text, .name = one->name, .value = NAN, .unit = "1"};
    measures->at[measures->count++] = one;
    return BRI_OK;
}

/* The next word of a text, or what is in quotes; NULL: no more. *at: moved behind it. */
static const char *next_word(const char **at, size_t *length)
{
    const char *word = *at + strspn(*at, " ");
    if (!*word) return NULL;
    if (*word == '\'' || *word == '"') {
        const char *end = strchr(word + 1, *word);
        *length = end ? (size_t)(end - word) + 1 : strlen(word);
        *at = word + *length;
        return word;
    }
    *length = strcspn(word, " ");
    *at = word + *length;
    return word;
}

enum {
    MOST_SETTINGS = 16
};

typedef struct words { /* the settings of a text */
    bri_setting setting[MOST_SETTINGS];
    size_t count;
    char *at[MOST_SETTINGS]; /* room for name and text of each */
} words;

/* Adds a word of the given length to the text of the last setting. */
static void add_word(words *w, const char *word, size_t length)
{
    char *text = w->at[w->count - 1] + strlen(w->setting[w->count - 1].name) + 1;
    size_t used = strlen(text);
    if (used) text[used++] = ' ';
    memcpy(text + used, word, length);
    text[used + length] = '\0';
}

/* Begins a setting. room: bytes that its text may need. */
static bri_status begin_setting(words *w, const char *key, size_t room, bri_error *err)
{
    if (w->count == MOST_SETTINGS)
        return bri_fail(err, BRI_BAD_VALUE, "a measure has at most %d parameters", MOST_SETTINGS);
    char *at = calloc(strlen(key) + room + 2, 1);
    if (!at) return no_memory(err);
    strcpy(at, key);
    w->at[w->count] = at;
    w->setting[w->count++] = (bri_setting){at, at + strlen(at) + 1, NULL};
    return BRI_OK;
}

bri_status bri_measures_add(bri_measures *measures, const char *text, bri_error *err)
{
    bri_error_clear(err);
    assert(measures && text);
    words w = {.count = 0};
    size_t length = 0;
    const bri_measure_kind *kind = NULL;
    bri_status status = BRI_OK;
    for (const char *at = text, *word; !status && (word = next_word(&at, &length));) {
        bool quoted = *word == '\'' || *word == '"';
        char key[40];
        snprintf(key, sizeof key, "%.*s", (int)(length < 39 ? length : 39), word);
        if (!kind && !(kind = bri_measure_kind_find(key, err)))
            status = BRI_NOT_FOUND;
        else if (!w.count || (!quoted && find_row(kind, key)))
            status = begin_setting(&w, key, strlen(text), err);
        else
            add_word(&w, word + quoted, quoted && length > 1 ? length - 2 : length);
    }
    if (!status && !w.count)
        status = bri_fail(err, BRI_MISSING, "a measure is missing: 'max motor.torque', for example");
    if (!status) status = bri_measures_add_settings(measures, w.setting, w.count, err);
    for (size_t i = 0; i < w.count; i++)
        free(w.at[i]);
    return status;
}

/* --- binding to a system ----------------------------------------------------------------------------------------------------- */

static const char *next_channel(void *context, int index)
{
    const bri_system *s = context;
    return index < s->channels ? s->channel[index].name : NULL;
}

/* Index of a channel of the system; -1: there is none, and an error was reported. */
static int find_channel(const one_measure *one, const bri_system *s, const char *name, bri_error *err)
{
    char hint[200];
    for (int i = 0; i < s->channels; i++)
        if (!strcmp(s->channel[i].name, name)) return i;
    bri_text_suggest(hint, sizeof hint, name, next_channel, (void *)(uintptr_t)s);
    bri_fail_at(err, BRI_NOT_FOUND, one->text, "there is no channel '%.60s'%s", name, hint);
    return -1;
}

static const char *other_of(const one_measure *one)
{
    const bri_measure_params *p = one->record.params;
    return p->when ? p->when : p->peak ? p->peak : p->against;
}

/* Reads a level in the unit of a channel. */
static bri_status read_level(const one_measure *one, const char *text, const char *unit, double *value, bri_error *err)
{
    bri_error why = {0};
    *value = 0;
    if (!text || !bri_quantity_read(NULL, text, unit, value, &why)) return BRI_OK;
    return bri_fail_at(err, BRI_BAD_VALUE, one->text, "%s", why.what);
}

/* Finds the channels and levels of a measure. channel: of the measure, and the other one; -1: none. */
static bri_status resolve(const one_measure *one, const bri_system *s, int channel[2], bri_measuring *m, bri_error *err)
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

/* The unit of a measure, in memory of its own: the system may be gone when it is read. */
static const char *unit_of(one_measure *one, const bri_system *s, const int channel[2])
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

static void compute(one_measure *one, bri_measuring *m, const int channel[2], const bri_recording *h,
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
                                       const one_measure *one, reference *made, int *count)
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
        watch w = {h, measures->seconds, 0};
        bri_observer observer = {watch_step, watch_end, &w};
        double begun = measures->seconds ? measures->seconds() : NAN;
        status = bri_run_observed(s, def, h->channels ? &observer : NULL, result, err);
        double seconds = measures->seconds ? measures->seconds() - begun - w.spent : NAN; /* of the run alone */
        if (!status && h->failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: measured channels");
        if (*result) compute_all(s, def, measures, *result, h, made, seconds);
    }
    bri_recording_destroy(h);
    free(made);
    return status;
}
