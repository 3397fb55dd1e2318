/* read_record.c - a tree of YAML values becomes a tree of records, as the tables say; every error is reported */
#include "model/read_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "kind/expressions.h"
#include "kind/record.h"
#include "model/read_value.h"

/* --- parts -------------------------------------------------------------------------------------------------------- */

static void read_many(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    const bri_family *family = bri_family_find(row->words);
    bri_records *many = bri_row_at(row, record->params);
    bool top = record->kind == &bri_model_kind;
    if (bri_node_is_empty(node)) return;
    if (node->type == BRI_SCALAR || (node->type == BRI_SEQUENCE && !family->unnamed)) {
        bri_reader_wrong_type(r, node, row->name, family->unnamed ? "a list" : "a mapping of names");
        return;
    }
    bri_records_destroy(many);
    if (bri_records_create(many, node->count, NULL)) {
        bri_reader_no_memory(r);
        return;
    }
    for (int i = 0; i < node->count; i++) {
        const bri_node *at = node->key ? node->key[i] : node->value[i];
        bri_record *one = &many->at[i];
        one->line = at->line;
        one->column = at->column;
        if (node->key && bri_string_copy(at->text, &one->name, NULL)) bri_reader_no_memory(r);
        if (top) r->group = family, r->part = one->name;
        bri_read_record(r, node->value[i], family, (bri_unit_context){.star = row->unit}, one);
        if (top) r->group = NULL, r->part = NULL;
    }
}

static void read_part(bri_reader *r, const bri_node *node, const bri_param *row, bri_record *record)
{
    bri_record *part = bri_row_at(row, record->params), made = {.line = node->line, .column = node->column};
    if (bri_node_is_empty(node)) {
        NODE_ERROR(r, node, "%s has no value: give it one, or remove the key", row->name);
        return;
    }
    bri_read_record(r, node, bri_family_find(row->words), bri_unit_context_of(record, row), &made);
    bri_record_destroy(part);
    *part = made;
}

void bri_read_row(bri_reader *r, const bri_node *node, const bri_param *row, bri_unit_context context,
                  bri_record *record)
{
    bri_scalars alone = {0};
    bri_expression_drop(record, bri_row_number(record->kind, row), BRI_ALL_INDICES);
    switch (row->type) {
    case BRI_MANY: read_many(r, node, row, record); break;
    case BRI_PART: read_part(r, node, row, record); break;
    case BRI_VECTOR:
    case BRI_SERIES:
    case BRI_STRING:
    case BRI_NAMES: bri_read_value(r, node, row, context, record); break;
    default:
        bri_scalars_add(r, node, row, row->name, context, record, &alone);
        bri_scalars_read(r, node, record->kind, context, record->params, &alone, false);
        bri_scalars_free(&alone);
    }
}

/* --- kinds named by a word: a law, whose parameters are keys of the same mapping ---------------------------------- */

typedef struct known_kinds { /* of a family, for suggestions */
    const bri_family *family;
    const bri_catalogue *catalogue;
} known_kinds;

static const char *next_kind(void *context, int index)
{
    const known_kinds *all = context;
    const bri_kind *kind = bri_family_kind_at(all->family, all->catalogue, index);
    return kind ? kind->name : NULL;
}

static const bri_kind *find_by_word(bri_reader *r, const bri_node *node, const bri_family *family, const bri_param *row)
{
    char hint[200];
    if (node->type != BRI_SCALAR || bri_node_is_empty(node)) {
        bri_reader_wrong_type(r, node, row->name, "a word");
        return NULL;
    }
    const bri_kind *kind = bri_family_kind(family, r->catalogue, node->text);
    if (kind) return kind;
    bri_text_suggest(hint, sizeof hint, node->text, next_kind, &(known_kinds){family, r->catalogue});
    bool normal = !strcmp(family->name, "contact_law");
    const bri_kind *other = bri_family_kind(bri_family_find(normal ? "law" : "contact_law"), r->catalogue, node->text);
    const char *is = normal ? "normal" : "friction", *is_not = normal ? "friction" : "normal";
    if (other)
        bri_reader_error(r, BRI_NOT_FOUND, node->line, node->column, "'%s' is a %s law, but a %s law is wanted",
                         other->name, is_not, is);
    else
        bri_reader_error(r, BRI_NOT_FOUND, node->line, node->column, "there is no %s law '%.60s'%s", is, node->text,
                         hint);
    return NULL;
}

/* The kind of quantity that a coefficient is given as: BRI_EFFORT_... */
static int effort_of(bri_reader *r, const char *unit)
{
    if (!*unit) return BRI_EFFORT_NONE;
    return bri_unit_fits(r->units, unit, "N")     ? BRI_EFFORT_FORCE
           : bri_unit_fits(r->units, unit, "N m") ? BRI_EFFORT_TORQUE
                                                  : BRI_EFFORT_NONE;
}

/* Sets effort from the units of the coefficients: given as a force or torque, friction does not depend on the load.
 * Returns false, with an error, where they differ. said: effort itself was given; numbers without a unit are then in SI
 * units. */
static bool pick_effort(bri_reader *r, const bri_kind *law, const bri_scalars *all, bool said, int *effort)
{
    static const char *const called[] = {"a plain number", "a force", "a torque"};
    const char *first = said ? "effort" : NULL;
    bool agree = true;
    for (size_t i = 0; i < all->count; i++) {
        const bri_param *row = bri_param_find(law, all->setting[i].name);
        const char *unit = row ? bri_param_text_unit(row, all->setting[i].text) : NULL;
        if (!unit || !bri_is_coefficient(row) || (said && !*unit)) continue;
        int mine = effort_of(r, unit);
        if (!first) {
            *effort = mine;
            first = row->name;
        } else if (mine != *effort) {
            NODE_ERROR(r, all->node[i], "%s: '%.40s' is %s, but %s is %s", row->name,
                       all->computed[i] ? all->node[i]->text : all->setting[i].text, called[mine], first,
                       called[*effort]);
            agree = false;
        }
    }
    return agree;
}

/* Sets effort to the first for which the formulas have the dimension that it requires; none: their errors are reported later. */
static void pick_formula_effort(bri_reader *r, const bri_param *by_word, const bri_scalars *all, bri_record *record,
                                int *effort)
{
    bri_record *law = bri_row_at(by_word, record->params);
    for (*effort = BRI_EFFORT_NONE; *effort <= BRI_EFFORT_TORQUE; ++*effort) {
        bri_resolved_kind view;
        bri_kind seen = *bri_kind_resolve(&view, law->kind, bri_unit_context_of(record, by_word));
        seen.check = NULL;
        if (!bri_params_read(&seen, law->params, r->units, all->setting, all->count, NULL)) return;
    }
    *effort = BRI_EFFORT_NONE;
}

static const bri_param *row_of_type(const bri_kind *kind, bri_type type)
{
    for (const bri_param *row = kind->params; row->name; row++)
        if (row->type == type) return row;
    return NULL;
}

static bool is_set(const bri_scalars *all, const bri_param *row)
{
    for (size_t i = 0; row && i < all->count; i++)
        if (!strcmp(all->setting[i].name, row->name)) return true;
    return false;
}

/* --- mappings ----------------------------------------------------------------------------------------------------- */

typedef struct tables { /* the tables whose rows a mapping may contain */
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

/* What messages call the mapping: "a revolute joint", "coulomb friction", "a body", "run". */
static void name_kind(const tables *t, char out[128])
{
    if (t->family->naming == BRI_BY_KEY)
        snprintf(out, 128, "a %s%s%s", t->kind->name, strcmp(t->kind->name, t->family->name) ? " " : "",
                 strcmp(t->kind->name, t->family->name) ? t->family->name : "");
    else if (t->word)
        snprintf(out, 128, "%s %s", t->word->name, t->kind->name);
    else
        snprintf(out, 128, "%s%s", t->kind == &bri_body_kind || t->kind == &bri_model_kind ? "a " : "",
                 t->family->name);
}

static void report_key(bri_reader *r, const bri_node *key, tables *t)
{
    char hint[200], kind[128];
    const char *part = r->part;
    bri_text_suggest(hint, sizeof hint, key->text, next_key, t);
    if (!*hint) bri_keys_hint(hint, sizeof hint, t->family, t->kind, t->word);
    name_kind(t, kind);
    r->part = NULL; /* position and kind identify it */
    bri_reader_error(r, BRI_NOT_FOUND, key->line, key->column, "there is no key '%.60s' in %s%s", key->text, kind,
                     hint);
    r->part = part;
}

static const bri_node *find_value(const bri_node *node, const char *key)
{
    for (int i = 0; i < node->count; i++)
        if (!strcmp(node->key[i]->text, key)) return node->value[i];
    return NULL;
}

/* Creates the law that a mapping names, with default parameters. */
static void create_law(bri_reader *r, const bri_node *node, tables *t, const bri_param *row, bri_record *record)
{
    const bri_node *value = find_value(node, row->name);
    const bri_family *family = bri_family_find(row->words);
    if (!value) return; /* reported as missing */
    t->word = find_by_word(r, value, family, row);
    bri_record *part = bri_row_at(row, record->params);
    if (!t->word) return;
    if (bri_family_create_record(family, t->word, NULL, part, NULL)) {
        bri_reader_no_memory(r);
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
        bool says_more = strcmp(row->doc, row->name) != 0;
        bool has_unit = strcmp(row->unit, "1") != 0 && row->unit[0] != '*';
        name_kind(t, kind);
        bri_reader_error(r, BRI_MISSING, record->line, record->column, "%s is missing%s%s%s%s%s%s%s", row->name,
                         record->name ? "" : " in ", record->name ? "" : kind, says_more ? ": " : "",
                         says_more ? row->doc : "", has_unit ? " (in " : "", has_unit ? row->unit : "",
                         has_unit ? ")" : "");
    }
}

/* Reads the parameters of the law: the keys that are not rows of the record's own kind. */
static void read_law(bri_reader *r, const bri_node *node, tables *t, const bri_param *by_word, bri_record *record,
                     bri_scalars *beside)
{
    bri_record *law = bri_row_at(by_word, record->params);
    const bri_param *effort = bri_param_with_role(t->kind, BRI_ROLE_EFFORT);
    const bri_node *said = effort ? find_value(node, effort->name) : NULL;
    const bri_node place = {.line = law->line, .column = law->column};
    int skipped = r->skipped;
    for (int i = 0; i < node->count; i++) {
        const bri_param *row = bri_param_find(t->word, node->key[i]->text);
        if (row && !bri_row_find(t->family, t->kind, row->name))
            bri_scalars_add(r, node->value[i], row, row->name, bri_unit_context_of(record, by_word), law, beside);
    }
    if (said && said->type == BRI_SCALAR)
        bri_params_set_text(t->kind, record->params, r->units, effort->name, said->text,
                            NULL); /* errors are reported below */
    const bri_param *formula = row_of_type(t->word, BRI_FORMULA), *own = row_of_type(t->word, BRI_QUANTITIES);
    if (is_set(beside, formula) && own && !is_set(beside, own)) /* an expression that is given knows no default names */
        *(bri_quantities *)bri_row_at(own, law->params) = (bri_quantities){0};
    if (effort && formula && !said) pick_formula_effort(r, by_word, beside, record, bri_row_at(effort, record->params));
    if (effort && !pick_effort(r, t->word, beside, said != NULL, bri_row_at(effort, record->params))) return;
    bri_scalars_read(r, &place, t->word, bri_unit_context_of(record, by_word), law->params, beside,
                     r->skipped == skipped);
}

static void read_own(bri_reader *r, const bri_node *node, tables *t, const bri_param *by_word, bri_unit_context context,
                     bri_record *record, bri_scalars *own)
{
    for (int i = 0; i < node->count; i++) {
        const bri_node *key = node->key[i];
        const bri_param *row = bri_row_find(t->family, t->kind, key->text);
        if (row && row == by_word) continue;
        if (row && row->type < BRI_VECTOR)
            bri_scalars_add(r, node->value[i], row, key->text, context, record, own);
        else if (row)
            bri_read_row(r, node->value[i], row, context, record);
        else if (!by_word || (t->word && !bri_param_find(t->word, key->text))) /* without a law its keys are unknown */
            report_key(r, key, t);
    }
}

static void read_mapping(bri_reader *r, const bri_node *node, tables *t, bri_unit_context context, bri_record *record)
{
    bri_scalars *all = calloc(2, sizeof *all);
    const bri_param *by_word = bri_row_by_word(t->kind);
    const bri_node place = {.line = record->line, .column = record->column};
    int before = r->errors + r->skipped;
    if (!all) {
        bri_reader_no_memory(r);
        return;
    }
    if (by_word) create_law(r, node, t, by_word, record);
    if (t->word) read_law(r, node, t, by_word, record, &all[0]);
    read_own(r, node, t, by_word, context, record, &all[1]);
    check_required(r, node, t, record);
    bri_scalars_read(r, &place, t->kind, context, record->params, &all[1], r->errors + r->skipped == before);
    bri_scalars_free(&all[0]);
    bri_scalars_free(&all[1]);
    free(all);
}

/* --- which kind --------------------------------------------------------------------------------------------------- */

/* Lists the names of all kinds: "revolute, translational, ...". */
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

static void report_kind(bri_reader *r, const bri_node *node, const bri_family *family)
{
    char hint[200], kinds[300];
    for (int i = 0; i < node->count && i < BRI_ROWS_MAX; i++) {
        const bri_node *key = node->key[i];
        bri_text_suggest(hint, sizeof hint, key->text, next_kind, &(known_kinds){family, r->catalogue});
        if (!*hint) continue;
        bri_reader_error(r, BRI_NOT_FOUND, key->line, key->column, "there is no %s '%.60s'%s", family->name, key->text,
                         hint);
        return;
    }
    list_kinds(family, kinds, sizeof kinds);
    bri_reader_error(r, BRI_MISSING, node->line, node->column, "the kind is missing: add one of these keys: %s", kinds);
}

/* The kind whose name is a key of the mapping. A second such key is allowed if it is also a row of the first kind. */
static const bri_kind *find_by_key(bri_reader *r, const bri_node *node, const bri_family *family)
{
    const bri_kind *found = NULL;
    for (int i = 0; i < node->count; i++) {
        const bri_kind *kind = bri_family_kind(family, r->catalogue, node->key[i]->text);
        if (!kind || (found && bri_param_find(found, kind->name))) continue;
        if (found && !bri_param_find(kind, found->name)) {
            NODE_ERROR(r, node->key[i], "'%s' and '%s' cannot be combined: a %s has one kind", kind->name, found->name,
                       family->name);
            return NULL;
        }
        found = kind;
    }
    if (!found) report_kind(r, node, family);
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
        bri_reader_wrong_type(r, node, counted ? name : family->name, "a mapping");
        return NULL;
    }
    return family->naming == BRI_BY_KEY ? find_by_key(r, node, family) : family->kind(0);
}

/* Reads a value that is not a mapping: the first parameter of the plain kind. Messages name its row. */
static void read_plain(bri_reader *r, const bri_node *node, bri_unit_context context, bri_record *record)
{
    bri_scalars alone = {0};
    bri_resolved_kind view;
    const bri_param *row = record->kind->params;
    if (row->type >= BRI_VECTOR) {
        bri_read_row(r, node, row, context, record);
        return;
    }
    const bri_kind *kind = bri_kind_resolve(&view, record->kind, context);
    if (kind == &view.kind && context.called) view.row[0].name = context.called;
    bri_scalars_add(r, node, kind->params, kind->params->name, context, record, &alone);
    bri_scalars_read(r, node, kind, context, record->params, &alone, alone.count > 0);
    bri_scalars_free(&alone);
}

void bri_read_record(bri_reader *r, const bri_node *node, const bri_family *family, bri_unit_context context,
                     bri_record *record)
{
    tables t = {.family = family, .kind = find_kind(r, node, family)};
    char *name = record->name;
    if (!t.kind) return;
    record->name = NULL;
    if (bri_family_create_record(family, t.kind, NULL, record, NULL)) bri_reader_no_memory(r);
    record->name = name;
    if (!record->kind) return;
    if (node->type == BRI_MAPPING)
        read_mapping(r, node, &t, context, record);
    else
        read_plain(r, node, context, record);
}
