/* lookup.c - one name of a unit, with its prefixes, becomes a measure
 *
 * A name is read as UDUNITS-2 reads it: if the text that is left is no unit, a prefix is removed from its beginning, a
 * name (kilo) before a symbol (k). Names of prefixes may be repeated, a symbol is used once. The choice of a prefix is
 * never revised: "dacre" is no unit, because "da" is removed and "cre" is left. */
#include "unit/lookup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *name, const void *row) { return strcmp(name, ((const unit_row *)row)->name); }

/* lower: the name in lower case */
static const unit_row *find_row(const char *name, const char *lower)
{
    const unit_row *row = bsearch(lower, bri_unit_names, bri_unit_name_count, sizeof *row, compare);
    return row ? row : bsearch(name, bri_unit_symbols, bri_unit_symbol_count, sizeof *row, compare);
}

/* The longest prefix that the text begins with; NULL: none. */
static const unit_prefix *find_prefix(const unit_prefix *list, const char *text, size_t *length)
{
    const unit_prefix *found = NULL;
    *length = 0;
    for (; list->name; list++) {
        size_t size = strlen(list->name);
        if (size <= *length || strncmp(text, list->name, size) != 0) continue;
        found = list;
        *length = size;
    }
    return found;
}

static char lower_case(char c) { return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); }

const unit_row *bri_unit_find(const char *name, double *scale)
{
    char lower[MAX_NAME];
    size_t at = 0, length = 0;
    do
        lower[length] = lower_case(name[length]);
    while (name[length++] && length < MAX_NAME);

    double prefixes = 1;
    bool had_symbol = false;
    const unit_row *row;
    while (!(row = find_row(name + at, lower + at))) {
        const unit_prefix *prefix = find_prefix(bri_unit_prefix_names, lower + at, &length);
        if (!prefix && !had_symbol) {
            prefix = find_prefix(bri_unit_prefix_symbols, name + at, &length);
            had_symbol = true;
        }
        if (!prefix) return NULL;
        prefixes *= prefix->factor;
        at += length;
    }
    *scale = prefixes * row->scale;
    return row;
}

/* Removes rounding errors of UDUNITS, for which an inch is 0.025400000000000002 m. */
static double tidy(double scale)
{
    if (scale == rint(scale) && scale < 1e12) return scale; /* has at most 12 digits */
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

bool bri_unit_lookup(const char *name, measure *m, const char **trouble)
{
    static const char *const troubles[] = {
        [USABLE] = NULL,
        [HAS_OFFSET] = "has an offset; give the value in SI units",
        [LOGARITHMIC] = "is logarithmic; give the value in SI units",
    };
    double scale;
    const unit_row *row = bri_unit_find(name, &scale);
    if (!row) return false;
    set_scale(m, scale);
    for (int i = 0; i < BASES; i++)
        m->power[i] = row->power[i];
    *trouble = troubles[row->use];
    return true;
}
