/* lookup.h - one name of a unit, with its prefixes, becomes a measure */
#ifndef BRISTLE_UNIT_LOOKUP_H
#define BRISTLE_UNIT_LOOKUP_H

#include "unit/table.h"

/* Finds the unit of a name of less than MAX_NAME bytes, "m" for "km", and the scale of the whole name: that of the unit
 * times its prefixes. NULL: no such unit. */
const unit_row *bri_unit_find(const char *name, double *scale);

/* Looks up one name, "km"; false: unknown. A unit that cannot be used, such as degC: *trouble says why, as the end of a
 * sentence that begins with the name; otherwise it is NULL. */
bool bri_unit_lookup(const char *name, measure *m, const char **trouble);

#endif
