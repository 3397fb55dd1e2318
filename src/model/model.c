/* model.c - models made, read, copied and destroyed */
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

#include "kind/record.h"

const bri_model_params *bri_model_root(const bri_model *model) { return model->root.params; }
const char *bri_model_name(const bri_model *model) { return model->name ? model->name : ""; }

void bri_model_destroy(bri_model *model)
{
    if (!model) return;
    bri_record_destroy(&model->root);
    bri_units_destroy(model->units);
    free(model->name);
    free(model);
}

static bri_status start_part(bri_record *record, const char *family, bri_error *err)
{
    const bri_family *of = bri_family_find(family);
    return bri_family_start(of, of->kind(0), NULL, record, err);
}

static bri_status create(const char *name, bri_model **model, bri_error *err)
{
    *model = NULL;
    bri_model *made = calloc(1, sizeof *made);
    if (!made) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for the model");
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

bri_status bri_model_create(bri_model **model, bri_error *err) { return create(NULL, model, err); }

bri_status bri_model_copy(const bri_model *model, bri_model **copy, bri_error *err)
{
    *copy = NULL;
    bri_model *made = calloc(1, sizeof *made);
    if (!made) return bri_fail(err, BRI_NO_MEMORY, "there is no memory for the model");
    bri_status status = bri_record_copy(&model->root, &made->root, err);
    if (!status) status = bri_string_copy(model->name, &made->name, err);
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

/* --- reading ----------------------------------------------------------------------------------------------------------- */

/* The root's rows, on top of the ground and run that every model has. */
static void read_root(bri_reader *reader, const bri_node *node, bri_model *model)
{
    bri_record read = {.line = 1, .column = 1};
    bri_read_record(reader, node, bri_family_find("model"), (bri_sense){.star = "1"}, &read);
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

bri_status bri_model_parse_with(bri_units *units, const char *text, size_t length, const char *name, bri_model **model,
                                bri_error *err)
{
    bri_yaml *yaml = NULL;
    bri_model *made = NULL;
    *model = NULL;
    bri_status status = bri_yaml_parse(text, length, name, &yaml, err);
    if (!status) status = create(name, &made, err);
    if (!status) {
        bri_reader reader = {.units = units, .name = name, .in_file = true, .err = err};
        read_root(&reader, bri_yaml_root(yaml), made);
        status = bri_reader_end(&reader);
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
    bri_units *units = NULL;
    *model = NULL;
    bri_status status = bri_units_create(&units, err);
    if (!status) status = bri_model_parse_with(units, text, length, name, model, err);
    if (status)
        bri_units_destroy(units);
    else
        (*model)->units = units;
    return status;
}

bri_status bri_model_read(const char *path, bri_model **model, bri_error *err)
{
    char *text;
    size_t length;
    *model = NULL;
    bri_status status = bri_file_read(path, &text, &length, err);
    if (!status) status = bri_model_parse(text, length, path, model, err);
    free(text);
    return status;
}
