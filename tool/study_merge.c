/* study_merge.c - bristle study merge: the rows of several stores of one study in one */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study.h"

typedef struct merging {
    study_session *to;
    bri_status status;
    bri_error err;
} merging;

static int by_key(const void *a, const void *b) { return memcmp(a, b, sizeof(bri_run_key)); }

/* A row that is there stays, unless a limit stopped its run and this one is whole. */
static bool add_row(void *user, const bri_store_row *row)
{
    merging *m = user;
    const study_session *to = m->to;
    const stored_row *old = to->rows ? bsearch(&row->key, to->row, to->rows, sizeof *to->row, by_key) : NULL;
    bri_store_row one = *row;
    if (old && !(old->limited && !strcmp(row->status, "ok"))) return true;
    one.id = old ? old->id : 0;
    m->status = to->part->put(to->store, &one, &m->err);
    return !m->status;
}

static int same_study(const study_session *to, const study_session *from)
{
    int worst = session_compare(&(study_session){.store = from->store,
                                                 .part = from->part,
                                                 .store_path = from->store_path,
                                                 .version = to->version,
                                                 .model = to->model,
                                                 .measures = to->measures,
                                                 .parameters = to->parameters});
    if (worst || !strcmp(to->text, from->text)) return worst;
    return complain(BAD_INPUT,
                    "the study of %s is another one than that of the other stores: do the runs of each with "
                    "the same study file",
                    from->store_path);
}

/* Adds the rows of a store that the other does not have yet. */
static int add_store(study_session *to, const char *path)
{
    study_session from = {0};
    merging m = {.to = to};
    int worst = session_of_store(&from, path);
    if (!worst) worst = same_study(to, &from);
    if (!worst) worst = session_load_rows(to);
    if (!worst) {
        bri_status status = to->part->begin(to->store, &m.err);
        if (!status) status = from.part->each(from.store, true, add_row, &m, &m.err);
        if (!status) status = m.status;
        if (!status) status = to->part->commit(to->store, &m.err);
        if (status) worst = complain_of(status, &m.err);
    }
    return session_close(&from, worst);
}

/* The new store is of the study of the first. */
static int begin_merge(study_session *to, const char *first, const char *path)
{
    int worst = session_of_store(to, first);
    if (worst) return worst;
    bri_error err = {0};
    bri_status status = to->part->close(to->store, &err);
    to->store = NULL;
    worst = status ? complain_of(status, &err) : session_open(to, path, BRI_STORE_WRITE);
    if (!worst && !to->part->columns(to->store)) return session_create_store(to);
    return worst ? worst : session_compare(to);
}

int study_merge(const command_line *arguments)
{
    study_session to = {0};
    const char *path = option_value(arguments, "output");
    bri_error err = {0};
    if (arguments->words < 2 || !path)
        return complain(BAD_INPUT, "study merge needs stores and a new one: bristle study merge PART.db... -o ALL.db");
    if (!ends_with(path, ".db")) return complain(BAD_INPUT, "--output must end in .db, not as in '%.100s'", path);
    for (int i = 1; i < arguments->words; i++)
        if (!strcmp(arguments->word[i], path))
            return complain(BAD_INPUT, "%s is both merged and written: name a new store", path);
    int worst = begin_merge(&to, arguments->word[1], path);
    for (int i = 1; i < arguments->words && !worst; i++)
        worst = add_store(&to, arguments->word[i]);
    if (!worst) worst = session_load_rows(&to);
    if (!worst) {
        bri_status status = to.part->note(to.store, bri_version(), "bristle study merge", &err);
        worst = status ? complain_of(status, &err) : DONE;
    }
    if (!worst && !option_value(arguments, "quiet"))
        printf("%s has %zu of %zu runs\n", path, to.rows, to.file->study->runs);
    return session_close(&to, worst);
}
