/* path.c - values of a model by path: "crank.at.x", "hinge.friction.mu_s", "run.until"
 *
 * A path begins with a row of the root, or with the name of a material, body, joint or force, and continues with rows
 * of their parts. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "kind/record.h"
#include "model/families.h"
#include "model/model.h"
#include "model/read_record.h"

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
    const bri_records *groups[] = {&root->materials, &root->bodies, &root->joints, &root->forces};
    index -= own;
    for (int i = 0; i < 4; i++) {
        if (index < groups[i]->count) return groups[i]->at[index].name;
        index -= groups[i]->count;
    }
    return NULL;
}

static bri_status report_unknown(const query *w, const char *path, const bri_record *record, const bri_record *word)
{
    char step[128], hint[200];
    places all = {record, word};
    bri_text_suggest(hint, sizeof hint, copy_step(path, step), next_row, &all);
    if (path == w->path) return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "there is no '%.60s'%s", step, hint);
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
    if (!part->kind)
        return bri_fail_at(w->err, BRI_NOT_FOUND, w->path, "there is no %s in '%.*s'", family->name,
                           (int)(path - w->path - 1), w->path);
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
    return report_unknown(w, path, record, word && word->kind ? word : NULL);
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
} relay;

static void pass_on(const bri_error *one, void *user)
{
    const relay *to = user;
    bri_fail_at(to->err, one->status, to->path, "%s", one->what);
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

bri_status bri_model_get(const bri_model *model, const char *path, double *value, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path && value);
    target t = {0};
    char name[160];
    relay to = {err, path};
    bri_error one = {.each = pass_on, .user = &to};
    bri_status status = find(model, path, &t, err);
    if (status) return status;
    if (t.holder) {
        print_rest(&t, name);
        return bri_params_get(t.holder->kind, t.holder->params, name, value, &one);
    }
    if (!is_one_number(t.part->kind))
        return bri_fail_at(err, BRI_BAD_VALUE, path, "this is a %s, not a number", t.family->name);
    return bri_params_get(t.part->kind, t.part->params, t.part->kind->params->name, value, &one);
}

/* Sets a part to a number; unless the part is a single number already, it becomes the plain kind of its family. */
static bri_status set_part(target *t, const char *path, double value, bri_error *err)
{
    bri_resolved_kind view;
    bri_record made = {.line = t->part->line, .column = t->part->column};
    relay to = {err, path};
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
    if (made.kind && status) bri_record_destroy(&made);
    if (!made.kind || status) return status;
    bri_record_destroy(t->part);
    *t->part = made;
    return BRI_OK;
}

bri_status bri_model_set(bri_model *model, const char *path, double value, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path);
    target t = {0};
    char name[160];
    bri_resolved_kind view;
    relay to = {err, path};
    bri_error one = {.each = pass_on, .user = &to};
    bri_status status = find(model, path, &t, err);
    if (status) return status;
    if (!t.holder) return set_part(&t, path, value, err);
    print_rest(&t, name);
    return bri_params_set(bri_kind_resolve(&view, t.holder->kind, t.context), t.holder->params, name, value, &one);
}

/* --- texts -------------------------------------------------------------------------------------------------------- */

/* Copies to a new law the parameters that the old law also has, in the same unit, and that differ from its defaults. */
static void keep_common(const bri_record *old, bri_record *now)
{
    for (const bri_param *row = now->kind->params; row->name; row++) {
        const bri_param *same = bri_param_find(old->kind, row->name);
        double value;
        if (!same || same->type != row->type || strcmp(same->unit, row->unit) != 0) continue;
        if (row->type == BRI_CHOICE && strcmp(same->words, row->words) != 0) continue;
        if (row->type == BRI_LIST) {
            *(bri_list *)bri_row_at(row, now->params) = *(bri_list *)bri_row_at(same, old->params);
            continue;
        }
        if (!bri_params_get(old->kind, old->params, row->name, &value, NULL) && value != same->initial)
            bri_params_set(now->kind, now->params, row->name, value, NULL);
    }
}

static bri_status set_word(const bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    const bri_family *family = bri_family_find(t->row->words);
    bri_record *part = bri_row_at(t->row, t->holder->params), made = {.line = part->line, .column = part->column};
    const bri_kind *kind = bri_family_kind(family, model->catalogue, text);
    if (!kind) return bri_fail_at(err, BRI_NOT_FOUND, path, "there is no %s '%.60s'", family->name, text);
    bri_status status = bri_family_create_record(family, kind, NULL, &made, err);
    if (status) return status;
    if (part->kind) keep_common(part, &made);
    bri_record_destroy(part);
    *part = made;
    return BRI_OK;
}

/* Reads a text as in a file into a copy of the record, which replaces the record if there is no error. */
static bri_status set_yaml(bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    bri_yaml *yaml = NULL;
    bri_record *old = t->holder ? t->holder : t->part, made = {0};
    assert(old);
    bri_status status = bri_yaml_parse(text, strlen(text), path, &yaml, err);
    bri_reader reader = {.units = model->units, .catalogue = model->catalogue, .name = path, .err = err};
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

static bri_status set_scalar(bri_model *model, target *t, const char *path, const char *text, bri_error *err)
{
    char name[160];
    bri_resolved_kind view;
    relay to = {err, path};
    bri_error one = {.each = pass_on, .user = &to};
    print_rest(t, name);
    return bri_params_set_text(bri_kind_resolve(&view, t->holder->kind, t->context), t->holder->params, model->units,
                               name, text, &one);
}

bri_status bri_model_set_text(bri_model *model, const char *path, const char *text, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path && text);
    target t = {0};
    bri_status status = bri_model_units(model, err);
    if (!status) status = find(model, path, &t, err);
    if (status) return status;
    if (t.holder && t.row->type == BRI_PART) return set_word(model, &t, path, text, err);
    if (t.holder && (t.row->type < BRI_VECTOR || (t.row->type == BRI_VECTOR && *after(t.rest))))
        return set_scalar(model, &t, path, text, err);
    if (t.holder && *after(t.rest))
        return bri_fail_at(err, BRI_NOT_FOUND, path, "the path continues beyond a value; shorten it");
    return set_yaml(model, &t, path, text, err);
}

bri_status bri_model_add(bri_model *model, const char *group, const char *name, const char *text, bri_error *err)
{
    bri_error_clear(err);
    assert(model && group && name && text);
    const bri_param *row = bri_param_find(&bri_model_kind, group);
    bri_yaml *yaml = NULL;
    if (!row || row->type != BRI_MANY)
        return bri_fail(err, BRI_NOT_FOUND,
                        "there is no group '%.60s': the groups are materials, bodies, joints and forces", group);
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
                         .group = bri_family_find(row->words),
                         .part = name,
                         .err = err};
    status = bri_yaml_parse(text, strlen(text), name, &yaml, err);
    if (!status) status = bri_string_copy(name, &made->name, err);
    if (!status)
        bri_read_record(&reader, bri_yaml_root(yaml), reader.group, (bri_unit_context){.star = row->unit}, made);
    bri_status read = bri_reader_end(&reader);
    bri_yaml_destroy(yaml);
    if (status || read)
        bri_record_destroy(made);
    else
        many->count++;
    return status ? status : read;
}
