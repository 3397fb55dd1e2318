/* unit.h - reads quantities: a text with a unit becomes an SI number
 *
 * A quantity is a number with an optional unit: "0.3", "1 mm/s", "5000 rpm", "1e5 1/m", "5/s", "30 %", "90 deg".
 * Without a unit the number is SI. A unit is made of names, of products written with a space, '*', '.' or a middle dot,
 * of '/', of parentheses, and of powers from -9 to 9 written m2, m^2, m**2, s-1 or with UTF-8 superscripts. Ambiguous
 * units are rejected: after a '/' a product needs parentheses, N/(m s) or N s/m, never N/m s. Exponents are integers: a
 * stiffness in N/m^n is given as a plain number in SI units.
 *
 * Names and prefixes are those of UDUNITS-2, with the additions deg, P (hence cP), Nm, rev, mph and some more. lb and
 * kg are masses, lbf and kgf are forces. Units with an offset (degC) and logarithmic units are rejected.
 *
 * The radian is a dimension of its own, so that no factor of 2 pi is inserted or omitted silently: "50 Hz" or "50 1/s"
 * is rejected where rad/s is wanted, "50 rpm" where Hz is wanted, "1 rad" where a plain number is wanted,
 * and a torsional stiffness is in N m/rad.
 *
 * The units are a constant table of the library, which was made from UDUNITS-2: no file is read, nothing is allocated,
 * and threads may share a bri_units. */
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

/* Creates a handle to the units, which belongs to the caller. Never fails, costs nothing. */
BRI_API bri_status bri_units_create(bri_units **units, bri_error *err);
BRI_API void bri_units_destroy(bri_units *units); /* NULL is allowed */

/* Reads the quantity in text and converts it to unit: "m/s", "N", or "1" for a plain number. A text without a unit is
 * taken to be in unit, which is SI in all tables of bristle. BRI_BAD_VALUE: not a quantity, or of another dimension
 * ("'3 N' is a force, but a speed in m/s is wanted"). */
BRI_API bri_status bri_quantity_read(bri_units *units, const char *text, const char *unit, double *value,
                                     bri_error *err);

/* The part of text where the unit begins: "mm/s" of "1 mm/s", "" of "0.3"; NULL if text has no number. */
BRI_API const char *bri_quantity_unit(const char *text);

/* Whether values in the unit given, "mm/s", can be converted to the unit wanted, "m/s". False for an empty text. */
BRI_API bool bri_unit_fits(bri_units *units, const char *given, const char *wanted);

/* The name of the quantity that a unit measures: "speed" for "m/s" and "mm/s"; a constant string; NULL: no name is
 * known. Without units (NULL) only the usual SI spelling is found: a space for a product, one '/'. */
BRI_API const char *bri_quantity_name(bri_units *units, const char *unit);

#ifdef __cplusplus
}
#endif
#endif
