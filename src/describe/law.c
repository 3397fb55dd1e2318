/* law.c - a law explained from its tables, and the list of laws */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "describe/describe.h"

enum {
    WIDTH = 100
};

bri_status bri_text_deliver(bri_text *text, bri_write_fn *write, void *user, bri_error *err)
{
    bri_status status = BRI_OK;
    if (text->failed)
        status = bri_fail(err, BRI_NO_MEMORY, "there is no memory for this text");
    else if (text->length && !write(text->at, text->length, user))
        status = bri_fail(err, BRI_CANNOT_WRITE, "the text could not be written");
    bri_text_free(text);
    return status;
}

static const char *next_family(void *context, int index)
{
    static const char *const families[] = {"static", "dynamic", "lubricated", NULL};
    (void)context;
    return families[index];
}

bri_status bri_check_family(const char *family, bri_error *err)
{
    for (int i = 0; family && next_family(NULL, i); i++)
        if (!strcmp(family, next_family(NULL, i))) return BRI_OK;
    if (!family) return BRI_OK;
    return bri_fail(err, BRI_NOT_FOUND, "there is no family '%.40s'; the families are static, dynamic and lubricated",
                    family);
}

bool bri_in_family(const bri_friction_law *law, const char *family)
{
    return !family || !strcmp(law->kind.family, family);
}

/* --- pieces ---------------------------------------------------------------------------------------------------------- */

/* Words of a paragraph, indented, within the width of a terminal. */
static void add_paragraph(bri_text *out, const char *text, int indent)
{
    int column = 0;
    for (const char *at = text; *at;) {
        int length = (int)strcspn(at, " ");
        if (column && column + 1 + length > WIDTH) {
            bri_text_add(out, "\n");
            column = 0;
        }
        column += column ? 1 + length : indent + length;
        bri_text_add(out, "%*s%.*s", column == indent + length ? indent : 1, "", length, at);
        at += length;
        at += strspn(at, " ");
    }
    bri_text_add(out, "\n");
}

static void add_lines(bri_text *out, const char *lines, const char *before)
{
    while (*lines) {
        int length = (int)strcspn(lines, "\n");
        bri_text_add(out, "%s%.*s\n", before, length, lines);
        lines += length + (lines[length] == '\n');
    }
}

/* "1e9", "0.001": shorter than what reads back exactly, for people. */
static void print_short(char out[32], double value)
{
    snprintf(out, 32, "%.6g", value);
    char *e = strchr(out, 'e');
    if (!e) return;
    char *digits = e + 1 + (e[1] == '+' || e[1] == '-'), *to = e + 1 + (e[1] == '-');
    digits += strspn(digits, "0");
    memmove(to, digits, strlen(digits) + 1);
}

typedef struct param_texts {
    char value[128], unit[64], range[80], doc[400];
} param_texts;

static param_texts texts_of(const bri_kind *kind, const bri_param *p)
{
    param_texts t = {0};
    char low[32], high[32], word[32], unit[32], *at;
    print_short(low, p->min);
    print_short(high, p->max);
    snprintf(t.range, sizeof t.range, "%s .. %s", low, high);
    snprintf(t.unit, sizeof t.unit, "%s", bri_param_unit(kind, p, NULL, unit));
    bool plain = !strcmp(t.unit, "1");
    snprintf(t.doc, sizeof t.doc, "%s", p->doc);
    if (p->type == BRI_CHOICE) {
        snprintf(t.value, sizeof t.value, "%s", bri_word(p->words, 0, word));
        snprintf(t.range, sizeof t.range, "%s", p->words);
        while ((at = strchr(t.range, '|')))
            *at = ' ';
    } else if (p->type == BRI_LIST) {
        snprintf(t.value, sizeof t.value, "%s", p->words);
    } else {
        print_short(t.value, p->initial);
    }
    const bri_param *choice = p->follows ? bri_param_find(kind, p->follows) : NULL;
    for (int i = 1; choice && bri_word(p->unit, i, unit); i++)
        if (strcmp(unit, t.unit) != 0) {
            size_t used = strlen(t.doc);
            snprintf(t.doc + used, sizeof t.doc - used, " (%s with %s: %s)",
                     strcmp(unit, "1") ? unit : "a plain number", p->follows, bri_word(choice->words, i, word));
        }
    if (plain) snprintf(t.unit, sizeof t.unit, "-");
    return t;
}

static void add_params_text(bri_text *out, const bri_kind *kind)
{
    size_t name = 4, value = 7, unit = 4, range = 5;
    for (const bri_param *p = kind->params; p->name; p++) {
        param_texts t = texts_of(kind, p);
        name = strlen(p->name) > name ? strlen(p->name) : name;
        value = strlen(t.value) > value ? strlen(t.value) : value;
        unit = strlen(t.unit) > unit ? strlen(t.unit) : unit;
        range = strlen(t.range) > range ? strlen(t.range) : range;
    }
    bri_text_add(out, "    %-*s  %-*s  %-*s  %-*s  %s\n", (int)name, "name", (int)value, "default", (int)unit, "unit",
                 (int)range, "range", "meaning");
    for (const bri_param *p = kind->params; p->name; p++) {
        param_texts t = texts_of(kind, p);
        bri_text_add(out, "    %-*s  %-*s  %-*s  %-*s  %s\n", (int)name, p->name, (int)value, t.value, (int)unit,
                     t.unit, (int)range, t.range, t.doc);
    }
}

static const char *shape_text(bri_shape shape)
{
    switch (shape) {
    case BRI_ONE: return "";
    case BRI_EACH_DIRECTION: return ", one for each component of sliding";
    case BRI_EACH_ELEMENT: return ", one for each element";
    case BRI_EACH_BOTH: return ", one for each element and component of sliding";
    }
    return "";
}

static void add_variables_text(bri_text *out, const char *title, const bri_variable *table)
{
    if (!table) return;
    bri_text_add(out, "\n%s\n", title);
    for (; table->name; table++) {
        bri_text_add(out, "    %-10s %-5s %s%s", table->name, table->unit, table->doc, shape_text(table->shape));
        if (table->min < table->max) bri_text_add(out, "; valid from %.6g to %.6g", table->min, table->max);
        bri_text_add(out, "\n");
    }
}

/* "length viscosity" as "the contact's length, the viscosity". */
static void add_needs(bri_text *out, const char *needs)
{
    for (const char *at = needs; *at;) {
        int length = (int)strcspn(at, " ");
        bri_text_add(out, "%s%.*s", at == needs ? "" : ", ", length, at);
        at += length;
        at += strspn(at, " ");
    }
}

void bri_describe_needs(const bri_friction_law *law, char out[400])
{
    size_t used = 0;
    out[0] = '\0';
    for (const char *at = law->needs ? law->needs : ""; *at; at += strspn(at, " ")) {
        char word[32], value[32];
        size_t length = strcspn(at, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, at);
        const bri_param *p = bri_param_find(&bri_pair_kind, !strncmp(word, "finite_", 7) ? word + 7 : word);
        print_short(value, p ? p->initial : 0);
        if (p && used < 300)
            used += (size_t)snprintf(out + used, 400 - used, " --pair %s='%s %s'", p->name, value, p->unit);
        at += length;
    }
}

static const char *rest_text(const bri_friction_law *law)
{
    if (law->grip) return "holds exactly: at rest the force is whatever the contact needs, up to the grip";
    if (law->kind.states) return "holds by its own deflection";
    return "creeps: there is no force without sliding";
}

static const char *passive_text(const bri_friction_law *law)
{
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    if (!law->passive) return "not claimed";
    return law->passive(&params) ? "yes" : "not with the default parameters";
}

/* --- a law ----------------------------------------------------------------------------------------------------------- */

static void add_kind_text(bri_text *out, const bri_kind *kind)
{
    bri_text_add(out, "%s - %s (%s)\n\nEquations\n", kind->name, kind->title, kind->family);
    add_lines(out, kind->equations, "    ");
    bri_text_add(out, "\nParameters\n");
    add_params_text(out, kind);
    add_variables_text(out, "States", kind->states);
    add_variables_text(out, "Modes", kind->modes);
    add_variables_text(out, "Not smooth where", kind->edges);
    add_variables_text(out, "Outputs", kind->outputs);
}

static void add_end_text(bri_text *out, const bri_kind *kind)
{
    bri_text_add(out, "\nSource\n");
    add_paragraph(out, kind->reference, 4);
    bri_text_add(out, "\nKnown defects\n");
    add_paragraph(out, kind->defects, 4);
}

static void explain_text(bri_text *out, const bri_friction_law *law)
{
    add_kind_text(out, &law->kind);
    bri_text_add(out, "\nAt rest      %s\nPassive      %s\n", rest_text(law), passive_text(law));
    if (law->needs) {
        bri_text_add(out, "Needs        ");
        add_needs(out, law->needs);
        bri_text_add(out, "\n");
    }
    add_end_text(out, &law->kind);
    char needs[400];
    bri_describe_needs(law, needs);
    bri_text_add(out, "\nDraw it with    bristle curve %s%s -o %s.svg\n", law->kind.name, needs, law->kind.name);
}

static void add_variables_markdown(bri_text *out, const char *title, const bri_variable *table)
{
    if (!table) return;
    bri_text_add(out, "\n| %s | unit | meaning |\n|---|---|---|\n", title);
    for (; table->name; table++) {
        bri_text_add(out, "| `%s` | %s | %s%s", table->name, table->unit, table->doc, shape_text(table->shape));
        if (table->min < table->max) bri_text_add(out, "; valid from %.6g to %.6g", table->min, table->max);
        bri_text_add(out, " |\n");
    }
}

static void add_kind_markdown(bri_text *out, const bri_kind *kind)
{
    bri_text_add(out, "## %s\n\n%s (%s).\n\n", kind->name, kind->title, kind->family);
    add_lines(out, kind->equations, "    ");
    bri_text_add(out, "\n| parameter | default | unit | range | meaning |\n|---|---|---|---|---|\n");
    for (const bri_param *p = kind->params; p->name; p++) {
        param_texts t = texts_of(kind, p);
        bri_text_add(out, "| `%s` | %s | %s | %s | %s |\n", p->name, t.value, t.unit, t.range, t.doc);
    }
    add_variables_markdown(out, "state", kind->states);
    add_variables_markdown(out, "mode", kind->modes);
    add_variables_markdown(out, "not smooth where", kind->edges);
    add_variables_markdown(out, "output", kind->outputs);
}

static void explain_markdown(bri_text *out, const bri_friction_law *law)
{
    add_kind_markdown(out, &law->kind);
    bri_text_add(out, "\n- At rest: %s.\n- Passive: %s.\n", rest_text(law), passive_text(law));
    if (law->needs) {
        bri_text_add(out, "- Needs: ");
        add_needs(out, law->needs);
        bri_text_add(out, ".\n");
    }
    bri_text_add(out, "- Source: %s.\n- Known defects: %s\n\n", law->kind.reference, law->kind.defects);
}

static void add_pair(bri_text *out, const char *before, const char *name, const char *value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_json(out, value);
}

static void add_variables_json(bri_text *out, const char *title, const bri_variable *table)
{
    bri_text_add(out, ",\n  \"%s\": [", title);
    for (const bri_variable *v = table; v && v->name; v++) {
        add_pair(out, v == table ? "\n    {" : ",\n    {", "name", v->name);
        add_pair(out, ", ", "unit", v->unit);
        add_pair(out, ", ", "doc", v->doc);
        if (v->min < v->max) bri_text_add(out, ", \"min\": %.17g, \"max\": %.17g", v->min, v->max);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

static void add_words_json(bri_text *out, const char *words)
{
    char word[32];
    bri_text_add(out, "[");
    for (int i = 0; bri_word(words, i, word); i++) {
        bri_text_add(out, i ? ", " : "");
        bri_text_add_json(out, word);
    }
    bri_text_add(out, "]");
}

static void add_list_json(bri_text *out, const char *values)
{
    bri_text_add(out, "[");
    for (const char *at = values; *at; at += strspn(at, " ")) {
        int length = (int)strcspn(at, " ");
        bri_text_add(out, "%s%.*s", at == values ? "" : ", ", length, at);
        at += length;
    }
    bri_text_add(out, "]");
}

static void add_param_json(bri_text *out, const bri_param *p)
{
    static const char *const types[] = {"real", "int", "choice", "list"};
    char word[32];
    add_pair(out, "{", "name", p->name);
    add_pair(out, ", ", "type", types[p->type]);
    add_pair(out, ", ", "doc", p->doc);
    if (p->type == BRI_CHOICE) {
        bri_text_add(out, ", \"words\": ");
        add_words_json(out, p->words);
        add_pair(out, ", ", "default", bri_word(p->words, 0, word));
    } else {
        bri_text_add(out, ", \"units\": ");
        add_words_json(out, p->unit);
        bri_text_add(out, ", \"default\": ");
        if (p->type == BRI_LIST)
            add_list_json(out, p->words);
        else
            bri_text_add_number(out, p->initial);
        bri_text_add(out, ", \"min\": ");
        bri_text_add_number(out, p->min);
        bri_text_add(out, ", \"max\": ");
        bri_text_add_number(out, p->max);
        if (p->follows) add_pair(out, ", ", "unit_follows", p->follows);
    }
    bri_text_add(out, "}");
}

static void add_kind_json(bri_text *out, const bri_kind *kind)
{
    add_pair(out, "{", "name", kind->name);
    add_pair(out, ",\n  ", "family", kind->family);
    add_pair(out, ",\n  ", "title", kind->title);
    add_pair(out, ",\n  ", "equations", kind->equations);
    add_pair(out, ",\n  ", "reference", kind->reference);
    add_pair(out, ",\n  ", "defects", kind->defects);
    bri_text_add(out, ",\n  \"parameters\": [");
    for (const bri_param *p = kind->params; p->name; p++) {
        bri_text_add(out, p == kind->params ? "\n    " : ",\n    ");
        add_param_json(out, p);
    }
    bri_text_add(out, "]");
    add_variables_json(out, "states", kind->states);
    add_variables_json(out, "modes", kind->modes);
    add_variables_json(out, "edges", kind->edges);
    add_variables_json(out, "outputs", kind->outputs);
}

static void explain_json(bri_text *out, const bri_friction_law *law)
{
    bri_params params;
    bri_params_defaults(&law->kind, &params);
    add_kind_json(out, &law->kind);
    add_pair(out, ",\n  ", "needs", law->needs);
    bri_text_add(out, ",\n  \"holds_at_rest\": %s", law->grip ? "true" : "false");
    bri_text_add(out, ",\n  \"passive\": %s}", law->passive && law->passive(&params) ? "true" : "false");
}

bri_status bri_describe_law(const bri_friction_law *law, bri_format format, bri_write_fn *write, void *user,
                            bri_error *err)
{
    bri_text out = {0};
    if (format == BRI_TEXT) {
        explain_text(&out, law);
    } else if (format == BRI_MARKDOWN) {
        explain_markdown(&out, law);
    } else {
        explain_json(&out, law);
        bri_text_add(&out, "\n");
    }
    return bri_text_deliver(&out, write, user, err);
}

bri_status bri_describe_noise(bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0};
    if (format == BRI_TEXT) {
        add_kind_text(&out, &bri_noise_kind);
        add_end_text(&out, &bri_noise_kind);
    } else if (format == BRI_MARKDOWN) {
        add_kind_markdown(&out, &bri_noise_kind);
        bri_text_add(&out, "\n- Source: %s.\n- Known defects: %s\n\n", bri_noise_kind.reference,
                     bri_noise_kind.defects);
    } else {
        add_kind_json(&out, &bri_noise_kind);
        bri_text_add(&out, "}\n");
    }
    return bri_text_deliver(&out, write, user, err);
}

/* --- the list -------------------------------------------------------------------------------------------------------- */

static void list_text(bri_text *out, const char *family)
{
    const char *last = "";
    for (const bri_friction_law *const *law = bri_laws(); *law; law++) {
        const bri_kind *kind = &(*law)->kind;
        if (!bri_in_family(*law, family)) continue;
        if (strcmp(last, kind->family) != 0) bri_text_add(out, "%s%s\n", *last ? "\n" : "", kind->family);
        last = kind->family;
        bri_text_add(out, "    %-20s %s\n", kind->name, kind->title);
    }
    bri_text_add(out, "\nbristle explain NAME tells one of them; any law takes noise (bristle explain noise).\n");
}

static void list_markdown(bri_text *out, const char *family)
{
    bri_text_add(out, "| law | family | what it is | source |\n|---|---|---|---|\n");
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        if (bri_in_family(*law, family))
            bri_text_add(out, "| [`%s`](#%s) | %s | %s | %s |\n", (*law)->kind.name, (*law)->kind.name,
                         (*law)->kind.family, (*law)->kind.title, (*law)->kind.reference);
    bri_text_add(out, "\n");
}

static void list_json(bri_text *out, const char *family)
{
    bool first = true;
    bri_text_add(out, "[");
    for (const bri_friction_law *const *law = bri_laws(); *law; law++)
        if (bri_in_family(*law, family)) {
            bri_text_add(out, first ? "\n" : ",\n");
            explain_json(out, *law);
            first = false;
        }
    bri_text_add(out, "\n]\n");
}

bri_status bri_describe_laws(const char *family, bri_format format, bri_write_fn *write, void *user, bri_error *err)
{
    bri_text out = {0};
    bri_status status = bri_check_family(family, err);
    if (status) return status;
    if (format == BRI_TEXT)
        list_text(&out, family);
    else if (format == BRI_MARKDOWN)
        list_markdown(&out, family);
    else
        list_json(&out, family);
    return bri_text_deliver(&out, write, user, err);
}
