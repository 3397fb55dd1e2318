/* study_session.c - a study with its store: read, compared, opened; keys of its runs, and which of them are done */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "study.h"

static int no_memory(void) { return complain(UNFINISHED, "out of memory: a study"); }

/* --- the study ----------------------------------------------------------------------------------------------------------------------- */

static bool add_piece(const char *text, size_t length, void *user)
{
    bri_text *out = user;
    bri_text_add_n(out, text, length);
    return !out->failed;
}

/* What a store must have in common with a study, as texts. */
static int describe(study_session *s)
{
    bri_text measures = {0}, parameters = {0}, limit = {0};
    const bri_study *study = s->file->study;
    for (int i = 0; i < bri_measures_count(s->file->measures); i++)
        bri_text_add(&measures, "%s\n", bri_measures_get(s->file->measures, i)->text);
    for (int i = 0; i < study->variations; i++)
        bri_text_add(&parameters, "%s\n", study->variation[i].path);
    bri_text_add(&limit, "cpu %.17g s, %d steps\n", s->file->limit.cpu, s->file->limit.steps);
    s->measures = measures.at;
    s->parameters = parameters.at;
    s->limit = limit.at;
    return measures.failed || parameters.failed || limit.failed ? no_memory() : DONE;
}

static int make_keys(study_session *s)
{
    const bri_study *study = s->file->study;
    bri_hash common;
    int *level = calloc((size_t)study->variations + 1, sizeof *level);
    s->key = calloc(study->runs + 1, sizeof *s->key);
    if (level && s->key) {
        bri_run_key_begin(&common, s->version, s->model, s->measures);
        for (size_t run = 0; run < study->runs; run++)
            s->key[run] = bri_run_key_of(&common, study, run, level);
    }
    free(level);
    return level && s->key ? DONE : no_memory();
}

/* The study of s->text with the model of s->model, of which every run is made: what a store keeps gives the same bits again. */
static int rebuild(study_session *s)
{
    bri_error err = error_printer(NULL);
    bri_model *base = NULL;
    bri_status status = bri_model_parse(s->model, strlen(s->model), "the model of the study", &base, &err);
    if (!status) status = bri_study_file_parse(s->text, s->length, s->path, base, &s->file, &err);
    bri_model_destroy(base);
    int worst = exit_status_of(status);
    if (!worst) worst = describe(s);
    return worst ? worst : make_keys(s);
}

int session_of_file(study_session *s, const char *path)
{
    bri_error err = error_printer(NULL);
    bri_study_file *file = NULL;
    bri_text model = {0};
    s->path = path;
    int worst = study_read(path, &file, &s->text, &s->length);
    if (!worst) worst = exit_status_of(bri_model_write(file->model, add_piece, &model, &err));
    s->model = model.at;
    s->version = strdup(bri_version());
    if (!worst && (model.failed || !s->version)) worst = no_memory();
    bri_study_file_destroy(file);
    return worst ? worst : rebuild(s);
}

/* --- the store ----------------------------------------------------------------------------------------------------------------------- */

int session_open(study_session *s, const char *store, bri_store_mode mode)
{
    bri_error err = {0};
    s->store_path = store;
    s->part = bri_store_part(store, &err);
    bri_status status = s->part ? s->part->open(store, mode, &s->store, &err) : BRI_NOT_FOUND;
    return status ? complain_of(status, &err) : DONE;
}

static int get(study_session *s, const char *name, char **text)
{
    bri_error err = {0};
    bri_status status = s->part->get(s->store, name, text, &err);
    if (status) return complain_of(status, &err);
    return *text
               ? DONE
               : complain(BAD_INPUT, "%s holds no %s: it is damaged, or no study has begun in it", s->store_path, name);
}

int session_of_store(study_session *s, const char *store)
{
    int worst = session_open(s, store, BRI_STORE_READ);
    if (!worst && !s->part->columns(s->store))
        worst = complain(BAD_INPUT, "%s is empty: no study has begun in it", store);
    s->path = store;
    if (!worst) worst = get(s, "study", &s->text);
    if (!worst) worst = get(s, "model", &s->model);
    if (!worst) worst = get(s, "version of bristle", &s->version);
    if (worst) return worst;
    s->length = strlen(s->text);
    worst = rebuild(s);
    return worst ? worst : session_compare(s); /* the columns are those that this version reads from the texts */
}

/* The first line in which two texts differ, of each; cut to what a sentence can hold. */
static void first_difference(const char *a, const char *b, char out[2][100])
{
    size_t line = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '\n') line = i + 1;
    const char *text[2] = {a + line, b + line};
    for (int k = 0; k < 2; k++) {
        const char *at = text[k] + strspn(text[k], " ");
        size_t length = strcspn(at, "\n");
        snprintf(out[k], 100, *at ? "'%.*s%s'" : "nothing", (int)(length < 80 ? length : 80), at,
                 length > 80 ? "..." : "");
    }
}

static int compare_one(const study_session *s, const char *name, const char *now)
{
    bri_error err = {0};
    char *then = NULL, line[2][100];
    if (!now) return no_memory();
    bri_status status = s->part->get(s->store, name, &then, &err);
    if (status) return complain_of(status, &err);
    if (then && !strcmp(then, now)) {
        free(then);
        return DONE;
    }
    first_difference(then ? then : "", now, line);
    free(then);
    return complain(
        BAD_INPUT,
        "%s holds a study whose %s differs: %s there, %s here; its rows stay as they are: name another store",
        s->store_path, name, line[0], line[1]);
}

int session_compare(const study_session *s)
{
    int worst = compare_one(s, "version of bristle", s->version);
    if (!worst) worst = compare_one(s, "model", s->model);
    if (!worst) worst = compare_one(s, "list of measures", s->measures);
    return worst ? worst : compare_one(s, "list of what varies", s->parameters);
}

static bri_status put_columns(study_session *s, bri_error *err)
{
    const bri_study *study = s->file->study;
    int measures = bri_measures_count(s->file->measures), count = study->variations + measures;
    bri_store_column *column = calloc((size_t)count + 1, sizeof *column);
    if (!column) return BRI_NO_MEMORY;
    for (int i = 0; i < study->variations; i++)
        column[i] = (bri_store_column){study->variation[i].path, bri_variation_unit(&study->variation[i]), "parameter"};
    for (int i = 0; i < measures; i++) {
        const bri_measured *m = bri_measures_get(s->file->measures, i);
        column[study->variations + i] = (bri_store_column){m->text, m->unit, "measure"};
    }
    bri_status status = s->part->create(s->store, column, count, err);
    free(column);
    return status;
}

int session_create_store(study_session *s)
{
    bri_error err = {0};
    const bri_store_functions *part = s->part;
    bri_status status = part->begin(s->store, &err);
    if (!status) status = put_columns(s, &err);
    if (!status) status = part->set(s->store, "version of bristle", s->version, &err);
    if (!status) status = part->set(s->store, "model", s->model, &err);
    if (!status) status = part->set(s->store, "list of measures", s->measures, &err);
    if (!status) status = part->set(s->store, "list of what varies", s->parameters, &err);
    if (!status) status = part->set(s->store, "study", s->text, &err);
    if (!status) status = part->set(s->store, "limit", s->limit, &err);
    if (!status) status = part->commit(s->store, &err);
    return status ? complain_of(status, &err) : DONE;
}

/* --- runs by their keys ---------------------------------------------------------------------------------------------------------------- */

static int by_key_and_run(const void *a, const void *b)
{
    const keyed_run *x = a, *y = b;
    int keys = memcmp(&x->key, &y->key, sizeof x->key);
    return keys ? keys : (x->run > y->run) - (x->run < y->run);
}

keyed_run *session_order_runs(const study_session *s)
{
    size_t runs = s->file->study->runs;
    keyed_run *all = calloc(runs + 1, sizeof *all);
    for (size_t run = 0; all && run < runs; run++)
        all[run] = (keyed_run){s->key[run], run};
    if (all) qsort(all, runs, sizeof *all, by_key_and_run);
    return all;
}

/* --- which runs are done ------------------------------------------------------------------------------------------------------------- */

static int by_key(const void *a, const void *b) { return memcmp(a, b, sizeof(bri_run_key)); }

typedef struct collection {
    stored_row *at;
    size_t count, room;
    bool failed;
} collection;

static bool collect(void *user, const bri_store_row *row)
{
    collection *all = user;
    if (all->count == all->room) {
        size_t room = all->room ? 2 * all->room : 256;
        stored_row *more = realloc(all->at, room * sizeof *more);
        if (!more) return all->failed = true, false;
        all->at = more;
        all->room = room;
    }
    bool ok = row->status && !strcmp(row->status, "ok");
    bool stopped = row->status && !strcmp(row->status, bri_status_name(BRI_STOPPED));
    all->at[all->count++] = (stored_row){row->key, row->id, row->run, !ok, stopped, row->seconds};
    return true;
}

int session_load_rows(study_session *s)
{
    bri_error err = {0};
    collection all = {0};
    bri_status status = s->part->each(s->store, false, collect, &all, &err);
    free(s->row);
    s->row = all.at;
    s->rows = all.count;
    if (all.count) qsort(s->row, s->rows, sizeof *s->row, by_key);
    return status ? complain_of(status, &err) : all.failed ? no_memory() : DONE;
}

const stored_row *session_find(const study_session *s, size_t run)
{
    return s->rows ? bsearch(&s->key[run], s->row, s->rows, sizeof *s->row, by_key) : NULL;
}

int session_close(study_session *s, int status)
{
    bri_error err = {0};
    bri_status closed = s->store ? s->part->close(s->store, &err) : BRI_OK;
    if (closed && status == DONE) status = complain_of(closed, &err);
    bri_study_file_destroy(s->file);
    free(s->text);
    free(s->model);
    free(s->version);
    free(s->measures);
    free(s->parameters);
    free(s->limit);
    free(s->key);
    free(s->row);
    *s = (study_session){0};
    return status;
}

int read_part(const command_line *arguments, size_t *part, size_t *parts)
{
    const char *text = option_value(arguments, "part");
    char *end = NULL, *last = NULL;
    *part = 0;
    *parts = 1;
    if (!text) return DONE;
    long first = strtol(text, &end, 10), of = *end == '/' ? strtol(end + 1, &last, 10) : 0;
    if (!last || last == end + 1 || *last || first < 1 || first > of || of > 1000000)
        return complain(BAD_INPUT, "--part is '%.40s', and must be as 7/40: part 7 of 40", text);
    *part = (size_t)first - 1;
    *parts = (size_t)of;
    return DONE;
}
