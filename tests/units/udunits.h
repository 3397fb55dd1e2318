/* udunits.h - UDUNITS-2, from which the table of units is made: all that it knows, and its own reading of a name */
#ifndef BRISTLE_TESTS_UDUNITS_H
#define BRISTLE_TESTS_UDUNITS_H

#include "unit/table.h"

/* A list that grows. */
typedef struct udunits_list {
    char **text;
    double *factor; /* of prefixes */
    size_t count;
} udunits_list;

/* All that the database defines and the additions of bristle, as far as a name in a model file can spell it. Names are
 * in lower case. All lists are sorted, without repetition. */
typedef struct udunits {
    udunits_list names, symbols, prefix_names, prefix_symbols;
} udunits;

/* Reads the database of UDUNITS, and adds the units that bristle adds. Ends the process with a sentence if it cannot.
 * To be called once. */
const udunits *udunits_open(void);
void udunits_close(void);

/* Looks up one name, "km", with UDUNITS' own parser. row->name is left alone; false: unknown. */
bool udunits_find(const char *name, unit_row *row);

/* The row of a name or symbol without prefixes, where both may spell the same. */
bool udunits_find_name(const char *name, unit_row *row);
bool udunits_find_symbol(const char *symbol, unit_row *row);

#endif
