/* page_study.c - the runs of a study or sweep for a page: a column for each thing that varies and each measure, messages of runs */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "page.h"

enum {
    MOST_WORDS = 5000,   /* different words of a column */
    MOST_MESSAGES = 1000 /* of runs */
};

typedef struct dictionary { /* words of a column, whose numbers are indices; borrowed */
    const char *word[MOST_WORDS];
    int words;
} dictionary;

static double code_of(dictionary *d, const char *word)
{
    int i = 0;
    while (i < d->words && strcmp(d->word[i], word) != 0)
        i++;
    if (i < d->words) return i;
    if (d->words == MOST_WORDS) return MOST_WORDS - 1;
    d->word[i] = i == MOST_WORDS - 1 ? "(another text)" : word;
    d->words = i + 1;
    return i;
}

static void add_word_list(bri_text *out, const dictionary *d)
{
    bri_text_add(out, ", \"words\": %s", d->words ? "[" : "null");
    for (int i = 0; i < d->words; i++) {
        if (i) bri_text_add(out, ", ");
        bri_text_add_json(out, d->word[i]);
    }
    if (d->words) bri_text_add(out, "]");
}

/* The first column of the table is the number of the run. */
static void fill_parameter(const sweep *s, int variation, size_t column, bri_table *table, dictionary *d, int *level)
{
    const bri_variation *v = &s->study->variation[variation];
    for (size_t run = 0, row = 0; run < s->study->runs; run++) {
        if (!s->row[run].done) continue;
        bri_level l = bri_study_level(s->study, run, variation, level);
        const char *word = l.text ? bri_level_word(&l) : NULL;
        bri_table_row(table, row++)[column] = word ? code_of(d, word) : bri_variation_number(v, &l);
    }
}

static void fill_measure(const sweep *s, int measure, size_t column, bri_table *table, dictionary *d)
{
    for (size_t run = 0, row = 0; run < s->study->runs; run++) {
        const bri_study_row *from = &s->row[run];
        if (!from->done) continue;
        const bri_study_value *value = measure < from->values ? &from->value[measure] : NULL;
        bri_table_row(table, row++)[column] = !value ? NAN : value->word ? code_of(d, value->word) : value->number;
    }
}

static void fill_cost(const sweep *s, size_t column, bri_table *table)
{
    for (size_t run = 0, row = 0; run < s->study->runs; run++) {
        if (!s->row[run].done) continue;
        double *to = bri_table_row(table, row++);
        to[0] = (double)(run + 1);
        to[column] = s->row[run].seconds;
    }
}

static bri_status add_columns(bri_text *object, const sweep *s, const bri_expectation *expected, bri_table *table,
                              int *level, dictionary *d, bri_error *err)
{
    int parameters = s->study->variations, measures = bri_measures_count(s->measures);
    bri_status status = bri_table_name(table, 0, "run", "", err);
    bri_text_add(object, ",\n \"parameters\": [");
    for (int i = 0; i < parameters && !status; i++) {
        const bri_variation *v = &s->study->variation[i];
        d->words = 0;
        fill_parameter(s, i, (size_t)i + 1, table, d, level);
        bri_text_add(object, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        bri_text_add_json(object, v->path);
        add_word_list(object, d);
        bri_text_add(object, "}");
        status = bri_table_name(table, (size_t)i + 1, v->path, bri_variation_unit(v), err);
    }
    bri_text_add(object, "],\n \"measures\": [");
    for (int i = 0; i < measures && !status; i++) {
        const bri_measured *m = bri_measures_get(s->measures, i);
        size_t column = (size_t)(1 + parameters + i);
        char text[300] = "";
        d->words = 0;
        fill_measure(s, i, column, table, d);
        if (expected && bri_expectation_exists(&expected[i])) bri_expectation_print(&expected[i], text, sizeof text);
        bri_text_add(object, i ? ",\n  {\"name\": " : "\n  {\"name\": ");
        bri_text_add_json(object, m->text);
        bri_text_add(object, ", \"expected\": ");
        bri_text_add_json(object, *text ? text : NULL);
        add_word_list(object, d);
        bri_text_add(object, "}");
        status = bri_table_name(table, column, m->text, m->unit, err);
    }
    bri_text_add(object, "]");
    fill_cost(s, table->columns - 1, table);
    return status ? status : bri_table_name(table, table->columns - 1, "CPU time", "s", err);
}

static void put_text(bri_text *out, const char *name, const char *text)
{
    bri_text_add(out, ",\n \"%s\": ", name);
    bri_text_add_json(out, text);
}

/* Messages of runs that failed, and of those some of whose measures have no value: the former first. */
static void add_messages(bri_text *object, const sweep *s)
{
    size_t shown = 0, all = 0;
    bri_text_add(object, ",\n \"messages\": [");
    for (int pass = 0; pass < 2; pass++)
        for (size_t run = 0; run < s->study->runs; run++) {
            const bri_study_row *row = &s->row[run];
            bool failed = row->status != BRI_OK;
            if (!row->done || failed == (pass == 1) || (!failed && !row->message)) continue;
            if (all++ >= MOST_MESSAGES) continue;
            bri_text_add(object, "%s{\"run\": %zu, \"status\": ", shown++ ? ",\n  " : "\n  ", run + 1);
            bri_text_add_json(object, failed ? bri_status_name(row->status) : NULL);
            bri_text_add(object, ", \"message\": ");
            bri_text_add_json(object, row->message ? row->message : "");
            bri_text_add(object, "}");
        }
    bri_text_add(object, "], \"messages_left_out\": %zu", all - shown);
}

bri_status page_add_study(bri_text *elements, const sweep *s, const char *label, const page_study *of, bri_error *err)
{
    static const char *const designs[] = {[BRI_GRID] = "grid", [BRI_ONE_AT_A_TIME] = "one", [BRI_SAMPLE] = "sample"};
    size_t done = 0, failed = 0;
    for (size_t run = 0; run < s->study->runs; run++) {
        done += s->row[run].done;
        failed += s->row[run].done && s->row[run].status;
    }
    if (!done) return bri_fail(err, BRI_BAD_VALUE, "%s: no run is done yet", label);
    bri_text object = {0}, numbers = {0};
    bri_table *table = NULL;
    dictionary *d = calloc(1, sizeof *d);
    int *level = calloc((size_t)s->study->variations + 1, sizeof *level);
    size_t columns = 2 + (size_t)s->study->variations + (size_t)bri_measures_count(s->measures);
    bri_status status = d && level ? bri_table_create(columns, done, &table, err)
                                   : bri_fail(err, BRI_NO_MEMORY, "out of memory: a page");
    page_begin_object(&object, "bristle study");
    page_add_version(&object);
    bri_text_add(&object, ", \"title\": ");
    bri_text_add_json(&object, of->title && *of->title ? of->title : NULL);
    bri_text_add(&object, ", \"model\": ");
    bri_text_add_json(&object, of->model);
    if (of->arguments) page_add_command(&object, "sweep", of->arguments);
    if (of->study_text) put_text(&object, "study_text", of->study_text);
    if (of->model_text) put_text(&object, "model_text", of->model_text);
    if (of->model && !of->model_text) page_add_file(&object, "model_file", of->model);
    bri_text_add(&object, ", \"design\": \"%s\", \"runs\": %zu, \"done\": %zu, \"failed\": %zu",
                 designs[s->study->design], s->study->runs, done, failed);
    if (!status) status = add_columns(&object, s, of->expected, table, level, d, err);
    if (!status) add_messages(&object, s);
    bri_text_add(&object, ",\n \"claims\": [%s]", of->claims && of->claims->at ? of->claims->at : "");
    if (!status) status = page_add_rows(&object, &numbers, table, NULL, PAGE_NUMBERS, err);
    bri_text_add(&object, "\n}\n");
    if (!status) status = page_add_element(elements, label, &object, &numbers, err);
    bri_table_destroy(table);
    bri_text_free(&object);
    bri_text_free(&numbers);
    free(level);
    free(d);
    return status;
}
