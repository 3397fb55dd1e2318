/* udunits.c - the only file that calls UDUNITS-2: opens its database and looks up single names */
#include "unit/udunits.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <udunits2.h>

#include "base/fail.h"

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

struct bri_units {
    ut_system *system; /* NULL until the first unit is looked up */
};

/* UDUNITS keeps its status, its error handler and the state of its parser in global variables. */
static pthread_mutex_t udunits_lock = PTHREAD_MUTEX_INITIALIZER;

/* UDUNITS reports allocation failures of Expat as bad syntax, so errno is checked too. */
static bool out_of_memory(void) { return ut_get_status() == UT_OS || errno == ENOMEM; }

static bri_status no_database(bri_error *err, const char *why)
{
    return bri_fail(err, BRI_NOT_FOUND,
                    "%s; set the environment variable UDUNITS2_XML_PATH to the path of udunits2.xml", why);
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
        if (lacking) return no_database(err, "the UDUNITS database lacks common units");
        if (!added) return BRI_NO_MEMORY;
    }
    return BRI_OK;
}

static bri_status read_database(bri_units *units, bri_error *err)
{
    errno = 0;
    ut_set_error_message_handler(ut_ignore);
    ut_system *system = ut_read_xml(NULL);
    if (!system) return out_of_memory() ? BRI_NO_MEMORY : no_database(err, "the UDUNITS database cannot be read");
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
    const char *trouble; /* why the unit cannot be used; NULL: it can */
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
        v->trouble = "cannot be expressed in SI units";
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

/* Removes rounding errors of UDUNITS, for which an inch is 0.025400000000000002 m. */
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
    ((visit *)v)->trouble = "is a date, not a unit";
    return UT_SUCCESS;
}

static ut_status visit_logarithm(const ut_unit *unit, double base, const ut_unit *reference, void *v)
{
    (void)unit, (void)base, (void)reference;
    ((visit *)v)->trouble = "is logarithmic; give the value in SI units";
    return UT_SUCCESS;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_scaled, visit_time, visit_logarithm};

static ut_status visit_scaled(const ut_unit *unit, double scale, const ut_unit *of, double offset, void *v)
{
    (void)unit;
    visit *found = v;
    set_scale(&found->found, scale);
    if (offset != 0) found->trouble = "has an offset; give the value in SI units";
    return ut_accept_visitor(of, &visitor, v);
}

/* Returns BRI_NOT_FOUND for a name that UDUNITS does not know. */
static bri_status look_up(const ut_system *system, const char *name, visit *v)
{
    errno = 0;
    *v = (visit){.found = MEASURE_OF_ONE};
    ut_unit *unit = ut_parse(system, name, UT_UTF8);
    if (!unit) return out_of_memory() ? BRI_NO_MEMORY : BRI_NOT_FOUND;
    ut_status status = ut_accept_visitor(unit, &visitor, v);
    ut_free(unit);
    return status == UT_SUCCESS ? BRI_OK : BRI_NO_MEMORY;
}

bri_status bri_unit_lookup(bri_units *units, const char *name, measure *m, bool *known, const char **trouble,
                           bri_error *err)
{
    visit v = {.found = MEASURE_OF_ONE};
    pthread_mutex_lock(&udunits_lock);
    bri_status status = open_database(units, err);
    bool opened = !status;
    if (!status) status = look_up(units->system, name, &v);
    pthread_mutex_unlock(&udunits_lock);
    *known = !(opened && status == BRI_NOT_FOUND);
    if (!*known) return BRI_OK;
    if (status == BRI_NO_MEMORY) return bri_fail(err, status, "out of memory: the units");
    *m = v.found;
    *trouble = v.trouble;
    return status;
}

bri_status bri_units_create(bri_units **units, bri_error *err)
{
    bri_error_clear(err);
    *units = calloc(1, sizeof **units);
    return *units ? BRI_OK : bri_fail(err, BRI_NO_MEMORY, "out of memory: the units");
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
