/* reproduce_read.c - reads expected.yaml of a paper: its cases and quantities; errors name line and column */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "measure/kinds.h"
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

bri_status reject_node(const paper *b, const bri_node *node, bri_error *err, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bri_fail_in(err, BRI_BAD_FILE, b->file, node->line, node->column, "%s", text);
}

#define REJECT(b, node, err, ...) reject_node(b, node, err, __VA_ARGS__)

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

/* --- measures ------------------------------------------------------------------------------------------------------------ */

enum {
    MOST_KEYS = 40
};

/* Keys of quantities and claims that are not of their measures. */
static const char *const no_measure[] = {"expect", "within", "below",  "above",   "paper", "source", "differs",
                                         "name",   "over",   "claim",  "place",   "fails", "times",  "magnitude",
                                         "rises",  "falls",  "larger", "smaller", "equal", "each",   NULL};

static bool is_listed(const char *const *list, const char *key)
{
    while (*list && strcmp(*list, key) != 0)
        list++;
    return *list;
}

/* The kind of the measure among the keys; a key may be a parameter of another measure: {value: x, peak: y}. */
static const bri_measure_kind *find_kind(const bri_node *node)
{
    const bri_measure_kind *kind = NULL;
    for (int i = 0; i < node->count; i++) {
        const bri_measure_kind *found = bri_measure_kind_find(node->key[i]->text, NULL);
        if (found && !is_listed(no_measure, node->key[i]->text) &&
            (!kind || !bri_param_find(&kind->kind, node->key[i]->text)))
            kind = found;
    }
    return kind;
}

bri_status add_measure_of(const bri_node *node, bri_measures *measures, bri_error *err)
{
    bri_setting settings[MOST_KEYS];
    size_t count = 0;
    for (int i = 0; i < node->count && count < MOST_KEYS; i++)
        if (!is_listed(no_measure, node->key[i]->text))
            settings[count++] = (bri_setting){node->key[i]->text, node->value[i]->text, NULL};
    return bri_measures_add_settings(measures, settings, count, err);
}

bri_status check_measure(const paper *b, const bri_node *node, const char *const *others, bri_error *err)
{
    const char *known[MOST_KEYS + 20] = {NULL}; /* ends with NULL */
    int count = 0;
    if (node->type != BRI_MAPPING) return REJECT(b, node, err, "expected a mapping here: {key: value, ...}");
    for (; others[count]; count++)
        known[count] = others[count];
    const bri_measure_kind *kind = find_kind(node);
    if (kind) {
        known[count++] = kind->kind.name;
        for (const bri_param *row = kind->kind.params + (kind->of != BRI_OF_NOTHING); row->name; row++)
            known[count++] = row->name;
        assert(count < MOST_KEYS + 20);
    } else {
        for (int i = 0; i < node->count; i++)
            if (!is_listed(others, node->key[i]->text)) {
                bri_error why = {0};
                bri_measure_kind_find(node->key[i]->text, &why);
                return REJECT(b, node->key[i], err, "%s", why.what);
            }
        return REJECT(b, node, err, "a measure is missing: {max: CHANNEL, ...}; 'bristle kinds measures' lists them");
    }
    bri_status status = check_keys(b, node, known, err);
    for (int i = 0; !status && i < node->count; i++)
        if (!is_listed(others, node->key[i]->text) && node->value[i]->type != BRI_SCALAR)
            status = REJECT(b, node->value[i], err, "%s of a measure is a text or a number", node->key[i]->text);
    bri_measures *measures = NULL;
    bri_error why = {0};
    if (!status) status = bri_measures_create(&measures, err);
    if (!status && add_measure_of(node, measures, &why)) status = REJECT(b, node, err, "%s", why.what);
    bri_measures_destroy(measures);
    return status;
}

int ask_case(paper_case *c, const bri_node *node)
{
    const bri_node **more = realloc(c->asked, ((size_t)c->asks + 1) * sizeof(const bri_node *));
    if (!more) return -1;
    c->asked = more;
    c->asked[c->asks] = node;
    c->timed = c->timed || !strcmp(find_kind(node)->kind.name, "seconds");
    return c->asks++;
}

/* --- quantities ---------------------------------------------------------------------------------------------------------- */

static bri_status read_quantity(paper *b, paper_case *c, const bri_node *node, quantity *q, bri_error *err)
{
    static const char *const others[] = {"over",  "expect", "within",  "below", "above",
                                         "paper", "source", "differs", "name",  NULL};
    bri_status status = check_measure(b, node, others, err);
    if (status) return status;
    const char *over = node_text(node, "over");
    *q = (quantity){.node = node,
                    .name = node_text(node, "name"),
                    .paper = node_text(node, "paper"),
                    .source = node_text(node, "source"),
                    .differs = node_text(node, "differs"),
                    .expect = node_text(node, "expect"),
                    .within = node_text(node, "within"),
                    .below = node_text(node, "below"),
                    .above = node_text(node, "above"),
                    .over = over ? paper_find(b, over) : NULL};
    if (q->expect && !q->within) return REJECT(b, node, err, "expect needs a tolerance: within: 1e-3, or 1 %%");
    if ((q->expect || q->below || q->above) && !q->source)
        return REJECT(b, node, err, "the source of the expected value is missing: source: ...");
    if (over && (!q->over || q->over == c)) return REJECT(b, node, err, "over: there is no earlier case '%s'", over);
    if ((q->measure = ask_case(c, node)) < 0 || (q->over && (q->measure_over = ask_case(q->over, node)) < 0))
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: quantities");
    return BRI_OK;
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

static bri_status read_case(paper *b, const bri_node *node, paper_case *c, bri_error *err)
{
    static const char *const known[] = {"case", "model", "set", "by", "stops", "quantities", NULL};
    bri_status status = check_keys(b, node, known, err);
    if (status) return status;
    *c = (paper_case){.name = node_text(node, "case"),
                      .label = node_text(node, "case"),
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
    for (int i = 0; !status && i < list->count; i++)
        status = read_quantity(b, c, list->value[i], &c->quantity[c->quantities++], err);
    return status;
}

paper_case *paper_find(const paper *b, const char *name)
{
    for (int i = 0; i < b->count; i++)
        if (!strcmp(b->cases[i].name, name)) return &b->cases[i];
    return NULL;
}

static bri_status read_cases(paper *b, bri_error *err)
{
    static const char *const known[] = {"title", "cases", "claims", "figures", "pages", "studies", "shared", NULL};
    const bri_node *root = bri_yaml_root(b->yaml), *list = node_get(root, "cases");
    bri_status status = check_keys(b, root, known, err);
    if (status) return status;
    if (!list || list->type != BRI_SEQUENCE) return REJECT(b, root, err, "there is no list of cases");
    if (node_get(root, "studies")) status = read_studies(b, node_get(root, "studies"), err);
    if (status) return status;
    b->title = node_text(root, "title") ? node_text(root, "title") : "";
    b->figures = node_get(root, "figures");
    b->pages = node_get(root, "pages");
    b->cases = calloc((size_t)list->count + (size_t)count_study_runs(b) + 1, sizeof *b->cases);
    if (!b->cases) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d cases", list->count);
    for (int i = 0; !status && i < list->count; i++) {
        b->cases[b->count] = (paper_case){.name = node_text(list->value[i], "case")};
        b->count += b->cases[b->count].name != NULL;
        status = read_case(b, list->value[i], &b->cases[b->count ? b->count - 1 : 0], err);
    }
    if (!status) status = add_studies(b, err);
    if (!status && node_get(root, "claims")) status = read_claims(b, node_get(root, "claims"), err);
    if (!status) status = check_overlays(b, err);
    return status;
}

static void choose(paper *b, const char *only)
{
    for (int i = b->count - 1; i >= 0; i--) { /* a case is divided by cases before it */
        paper_case *c = &b->cases[i];
        assert(c->name); /* or read_case would have refused it */
        c->chosen = c->chosen || !only || strstr(c->name, only);
        for (int k = 0; c->chosen && k < c->quantities; k++)
            if (c->quantity[k].over) c->quantity[k].over->chosen = true;
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

bri_status paper_read(const char *folder, const char *only, paper *b, bri_error *err)
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
    if (!status) status = read_cases(b, err);
    if (status) return status;
    choose(b, only);
    return list_runs(b, err);
}

void paper_free(paper *b)
{
    for (int i = 0; i < b->count; i++) {
        free(b->cases[i].quantity);
        free(b->cases[i].asked);
        free(b->cases[i].own_name);
        free(b->cases[i].own_label);
        bri_model_destroy(b->cases[i].file);
    }
    for (int i = 0; i < b->runs && b->run; i++) {
        bri_result_destroy(b->run[i].result);
        bri_verdict_history_destroy(b->run[i].verdict);
        bri_measures_destroy(b->run[i].measures);
    }
    for (int i = 0; i < b->claims; i++) {
        free(b->claim[i].of);
        free(b->claim[i].measure);
    }
    free(b->claim);
    free(b->run);
    free(b->cases);
    free_studies(b);
    bri_yaml_destroy(b->yaml);
}
