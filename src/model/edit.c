/* edit.c - values of a model that are set by path, as numbers or as the text of a file
 *
 * An edit that changes several numbers (a parameter, a path with '*') changes all of them or none. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "kind/expressions.h"
#include "model/check.h"
#include "model/match.h"
#include "model/model.h"
#include "model/parameters.h"
#include "model/read_record.h"
#include "model/read_value.h"
#include "model/target.h"

/* --- numbers ------------------------------------------------------------------------------------------------------ */

/* Sets a part to a number; unless the part is a single number already, it becomes the plain kind of its family. */
static bri_status set_part(bri_target *t, const char *path, double value, bri_error *err)
{
    bri_resolved_kind view;
    assert(t->part);
    bri_record made = {.line = t->part->line, .column = t->part->column};
    bri_relay to = {err, path, NULL};
    bri_error one = {.each = bri_pass_on, .user = &to};
    if (!bri_is_one_number(t->part->kind)) {
        if (!bri_is_one_number(t->family->plain))
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
static int index_of(const bri_target *t)
{
    const char *element = bri_after_step(t->rest);
    return *element ? bri_row_element(t->row, t->holder->params, element) : BRI_ALL_INDICES;
}

static void drop_expression(const bri_target *t)
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

/* Whether an edit may turn coefficients of friction into torques. */
static bool may_change_effort(const bri_target *t)
{
    if (!t->part) return t->row->role == BRI_ROLE_EFFORT;
    return !strcmp(t->family->name, "joint") || !strcmp(t->family->name, "friction");
}

static bri_status edit_paths(bri_model *model, const edit *e, bri_error *err)
{
    bri_target t = {0};
    if (strchr(e->path, '*')) return edit_matches(model, e, err);
    bri_status status = bri_path_find(model, e->path, &t, err);
    if (status) return status;
    bool one = t.part && t.part->kind == &bri_parameter_kind;
    bool all = t.holder == &model->root && t.row->words && !strcmp(t.row->words, "parameter");
    return one || all || may_change_effort(&t) ? edit_all(model, e, 1, err) : edit_one(model, e, err);
}

static bri_status set_number(bri_target *t, const edit *e, bri_error *err)
{
    char name[160];
    bri_resolved_kind view;
    bri_relay to = {err, e->path, t->row};
    bri_error one = {.each = bri_pass_on, .user = &to};
    if (!t->holder) return set_part(t, e->path, e->number, err);
    bri_target_name(t, name);
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

static bri_status set_word(const bri_model *model, bri_target *t, const char *path, const char *text, bri_error *err)
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
static bri_status set_yaml(bri_model *model, bri_target *t, const char *path, const char *text, bri_error *err)
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
static bri_status set_scalar(bri_model *model, bri_target *t, const char *path, const char *text, bri_error *err)
{
    char name[160], computed[128];
    bri_resolved_kind view;
    bri_relay to = {err, path, t->row};
    bri_error one = {.each = bri_pass_on, .user = &to};
    bri_reader reader = {
        .units = model->units, .catalogue = model->catalogue, .defined = model->defined, .name = path, .err = &one};
    bri_target_name(t, name);
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

static bri_status set_text(bri_model *model, bri_target *t, const char *path, const char *text, bri_error *err)
{
    if (t->holder && t->row->type == BRI_PART) return set_word(model, t, path, text, err);
    bool whole = t->holder && !*bri_after_step(t->rest);
    bool list = whole && t->row->type == BRI_LIST && bri_definitions_uses(model->defined, text, false);
    bool mapping = whole && t->row->type == BRI_QUANTITIES && *text == '{';
    if (list || mapping) return set_yaml(model, t, path, text, err);
    if (t->holder && (t->row->type < BRI_VECTOR || (t->row->type == BRI_VECTOR && *bri_after_step(t->rest))))
        return set_scalar(model, t, path, text, err);
    if (t->holder && *bri_after_step(t->rest))
        return bri_fail_at(err, BRI_NOT_FOUND, path, "the path continues beyond a value; shorten it");
    bri_status status = set_yaml(model, t, path, text, err);
    bool parameters = t->holder == &model->root && !strcmp(t->row->words ? t->row->words : "", "parameter");
    return status || !parameters ? status : bri_parameters_update(model, path, err);
}

/* One path, without restoring the model where several numbers change. */
static bri_status edit_one(bri_model *model, const edit *e, bri_error *err)
{
    bri_target t = {0};
    bri_status status = e->text ? bri_model_units(model, err) : BRI_OK;
    if (!status) status = bri_path_find(model, e->path, &t, err);
    if (status) return status;
    if (t.part && t.part->kind == &bri_parameter_kind) return set_parameter(model, t.part, e, err);
    bool effort = may_change_effort(&t);
    status = e->text ? set_text(model, &t, e->path, e->text, err) : set_number(&t, e, err);
    if (status || !effort) return status;
    bri_reader reader = {.name = e->path, .err = err};
    bri_check_efforts(&reader, model);
    return bri_reader_end(&reader);
}

bri_status bri_model_set_text(bri_model *model, const char *path, const char *text, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path && text);
    return edit_paths(model, &(edit){.path = path, .text = text}, err);
}
