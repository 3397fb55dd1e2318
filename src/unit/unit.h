/* unit.h - units as measures, for the folders that compute with dimensions */
#ifndef BRISTLE_UNIT_UNIT_H
#define BRISTLE_UNIT_UNIT_H

#include "unit/measure.h"

/* Reads a unit; "1" is a plain number. False: it is none. */
bool bri_unit_read(const char *unit, measure *m);
/* Spelling of the SI unit with these powers of the base units, "N m"; NULL: none is known. */
const char *bri_unit_of_powers(const int power[BASES]);

#endif
