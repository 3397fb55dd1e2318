/* grammar.c - parses the text of a unit
 *
 *     unit     = ["1"] "/" factor ... | product
 *     product  = factor { (" " | "*" | ".") factor | "/" factor }      no product after a "/"
 *     factor   = (name | "(" product ")") [["^" | "**"] integer]
 *
 * The names are those of UDUNITS-2. Its grammar is another one: it reads N/m^1.5 as 5 N/m, "3 4 m" as 12 m and rad as 1. */
#include "unit/grammar.h"

#include <math.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "unit/lookup.h"

/* Suggested for misspelt names; common ones first. */
static const char *const common_units[] = {
    "mm/s", "m/s",     "rad/s",  "N/m",  "N/mm",  "kg/m3",  "m",      "mm",       "um",     "nm",  "cm",
    "km",   "in",      "uin",    "inch", "ft",    "micron", "kg",     "g",        "mg",     "t",   "lb",
    "lbf",  "kgf",     "N",      "kN",   "mN",    "Nm",     "Pa",     "kPa",      "MPa",    "GPa", "bar",
    "psi",  "ksi",     "s",      "ms",   "us",    "min",    "h",      "Hz",       "kHz",    "rpm", "rad",
    "mrad", "deg",     "rev",    "J",    "kJ",    "W",      "kW",     "hp",       "cP",     "Pas", "cSt",
    "mPa",  "percent", "degree", "km/h", "meter", "second", "newton", "kilogram", "radian",
};

/* UTF-8 symbols allowed in a unit, and their ASCII form. The micro sign stays: it is a prefix of the table. */
#define MICRO "\xc2\xb5"
static const struct {
    const char *utf8, *plain;
} symbols[] = {
    {MICRO, MICRO},
    {"\xce\xbc", MICRO},
    {"\xc2\xb0", "deg"},
    {"\xc3\x85", "angstrom"},
    {"\xe2\x84\xab", "angstrom"},
    {"\xce\xa9", "ohm"},
    {"\xe2\x84\xa6", "ohm"},
    {"\xc2\xb7", "*"},
    {"\xe2\x8b\x85", "*"},
    {"\xe2\x81\xb0", "^0"},
    {"\xc2\xb9", "^1"},
    {"\xc2\xb2", "^2"},
    {"\xc2\xb3", "^3"},
    {"\xe2\x81\xb4", "^4"},
    {"\xe2\x81\xb5", "^5"},
    {"\xe2\x81\xb6", "^6"},
    {"\xe2\x81\xb7", "^7"},
    {"\xe2\x81\xb8", "^8"},
    {"\xe2\x81\xb9", "^9"},
    {"\xe2\x81\xbb", "^-"},
};

/* COUNT(symbols): none */
static size_t find_symbol(const char *text)
{
    if (!(*text & 0x80)) return COUNT(symbols);
    size_t i = 0;
    while (i < COUNT(symbols) && strncmp(text, symbols[i].utf8, strlen(symbols[i].utf8)) != 0)
        i++;
    return i;
}

quote bri_unit_show(const char *text, size_t size)
{
    quote out;
    size_t length = 0;
    while (*text && length < size) {
        size_t i = find_symbol(text);
        size_t bytes = i < COUNT(symbols) ? strlen(symbols[i].utf8) : 1;
        if (length + bytes > size) break;
        memcpy(out.text + length, text, bytes);
        if (bytes == 1 && (*text < ' ' || *text > '~')) out.text[length] = '?';
        length += bytes;
        text += bytes;
    }
    strcpy(out.text + length, *text ? "..." : "");
    return out;
}

typedef struct reader {
    const char *at;
    const char *quoted; /* the text that error messages quote */
    int depth;
    bri_error *err;
} reader;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80); }

static bool skip_spaces(reader *r)
{
    const char *from = r->at;
    r->at += strspn(from, " ");
    return r->at > from;
}

static bri_status reject_character(const reader *r)
{
    const char *advice = *r->at == '-'   ? "; write a product with a space or '*'"
                         : *r->at == ',' ? "; the decimal point is '.'"
                                         : "";
    return bri_fail(r->err, BRI_BAD_VALUE, "'%s': unexpected character '%c'%s", r->quoted, *r->at, advice);
}

static const char *next_unit(void *context, int index)
{
    (void)context;
    return (size_t)index < COUNT(common_units) ? common_units[index] : NULL;
}

static bri_status reject_name(const reader *r, const char *name)
{
    char hint[100];
    bri_text_suggest(hint, sizeof hint, name, next_unit, NULL);
    return bri_fail(r->err, BRI_BAD_VALUE, "'%s': unknown unit '%s'%s", r->quoted, name, hint);
}

static bri_status read_name(reader *r, measure *m)
{
    char name[MAX_NAME + 1];
    size_t length = 0;
    if (*r->at == '%') {
        name[length++] = *r->at++;
    } else {
        while (is_letter(*r->at) && length < MAX_NAME)
            name[length++] = *r->at++;
    }
    name[length] = '\0';
    if (length == MAX_NAME) return bri_fail(r->err, BRI_BAD_VALUE, "'%s': the name of the unit is too long", r->quoted);

    const char *trouble;
    if (!bri_unit_lookup(name, m, &trouble)) return reject_name(r, name);
    return trouble ? bri_fail(r->err, BRI_BAD_VALUE, "'%s': %s %s", r->quoted, name, trouble) : BRI_OK;
}

static bri_status reject_power(const reader *r)
{
    return bri_fail(r->err, BRI_BAD_VALUE,
                    "'%s': an exponent must be a whole number; give a stiffness in N/m^n as a plain number in SI units",
                    r->quoted);
}

static bri_status read_power(reader *r, int *power)
{
    const char *at = r->at;
    bool marked = *at == '^' || strncmp(at, "**", 2) == 0;
    if (marked) at += *at == '^' ? 1 : 2;
    int sign = *at == '-' ? -1 : 1;
    if (*at == '-' || (marked && *at == '+')) at++;
    if (!is_digit(*at)) {
        *power = 1;
        return marked ? reject_power(r) : BRI_OK;
    }
    int value = 0;
    for (; is_digit(*at); at++)
        value = value > MAX_POWER ? value : 10 * value + (*at - '0');
    if (*at == '.' && is_digit(at[1])) return reject_power(r);
    if (value < 1 || value > MAX_POWER)
        return bri_fail(r->err, BRI_BAD_VALUE, "'%s': an exponent must lie between 1 and %d", r->quoted, MAX_POWER);
    *power = sign * value;
    r->at = at;
    return BRI_OK;
}

static bri_status read_product(reader *r, measure *m);

static bri_status read_group(reader *r, measure *m)
{
    if (r->depth == MAX_DEPTH)
        return bri_fail(r->err, BRI_BAD_VALUE, "'%s': more than %d nested parentheses", r->quoted, MAX_DEPTH);
    r->depth++;
    r->at++;
    bri_status status = read_product(r, m);
    if (!status && *r->at != ')')
        status = bri_fail(r->err, BRI_BAD_VALUE, "'%s': a closing parenthesis is missing", r->quoted);
    if (!status) {
        r->at++;
        r->depth--;
    }
    return status;
}

static bri_status read_factor(reader *r, measure *m)
{
    measure base = MEASURE_OF_ONE;
    int power = 1;
    bri_status status;
    if (*r->at == '(')
        status = read_group(r, &base);
    else if (*r->at == '%' || is_letter(*r->at))
        status = read_name(r, &base);
    else if (is_digit(*r->at))
        status = bri_fail(r->err, BRI_BAD_VALUE, "'%s' contains a second number, '%.*s'; write one number and its unit",
                          r->quoted, (int)strspn(r->at, ".0123456789"), r->at);
    else if (*r->at)
        status = reject_character(r);
    else
        status = bri_fail(r->err, BRI_BAD_VALUE, "'%s': a unit is missing at the end", r->quoted);
    if (!status) status = read_power(r, &power);
    if (!status) {
        *m = MEASURE_OF_ONE;
        bri_measure_multiply(m, &base, power);
    }
    return status;
}

/* Skips the "1" of "1/m"; false where no '/' follows. */
static bool skip_one(reader *r)
{
    const char *after = r->at + 1;
    if (*r->at != '1' || after[strspn(after, " ")] != '/') return false;
    r->at = after;
    return true;
}

/* Reads the operator after a factor: '*', '/', or 0 at the end of the product. */
static bri_status read_operator(reader *r, char *mark)
{
    bool spaced = skip_spaces(r);
    switch (*r->at) {
    case '\0':
    case ')': *mark = 0; return BRI_OK;
    case '/': *mark = '/'; break;
    case '*':
    case '.': *mark = '*'; break;
    default: *mark = '*'; return spaced ? BRI_OK : reject_character(r);
    }
    r->at++;
    skip_spaces(r);
    return BRI_OK;
}

static bri_status read_product(reader *r, measure *m)
{
    bri_status status = BRI_OK;
    bool divided = false;
    char mark;
    *m = MEASURE_OF_ONE;
    skip_spaces(r);
    bool bare = r->depth == 0 && *r->at == '/'; /* "5/s" */
    if (!bare && !skip_one(r)) status = read_factor(r, m);
    while (!status) {
        status = read_operator(r, &mark);
        if (status || !mark) break;
        if (divided && mark == '*')
            return bri_fail(r->err, BRI_BAD_VALUE, "'%s' is ambiguous: write N/(m s) or N s/m, not N/m s", r->quoted);
        divided = mark == '/';
        measure factor;
        status = read_factor(r, &factor);
        if (!status) bri_measure_multiply(m, &factor, divided ? -1 : 1);
    }
    return status;
}

/* Replaces UTF-8 symbols by ASCII, except the micro sign. */
static bri_status make_plain(const char *text, char plain[MAX_PLAIN], const char *quoted, bri_error *err)
{
    bool raised = false; /* within a run of superscripts, which needs one '^' */
    if (strnlen(text, MAX_TEXT + 1) > MAX_TEXT)
        return bri_fail(err, BRI_BAD_VALUE, "'%s' is too long for a unit", bri_unit_show(text, 40).text);
    while (*text) {
        size_t i = find_symbol(text);
        if (i == COUNT(symbols)) {
            if (*text < ' ' || *text > '~')
                return bri_fail(err, BRI_BAD_VALUE, "'%s' contains a character that is not allowed in a unit", quoted);
            raised = false;
            *plain++ = *text++;
        } else {
            const char *from = symbols[i].plain + (raised && *symbols[i].plain == '^');
            raised = *symbols[i].plain == '^';
            text += strlen(symbols[i].utf8);
            plain = stpcpy(plain, from);
        }
    }
    *plain = '\0';
    return BRI_OK;
}

bri_status bri_unit_parse(const char *text, const char *quoted, measure *m, bri_error *err)
{
    char plain[MAX_PLAIN] = "";
    reader r = {.at = plain, .quoted = quoted, .err = err};
    bri_status status = make_plain(text, plain, quoted, err);
    if (!status) status = read_product(&r, m);
    if (!status && *r.at)
        status = bri_fail(err, BRI_BAD_VALUE, "'%s': a closing parenthesis without an opening one", quoted);
    if (!status && !isnormal(m->up / m->down))
        status = bri_fail(err, BRI_BAD_VALUE, "'%s': the factor of the unit is too large or too small", quoted);
    return status;
}
