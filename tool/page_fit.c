/* page_fit.c - a fit for a page: measured and computed curves, of a law or of columns of a mechanism; intervals, profiles, what the data
 * cannot tell */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

enum {
    COLUMNS = 6
};

static void put(bri_text *out, const char *name, double value)
{
    bri_text_add(out, ", \"%s\": ", name);
    bri_text_add_number(out, value);
}

static void put_text(bri_text *out, const char *name, const char *text)
{
    bri_text_add(out, ", \"%s\": ", name);
    bri_text_add_json(out, text);
}

static void add_parameter(bri_text *out, const bri_fit *fit, int index)
{
    const bri_fit_parameter *q = &bri_fit_result_of(fit)->parameter[index];
    const bri_fit_point *point = NULL;
    int points = bri_fit_profile(fit, index, &point);
    static const char *const states[] = {"determined",   "only a lower bound", "only an upper bound",
                                         "undetermined", "no effect",          "rest"};
    bri_text_add(out, "{\"name\": ");
    bri_text_add_json(out, q->name);
    put_text(out, "record", q->record ? page_file_name(q->record) : NULL);
    put_text(out, "unit", q->unit);
    put(out, "value", q->value);
    put(out, "low", q->low);
    put(out, "high", q->high);
    put(out, "error", q->error);
    put(out, "min", q->min);
    put(out, "max", q->max);
    bri_text_add(out, ", \"state\": \"%s\", \"at_edge\": %s, \"profile\": [", states[q->state],
                 q->at_edge ? "true" : "false");
    for (int i = 0; i < points; i++) {
        bri_text_add(out, i ? ", [" : "[");
        bri_text_add_number(out, point[i].value);
        bri_text_add(out, ", ");
        bri_text_add_number(out, point[i].rise);
        bri_text_add(out, "]");
    }
    bri_text_add(out, "]}");
}

static void add_records(bri_text *out, const bri_fit_result *r)
{
    bri_text_add(out, "],\n \"records\": [");
    for (size_t i = 0; i < r->columns; i++) {
        const bri_fit_column *c = &r->column[i];
        char name[400];
        snprintf(name, sizeof name, "%.190s, %.190s", c->channel, page_file_name(c->record));
        bri_text_add(out, i ? ",\n  {\"file\": " : "\n  {\"file\": ");
        bri_text_add_json(out, name);
        bri_text_add(out, ", \"rows\": %zu, \"fitted\": %zu, \"timed\": true, \"sign\": 1", c->rows, c->fitted);
        put_text(out, "unit", c->unit);
        put(out, "offset", c->offset);
        put(out, "offset_error", c->offset_error);
        bri_text_add(out, "}");
    }
    for (size_t i = 0; i < r->records; i++) {
        const bri_fit_record *c = &r->record[i];
        bri_text_add(out, i ? ",\n  {\"file\": " : "\n  {\"file\": ");
        bri_text_add_json(out, page_file_name(c->record->name));
        bri_text_add(out, ", \"rows\": %zu, \"fitted\": %zu, \"timed\": %s, \"sign\": %d", c->record->rows, c->fitted,
                     c->record->time ? "true" : "false", c->sign);
        put_text(out, "unit", "N");
        put(out, "offset", c->offset);
        put(out, "offset_error", c->offset_error);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

/* Which experiment would show the parameters that are not determined: a row for each, a column for each experiment. */
static void add_experiments(bri_text *out, const bri_fit *fit, const bri_fit_result *r)
{
    bri_table *table = NULL;
    bool any = false;
    if (bri_fit_experiments(fit, &table, NULL)) return;
    bri_text_add(out, ",\n \"experiments\": {\"names\": [");
    for (size_t h = 0; h < table->columns; h++) {
        if (h) bri_text_add(out, ", ");
        bri_text_add_json(out, table->column[h].name);
    }
    bri_text_add(out, "], \"shows\": [");
    for (int i = 0; i < r->parameters && (size_t)i < table->rows; i++) {
        if (r->parameter[i].state == BRI_FIT_DETERMINED || r->parameter[i].state == BRI_FIT_REST) continue;
        bri_text_add(out, any ? ",\n  {\"name\": " : "\n  {\"name\": ");
        bri_text_add_json(out, r->parameter[i].name);
        bri_text_add(out, ", \"by\": [");
        for (size_t h = 0; h < table->columns; h++) {
            if (h) bri_text_add(out, ", ");
            bri_text_add_number(out, bri_table_row(table, (size_t)i)[h]);
        }
        bri_text_add(out, "]}");
        any = true;
    }
    bri_text_add(out, "]}");
    bri_table_destroy(table);
}

/* Rows of all records after each other. The first column is the time, or the number of the row where there is none. */
static bri_status add_curves(bri_text *object, bri_text *numbers, const bri_fit_result *r, bri_error *err)
{
    static const char *const names[COLUMNS][2] = {{"t", "s"},    {"record", ""},    {"velocity", "m/s"},
                                                  {"load", "N"}, {"measured", "N"}, {"fitted", "N"}};
    size_t rows = 0, row = 0;
    bri_table *table = NULL;
    for (size_t i = 0; i < r->records; i++)
        rows += r->record[i].record->rows;
    for (size_t i = 0; i < r->columns; i++)
        rows += r->column[i].rows;
    bri_status status = bri_table_create(COLUMNS, rows, &table, err);
    for (size_t c = 0; c < COLUMNS && !status; c++)
        status = bri_table_name(table, c, names[c][0], names[c][1], err);
    for (size_t i = 0; i < r->records && !status; i++) {
        const bri_measurement *m = r->record[i].record;
        for (size_t k = 0; k < m->rows; k++) {
            const double values[COLUMNS] = {m->time ? m->time[k] : (double)k,
                                            (double)i,
                                            m->velocity[k],
                                            m->load[k],
                                            m->force[k],
                                            r->record[i].force[k]};
            memcpy(bri_table_row(table, row++), values, sizeof values);
        }
    }
    for (size_t i = 0; i < r->columns && !status; i++) {
        const bri_fit_column *c = &r->column[i];
        for (size_t k = 0; k < c->rows; k++) {
            const double values[COLUMNS] = {c->time[k], (double)i, NAN, NAN, c->measured[k], c->value[k]};
            memcpy(bri_table_row(table, row++), values, sizeof values);
        }
    }
    if (!status) status = page_add_rows(object, numbers, table, NULL, PAGE_NUMBERS, err);
    bri_table_destroy(table);
    return status;
}

static bri_status page_add_fit(bri_text *elements, const page_fit *f, const char *label, bri_error *err)
{
    const bri_fit *fit = f->fit;
    const bri_fit_result *r = bri_fit_result_of(fit);
    bri_text object = {0}, numbers = {0};
    page_begin_object(&object, "bristle fit");
    page_add_version(&object);
    put_text(&object, "law", r->law ? r->law->kind.name : NULL);
    put_text(&object, "title", r->law ? r->law->kind.title : page_file_name(f->model));
    page_add_command(&object, "fit", f->arguments);
    put(&object, "starts", f->starts);
    put(&object, "seed", (double)f->seed);
    if (f->model) page_add_file(&object, "model_file", f->model);
    put_text(&object, "unit", r->unit);
    put(&object, "rms", r->rms);
    put(&object, "rms_coefficient", r->rms_coefficient);
    put(&object, "predicted", r->predicted);
    put(&object, "noise", r->noise);
    put(&object, "effective", r->effective);
    put(&object, "bic", r->bic);
    put(&object, "confidence", f->confidence);
    bri_text_add(&object, ", \"rows\": %zu, \"at_rest\": %zu, \"unknowns\": %d,\n \"parameters\": [", r->rows,
                 r->at_rest, r->unknowns);
    for (int i = 0; i < r->parameters; i++) {
        bri_text_add(&object, i ? ",\n  " : "\n  ");
        add_parameter(&object, fit, i);
    }
    add_records(&object, r);
    bri_text_add(&object, ",\n \"sentences\": [");
    for (int i = 0; i < r->sentences; i++) {
        bri_text_add(&object, i ? ",\n  " : "\n  ");
        bri_text_add_json(&object, r->sentence[i]);
    }
    bri_text_add(&object, "]");
    add_experiments(&object, fit, r);
    bri_status status = add_curves(&object, &numbers, r, err);
    bri_text_add(&object, "\n}\n");
    if (!status) status = page_add_element(elements, label, &object, &numbers, err);
    bri_text_free(&object);
    bri_text_free(&numbers);
    return status;
}

int page_write_fit(const page_fit *f, const char *path)
{
    char label[PAGE_LABEL], title[500];
    bri_error err = {0};
    bri_text elements = {0};
    const bri_fit_result *r = bri_fit_result_of(f->fit);
    size_t series = r->records + r->columns;
    page_label(path, label);
    snprintf(title, sizeof title, "%.200s fitted to %.200s", r->law ? r->law->kind.name : page_file_name(f->model),
             series > 1   ? "several records"
             : r->columns ? page_file_name(r->column[0].record)
                          : page_file_name(r->record[0].record->name));
    bri_status status = page_add_fit(&elements, f, label, &err);
    int worst = status ? complain_of(status, &err) : page_write(path, title, &elements);
    bri_text_free(&elements);
    return worst;
}
