/* schema.c - JSON Schema of model files and friction laws, and the names of all tables
 *
 * Each family of kinds is one definition. A quantity may be a number in SI units, a text with a unit or, in a model, an
 * expression: the schema checks the range of the first and the form of the others. The dimension of units, names and
 * references are checked only when bristle reads a model. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "bristle/model.h"
#include "describe/format.h"
#include "describe/schema.h"
#include "model/families.h"
#include "study/claim.h"
#include "study/study_kind.h"

static const char column_of_file[] =
    "{\"type\": \"object\", \"description\": \"numbers from a column of a CSV file\", \"properties\": "
    "{\"file\": {\"type\": \"string\"}, \"column\": {\"type\": [\"string\", \"integer\"]}}, "
    "\"required\": [\"file\", \"column\"], \"additionalProperties\": false}";

static const char columns_of_file[] =
    "{\"type\": \"object\", \"description\": \"pairs of a time and a value from columns of a CSV file\", "
    "\"properties\": {\"file\": {\"type\": \"string\"}, \"column\": {\"type\": [\"string\", \"integer\"]}, "
    "\"time\": {\"type\": [\"string\", \"integer\"]}}, "
    "\"required\": [\"file\", \"column\"], \"additionalProperties\": false}";

static const char *const quantity =
    "{\"type\": \"string\", \"pattern\": \"^[-+]?([0-9]+\\\\.?[0-9]*|\\\\.[0-9]+)([eE][-+]?[0-9]+)?"
    " *[^0-9eE+.-].*$\"}";

/* A text of the characters of an expression, with a name or an operator. */
static const char *const expression =
    "{\"type\": \"string\", \"pattern\": \"^[-+( ]*([A-Za-z]|[0-9.].*[-+*/^()])[-A-Za-z0-9_.,+*/^() %]*$\"}";
static const char *const no_expression = "{\"not\": {}}"; /* a friction law by itself has no parameters to refer to */

static void add_text(bri_text *out, const char *before, const char *name, const char *value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_json(out, value);
}

static void add_range(bri_text *out, const bri_param *p)
{
    bri_text_add(out, "\"minimum\": ");
    bri_text_add_number(out, p->min);
    bri_text_add(out, ", \"maximum\": ");
    bri_text_add_number(out, p->max);
}

static const char *const in_text = "{\"$ref\": \"#/$defs/quantity\"}, {\"$ref\": \"#/$defs/expression\"}";

/* A number with its range, a quantity or an expression. */
static void add_number(bri_text *out, const bri_param *p)
{
    bri_text_add(out, "\"anyOf\": [{\"type\": \"number\", ");
    add_range(out, p);
    bri_text_add(out, "}, %s]", in_text);
}

static void add_list(bri_text *out, int fewest, int most)
{
    bri_text_add(out, "\"type\": \"array\", \"minItems\": %d, \"maxItems\": %d, \"items\": ", fewest, most);
}

static void add_words(bri_text *out, const bri_param *p)
{
    char word[BRI_WORD_ROOM];
    bri_text_add(out, "\"enum\": [");
    for (int i = 0; bri_word(p->words, i, word); i++) {
        bri_text_add(out, i ? ", " : "");
        bri_text_add_json(out, word);
    }
    bri_text_add(out, "]");
    add_text(out, ", ", "default", bri_word(p->words, (int)p->initial, word));
}

static void add_names(bri_text *out, const bri_param *p)
{
    bri_text_add(out, "\"anyOf\": [{\"type\": \"string\"}, {");
    add_list(out, (int)p->min, (int)p->max);
    bri_text_add(out, "{\"type\": \"string\"}}]");
}

static void add_many(bri_text *out, const bri_param *p)
{
    bri_text_add(out, "\"type\": [\"object\", \"%s\"], ", bri_family_find(p->words)->unnamed ? "array" : "null");
    bri_text_add(out, "\"items\": {\"$ref\": \"#/$defs/%s\"}, ", p->words);
    bri_text_add(out, "\"propertyNames\": {\"pattern\": \"^[A-Za-z][A-Za-z0-9_-]*$\"}, ");
    bri_text_add(out, "\"additionalProperties\": {\"$ref\": \"#/$defs/%s\"}", p->words);
}

static void add_default(bri_text *out, const bri_param *p)
{
    if (isnan(p->initial)) return;
    bri_text_add(out, ", \"default\": ");
    bri_text_add_number(out, p->initial);
}

static void add_value(bri_text *out, const bri_param *p)
{
    switch (p->type) {
    case BRI_REAL:
        add_number(out, p);
        add_default(out, p);
        break;
    case BRI_INT:
        bri_text_add(out, "\"anyOf\": [{\"type\": \"integer\", ");
        add_range(out, p);
        bri_text_add(out, "}, {\"$ref\": \"#/$defs/expression\"}]");
        add_default(out, p);
        break;
    case BRI_CHOICE: add_words(out, p); break;
    case BRI_LIST:
        bri_text_add(out, "\"anyOf\": [{");
        add_list(out, 1, BRI_NUMBERS_MAX);
        bri_text_add(out, "{");
        add_number(out, p);
        bri_text_add(out, "}}, {\"$ref\": \"#/$defs/column_of_file\"}]");
        break;
    case BRI_FORMULA: bri_text_add(out, "\"type\": [\"string\", \"number\"]"); break;
    case BRI_QUANTITIES:
        bri_text_add(out, "\"type\": \"object\", \"maxProperties\": %d, ", BRI_QUANTITIES_MAX);
        bri_text_add(out, "\"propertyNames\": {\"pattern\": \"^[A-Za-z][A-Za-z0-9_]*$\", \"maxLength\": %d}, ",
                     BRI_QUANTITY_NAME - 1);
        bri_text_add(out, "\"additionalProperties\": {\"anyOf\": [{\"type\": \"number\"}, %s]}", in_text);
        break;
    case BRI_VECTOR:
        add_list(out, 2, 2);
        bri_text_add(out, "{");
        add_number(out, p);
        bri_text_add(out, "}");
        break;
    case BRI_SERIES:
        bri_text_add(out, "\"anyOf\": [{\"type\": \"array\", \"items\": {");
        add_list(out, 2, 2);
        bri_text_add(out, "{");
        add_number(out, p);
        bri_text_add(out, "}}}%s]", !strcmp(p->follows, "s") ? ", {\"$ref\": \"#/$defs/columns_of_file\"}" : "");
        break;
    case BRI_STRING: bri_text_add(out, "\"type\": [\"string\", \"number\"]"); break;
    case BRI_NAMES: add_names(out, p); break;
    case BRI_PART: bri_text_add(out, "\"$ref\": \"#/$defs/%s\"", p->words); break;
    case BRI_MANY: add_many(out, p); break;
    }
}

static void add_param(bri_text *out, const char *key, const bri_param *p)
{
    bri_text_add_json(out, key);
    add_text(out, ": {", "description", p->doc);
    if (p->type == BRI_REAL || p->type == BRI_LIST || p->type == BRI_VECTOR || p->type == BRI_SERIES)
        add_text(out, ", ", "unit", p->unit);
    bri_text_add(out, ", ");
    add_value(out, p);
    bri_text_add(out, "}");
}

static void add_required(bri_text *out, const bri_family *family, const bri_kind *kind, int *count)
{
    for (const bri_param *p = kind->params; p->name; p++) {
        if (!bri_row_required(family, kind, p)) continue;
        bri_text_add(out, (*count)++ ? ", " : "\"required\": [");
        bri_text_add_json(out, bri_row_key(family, kind, p));
    }
}

/* A mapping with the rows of a kind and, if it names another kind by a word, the rows of that kind. */
static void add_mapping(bri_text *out, const bri_family *family, const bri_kind *known, const bri_kind *word)
{
    bri_resolved_kind view;
    const bri_kind *kind = bri_kind_resolve(&view, known, (bri_unit_context){.star = "*"});
    const bri_param *by_word = bri_row_by_word(kind);
    int required = 0;
    add_text(out, "    {", "title", word ? word->title : kind->title);
    if (word) add_text(out, ",\n     ", "description", word->defects);
    bri_text_add(out, ",\n     \"type\": \"object\", ");
    add_required(out, family, kind, &required);
    if (word) add_required(out, bri_family_find(by_word->words), word, &required);
    bri_text_add(out, required ? "], " : "");
    bri_text_add(out, "\"additionalProperties\": false,\n     \"properties\": {");
    for (const bri_param *p = kind->params; p->name; p++) {
        bri_text_add(out, "%s\n      ", p == kind->params ? "" : ",");
        if (p != by_word || !word) {
            add_param(out, bri_row_key(family, kind, p), p);
            continue;
        }
        bri_text_add_json(out, p->name);
        add_text(out, ": {", "const", word->name);
        bri_text_add(out, "}");
        for (const bri_param *own = word->params; own->name; own++) {
            bri_text_add(out, ",\n      ");
            add_param(out, own->name, own);
        }
    }
    bri_text_add(out, "}}");
}

static void add_family(bri_text *out, const bri_family *family, const bri_catalogue *catalogue)
{
    const bri_param *by_word = family->naming == BRI_ONLY ? bri_row_by_word(family->kind(0)) : NULL;
    const bri_family *others = by_word ? bri_family_find(by_word->words) : family;
    const bri_kind *kind;
    bri_text_add(out, ",\n  \"%s\": {\"%s\": [\n", family->name, by_word ? "oneOf" : "anyOf");
    if (family->plain) {
        bri_text_add(out, "    {");
        add_value(out, family->plain->params);
        bri_text_add(out, "},\n");
    }
    for (int i = 0; (kind = bri_family_kind_at(others, catalogue, i)); i++) {
        bri_text_add(out, i ? ",\n" : "");
        add_mapping(out, family, by_word ? family->kind(0) : kind, by_word ? kind : NULL);
    }
    bri_text_add(out, "\n  ]}");
}

static bri_status write_schema(const bri_catalogue *catalogue, const char *root, const char *description,
                               bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0};
    bri_text_add(&out,
                 "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                 " \"title\": \"bristle: %s\",\n"
                 " \"description\": \"%s\",\n"
                 " \"$ref\": \"#/$defs/%s\",\n \"$defs\": {\n  \"quantity\": %s,\n  \"expression\": %s,\n  "
                 "\"column_of_file\": %s,\n  \"columns_of_file\": %s",
                 root, description, root, quantity, strcmp(root, "model") == 0 ? expression : no_expression,
                 column_of_file, columns_of_file);
    for (const bri_family *const *family = bri_families(); *family; family++)
        if ((*family)->naming != BRI_BY_WORD) add_family(&out, *family, catalogue);
    bri_text_add(&out, "}}\n");
    return bri_text_deliver(&out, write, user, err);
}

bri_status bri_describe_schema(bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    return bri_describe_schema_with(NULL, write, user, err);
}

bri_status bri_describe_schema_with(const bri_catalogue *catalogue, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    return write_schema(catalogue, "friction",
                        "A friction law with its parameters. A number is SI, or a text with a unit.", write, user, err);
}

bri_status bri_model_schema(bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    return bri_model_schema_with(NULL, write, user, err);
}

bri_status bri_model_schema_with(const bri_catalogue *catalogue, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    return write_schema(catalogue, "model",
                        "A mechanism with friction. A number is SI, a text with a unit, or an expression in the "
                        "parameters of the model.",
                        write, user, err);
}

/* --- study files ---------------------------------------------------------------------------------------------------------------------- */

static const char *tree_of(const bri_param *row)
{
    return row->offset == offsetof(bri_study_params, set)       ? "\"$ref\": \"#/$defs/settings\""
           : row->offset == offsetof(bri_study_params, measure) ? "\"$ref\": \"#/$defs/measures\""
           : row->offset == offsetof(bri_study_params, claims)  ? "\"$ref\": \"#/$defs/claims\""
           : row->offset == offsetof(bri_study_params, limit)   ? "\"$ref\": \"#/$defs/limit\""
                                                                : "\"$ref\": \"#/$defs/variations\"";
}

bri_status bri_study_schema(bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0};
    int required = 0;
    bri_text_add(&out,
                 "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                 " \"title\": \"bristle: study\",\n \"description\": \"%s.\",\n \"type\": \"object\", ",
                 bri_study_kind.title);
    add_required(&out, &bri_study_family, &bri_study_kind, &required);
    bri_text_add(&out, "], \"allOf\": [{\"anyOf\": [{\"required\": [\"vary\"]}, {\"required\": [\"each\"]}]},\n"
                       "  {\"anyOf\": [{\"required\": [\"measure\"]}, {\"required\": [\"claims\"]}]}],\n"
                       " \"additionalProperties\": false,\n \"properties\": {");
    for (const bri_param *p = bri_study_kind.params; p->name; p++) {
        bri_text_add(&out, p == bri_study_kind.params ? "\n      " : ",\n      ");
        if (!bri_study_row_is_tree(p)) {
            add_param(&out, p->name, p);
            continue;
        }
        bri_text_add_json(&out, p->name);
        add_text(&out, ": {", "description", p->doc);
        bri_text_add(&out, ", %s}", tree_of(p));
    }
    bri_text_add(
        &out,
        "},\n \"$defs\": {\n  \"quantity\": %s,\n  \"expression\": %s,\n"
        "  \"text\": {\"type\": [\"string\", \"number\"]},\n"
        "  \"settings\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/text\"}},\n"
        "  \"values\": {\"anyOf\": [{\"$ref\": \"#/$defs/text\"}, {\"type\": \"array\", \"minItems\": 1, "
        "\"items\": {\"$ref\": \"#/$defs/text\"}}, {\"type\": \"object\", \"minProperties\": 1, "
        "\"additionalProperties\": {\"type\": \"object\"}}]},\n"
        "  \"variation\": {\"type\": \"object\", \"additionalProperties\": {\"$ref\": \"#/$defs/values\"}},\n"
        "  \"variations\": {\"anyOf\": [{\"$ref\": \"#/$defs/variation\"}, {\"type\": \"array\", \"items\": "
        "{\"$ref\": \"#/$defs/variation\"}}]},\n"
        "  \"measure\": {\"anyOf\": [{\"type\": \"string\"}, {\"type\": \"object\", "
        "\"additionalProperties\": {\"type\": [\"string\", \"number\", \"null\"]}}]},\n"
        "  \"measures\": {\"anyOf\": [{\"$ref\": \"#/$defs/measure\"}, {\"type\": \"array\", \"minItems\": 1, "
        "\"items\": {\"$ref\": \"#/$defs/measure\"}}]},\n"
        "  \"list\": {\"type\": \"array\", \"minItems\": 1, \"items\": {\"$ref\": \"#/$defs/text\"}},\n"
        "  \"compared\": {\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/list\"}, {\"type\": \"object\", "
        "\"minProperties\": 1, \"maxProperties\": 1, \"additionalProperties\": {\"$ref\": \"#/$defs/list\"}}]},\n"
        "  \"claim\": {\"type\": \"object\", \"required\": [\"claim\"], \"properties\": {",
        quantity, no_expression);
    for (int i = 0; i < BRI_RELATIONS; i++)
        bri_text_add(&out, "%s\"%s\": {\"$ref\": \"#/$defs/compared\"}", i ? ", " : "", bri_relation_names[i]);
    bri_text_add(&out, "},\n   \"additionalProperties\": {\"type\": [\"string\", \"number\", \"boolean\", \"null\"]}, "
                       "\"oneOf\": [");
    for (int i = 0; i < BRI_RELATIONS; i++)
        bri_text_add(&out, "%s{\"required\": [\"%s\"]}", i ? ", " : "", bri_relation_names[i]);
    bri_text_add(&out, "]},\n  \"claims\": {\"type\": \"array\", \"items\": {\"$ref\": \"#/$defs/claim\"}}");
    add_family(&out, &bri_limit_family, NULL);
    bri_text_add(&out, "}}\n");
    return bri_text_deliver(&out, write, user, err);
}

static void add_kind_words(bri_text *out, const bri_kind *kind)
{
    char word[BRI_WORD_ROOM];
    bri_text_add(out, "\"%s\"\n", kind->name);
    for (const bri_param *p = kind->params; p->name; p++) {
        bri_text_add(out, "\"%s\"\n", p->name);
        for (int i = 0; bri_word(p->unit, i, word); i++)
            bri_text_add(out, "\" %s\"\n", word);
        for (int i = 0; p->type == BRI_CHOICE && bri_word(p->words, i, word); i++)
            bri_text_add(out, "\"%s\"\n", word);
    }
}

bri_status bri_describe_words(bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(write);
    bri_text out = {0};
    const bri_kind *kind;
    for (const bri_family *const *family = bri_families(); *family; family++)
        for (int i = 0; (kind = (*family)->kind(i)); i++)
            add_kind_words(&out, kind);
    return bri_text_deliver(&out, write, user, err);
}
