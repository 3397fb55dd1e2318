/* record.c - parts of a model created, copied and destroyed as the tables of their kinds say */
#include "kind/record.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "kind/expressions.h"

static bri_status no_memory(bri_error *err) { return bri_fail(err, BRI_NO_MEMORY, "out of memory: the model"); }

bri_status bri_string_copy(const char *from, char **copy, bri_error *err)
{
    *copy = NULL;
    if (!from) return BRI_OK;
    size_t size = strlen(from) + 1;
    char *made = malloc(size);
    if (!made) return no_memory(err);
    memcpy(made, from, size);
    *copy = made;
    return BRI_OK;
}

bri_status bri_record_create(bri_record *record, const bri_kind *kind, const char *name, bri_error *err)
{
    record->params = malloc(kind->params_size);
    if (!record->params) return no_memory(err);
    record->kind = kind;
    bri_params_defaults(kind, record->params);
    bri_status status = bri_string_copy(name, &record->name, err);
    if (status) bri_record_destroy(record);
    return status;
}

bri_status bri_records_create(bri_records *records, int count, bri_error *err)
{
    *records = (bri_records){0};
    if (count == 0) return BRI_OK;
    records->at = calloc((size_t)count, sizeof *records->at);
    if (!records->at) return no_memory(err);
    records->count = count;
    return BRI_OK;
}

bri_record *bri_records_find(const bri_records *records, const char *name)
{
    for (int i = 0; i < records->count; i++)
        if (records->at[i].name && !strcmp(records->at[i].name, name)) return &records->at[i];
    return NULL;
}

/* --- destroying --------------------------------------------------------------------------------------------------- */

void bri_names_destroy(bri_names *names)
{
    for (int i = 0; i < names->count; i++)
        free(names->at[i]);
    free(names->at);
    *names = (bri_names){0};
}

void bri_records_destroy(bri_records *records)
{
    for (int i = 0; i < records->count; i++)
        bri_record_destroy(&records->at[i]);
    free(records->at);
    *records = (bri_records){0};
}

static void destroy_row(const bri_param *row, void *at)
{
    if (row->type == BRI_STRING)
        free(*(char **)at);
    else if (row->type == BRI_NAMES)
        bri_names_destroy(at);
    else if (row->type == BRI_SERIES)
        free(((bri_series *)at)->at);
    else if (row->type == BRI_PART)
        bri_record_destroy(at);
    else if (row->type == BRI_MANY)
        bri_records_destroy(at);
}

void bri_record_destroy(bri_record *record)
{
    if (record->kind)
        for (const bri_param *row = record->kind->params; row->name; row++)
            destroy_row(row, bri_row_at(row, record->params));
    bri_expressions_drop(record);
    free(record->params);
    free(record->name);
    *record = (bri_record){0};
}

/* --- copying: each begins empty, so that a half-made copy can be destroyed ---------------------------------------- */

static bri_status copy_names(const bri_names *from, bri_names *copy, bri_error *err)
{
    bri_status status = BRI_OK;
    if (from->count == 0) return BRI_OK;
    copy->at = calloc((size_t)from->count, sizeof *copy->at);
    if (!copy->at) return no_memory(err);
    copy->count = from->count;
    for (int i = 0; !status && i < from->count; i++)
        status = bri_string_copy(from->at[i], &copy->at[i], err);
    return status;
}

static bri_status copy_series(const bri_series *from, bri_series *copy, bri_error *err)
{
    if (from->count == 0) return BRI_OK;
    size_t size = (size_t)from->count * sizeof *from->at;
    copy->at = malloc(size);
    if (!copy->at) return no_memory(err);
    memcpy(copy->at, from->at, size);
    copy->count = from->count;
    return BRI_OK;
}

static bri_status copy_records(const bri_records *from, bri_records *copy, bri_error *err)
{
    bri_status status = bri_records_create(copy, from->count, err);
    for (int i = 0; !status && i < from->count; i++)
        status = bri_record_copy(&from->at[i], &copy->at[i], err);
    return status;
}

static bri_status copy_row(const bri_param *row, const void *from, void *copy, bri_error *err)
{
    static const size_t size[] = {
        [BRI_REAL] = sizeof(double),         [BRI_INT] = sizeof(int),
        [BRI_CHOICE] = sizeof(int),          [BRI_LIST] = sizeof(bri_list),
        [BRI_FORMULA] = sizeof(bri_formula), [BRI_QUANTITIES] = sizeof(bri_quantities),
        [BRI_VECTOR] = sizeof(double[2]),
    };
    if (row->type == BRI_STRING) return bri_string_copy(*(char *const *)from, copy, err);
    if (row->type == BRI_NAMES) return copy_names(from, copy, err);
    if (row->type == BRI_SERIES) return copy_series(from, copy, err);
    if (row->type == BRI_PART) return bri_record_copy(from, copy, err);
    if (row->type == BRI_MANY) return copy_records(from, copy, err);
    memcpy(copy, from, size[row->type]);
    return BRI_OK;
}

static bri_status copy_params(const bri_record *from, bri_record *copy, bri_error *err)
{
    bri_status status = bri_record_create(copy, from->kind, NULL, err);
    for (const bri_param *row = from->kind->params; !status && row->name; row++)
        status = copy_row(row, bri_row_at(row, from->params), bri_row_at(row, copy->params), err);
    if (!status) status = bri_expressions_copy(from, copy, err);
    return status;
}

bri_status bri_record_copy(const bri_record *from, bri_record *copy, bri_error *err)
{
    *copy = (bri_record){0};
    bri_status status = from->kind ? copy_params(from, copy, err) : BRI_OK;
    if (!status) status = bri_string_copy(from->name, &copy->name, err);
    copy->line = from->line;
    copy->column = from->column;
    if (status) bri_record_destroy(copy);
    return status;
}
