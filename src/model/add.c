/* add.c - a new parameter, material, body, joint or force of a model */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "kind/lookup.h"
#include "kind/record.h"
#include "model/model.h"
#include "model/parameters.h"
#include "model/read_record.h"

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
