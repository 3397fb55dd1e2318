/* path.c - values of a model by path: "crank.at.x", "hinge.friction.mu_s", "run.until"
 *
 * A path begins with a row of the root, or with the name of a material, body, joint or force, and continues with rows
 * of their parts. */
#include "model/path.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "kind/expressions.h"
#include "kind/lookup.h"
#include "kind/record.h"
#include "model/families.h"
#include "model/match.h"
#include "model/model.h"
#include "model/parameters.h"
#include "model/read_record.h"
#include "model/read_value.h"

enum {
    GROUPS = 5 /* of named parts: parameters, materials, bodies, joints, forces */
};

typedef struct target {       /* what a path refers to: a row of a record, or a part */
    bri_record *holder;       /* the record; NULL: the path refers to a part */
    bri_unit_context context; /* of the holder's table */
    const bri_param *row;     /* of the holder */
    const char *rest;         /* the end of the path: the row's name, with an element, "at.x" */
    bri_record *part;         /* the part; NULL: the path refers to a row */
    const bri_family *family; /* of the part */
    bri_unit_context within;  /* of the part's table */
} target;

typedef struct query {
    const char *path;
    bri_error *err;
} query;

static size_t step_length(const char *path) { return strcspn(path, "."); }

static bool is_step(const char *path, const char *name)
{
    return strlen(name) == step_length(path) && !strncmp(path, name, strlen(name));
}

static const char *after(const char *path)
{
    path += step_length(path);
    return *path ? path + 1 : path;
}

static const char *copy_step(const char *path, char out[128])
{
    size_t length = step_length(path);
    snprintf(out, 128, "%.*s", (int)(length < 127 ? length : 127), path);
    return out;
}

/* --- suggestions for an unknown path ----------------------------------------------------------------------------- */

typedef struct places {
    const bri_record *record, *word; /* word: a law, whose rows are searched too; may be NULL */
} places;

static const char *next_row(void *context, int index)
{
    const places *p = context;
    int own = 0;
    while (p->record->kind->params[own].name)
        own++;
    if (index < own) return p->record->kind->params[index].name;
    if (p->word) return p->word->kind->params[index - own].name;
    if (p->record->kind != &bri_model_kind) return NULL;
    const bri_model_params *root = p->record->params;
    const bri_records *groups[GROUPS] = {&root->parameters, &root->materials, &root->bodies, &root->joints,
                                         &root->forces};
    index -= own;
    for (int i = 0; i < GROUPS; i++) {
        if (index < groups[i]->count) return groups[i]->at[index].name;
        index -= groups[i]->count;
    }
    return NULL;
}

static bri_status report_unknown(const query *w, const char *path, const bri_record *record, const bri_family *family,
                                 const bri_record *word)
{
    char step[128], hint[200];
    places all = {record, word};
    bri_text_suggest(hint, sizeof hint, copy_step(path, step), next_row, &all);
    if (path == w->path)
        return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "there is no '%.60s'%s", step,
                           *hint
                               ? hint
                               : " in the model: a path begins with the name of a parameter, material, body, joint or "
                                 "force, or with a key of the model, as in gravity.y or run.until");
    if (!*hint) bri_keys_hint(hint, sizeof hint, family, record->kind, word ? word->kind : NULL);
    return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "there is no '%.60s' in '%.*s'%s", step,
                       (int)(path - w->path - 1), w->path, hint);
}

/* --- following a path --------------------------------------------------------------------------------------------- */

static bri_status enter(const query *w, bri_record *record, const bri_family *family, bri_unit_context context,
                        const char *path, target *out);

/* Continues in a part. */
static bri_status enter_part(const query *w, bri_record *part, const bri_family *family, bri_unit_context within,
                             const char *path, target *out)
{
    if (!*path) {
        *out = (target){.part = part, .family = family, .within = within};
        return BRI_OK;
    }
    if (part->kind == &bri_parameter_kind)
        return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "the path continues beyond a value; shorten it");
    if (!part->kind)
        return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "the model has no '%.*s'", (int)(path - w->path - 1),
                           w->path);
    return enter(w, part, family, within, path, out);
}

/* Continues in one of several parts, given by its name or by its number from 1. */
static bri_status enter_many(const query *w, bri_records *many, const bri_param *row, const char *path, target *out)
{
    char step[128];
    const char *end;
    double number = 0;
    bri_record *one = bri_records_find(many, copy_step(path, step));
    if (!one && bri_number_read(step, &end, &number) && !*end && number >= 1 && number <= many->count)
        one = &many->at[(int)number - 1];
    if (!one)
        return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "there is no %s '%s'", bri_family_find(row->words)->name,
                           step);
    return enter_part(w, one, bri_family_find(row->words), (bri_unit_context){.star = row->unit}, after(path), out);
}

static bri_status enter_row(const query *w, bri_record *record, bri_unit_context context, const bri_param *row,
                            const char *path, target *out)
{
    const char *next = after(path);
    void *at = bri_row_at(row, record->params);
    if (row->type == BRI_MANY && *next) return enter_many(w, at, row, next, out);
    if (row->type == BRI_PART && bri_family_find(row->words)->naming != BRI_BY_WORD)
        return enter_part(w, at, bri_family_find(row->words), bri_unit_context_of(record, row), next, out);
    *out = (target){.holder = record, .context = context, .row = row, .rest = path};
    return BRI_OK;
}

static bri_status enter(const query *w, bri_record *record, const bri_family *family, bri_unit_context context,
                        const char *path, target *out)
{
    char step[128];
    const bri_param *row = bri_param_find(record->kind, copy_step(path, step)),
                    *by_word = bri_row_by_word(record->kind);
    if (!row && family->naming == BRI_BY_KEY && is_step(path, record->kind->name)) row = record->kind->params;
    if (row) return enter_row(w, record, context, row, path, out);
    bri_record *word = by_word ? bri_row_at(by_word, record->params) : NULL;
    if (word && word->kind) row = bri_param_find(word->kind, step);
    if (row) return enter_row(w, word, bri_unit_context_of(record, by_word), row, path, out);
    return report_unknown(w, path, record, family, word && word->kind ? word : NULL);
}

static bri_status find(const bri_model *model, const char *path, target *out, bri_error *err)
{
    query w = {path, err};
    char step[128];
    bri_record *root = (bri_record *)(size_t)&model->root;
    copy_step(path, step);
    for (const bri_param *row = root->kind->params; row->name; row++) {
        if (row->type != BRI_MANY || !bri_records_find(bri_row_at(row, root->params), step)) continue;
        return enter_many(&w, bri_row_at(row, root->params), row, path, out);
    }
    return enter(&w, root, bri_family_find("model"), (bri_unit_context){.star = "1"}, path, out);
}

/* A part with a single number, such as a constant or an input, is set and read as that number. */
static bool is_one_number(const bri_kind *kind)
{
    return kind && kind->params[0].type == BRI_REAL && !kind->params[1].name;
}

/* The end of the path, with the row's name as in the table. */
static void print_rest(const target *t, char out[160])
{
    const char *element = t->rest + step_length(t->rest);
    snprintf(out, 160, "%s%.60s", t->row->name, element);
}

typedef struct relay {
    bri_error *err;
    const char *path;
    const bri_param *row; /* NULL: none */
} relay;

/* Passes a message on with the path, which ends with the name of the row: "mass: ..." at its beginning would repeat it. */
static void pass_on(const bri_error *one, void *user)
{
    const relay *to = user;
    size_t length = to->row ? strlen(to->row->name) : 0;
    bool repeats = length && !strncmp(one->what, to->row->name, length) && !strncmp(one->what + length, ": ", 2);
    bri_fail_at(to->err, one->status, to->path, "%s", one->what + (repeats ? length + 2 : 0));
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

bri_status bri_model_get(const bri_model *model, const char *path, double *value, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path && value);
    target t = {0};
    char name[160];
    relay to = {err, path, NULL};
    bri_error one = {.each = pass_on, .user = &to};
    bri_status status = find(model, path, &t, err);
    if (status) return status;
    if (t.holder) {
        print_rest(&t, name);
        return bri_params_get(t.holder->kind, t.holder->params, name, value, &one);
    }
    if (t.part->kind == &bri_parameter_kind) {
        *value = bri_definitions_find(model->defined, t.part->name, strlen(t.part->name))->value.number;
        return BRI_OK;
    }
    if (!is_one_number(t.part->kind))
        return bri_fail_at(err, BRI_BAD_VALUE, path, "this is a %s, not a number", t.family->name);
    return bri_params_get(t.part->kind, t.part->params, t.part->kind->params->name, value, &one);
}

bri_status bri_model_unit(const bri_model *model, const char *path, char unit[BRI_WORD_ROOM], bri_error *err)
{
    target t = {0};
    bri_resolved_kind view;
    bri_status status = find(model, path, &t, err);
    if (status) return status;
    *unit = '\0';
    if (t.holder) {
        const bri_kind *kind = bri_kind_resolve(&view, t.holder->kind, t.context);
        bri_param_unit(kind, bri_param_find(kind, t.row->name), t.holder->params, unit);
    } else if (t.part->kind == &bri_parameter_kind) {
        const bri_definition *d = bri_definitions_find(model->defined, t.part->name, strlen(t.part->name));
        snprintf(unit, BRI_WORD_ROOM, "%.63s", bri_dimension_unit(&d->value.dimension).at);
    } else if (is_one_number(t.part->kind)) {
        const bri_kind *kind = bri_kind_resolve(&view, t.part->kind, t.within);
        bri_param_unit(kind, kind->params, t.part->params, unit);
    }
    if (!*unit) snprintf(unit, BRI_WORD_ROOM, "1");
    return BRI_OK;
}

const bri_record *bri_model_by_word(const bri_model *model, const char *path)
{
    target t = {0};
    bool by_word = !find(model, path, &t, NULL) && t.holder && t.row == bri_row_by_word(t.holder->kind);
    const bri_record *found = by_word ? bri_row_at(t.row, t.holder->params) : NULL;
    return found && found->kind ? found : NULL;
}

/* Sets a part to a number; unless the part is a single number already, it becomes the plain kind of its family. */
static bri_status set_part(target *t, const char *path, double value, bri_error *err)
{
    bri_resolved_kind view;
    assert(t->part);
    bri_record made = {.line = t->part->line, .column = t->part->column};
    relay to = {err, path, NULL};
    bri_error one = {.each = pass_on, .user = &to};
    if (!is_one_number(t->part->kind)) {
        if (!is_one_number(t->family->plain))
            return bri_fail_at(err, BRI_BAD_VALUE, path, "a %s cannot be set to a number; set it as text",
                               t->family->name);
        bri_status status = bri_family_create_record(t->family, t->family->plain, t->part->name, &made, err);
        if (status) return status;
    }
    bri_record *into = made.kind ? &made : t->part;
    const bri_kind *kind = bri_kind_resolve(&view, into->kind, t->within);
    bri_status status = bri_params_set(kind, into->params, kind->params->name, value, &one);
    if (!status) bri_expressions_drop(into);
    if (made.kind && status) bri_record_destroy(&made);
    if (!made.kind || status) return status;
    bri_record_destroy(t->part);
    *t->part = made;
    return BRI_OK;
}

/* The index of the number that a path names, as in kind/expressions.h; BRI_ALL_INDICES: the whole row. */
static int index_of(const target *t)
{
    const char *element = after(t->rest);
    return *element ? bri_row_element(t->row, t->holder->params, element) : BRI_ALL_INDICES;
}

static void drop_expression(const target *t)
{
    bri_expression_drop(t->holder, bri_row_number(t->holder->kind, t->row), index_of(t));
}

/* --- edits that change several numbers: all of them, or none ------------------------------------------------------- */

typedef struct edit { /* a value for a path */
    const char *path, *text;
    double number; /* if text is NULL */
} edit;

static bri_status edit_one(bri_model *model, const edit *e, bri_error *err);

/* A parameter's text, with a number that has no unit taken in the SI unit that the parameter has. */
static bri_status parameter_text(const bri_model *model, const bri_record *parameter, const edit *e, bri_text *out,
                                 bri_error *err)
{
    const bri_definition *old = bri_definitions_find(model->defined, parameter->name, strlen(parameter->name));
    bri_value value = {e->number, old->value.dimension};
    const char *unit = e->text ? bri_quantity_unit(e->text) : "";
    if (e->text && unit && !*unit && bri_value_read(e->text, &value, NULL))
        unit = NULL; /* its error is reported later */
    if (unit && !*unit) value.dimension = old->value.dimension;
    bri_text_add(out, "%s", unit && !*unit ? bri_value_print(&value).at : e->text);
    return out->failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: a parameter") : BRI_OK;
}

/* Fails if a text has another dimension than the parameter; its other errors are reported when it is defined. */
static bri_status check_dimension(const bri_model *model, const bri_record *parameter, const edit *e, const char *text,
                                  bri_error *err)
{
    const bri_value *old = &bri_definitions_find(model->defined, parameter->name, strlen(parameter->name))->value;
    bri_value now;
    bool quantity = bri_definitions_reading(model->defined, text) == BRI_READ_QUANTITY;
    bri_status status =
        quantity ? bri_value_read(text, &now, NULL) : bri_definitions_evaluate(model->defined, text, NULL, &now, NULL);
    if (status || bri_dimension_same(&old->dimension, &now.dimension)) return BRI_OK;
    return bri_fail_at(err, BRI_BAD_VALUE, e->path, "'%.60s' is %s, but %s is wanted", text,
                       bri_dimension_describe(&now.dimension).at, bri_dimension_describe(&old->dimension).at);
}

static bri_status set_parameter(bri_model *model, bri_record *parameter, const edit *e, bri_error *err)
{
    bri_parameter_params *p = parameter->params;
    bri_text text = {0};
    bri_status status = parameter_text(model, parameter, e, &text, err);
    if (!status) status = check_dimension(model, parameter, e, text.at, err);
    if (status) {
        bri_text_free(&text);
        return status;
    }
    free(p->value);
    p->value = text.at;
    return bri_parameters_update(model, e->path, err);
}

/* Makes edits that may fail when some numbers have changed: on a copy first. Records of the model keep their addresses, which a
 * system knows. */
static bri_status edit_all(bri_model *model, const edit *all, int count, bri_error *err)
{
    bri_model *trial = NULL;
    bri_status status = bri_model_copy(model, &trial, err);
    for (int i = 0; !status && i < count; i++)
        status = edit_one(trial, &all[i], err);
    for (int i = 0; !status && i < count; i++)
        status = edit_one(model, &all[i], err);
    bri_model_destroy(trial);
    return status;
}

static bri_status edit_matches(bri_model *model, const edit *e, bri_error *err)
{
    bri_names paths = {0};
    bri_status status = bri_model_find_matches(model, e->path, &paths, err);
    edit *all = status ? NULL : calloc((size_t)paths.count, sizeof *all);
    for (int i = 0; all && i < paths.count; i++)
        all[i] = (edit){paths.at[i], e->text, e->number};
    if (!status)
        status = all ? edit_all(model, all, paths.count, err) : bri_fail(err, BRI_NO_MEMORY, "out of memory: paths");
    free(all);
    bri_names_destroy(&paths);
    return status;
}

static bri_status edit_paths(bri_model *model, const edit *e, bri_error *err)
{
    target t = {0};
    if (strchr(e->path, '*')) return edit_matches(model, e, err);
    bri_status status = find(model, e->path, &t, err);
    if (status) return status;
    bool one = t.part && t.part->kind == &bri_parameter_kind;
    bool all = t.holder == &model->root && t.row->words && !strcmp(t.row->words, "parameter");
    return one || all ? edit_all(model, e, 1, err) : edit_one(model, e, err);
}

static bri_status set_number(target *t, const edit *e, bri_error *err)
{
    char name[160];
    bri_resolved_kind view;
    relay to = {err, e->path, t->row};
    bri_error one = {.each = pass_on, .user = &to};
    if (!t->holder) return set_part(t, e->path, e->number, err);
    print_rest(t, name);
    const bri_kind *kind = bri_kind_resolve(&view, t->holder->kind, t->context);
    bri_status status = bri_params_set(kind, t->holder->params, name, e->number, &one);
    if (!status) drop_expression(t);
    return status;
}

bri_status bri_model_set(bri_model *model, const char *path, double value, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path);
    return edit_paths(model, &(edit){.path = path, .number = value}, err);
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

/* Copies to a new law the parameters that the old law also has, in the same unit, and that differ from its defaults. */
static bri_status keep_common(const bri_record *old, bri_record *now, bri_error *err)
{
    bri_status status = BRI_OK;
    for (const bri_param *row = now->kind->params; !status && row->name; row++) {
        const bri_param *same = bri_param_find(old->kind, row->name);
        double value;
        if (!same || same->type != row->type || strcmp(same->unit, row->unit) != 0) continue;
        if (row->type == BRI_CHOICE && strcmp(same->words, row->words) != 0) continue;
        if (row->type == BRI_LIST)
            *(bri_list *)bri_row_at(row, now->params) = *(bri_list *)bri_row_at(same, old->params);
        else if (!bri_params_get(old->kind, old->params, row->name, &value, NULL) && value != same->initial &&
                 bri_params_set(now->kind, now->params, row->name, value, NULL))
            continue;
        const bri_expressions *all = old->expressions;
        for (int i = 0; all && !status && i < all->count; i++)
            if (all->at[i].row == bri_row_number(old->kind, same))
                status =
                    bri_expression_keep(now, bri_row_number(now->kind, row), all->at[i].index, all->at[i].text, err);
    }
    return status;
}

typedef struct kinds_of {
    const bri_family *family;
    const bri_catalogue *catalogue;
} kinds_of;

static const char *next_kind(void *context, int index)
{
    const kinds_of *all = context;
    const bri_kind *kind = bri_family_kind_at(all->family, all->catalogue, index);
    return kind ? kind->name : NULL;
}

static bri_status set_word(const bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    const bri_family *family = bri_family_find(t->row->words);
    bri_record *part = bri_row_at(t->row, t->holder->params), made = {.line = part->line, .column = part->column};
    const bri_kind *kind = bri_family_kind(family, model->catalogue, text);
    if (!kind) {
        char hint[200];
        kinds_of all = {family, model->catalogue};
        bri_text_suggest(hint, sizeof hint, text, next_kind, &all);
        return bri_fail_at(err, BRI_NOT_FOUND, path, "there is no %s '%.60s'%s", family->name, text,
                           *hint ? hint : "; 'bristle kinds' lists all");
    }
    bri_status status = bri_family_create_record(family, kind, NULL, &made, err);
    if (status) return status;
    if (part->kind) status = keep_common(part, &made, err);
    bri_record_destroy(status ? &made : part);
    if (!status) *part = made;
    return status;
}

/* Reads a text as in a file into a copy of the record, which replaces the record if there is no error. */
static bri_status set_yaml(bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    bri_yaml *yaml = NULL;
    bri_record *old = t->holder ? t->holder : t->part, made = {0};
    assert(old);
    bri_status status = bri_yaml_parse(text, strlen(text), path, &yaml, err);
    bri_reader reader = {
        .units = model->units, .catalogue = model->catalogue, .defined = model->defined, .name = path, .err = err};
    if (!status && t->holder) {
        status = bri_record_copy(t->holder, &made, err);
        if (!status) bri_read_row(&reader, bri_yaml_root(yaml), t->row, t->context, &made);
    } else if (!status) {
        made.line = old->line;
        made.column = old->column;
        status = bri_string_copy(old->name, &made.name, err);
        if (!status) bri_read_record(&reader, bri_yaml_root(yaml), t->family, t->within, &made);
    }
    bri_status read = bri_reader_end(&reader);
    bri_yaml_destroy(yaml);
    if (status || read) {
        bri_record_destroy(&made);
        return status ? status : read;
    }
    bri_record_destroy(old);
    *old = made;
    return BRI_OK;
}

/* Sets a number or word of a row, or an element of it, as a file gives it: a row as a whole is read as such. */
static bri_status set_scalar(bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    char name[160], computed[128];
    bri_resolved_kind view;
    relay to = {err, path, t->row};
    bri_error one = {.each = pass_on, .user = &to};
    bri_reader reader = {
        .units = model->units, .catalogue = model->catalogue, .defined = model->defined, .name = path, .err = &one};
    print_rest(t, name);
    int index = index_of(t);
    const bri_node node = {.type = BRI_SCALAR, .text = text};
    bri_record kept = {.kind = t->holder->kind, .params = t->holder->params}; /* for its expressions */
    const char *value = bri_text_compute(&reader, &node, t->row, index, t->context, &kept, computed);
    bri_status status = bri_reader_end(&reader);
    if (!status)
        status = bri_params_set_text(bri_kind_resolve(&view, t->holder->kind, t->context), t->holder->params,
                                     model->units, name, value, &one);
    if (!status) {
        drop_expression(t);
        if (kept.expressions) status = bri_expressions_copy(&kept, t->holder, err);
    }
    bri_expressions_drop(&kept);
    return status;
}

static bri_status set_text(bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    if (t->holder && t->row->type == BRI_PART) return set_word(model, t, path, text, err);
    bool whole = t->holder && !*after(t->rest);
    bool list = whole && t->row->type == BRI_LIST && bri_definitions_uses(model->defined, text, false);
    bool mapping = whole && t->row->type == BRI_QUANTITIES && *text == '{';
    if (list || mapping) return set_yaml(model, t, path, text, err);
    if (t->holder && (t->row->type < BRI_VECTOR || (t->row->type == BRI_VECTOR && *after(t->rest))))
        return set_scalar(model, t, path, text, err);
    if (t->holder && *after(t->rest))
        return bri_fail_at(err, BRI_NOT_FOUND, path, "the path continues beyond a value; shorten it");
    bri_status status = set_yaml(model, t, path, text, err);
    bool parameters = t->holder == &model->root && !strcmp(t->row->words ? t->row->words : "", "parameter");
    return status || !parameters ? status : bri_parameters_update(model, path, err);
}

/* One path, without restoring the model where several numbers change. */
static bri_status edit_one(bri_model *model, const edit *e, bri_error *err)
{
    target t = {0};
    bri_status status = e->text ? bri_model_units(model, err) : BRI_OK;
    if (!status) status = find(model, e->path, &t, err);
    if (status) return status;
    if (t.part && t.part->kind == &bri_parameter_kind) return set_parameter(model, t.part, e, err);
    return e->text ? set_text(model, &t, e->path, e->text, err) : set_number(&t, e, err);
}

bri_status bri_model_set_text(bri_model *model, const char *path, const char *text, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path && text);
    return edit_paths(model, &(edit){.path = path, .text = text}, err);
}

bri_status bri_model_add(bri_model *model, const char *group, const char *name, const char *text, bri_error *err)
{
    bri_error_clear(err);
    assert(model && group && name && text);
    const bri_param *row = bri_param_find(&bri_model_kind, group);
    bri_yaml *yaml = NULL;
    if (!row || row->type != BRI_MANY)
        return bri_fail(err, BRI_NOT_FOUND,
                        "there is no group '%.60s': the groups are parameters, materials, bodies, joints and forces",
                        group);
    bri_records *many = bri_row_at(row, model->root.params);
    if (bri_records_find(many, name))
        return bri_fail(err, BRI_BAD_VALUE, "'%.60s' is already the name of a %s; choose another name", name,
                        row->words);
    bri_status status = bri_model_units(model, err);
    bri_record *more = status ? NULL : realloc(many->at, ((size_t)many->count + 1) * sizeof *more);
    if (!status && !more) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: the model");
    if (status) return status;
    many->at = more;
    bri_record *made = &more[many->count];
    *made = (bri_record){0};
    bri_reader reader = {.units = model->units,
                         .catalogue = model->catalogue,
                         .defined = model->defined,
                         .group = bri_family_find(row->words),
                         .part = name,
                         .err = err};
    status = bri_yaml_parse(text, strlen(text), name, &yaml, err);
    if (!status) status = bri_string_copy(name, &made->name, err);
    if (!status)
        bri_read_record(&reader, bri_yaml_root(yaml), reader.group, (bri_unit_context){.star = row->unit}, made);
    bri_status read = bri_reader_end(&reader);
    bri_yaml_destroy(yaml);
    if (status || read) {
        bri_record_destroy(made);
        return status ? status : read;
    }
    many->count++;
    if (made->kind != &bri_parameter_kind) return BRI_OK;
    status = bri_parameters_update(model, name, err);
    if (status) { /* the others stay as they were */
        bri_record_destroy(&many->at[--many->count]);
        bri_parameters_update(model, NULL, NULL);
    }
    return status;
}
