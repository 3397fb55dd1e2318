/* unit.h - a text with a unit becomes an SI number, or a sentence
 *
 * A quantity is a number and, if wanted, a unit: "0.3", "1 mm/s", "5000 rpm", "1e5 1/m", "5/s", "30 %", "90 deg".
 * Without a unit the number is SI. A unit is made of names, of products written with a space, '*', '.' or a middle dot,
 * of '/', of parentheses, and of powers from -9 to 9 written m2, m^2, m**2, s-1 or with UTF-8 superscripts. What can be
 * read in two ways is refused: after a '/' a product needs parentheses, N/(m s) or N s/m, never N/m s. Powers are
 * integers: a stiffness in N/m^n has no unit here and is given as a plain SI number.
 *
 * Names and prefixes are those of UDUNITS-2, with deg, P (and so cP), Nm, rev, mph and some more. lb and kg are masses,
 * lbf and kgf are forces. Units with an offset (degC) and logarithmic ones are refused.
 *
 * Radians count as a dimension, so no factor 2 pi is ever put in or left out silently: "50 Hz" or "50 1/s" is not
 * accepted where rad/s is wanted, "50 rpm" not where Hz is wanted, "1 rad" not where a plain number is wanted, and a
 * torsional stiffness is in N m/rad.
 *
 * A handle belongs to one thread at a time. Handles in several threads do not disturb each other: the calls into
 * UDUNITS, which has global variables, take turns. Its messages are switched off for the whole process. */
#ifndef BRISTLE_UNIT_H
#define BRISTLE_UNIT_H

#include "bristle/status.h"

#ifndef __cplusplus
#include <stdbool.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_units bri_units;

/* The database of UDUNITS takes some 5 ms to read, so it is read when the first unit is met, not here. UDUNITS keeps
 * about 6 kB of each handle until the process ends: make one and keep it. */
bri_status bri_units_create(bri_units **units, bri_error *err);
void bri_units_destroy(bri_units *units);

/* The number in text, converted to unit, which is "m/s", "N", ..., or "1" for a plain number. BRI_BAD_VALUE comes with a
 * sentence such as: '3 N' is a force, but a speed in m/s is wanted. BRI_NOT_FOUND: UDUNITS has no database here. */
bri_status bri_quantity_read(bri_units *units, const char *text, const char *unit, double *value, bri_error *err);

/* Where the unit begins in the text of a quantity: "mm/s" in "1 mm/s", "" in "0.3", NULL if it begins with no number. */
const char *bri_quantity_unit(const char *text);

/* Whether values in the unit given, "mm/s", can be converted to the unit wanted, "m/s". An empty text is no unit. */
bool bri_unit_fits(bri_units *units, const char *given, const char *wanted);

/* "speed" for "m/s" and for "mm/s", NULL when the quantity has no name here. Without units (NULL) only the spelling in
 * the table of names is found: SI, a space for a product, one '/'. */
const char *bri_quantity_name(bri_units *units, const char *unit);

#ifdef __cplusplus
}
#endif
#endif
