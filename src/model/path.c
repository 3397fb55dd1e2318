/* path.c - numbers and units of a model by path */
#include "model/path.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "model/definitions.h"
#include "model/model.h"
#include "model/target.h"

bri_status bri_model_get(const bri_model *model, const char *path, double *value, bri_error *err)
{
    bri_error_clear(err);
    assert(model && path && value);
    bri_target t = {0};
    char name[160];
    bri_relay to = {err, path, NULL};
    bri_error one = {.each = bri_pass_on, .user = &to};
    bri_status status = bri_path_find(model, path, &t, err);
    if (status) return status;
    if (t.holder) {
        bri_target_name(&t, name);
        return bri_params_get(t.holder->kind, t.holder->params, name, value, &one);
    }
    if (t.part->kind == &bri_parameter_kind) {
        *value = bri_definitions_find(model->defined, t.part->name, strlen(t.part->name))->value.number;
        return BRI_OK;
    }
    if (!bri_is_one_number(t.part->kind))
        return bri_fail_at(err, BRI_BAD_VALUE, path, "this is a %s, not a number", t.family->name);
    return bri_params_get(t.part->kind, t.part->params, t.part->kind->params->name, value, &one);
}

bri_status bri_model_unit(const bri_model *model, const char *path, char unit[BRI_WORD_ROOM], bri_error *err)
{
    bri_target t = {0};
    bri_resolved_kind view;
    bri_status status = bri_path_find(model, path, &t, err);
    if (status) return status;
    *unit = '\0';
    if (t.holder) {
        const bri_kind *kind = bri_kind_resolve(&view, t.holder->kind, t.context);
        bri_param_unit(kind, bri_param_find(kind, t.row->name), t.holder->params, unit);
    } else if (t.part->kind == &bri_parameter_kind) {
        const bri_definition *d = bri_definitions_find(model->defined, t.part->name, strlen(t.part->name));
        snprintf(unit, BRI_WORD_ROOM, "%.63s", bri_dimension_unit(&d->value.dimension).at);
    } else if (bri_is_one_number(t.part->kind)) {
        const bri_kind *kind = bri_kind_resolve(&view, t.part->kind, t.within);
        bri_param_unit(kind, kind->params, t.part->params, unit);
    }
    if (!*unit) snprintf(unit, BRI_WORD_ROOM, "1");
    return BRI_OK;
}

bri_status bri_model_row(const bri_model *model, const char *path, bri_number_row *out, bri_error *err)
{
    bri_target t = {0};
    bri_resolved_kind view;
    double value;
    bri_status status = bri_model_get(model, path, &value, err);
    if (!status) status = bri_path_find(model, path, &t, err);
    if (status) return status;
    *out = (bri_number_row){.min = -INFINITY, .max = INFINITY};
    if (!t.holder && t.part->kind == &bri_parameter_kind) return BRI_OK;
    const bri_kind *kind = t.holder ? t.holder->kind : t.part->kind;
    kind = bri_kind_resolve(&view, kind, t.holder ? t.context : t.within);
    const bri_param *row = t.holder ? bri_param_find(kind, t.row->name) : kind->params;
    const bri_param *others[] = {bri_param_with_role(kind, BRI_ROLE_SLIDING),
                                 bri_param_with_role(kind, BRI_ROLE_STATIC)};
    char *paths[] = {out->sliding, out->peak};
    out->min = row->min;
    out->max = row->max;
    out->role = row->role;
    for (int i = 0; t.holder && i < 2; i++)
        if (others[i] && others[i] != row && others[i]->type == BRI_REAL)
            snprintf(paths[i], sizeof out->sliding, "%.*s%s", (int)(t.rest - path), path, others[i]->name);
    return BRI_OK;
}

const bri_record *bri_model_by_word(const bri_model *model, const char *path)
{
    bri_target t = {0};
    bool by_word = !bri_path_find(model, path, &t, NULL) && t.holder && t.row == bri_row_by_word(t.holder->kind);
    const bri_record *found = by_word ? bri_row_at(t.row, t.holder->params) : NULL;
    return found && found->kind ? found : NULL;
}
