/* table.h - the names of units and their prefixes, taken from UDUNITS-2
 *
 * `make units` writes table.c; tests/units compares every row with UDUNITS. */
#ifndef BRISTLE_UNIT_TABLE_H
#define BRISTLE_UNIT_TABLE_H

#include "unit/measure.h"

enum {
    USABLE,
    HAS_OFFSET, /* degC */
    LOGARITHMIC,
};

/* scale * m^power[0] kg^power[1] ...; powers as in measure. scale has the bits that UDUNITS computes. */
typedef struct unit_row {
    const char *name;
    double scale;
    short power[BASES];
    unsigned char use; /* USABLE, ... */
} unit_row;

typedef struct unit_prefix {
    const char *name;
    double factor;
} unit_prefix;

/* Names are in lower case and match in any case; symbols match as they are written. Both are sorted by strcmp. */
extern const unit_row bri_unit_names[];
extern const unit_row bri_unit_symbols[];
extern const size_t bri_unit_name_count;
extern const size_t bri_unit_symbol_count;

/* The same, not sorted; the last row has no name. */
extern const unit_prefix bri_unit_prefix_names[];
extern const unit_prefix bri_unit_prefix_symbols[];

#endif
