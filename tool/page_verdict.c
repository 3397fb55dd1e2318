/* page_verdict.c - verdicts over time for a page: of the mechanism, of each interface, factors, ranges of friction forces
 *
 * Over the initial configuration, the times at which the verdict on an interface changes are found by bisection between samples. Along a
 * run, the verdicts on interfaces in an interval at rest are those at its middle. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "system/system.h"

enum {
    SAMPLES = 240,
    MOST_CHANGES = 60,  /* that are located */
    MOST_RANGES = 8,    /* interfaces of which the ranges of friction are computed */
    MOST_MIDDLES = 20,  /* intervals at rest whose interfaces are judged: each needs the run up to there */
    FEW_BRANCHES = 500, /* of a search, as over time */
    FACTORS = 2,        /* channels before those of interfaces */
    RANGES = 4
};
static const double resolution = 1e-6; /* of a change, relative to the duration */

typedef struct judged { /* an instant; result NULL: it has no verdict */
    double time;
    bri_verdict_result *result;
} judged;

typedef struct timeline {
    const page_verdict *v;
    bri_verdict_def def;
    judged *at; /* in order of time */
    size_t count, room;
    bool failed;
} timeline;

static judged judge(const timeline *t, double time)
{
    judged one = {time, NULL};
    if (bri_verdict_at(t->v->system, &t->def, time, &one.result, NULL)) one.result = NULL;
    return one;
}

static void append(timeline *t, judged one)
{
    if (t->count == t->room) {
        size_t room = 2 * t->room + SAMPLES;
        judged *more = realloc(t->at, room * sizeof *more);
        if (!more) {
            bri_verdict_destroy(one.result);
            t->failed = true;
            return;
        }
        t->at = more;
        t->room = room;
    }
    t->at[t->count++] = one;
}

/* --- interfaces ------------------------------------------------------------------------------------------------------------- */

static const bri_interface_verdict *find_interface(const bri_verdict_result *r, const char *name)
{
    for (int i = 0; r && i < r->interfaces; i++)
        if (!strcmp(r->interface[i]->name, name)) return r->interface[i];
    return NULL;
}

/* The verdict on the part to which an interface belongs; "held": no motion moves it; NULL: it has no friction then, or no verdict. */
static const char *verdict_on(const bri_verdict_result *r, const char *name)
{
    const bri_interface_verdict *i = find_interface(r, name);
    if (!i) return NULL;
    return i->part < 0 ? "held" : bri_verdict_name(r->part[i->part]->verdict);
}

static bool same_word(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same_verdicts(const timeline *t, const judged *a, const judged *b)
{
    for (int i = 0; i < t->v->system->interfaces; i++) {
        const char *name = t->v->system->interface[i].label;
        if (!same_word(verdict_on(a->result, name), verdict_on(b->result, name))) return false;
    }
    return true;
}

/* Appends what lies between two instants, so that changes are known to the resolution; not the second of them. */
static void locate(timeline *t, judged first, const judged *second, double width, int *changes)
{
    append(t, first);
    if (same_verdicts(t, &first, second) || ++*changes > MOST_CHANGES || t->failed) return;
    judged low = first, high = *second;
    bool low_kept = true, high_kept = true; /* by others */
    while (high.time - low.time > width) {
        judged middle = judge(t, 0.5 * (low.time + high.time));
        bool below = same_verdicts(t, &first, &middle);
        judged *moved = below ? &low : &high;
        bool *kept = below ? &low_kept : &high_kept;
        if (!*kept) bri_verdict_destroy(moved->result);
        *moved = middle;
        *kept = false;
    }
    if (!low_kept) append(t, low);
    if (!high_kept) append(t, high);
}

static void judge_over(timeline *t, double from, double to)
{
    int changes = 0;
    judged before = judge(t, from);
    for (int k = 1; k <= SAMPLES && !t->failed; k++) {
        judged next = judge(t, from + (to - from) * k / SAMPLES);
        locate(t, before, &next, resolution * (to - from), &changes);
        before = next;
    }
    append(t, before);
}

/* --- JSON ------------------------------------------------------------------------------------------------------------------- */

static const char *answer_word(bri_answer answer)
{
    return answer == BRI_ANSWER_YES ? "true" : answer == BRI_ANSWER_NO ? "false" : "null";
}

static void put(bri_text *out, const char *name, double value)
{
    bri_text_add(out, ", \"%s\": ", name);
    bri_text_add_number(out, value);
}

static void add_spans(bri_text *out, const bri_verdict_history *h)
{
    bri_text_add(out, ",\n \"spans\": [");
    for (int i = 0; i < h->spans; i++) {
        const bri_verdict_span *s = h->span[i];
        bri_text_add(out, "%s{\"verdict\": \"%s\", \"persists\": %s", i ? ",\n  " : "\n  ",
                     bri_verdict_name(s->verdict), answer_word(s->persists));
        put(out, "from", s->from);
        put(out, "to", s->to);
        put(out, "possible_least", s->possible_factor_least);
        put(out, "possible_most", s->possible_factor_most);
        put(out, "guaranteed_most", s->guaranteed_factor_most);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "],\n \"instants\": [");
    for (int i = 0; i < h->rests; i++) {
        const bri_verdict_result *r = h->rest[i];
        bri_text_add(out, "%s{\"verdict\": ", i ? ",\n  " : "\n  ");
        bri_text_add_json(out, *r->why ? NULL : bri_verdict_name(r->verdict));
        put(out, "time", r->time);
        bri_text_add(out, ", \"why\": ");
        bri_text_add_json(out, *r->why ? r->why : NULL);
        if (!*r->why) {
            put(out, "possible", r->possible_factor);
            put(out, "guaranteed", r->guaranteed_factor);
        }
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

static void add_band(bri_text *out, bool *any, double from, double to, const char *word)
{
    bri_text_add(out, *any ? ",\n   {\"verdict\": " : "\n   {\"verdict\": ");
    bri_text_add_json(out, word);
    put(out, "from", from);
    put(out, "to", to);
    bri_text_add(out, "}");
    *any = true;
}

/* The bands of an interface: where its verdict changes between two instants, at their middle. */
static void add_bands(bri_text *out, const timeline *t, const char *name)
{
    bool any = false;
    double begun = t->at[0].time;
    for (size_t i = 1; i <= t->count; i++) {
        const char *word = verdict_on(t->at[i - 1].result, name);
        if (i < t->count && same_word(word, verdict_on(t->at[i].result, name))) continue;
        double end = i < t->count ? 0.5 * (t->at[i - 1].time + t->at[i].time) : t->at[i - 1].time;
        if (word && end > begun) add_band(out, &any, begun, end, word);
        begun = end;
    }
}

/* Along a run: of each interval at rest, by the verdict at its middle. */
static void add_bands_along(bri_text *out, const timeline *t, const bri_verdict_history *h, const char *name)
{
    bool any = false;
    for (size_t i = 0; i < t->count; i++) {
        const char *word = verdict_on(t->at[i].result, name);
        if (word) add_band(out, &any, h->span[i]->from, h->span[i]->to, word);
    }
}

static void add_interfaces(bri_text *out, const timeline *t)
{
    const page_verdict *v = t->v;
    bri_text_add(out, ",\n \"interfaces\": [");
    for (int i = 0; i < v->system->interfaces; i++) {
        const char *name = v->system->interface[i].label;
        bri_text_add(out, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        bri_text_add_json(out, name);
        bri_text_add(out, ", \"bands\": [");
        if (v->along)
            add_bands_along(out, t, v->history, name);
        else
            add_bands(out, t, name);
        bri_text_add(out, "]}");
    }
    bri_text_add(out, "]");
}

/* --- channels --------------------------------------------------------------------------------------------------------------- */

static void fill_ranges(const bri_verdict_result *r, const char *name, double *to)
{
    char wanted[300];
    snprintf(wanted, sizeof wanted, "%s.friction", name);
    for (int k = 0; k < RANGES; k++)
        to[k] = NAN;
    for (int i = 0; r && i < r->quantities; i++) {
        const bri_quantity *q = r->quantity[i];
        if (q->kind != BRI_QUANTITY_FRICTION || strcmp(q->name, wanted) != 0) continue;
        if (q->coherent.any) to[0] = q->coherent.low, to[1] = q->coherent.high;
        if (q->limited.any) to[2] = q->limited.low, to[3] = q->limited.high;
    }
}

static const char *unit_of_friction(const timeline *t, const char *name)
{
    char wanted[300];
    snprintf(wanted, sizeof wanted, "%s.friction", name);
    for (size_t k = 0; k < t->count; k++)
        for (int i = 0; t->at[k].result && i < t->at[k].result->quantities; i++)
            if (!strcmp(t->at[k].result->quantity[i]->name, wanted)) return t->at[k].result->quantity[i]->unit;
    return "N";
}

static bri_status name_channels(const timeline *t, bri_table *table, int ranges, bri_error *err)
{
    static const char *const ends[RANGES] = {"lowest", "highest", "lowest within limits", "highest within limits"};
    bri_status status = bri_table_name(table, 0, "t", "s", err);
    if (!status) status = bri_table_name(table, 1, "possible factor", "1", err);
    if (!status) status = bri_table_name(table, 2, "guaranteed factor", "1", err);
    for (int i = 0; i < ranges; i++)
        for (int k = 0; k < RANGES && !status; k++) {
            const char *interface = t->v->system->interface[i].label;
            char name[300];
            snprintf(name, sizeof name, "%s.friction, %s", interface, ends[k]);
            status = bri_table_name(table, (size_t)(1 + FACTORS + RANGES * i + k), name, unit_of_friction(t, interface),
                                    err);
        }
    return status;
}

/* Instants without a verdict are NAN. */
static bri_status add_channels(bri_text *object, bri_text *numbers, const timeline *t, bri_error *err)
{
    int ranges = t->def.intervals ? t->v->system->interfaces : 0;
    bri_table *table = NULL;
    bri_status status = bri_table_create((size_t)(1 + FACTORS + RANGES * ranges), t->count, &table, err);
    if (!status) status = name_channels(t, table, ranges, err);
    for (size_t row = 0; !status && row < t->count; row++) {
        const bri_verdict_result *r = t->at[row].result;
        double *to = bri_table_row(table, row);
        to[0] = t->at[row].time;
        to[1] = r ? r->possible_factor : NAN;
        to[2] = r ? r->guaranteed_factor : NAN;
        for (int i = 0; i < ranges; i++)
            fill_ranges(r, t->v->system->interface[i].label, to + 1 + FACTORS + RANGES * i);
    }
    if (!status) status = page_add_rows(object, numbers, table, NULL, PAGE_NUMBERS, err);
    bri_table_destroy(table);
    return status;
}

/* --- the element ------------------------------------------------------------------------------------------------------------ */

static void judge_history(timeline *t)
{
    const bri_verdict_history *h = t->v->history;
    if (!t->v->along && h->spans) judge_over(t, h->span[0]->from, h->span[h->spans - 1]->to);
    for (int i = 0; t->v->along && i < h->spans && i < MOST_MIDDLES; i++) {
        judged one = {0.5 * (h->span[i]->from + h->span[i]->to), NULL};
        if (bri_verdict_along_at(t->v->system, &t->def, one.time, &one.result, NULL)) one.result = NULL;
        append(t, one);
    }
}

bri_status page_add_verdict(bri_text *elements, const page_verdict *v, const char *label, bri_error *err)
{
    timeline t = {.v = v, .def = *v->def};
    bri_text object = {0}, numbers = {0};
    if (!t.def.branches) t.def.branches = FEW_BRANCHES;
    t.def.intervals = v->system->interfaces <= MOST_RANGES;
    judge_history(&t);
    page_begin_object(&object, "bristle verdict");
    page_add_version(&object);
    bri_text_add(&object, ", \"model\": ");
    bri_text_add_json(&object, v->path);
    bri_text_add(&object, ", \"title\": ");
    bri_text_add_json(&object, bri_system_title(v->system));
    bri_text_add(&object, ", \"answer\": ");
    bri_text_add_json(&object, v->answer && *v->answer ? v->answer : NULL);
    bri_text_add(&object, ", \"by\": ");
    bri_text_add_json(&object, v->by);
    bri_text_add(&object, ", \"along\": %s", v->along ? "true" : "false");
    add_spans(&object, v->history);
    add_interfaces(&object, &t);
    bri_status status = t.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a page") : BRI_OK;
    if (!status && t.count) status = add_channels(&object, &numbers, &t, err);
    bri_text_add(&object, "\n}\n");
    if (!status) status = page_add_element(elements, label, &object, &numbers, err);
    for (size_t i = 0; i < t.count; i++)
        bri_verdict_destroy(t.at[i].result);
    free(t.at);
    bri_text_free(&object);
    bri_text_free(&numbers);
    return status;
}
