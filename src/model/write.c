/* write.c - writes a model as YAML in SI units; reading that text gives the same model
 *
 * Laws are written with all parameters, other parts with those that differ from the defaults. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "kind/expressions.h"
#include "kind/record.h"
#include "model/families.h"
#include "model/model.h"

typedef struct writer {
    bri_text text;
    bri_error *err;
    bri_status status;
} writer;

static void write_record(writer *w, const bri_family *family, const bri_record *record, bri_unit_context context);

/* --- values ------------------------------------------------------------------------------------------------------- */

/* Writes a number with its unit, unless that is "1". */
static void write_measured(writer *w, double value, const char *unit)
{
    char number[32];
    bri_number_print(number, value);
    bool bare = !strcmp(unit, "1");
    bri_text_add(&w->text, "%s%s%s", number, bare ? "" : " ", bare ? "" : unit);
}

static void write_number(writer *w, double value, const char *unit) /* 0 needs none where the unit is known */
{
    write_measured(w, value, value == 0 ? "1" : unit);
}

static bool is_plain(const char *text)
{
    static const char *const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*-+()/ ");
    return *text && strchr(letters, *text) && !text[length] && text[length - 1] != ' ' && strcmp(text, "null") != 0;
}

/* Decodes the UTF-8 character at text; *length: its bytes. */
static unsigned decode(const unsigned char *text, size_t *length)
{
    *length = text[0] < 0x80 ? 1 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
    unsigned code = *length == 1 ? text[0] : text[0] & (0x7fu >> *length);
    for (size_t i = 1; i < *length; i++)
        code = code << 6 | (text[i] & 0x3fu);
    return code;
}

/* Writes a quoted string, with escape codes for line ends and unprintable characters. */
static void write_quoted(writer *w, const char *text)
{
    size_t length;
    bri_text_add(&w->text, "\"");
    for (; *text; text += length) {
        unsigned code = decode((const unsigned char *)text, &length);
        if (code == '"' || code == '\\')
            bri_text_add(&w->text, "\\%c", (int)code);
        else if (code < ' ' || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029 || code == 0xfeff ||
                 (code & 0xfffe) == 0xfffe)
            bri_text_add(&w->text, "\\U%08x", code);
        else
            bri_text_add_n(&w->text, text, length);
    }
    bri_text_add(&w->text, "\"");
}

static void write_string(writer *w, const char *text)
{
    if (is_plain(text))
        bri_text_add(&w->text, "%s", text);
    else
        write_quoted(w, text);
}

/* Writes an expression; without quotes where it is a plain value of YAML. */
static void write_expression(writer *w, const char *text)
{
    static const char inside[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.*-+()/^% ";
    const char *first = text + (*text == '-');
    bool begins = *first && strchr(inside, *first) && !strchr(".*-+)/^% ", *first);
    if (begins && strcmp(text, "null") != 0 && strspn(text, inside) == strlen(text) && text[strlen(text) - 1] != ' ')
        bri_text_add(&w->text, "%s", text);
    else
        write_quoted(w, text);
}

/* Writes a number of a record, or the expression by which it is given. */
static void write_given(writer *w, const bri_record *record, const bri_param *row, int index, double value,
                        const char *unit, bool measured)
{
    const char *text = bri_expression_find(record, bri_row_number(record->kind, row), index);
    if (text)
        write_expression(w, text);
    else if (measured)
        write_measured(w, value, unit);
    else
        write_number(w, value, unit);
}

static void write_names(writer *w, const bri_names *names, bool alone)
{
    if (!alone) bri_text_add(&w->text, "[");
    for (int i = 0; i < names->count; i++) {
        bri_text_add(&w->text, i ? ", " : "");
        write_string(w, names->at[i]);
    }
    if (!alone) bri_text_add(&w->text, "]");
}

static void write_pair(writer *w, const bri_record *record, const bri_param *row, int index, const double *pair,
                       const char *first, const char *second)
{
    bri_text_add(&w->text, "[");
    write_given(w, record, row, index, pair[0], first, false);
    bri_text_add(&w->text, ", ");
    write_given(w, record, row, index + 1, pair[1], second, false);
    bri_text_add(&w->text, "]");
}

static void write_quantities(writer *w, const bri_record *record, const bri_param *row)
{
    const bri_quantities *quantities = bri_row_at(row, record->params);
    bri_text_add(&w->text, "{");
    for (int i = 0; i < quantities->count; i++) {
        bri_text_add(&w->text, i ? ", " : "");
        write_string(w, quantities->name[i]);
        bri_text_add(&w->text, ": ");
        write_given(w, record, row, i, quantities->value[i], quantities->unit[i], true);
    }
    bri_text_add(&w->text, "}");
}

static void write_many(writer *w, const bri_records *many, const bri_param *row)
{
    const bri_family *family = bri_family_find(row->words);
    bool named = many->count > 0 && many->at[0].name;
    bri_text_add(&w->text, named ? "{" : "[");
    for (int i = 0; i < many->count; i++) {
        bri_text_add(&w->text, i ? ", " : "");
        if (named) bri_text_add(&w->text, "%s: ", many->at[i].name);
        write_record(w, family, &many->at[i], (bri_unit_context){.star = row->unit});
    }
    bri_text_add(&w->text, named ? "}" : "]");
}

/* row: of the resolved kind, with its unit. */
static void write_value(writer *w, const bri_kind *kind, const bri_param *row, const bri_record *record)
{
    char unit[BRI_WORD_ROOM], word[BRI_WORD_ROOM];
    const void *at = bri_row_at(row, record->params);
    bri_param_unit(kind, row, record->params, unit);
    switch (row->type) {
    case BRI_REAL: write_given(w, record, row, 0, *(const double *)at, unit, false); break;
    case BRI_INT: write_given(w, record, row, 0, *(const int *)at, "1", false); break;
    case BRI_CHOICE: bri_text_add(&w->text, "%s", bri_word(row->words, *(const int *)at, word)); break;
    case BRI_VECTOR: write_pair(w, record, row, 0, at, unit, unit); break;
    case BRI_STRING:
        if (kind == &bri_parameter_kind)
            write_expression(w, *(char *const *)at);
        else
            write_string(w, *(char *const *)at);
        break;
    case BRI_NAMES: write_names(w, at, ((const bri_names *)at)->count == 1); break;
    case BRI_MANY: write_many(w, at, row); break;
    case BRI_PART: write_record(w, bri_family_find(row->words), at, bri_unit_context_of(record, row)); break;
    case BRI_FORMULA: write_quoted(w, ((const bri_formula *)at)->text); break;
    case BRI_QUANTITIES: write_quantities(w, record, row); break;
    case BRI_LIST:
        for (int i = 0; i < ((const bri_list *)at)->count; i++) {
            bri_text_add(&w->text, i ? ", " : "[");
            write_given(w, record, row, i, ((const bri_list *)at)->at[i], unit, false);
        }
        bri_text_add(&w->text, "]");
        break;
    case BRI_SERIES:
        bri_text_add(&w->text, "[");
        for (int i = 0; i < ((const bri_series *)at)->count; i++) {
            bri_text_add(&w->text, i ? ", " : "");
            write_pair(w, record, row, 2 * i, ((const bri_series *)at)->at[i], row->follows, unit);
        }
        bri_text_add(&w->text, "]");
        break;
    }
}

/* --- which rows are written --------------------------------------------------------------------------------------- */

static bool same_bits(const void *a, const void *b, size_t size) { return memcmp(a, b, size) == 0; }

static bool is_given(const bri_param *row, const void *at, const void *initial)
{
    switch (row->type) {
    case BRI_REAL: return !isnan(*(const double *)at) && !same_bits(at, initial, sizeof(double));
    case BRI_VECTOR: return !isnan(*(const double *)at) && !same_bits(at, initial, 2 * sizeof(double));
    case BRI_INT:
    case BRI_CHOICE: return *(const int *)at != *(const int *)initial;
    case BRI_LIST: return !same_bits(at, initial, sizeof(bri_list));
    case BRI_FORMULA: return !same_bits(at, initial, sizeof(bri_formula));
    case BRI_QUANTITIES: return !same_bits(at, initial, sizeof(bri_quantities));
    case BRI_STRING: return *(char *const *)at != NULL;
    case BRI_NAMES: return ((const bri_names *)at)->count > 0;
    case BRI_SERIES: return ((const bri_series *)at)->count > 0;
    case BRI_PART: return ((const bri_record *)at)->kind != NULL;
    case BRI_MANY: return ((const bri_records *)at)->count > 0;
    }
    return false;
}

/* Creates a record with default parameters, for comparison; false: out of memory. */
static bool make_initial(writer *w, const bri_family *family, const bri_kind *kind, bri_record *initial)
{
    if (!w->status) w->status = bri_family_create_record(family, kind, NULL, initial, w->err);
    return !w->status;
}

/* Writes the rows of a record, without braces; adds their number to *count. */
static void write_rows(writer *w, const bri_family *family, const bri_record *record, bri_unit_context context,
                       int *count)
{
    bri_resolved_kind view;
    bri_record initial = {0};
    const bri_kind *kind = bri_kind_resolve(&view, record->kind, context);
    const bri_param *by_word = bri_row_by_word(record->kind);
    if (!make_initial(w, family, record->kind, &initial)) return;
    for (int i = 0; kind->params[i].name; i++) {
        const bri_param *row = &kind->params[i], *known = &record->kind->params[i];
        const bri_record *part = bri_row_at(row, record->params);
        bool wanted = bri_row_required(family, record->kind, known) || family->naming == BRI_BY_WORD;
        wanted = wanted || bri_expression_find(record, i, BRI_ALL_INDICES);
        bool absent = row->type == BRI_REAL && isnan(*(const double *)(const void *)part);
        if (absent || (!wanted && !is_given(row, part, bri_row_at(row, initial.params)))) continue;
        bri_text_add(&w->text, "%s%s: ", (*count)++ ? ", " : "", bri_row_key(family, record->kind, known));
        if (known != by_word) {
            write_value(w, kind, row, record);
        } else if (part->kind) {
            bri_text_add(&w->text, "%s", part->kind->name);
            write_rows(w, bri_family_find(row->words), part, bri_unit_context_of(record, row), count);
        }
    }
    bri_record_destroy(&initial);
}

static void write_record(writer *w, const bri_family *family, const bri_record *record, bri_unit_context context)
{
    bri_resolved_kind view;
    int count = 0;
    if (record->kind == family->plain && family->plain) {
        const bri_kind *kind = bri_kind_resolve(&view, record->kind, context);
        write_value(w, kind, kind->params, record);
        return;
    }
    bri_text_add(&w->text, "{");
    if (record->kind) write_rows(w, family, record, context, &count);
    bri_text_add(&w->text, "}");
}

/* --- the whole model: one line for each part ---------------------------------------------------------------------- */

static void write_group(writer *w, const bri_param *row, const bri_records *parts)
{
    bri_text_add(&w->text, parts->count ? "%s:\n" : "%s: {}\n", row->name);
    for (int i = 0; i < parts->count; i++) {
        bri_text_add(&w->text, "  %s: ", parts->at[i].name);
        write_record(w, bri_family_find(row->words), &parts->at[i], (bri_unit_context){.star = row->unit});
        bri_text_add(&w->text, "\n");
    }
}

static void write_root(writer *w, const bri_record *root)
{
    bri_record initial = {0};
    if (!make_initial(w, bri_family_find("model"), root->kind, &initial)) return;
    for (const bri_param *row = root->kind->params; row->name; row++) {
        const void *at = bri_row_at(row, root->params);
        bool required = bri_row_required(bri_family_find("model"), root->kind, row) ||
                        bri_expression_find(root, bri_row_number(root->kind, row), BRI_ALL_INDICES);
        if (!required && !is_given(row, at, bri_row_at(row, initial.params))) continue;
        size_t before = w->text.length, begin;
        if (row->type == BRI_MANY) {
            write_group(w, row, at);
            continue;
        }
        bri_text_add(&w->text, "%s: ", row->name);
        begin = w->text.length;
        write_value(w, root->kind, row, root);
        bri_text_add(&w->text, "\n");
        if (w->text.at && !strcmp(w->text.at + begin, "{}\n")) w->text.at[w->text.length = before] = '\0';
    }
    bri_record_destroy(&initial);
}

bri_status bri_model_write(const bri_model *model, bri_write_fn *write, void *user, bri_error *err)
{
    bri_error_clear(err);
    assert(model && write);
    writer w = {.err = err};
    write_root(&w, &model->root);
    bri_status status = w.status;
    if (!status && w.text.failed) status = bri_fail(err, BRI_NO_MEMORY, "out of memory: the text of the model");
    if (!status && w.text.at && !write(w.text.at, w.text.length, user))
        status = bri_fail(err, BRI_CANNOT_WRITE, "the model could not be written");
    bri_text_free(&w.text);
    return status;
}
