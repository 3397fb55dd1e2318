/* study_file.c - a study from a YAML text; every error is reported, with line and column */
#include "study/study_file.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kind/record.h"
#include "model/model.h"
#include "model/read_record.h"

typedef struct reading {
    bri_reader reader;
    bri_study_file *file;
    const bri_node *root;
    bri_status model_status; /* of the model file, whose errors have positions of their own */
} reading;

static const bri_node *find_value(const bri_node *mapping, const char *key)
{
    for (int i = 0; i < mapping->count; i++)
        if (!strcmp(mapping->key[i]->text, key)) return mapping->value[i];
    return NULL;
}

/* An error of a function that knows no positions, at a node. */
static void pass_on(reading *in, const bri_node *node, bri_status status, const bri_error *why)
{
    bool says_where = *why->where && !bri_is_in_text(why->where);
    bri_reader_error(&in->reader, status, node->line, bri_node_column(node, why->where), "%s%s%s",
                     says_where ? why->where : "", says_where ? ": " : "", why->what);
}

/* --- rows that are no trees ------------------------------------------------------------------------------------------------------ */

/* Reads all keys but those whose values are trees. */
static void read_rows(reading *in)
{
    const bri_node **key = calloc(2 * (size_t)in->root->count + 2, sizeof(const bri_node *)),
                   **value = key ? key + in->root->count + 1 : NULL;
    bri_node rest = *in->root;
    rest.count = 0;
    rest.key = key;
    rest.value = value;
    for (int i = 0; key && i < in->root->count; i++) {
        const bri_param *row = bri_param_find(&bri_study_kind, in->root->key[i]->text);
        if (row && bri_study_row_is_tree(row)) continue;
        key[rest.count] = in->root->key[i];
        value[rest.count++] = in->root->value[i];
    }
    in->file->record.line = in->root->line;
    in->file->record.column = in->root->column;
    if (key)
        bri_read_record(&in->reader, &rest, &bri_study_family, (bri_unit_context){.star = "1"}, &in->file->record);
    else
        bri_reader_no_memory(&in->reader);
    free(key);
}

static void read_limit(reading *in)
{
    const bri_node *node = find_value(in->root, "limit");
    bri_record limit = {0};
    in->file->limit = (bri_limit_params){NAN, 0};
    if (!node) return;
    limit.line = node->line;
    limit.column = node->column;
    bri_read_record(&in->reader, node, &bri_limit_family, (bri_unit_context){.star = "1"}, &limit);
    if (limit.params) in->file->limit = *(const bri_limit_params *)limit.params;
    bri_record_destroy(&limit);
}

/* --- the model ------------------------------------------------------------------------------------------------------------------- */

static void read_model(reading *in, const char *name)
{
    const bri_study_params *p = in->file->record.params;
    const bri_node *node = find_value(in->root, "model");
    char path[4096];
    if (!p || !p->model || !node) return; /* reported as missing */
    const char *slash = *p->model == '/' ? NULL : strrchr(name, '/');
    int length = snprintf(path, sizeof path, "%.*s%s", slash ? (int)(slash - name) + 1 : 0, name, p->model);
    if (length >= (int)sizeof path) {
        NODE_ERROR(&in->reader, node, "the name of the model file is too long");
        return;
    }
    in->model_status = bri_model_read(path, &in->file->model, in->reader.err);
}

static void set_values(reading *in)
{
    const bri_node *node = find_value(in->root, "set");
    if (!node) return;
    if (node->type != BRI_MAPPING) {
        bri_reader_wrong_type(&in->reader, node, "set", "a mapping, {PATH: VALUE}");
        return;
    }
    for (int pass = 0; pass < 2; pass++) /* laws first: other values may be their parameters */
        for (int i = 0; i < node->count; i++) {
            const bri_node *value = node->value[i];
            bri_error why = {0};
            if (bri_study_is_law(node->key[i]->text) != (pass == 0)) continue;
            if (value->type != BRI_SCALAR) {
                bri_reader_wrong_type(&in->reader, value, node->key[i]->text,
                                      "a text, for which a list or mapping is put into quotes");
                continue;
            }
            bri_status status =
                in->file->model ? bri_model_set_text(in->file->model, node->key[i]->text, value->text, &why) : BRI_OK;
            if (status) pass_on(in, value, status, &why);
        }
}

/* --- what varies ------------------------------------------------------------------------------------------------------------------- */

/* A tree as it stands in one line: {law: lugre, mu_k: 0.3}. */
static void add_tree(const bri_node *node, bri_text *out)
{
    bool is_list = node->type == BRI_SEQUENCE;
    if (node->type == BRI_SCALAR && (node->quoted || node->text[strcspn(node->text, ",:{}[]#&*!|>'\"%@`")]))
        bri_text_add_json(out, node->text);
    else if (node->type == BRI_SCALAR)
        bri_text_add(out, "%s", node->text);
    if (node->type != BRI_SCALAR) bri_text_add(out, is_list ? "[" : "{");
    for (int i = 0; node->type != BRI_SCALAR && i < node->count; i++) {
        bri_text_add(out, i ? ", " : "");
        if (!is_list) bri_text_add(out, "%s: ", node->key[i]->text);
        add_tree(node->value[i], out);
    }
    if (node->type != BRI_SCALAR) bri_text_add(out, is_list ? "]" : "}");
}

/* "0.1,0.2" of a text or a list, "dry={law: coulomb},soft={law: lugre}" of a mapping. False: it is none of these. */
static bool add_values(const bri_node *node, bri_text *out)
{
    if (node->type == BRI_SCALAR) bri_text_add(out, "%s", node->text);
    for (int i = 0; node->type != BRI_SCALAR && i < node->count; i++) {
        const bri_node *one = node->value[i];
        bri_text_add(out, i ? "," : "");
        if (node->type == BRI_MAPPING &&
            (one->type != BRI_MAPPING || node->key[i]->text[strcspn(node->key[i]->text, ",={}[]()")]))
            return false;
        if (node->type == BRI_MAPPING) bri_text_add(out, "%s=", node->key[i]->text);
        if (one->type == BRI_SCALAR)
            bri_text_add(out, "%s", one->text);
        else
            add_tree(one, out);
    }
    return true;
}

static void vary(reading *in, const bri_node *key, const bri_node *value, bool each)
{
    bri_text values = {0};
    bri_error why = {0};
    if (!add_values(value, &values)) {
        bri_reader_wrong_type(&in->reader, value, key->text,
                              "a text, a list, or a mapping of parts with names, {soft: {law: lugre}}");
    } else if (values.failed) {
        bri_reader_no_memory(&in->reader);
    } else if (in->file->study) {
        bri_status status = bri_study_vary(in->file->study, key->text, values.at ? values.at : "", each, &why);
        if (status) pass_on(in, status == BRI_NOT_FOUND ? key : value, status, &why);
    }
    bri_text_free(&values);
}

/* A mapping of paths, or a list of such mappings. */
static void vary_all(reading *in, const bri_node *node, const char *name, bool each)
{
    if (!node) return;
    if (node->type == BRI_SCALAR) bri_reader_wrong_type(&in->reader, node, name, "a mapping, {PATH: VALUES}");
    for (int i = 0; node->type == BRI_SEQUENCE && i < node->count; i++) {
        if (node->value[i]->type == BRI_MAPPING)
            vary_all(in, node->value[i], name, each);
        else
            bri_reader_wrong_type(&in->reader, node->value[i], name, "a list of mappings, {PATH: VALUES}");
    }
    for (int i = 0; node->type == BRI_MAPPING && i < node->count; i++)
        vary(in, node->key[i], node->value[i], each);
}

static bri_status arrange(bri_study *study, const bri_study_params *p, bri_error *err)
{
    static const bri_sampling sampling[] = {
        [BRI_PLAN_RANDOM] = BRI_RANDOM,
        [BRI_PLAN_LATIN] = BRI_LATIN_HYPERCUBE,
        [BRI_PLAN_SOBOL] = BRI_SOBOL,
        [BRI_PLAN_INDICES] = BRI_SALTELLI,
    };
    if (p->design >= BRI_PLAN_RANDOM)
        return bri_study_sample(study, sampling[p->design], (size_t)p->runs, (uint64_t)p->seed, err);
    return bri_study_arrange(study, p->design == BRI_PLAN_ONE ? BRI_ONE_AT_A_TIME : BRI_GRID, err);
}

static void read_variations(reading *in)
{
    const bri_study_params *p = in->file->record.params;
    const bri_node *each = find_value(in->root, "each"), *values = find_value(in->root, "vary");
    bri_error why = {0};
    int before = in->reader.errors;
    vary_all(in, values, "vary", false);
    vary_all(in, each, "each", true);
    if (in->reader.errors > before || !p) return;
    const bri_node *place = values ? values : each ? each : in->root;
    if (!in->file->study) return;
    if (!in->file->study->variations) {
        bri_reader_error(&in->reader, BRI_MISSING, place->line, place->column,
                         "nothing varies: add vary: {PATH: VALUES}, as in {pin.friction.mu_k: +-30%%}");
        return;
    }
    for (int i = 0; i < in->root->count && p->design < BRI_PLAN_RANDOM; i++)
        if (bri_study_row_is_of_samples(bri_param_find(&bri_study_kind, in->root->key[i]->text)))
            NODE_ERROR(&in->reader, in->root->key[i],
                       "runs and seed are of samples: add design: random, latin, sobol or indices");
    bri_status status = arrange(in->file->study, p, &why);
    if (status) pass_on(in, place, status, &why);
}

/* --- measures ------------------------------------------------------------------------------------------------------------------------ */

static const char **expected_text(bri_expectation *e, const char *key)
{
    return !strcmp(key, "expect")   ? &e->expect
           : !strcmp(key, "within") ? &e->within
           : !strcmp(key, "below")  ? &e->below
           : !strcmp(key, "above")  ? &e->above
           : !strcmp(key, "source") ? &e->source
                                    : NULL;
}

enum {
    MOST_KEYS = 32
};

/* Adds a measure, "max block.x" or {max: block.x, from: 1 s}, which may stand in a claim. where: of an error within a mapping. */
static bri_status add_measure(const bri_node *node, bri_measures *measures, const bri_node **where, bri_error *err)
{
    bri_setting setting[MOST_KEYS];
    size_t count = 0;
    bri_expectation ignored = {0};
    *where = node;
    if (node->type == BRI_SCALAR) return bri_measures_add(measures, node->text, err);
    bool is_claim = find_value(node, "claim") != NULL;
    for (int i = 0; i < node->count && count < MOST_KEYS; i++) {
        assert(node->value[i]);
        if (expected_text(&ignored, node->key[i]->text) || (is_claim && bri_claim_has_key(node->key[i]->text)))
            continue;
        if (node->value[i]->type != BRI_SCALAR) {
            *where = node->value[i];
            return bri_fail(err, BRI_BAD_VALUE, "%s must be a text, not a list or mapping", node->key[i]->text);
        }
        setting[count++] = (bri_setting){node->key[i]->text, node->value[i]->text, NULL};
    }
    return bri_measures_add_settings(measures, setting, count, err);
}

static void read_expectation(reading *in, const bri_node *node, bri_expectation *e)
{
    for (int i = 0; node->type == BRI_MAPPING && i < node->count; i++) {
        const char **text = expected_text(e, node->key[i]->text);
        if (text && node->value[i]->type == BRI_SCALAR && *node->value[i]->text)
            *text = node->value[i]->text;
        else if (text)
            bri_reader_wrong_type(&in->reader, node->value[i], node->key[i]->text, "a text");
    }
    if (e->within && !e->expect)
        NODE_ERROR(&in->reader, find_value(node, "within"), "within is a tolerance of expect, which is missing");
}

static int count_of(const bri_node *list) { return !list ? 0 : list->type == BRI_SEQUENCE ? list->count : 1; }

/* Room for the measures of the list, and for one of each claim. */
static bool prepare_measures(reading *in, const bri_node *measures, const bri_node *claims)
{
    size_t most = (size_t)count_of(measures) + (size_t)count_of(claims);
    in->file->expected = calloc(most + 1, sizeof *in->file->expected);
    in->file->measured = calloc(most + 1, sizeof(const bri_node *));
    in->file->claim = calloc(most + 1, sizeof *in->file->claim);
    if (in->file->expected && in->file->measured && in->file->claim && !bri_measures_create(&in->file->measures, NULL))
        return true;
    bri_reader_no_memory(&in->reader);
    return false;
}

static void read_measures(reading *in, const bri_node *node)
{
    for (int i = 0; node && i < count_of(node); i++) {
        const bri_node *one = node->type == BRI_SEQUENCE ? node->value[i] : node, *where;
        bri_error why = {0};
        if (one->type == BRI_SEQUENCE) {
            bri_reader_wrong_type(&in->reader, one, "a measure", "a text or a mapping, {max: block.x, from: 1 s}");
            continue;
        }
        bri_status status = add_measure(one, in->file->measures, &where, &why);
        int index = bri_measures_count(in->file->measures) - 1;
        if (status) pass_on(in, where, status, &why);
        if (status) continue;
        in->file->measured[index] = one;
        read_expectation(in, one, &in->file->expected[index]);
    }
}

/* --- claims -------------------------------------------------------------------------------------------------------------------------- */

/* The number of the measure of a claim, which is added if the study does not have it yet; -1: it was reported. */
static int find_measure(reading *in, const bri_node *node)
{
    bri_measures *measures = in->file->measures, *alone = NULL;
    const bri_node *where = node;
    bri_error why = {0};
    int count = bri_measures_count(measures), index = 0;
    bri_status status = bri_measures_create(&alone, &why);
    if (!status) status = add_measure(node, alone, &where, &why);
    while (!status && index < count &&
           strcmp(bri_measures_get(measures, index)->text, bri_measures_get(alone, 0)->text) != 0)
        index++;
    if (!status && index == count) status = add_measure(node, measures, &where, &why);
    if (!status && index == count) in->file->measured[index] = node;
    bri_measures_destroy(alone);
    if (status) pass_on(in, where, status, &why);
    return status ? -1 : index;
}

static void read_claim(reading *in, const bri_node *node)
{
    bri_study_claim *c = &in->file->claim[in->file->claims++];
    const bri_node *where = node;
    bri_error why = {0};
    c->measure = -1;
    if (node->type != BRI_MAPPING) {
        bri_reader_wrong_type(&in->reader, node, "a claim", "a mapping, {claim: ..., max: block.x, rises: PATH}");
        return;
    }
    bri_status status = bri_claim_read(node, &c->claim, &where, &why);
    if (!status && in->file->study && in->file->study->runs)
        status = bri_study_claim_find_runs(in->file->study, c, &where, &why);
    if (status) pass_on(in, where, status, &why);
    if (!status) c->measure = find_measure(in, node);
}

static void read_claims(reading *in, const bri_node *list)
{
    if (list && list->type != BRI_SEQUENCE)
        bri_reader_wrong_type(&in->reader, list, "claims",
                              "a list of claims, [{claim: ..., max: block.x, rises: PATH}]");
    for (int i = 0; list && list->type == BRI_SEQUENCE && i < list->count; i++)
        read_claim(in, list->value[i]);
}

static void read_what_is_measured(reading *in)
{
    const bri_node *node = find_value(in->root, "measure"), *claims = find_value(in->root, "claims");
    bool none = !node || (node->type == BRI_SEQUENCE && !node->count) || bri_node_is_empty(node);
    if (none && (node || !claims)) {
        const bri_node *place = node ? node : in->root;
        bri_reader_error(&in->reader, BRI_MISSING, place->line, place->column,
                         "nothing is measured: add measure: [max motor.torque], for example; 'bristle kinds measure' "
                         "lists them");
        return;
    }
    if (!prepare_measures(in, node, claims)) return;
    read_measures(in, node);
    read_claims(in, claims);
}

/* An error of a measure, whose text is its place. */
static void report_measure(const bri_error *one, void *user)
{
    reading *in = user;
    int i = 0;
    while (i + 1 < bri_measures_count(in->file->measures) &&
           strcmp(bri_measures_get(in->file->measures, i)->text, one->where) != 0)
        i++;
    pass_on(in, in->file->measured[i], one->status, one);
    in->file->measured[i] = NULL; /* its unit is not known */
}

/* The value of the mapping that has a text. */
static const bri_node *value_with(const bri_node *mapping, const char *text)
{
    for (int i = 0; i < mapping->count; i++)
        if (mapping->value[i]->text == text) return mapping->value[i];
    return mapping;
}

/* Units of expectations and claims are those of the measures, where these are known. */
static void check_units(reading *in)
{
    const char *which;
    bri_error why = {0};
    for (int i = 0; i < bri_measures_count(in->file->measures); i++) {
        if (!in->file->measured[i]) continue;
        if (bri_expectation_read(&in->file->expected[i], bri_measures_get(in->file->measures, i)->unit, &which, &why)) {
            pass_on(in, value_with(in->file->measured[i], which), BRI_BAD_VALUE, &why);
            why = (bri_error){0};
        }
    }
    for (int i = 0; i < in->file->claims; i++) {
        const bri_study_claim *c = &in->file->claim[i];
        const bri_node *node = find_value(in->root, "claims")->value[i];
        if (c->measure < 0 || !in->file->measured[c->measure]) continue;
        if (bri_claim_check_unit(&c->claim, bri_measures_get(in->file->measures, c->measure)->unit, &which, &why)) {
            pass_on(in, value_with(node, which), BRI_BAD_VALUE, &why);
            why = (bri_error){0};
        }
    }
}

/* The model as it is must be one of which all measures can be taken. */
static void check_measures(reading *in)
{
    const bri_node *node = find_value(in->root, "model");
    bri_error why = {0}, each = {.each = report_measure, .user = in};
    bri_system *system = NULL;
    bri_status status = bri_system_build(in->file->model, &system, &why);
    if (status) pass_on(in, node ? node : in->root, status, &why);
    if (!status) bri_measures_check(in->file->measures, system, &each);
    if (!status) check_units(in);
    bri_system_destroy(system);
}

/* --- the whole file -------------------------------------------------------------------------------------------------------------------- */

static void read_file(reading *in, const char *name, const bri_model *base)
{
    bri_error why = {0};
    if (in->root->type != BRI_MAPPING) {
        bri_reader_wrong_type(&in->reader, in->root, "a study", "a mapping");
        return;
    }
    read_rows(in);
    read_limit(in);
    int errors = in->reader.errors;
    if (base)
        in->model_status = bri_model_copy(base, &in->file->model, in->reader.err);
    else
        read_model(in, name);
    if (!base) set_values(in);
    bool model_is_known = in->file->model && !in->model_status && in->reader.errors == errors;
    if (in->file->model && bri_study_create(in->file->model, &in->file->study, &why)) bri_reader_no_memory(&in->reader);
    read_variations(in);
    read_what_is_measured(in);
    if (model_is_known && in->file->measures) check_measures(in);
}

bri_status bri_study_file_parse(const char *text, size_t length, const char *name, const bri_model *base,
                                bri_study_file **file, bri_error *err)
{
    bri_units *units = NULL;
    bri_study_file *made = calloc(1, sizeof *made);
    *file = NULL;
    if (!made) return bri_fail(err, BRI_NO_MEMORY, "out of memory: a study");
    bri_status status = bri_yaml_parse(text, length, name, &made->yaml, err);
    if (!status) status = bri_units_create(&units, err);
    if (!status) {
        reading in = {.reader = {.units = units, .name = name, .in_file = true, .err = err},
                      .file = made,
                      .root = bri_yaml_root(made->yaml)};
        read_file(&in, name, base);
        status = bri_reader_end(&in.reader);
        status = status ? status : in.model_status;
    }
    bri_units_destroy(units);
    if (status)
        bri_study_file_destroy(made);
    else
        *file = made;
    return status;
}

bool bri_study_file_is(const char *text, size_t length)
{
    bri_yaml *yaml = NULL;
    bri_error err = {0};
    if (bri_yaml_parse(text, length, "", &yaml, &err)) return false;
    const bri_node *root = bri_yaml_root(yaml);
    bool is = root->type == BRI_MAPPING && find_value(root, "model") && !find_value(root, "bodies");
    bri_yaml_destroy(yaml);
    return is;
}

void bri_study_file_destroy(bri_study_file *file)
{
    if (!file) return;
    bri_measures_destroy(file->measures);
    bri_study_destroy(file->study);
    bri_model_destroy(file->model);
    bri_record_destroy(&file->record);
    for (int i = 0; i < file->claims; i++)
        bri_study_claim_destroy(&file->claim[i]);
    bri_yaml_destroy(file->yaml);
    free(file->claim);
    free(file->measured);
    free(file->expected);
    free(file);
}

const bri_study_params *bri_study_file_params(const bri_study_file *file) { return file->record.params; }

const char *bri_study_file_title(const bri_study_file *file)
{
    const char *own = bri_study_file_params(file)->title;
    return own ? own : bri_model_root(file->model)->title;
}

bri_status bri_study_file_measures(const bri_study_file *file, bri_measures **measures, bri_error *err)
{
    const bri_node *where;
    bri_status status = bri_measures_create(measures, err);
    for (int i = 0; !status && i < bri_measures_count(file->measures); i++)
        status = add_measure(file->measured[i], *measures, &where, err);
    return status;
}

size_t bri_study_file_points(const bri_study_file *file)
{
    const bri_study_params *p = bri_study_file_params(file);
    return p->design >= BRI_PLAN_RANDOM ? (size_t)p->runs : 0;
}
