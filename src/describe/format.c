/* format.c - paragraphs, parameters and variables formatted as text, Markdown or JSON */
#include "describe/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "kind/formula.h"
#include "model/families.h"

enum {
    WIDTH = 100
};

bri_status bri_text_deliver(bri_text *text, bri_write_fn *write, void *user, bri_error *err)
{
    bri_status status = BRI_OK;
    if (text->failed)
        status = bri_fail(err, BRI_NO_MEMORY, "out of memory: this text");
    else if (text->length && !write(text->at, text->length, user))
        status = bri_fail(err, BRI_CANNOT_WRITE, "the text could not be written");
    bri_text_free(text);
    return status;
}

void bri_add_paragraph(bri_text *out, const char *text, int indent)
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

void bri_add_lines(bri_text *out, const char *lines, const char *before)
{
    while (*lines) {
        int length = (int)strcspn(lines, "\n");
        bri_text_add(out, "%s%.*s\n", before, length, lines);
        lines += length + (lines[length] == '\n');
    }
}

void bri_print_number(char out[32], double value)
{
    snprintf(out, 32, "%.6g", value);
    char *e = strchr(out, 'e');
    if (!e) return;
    char *digits = e + 1 + (e[1] == '+' || e[1] == '-'), *to = e + 1 + (e[1] == '-');
    digits += strspn(digits, "0");
    memmove(to, digits, strlen(digits) + 1);
}

void bri_add_json_member(bri_text *out, const char *before, const char *name, const char *value)
{
    bri_text_add(out, "%s\"%s\": ", before, name);
    bri_text_add_json(out, value);
}

/* --- parameters --------------------------------------------------------------------------------------------------- */

static const char *key_of(const bri_description *shown, const bri_param *p)
{
    return shown->family ? bri_row_key(shown->family, shown->kind, p) : p->name;
}

static bool is_required(const bri_description *shown, const bri_param *p)
{
    return shown->family && bri_row_required(shown->family, shown->kind, p);
}

typedef struct param_texts {
    const char *key;
    char value[128], unit[BRI_WORD_ROOM], range[80], doc[400];
} param_texts;

/* Writes "body|point" as "body point". */
static void spread(char *out, size_t size, const char *words)
{
    char *at;
    snprintf(out, size, "%s", words);
    while ((at = strchr(out, '|')))
        *at = ' ';
}

/* A choice whose words are listed with its meaning, because they would make the column too wide. */
static bool is_long_choice(const bri_param *p) { return p->type == BRI_CHOICE && strlen(p->words) >= 80; }

/* The range of a parameter of a part of a model, in words. */
static void put_range(char out[80], const bri_param *p)
{
    char low[32], high[32], words[48];
    bri_print_number(low, p->min);
    bri_print_number(high, p->max);
    switch (p->type) {
    case BRI_CHOICE: spread(out, 80, is_long_choice(p) ? "word" : p->words); return;
    case BRI_STRING: snprintf(out, 80, "text"); return;
    case BRI_FORMULA: snprintf(out, 80, "expression"); return;
    case BRI_QUANTITIES: snprintf(out, 80, "by name: quantity"); return;
    case BRI_PART: snprintf(out, 80, "%s", p->words); return;
    case BRI_MANY:
        snprintf(out, 80, bri_family_find(p->words)->unnamed ? "list: %.60s" : "by name: %.60s", p->words);
        return;
    case BRI_NAMES:
        spread(words, sizeof words, p->words ? p->words : "name");
        if (p->max > 99)
            snprintf(out, 80, "list of %.40ss", words);
        else if (p->min < p->max)
            snprintf(out, 80, "%d or %d: %.40s", (int)p->min, (int)p->max, words);
        else
            snprintf(out, 80, "%d: %.40s", (int)p->min, words);
        return;
    case BRI_SERIES: snprintf(out, 80, "list of pairs"); return;
    default: snprintf(out, 80, "%s .. %s", low, high);
    }
}

static void put_default(char out[128], const bri_description *shown, const bri_param *p)
{
    char word[BRI_WORD_ROOM];
    bool is_number = p->type == BRI_REAL || p->type == BRI_INT || p->type == BRI_VECTOR;
    if (is_required(shown, p))
        snprintf(out, 128, "required");
    else if (p->type == BRI_CHOICE)
        snprintf(out, 128, "%s", bri_word(p->words, (int)p->initial, word));
    else if (p->type == BRI_LIST || p->type == BRI_FORMULA || p->type == BRI_QUANTITIES)
        snprintf(out, 128, "%s", p->words);
    else if (!is_number || isnan(p->initial))
        snprintf(out, 128, "-");
    else {
        bri_print_number(word, p->initial);
        snprintf(out, 128, p->type == BRI_VECTOR ? "[%s, %s]" : "%s", word, word);
    }
}

static param_texts texts_of(const bri_description *shown, const bri_param *p)
{
    const bri_kind *kind = shown->kind;
    param_texts t = {.key = key_of(shown, p)};
    char word[BRI_WORD_ROOM], unit[BRI_WORD_ROOM];
    put_range(t.range, p);
    put_default(t.value, shown, p);
    snprintf(t.unit, sizeof t.unit, "%s", bri_param_unit(kind, p, NULL, unit));
    if (p->type == BRI_SERIES && strcmp(p->follows, p->unit) != 0)
        snprintf(t.unit, sizeof t.unit, "%s, %s", p->follows, p->unit);
    bool plain = !strcmp(t.unit, "1");
    snprintf(t.doc, sizeof t.doc, "%s", p->doc);
    if (is_long_choice(p)) {
        size_t used = (size_t)snprintf(t.doc, sizeof t.doc, "%s: ", p->doc);
        spread(t.doc + used, sizeof t.doc - used, p->words);
    }
    const bri_param *choice = p->follows && p->type != BRI_SERIES ? bri_param_find(kind, p->follows) : NULL;
    for (int i = 1; choice && bri_word(p->unit, i, unit); i++)
        if (strcmp(unit, t.unit) != 0) {
            size_t used = strlen(t.doc);
            snprintf(t.doc + used, sizeof t.doc - used, " (%s with %s: %s)",
                     strcmp(unit, "1") ? unit : "a plain number", p->follows, bri_word(choice->words, i, word));
        }
    if (plain) snprintf(t.unit, sizeof t.unit, "-");
    return t;
}

static void add_params_text(bri_text *out, const bri_description *shown)
{
    size_t name = 4, value = 7, unit = 4, range = 5;
    for (const bri_param *p = shown->kind->params; p->name; p++) {
        param_texts t = texts_of(shown, p);
        name = strlen(t.key) > name ? strlen(t.key) : name;
        value = strlen(t.value) > value ? strlen(t.value) : value;
        unit = strlen(t.unit) > unit ? strlen(t.unit) : unit;
        range = strlen(t.range) > range ? strlen(t.range) : range;
    }
    bri_text_add(out, "    %-*s  %-*s  %-*s  %-*s  %s\n", (int)name, "name", (int)value, "default", (int)unit, "unit",
                 (int)range, "range", "meaning");
    for (const bri_param *p = shown->kind->params; p->name; p++) {
        param_texts t = texts_of(shown, p);
        bri_text_add(out, "    %-*s  %-*s  %-*s  %-*s  %s\n", (int)name, t.key, (int)value, t.value, (int)unit, t.unit,
                     (int)range, t.range, t.doc);
    }
}

static void add_words_json(bri_text *out, const char *words)
{
    char word[BRI_WORD_ROOM];
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

static void add_numbers_json(bri_text *out, const bri_description *shown, const bri_param *p)
{
    bri_text_add(out, ", \"units\": ");
    add_words_json(out, p->unit);
    if (p->type == BRI_SERIES) {
        bri_add_json_member(out, ", ", "first_unit", p->follows);
    } else if (!is_required(shown, p)) {
        bri_text_add(out, ", \"default\": ");
        if (p->type == BRI_LIST)
            add_list_json(out, p->words);
        else
            bri_text_add_number(out, p->initial);
    }
    bri_text_add(out, ", \"min\": ");
    bri_text_add_number(out, p->min);
    bri_text_add(out, ", \"max\": ");
    bri_text_add_number(out, p->max);
    if (p->follows && p->type != BRI_SERIES) bri_add_json_member(out, ", ", "unit_follows", p->follows);
}

static void add_formula_json(bri_text *out, const bri_param *p)
{
    bri_text_add(out, ", \"units\": ");
    add_words_json(out, p->unit);
    bri_text_add(out, ", \"variables\": ");
    add_words_json(out, p->follows);
    bri_add_json_member(out, ", ", "default", p->words);
}

static void add_quantities_json(bri_text *out, const bri_param *p)
{
    bri_quantities initial = {0};
    bri_quantities_read(p, p->words, &initial, NULL);
    bri_text_add(out, ", \"default\": {");
    for (int i = 0; i < initial.count; i++) {
        bool plain = !strcmp(initial.unit[i], "1");
        bri_text_add(out, "%s\"%s\": %s", i ? ", " : "", initial.name[i], plain ? "" : "\"");
        bri_text_add_number(out, initial.value[i]);
        if (!plain) bri_text_add(out, " %s\"", initial.unit[i]);
    }
    bri_text_add(out, "}");
}

static void add_param_json(bri_text *out, const bri_description *shown, const bri_param *p)
{
    static const char *const types[] = {"real",   "int",    "choice", "list",   "formula", "quantities",
                                        "vector", "string", "names",  "series", "part",    "parts"};
    char word[BRI_WORD_ROOM];
    bri_add_json_member(out, "{", "name", key_of(shown, p));
    bri_add_json_member(out, ", ", "type", types[p->type]);
    bri_add_json_member(out, ", ", "doc", p->doc);
    if (shown->family) bri_text_add(out, ", \"required\": %s", is_required(shown, p) ? "true" : "false");
    switch (p->type) {
    case BRI_CHOICE:
        bri_text_add(out, ", \"words\": ");
        add_words_json(out, p->words);
        bri_add_json_member(out, ", ", "default", bri_word(p->words, (int)p->initial, word));
        break;
    case BRI_NAMES:
        bri_text_add(out, ", \"min\": %.0f, \"max\": %.0f, \"of\": ", p->min, p->max);
        add_words_json(out, p->words ? p->words : "name");
        break;
    case BRI_PART:
    case BRI_MANY:
        bri_add_json_member(out, ", ", "family", p->words);
        if (p->type == BRI_PART && !strcmp(p->words, "signal")) bri_add_json_member(out, ", ", "unit", p->unit);
        break;
    case BRI_STRING: break;
    case BRI_FORMULA: add_formula_json(out, p); break;
    case BRI_QUANTITIES: add_quantities_json(out, p); break;
    default: add_numbers_json(out, shown, p);
    }
    bri_text_add(out, "}");
}

/* --- variables ---------------------------------------------------------------------------------------------------- */

static const char *shape_text(bri_shape shape)
{
    switch (shape) {
    case BRI_ONE: return "";
    case BRI_EACH_DIRECTION: return ", one for each component of the sliding velocity";
    case BRI_EACH_ELEMENT: return ", one for each element";
    case BRI_EACH_BOTH: return ", one for each element and component of the sliding velocity";
    }
    return "";
}

static void add_range(bri_text *out, const bri_variable *v)
{
    if (!(v->min < v->max)) return;
    bri_text_add(out, isfinite(v->max) ? "; valid from %.6g to %.6g" : "; valid from %.6g on", v->min, v->max);
}

void bri_add_variables_text(bri_text *out, const char *title, const bri_variable *table)
{
    if (!table) return;
    bri_text_add(out, "\n%s\n", title);
    for (; table->name; table++) {
        bri_text_add(out, "    %-10s %-5s %s%s", table->name, table->unit, table->doc, shape_text(table->shape));
        add_range(out, table);
        bri_text_add(out, "\n");
    }
}

void bri_add_variables_markdown(bri_text *out, const char *title, const bri_variable *table)
{
    if (!table) return;
    bri_text_add(out, "\n| %s | unit | meaning |\n|---|---|---|\n", title);
    for (; table->name; table++) {
        bri_text_add(out, "| `%s` | %s | %s%s", table->name, table->unit, table->doc, shape_text(table->shape));
        add_range(out, table);
        bri_text_add(out, " |\n");
    }
}

void bri_add_variables_json(bri_text *out, const char *title, const bri_variable *table)
{
    bri_text_add(out, ",\n  \"%s\": [", title);
    for (const bri_variable *v = table; v && v->name; v++) {
        bri_add_json_member(out, v == table ? "\n    {" : ",\n    {", "name", v->name);
        bri_add_json_member(out, ", ", "unit", v->unit);
        bri_add_json_member(out, ", ", "doc", v->doc);
        if (v->min < v->max) bri_text_add(out, ", \"min\": %.17g", v->min);
        if (v->min < v->max && isfinite(v->max)) bri_text_add(out, ", \"max\": %.17g", v->max);
        bri_text_add(out, "}");
    }
    bri_text_add(out, "]");
}

/* --- a kind ------------------------------------------------------------------------------------------------------- */

void bri_add_kind_text(bri_text *out, const bri_description *shown)
{
    const bri_kind *kind = shown->kind;
    bri_text_add(out, "%s - %s (%s)\n", shown->name, kind->title, shown->sort);
    if (shown->equations) {
        bri_text_add(out, "\nEquations\n");
        bri_add_lines(out, shown->equations, "    ");
    }
    if (kind->params && kind->params->name) {
        bri_text_add(out, "\nParameters\n");
        add_params_text(out, shown);
    }
    bri_add_variables_text(out, "States", kind->states);
    bri_add_variables_text(out, "Discrete states", kind->discrete_states);
    bri_add_variables_text(out, "Events", kind->events);
    bri_add_variables_text(out, "Outputs", kind->outputs);
}

void bri_add_kind_markdown(bri_text *out, const bri_description *shown)
{
    const bri_kind *kind = shown->kind;
    bri_text_add(out, "## %s\n\n%s (%s).\n", shown->name, kind->title, shown->sort);
    if (shown->equations) {
        bri_text_add(out, "\n");
        bri_add_lines(out, shown->equations, "    ");
    }
    if (kind->params && kind->params->name)
        bri_text_add(out, "\n| parameter | default | unit | range | meaning |\n|---|---|---|---|---|\n");
    for (const bri_param *p = kind->params; p && p->name; p++) {
        param_texts t = texts_of(shown, p);
        bri_text_add(out, "| `%s` | %s | %s | %s | %s |\n", t.key, t.value, t.unit, t.range, t.doc);
    }
    bri_add_variables_markdown(out, "state", kind->states);
    bri_add_variables_markdown(out, "discrete state", kind->discrete_states);
    bri_add_variables_markdown(out, "events", kind->events);
    bri_add_variables_markdown(out, "output", kind->outputs);
}

void bri_add_kind_json(bri_text *out, const bri_description *shown)
{
    const bri_kind *kind = shown->kind;
    bri_add_json_member(out, "{", "name", shown->name);
    bri_add_json_member(out, ",\n  ", "family", shown->sort);
    bri_add_json_member(out, ",\n  ", "title", kind->title);
    bri_add_json_member(out, ",\n  ", "equations", shown->equations);
    bri_add_json_member(out, ",\n  ", "reference", kind->reference);
    bri_add_json_member(out, ",\n  ", "defects", kind->defects);
    bri_text_add(out, ",\n  \"parameters\": [");
    for (const bri_param *p = kind->params; p && p->name; p++) {
        bri_text_add(out, p == kind->params ? "\n    " : ",\n    ");
        add_param_json(out, shown, p);
    }
    bri_text_add(out, "]");
    bri_add_variables_json(out, "states", kind->states);
    bri_add_variables_json(out, "discrete_states", kind->discrete_states);
    bri_add_variables_json(out, "event_functions", kind->events);
    bri_add_variables_json(out, "outputs", kind->outputs);
}
