/* parse.c - a model from a YAML or JSON text */
#include <assert.h>
#include <stdlib.h>

#include "base/fail.h"
#include "kind/record.h"
#include "model/check.h"
#include "model/model.h"
#include "model/parameters.h"
#include "model/read_record.h"

/* Reads the root; ground and run that are not given keep their defaults. */
static void read_root(bri_reader *reader, const bri_node *node, bri_model *model)
{
    bri_record read = {.line = 1, .column = 1};
    model->defined = bri_parameters_read(reader, node);
    bri_read_record(reader, node, bri_family_find("model"), (bri_unit_context){.star = "1"}, &read);
    if (!read.kind) return;
    bri_model_params *now = model->root.params, *root = read.params;
    if (!root->ground.kind) {
        root->ground = now->ground;
        now->ground = (bri_record){0};
    }
    if (!root->run.kind) {
        root->run = now->run;
        now->run = (bri_record){0};
    }
    bri_record_destroy(&model->root);
    model->root = read;
    bri_check_names(reader, model);
}

bri_status bri_model_parse_with(const bri_catalogue *catalogue, const char *text, size_t length, const char *name,
                                bri_model **model, bri_error *err)
{
    bri_error_clear(err);
    assert(model);
    bri_yaml *yaml = NULL;
    bri_model *made = NULL;
    *model = NULL;
    bri_status status = bri_yaml_parse(text, length, name, &yaml, err);
    if (!status) status = bri_model_create_named(catalogue, name, &made, err);
    if (!status) status = bri_model_units(made, err);
    if (!status) {
        bri_reader reader = {.units = made->units, .catalogue = catalogue, .name = name, .in_file = true, .err = err};
        read_root(&reader, bri_yaml_root(yaml), made);
        status = bri_reader_end(&reader);
        if (!status) status = bri_warn_of_unused_parameters(made, err);
    }
    bri_yaml_destroy(yaml);
    if (status)
        bri_model_destroy(made);
    else
        *model = made;
    return status;
}

bri_status bri_model_parse(const char *text, size_t length, const char *name, bri_model **model, bri_error *err)
{
    bri_error_clear(err);
    assert(text && model);
    return bri_model_parse_with(NULL, text, length, name, model, err);
}

bri_status bri_model_read_with(const bri_catalogue *catalogue, const char *path, bri_model **model, bri_error *err)
{
    bri_error_clear(err);
    assert(path && model);
    char *text;
    size_t length;
    *model = NULL;
    bri_status status = bri_file_read(path, &text, &length, err);
    if (!status) status = bri_model_parse_with(catalogue, text, length, path, model, err);
    free(text);
    return status;
}

bri_status bri_model_read(const char *path, bri_model **model, bri_error *err)
{
    bri_error_clear(err);
    return bri_model_read_with(NULL, path, model, err);
}
