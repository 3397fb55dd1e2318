/* match.c - paths of a model by a pattern: the pattern is followed step by step through the records of the model */
#include "model/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "kind/record.h"
#include "model/families.h"

typedef struct search {
    char path[512]; /* up to the step that is searched */
    bri_names *found;
    bool failed; /* out of memory */
} search;

static size_t step_length(const char *pattern) { return strcspn(pattern, "."); }

/* Whether a name matches a pattern of that length: after a mismatch the last "*" takes one character more. */
static bool matches(const char *pattern, size_t length, const char *name)
{
    const char *at = pattern, *end = pattern + length, *star = NULL, *taken = name;
    while (*name) {
        if (at < end && *at == '*') {
            star = at++;
            taken = name;
        } else if (at < end && *at == *name) {
            at++;
            name++;
        } else if (star) {
            at = star + 1;
            name = ++taken;
        } else {
            return false;
        }
    }
    while (at < end && *at == '*')
        at++;
    return at == end;
}

static void add_path(search *s)
{
    bri_names *found = s->found;
    char **more = realloc(found->at, ((size_t)found->count + 1) * sizeof *more);
    if (more) found->at = more;
    if (!more || bri_string_copy(s->path, &found->at[found->count], NULL))
        s->failed = true;
    else
        found->count++;
}

typedef void follow_fn(search *s, const void *thing, const void *holder, const char *rest);

/* Continues behind a step that has this name, if the pattern's first step matches it. */
static void follow(search *s, const char *pattern, const char *name, follow_fn *next, const void *thing,
                   const void *holder)
{
    size_t length = step_length(pattern), before = strlen(s->path);
    if (s->failed || !matches(pattern, length, name)) return;
    int size = snprintf(s->path + before, sizeof s->path - before, "%s%s", before ? "." : "", name);
    bool fits = (size_t)size < sizeof s->path - before;
    if (fits && !pattern[length])
        add_path(s);
    else if (fits && next)
        next(s, thing, holder, pattern + length + 1);
    s->path[before] = '\0';
}

static void follow_record(search *s, const void *thing, const void *holder, const char *rest);

static void follow_many(search *s, const void *thing, const void *holder, const char *rest)
{
    const bri_records *many = thing;
    (void)holder;
    for (int i = 0; i < many->count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        follow(s, rest, many->at[i].name ? many->at[i].name : number, follow_record, &many->at[i], NULL);
    }
}

/* thing: a row that has elements; holder: the parameters of its record. */
static void follow_elements(search *s, const void *thing, const void *holder, const char *rest)
{
    const bri_param *row = thing;
    const void *at = bri_row_at(row, holder);
    if (row->type == BRI_VECTOR) {
        follow(s, rest, "x", NULL, NULL, NULL);
        follow(s, rest, "y", NULL, NULL, NULL);
    }
    for (int i = 0; row->type == BRI_LIST && i < ((const bri_list *)at)->count; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        follow(s, rest, number, NULL, NULL, NULL);
    }
    for (int i = 0; row->type == BRI_QUANTITIES && i < ((const bri_quantities *)at)->count; i++)
        follow(s, rest, ((const bri_quantities *)at)->name[i], NULL, NULL, NULL);
}

static void follow_rows(search *s, const bri_record *record, const char *rest)
{
    for (const bri_param *row = record->kind->params; row->name; row++) {
        const bri_record *part = bri_row_at(row, record->params);
        bool by_word = row->type == BRI_PART && bri_family_find(row->words)->naming == BRI_BY_WORD;
        if (row->type == BRI_PART && !part->kind) continue;
        if (row->type == BRI_PART)
            follow(s, rest, row->name, by_word ? NULL : follow_record, part, NULL);
        else if (row->type == BRI_MANY)
            follow(s, rest, row->name, follow_many, part, NULL);
        else
            follow(s, rest, row->name, follow_elements, row, record->params);
        if (by_word) follow_rows(s, part, rest);
    }
}

static void follow_record(search *s, const void *thing, const void *holder, const char *rest)
{
    const bri_record *record = thing;
    (void)holder;
    if (record->kind && record->kind != &bri_parameter_kind) follow_rows(s, record, rest);
}

/* The root's parts are named without their groups; a group is named only by its own name, not by "*". */
static void follow_root(search *s, const bri_record *root, const char *pattern)
{
    bool has_star = memchr(pattern, '*', step_length(pattern)) != NULL;
    for (const bri_param *row = root->kind->params; row->name; row++) {
        const void *at = bri_row_at(row, root->params);
        if (row->type == BRI_MANY) follow_many(s, at, NULL, pattern);
        if (row->type == BRI_MANY && !has_star) follow(s, pattern, row->name, follow_many, at, NULL);
        if (row->type == BRI_PART) follow(s, pattern, row->name, follow_record, at, NULL);
        if (row->type != BRI_MANY && row->type != BRI_PART)
            follow(s, pattern, row->name, follow_elements, row, root->params);
    }
}

static bri_status find_all(const bri_model *model, const char *pattern, bri_names *paths, bri_error *err)
{
    search s = {.found = paths};
    follow_root(&s, &model->root, pattern);
    return s.failed ? bri_fail(err, BRI_NO_MEMORY, "out of memory: paths") : BRI_OK;
}

/* Paths that match when one step of the pattern may be anything, up to three: "; near it: a.friction.mu_k, ...". */
static bri_status find_similar(const bri_model *model, const char *pattern, char *out, size_t size, bri_error *err)
{
    bri_status status = BRI_OK;
    out[0] = '\0';
    for (const char *step = pattern; !status && !*out && *step;) {
        char other[512];
        bri_names paths = {0};
        size_t length = step_length(step);
        snprintf(other, sizeof other, "%.*s*%s", (int)(step - pattern), pattern, step + length);
        status = find_all(model, other, &paths, err);
        for (int i = 0; !status && i < paths.count && i < 3; i++) {
            size_t used = strlen(out);
            snprintf(out + used, size - used, "%s%.80s%s", i ? ", " : "; near it: ", paths.at[i],
                     i == 2 && paths.count > 3 ? ", ..." : "");
        }
        bri_names_destroy(&paths);
        step += length + (step[length] == '.');
    }
    return status;
}

bri_status bri_model_find_matches(const bri_model *model, const char *pattern, bri_names *paths, bri_error *err)
{
    char similar[300];
    bri_status status = find_all(model, pattern, paths, err);
    if (!status && paths->count) return BRI_OK;
    if (!status) status = find_similar(model, pattern, similar, sizeof similar, err);
    bri_names_destroy(paths);
    if (status) return status;
    return bri_fail_at(err, BRI_NOT_FOUND, pattern, "no path of the model matches '%.80s'%s", pattern, similar);
}
