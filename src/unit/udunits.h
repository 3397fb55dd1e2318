/* udunits.h - the units that UDUNITS-2 knows, one name at a time */
#ifndef BRISTLE_UNIT_UDUNITS_H
#define BRISTLE_UNIT_UDUNITS_H

#include "unit/measure.h"

/* Looks up one name, "km". An unknown name: BRI_OK, and *known is false. A unit that cannot be used, such as degC:
 * *trouble says why, as the end of a sentence that begins with the name. */
bri_status bri_unit_lookup(bri_units *units, const char *name, measure *m, bool *known, const char **trouble,
                           bri_error *err);

#endif
