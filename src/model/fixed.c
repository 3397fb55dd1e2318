/* fixed.c - numbers of a model that a simulation reads only once: settings of the run, initial values, places, and others that the
 * tables mark by BRI_ROLE_BUILT */
#include "model/fixed.h"

#include <string.h>

#include "base/fail.h"
#include "friction/kinds.h"
#include "kind/record.h"
#include "model/families.h"
#include "model/target.h"

/* What changes a number, for messages; NULL: a running simulation follows it. */
static const char *what_changes(const bri_kind *kind, const bri_param *row)
{
    static const char once[] =
        "is read when a system is built: set it in the model (bri_model_set), and create another "
        "system and sim";
    if (kind == &bri_run_kind)
        return "is a setting of the run: give it in a bri_run_def or in the model, and create another sim";
    if (kind == &bri_noise_kind || kind == &bri_pair_kind || !strcmp(kind->family, "shape")) return once;
    switch (row->role) {
    case BRI_ROLE_INITIAL:
        return "is an initial value: set the present states by bri_sim_set_states, or create another sim";
    case BRI_ROLE_PLACE:
    case BRI_ROLE_LINE_POINT:
    case BRI_ROLE_DIRECTION:
    case BRI_ROLE_EFFORT:
    case BRI_ROLE_BUILT: return once;
    default: return NULL;
    }
}

bri_status bri_refuse_fixed(const bri_model *model, const char *path, bool *is_parameter, bri_error *err)
{
    bri_target t = {0};
    *is_parameter = false;
    bri_status status = bri_path_find(model, path, &t, err);
    if (status) return status;
    *is_parameter = t.part && t.part->kind == &bri_parameter_kind;
    const char *how = t.holder ? what_changes(t.holder->kind, t.row) : NULL;
    return how ? bri_fail_at(err, BRI_BAD_VALUE, path, "a running simulation cannot change %s, which %s", path, how)
               : BRI_OK;
}

static size_t size_of(const bri_param *row)
{
    switch (row->type) {
    case BRI_REAL: return sizeof(double);
    case BRI_INT:
    case BRI_CHOICE: return sizeof(int);
    case BRI_LIST: return sizeof(bri_list);
    case BRI_VECTOR: return 2 * sizeof(double);
    default: return 0;
    }
}

static bool differs(const bri_param *row, const void *a, const void *b)
{
    const bri_series *s = a, *t = b;
    if (row->type == BRI_SERIES)
        return s->count != t->count || (s->count && memcmp(s->at, t->at, (size_t)s->count * sizeof *s->at) != 0);
    return size_of(row) > 0 && memcmp(a, b, size_of(row)) != 0;
}

typedef struct found {
    const bri_record *record; /* NULL: none */
    const bri_param *row;
    const char *group, *part; /* part of the model to which the record belongs; group: "body" */
} found;

static void compare(const bri_record *a, const bri_record *b, found *f)
{
    if (!a->kind || a->kind != b->kind || f->record) return;
    for (const bri_param *row = a->kind->params; row->name && !f->record; row++) {
        const void *x = bri_row_at(row, a->params), *y = bri_row_at(row, b->params);
        const bri_records *many = x, *others = y;
        if (row->type == BRI_PART) compare(x, y, f);
        for (int i = 0; row->type == BRI_MANY && i < many->count && i < others->count && !f->record; i++) {
            bool top = a->kind == &bri_model_kind;
            if (top) f->group = row->words, f->part = many->at[i].name;
            compare(&many->at[i], &others->at[i], f);
            if (top && !f->record) f->group = f->part = NULL;
        }
        if (!f->record && what_changes(a->kind, row) && differs(row, x, y)) f->record = a, f->row = row;
    }
}

bri_status bri_refuse_fixed_changes(const bri_model *before, const bri_model *now, const char *path, bri_error *err)
{
    found f = {0};
    compare(&before->root, &now->root, &f);
    if (!f.record) return BRI_OK;
    return bri_fail_at(err, BRI_BAD_VALUE, path,
                       "a running simulation cannot change %s: it also gives %s%s%s%s%s, which %s", path, f.row->name,
                       f.group ? " of " : "", f.group ? f.group : "", f.group ? " " : "", f.part ? f.part : "",
                       what_changes(f.record->kind, f.row));
}
