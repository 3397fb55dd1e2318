/* formula.c - rows whose value is an expression, and the named quantities that it uses */
#include "kind/formula.h"

#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "expression/dimension.h"
#include "expression/parse.h"
#include "unit/grammar.h"
#include "unit/unit.h"

/* --- quantities --------------------------------------------------------------------------------------------------- */

int bri_quantities_find(const bri_quantities *quantities, const char *name)
{
    for (int i = 0; i < quantities->count; i++)
        if (!strcmp(quantities->name[i], name)) return i;
    return -1;
}

static bri_status check_one(const bri_param *row, const bri_quantities *q, int i, double value, bri_error *err)
{
    char number[32], low[32], high[32];
    if (value >= row->min && value <= row->max) return BRI_OK;
    bri_number_print(number, value);
    bri_number_print(low, row->min);
    bri_number_print(high, row->max);
    return bri_fail(err, BRI_BAD_VALUE, "%s.%s is %s in SI units, and must lie between %s and %s", row->name,
                    q->name[i], number, low, high);
}

bri_status bri_quantity_set(const bri_param *row, bri_quantities *quantities, int index, double value, bri_error *err)
{
    bri_status status = check_one(row, quantities, index, value, err);
    if (!status) quantities->value[index] = value;
    return status;
}

bri_status bri_quantities_check(const bri_param *row, const bri_quantities *quantities, bri_error *err)
{
    bri_status first = BRI_OK;
    for (int i = 0; i < quantities->count; i++) {
        bri_status status = check_one(row, quantities, i, quantities->value[i], err);
        first = first ? first : status;
    }
    return first;
}

/* A copy of a part of text, without blanks around it; cut where it does not fit. */
static void copy_trimmed(char *out, size_t size, const char *from, const char *to)
{
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    snprintf(out, size, "%.*s", (int)((size_t)(to - from) < size ? (size_t)(to - from) : size - 1), from);
}

/* Reads the value of quantity number i and its unit, which becomes that of the same dimension in SI. */
static bri_status read_value(const bri_param *row, const char *text, bri_quantities *q, int i, bri_error *err)
{
    bri_value value;
    bri_error why = {0};
    bri_status status = bri_value_read(text, &value, &why);
    if (status) return bri_fail(err, status, "%s.%s: %s", row->name, q->name[i], why.what);
    q->value[i] = value.number;
    snprintf(q->unit[i], sizeof q->unit[i], "%.*s", BRI_QUANTITY_UNIT - 1, bri_dimension_unit(&value.dimension).at);
    return check_one(row, q, i, q->value[i], err);
}

static bri_status read_one(const bri_param *row, const char *from, const char *to, bri_quantities *q, bri_error *err)
{
    char name[BRI_QUANTITY_NAME + 1], text[MAX_TEXT + 2];
    const char *colon = memchr(from, ':', (size_t)(to - from)), *why;
    copy_trimmed(name, sizeof name, from, colon ? colon : to);
    if (!colon)
        return bri_fail(err, BRI_BAD_VALUE, "%s: '%s' has no value: write mu_s: 0.5, v_s: 10 mm/s", row->name,
                        bri_unit_show(name, 40).text);
    if (!bri_symbol_is_valid(name, &why))
        return bri_fail(err, BRI_BAD_VALUE, "%s: '%s' cannot name a parameter: %s", row->name,
                        bri_unit_show(name, 40).text, why);
    if (bri_quantities_find(q, name) >= 0)
        return bri_fail(err, BRI_BAD_VALUE, "%s: '%s' is given twice", row->name, name);
    if (q->count == BRI_QUANTITIES_MAX)
        return bri_fail(err, BRI_BAD_VALUE, "%s has more than %d values", row->name, BRI_QUANTITIES_MAX);
    copy_trimmed(text, sizeof text, colon + 1, to);
    snprintf(q->name[q->count], sizeof q->name[0], "%.*s", BRI_QUANTITY_NAME - 1, name);
    bri_status status = read_value(row, text, q, q->count, err);
    q->count += !status;
    return status;
}

bri_status bri_quantities_read(const bri_param *row, const char *text, bri_quantities *out, bri_error *err)
{
    bri_quantities made = {0};
    bri_status first = BRI_OK;
    text += strspn(text, " ");
    for (const char *at = text; *text && first != BRI_NO_MEMORY;) {
        const char *end = at + strcspn(at, ",");
        bri_status status = read_one(row, at, end, &made, err);
        first = first ? first : status;
        if (!*end) break;
        at = end + 1;
    }
    if (!first) *out = made;
    return first;
}

/* --- formulas ----------------------------------------------------------------------------------------------------- */

enum {
    VARIABLES_MAX = 4
};
typedef struct scope { /* what the expressions of a row may use */
    bri_symbol symbol[VARIABLES_MAX + BRI_QUANTITIES_MAX];
    char text[VARIABLES_MAX][BRI_WORD_ROOM]; /* of the variables: name, end, unit */
    int count;
} scope;

static bri_formula *formula_at(const bri_param *row, const void *params)
{
    return (bri_formula *)(size_t)(const void *)((const char *)params + row->offset);
}

/* The row's variables, then the quantities of the kind. */
static void find_scope(const bri_kind *kind, const bri_param *row, const void *params, scope *out)
{
    out->count = 0;
    while (out->count < VARIABLES_MAX && bri_word(row->follows, out->count, out->text[out->count])) {
        char *name = out->text[out->count], *unit = name + strcspn(name, " ");
        *unit = '\0';
        out->symbol[out->count++] = (bri_symbol){.name = name, .unit = unit + 1};
    }
    for (const bri_param *p = kind->params; p->name; p++) {
        const bri_quantities *q = (const bri_quantities *)(const void *)((const char *)params + p->offset);
        for (int i = 0; p->type == BRI_QUANTITIES && i < q->count; i++)
            out->symbol[out->count++] = (bri_symbol){.name = q->name[i], .unit = q->unit[i]};
    }
}

static bri_status compile(const bri_kind *kind, const bri_param *row, const void *params, bri_formula *out,
                          bri_error *err)
{
    scope all;
    find_scope(kind, row, params, &all);
    for (int i = 0; i < all.count; i++)
        for (int j = 0; j < i; j++)
            if (!strcmp(all.symbol[i].name, all.symbol[j].name))
                return bri_fail(err, BRI_BAD_VALUE, "%s: '%s' cannot name a parameter: it is a variable, in %s",
                                row->name, all.symbol[i].name, all.symbol[j].unit);
    return bri_expression_compile(formula_at(row, params)->text, row->name, all.symbol, all.count, row->unit, out, err);
}

bri_status bri_formula_keep(const bri_param *row, const char *text, void *params, bri_error *err)
{
    bri_formula *formula = formula_at(row, params);
    if (strlen(text) >= sizeof formula->text)
        return bri_fail(err, BRI_BAD_VALUE, "%s has %zu characters; at most %d are allowed", row->name, strlen(text),
                        BRI_FORMULA_TEXT - 1);
    *formula = (bri_formula){.text = ""};
    snprintf(formula->text, sizeof formula->text, "%s", text);
    return BRI_OK;
}

bri_status bri_formulas_compile(const bri_kind *kind, void *params, bri_error *err)
{
    bri_status first = BRI_OK;
    for (const bri_param *row = kind->params; row->name; row++) {
        if (row->type != BRI_FORMULA) continue;
        bri_status status = compile(kind, row, params, formula_at(row, params), err);
        first = first ? first : status;
    }
    return first;
}

static bool same_program(const bri_formula *a, const bri_formula *b)
{
    bool same = a->length == b->length && a->numbers == b->numbers && !memcmp(a->code, b->code, sizeof a->code);
    for (int i = 0; same && i < a->numbers; i++)
        same = a->number[i] == b->number[i];
    return same;
}

bri_status bri_formulas_check(const bri_kind *kind, const void *params, bri_error *err)
{
    bri_status first = BRI_OK;
    for (const bri_param *row = kind->params; row->name; row++) {
        bri_formula now = {.length = 0};
        if (row->type != BRI_FORMULA) continue;
        bri_status status = compile(kind, row, params, &now, err);
        if (!status && !same_program(&now, formula_at(row, params)))
            status =
                bri_fail(err, BRI_BAD_VALUE, "%s: its program is not that of its text; set the text again", row->name);
        first = first ? first : status;
    }
    return first;
}
