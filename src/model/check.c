/* check.c - checks that the tables cannot express: names and what they refer to; and, after edits, all ranges again */
#include "model/check.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "bristle/friction.h"
#include "joint/joint.h"
#include "kind/record.h"
#include "model/segments.h"

enum {
    NAME_MAX_LENGTH = 64 /* channels, events and summaries have room for it */
};

/* --- a sorted directory of all names ------------------------------------------------------- */

typedef struct entry {
    const bri_record *record;
    const bri_family *family;
} entry;

typedef struct directory {
    entry *at;
    int count;
    const bri_model_params *root;
} directory;

static int by_name(const void *a, const void *b)
{
    const bri_record *x = ((const entry *)a)->record, *y = ((const entry *)b)->record;
    int order = strcmp(x->name, y->name);
    int lines = (x->line > y->line) - (x->line < y->line);
    return order ? order : lines ? lines : (x->column > y->column) - (x->column < y->column);
}

static void add_entries(directory *d, const bri_records *records, const char *family)
{
    for (int i = 0; i < records->count; i++)
        if (records->at[i].name) d->at[d->count++] = (entry){&records->at[i], bri_family_find(family)};
}

static bool make_directory(directory *d, const bri_model_params *root)
{
    int count =
        root->parameters.count + root->materials.count + root->bodies.count + root->joints.count + root->forces.count;
    *d = (directory){.at = malloc(((size_t)count + 1) * sizeof(entry)), .root = root};
    if (!d->at) return false;
    add_entries(d, &root->parameters, "parameter");
    add_entries(d, &root->materials, "material");
    add_entries(d, &root->bodies, "body");
    add_entries(d, &root->joints, "joint");
    add_entries(d, &root->forces, "force");
    qsort(d->at, (size_t)d->count, sizeof *d->at, by_name);
    return true;
}

static int by_key(const void *key, const void *at)
{
    const char *name = key;
    const char *other = ((const entry *)at)->record->name;
    return strcmp(name, other);
}

/* --- the form of names -------------------------------------------------------------------------------------------- */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_well_formed(const char *name)
{
    if (!is_letter(*name)) return false;
    for (; *name; name++)
        if (!is_letter(*name) && !(*name >= '0' && *name <= '9') && *name != '_' && *name != '-') return false;
    return true;
}

static void check_form(bri_reader *r, const bri_record *record, const char *what)
{
    if (!is_well_formed(record->name))
        bri_reader_error(
            r, BRI_BAD_VALUE, record->line, record->column,
            "'%.60s' cannot name a %s: a name begins with a letter and consists of letters, digits, _ and -",
            record->name, what);
    if (strlen(record->name) > NAME_MAX_LENGTH)
        bri_reader_error(r, BRI_BAD_VALUE, record->line, record->column,
                         "the name '%.40s...' of a %s has %zu characters; at most %d are allowed", record->name, what,
                         strlen(record->name), NAME_MAX_LENGTH);
}

static void check_parts(bri_reader *r, const directory *d)
{
    for (int i = 0; i < d->count; i++) {
        const bri_record *one = d->at[i].record, *last = i ? d->at[i - 1].record : NULL;
        bool parameter = one->kind == &bri_parameter_kind; /* its name was checked as that of a symbol */
        if (!parameter) check_form(r, one, d->at[i].family->name);
        if (bri_param_find(&bri_model_kind, one->name))
            bri_reader_error(r, BRI_BAD_VALUE, one->line, one->column,
                             "'%s' cannot name a %s: it is a key of the model; choose another name", one->name,
                             d->at[i].family->name);
        if (last && !strcmp(last->name, one->name))
            bri_reader_error(r, BRI_BAD_VALUE, one->line, one->column,
                             "'%.60s' is already the name of a %s; choose another name", one->name,
                             d->at[i - 1].family->name);
    }
}

/* --- references ------------------------------------------------------------------------------------------------ */

static bool may_name(const bri_param *row, const char *what)
{
    char word[BRI_WORD_ROOM];
    for (int i = 0; row->words && bri_word(row->words, i, word); i++)
        if (!strcmp(word, what)) return true;
    return false;
}

/* The part of that name, of several the one to which the row may refer; NULL: none. */
static const entry *find_entry(const directory *d, const bri_param *row, const char *name)
{
    const entry *found = bsearch(name, d->at, (size_t)d->count, sizeof *d->at, by_key), *end = d->at + d->count;
    while (found && found > d->at && !strcmp(found[-1].record->name, name))
        found--;
    for (const entry *one = found; one && one < end && !strcmp(one->record->name, name); one++)
        if (may_name(row, one->family->name)) return one;
    return found;
}

typedef struct candidates {
    const directory *d;
    const bri_param *row;
    int at; /* next candidate: 0: ground; else index of the entry + 1 */
} candidates;

static const char *next_candidate(void *context, int index)
{
    candidates *c = context;
    (void)index; /* called with consecutive indices */
    for (; c->at <= c->d->count; c->at++) {
        bool ground = c->at == 0;
        if (!may_name(c->row, ground ? "body" : c->d->at[c->at - 1].family->name)) continue;
        return ground ? c->at++, "ground" : c->d->at[c->at++ - 1].record->name;
    }
    return NULL;
}

static const char *next_record(void *context, int index)
{
    const bri_records *records = context;
    return index < records->count ? records->at[index].name : NULL;
}

/* The body of "crank" or "crank.tip". NULL: a joint, or an error, which is reported. */
static const bri_record *find_body(bri_reader *r, const directory *d, const bri_record *holder, const bri_param *row,
                                   const char *name)
{
    char head[128], hint[200];
    size_t length = strcspn(name, ".");
    const char *point = name[length] ? name + length + 1 : NULL;
    if (length >= sizeof head) length = sizeof head - 1;
    memcpy(head, name, length);
    head[length] = '\0';
    bool ground = !strcmp(head, "ground") && may_name(row, "body");
    const entry *found = find_entry(d, row, head);
    if (!ground && (!found || !may_name(row, found->family->name))) {
        candidates all = {d, row, 0};
        hint[0] = '\0';
        if (r->errors < BRI_READER_ERRORS_MAX) /* a suggestion searches all names */
            bri_text_suggest(hint, sizeof hint, head, next_candidate, &all);
        if (found)
            bri_reader_error_at(r, name, holder, "'%.60s' is a %s, but a %s is wanted%s", head, found->family->name,
                                may_name(row, "body") ? "body" : "joint", hint);
        else
            bri_reader_error_at(r, name, holder, "there is no %s '%.60s'%s", may_name(row, "body") ? "body" : "joint",
                                head, hint);
        return NULL;
    }
    const bri_record *body = ground ? &d->root->ground : found->record;
    bool moves = ground || !strcmp(found->family->name, "body");
    if (!point) return moves ? body : NULL;
    if (!moves || !may_name(row, "point")) {
        bri_reader_error_at(r, name, holder, "'%.60s' names a point, but a %s is wanted", name,
                            moves ? "body" : "joint");
        return NULL;
    }
    const bri_records none = {0};
    const bri_records *points = body->kind ? &((const bri_body_params *)body->params)->points : &none;
    if (bri_records_find(points, point)) return body;
    hint[0] = '\0';
    if (r->errors < BRI_READER_ERRORS_MAX)
        bri_text_suggest(hint, sizeof hint, point, next_record, (void *)(size_t)points);
    bri_reader_error_at(r, name, holder, "'%.60s' has no point '%.60s'%s", head, point, hint);
    return NULL;
}

static void check_reference(bri_reader *r, const directory *d, const bri_record *holder, const bri_param *row)
{
    const bri_names *names = bri_row_at(row, holder->params);
    const bri_record *bodies[3] = {0};
    if (!names->at) return; /* reported when it was read */
    if (names->count < row->min || names->count > row->max) {
        char often[32];
        snprintf(often, sizeof often, row->min == row->max ? "%g" : "%g to %g", row->min, row->max);
        bri_reader_error_at(r, names, holder, "%s takes %s name%s, not %d", holder->kind->name, often,
                            row->max == 1 ? "" : "s", names->count);
    }
    for (int i = 0; row->words && i < names->count; i++) {
        const bri_record *body = find_body(r, d, holder, row, names->at[i]);
        for (int k = 0; body && k < 3 && k < i; k++)
            if (bodies[k] == body) {
                bri_reader_error_at(r, names->at[i], holder,
                                    "'%.60s' cannot be connected to itself: name different bodies",
                                    body == &d->root->ground ? "ground" : body->name);
                break;
            }
        if (i < 3) bodies[i] = body;
    }
}

/* Checks the material of a body or of the ground. */
static void check_material(bri_reader *r, const directory *d, const bri_record *body)
{
    char hint[200] = "";
    const char *name = ((const bri_body_params *)body->params)->material;
    const bri_records *materials = &d->root->materials;
    if (!name || bri_records_find(materials, name)) return;
    if (r->errors < BRI_READER_ERRORS_MAX)
        bri_text_suggest(hint, sizeof hint, name, next_record, (void *)(size_t)materials);
    bri_reader_error_at(r, name, body, "there is no material '%.60s'%s", name, hint);
}

/* Checks that an elastic body can be split into segments. */
static void check_elastic(bri_reader *r, const directory *d, const bri_record *body)
{
    bri_segments segments;
    bri_error why = {0};
    const bri_record *elastic = &((const bri_body_params *)body->params)->elastic;
    const bri_elastic_params *p = elastic->params;
    if (!elastic->kind || !p->from || !p->to || bri_params_check(elastic->kind, p, NULL)) return; /* reported already */
    bri_status status = bri_segments_of(d->root, body, &segments, &why);
    if (status) bri_reader_error(r, status, elastic->line, elastic->column, "%s", why.what);
}

typedef struct relay {
    bri_reader *reader;
    const bri_record *record;
} relay;

static void pass_on(const bri_error *one, void *user)
{
    const relay *to = user;
    bri_reader_error(to->reader, one->status, to->record->line, to->record->column, "%s", one->what);
}

/* Checks that lubricated laws are given what they need. A joint with clearance is checked when its gaps are known. */
static void check_needs(bri_reader *r, const bri_record *record)
{
    const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)record->kind;
    if (bri_joint_has_gaps(kind, record->params)) return;
    for (int i = 0; i < BRI_PATCHES_MAX; i++) {
        const bri_record *friction =
            (const bri_record *)(const void *)((const char *)record->params + kind->friction[i]);
        if (!kind->friction[i] || !friction->kind) continue;
        const bri_friction_params *p = friction->params;
        const bri_friction_law *law = (const bri_friction_law *)(const void *)p->law.kind;
        relay to = {r, friction};
        bri_error err = {.each = pass_on, .user = &to};
        if (law) bri_friction_needs(law, p->surfaces.kind ? p->surfaces.params : NULL, &err);
    }
}

/* Writes the first coefficient of a law: "mu_k is 3 N m", without the unit where it is that of an expression. */
static void name_coefficient(const bri_friction_params *p, char out[128])
{
    snprintf(out, 128, "effort is torque");
    for (const bri_param *row = p->law.kind ? p->law.kind->params : NULL; row && row->name; row++) {
        const void *at = bri_row_at(row, p->law.params);
        if (!bri_is_coefficient(row)) continue;
        if (row->type == BRI_FORMULA)
            snprintf(out, 128, "%.40s is %.60s, a torque", row->name, ((const bri_formula *)at)->text);
        else
            snprintf(out, 128, "%.40s is %g N m, a torque", row->name,
                     row->type == BRI_LIST ? *((const bri_list *)at)->at : *(const double *)at);
        return;
    }
}

static const char *name_of_part(const bri_kind *kind, size_t offset)
{
    const bri_param *row = kind->params;
    while (row->name && !(row->type == BRI_PART && row->offset == offset))
        row++;
    return row->name ? row->name : "friction";
}

static void check_effort(bri_reader *r, const bri_record *joint)
{
    const bri_joint_kind *kind = (const bri_joint_kind *)(const void *)joint->kind;
    bool gaps = bri_joint_has_gaps(kind, joint->params);
    for (int i = 0; i < BRI_PATCHES_MAX; i++) {
        const bri_record *friction =
            (const bri_record *)(const void *)((const char *)joint->params + kind->friction[i]);
        const bri_friction_params *p = friction->params;
        char value[128];
        if (!kind->friction[i] || !friction->kind || p->effort != BRI_EFFORT_TORQUE) continue;
        if (!gaps && bri_unit_turns(kind->freed[i].unit)) continue;
        name_coefficient(p, value);
        bri_reader_error(r, BRI_BAD_VALUE, friction->line, friction->column,
                         "%s: %s, but friction acts along %s here: give a force, in N, or a plain number, which the "
                         "load multiplies",
                         name_of_part(joint->kind, kind->friction[i]), value,
                         gaps && kind->clearance ? "the surfaces of a clearance" : "a line");
    }
}

static void check_references(bri_reader *r, const directory *d, const bri_record *record)
{
    if (!record->kind) return;
    if (!strcmp(record->kind->family, "joint")) {
        check_needs(r, record);
        check_effort(r, record);
    }
    if (record->kind == &bri_body_kind || record->kind == &bri_ground_kind) check_material(r, d, record);
    if (record->kind == &bri_body_kind) check_elastic(r, d, record);
    for (const bri_param *row = record->kind->params; row->name; row++) {
        const void *at = bri_row_at(row, record->params);
        if (row->type == BRI_NAMES) check_reference(r, d, record, row);
        if (row->type == BRI_PART) check_references(r, d, at);
        if (row->type != BRI_MANY) continue;
        const bri_records *many = at;
        for (int i = 0; i < many->count; i++) {
            bool top = record->kind == &bri_model_kind;
            if (top) r->group = bri_family_find(row->words), r->part = many->at[i].name;
            if (!top && many->at[i].name) check_form(r, &many->at[i], bri_family_find(row->words)->name);
            check_references(r, d, &many->at[i]);
            if (top) r->group = NULL, r->part = NULL;
        }
    }
}

void bri_check_names(bri_reader *reader, const bri_model *model)
{
    directory d;
    if (!make_directory(&d, bri_model_root(model))) {
        bri_reader_no_memory(reader);
        return;
    }
    check_parts(reader, &d);
    check_references(reader, &d, &model->root);
    free(d.at);
}

void bri_check_efforts(bri_reader *reader, const bri_model *model)
{
    const bri_records *joints = &bri_model_root(model)->joints;
    reader->group = bri_family_find("joint");
    for (int i = 0; i < joints->count; i++) {
        reader->part = joints->at[i].name;
        if (joints->at[i].kind) check_effort(reader, &joints->at[i]);
    }
    reader->group = NULL, reader->part = NULL;
}

/* --- ranges ---------------------------------------------------------------------------------------------- */

static void check_values(bri_reader *r, const bri_record *record, bri_unit_context context)
{
    bri_resolved_kind view;
    relay to = {r, record};
    bri_error err = {.each = pass_on, .user = &to};
    if (!record->kind) return;
    bri_params_check(bri_kind_resolve(&view, record->kind, context), record->params, &err);
    for (const bri_param *row = record->kind->params; row->name; row++) {
        const void *at = bri_row_at(row, record->params);
        if (row->type == BRI_PART) check_values(r, at, bri_unit_context_of(record, row));
        if (row->type != BRI_MANY) continue;
        const bri_records *many = at;
        for (int i = 0; i < many->count; i++) {
            bool top = record->kind == &bri_model_kind;
            if (top) r->group = bri_family_find(row->words), r->part = many->at[i].name;
            check_values(r, &many->at[i], (bri_unit_context){.star = row->unit});
            if (top) r->group = NULL, r->part = NULL;
        }
    }
}

bri_status bri_model_check(const bri_model *model, bri_error *err)
{
    bri_error_clear(err);
    assert(model);
    bri_reader reader = {.name = model->name, .in_file = model->name != NULL, .err = err};
    bri_check_names(&reader, model);
    check_values(&reader, &model->root, (bri_unit_context){.star = "1"});
    return bri_reader_end(&reader);
}
