/* definitions.c - the parameters of a model are computed, and texts are told from quantities */
#include "model/definitions.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "model/parts.h"
#include "unit/grammar.h"
#include "unit/lookup.h"

/* --- words of a text ---------------------------------------------------------------------------------------------- */

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_letter(at[length]) || is_digit(at[length]) || at[length] == '_')
        length++;
    return length;
}

/* The next word of a text that begins with a letter, and is no part of a number; NULL: none. *at: moved behind it. */
static const char *next_word(const char **at, size_t *length)
{
    assert(*at);
    for (const char *c = *at; *c;) {
        const char *end = c;
        double ignored;
        if (is_digit(*c) || *c == '.') bri_number_read(c, &end, &ignored);
        if (is_letter(*c)) {
            *length = word_length(c);
            *at = c + *length;
            return c;
        }
        c = end > c ? end : c + 1;
    }
    return NULL;
}

static char before(const char *text, const char *at)
{
    while (at > text && at[-1] == ' ')
        at--;
    return (char)(at > text ? at[-1] : '\0');
}

const bri_definition *bri_definitions_find(const bri_definitions *defined, const char *name, size_t length)
{
    for (int i = 0; defined && i < defined->count; i++)
        if (!strncmp(defined->at[i].name, name, length) && !defined->at[i].name[length]) return &defined->at[i];
    return NULL;
}

bool bri_definitions_uses(const bri_definitions *defined, const char *text, bool in_error)
{
    size_t length;
    for (const char *word; defined && (word = next_word(&text, &length));) {
        const bri_definition *found = length < BRI_QUANTITY_NAME ? bri_definitions_find(defined, word, length) : NULL;
        if (found && (!in_error || found->state == BRI_IN_ERROR)) return true;
    }
    return false;
}

bool bri_definitions_mark(const bri_definitions *defined, const char *text, bool *marked)
{
    size_t length;
    bool any = false;
    for (const char *word; defined && (word = next_word(&text, &length));) {
        const bri_definition *found = length < BRI_QUANTITY_NAME ? bri_definitions_find(defined, word, length) : NULL;
        if (!found || marked[found - defined->at]) continue;
        marked[found - defined->at] = any = true;
    }
    return any;
}

/* --- quantity or expression --------------------------------------------------------------------------------------- */

/* Whether a parameter stands where an expression would have it. */
static bool has_operand(const bri_definitions *defined, const char *text)
{
    size_t length;
    const char *at = text;
    for (const char *word; defined && (word = next_word(&at, &length));) {
        char sign = before(text, word);
        bool operand = sign == '*' || sign == '/' || sign == '(';
        if (operand && length < BRI_QUANTITY_NAME && bri_definitions_find(defined, word, length)) return true;
    }
    return false;
}

/* Whether a function is called in a text, or pi is used. */
static bool has_function(const char *text)
{
    size_t length;
    for (const char *word; (word = next_word(&text, &length));) {
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)(length < 15 ? length : 15), word);
        if (!strcmp(name, "pi") || (bri_is_function(name) && text[strspn(text, " ")] == '(')) return true;
    }
    return false;
}

/* Whether a text behind a number, which is no unit, looks like the rest of an expression: an operator that no unit has there. */
static bool goes_on(const bri_definitions *defined, const char *rest)
{
    if (strchr("*+-^/", *rest) && *rest) return true;
    if (bri_definitions_uses(defined, rest, false) || has_function(rest)) return true;
    for (const char *c = rest; *c; c++) {
        const char *next = c + 1 + strspn(c + 1, " ");
        bool product = (*c == '*' || *c == '/') && c[1] != '*' && c[-1] != '*';
        if (*c == '+' || (*c == '-' && (c[-1] == ' ' || !is_digit(c[1]))) ||
            (product && (is_digit(*next) || *next == '(')))
            return true;
    }
    return false;
}

bri_reading bri_definitions_reading(const bri_definitions *defined, const char *text)
{
    measure m;
    const char *unit = bri_quantity_unit(text), *first = text + strspn(text, " +-");
    if (!unit) {
        bool calls = *first == '(' || has_function(text);
        return calls || (defined && is_letter(*first)) ? BRI_READ_EXPRESSION : BRI_READ_QUANTITY;
    }
    if (!*unit) return BRI_READ_QUANTITY;
    if (strnlen(text, MAX_TEXT + 1) <= MAX_TEXT && !bri_unit_parse(unit, text, &m, NULL))
        return has_operand(defined, text) ? BRI_READ_EITHER : BRI_READ_QUANTITY;
    return goes_on(defined, unit) ? BRI_READ_EXPRESSION : BRI_READ_QUANTITY;
}

bri_status bri_definitions_evaluate(const bri_definitions *defined, const char *text, const char *name,
                                    bri_value *value, bri_error *err)
{
    return bri_expression_evaluate(text, name, defined ? defined->symbol : NULL, defined ? defined->count : 0, value,
                                   err);
}

/* --- creation ----------------------------------------------------------------------------------------------------- */

typedef struct evaluation {
    bri_definitions *defined;
    int *stack, depth; /* parameters that wait for those above them */
    const char **at;   /* how far the text of each is searched */
    bri_definition_error *report;
    void *user;
} evaluation;

/* Whether a name is that of a unit that models use everywhere, with or without prefix: m, mm, kN. */
static bool is_common_unit(const char *name)
{
    static const char *const units[] = {"m", "s", "kg", "g", "rad", "N", "Pa", "J", "W", "Hz", "deg", "rpm"};
    double scale;
    const unit_row *row = bri_unit_find(name, &scale);
    for (size_t i = 0; row && i < COUNT(units); i++)
        if (!strcmp(row->name, units[i])) return strcmp(name, "g") != 0; /* gravity */
    return false;
}

static void pass_error(const evaluation *e, int index, bool of_name, const bri_error *error)
{
    e->defined->at[index].state = BRI_IN_ERROR;
    e->report(e->user, index, of_name, error);
}

static void check_name(const evaluation *e, int index, const char *name)
{
    const char *why;
    bri_error err = {0};
    if (!bri_symbol_is_valid(name, &why))
        bri_fail(&err, BRI_BAD_VALUE, "'%s' cannot name a parameter: %s", bri_unit_show(name, 40).text, why);
    else if (is_common_unit(name))
        bri_fail(&err, BRI_BAD_VALUE, "'%s' cannot name a parameter: it is a unit; choose another name, such as %s_1",
                 name, name);
    if (err.status) pass_error(e, index, true, &err);
}

/* "'a' depends on itself: a -> b -> a" */
static void report_cycle(const evaluation *e, int again)
{
    bri_error err = {0};
    char chain[200] = "";
    int from = e->depth - 1;
    while (e->stack[from] != again)
        from--;
    for (int i = from; i < e->depth; i++) {
        size_t used = strlen(chain);
        snprintf(chain + used, sizeof chain - used, "%s -> ", e->defined->at[e->stack[i]].name);
    }
    bri_fail(&err, BRI_BAD_VALUE, "'%s' depends on itself: %s%s", e->defined->at[again].name, chain,
             e->defined->at[again].name);
    pass_error(e, e->stack[e->depth - 1], false, &err);
}

static void evaluate(const evaluation *e, int index)
{
    bri_definition *one = &e->defined->at[index];
    bri_error err = {0};
    bri_value value;
    bri_reading reading = bri_definitions_reading(e->defined, one->text);
    if (one->state == BRI_IN_ERROR) return;
    if (reading == BRI_READ_QUANTITY)
        bri_value_read(one->text, &value, &err);
    else
        bri_definitions_evaluate(e->defined, one->text, NULL, &value, &err);
    if (!err.status && !bri_value_has_unit(&value))
        bri_fail(&err, BRI_BAD_VALUE, "'%.40s' is %s, for which there is no unit", one->text,
                 bri_dimension_describe(&value.dimension).at);
    if (err.status) {
        pass_error(e, index, false, &err);
        return;
    }
    one->value = value;
    one->state = BRI_DEFINED;
}

/* Goes on with the parameter on top: to one that it uses, or, if it has all of them, to its value. */
static void advance(evaluation *e)
{
    size_t length;
    int index = e->stack[e->depth - 1];
    bri_definition *one = &e->defined->at[index];
    const char *word = next_word(&e->at[index], &length);
    if (!word || bri_definitions_reading(e->defined, one->text) == BRI_READ_QUANTITY) {
        evaluate(e, index);
        e->depth--;
        if (e->depth && one->state == BRI_IN_ERROR) e->defined->at[e->stack[e->depth - 1]].state = BRI_IN_ERROR;
        return;
    }
    const bri_definition *used = length < BRI_QUANTITY_NAME ? bri_definitions_find(e->defined, word, length) : NULL;
    int next = used ? (int)(used - e->defined->at) : -1;
    if (!used) return;
    if (used->state == BRI_UNDEFINED) {
        e->defined->at[next].state = BRI_BEING_DEFINED;
        e->stack[e->depth++] = next;
    } else if (used->state == BRI_BEING_DEFINED && one->state != BRI_IN_ERROR) {
        report_cycle(e, next);
    } else if (used->state == BRI_IN_ERROR) {
        one->state = BRI_IN_ERROR;
    }
}

static void evaluate_all(evaluation *e, const char *const *name, const char *const *text)
{
    bri_definitions *defined = e->defined;
    for (int i = 0; i < defined->count; i++) {
        bri_definition *one = &defined->at[i];
        const char *why;
        if (bri_symbol_is_valid(name[i], &why)) strcpy(one->name, name[i]);
        if (!text[i]) one->state = BRI_IN_ERROR; /* which was reported */
        one->text = text[i] ? text[i] : "";
        e->at[i] = one->text;
        defined->symbol[i] = (bri_symbol){.name = one->name, .known = &one->value};
    }
    for (int i = 0; i < defined->count; i++) {
        bri_definition *one = &defined->at[i];
        if (one->state == BRI_UNDEFINED) {
            one->state = BRI_BEING_DEFINED;
            e->stack[e->depth++] = i;
        }
        while (e->depth)
            advance(e);
    }
    for (int i = 0; i < defined->count; i++) {
        check_name(e, i, name[i]);
        defined->at[i].text = NULL;
    }
}

bool bri_definitions_create(const char *const *name, const char *const *text, int count, bri_definition_error *report,
                            void *user, bri_definitions **defined)
{
    *defined = NULL;
    if (count == 0) return true;
    size_t n = (size_t)count;
    evaluation e = {.defined = calloc(1, sizeof **defined), .report = report, .user = user};
    e.stack = malloc(n * sizeof *e.stack);
    e.at = calloc(n, sizeof *e.at);
    if (e.defined) {
        e.defined->at = calloc(n, sizeof *e.defined->at);
        e.defined->symbol = calloc(n, sizeof *e.defined->symbol);
    }
    bool made = e.defined && e.stack && e.at && e.defined->at && e.defined->symbol;
    if (made) {
        e.defined->count = count;
        evaluate_all(&e, name, text);
    }
    free(e.stack);
    free(e.at);
    if (!made) bri_definitions_destroy(e.defined);
    *defined = made ? e.defined : NULL;
    return made;
}

bool bri_definitions_of(const bri_records *parameters, bri_definition_error *report, void *user,
                        bri_definitions **defined)
{
    size_t count = (size_t)parameters->count;
    const char **text = calloc(2 * count + 1, sizeof *text), **name = text ? text + count : NULL;
    for (size_t i = 0; text && i < count; i++) {
        const bri_parameter_params *one = parameters->at[i].params;
        name[i] = parameters->at[i].name;
        text[i] = one->value;
    }
    bool made = text && bri_definitions_create(name, text, (int)count, report, user, defined);
    free(text);
    return made;
}

void bri_definitions_destroy(bri_definitions *defined)
{
    if (!defined) return;
    free(defined->at);
    free(defined->symbol);
    free(defined);
}
