/* udunits.c - the only file that calls UDUNITS-2
 *
 * UDUNITS cannot list what it knows. It defines each name by a call of its own public functions, so functions of the
 * same names stand here in front of them and note what they are given. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include "udunits.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <udunits2.h>

/* What UDUNITS 2.2.28 lacks, has with six digits only (slug, ozf, hp), or understands differently: mph for a
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

static const char *const base_symbols[BASES] = {"m", "kg", "s", "rad", "K", "A", "mol", "cd"};

static udunits all;
static ut_system *opened;

static void *give_up(const char *why, const char *what)
{
    fprintf(stderr, "udunits: %s %s\n", why, what);
    exit(2);
}

static void *needed(void *memory) { return memory ? memory : give_up("out of memory", ""); }

/* --- what is defined ----------------------------------------------------------------------------------------------- */

/* Whether the grammar can read the text as one name: letters, '_' and the micro sign, or a percent sign. */
static bool is_readable(const char *text)
{
    if (strcmp(text, "%") == 0) return true;
    size_t length = strlen(text);
    while (*text) {
        if (strncmp(text, "\xc2\xb5", 2) == 0)
            text += 2;
        else if (isalpha((unsigned char)*text) || *text == '_')
            text++;
        else
            return false;
    }
    return length > 0 && length < MAX_NAME;
}

static size_t place_of(const udunits_list *list, const char *text)
{
    size_t i = 0;
    while (i < list->count && strcmp(list->text[i], text) < 0)
        i++;
    return i;
}

static void add(udunits_list *list, const char *given, double factor, bool in_any_case)
{
    if (!is_readable(given)) return;
    char *text = needed(strdup(given));
    for (char *c = text; in_any_case && *c; c++)
        *c = (char)tolower((unsigned char)*c);
    size_t i = place_of(list, text), behind = list->count - i;
    if (behind > 0 && strcmp(list->text[i], text) == 0) {
        free(text);
        return;
    }
    list->text = needed(realloc(list->text, (list->count + 1) * sizeof *list->text));
    list->factor = needed(realloc(list->factor, (list->count + 1) * sizeof *list->factor));
    memmove(list->text + i + 1, list->text + i, behind * sizeof *list->text);
    memmove(list->factor + i + 1, list->factor + i, behind * sizeof *list->factor);
    list->text[i] = text;
    list->factor[i] = factor;
    list->count++;
}

/* Sets *function to the library's own function. */
static void find_function(const char *name, void *function)
{
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) give_up("the library lacks", name);
    memcpy(function, &found, sizeof found);
}

typedef ut_status map_unit(const char *text, ut_encoding encoding, const ut_unit *unit);
typedef ut_status add_prefix(ut_system *system, const char *text, double factor);

ut_status ut_map_name_to_unit(const char *name, ut_encoding encoding, const ut_unit *unit)
{
    map_unit *library;
    find_function("ut_map_name_to_unit", &library);
    add(&all.names, name, 1, true);
    return library(name, encoding, unit);
}

ut_status ut_map_symbol_to_unit(const char *symbol, ut_encoding encoding, const ut_unit *unit)
{
    map_unit *library;
    find_function("ut_map_symbol_to_unit", &library);
    add(&all.symbols, symbol, 1, false);
    return library(symbol, encoding, unit);
}

ut_status ut_add_name_prefix(ut_system *system, const char *name, double factor)
{
    add_prefix *library;
    find_function("ut_add_name_prefix", &library);
    add(&all.prefix_names, name, factor, true);
    return library(system, name, factor);
}

ut_status ut_add_symbol_prefix(ut_system *system, const char *symbol, double factor)
{
    add_prefix *library;
    find_function("ut_add_symbol_prefix", &library);
    add(&all.prefix_symbols, symbol, factor, false);
    return library(system, symbol, factor);
}

static void add_units(ut_system *system)
{
    for (size_t i = 0; i < COUNT(additions); i++) {
        const char *symbol = additions[i].symbol;
        ut_unit *unit = ut_parse(system, additions[i].definition, UT_ASCII);
        ut_unmap_name_to_unit(system, symbol, UT_ASCII);
        ut_unmap_symbol_to_unit(system, symbol, UT_ASCII);
        if (!unit || ut_map_symbol_to_unit(symbol, UT_ASCII, unit) != UT_SUCCESS)
            give_up("this cannot be added:", symbol);
        ut_free(unit);
    }
}

/* An addition replaces a name that was defined before. */
static void remove_undefined(udunits_list *list, bool (*find)(const char *text, unit_row *row))
{
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        unit_row row;
        char *text = list->text[i];
        if (find(text, &row))
            list->text[kept++] = text;
        else
            free(text);
    }
    list->count = kept;
}

const udunits *udunits_open(void)
{
    ut_set_error_message_handler(ut_ignore);
    opened = ut_read_xml(NULL);
    if (!opened) give_up("the database cannot be read; UDUNITS2_XML_PATH names the path of", "udunits2.xml");
    add_units(opened);
    remove_undefined(&all.names, udunits_find_name);
    remove_undefined(&all.symbols, udunits_find_symbol);
    if (!all.names.count || !all.prefix_names.count) give_up("the library did not call", "the functions of this file");
    return &all;
}

void udunits_close(void)
{
    udunits_list *lists[] = {&all.names, &all.symbols, &all.prefix_names, &all.prefix_symbols};
    for (size_t i = 0; i < COUNT(lists); i++) {
        for (size_t k = 0; k < lists[i]->count; k++)
            free(lists[i]->text[k]);
        free(lists[i]->text);
        free(lists[i]->factor);
    }
    ut_free_system(opened);
}

/* --- what a unit is ------------------------------------------------------------------------------------------------ */

static void visit_base(unit_row *row, const ut_unit *unit, int power)
{
    const char *symbol = ut_get_symbol(unit, UT_ASCII);
    int i = 0;
    while (i < BASES && (!symbol || strcmp(symbol, base_symbols[i]) != 0))
        i++;
    if (i == BASES) give_up("there is another base unit:", symbol ? symbol : "without a symbol");
    row->power[i] = (short)(row->power[i] + power);
}

static ut_status visit_basic(const ut_unit *unit, void *row)
{
    visit_base(row, unit, 1);
    return UT_SUCCESS;
}

static ut_status visit_product(const ut_unit *unit, int count, const ut_unit *const *bases, const int *powers,
                               void *row)
{
    (void)unit;
    for (int i = 0; i < count; i++)
        visit_base(row, bases[i], powers[i]);
    return UT_SUCCESS;
}

static ut_status visit_scaled(const ut_unit *unit, double scale, const ut_unit *of, double offset, void *row);

static ut_status visit_time(const ut_unit *unit, const ut_unit *of, double origin, void *row)
{
    (void)unit, (void)of, (void)origin, (void)row;
    give_up("a unit is", "a date");
    return UT_SUCCESS;
}

static ut_status visit_logarithm(const ut_unit *unit, double base, const ut_unit *reference, void *row)
{
    (void)unit, (void)base, (void)reference;
    ((unit_row *)row)->use = LOGARITHMIC;
    return UT_SUCCESS;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_scaled, visit_time, visit_logarithm};

static ut_status visit_scaled(const ut_unit *unit, double scale, const ut_unit *of, double offset, void *row)
{
    (void)unit;
    unit_row *found = row;
    found->scale = scale;
    if (offset != 0) found->use = HAS_OFFSET;
    return ut_accept_visitor(of, &visitor, row);
}

static bool describe(ut_unit *unit, unit_row *row)
{
    if (!unit) return false;
    *row = (unit_row){.name = row->name, .scale = 1};
    if (ut_accept_visitor(unit, &visitor, row) != UT_SUCCESS) give_up("out of memory", "");
    ut_free(unit);
    return true;
}

bool udunits_find(const char *name, unit_row *row) { return describe(ut_parse(opened, name, UT_UTF8), row); }
bool udunits_find_name(const char *name, unit_row *row) { return describe(ut_get_unit_by_name(opened, name), row); }
bool udunits_find_symbol(const char *symbol, unit_row *row)
{
    return describe(ut_get_unit_by_symbol(opened, symbol), row);
}
