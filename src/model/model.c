/* model.c - models created, copied and destroyed */
#include "model/model.h"

#include <assert.h>
#include <stdlib.h>

#include "base/fail.h"
#include "kind/record.h"
#include "model/definitions.h"
#include "model/families.h"

const bri_model_params *bri_model_root(const bri_model *model) { return model->root.params; }
const char *bri_model_name(const bri_model *model) { return model->name ? model->name : ""; }

void bri_model_destroy(bri_model *model)
{
    if (!model) return;
    bri_record_destroy(&model->root);
    bri_definitions_destroy(model->defined);
    bri_units_destroy(model->units);
    free(model->name);
    free(model);
}

static bri_status start_part(bri_record *record, const char *family, bri_error *err)
{
    const bri_family *of = bri_family_find(family);
    return bri_family_create_record(of, of->kind(0), NULL, record, err);
}

bri_status bri_model_create_named(const bri_catalogue *catalogue, const char *name, bri_model **model, bri_error *err)
{
    *model = NULL;
    bri_model *made = calloc(1, sizeof *made);
    if (!made) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the model");
    made->catalogue = catalogue;
    bri_status status = start_part(&made->root, "model", err);
    bri_model_params *root = made->root.params;
    if (!status) status = start_part(&root->ground, "ground", err);
    if (!status) status = start_part(&root->run, "run", err);
    if (!status) status = bri_string_copy(name, &made->name, err);
    if (status)
        bri_model_destroy(made);
    else
        *model = made;
    return status;
}

bri_status bri_model_create_with(const bri_catalogue *catalogue, bri_model **model, bri_error *err)
{
    bri_error_clear(err);
    return bri_model_create_named(catalogue, NULL, model, err);
}

bri_status bri_model_create(bri_model **model, bri_error *err)
{
    bri_error_clear(err);
    assert(model);
    return bri_model_create_with(NULL, model, err);
}

static void no_report(void *user, int index, bool of_name, const bri_error *error)
{
    (void)user, (void)index, (void)of_name, (void)error;
}

bri_status bri_model_copy(const bri_model *model, bri_model **copy, bri_error *err)
{
    bri_error_clear(err);
    assert(model && copy);
    *copy = NULL;
    bri_model *made = calloc(1, sizeof *made);
    if (!made) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the model");
    made->catalogue = model->catalogue;
    bri_status status = bri_record_copy(&model->root, &made->root, err);
    if (!status) status = bri_string_copy(model->name, &made->name, err);
    if (!status && model->defined &&
        !bri_definitions_of(&bri_model_root(made)->parameters, no_report, NULL, &made->defined))
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: the model");
    if (status)
        bri_model_destroy(made);
    else
        *copy = made;
    return status;
}

bri_status bri_model_units(bri_model *model, bri_error *err)
{
    return model->units ? BRI_OK : bri_units_create(&model->units, err);
}
