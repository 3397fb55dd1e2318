/* study_table.c - the rows of a store as those of a sweep; whether they are as expected */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study.h"

typedef struct filling {
    const study_session *s;
    bri_study_row *rows;
    keyed_run *order;
    bool failed;
} filling;

static bri_status status_named(const char *name)
{
    for (int status = BRI_NO_MEMORY; status <= BRI_STOPPED; status++)
        if (name && !strcmp(name, bri_status_name((bri_status)status))) return (bri_status)status;
    return BRI_OK;
}

static bool copy_row(const bri_store_row *from, int variations, bri_study_row *to)
{
    int measures = from->cells - variations;
    *to = (bri_study_row){.done = true,
                          .status = status_named(from->status),
                          .steps = (long)from->steps,
                          .evaluations = (long)from->evaluations,
                          .seconds = from->seconds};
    to->value = calloc((size_t)measures + 1, sizeof *to->value);
    if (!to->value || (from->message && !(to->message = strdup(from->message)))) return false;
    to->values = measures;
    for (int i = 0; i < measures; i++) {
        const bri_store_cell *cell = &from->cell[variations + i];
        to->value[i].number = cell->text ? NAN : cell->number;
        if (cell->text && !(to->value[i].word = strdup(cell->text))) return false;
    }
    return true;
}

/* Fills the rows of all runs that have the key of a row. */
static bool fill(void *user, const bri_store_row *row)
{
    filling *f = user;
    size_t runs = f->s->file->study->runs, low = 0, high = runs;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (memcmp(&f->order[middle].key, &row->key, sizeof row->key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < runs && !memcmp(&f->order[low].key, &row->key, sizeof row->key) && !f->failed; low++)
        if (!f->rows[f->order[low].run].done)
            f->failed = !copy_row(row, f->s->file->study->variations, &f->rows[f->order[low].run]);
    return !f->failed;
}

int read_rows(study_session *s, bri_study_row **rows)
{
    bri_error err = {0};
    filling f = {s, calloc(s->file->study->runs + 1, sizeof **rows), session_order_runs(s), false};
    bri_status status = f.rows && f.order ? s->part->each(s->store, true, fill, &f, &err) : BRI_OK;
    *rows = f.rows;
    bool failed = !f.rows || !f.order || f.failed;
    free(f.order);
    return status   ? complain_of(status, &err)
           : failed ? complain(UNFINISHED, "out of memory: the rows of %s", s->store_path)
                    : DONE;
}

void free_rows(const study_session *s, bri_study_row *rows)
{
    for (size_t run = 0; rows && run < s->file->study->runs; run++)
        bri_study_row_clear(&rows[run]);
    free(rows);
}

int print_expectations(const study_session *s, const bri_study_row *rows, bool quiet)
{
    int worst = DONE;
    for (int i = 0; i < bri_measures_count(s->file->measures); i++) {
        const bri_expectation *e = &s->file->expected[i];
        size_t done = 0, held = 0, first = 0;
        char text[300];
        if (!bri_expectation_exists(e)) continue;
        for (size_t run = 0; run < s->file->study->runs; run++) {
            const bri_study_row *row = &rows[run];
            bool holds =
                row->done && i < row->values && bri_expectation_holds(e, row->value[i].number, row->value[i].word);
            if (row->done && !holds && held == done) first = run;
            done += row->done;
            held += holds;
        }
        bri_expectation_print(e, text, sizeof text);
        if (held == done && quiet) continue;
        printf("%s: expected %s; ", bri_measures_get(s->file->measures, i)->text, text);
        if (held == done)
            printf("holds in %zu runs\n", done);
        else
            printf("does not hold in %zu of %zu runs, the first of them run %zu\n", done - held, done, first + 1);
        if (held < done && e->source) printf("  expected from: %s\n", e->source);
        if (held < done) worst = UNFINISHED;
    }
    return worst;
}
