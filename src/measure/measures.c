/* measures.c - a list of measures, read from texts */
#include "measure/measures.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "kind/record.h"

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: a measure"); }

bri_status bri_measures_create(bri_measures **measures, bri_error *err)
{
    bri_error_clear(err);
    assert(measures);
    *measures = calloc(1, sizeof **measures);
    return *measures ? BRI_OK : no_memory(err);
}

static void destroy_one(bri_one_measure *one)
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

static bri_status set_row(bri_one_measure *one, const bri_param *row, const char *text, bri_error *err)
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

static bri_status set_key(bri_one_measure *one, const bri_setting *setting, bri_error *err)
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
static void add_name(const bri_one_measure *one, const bri_setting *settings, size_t count, bri_text *out)
{
    const bri_measure_params *p = one->record.params;
    const char *words = one->kind->words, *hole = strstr(words, "%s");
    bri_text_add(out, "%.*s%s%s", hole ? (int)(hole - words) : (int)strlen(words), words, hole && p->of ? p->of : "",
                 hole ? hole + 2 : "");
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].name, one->kind->kind.name) != 0)
            bri_text_add(out, " %s %s", settings[i].name, settings[i].text);
}

static void add_text(const bri_one_measure *one, const bri_setting *settings, size_t count, bri_text *out)
{
    const bri_measure_params *p = one->record.params;
    bri_text_add(out, "%s%s%s", one->kind->kind.name, p->of ? " " : "", p->of ? p->of : "");
    for (size_t i = 0; i < count; i++)
        if (strcmp(settings[i].name, one->kind->kind.name) != 0)
            bri_text_add(out, " %s %s", settings[i].name, settings[i].text);
}

static bri_status read_one(const bri_measure_kind *kind, const bri_setting *settings, size_t count,
                           bri_one_measure *one, bri_error *err)
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
    bri_one_measure *one = calloc(1, sizeof *one),
                    **more = realloc(measures->at, ((size_t)measures->count + 1) * sizeof(bri_one_measure *));
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
