/* parse.c - compiles an expression to a program in postfix order, by recursive descent
 *
 * A part of the expression without variables is computed at once. Every part has a dimension. */
#include "expression/parse.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "expression/dimension.h"
#include "expression/run.h"
#include "unit/grammar.h"
#include "unit/lookup.h"
#include "unit/unit.h"

enum {
    MOST_NESTED = 24, /* parentheses, signs and powers */
    SHOWN = 40        /* characters of a part that messages quote */
};

typedef struct part { /* of the expression */
    dimension dimension;
    bool constant; /* its value is known */
    double value;
    const char *from, *to; /* its text */
} part;

typedef struct reader {
    const char *text, *at;
    const char *name;
    const bri_symbol *symbols;
    int count;
    bri_formula made;
    int depth, nested; /* of the stack, of the text */
    bri_error *err;
    bri_status status;
} reader;

/* --- functions ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    bri_operation operation;
} functions[] = {
    {"exp", OP_EXP},   {"log", OP_LOG}, {"log10", OP_LOG10}, {"sqrt", OP_SQRT}, {"abs", OP_ABS}, {"tanh", OP_TANH},
    {"atan", OP_ATAN}, {"sin", OP_SIN}, {"cos", OP_COS},     {"min", OP_MIN},   {"max", OP_MAX},
};

static int find_function(const char *name)
{
    for (size_t i = 0; i < COUNT(functions); i++)
        if (!strcmp(functions[i].name, name)) return (int)i;
    return -1;
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

bool bri_is_function(const char *name) { return find_function(name) >= 0; }

bool bri_symbol_is_valid(const char *name, const char **why)
{
    size_t length = 0;
    while (is_word(name[length]))
        length++;
    *why = !is_letter(*name) || name[length] ? "a name begins with a letter and consists of letters, digits and _"
           : length >= BRI_QUANTITY_NAME     ? "a name has at most 23 characters"
           : find_function(name) >= 0        ? "it is the name of a function; choose another name"
           : !strcmp(name, "pi")             ? "it is the name of a constant; choose another name"
                                             : NULL;
    return !*why;
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

static bool reject(reader *r, const char *at, const char *format, ...) BRI_PRINTF(3, 4);

/* Reports the first error; false, so that a caller returns it. */
static bool reject(reader *r, const char *at, const char *format, ...)
{
    char what[360], where[32];
    va_list arguments;
    if (r->status) return false;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    snprintf(where, sizeof where, "character %d", (int)(at - r->text) + 1);
    r->status = bri_fail_at(r->err, BRI_BAD_VALUE, where, "%s%s%s", r->name ? r->name : "", r->name ? ": " : "", what);
    return false;
}

typedef struct quoted {
    char at[SHOWN + 8];
} quoted;

/* The text between two places, without blanks around it, shortened; "?" for unprintable bytes. */
static quoted quote_text(const char *from, const char *to)
{
    quoted out;
    assert(from && to);
    while (from < to && *from == ' ')
        from++;
    while (to > from && to[-1] == ' ')
        to--;
    size_t length = (size_t)(to - from) < SHOWN ? (size_t)(to - from) : SHOWN;
    for (size_t i = 0; i < length; i++)
        if (from[i] < ' ' || from[i] > '~')
            out.at[i] = '?';
        else
            out.at[i] = from[i];
    strcpy(out.at + length, from + length < to ? "..." : "");
    return out;
}

static quoted quote_part(const part *p) { return quote_text(p->from, p->to); }

static const char *next_name(void *context, int index)
{
    const reader *r = context;
    if (index < r->count) return r->symbols[index].name;
    return (size_t)(index - r->count) < COUNT(functions) ? functions[index - r->count].name : NULL;
}

/* --- code --------------------------------------------------------------------------------------------------------- */

static bool emit(reader *r, bri_operation operation, int operand, int grows)
{
    bri_formula *f = &r->made;
    if (f->length == BRI_FORMULA_CODE)
        return reject(r, r->at, "more than %d operations; shorten the expression", BRI_FORMULA_CODE);
    r->depth += grows;
    if (r->depth > BRI_FORMULA_STACK)
        return reject(r, r->at, "more than %d values wait to be combined; reorder the expression", BRI_FORMULA_STACK);
    f->code[f->length][0] = (unsigned char)operation;
    f->code[f->length][1] = (unsigned char)operand;
    f->length++;
    return true;
}

static bool emit_number(reader *r, double value)
{
    bri_formula *f = &r->made;
    int i = 0;
    while (i < f->numbers && (f->number[i] != value || signbit(f->number[i]) != signbit(value)))
        i++;
    if (i == BRI_FORMULA_NUMBERS)
        return reject(r, r->at, "more than %d different numbers; make some of them parameters", BRI_FORMULA_NUMBERS);
    f->number[i] = value;
    f->numbers = i == f->numbers ? i + 1 : f->numbers;
    return emit(r, OP_NUMBER, i, 1);
}

/* Emits an operation on the last one or two parts, or computes its value where they are known; out: the result. */
static bool apply(reader *r, bri_operation operation, int operand, const part *a, const part *b, part *out)
{
    bool known = a->constant && (!b || b->constant);
    out->constant = known;
    out->from = a->from;
    out->to = r->at;
    if (!emit(r, operation, operand, b ? -1 : 0)) return false;
    if (!known) return true;
    bri_formula alone = {.length = b ? 3 : 2,
                         .number = {a->value, b ? b->value : 0}}; /* {a, operation} or {a, b, ...} */
    dual value;
    alone.code[1][1] = 1; /* OP_NUMBER is 0 */
    alone.code[alone.length - 1][0] = (unsigned char)operation;
    alone.code[alone.length - 1][1] = (unsigned char)operand;
    formula_run(&alone, (const double[2]){0}, NULL, &value);
    if (!isfinite(value.value)) return reject(r, a->from, "'%s' is not a finite number", quote_text(a->from, r->at).at);
    out->value = value.value;
    r->made.length -= alone.length;
    r->depth--;
    return emit_number(r, value.value);
}

/* --- primaries ---------------------------------------------------------------------------------------------------- */

static bool read_expression(reader *r, part *out);

static void skip_blanks(reader *r) { r->at += strspn(r->at, " \t\n"); }

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_word(at[length]))
        length++;
    return length;
}

static int find_symbol(const reader *r, const char *name)
{
    for (int i = 0; i < r->count; i++)
        if (!strcmp(r->symbols[i].name, name)) return i;
    return -1;
}

/* The letters of a unit's name at a place; false: no unit begins there. */
static bool unit_word(const char *at, char name[MAX_NAME + 1])
{
    measure ignored;
    const char *trouble;
    size_t length = *at == '%' ? 1 : 0;
    while (length < MAX_NAME && *at != '%' && (is_letter(at[length]) || at[length] == '_' || (at[length] & 0x80)))
        length++;
    snprintf(name, MAX_NAME + 1, "%.*s", (int)length, at);
    return length > 0 && length < MAX_NAME && bri_unit_lookup(name, &ignored, &trouble);
}

/* The end of one factor of a unit: its name, and its power. */
static const char *after_factor(const char *at, const char *name)
{
    at += strlen(name);
    const char *digits = at + (*at == '^');
    digits += *at == '^' && *digits == '-'; /* "3 N-1" is a difference */
    if (!is_digit(*digits)) return at;
    return digits + strspn(digits, "0123456789");
}

/* Whether a unit begins at a place; name: that of the unit. False, with an error: it could be a symbol too. */
static bool begins_unit(reader *r, const char *at, char name[MAX_NAME + 1])
{
    char word[BRI_QUANTITY_NAME] = "";
    if (!unit_word(at, name)) return false;
    if (word_length(at) < sizeof word) snprintf(word, sizeof word, "%.*s", (int)word_length(at), at);
    if (find_symbol(r, word) < 0) return true;
    return reject(r, at, "'%s' is a unit and a parameter: rename it, or put the quantity before it in parentheses",
                  word);
}

/* Moves *end, where a unit may begin, to its end. */
static void find_unit_end(reader *r, const char **end)
{
    char name[MAX_NAME + 1];
    for (const char *at = *end; begins_unit(r, at, name);) {
        *end = at = after_factor(at, name);
        const char *next = at + strspn(at, " ");
        bool blank = next > at, divides = *next == '/';
        if (!blank && !divides) return;
        at = divides ? next + 1 + strspn(next + 1, " ") : next;
    }
}

static bool read_number(reader *r, part *out)
{
    const char *number = r->at, *end;
    measure m = MEASURE_OF_ONE;
    bri_error why = {0};
    char text[MAX_TEXT + 1];
    if (!bri_number_read(number, &end, &out->value)) return reject(r, number, "the number is too large");
    const char *unit = end + strspn(end, " "), *stop = unit;
    bool named = is_letter(*unit) || *unit == '%' || (*unit & 0x80);
    if (named) find_unit_end(r, &stop);
    if (r->status) return false;
    if (named && stop == unit) {
        size_t length = word_length(unit);
        return reject(r, unit, "'%s' is not a unit; a product is written with *", quote_text(unit, unit + length).at);
    }
    out->constant = true;
    out->from = number;
    out->to = r->at = named ? stop : end;
    if (!named) {
        out->dimension = bri_dimension_of(&m);
        return emit_number(r, out->value);
    }
    if (stop - number > MAX_TEXT)
        return reject(r, number, "a number with its unit has more than %d characters", MAX_TEXT);
    snprintf(text, sizeof text, "%.*s", (int)(stop - number), number);
    if (bri_unit_parse(text + (unit - number), text, &m, &why)) return reject(r, unit, "%s", why.what);
    out->dimension = bri_dimension_of(&m);
    if (bri_quantity_read(NULL, text, bri_dimension_unit(&out->dimension).at, &out->value, &why))
        return reject(r, number, "%s", why.what);
    return emit_number(r, out->value);
}

static bool read_symbol(reader *r, const char *name, const char *from, part *out)
{
    char hint[200];
    measure m = MEASURE_OF_ONE;
    int i = find_symbol(r, name);
    *out = (part){.dimension = bri_dimension_of(&m), .from = from, .to = r->at};
    if (i < 0 && !strcmp(name, "pi")) {
        out->constant = true;
        out->value = 0x1.921fb54442d18p+1;
        return emit_number(r, out->value);
    }
    if (i < 0 && find_function(name) >= 0) return reject(r, from, "'%s' is a function: write %s(...)", name, name);
    if (i < 0) {
        bri_text_suggest(hint, sizeof hint, name, next_name, r);
        return reject(r, from, "there is no '%s'%s", name, *hint ? hint : "; add it to the parameters");
    }
    const bri_value *known = r->symbols[i].known;
    if (known) {
        out->constant = true;
        out->value = known->number;
        out->dimension = known->dimension;
        return emit_number(r, out->value);
    }
    if (!bri_unit_read(r->symbols[i].unit, &m))
        return reject(r, from, "'%s' has no unit that is known: '%s'", name, r->symbols[i].unit);
    out->dimension = bri_dimension_of(&m);
    return emit(r, OP_VARIABLE, i, 1);
}

static bool want_plain(reader *r, const char *function, const part *p)
{
    if (bri_dimension_plain(&p->dimension)) return true;
    dimension angle = {.power[ANGLE] = 1};
    if ((!strcmp(function, "sin") || !strcmp(function, "cos")) && bri_dimension_same(&p->dimension, &angle))
        return true;
    return reject(r, p->from, "%s(%s): '%s' is %s, and must be a plain number: divide it by a value in %s", function,
                  quote_part(p).at, quote_part(p).at, bri_dimension_describe(&p->dimension).at,
                  bri_dimension_unit(&p->dimension).at);
}

static bool want_same(reader *r, const char *at, const char *sign, const part *a, const part *b)
{
    if (bri_dimension_same(&a->dimension, &b->dimension)) return true;
    return reject(r, at, "%s: '%s' is %s, but '%s' is %s; both must have the same dimension", sign, quote_part(a).at,
                  bri_dimension_describe(&a->dimension).at, quote_part(b).at, bri_dimension_describe(&b->dimension).at);
}

static bool want_character(reader *r, char wanted)
{
    skip_blanks(r);
    if (*r->at != wanted)
        return reject(r, r->at, *r->at ? "'%c' is wanted before '%s'" : "'%c' is missing at the end", wanted,
                      quote_text(r->at, r->at + strlen(r->at)).at);
    r->at++;
    return true;
}

static bool read_function(reader *r, int function, const char *from, part *out)
{
    bri_operation operation = functions[function].operation;
    const char *name = functions[function].name;
    bool two = operation == OP_MIN || operation == OP_MAX;
    part a = {.from = from, .to = from}, b = a;
    dimension none = {{0}};
    r->at++;
    if (!read_expression(r, &a)) return false;
    skip_blanks(r);
    if (*r->at == ',' && !two) return reject(r, r->at, "%s has one argument", name);
    if (two && (!want_character(r, ',') || !read_expression(r, &b) || !want_same(r, from, name, &a, &b))) return false;
    if (!want_character(r, ')')) return false;
    if (!two && operation != OP_SQRT && operation != OP_ABS && !want_plain(r, name, &a)) return false;
    a.from = from;
    if (!apply(r, operation, 0, &a, two ? &b : NULL, out)) return false;
    out->dimension = operation == OP_SQRT         ? bri_dimension_product(&none, &a.dimension, 0.5)
                     : two || operation == OP_ABS ? a.dimension
                                                  : none;
    return true;
}

static bool read_name(reader *r, part *out)
{
    char name[BRI_QUANTITY_NAME];
    const char *from = r->at;
    size_t length = word_length(from);
    if (length >= sizeof name)
        return reject(r, from, "the name '%s' has more than %d characters", quote_text(from, from + length).at,
                      (int)sizeof name - 1);
    snprintf(name, sizeof name, "%.*s", (int)length, from);
    r->at += length;
    int function = find_function(name);
    skip_blanks(r);
    if (*r->at != '(') {
        r->at = from + length;
        return read_symbol(r, name, from, out);
    }
    if (function >= 0) return read_function(r, function, from, out);
    if (find_symbol(r, name) >= 0) return reject(r, r->at, "'%s' is not a function; a product is written with *", name);
    char hint[200];
    bri_text_suggest(hint, sizeof hint, name, next_name, r);
    return reject(r, from, "there is no function '%s'%s", name, hint);
}

static bool read_group(reader *r, part *out)
{
    const char *from = r->at++;
    if (!read_expression(r, out) || !want_character(r, ')')) return false;
    out->from = from;
    out->to = r->at;
    return true;
}

static bool read_primary(reader *r, part *out)
{
    if (*r->at == '(') return read_group(r, out);
    if (is_letter(*r->at)) return read_name(r, out);
    if (is_digit(*r->at) || (*r->at == '.' && is_digit(r->at[1]))) return read_number(r, out);
    if (!*r->at) return reject(r, r->at, "a number or a name is missing at the end");
    return reject(r, r->at, "a number or a name is wanted before '%s'", quote_text(r->at, r->at + strlen(r->at)).at);
}

/* --- operators ---------------------------------------------------------------------------------------------------- */

static bool read_factor(reader *r, part *out);

/* base^exponent: an exponent with a known value is also that of the dimension. */
static bool read_power(reader *r, part *base)
{
    const char *sign = r->at++;
    part exponent = {.from = sign, .to = sign}, power = {0};
    if (!read_factor(r, &exponent)) return false;
    if (!bri_dimension_plain(&exponent.dimension))
        return reject(r, exponent.from, "the exponent '%s' is %s, and must be a plain number", quote_part(&exponent).at,
                      bri_dimension_describe(&exponent.dimension).at);
    if (!exponent.constant && !bri_dimension_plain(&base->dimension))
        return reject(r, sign, "'%s' is %s, and its exponent '%s' is no number: divide it by a value in %s",
                      quote_part(base).at, bri_dimension_describe(&base->dimension).at, quote_part(&exponent).at,
                      bri_dimension_unit(&base->dimension).at);
    bool whole =
        exponent.constant && exponent.value == floor(exponent.value) && fabs(exponent.value) <= OP_LARGEST_POWER;
    dimension none = {{0}};
    power.dimension = exponent.constant ? bri_dimension_product(&none, &base->dimension, exponent.value) : none;
    if (whole) { /* its number is not on the stack but in the code */
        r->made.length--;
        r->depth--;
    }
    if (!apply(r, whole ? OP_WHOLE_POWER : OP_POWER, whole ? (int)exponent.value + OP_NO_POWER : 0, base,
               whole ? NULL : &exponent, &power))
        return false;
    *base = power;
    return true;
}

static bool read_signed(reader *r, part *out)
{
    const char *from = r->at;
    bool minus = *r->at++ == '-';
    part inner = {.from = from, .to = from};
    if (!read_factor(r, &inner)) return false;
    *out = inner;
    inner.from = from;
    if (minus && !apply(r, OP_NEGATE, 0, &inner, NULL, out)) return false;
    out->from = from;
    out->dimension = inner.dimension;
    return true;
}

static bool read_factor(reader *r, part *out)
{
    if (r->nested == MOST_NESTED)
        return reject(r, r->at, "more than %d nested parentheses, signs and powers", MOST_NESTED);
    r->nested++;
    skip_blanks(r);
    bool signs = *r->at == '-' || *r->at == '+';
    if (!(signs ? read_signed(r, out) : read_primary(r, out))) return false;
    const char *end = r->at;
    skip_blanks(r);
    if (!strncmp(r->at, "**", 2)) return reject(r, r->at, "'**': a power is written with ^");
    if (!signs && *r->at == '^') {
        if (!read_power(r, out)) return false;
    } else {
        r->at = end;
    }
    r->nested--;
    return true;
}

static bool read_term(reader *r, part *out)
{
    if (!read_factor(r, out)) return false;
    for (;;) {
        part left = *out, right = {.from = r->at, .to = r->at};
        const char *end = r->at;
        skip_blanks(r);
        char sign = *r->at;
        if (sign != '*' && sign != '/') {
            r->at = end;
            return true;
        }
        r->at++;
        if (!read_factor(r, &right)) return false;
        if (!apply(r, sign == '*' ? OP_MULTIPLY : OP_DIVIDE, 0, &left, &right, out)) return false;
        out->dimension = bri_dimension_product(&left.dimension, &right.dimension, sign == '*' ? 1 : -1);
    }
}

static bool read_expression(reader *r, part *out)
{
    if (!read_term(r, out)) return false;
    for (;;) {
        part left = *out, right = {.from = r->at, .to = r->at};
        const char *end = r->at, *at;
        skip_blanks(r);
        at = r->at;
        char sign[2] = {*at, '\0'};
        if (*at != '+' && *at != '-') {
            r->at = end;
            return true;
        }
        r->at++;
        if (!read_term(r, &right) || !want_same(r, at, sign, &left, &right)) return false;
        if (!apply(r, *at == '+' ? OP_ADD : OP_SUBTRACT, 0, &left, &right, out)) return false;
        out->dimension = left.dimension;
    }
}

/* Reads the whole text; false: an error was reported. */
static bool read_all(reader *r, part *all)
{
    size_t length = strlen(r->text);
    if (length >= BRI_FORMULA_TEXT)
        return reject(r, r->text, "the expression has %zu characters; at most %d are allowed", length,
                      BRI_FORMULA_TEXT - 1);
    if (!read_expression(r, all)) return false;
    skip_blanks(r);
    if (*r->at)
        return reject(r, r->at, "'%s' is not expected here; a product is written with *",
                      quote_text(r->at, r->at + strlen(r->at)).at);
    return true;
}

bri_status bri_expression_compile(const char *text, const char *name, const bri_symbol *symbols, int count,
                                  const char *unit, bri_formula *out, bri_error *err)
{
    reader r = {.text = text, .at = text, .name = name, .symbols = symbols, .count = count, .err = err};
    part all = {.from = text, .to = text};
    measure m = MEASURE_OF_ONE;
    bri_unit_read(unit, &m);
    dimension wanted = bri_dimension_of(&m);
    if (read_all(&r, &all) && !bri_dimension_same(&all.dimension, &wanted))
        reject(&r, text, "'%s' is %s, but %s is wanted", quote_part(&all).at, bri_dimension_describe(&all.dimension).at,
               bri_dimension_describe(&wanted).at);
    if (r.status) return r.status;
    strcpy(r.made.text, text);
    *out = r.made;
    return BRI_OK;
}

bri_status bri_expression_evaluate(const char *text, const char *name, const bri_symbol *symbols, int count,
                                   bri_value *out, bri_error *err)
{
    reader r = {.text = text, .at = text, .name = name, .symbols = symbols, .count = count, .err = err};
    part all = {.from = text, .to = text};
    if (read_all(&r, &all)) *out = (bri_value){all.value, all.dimension};
    return r.status;
}
