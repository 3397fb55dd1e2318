/* parameters.c - the parameters of a model, and the numbers that follow them */
#include "model/parameters.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kind/expressions.h"
#include "kind/record.h"
#include "unit/unit.h"

/* --- from a file -------------------------------------------------------------------------------------------------- */

static const bri_node *find_value(const bri_node *node, const char *key)
{
    for (int i = 0; node->type == BRI_MAPPING && i < node->count; i++)
        if (!strcmp(node->key[i]->text, key)) return node->value[i];
    return NULL;
}

/* The node that holds the text of a parameter, "r: 5 mm" or "r: {value: 5 mm}". */
static const bri_node *text_of(const bri_node *value)
{
    const bri_node *inside = find_value(value, bri_parameter_kind.params->name);
    return inside ? inside : value;
}

typedef struct file_error {
    bri_reader *reader;
    const bri_node *all; /* the mapping of parameters */
} file_error;

static void report_in_file(void *user, int index, bool of_name, const bri_error *error)
{
    const file_error *to = user;
    const bri_node *key = to->all->key[index], *node = of_name ? key : text_of(to->all->value[index]);
    if (!of_name) to->reader->group = bri_family_find("parameter"), to->reader->part = key->text;
    bri_reader_error(to->reader, error->status, node->line, bri_node_column(node, error->where), "%s", error->what);
    to->reader->group = NULL, to->reader->part = NULL;
}

bri_definitions *bri_parameters_read(bri_reader *reader, const bri_node *root)
{
    const bri_node *all = find_value(root, "parameters");
    bri_definitions *defined = NULL;
    if (!all || all->type != BRI_MAPPING || !all->count) return NULL;
    const char **texts = calloc(2 * (size_t)all->count, sizeof *texts), **names = texts ? texts + all->count : NULL;
    file_error to = {reader, all};
    for (int i = 0; texts && i < all->count; i++) {
        const bri_node *node = text_of(all->value[i]);
        bool given = node->type == BRI_SCALAR && !bri_node_is_empty(node); /* if not: reported where it is read */
        if (bri_node_is_empty(node))
            bri_reader_error(reader, BRI_MISSING, all->key[i]->line, all->key[i]->column,
                             "parameter '%.60s' has no value: give it one, or remove it", all->key[i]->text);
        names[i] = all->key[i]->text;
        texts[i] = given ? node->text : NULL;
    }
    if (!texts || !bri_definitions_create(names, texts, all->count, report_in_file, &to, &defined))
        bri_reader_no_memory(reader);
    free(texts);
    reader->defined = defined;
    return defined;
}

/* --- numbers that follow ------------------------------------------------------------------------------------------ */

static void report_change(void *user, int index, bool of_name, const bri_error *error)
{
    (void)index, (void)of_name;
    bri_reader_error(user, error->status, 0, 0, "%s", error->what);
}

/* Sets a number of a record in a kind with resolved units. */
static bri_status put_number(const bri_kind *kind, bri_record *record, const bri_param *row, int index, double value,
                             bri_error *err)
{
    char name[128];
    void *at = bri_row_at(row, record->params);
    if (row->type == BRI_SERIES) {
        if (!(value >= row->min && value <= row->max))
            return bri_fail(err, BRI_BAD_VALUE, "%s: %g is out of range: it must lie between %g and %g", row->name,
                            value, row->min, row->max);
        ((bri_series *)at)->at[index / 2][index % 2] = value;
        return BRI_OK;
    }
    if (row->type == BRI_VECTOR)
        snprintf(name, sizeof name, "%s.%s", row->name, index ? "y" : "x");
    else if (row->type == BRI_LIST)
        snprintf(name, sizeof name, "%s.%d", row->name, index + 1);
    else if (row->type == BRI_QUANTITIES)
        snprintf(name, sizeof name, "%s.%s", row->name, ((const bri_quantities *)at)->name[index]);
    else
        snprintf(name, sizeof name, "%s", row->name);
    return bri_params_set(kind, record->params, name, value, err);
}

static void follow_one(bri_reader *r, const bri_kind *kind, bri_record *record, const bri_expression *one)
{
    const bri_param *row = &kind->params[one->row];
    char unit[BRI_WORD_ROOM];
    measure m = MEASURE_OF_ONE;
    bri_value value;
    bri_error err = {0};
    bri_param_unit(kind, row, record->params, unit);
    if (row->type == BRI_SERIES && one->index % 2 == 0) snprintf(unit, sizeof unit, "%s", row->follows);
    if (row->type == BRI_QUANTITIES) {
        const bri_quantities *all = bri_row_at(row, record->params);
        snprintf(unit, sizeof unit, "%s", all->unit[one->index]);
    }
    bri_unit_read(unit, &m);
    dimension wanted = bri_dimension_of(&m);
    bri_status status = bri_definitions_evaluate(r->defined, one->text, row->name, &value, &err);
    if (!status && !bri_dimension_same(&wanted, &value.dimension))
        status = bri_fail(&err, BRI_BAD_VALUE, "%s: '%.80s' is %s, but %s is wanted", row->name, one->text,
                          bri_dimension_describe(&value.dimension).at, bri_dimension_describe(&wanted).at);
    else if (!status && put_number(kind, record, row, one->index, value.number, &err))
        status = err.status;
    if (status) bri_reader_error(r, status, record->line, record->column, "%s", err.what);
}

static void follow(bri_reader *r, bri_record *record, bri_unit_context context)
{
    bri_resolved_kind view;
    if (!record->kind) return;
    const bri_kind *kind = bri_kind_resolve(&view, record->kind, context);
    for (int i = 0; record->expressions && i < record->expressions->count; i++)
        follow_one(r, kind, record, &record->expressions->at[i]);
    for (const bri_param *row = record->kind->params; row->name; row++) {
        void *at = bri_row_at(row, record->params);
        bool top = record->kind == &bri_model_kind;
        bri_records *many = row->type == BRI_MANY ? at : NULL;
        if (row->type == BRI_PART) follow(r, at, bri_unit_context_of(record, row));
        for (int i = 0; many && i < many->count; i++) {
            if (top) r->group = bri_family_find(row->words), r->part = many->at[i].name;
            follow(r, &many->at[i], (bri_unit_context){.star = row->unit});
            if (top) r->group = NULL, r->part = NULL;
        }
    }
}

bri_status bri_parameters_update(bri_model *model, const char *name, bri_error *err)
{
    bri_reader reader = {.units = model->units, .catalogue = model->catalogue, .name = name, .err = err};
    bri_definitions *defined = NULL;
    if (!bri_definitions_of(&bri_model_root(model)->parameters, report_change, &reader, &defined))
        bri_reader_no_memory(&reader);
    bri_definitions_destroy(model->defined);
    reader.defined = model->defined = defined;
    if (!reader.status) follow(&reader, &model->root, (bri_unit_context){.star = "1"});
    return bri_reader_end(&reader);
}

/* --- parameters that nothing follows ------------------------------------------------------------------------------ */

/* Marks the parameters in the expressions of a record and its parts. */
static void mark_used(const bri_definitions *defined, const bri_record *record, bool *used)
{
    for (int i = 0; record->expressions && i < record->expressions->count; i++)
        bri_definitions_mark(defined, record->expressions->at[i].text, used);
    for (const bri_param *row = record->kind ? record->kind->params : NULL; row && row->name; row++) {
        void *at = bri_row_at(row, record->params);
        const bri_records *many = row->type == BRI_MANY ? at : NULL;
        if (row->type == BRI_PART) mark_used(defined, at, used);
        for (int i = 0; many && i < many->count; i++)
            mark_used(defined, &many->at[i], used);
    }
}

/* Marks those on which marked ones depend. */
static void mark_behind(const bri_definitions *defined, const bri_records *parameters, bool *used)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (int i = 0; i < defined->count; i++) {
            const bri_parameter_params *one = parameters->at[i].params;
            bool follows = used[i] && bri_definitions_reading(defined, one->value) != BRI_READ_QUANTITY;
            grew = (follows && bri_definitions_mark(defined, one->value, used)) || grew;
        }
    }
}

bri_status bri_warn_of_unused_parameters(const bri_model *model, bri_error *err)
{
    const bri_definitions *defined = model->defined;
    const bri_records *parameters = &bri_model_root(model)->parameters;
    if (!defined) return BRI_OK;
    bool *used = calloc((size_t)defined->count, sizeof *used);
    if (!used) return bri_fail(err, BRI_NO_MEMORY, "out of memory: %d parameters", defined->count);
    mark_used(defined, &model->root, used);
    mark_behind(defined, parameters, used);
    for (int i = 0; i < defined->count; i++) {
        char where[256];
        const bri_record *one = &parameters->at[i];
        if (used[i]) continue;
        bri_place_print(where, bri_model_name(model), one->line, one->column);
        bri_warn_at(err, where, "parameter '%.60s' has no effect: no number of the model follows it", one->name);
    }
    free(used);
    return BRI_OK;
}
