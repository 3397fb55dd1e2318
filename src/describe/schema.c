/* schema.c - JSON Schema of a friction block, and the words of all tables
 *
 * A number may stand as it is (SI) or as a text with a unit; JSON Schema can say the range of the first and the form of the
 * second, and leaves the dimension of the unit to bristle itself. */
#include "base/fail.h"
#include "describe/describe.h"

static const char *const quantity =
    "{\"type\": \"string\", \"pattern\": \"^[-+]?([0-9]+\\\\.?[0-9]*|\\\\.[0-9]+)([eE][-+]?[0-9]+)?"
    " *[^0-9eE+.-].*$\"}";

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

/* A number in its range or, where the parameter has a unit, a quantity. */
static void add_number(bri_text *out, const bri_param *p)
{
    bri_text_add(out, "\"anyOf\": [{\"type\": \"number\", ");
    add_range(out, p);
    bri_text_add(out, "}, {\"$ref\": \"#/$defs/quantity\"}]");
}

static void add_param(bri_text *out, const bri_param *p)
{
    char word[32];
    bri_text_add_json(out, p->name);
    add_text(out, ": {", "description", p->doc);
    if (p->type == BRI_REAL || p->type == BRI_LIST) add_text(out, ", ", "unit", p->unit);
    bri_text_add(out, ", ");
    if (p->type == BRI_REAL) {
        add_number(out, p);
        bri_text_add(out, ", \"default\": ");
        bri_text_add_number(out, p->initial);
    } else if (p->type == BRI_INT) {
        bri_text_add(out, "\"type\": \"integer\", ");
        add_range(out, p);
        bri_text_add(out, ", \"default\": ");
        bri_text_add_number(out, p->initial);
    } else if (p->type == BRI_CHOICE) {
        bri_text_add(out, "\"enum\": [");
        for (int i = 0; bri_word(p->words, i, word); i++) {
            bri_text_add(out, i ? ", " : "");
            bri_text_add_json(out, word);
        }
        bri_text_add(out, "]");
        add_text(out, ", ", "default", bri_word(p->words, 0, word));
    } else {
        bri_text_add(out, "\"type\": \"array\", \"minItems\": 1, \"maxItems\": %d, \"items\": {", BRI_LIST_MAX);
        add_number(out, p);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "}");
}

static void add_params(bri_text *out, const bri_kind *kind, const char *indent)
{
    for (const bri_param *p = kind->params; p->name; p++) {
        bri_text_add(out, "%s%s", p == kind->params ? "" : ",", indent);
        add_param(out, p);
    }
}

static void add_law(bri_text *out, const bri_friction_law *law)
{
    const bri_kind *kind = &law->kind;
    add_text(out, "    {", "title", kind->title);
    add_text(out, ",\n     ", "description", kind->defects);
    bri_text_add(out, ",\n     \"type\": \"object\", \"required\": [\"law\"], \"additionalProperties\": false,\n");
    add_text(out, "     \"properties\": {\n      \"law\": {", "const", kind->name);
    bri_text_add(out, "},");
    add_params(out, kind, "\n      ");
    bri_text_add(out, ",\n      \"noise\": {\"$ref\": \"#/$defs/noise\"}}}");
}

bri_status bri_describe_schema(bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0};
    bri_text_add(&out,
                 "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n"
                 " \"title\": \"bristle: friction\",\n"
                 " \"description\": \"A friction law with its parameters. A number is SI, or a text with a unit.\",\n"
                 " \"$ref\": \"#/$defs/friction\",\n \"$defs\": {\n  \"quantity\": ");
    bri_text_add(&out, "%s,\n  \"noise\": {\"type\": \"object\", \"additionalProperties\": false, \"properties\": {",
                 quantity);
    add_params(&out, &bri_noise_kind, "\n    ");
    bri_text_add(&out, "}},\n  \"friction\": {\"oneOf\": [\n");
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        add_law(&out, *law);
        bri_text_add(&out, law[1] ? ",\n" : "\n");
    }
    bri_text_add(&out, "  ]}}}\n");
    return bri_text_deliver(&out, write, user, err);
}

static void add_kind_words(bri_text *out, const bri_kind *kind)
{
    char word[32];
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
    bri_text out = {0};
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        add_kind_words(&out, &(*law)->kind);
    add_kind_words(&out, &bri_noise_kind);
    return bri_text_deliver(&out, write, user, err);
}
