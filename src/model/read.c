/* read.c - a tree of values becomes a tree of records, as the tables say; every complaint is given */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kind/record.h"
#include "model/read.h"

/* --- parts ----------------------------------------------------------------------------------------------------------- */

static void read_many(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    const bri_family *family = bri_family_find(row->words);
    bri_records *many = bri_row_at(row, record->params);
    bool top = record->kind == &bri_model_kind;
    if (bri_is_nothing(node)) return;
    if (node->type == BRI_SCALAR || (node->type == BRI_SEQUENCE && !family->unnamed)) {
        bri_refuse_type(r, node, row->name, family->unnamed ? "a list" : "a mapping of names");
        return;
    }
    bri_records_destroy(many);
    if (bri_records_create(many, node->count, NULL)) {
        bri_refuse_memory(r);
        return;
    }
    for (int i = 0; i < node->count; i++) {
        const bri_node *at = node->key ? node->key[i] : node->value[i];
        bri_record *one = &many->at[i];
        one->line = at->line;
        one->column = at->column;
        if (node->key && bri_string_copy(at->text, &one->name, NULL)) bri_refuse_memory(r);
        if (top) r->group = family, r->part = one->name;
        bri_read_record(r, node->value[i], family, (bri_sense){.star = row->unit}, one);
        if (top) r->group = NULL, r->part = NULL;
    }
}

static void read_part(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    bri_record *part = bri_row_at(row, record->params), made = {.line = node->line, .column = node->column};
    if (bri_is_nothing(node)) {
        bri_refuse_type(r, node, row->name, "given");
        return;
    }
    bri_read_record(r, node, bri_family_find(row->words), bri_sense_of(record, row), &made);
    bri_record_destroy(part);
    *part = made;
}

void bri_read_row(bri_reader *r, const bri_node *node, const bri_param *row, bri_sense sense, bri_record *record)
{
    bri_gathered alone = {0};
    switch (row->type) {
    case BRI_MANY: read_many(r, node, row, record); break;
    case BRI_PART: read_part(r, node, row, record); break;
    case BRI_VECTOR:
    case BRI_SERIES:
    case BRI_STRING:
    case BRI_NAMES: bri_read_value(r, node, row, sense, record); break;
    default:
        bri_gather(r, node, row, row->name, &alone);
        bri_read_gathered(r, node, record->kind, sense, record->params, &alone, false);
        bri_gathered_free(&alone);
    }
}

/* --- by word: a law, whose parameters stand beside the row that names it ------------------------------------------------ */

static const char *next_kind(void *context, int index)
{
    const bri_kind *kind = ((const bri_family *)context)->kind(index);
    return kind ? kind->name : NULL;
}

static const bri_kind *find_by_word(bri_reader *r, const bri_node *node, const bri_family *family, const bri_param *row)
{
    char hint[200];
    if (node->type != BRI_SCALAR || bri_is_nothing(node)) {
        bri_refuse_type(r, node, row->name, "a word");
        return NULL;
    }
    const bri_kind *kind = bri_family_kind(family, node->text);
    if (kind) return kind;
    bri_text_suggest(hint, sizeof hint, node->text, next_kind, (void *)(size_t)family);
    bool normal = !strcmp(family->name, "contact_law");
    const bri_kind *other = bri_family_kind(bri_family_find(normal ? "law" : "contact_law"), node->text);
    const char *is = normal ? "normal" : "friction", *is_not = normal ? "friction" : "normal";
    if (other)
        bri_refuse(r, BRI_NOT_FOUND, node->line, node->column, "'%s' is a %s law, but a %s law is wanted", other->name,
                   is_not, is);
    else
        bri_refuse(r, BRI_NOT_FOUND, node->line, node->column, "there is no %s law '%.60s'%s", is, node->text, hint);
    return NULL;
}

/* What a coefficient is written as: BRI_EFFORT_... */
static int effort_of(bri_reader *r, const char *unit)
{
    if (!*unit) return BRI_EFFORT_NONE;
    return bri_unit_fits(r->units, unit, "N")     ? BRI_EFFORT_FORCE
           : bri_unit_fits(r->units, unit, "N m") ? BRI_EFFORT_TORQUE
                                                  : BRI_EFFORT_NONE;
}

/* A coefficient written as a force or torque makes the friction a constant effort, and all of them must agree: false.
 * Where the effort was said, a number without a unit is in SI. */
static bool pick_effort(bri_reader *r, const bri_kind *law, const bri_gathered *all, bool said, int *effort)
{
    static const char *const called[] = {"a plain number", "a force", "a torque"};
    const char *first = said ? "effort" : NULL;
    bool agree = true;
    for (size_t i = 0; i < all->count; i++) {
        const bri_param *row = bri_param_find(law, all->setting[i].name);
        const char *unit = bri_quantity_unit(all->setting[i].text);
        if (!unit || !bri_is_coefficient(row) || (said && !*unit)) continue;
        int mine = effort_of(r, unit);
        if (!first) {
            *effort = mine;
            first = row->name;
        } else if (mine != *effort) {
            REFUSE(r, all->node[i], "%s: '%.40s' is %s, but %s is %s", row->name, all->setting[i].text, called[mine],
                   first, called[*effort]);
            agree = false;
        }
    }
    return agree;
}

/* --- mappings -------------------------------------------------------------------------------------------------------- */

typedef struct tables { /* of the rows that a mapping may have */
    const bri_family *family;
    const bri_kind *kind, *word; /* word: the kind named by a word; NULL: none */
} tables;

static const char *next_key(void *context, int index)
{
    const tables *t = context;
    int own = 0;
    while (t->kind->params[own].name)
        own++;
    if (index < own) return bri_row_key(t->family, t->kind, &t->kind->params[index]);
    return t->word ? t->word->params[index - own].name : NULL;
}

/* "a revolute joint", "coulomb friction", "a body", "run" */
static void name_kind(const tables *t, char out[128])
{
    if (t->family->naming == BRI_BY_KEY)
        snprintf(out, 128, "a %s %s", t->kind->name, t->family->name);
    else if (t->word)
        snprintf(out, 128, "%s %s", t->word->name, t->kind->name);
    else
        snprintf(out, 128, "%s%s", t->kind == &bri_body_kind || t->kind == &bri_model_kind ? "a " : "",
                 t->family->name);
}

static void refuse_key(bri_reader *r, const bri_node *key, tables *t)
{
    char hint[200], kind[128];
    const char *part = r->part;
    bri_text_suggest(hint, sizeof hint, key->text, next_key, t);
    name_kind(t, kind);
    r->part = NULL; /* the place and the kind say it */
    bri_refuse(r, BRI_NOT_FOUND, key->line, key->column, "there is no key '%.60s' in %s%s", key->text, kind, hint);
    r->part = part;
}

static const bri_node *find_value(const bri_node *node, const char *key)
{
    for (int i = 0; i < node->count; i++)
        if (!strcmp(node->key[i]->text, key)) return node->value[i];
    return NULL;
}

/* The law that a mapping names, made; what it is read from comes later. */
static void start_by_word(bri_reader *r, const bri_node *node, tables *t, const bri_param *row, bri_record *record)
{
    const bri_node *value = find_value(node, row->name);
    const bri_family *family = bri_family_find(row->words);
    if (!value) return; /* complained of as missing */
    t->word = find_by_word(r, value, family, row);
    bri_record *part = bri_row_at(row, record->params);
    if (!t->word) return;
    if (bri_family_start(family, t->word, NULL, part, NULL)) {
        bri_refuse_memory(r);
        t->word = NULL;
        return;
    }
    part->line = value->line;
    part->column = value->column;
}

static void check_required(bri_reader *r, const bri_node *node, const tables *t, const bri_record *record)
{
    for (const bri_param *row = t->kind->params; row->name; row++) {
        if (!bri_row_required(t->family, t->kind, row) || find_value(node, bri_row_key(t->family, t->kind, row)))
            continue;
        char kind[128];
        name_kind(t, kind);
        bri_refuse(r, BRI_MISSING, record->line, record->column, "%s is missing%s%s", row->name,
                   record->name ? "" : " in ", record->name ? "" : kind);
    }
}

/* What belongs to the law: the keys that are no rows of the record's own kind. */
static void read_beside(bri_reader *r, const bri_node *node, tables *t, const bri_param *by_word, bri_record *record,
                        bri_gathered *beside)
{
    bri_record *law = bri_row_at(by_word, record->params);
    const bri_param *effort = bri_param_with_role(t->kind, BRI_ROLE_EFFORT);
    const bri_node *said = effort ? find_value(node, effort->name) : NULL;
    const bri_node place = {.line = law->line, .column = law->column};
    for (int i = 0; i < node->count; i++) {
        const bri_param *row = bri_param_find(t->word, node->key[i]->text);
        if (row && !bri_row_find(t->family, t->kind, row->name)) bri_gather(r, node->value[i], row, row->name, beside);
    }
    if (said && said->type == BRI_SCALAR)
        bri_params_set_text(t->kind, record->params, r->units, effort->name, said->text,
                            NULL); /* complained of below */
    if (effort && !pick_effort(r, t->word, beside, said != NULL, bri_row_at(effort, record->params))) return;
    bri_read_gathered(r, &place, t->word, bri_sense_of(record, by_word), law->params, beside, true);
}

static void read_own(bri_reader *r, const bri_node *node, tables *t, const bri_param *by_word, bri_sense sense,
                     bri_record *record, bri_gathered *own)
{
    for (int i = 0; i < node->count; i++) {
        const bri_node *key = node->key[i];
        const bri_param *row = bri_row_find(t->family, t->kind, key->text);
        if (row && row == by_word) continue;
        if (row && row->type < BRI_VECTOR)
            bri_gather(r, node->value[i], row, key->text, own);
        else if (row)
            bri_read_row(r, node->value[i], row, sense, record);
        else if (!by_word || (t->word && !bri_param_find(t->word, key->text))) /* without a law nobody knows its keys */
            refuse_key(r, key, t);
    }
}

static void read_mapping(bri_reader *r, const bri_node *node, tables *t, bri_sense sense, bri_record *record)
{
    bri_gathered *all = calloc(2, sizeof *all);
    const bri_param *by_word = bri_row_by_word(t->kind);
    const bri_node place = {.line = record->line, .column = record->column};
    int before = r->complaints;
    if (!all) {
        bri_refuse_memory(r);
        return;
    }
    if (by_word) start_by_word(r, node, t, by_word, record);
    if (t->word) read_beside(r, node, t, by_word, record, &all[0]);
    read_own(r, node, t, by_word, sense, record, &all[1]);
    check_required(r, node, t, record);
    bri_read_gathered(r, &place, t->kind, sense, record->params, &all[1], r->complaints == before);
    bri_gathered_free(&all[0]);
    bri_gathered_free(&all[1]);
    free(all);
}

/* --- which kind ------------------------------------------------------------------------------------------------------ */

/* "revolute, translational, ..." */
static void list_kinds(const bri_family *family, char *out, size_t size)
{
    size_t length = 0;
    const bri_kind *kind;
    out[0] = '\0';
    for (int i = 0; (kind = family->kind(i)) && length + 1 < size; i++) {
        snprintf(out + length, size - length, "%s%s", i ? ", " : "", kind->name);
        length = strlen(out);
    }
}

static void refuse_kind(bri_reader *r, const bri_node *node, const bri_family *family)
{
    char hint[200], kinds[300];
    for (int i = 0; i < node->count && i < BRI_ROWS_MAX; i++) {
        const bri_node *key = node->key[i];
        bri_text_suggest(hint, sizeof hint, key->text, next_kind, (void *)(size_t)family);
        if (!*hint) continue;
        bri_refuse(r, BRI_NOT_FOUND, key->line, key->column, "there is no %s '%.60s'%s", family->name, key->text, hint);
        return;
    }
    list_kinds(family, kinds, sizeof kinds);
    bri_refuse(r, BRI_MISSING, node->line, node->column, "its kind is missing, one of these keys: %s", kinds);
}

/* The kind whose name is a key. Another kind's name may be a key too, if it is a row of the first. */
static const bri_kind *find_by_key(bri_reader *r, const bri_node *node, const bri_family *family)
{
    const bri_kind *found = NULL;
    for (int i = 0; i < node->count; i++) {
        const bri_kind *kind = bri_family_kind(family, node->key[i]->text);
        if (!kind || (found && bri_param_find(found, kind->name))) continue;
        if (found && !bri_param_find(kind, found->name)) {
            REFUSE(r, node->key[i], "'%s' cannot stand beside '%s': a %s is of one kind", kind->name, found->name,
                   family->name);
            return NULL;
        }
        found = kind;
    }
    if (!found) refuse_kind(r, node, family);
    return found;
}

static const bri_kind *find_kind(bri_reader *r, const bri_node *node, const bri_family *family)
{
    char name[64];
    if (node->type != BRI_MAPPING && family->plain) return family->plain;
    if (node->type != BRI_MAPPING) {
        snprintf(name, sizeof name, "a %s", family->name);
        bool counted =
            family->naming == BRI_BY_KEY || family->kind(0) == &bri_body_kind || family->kind(0) == &bri_model_kind;
        bri_refuse_type(r, node, counted ? name : family->name, "a mapping");
        return NULL;
    }
    return family->naming == BRI_BY_KEY ? find_by_key(r, node, family) : family->kind(0);
}

/* A bare value is the first parameter of the plain kind, and complaints call it by the row that holds it. */
static void read_plain(bri_reader *r, const bri_node *node, bri_sense sense, bri_record *record)
{
    bri_gathered alone = {0};
    bri_view view;
    const bri_param *row = record->kind->params;
    if (row->type >= BRI_VECTOR) {
        bri_read_row(r, node, row, sense, record);
        return;
    }
    const bri_kind *kind = bri_view_kind(&view, record->kind, sense);
    if (kind == &view.kind && sense.called) view.row[0].name = sense.called;
    bri_gather(r, node, kind->params, kind->params->name, &alone);
    bri_read_gathered(r, node, kind, sense, record->params, &alone, alone.count > 0);
    bri_gathered_free(&alone);
}

void bri_read_record(bri_reader *r, const bri_node *node, const bri_family *family, bri_sense sense, bri_record *record)
{
    tables t = {.family = family, .kind = find_kind(r, node, family)};
    char *name = record->name;
    if (!t.kind) return;
    record->name = NULL;
    if (bri_family_start(family, t.kind, NULL, record, NULL)) bri_refuse_memory(r);
    record->name = name;
    if (!record->kind) return;
    if (node->type == BRI_MAPPING)
        read_mapping(r, node, &t, sense, record);
    else
        read_plain(r, node, sense, record);
}
