/* target.c - what a path of a model refers to
 *
 * A path begins with a row of the root, or with the name of a material, body, joint or force, and continues with rows
 * of their parts. */
#include "model/target.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "model/model.h"
#include "model/read_record.h"
#include "model/read_value.h"

enum {
    GROUPS = 5 /* of named parts: parameters, materials, bodies, joints, forces */
};

typedef struct query {
    const char *path;
    bri_error *err;
} query;

static size_t step_length(const char *path) { return strcspn(path, "."); }

static bool is_step(const char *path, const char *name)
{
    return strlen(name) == step_length(path) && !strncmp(path, name, strlen(name));
}

const char *bri_after_step(const char *path)
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
                        const char *path, bri_target *out);

/* Continues in a part. */
static bri_status enter_part(const query *w, bri_record *part, const bri_family *family, bri_unit_context within,
                             const char *path, bri_target *out)
{
    if (!*path) {
        *out = (bri_target){.part = part, .family = family, .within = within};
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
static bri_status enter_many(const query *w, bri_records *many, const bri_param *row, const char *path, bri_target *out)
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
    return enter_part(w, one, bri_family_find(row->words), (bri_unit_context){.star = row->unit}, bri_after_step(path),
                      out);
}

static bri_status enter_row(const query *w, bri_record *record, bri_unit_context context, const bri_param *row,
                            const char *path, bri_target *out)
{
    const char *next = bri_after_step(path);
    void *at = bri_row_at(row, record->params);
    if (row->type == BRI_MANY && *next) return enter_many(w, at, row, next, out);
    if (row->type == BRI_PART && bri_family_find(row->words)->naming != BRI_BY_WORD)
        return enter_part(w, at, bri_family_find(row->words), bri_unit_context_of(record, row), next, out);
    *out = (bri_target){.holder = record, .context = context, .row = row, .rest = path};
    return BRI_OK;
}

static bri_status enter(const query *w, bri_record *record, const bri_family *family, bri_unit_context context,
                        const char *path, bri_target *out)
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

bri_status bri_path_find(const bri_model *model, const char *path, bri_target *out, bri_error *err)
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

bool bri_is_one_number(const bri_kind *kind)
{
    return kind && kind->params[0].type == BRI_REAL && !kind->params[1].name;
}

void bri_target_name(const bri_target *t, char out[160])
{
    const char *element = t->rest + step_length(t->rest);
    snprintf(out, 160, "%s%.60s", t->row->name, element);
}

void bri_pass_on(const bri_error *one, void *user)
{
    const bri_relay *to = user;
    size_t length = to->row ? strlen(to->row->name) : 0;
    bool repeats = length && !strncmp(one->what, to->row->name, length) && !strncmp(one->what + length, ": ", 2);
    bri_fail_at(to->err, one->status, to->path, "%s", one->what + (repeats ? length + 2 : 0));
}
