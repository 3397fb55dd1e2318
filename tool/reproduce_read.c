/* reproduce_read.c - reads expected.yaml of a paper: its cases and quantities; errors name line and column */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "reproduce.h"

const bri_node *node_get(const bri_node *mapping, const char *key)
{
    for (int i = 0; mapping && mapping->type == BRI_MAPPING && i < mapping->count; i++)
        if (!strcmp(mapping->key[i]->text, key)) return mapping->value[i];
    return NULL;
}

const char *node_text(const bri_node *mapping, const char *key)
{
    const bri_node *node = node_get(mapping, key);
    return node && node->type == BRI_SCALAR && (*node->text || node->quoted) ? node->text : NULL;
}

#define REJECT(b, node, err, ...) bri_fail_in(err, BRI_BAD_FILE, (b)->file, (node)->line, (node)->column, __VA_ARGS__)

/* --- keys ---------------------------------------------------------------------------------------------------------------- */

static const char *next_word(void *context, int index) { return ((const char *const *)context)[index]; }

static bri_status check_keys(const paper *b, const bri_node *node, const char *const *known, bri_error *err)
{
    if (node->type != BRI_MAPPING) return REJECT(b, node, err, "expected a mapping here: {key: value, ...}");
    for (int i = 0; i < node->count; i++) {
        const char *key = node->key[i]->text;
        int k = 0;
        char hint[200];
        while (known[k] && strcmp(known[k], key) != 0)
            k++;
        if (known[k]) continue;
        bri_text_suggest(hint, sizeof hint, key, next_word, (void *)(size_t)known);
        return REJECT(b, node->key[i], err, "unknown key '%.60s'%s", key, hint);
    }
    return BRI_OK;
}

/* --- quantities ---------------------------------------------------------------------------------------------------------- */

static bri_status read_number(const paper *b, const bri_node *node, const char *key, bri_units *units, double *value,
                              bri_error *err)
{
    const char *text = node_text(node, key);
    bri_error why = {0};
    *value = NAN;
    if (!text) return BRI_OK;
    const char *unit = !strcmp(key, "level") ? bri_quantity_unit(text) : "s";
    if (bri_quantity_read(units, text, unit && *unit ? unit : "1", value, &why) == BRI_OK) return BRI_OK;
    return REJECT(b, node_get(node, key), err, "%s", why.what);
}

static bri_status read_quantity(const paper *b, const bri_node *node, bri_units *units, quantity *q, bri_error *err)
{
    static const char *const others[] = {"at",     "from",  "to",    "level", "nth",    "over",    "when", "expect",
                                         "within", "below", "above", "paper", "source", "differs", "name", NULL};
    const char *known[64];
    int count = 0;
    for (; others[count]; count++)
        known[count] = others[count];
    for (int i = 0; measure_at(i); i++)
        known[count++] = measure_at(i)->name;
    known[count] = NULL;
    bri_status status = check_keys(b, node, known, err);
    if (status) return status;
    const char *nth = node_text(node, "nth");
    *q = (quantity){.node = node,
                    .of = "",
                    .paper = node_text(node, "paper"),
                    .source = node_text(node, "source"),
                    .differs = node_text(node, "differs"),
                    .expect = node_text(node, "expect"),
                    .within = node_text(node, "within"),
                    .below = node_text(node, "below"),
                    .above = node_text(node, "above"),
                    .over = node_text(node, "over"),
                    .when = node_text(node, "when"),
                    .nth = nth ? atoi(nth) : 1};
    for (int i = 0; measure_at(i); i++)
        if (node_get(node, measure_at(i)->name)) {
            q->measure = measure_at(i);
            if (node_text(node, q->measure->name)) q->of = node_text(node, q->measure->name);
        }
    if (!q->measure) return REJECT(b, node, err, "a quantity needs a measure: max, end, event, ...");
    if (q->expect && !q->within) return REJECT(b, node, err, "expect needs a tolerance: within: 1e-3, or 1 %%");
    if ((q->expect || q->below || q->above) && !q->source)
        return REJECT(b, node, err, "the source of the expected value is missing: source: ...");
    status = read_number(b, node, "at", units, &q->at, err);
    if (!status) status = read_number(b, node, "from", units, &q->from, err);
    if (!status) status = read_number(b, node, "to", units, &q->to, err);
    if (!status) status = read_number(b, node, "level", units, &q->level, err);
    return status;
}

/* --- cases ---------------------------------------------------------------------------------------------------------------- */

static bri_status check_settings(const paper *b, const bri_node *node, bri_error *err)
{
    if (node->type != BRI_MAPPING) return REJECT(b, node, err, "settings are a mapping, {path: value, ...}");
    for (int i = 0; i < node->count; i++)
        if (node->value[i]->type != BRI_SCALAR)
            return REJECT(b, node->value[i], err, "a setting is a text; put a mapping into quotes: '{step: 5 mm}'");
    return BRI_OK;
}

static bri_status read_case(const paper *b, const bri_node *node, bri_units *units, paper_case *c, bri_error *err)
{
    static const char *const known[] = {"case", "model", "set", "by", "stops", "quantities", NULL};
    bri_status status = check_keys(b, node, known, err);
    if (status) return status;
    *c = (paper_case){.name = node_text(node, "case"),
                      .model = node_text(node, "model"),
                      .stops = node_text(node, "stops"),
                      .set = node_get(node, "set"),
                      .by = node_get(node, "by"),
                      .node = node};
    const bri_node *list = node_get(node, "quantities");
    if (!c->name || !c->model) return REJECT(b, node, err, "a case needs a name and a model: {case: ..., model: ...}");
    if (paper_find(b, c->name) != c) return REJECT(b, node, err, "there are two cases with the name '%s'", c->name);
    if (c->set) status = check_settings(b, c->set, err);
    for (int i = 0; c->by && !status && i < c->by->count; i++)
        status = c->by->type == BRI_MAPPING ? check_settings(b, c->by->value[i], err)
                                            : REJECT(b, c->by, err, "by is a mapping, {name: {path: value}}");
    if (status || !list) return status;
    if (list->type != BRI_SEQUENCE) return REJECT(b, list, err, "quantities are a list");
    c->quantity = calloc((size_t)list->count + 1, sizeof *c->quantity);
    if (!c->quantity) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d quantities", list->count);
    for (int i = 0; !status && i < list->count; i++) {
        quantity *q = &c->quantity[c->quantities++];
        status = read_quantity(b, list->value[i], units, q, err);
        if (!status && q->over && !paper_find(b, q->over))
            status = REJECT(b, q->node, err, "over: there is no earlier case '%s'", q->over);
    }
    return status;
}

paper_case *paper_find(const paper *b, const char *name)
{
    for (int i = 0; i < b->count; i++)
        if (!strcmp(b->cases[i].name, name)) return &b->cases[i];
    return NULL;
}

static bri_status read_cases(paper *b, bri_units *units, bri_error *err)
{
    static const char *const known[] = {"title", "cases", "figures", "shared", NULL};
    const bri_node *root = bri_yaml_root(b->yaml), *list = node_get(root, "cases");
    bri_status status = check_keys(b, root, known, err);
    if (status) return status;
    if (!list || list->type != BRI_SEQUENCE) return REJECT(b, root, err, "there is no list of cases");
    b->title = node_text(root, "title") ? node_text(root, "title") : "";
    b->figures = node_get(root, "figures");
    b->cases = calloc((size_t)list->count + 1, sizeof *b->cases);
    if (!b->cases) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d cases", list->count);
    for (int i = 0; !status && i < list->count; i++) {
        b->cases[b->count] = (paper_case){.name = node_text(list->value[i], "case")};
        b->count += b->cases[b->count].name != NULL;
        status = read_case(b, list->value[i], units, &b->cases[b->count ? b->count - 1 : 0], err);
    }
    return status;
}

static void choose(paper *b, const char *only)
{
    for (int i = b->count - 1; i >= 0; i--) { /* a case is divided by cases before it */
        paper_case *c = &b->cases[i];
        assert(c->name); /* or read_case would have refused it */
        c->chosen = c->chosen || !only || strstr(c->name, only);
        for (int k = 0; c->chosen && k < c->quantities; k++)
            if (c->quantity[k].over) paper_find(b, c->quantity[k].over)->chosen = true;
    }
}

static int runs_of(const paper_case *c) { return c->chosen ? 1 + (c->by ? c->by->count : 0) : 0; }

static bri_status list_runs(paper *b, bri_error *err)
{
    for (int i = 0; i < b->count; i++)
        b->runs += runs_of(&b->cases[i]);
    b->run = calloc((size_t)b->runs + 1, sizeof *b->run);
    if (!b->run) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d runs", b->runs);
    one_run *run = b->run;
    for (int i = 0; i < b->count; i++) {
        paper_case *c = &b->cases[i];
        c->run = run;
        c->runs = runs_of(c);
        for (int k = 0; k < c->runs; k++)
            *run++ = (one_run){.of = c, .changes = k ? c->by->value[k - 1] : NULL};
    }
    return BRI_OK;
}

bri_status paper_read(const char *folder, bri_units *units, const char *only, paper *b, bri_error *err)
{
    char *text = NULL;
    size_t length = 0;
    const char *slash = strrchr(folder, '/');
    *b = (paper){0};
    if ((size_t)snprintf(b->folder, sizeof b->folder, "%s", folder) >= sizeof b->folder)
        return bri_fail(err, BRI_BAD_VALUE, "the name of the folder is too long");
    snprintf(b->file, sizeof b->file, "%s/expected.yaml", b->folder);
    b->name = b->folder + (slash ? slash + 1 - folder : 0);
    bri_status status = bri_file_read(b->file, &text, &length, err);
    if (!status) status = bri_yaml_parse(text, length, b->file, &b->yaml, err);
    free(text);
    if (!status) status = read_cases(b, units, err);
    if (status) return status;
    choose(b, only);
    return list_runs(b, err);
}

void paper_free(paper *b)
{
    for (int i = 0; i < b->count; i++) {
        free(b->cases[i].quantity);
        bri_model_destroy(b->cases[i].file);
    }
    for (int i = 0; i < b->runs && b->run; i++) {
        bri_result_destroy(b->run[i].result);
        bri_verdict_history_destroy(b->run[i].verdict);
        bri_system_destroy(b->run[i].system);
    }
    free(b->run);
    free(b->cases);
    bri_yaml_destroy(b->yaml);
}
