/* unit.c - a text with a unit becomes an SI number, or a sentence; UDUNITS-2 stays behind this file
 *
 *     quantity = number [unit]
 *     unit     = ["1"] "/" factor ... | product
 *     product  = factor { (" " | "*" | ".") factor | "/" factor }      no product after a "/"
 *     factor   = (name | "(" product ")") [["^" | "**"] integer]
 *
 * UDUNITS is asked for one name at a time. It would take whole units too, but reads N/m^1.5 as 5 N/m, "3 4 m" as 12 m
 * and rad as 1. */
#include "bristle/unit.h"

#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <udunits2.h>

#include "base/fail.h"
#include "base/number.h"

enum {
    MAX_TEXT = 100,  /* bytes in a quantity */
    MAX_PLAIN = 512, /* the same in ASCII: 'A' with a ring grows from 2 bytes to 8 */
    MAX_NAME = 40,
    MAX_DEPTH = 4, /* of parentheses; with the next line, no power of a dimension outgrows an int */
    MAX_POWER = 9,
};

/* SI units and the names of what they measure. The first of two with the same dimension is said of other spellings. */
static const struct {
    const char *unit, *name;
} quantities[] = {
    {"1", "plain number"},
    {"m", "length"},
    {"s", "time"},
    {"kg", "mass"},
    {"rad", "angle"},
    {"K", "temperature"},
    {"m2", "area"},
    {"m3", "volume"},
    {"m/s", "speed"},
    {"m/s2", "acceleration"},
    {"rad/s", "angular speed"},
    {"rad/s2", "angular acceleration"},
    {"Hz", "frequency"},
    {"1/s", "frequency"},
    {"N", "force"},
    {"N m", "torque"},
    {"J", "energy"},
    {"W", "power"},
    {"Pa", "pressure"},
    {"N/m", "stiffness"},
    {"N s/m", "damping"},
    {"N m/rad", "torsional stiffness"},
    {"N m s/rad", "torsional damping"},
    {"N s", "impulse"},
    {"N m s", "angular impulse"},
    {"kg m2", "inertia"},
    {"kg/m", "mass per length"},
    {"N s2/m2", "quadratic damping"},
    {"kg/m2", "mass per area"},
    {"kg/m3", "density"},
    {"kg/s", "damping"},
    {"N/s", "force per time"},
    {"N/m3", "stiffness per area"},
    {"Pa s", "dynamic viscosity"},
    {"m2/s", "kinematic viscosity"},
    {"1/Pa", "inverse pressure"},
    {"1/m", "inverse length"},
    {"1/m2", "inverse area"},
    {"s/m", "inverse speed"},
    {"s2/m2", "inverse square of a speed"},
    {"m/N", "compliance"},
    {"s/rad", "inverse angular speed"},
    {"1/rad", "inverse angle"},
};

/* What UDUNITS 2.2.28 lacks, has with six digits only (slug, ozf, hp), or takes for something else: mph for a
 * milliphot, nmi for a nanomile. Prefixes work with these too: cP, kNm, mPas. */
static const struct {
    const char *symbol, *definition;
} additions[] = {
    {"deg", "degree"},      {"rev", "turn"},        {"P", "poise"},
    {"Pas", "Pa.s"},        {"Nm", "N.m"},          {"Nmm", "0.001 N.m"},
    {"Ns", "N.s"},          {"dyn", "dyne"},        {"kp", "kgf"},
    {"lbm", "lb"},          {"ozf", "0.0625 lbf"},  {"slug", "lbf.s2/ft"},
    {"slugs", "lbf.s2/ft"}, {"hp", "550 ft.lbf/s"}, {"horsepower", "550 ft.lbf/s"},
    {"mph", "mile/hour"},   {"kph", "1000 m/hour"}, {"nmi", "1852 m"},
};

/* What a misspelt name is compared with, the likelier first. */
static const char *const common_units[] = {
    "mm/s", "m/s",     "rad/s",  "N/m",  "N/mm",  "kg/m3",  "m",      "mm",       "um",     "nm",  "cm",
    "km",   "in",      "uin",    "inch", "ft",    "micron", "kg",     "g",        "mg",     "t",   "lb",
    "lbf",  "kgf",     "N",      "kN",   "mN",    "Nm",     "Pa",     "kPa",      "MPa",    "GPa", "bar",
    "psi",  "ksi",     "s",      "ms",   "us",    "min",    "h",      "Hz",       "kHz",    "rpm", "rad",
    "mrad", "deg",     "rev",    "J",    "kJ",    "W",      "kW",     "hp",       "cP",     "Pas", "cSt",
    "mPa",  "percent", "degree", "km/h", "meter", "second", "newton", "kilogram", "radian",
};

/* UTF-8 that may stand in a unit, and how it is written plainly. The micro sign stays: UDUNITS knows it as a prefix. */
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

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    LENGTH,
    MASS,
    TIME,
    ANGLE,
    BASES = 8,
};

static const char *const base_symbols[BASES] = {"m", "kg", "s", "rad", "K", "A", "mol", "cd"};

/* up / down * m^power[0] kg^power[1] ... One over a whole number is kept as that number, so that "5 um" is 5 / 1e6,
 * which has the same bits as 5e-6. */
typedef struct measure {
    double up, down;
    int power[BASES];
} measure;

static const measure one = {.up = 1, .down = 1};

struct bri_units {
    ut_system *system; /* NULL until a unit is met */
};

/* UDUNITS keeps its status, its error handler and the state of its parser in global variables. */
static pthread_mutex_t udunits_lock = PTHREAD_MUTEX_INITIALIZER;

/* --- sentences --- */

static size_t find_symbol(const char *text)
{
    size_t i = 0;
    while (i < COUNT(symbols) && strncmp(text, symbols[i].utf8, strlen(symbols[i].utf8)) != 0)
        i++;
    return i;
}

typedef struct quote {
    char text[MAX_TEXT + 4];
} quote;

/* The text as it can be shown: at most size bytes of it, with '?' for what is not printable. */
static quote show(const char *text, size_t size)
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

/* "a speed in m/s", "an angle", "a plain number", "a value in kg3" */
static quote describe(const char *name, const char *unit)
{
    quote out;
    bool plain = name && strcmp(name, quantities[0].name) == 0;
    const char *article = name && strchr("aeiou", *name) ? "an" : "a";
    snprintf(out.text, sizeof out.text, "%s %s%s%.60s", article, name ? name : "value", unit && !plain ? " in " : "",
             unit && !plain ? show(unit, 50).text : "");
    return out;
}

/* --- arithmetic of units --- */

static void multiply(measure *m, const measure *by, int power)
{
    for (int i = 0; i < BASES; i++)
        m->power[i] += power * by->power[i];
    for (; power > 0; power--) {
        m->up *= by->up;
        m->down *= by->down;
    }
    for (; power < 0; power++) {
        m->up *= by->down;
        m->down *= by->up;
    }
}

static double convert(double value, const measure *from, const measure *to)
{
    double up = from->up * to->down, down = from->down * to->up;
    return up >= down ? value * (up / down) : value / (down / up);
}

static bool same_dimension(const measure *a, const measure *b)
{
    return memcmp(a->power, b->power, sizeof a->power) == 0;
}

/* Whether a and b are the same dimension, once b is multiplied by metres and seconds (and radians) to these powers. */
static bool differ_by(const measure *a, const measure *b, int length, int time, int angle)
{
    measure c = *b;
    c.power[LENGTH] += length;
    c.power[TIME] += time;
    c.power[ANGLE] += angle;
    return same_dimension(a, &c);
}

/* --- names: UDUNITS --- */

/* Expat's failures reach the status of UDUNITS as bad syntax. */
static bool out_of_memory(void) { return ut_get_status() == UT_OS || errno == ENOMEM; }

static bri_status no_database(bri_error *err, const char *why)
{
    return bri_fail(err, BRI_NOT_FOUND, "%s; the environment may name another udunits2.xml in UDUNITS2_XML_PATH", why);
}

static bri_status add_units(ut_system *system, bri_error *err)
{
    for (size_t i = 0; i < COUNT(additions); i++) {
        const char *symbol = additions[i].symbol;
        ut_unit *unit = ut_parse(system, additions[i].definition, UT_ASCII);
        ut_unmap_name_to_unit(system, symbol, UT_ASCII);
        ut_unmap_symbol_to_unit(system, symbol, UT_ASCII);
        bool added = unit && ut_map_symbol_to_unit(symbol, UT_ASCII, unit) == UT_SUCCESS;
        bool lacking = !added && !out_of_memory();
        ut_free(unit);
        if (lacking) return no_database(err, "the database of UDUNITS lacks common units");
        if (!added) return BRI_NO_MEMORY;
    }
    return BRI_OK;
}

static bri_status read_database(bri_units *units, bri_error *err)
{
    errno = 0;
    ut_set_error_message_handler(ut_ignore);
    ut_system *system = ut_read_xml(NULL);
    if (!system) return out_of_memory() ? BRI_NO_MEMORY : no_database(err, "the database of UDUNITS cannot be read");
    bri_status status = add_units(system, err);
    if (status)
        ut_free_system(system);
    else
        units->system = system;
    return status;
}

static bri_status open_database(bri_units *units, bri_error *err)
{
    if (units->system) return BRI_OK;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* UDUNITS reads "0.01" by the locale's decimal point */
    if (!plain) return BRI_NO_MEMORY;
    locale_t before = uselocale(plain);
    bri_status status = read_database(units, err);
    uselocale(before);
    freelocale(plain);
    return status;
}

typedef struct visit {
    measure found;
    const char *trouble; /* NULL, or why it cannot be used */
} visit;

static void visit_base(visit *v, const ut_unit *unit, int power)
{
    const char *symbol = ut_get_symbol(unit, UT_ASCII);
    int i = 0;
    while (i < BASES && (!symbol || strcmp(symbol, base_symbols[i]) != 0))
        i++;
    if (i < BASES)
        v->found.power[i] += power;
    else
        v->trouble = "is not made of SI units";
}

static ut_status visit_basic(const ut_unit *unit, void *v)
{
    visit_base(v, unit, 1);
    return UT_SUCCESS;
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *bases, const int *powers, void *v)
{
    (void)unit;
    for (int i = 0; i < count; i++)
        visit_base(v, bases[i], powers[i]);
    return UT_SUCCESS;
}

/* UDUNITS multiplies an inch out of centimetres and is then a bit off: 0.025400000000000002. */
static double tidy(double scale)
{
    char text[32];
    snprintf(text, sizeof text, "%.12g", scale);
    double round_number = strtod(text, NULL);
    return fabs(round_number - scale) < 5e-16 * scale ? round_number : scale;
}

static void set_scale(measure *m, double scale)
{
    double inverse = round(1 / scale);
    bool whole = fabs(inverse * scale - 1) < 5e-16 && inverse > 1;
    m->up = whole ? 1 : tidy(scale);
    m->down = whole ? inverse : 1;
}

static ut_status visit_scaled(const ut_unit *unit, double scale, const ut_unit *of, double offset, void *v);

static ut_status visit_time(const ut_unit *unit, const ut_unit *of, double origin, void *v)
{
    (void)unit, (void)of, (void)origin;
    ((visit *)v)->trouble = "is a date";
    return UT_SUCCESS;
}

static ut_status visit_logarithm(const ut_unit *unit, double base, const ut_unit *reference, void *v)
{
    (void)unit, (void)base, (void)reference;
    ((visit *)v)->trouble = "is logarithmic";
    return UT_SUCCESS;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_scaled, visit_time, visit_logarithm};

static ut_status visit_scaled(const ut_unit *unit, double scale, const ut_unit *of, double offset, void *v)
{
    (void)unit;
    visit *found = v;
    set_scale(&found->found, scale);
    if (offset != 0) found->trouble = "does not have its zero where SI has it";
    return ut_accept_visitor(of, &visitor, v);
}

/* BRI_NOT_FOUND is a name that UDUNITS does not know. */
static bri_status ask_udunits(const ut_system *system, const char *name, visit *v)
{
    errno = 0;
    *v = (visit){.found = one};
    ut_unit *unit = ut_parse(system, name, UT_UTF8);
    if (!unit) return out_of_memory() ? BRI_NO_MEMORY : BRI_NOT_FOUND;
    ut_status status = ut_accept_visitor(unit, &visitor, v);
    ut_free(unit);
    return status == UT_SUCCESS ? BRI_OK : BRI_NO_MEMORY;
}

/* Levenshtein's distance, by rows, without regard to case. */
static size_t distance(const char *a, const char *b)
{
    size_t row[MAX_NAME + 1], length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 0; a[i]; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < length; j++) {
            size_t best = diagonal + (tolower((unsigned char)a[i]) != tolower((unsigned char)b[j]));
            diagonal = row[j + 1];
            if (best > row[j] + 1) best = row[j] + 1;
            if (best > row[j + 1] + 1) best = row[j + 1] + 1;
            row[j + 1] = best;
        }
    }
    return row[length];
}

static const char *find_similar(const char *name)
{
    size_t length = strlen(name), nearest = length < 5 ? 2 : 3;
    const char *found = NULL;
    for (size_t i = 0; i < COUNT(common_units); i++) {
        size_t d = distance(name, common_units[i]);
        if (d < nearest && d < length) {
            nearest = d;
            found = common_units[i];
        }
    }
    return found;
}

/* --- the grammar --- */

typedef struct reader {
    bri_units *units;
    const char *at;
    const char *quoted; /* the text that sentences name */
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

static bri_status refuse_character(const reader *r)
{
    const char *advice = *r->at == '-'   ? "; a product is written with a space or '*'"
                         : *r->at == ',' ? "; the decimal point is '.'"
                                         : "";
    return bri_fail(r->err, BRI_BAD_VALUE, "'%s': '%c' cannot stand there%s", r->quoted, *r->at, advice);
}

static bri_status refuse_name(const reader *r, const char *name)
{
    const char *similar = find_similar(name);
    return bri_fail(r->err, BRI_BAD_VALUE, "'%s': the unit '%s' is not known%s%s%s", r->quoted, name,
                    similar ? "; did you mean '" : "", similar ? similar : "", similar ? "'?" : "");
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

    visit v;
    pthread_mutex_lock(&udunits_lock);
    bri_status status = open_database(r->units, r->err);
    bool opened = !status;
    if (!status) status = ask_udunits(r->units->system, name, &v);
    pthread_mutex_unlock(&udunits_lock);
    if (opened && status == BRI_NOT_FOUND) return refuse_name(r, name);
    if (status == BRI_NO_MEMORY) return bri_fail(r->err, status, "no memory for the units");
    if (status) return status;
    if (v.trouble) return bri_fail(r->err, BRI_BAD_VALUE, "'%s': %s %s", r->quoted, name, v.trouble);
    *m = v.found;
    return BRI_OK;
}

static bri_status refuse_power(const reader *r)
{
    return bri_fail(r->err, BRI_BAD_VALUE,
                    "'%s': a power is a whole number here; a stiffness in N/m^n is given as a plain SI number",
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
        return marked ? refuse_power(r) : BRI_OK;
    }
    int value = 0;
    for (; is_digit(*at); at++)
        value = value > MAX_POWER ? value : 10 * value + (*at - '0');
    if (*at == '.' && is_digit(at[1])) return refuse_power(r);
    if (value < 1 || value > MAX_POWER)
        return bri_fail(r->err, BRI_BAD_VALUE, "'%s': powers run from 1 to %d", r->quoted, MAX_POWER);
    *power = sign * value;
    r->at = at;
    return BRI_OK;
}

static bri_status read_product(reader *r, measure *m);

static bri_status read_group(reader *r, measure *m)
{
    if (r->depth == MAX_DEPTH)
        return bri_fail(r->err, BRI_BAD_VALUE, "'%s': at most %d parentheses may be open", r->quoted, MAX_DEPTH);
    r->depth++;
    r->at++;
    bri_status status = read_product(r, m);
    if (!status && *r->at != ')')
        status = bri_fail(r->err, BRI_BAD_VALUE, "'%s': a parenthesis is not closed", r->quoted);
    if (!status) {
        r->at++;
        r->depth--;
    }
    return status;
}

static bri_status read_factor(reader *r, measure *m)
{
    measure base = one;
    int power = 1;
    bri_status status;
    if (*r->at == '(')
        status = read_group(r, &base);
    else if (*r->at == '%' || is_letter(*r->at))
        status = read_name(r, &base);
    else if (is_digit(*r->at))
        status = bri_fail(r->err, BRI_BAD_VALUE,
                          "'%s': a second number is in it, '%.*s'; one number and its unit are wanted", r->quoted,
                          (int)strspn(r->at, ".0123456789"), r->at);
    else if (*r->at)
        status = refuse_character(r);
    else
        status = bri_fail(r->err, BRI_BAD_VALUE, "'%s' ends where a unit should follow", r->quoted);
    if (!status) status = read_power(r, &power);
    if (!status) {
        *m = one;
        multiply(m, &base, power);
    }
    return status;
}

/* The "1" of "1/m", where nothing but a '/' follows. */
static bool skip_one(reader *r)
{
    const char *after = r->at + 1;
    if (*r->at != '1' || after[strspn(after, " ")] != '/') return false;
    r->at = after;
    return true;
}

/* After a factor: '*', '/', or 0 when the product ends. */
static bri_status read_operator(reader *r, char *mark)
{
    bool spaced = skip_spaces(r);
    switch (*r->at) {
    case '\0':
    case ')': *mark = 0; return BRI_OK;
    case '/': *mark = '/'; break;
    case '*':
    case '.': *mark = '*'; break;
    default: *mark = '*'; return spaced ? BRI_OK : refuse_character(r);
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
    *m = one;
    skip_spaces(r);
    bool bare = r->depth == 0 && *r->at == '/'; /* "5/s" */
    if (!bare && !skip_one(r)) status = read_factor(r, m);
    while (!status) {
        status = read_operator(r, &mark);
        if (status || !mark) break;
        if (divided && mark == '*')
            return bri_fail(r->err, BRI_BAD_VALUE, "'%s' can be read in two ways: write N/(m s) or N s/m, not N/m s",
                            r->quoted);
        divided = mark == '/';
        measure factor;
        status = read_factor(r, &factor);
        if (!status) multiply(m, &factor, divided ? -1 : 1);
    }
    return status;
}

/* Writes UTF-8 symbols plainly; what then is not ASCII is a micro sign. */
static bri_status make_plain(const char *text, char plain[MAX_PLAIN], const char *quoted, bri_error *err)
{
    bool raised = false; /* within a run of superscripts, which needs one '^' */
    if (strnlen(text, MAX_TEXT + 1) > MAX_TEXT)
        return bri_fail(err, BRI_BAD_VALUE, "'%s' is too long for a unit", show(text, 40).text);
    while (*text) {
        size_t i = find_symbol(text);
        if (i == COUNT(symbols)) {
            if (*text < ' ' || *text > '~')
                return bri_fail(err, BRI_BAD_VALUE, "'%s': a character in it cannot stand in a unit", quoted);
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

/* quoted is what sentences name: the unit, or the quantity it stands in */
static bri_status read_unit(bri_units *units, const char *text, const char *quoted, measure *m, bri_error *err)
{
    char plain[MAX_PLAIN];
    reader r = {.units = units, .at = plain, .quoted = quoted, .err = err};
    bri_status status = make_plain(text, plain, quoted, err);
    if (!status) status = read_product(&r, m);
    if (!status && *r.at)
        status = bri_fail(err, BRI_BAD_VALUE, "'%s': a parenthesis is closed that was not opened", quoted);
    if (!status && !isnormal(m->up / m->down))
        status = bri_fail(err, BRI_BAD_VALUE, "'%s' is too large or too small a unit", quoted);
    return status;
}

/* A unit of a table: "1" is one too. */
static bri_status read_table_unit(bri_units *units, const char *unit, measure *m)
{
    *m = one;
    return strcmp(unit, "1") == 0 ? BRI_OK : read_unit(units, unit, unit, m, NULL);
}

/* --- quantities --- */

bri_status bri_units_create(bri_units **units, bri_error *err)
{
    *units = calloc(1, sizeof **units);
    return *units ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "no memory for the units");
}

void bri_units_destroy(bri_units *units)
{
    if (units && units->system) {
        pthread_mutex_lock(&udunits_lock);
        ut_free_system(units->system);
        pthread_mutex_unlock(&udunits_lock);
    }
    free(units);
}

static const char *find_name(bri_units *units, const measure *m)
{
    for (size_t i = 0; i < COUNT(quantities); i++) {
        measure known;
        if (!read_table_unit(units, quantities[i].unit, &known) && same_dimension(m, &known)) return quantities[i].name;
    }
    return NULL;
}

const char *bri_quantity_name(bri_units *units, const char *unit)
{
    for (size_t i = 0; i < COUNT(quantities); i++) {
        if (strcmp(unit, quantities[i].unit) == 0) return quantities[i].name;
    }
    measure m;
    return units && !read_table_unit(units, unit, &m) ? find_name(units, &m) : NULL;
}

bool bri_unit_fits(bri_units *units, const char *given, const char *wanted)
{
    measure from, to;
    return !read_table_unit(units, given, &from) && !read_table_unit(units, wanted, &to) && same_dimension(&from, &to);
}

static const char *skip_blanks(const char *text) { return text + strspn(text, " "); }

const char *bri_quantity_unit(const char *text)
{
    const char *number = skip_blanks(text), *end;
    double ignored;
    bri_number_read(number, &end, &ignored);
    return end > number ? skip_blanks(end) : NULL;
}

static bri_status refuse_mismatch(bri_units *units, const char *quoted, const char *given, const measure *from,
                                  const char *unit, const measure *to, bri_error *err)
{
    const char *name = bri_quantity_name(units, given);
    const char *advice = "";
    if (differ_by(to, from, 1, -2, 0))
        advice = "; kg and lb are masses, write kgf and lbf for forces, as in lbf/in";
    else if (differ_by(to, from, 0, 0, to->power[ANGLE] - from->power[ANGLE]))
        advice = "; rad is never implied, and a turn is 2 pi rad";
    return bri_fail(err, BRI_BAD_VALUE, "'%s' is %s, but %s is wanted%s", quoted,
                    describe(name, name ? NULL : given).text, describe(bri_quantity_name(units, unit), unit).text,
                    advice);
}

static bri_status read_in_unit(bri_units *units, const char *quoted, const char *given, const char *unit, double *value,
                               bri_error *err)
{
    measure from, to;
    bri_status status = read_unit(units, given, quoted, &from, err);
    if (status) return status;
    status = read_table_unit(units, unit, &to);
    if (status == BRI_BAD_VALUE)
        return bri_fail(err, status, "'%s': a value in %s is given as a plain SI number", quoted, show(unit, 50).text);
    if (status) return status;
    if (!same_dimension(&from, &to)) return refuse_mismatch(units, quoted, given, &from, unit, &to, err);
    double converted = convert(*value, &from, &to);
    if (!isfinite(converted))
        return bri_fail(err, BRI_BAD_VALUE, "'%s' is too large a number in %s", quoted, show(unit, 50).text);
    *value = converted;
    return BRI_OK;
}

bri_status bri_quantity_read(bri_units *units, const char *text, const char *unit, double *value, bri_error *err)
{
    if (strnlen(text, MAX_TEXT + 1) > MAX_TEXT)
        return bri_fail(err, BRI_BAD_VALUE, "'%s' is too long: a number and its unit have at most %d characters",
                        show(text, 40).text, MAX_TEXT);
    quote shown = show(text, MAX_TEXT);
    quote wanted = describe(bri_quantity_name(NULL, unit), unit);
    const char *number = skip_blanks(text), *end;
    double read = 0;
    if (!*number) return bri_fail(err, BRI_BAD_VALUE, "the text is empty, but %s is wanted", wanted.text);
    if (!bri_number_read(number, &end, &read))
        return bri_fail(err, BRI_BAD_VALUE,
                        end > number ? "'%s' is too large a number, %s is wanted"
                                     : "'%s' does not begin with a number, but %s is wanted",
                        shown.text, wanted.text);
    const char *given = skip_blanks(end);
    bri_status status = *given ? read_in_unit(units, shown.text, given, unit, &read, err) : BRI_OK;
    if (!status) *value = read;
    return status;
}
