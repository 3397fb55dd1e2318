/* formula.h - rows whose value is an expression, and the named quantities that it uses */
#ifndef BRISTLE_KIND_FORMULA_H
#define BRISTLE_KIND_FORMULA_H

#include "bristle/kind.h"

int bri_quantities_find(const bri_quantities *quantities, const char *name); /* index; -1: none */
/* Reads "mu_s: 0.5, v_s: 10 mm/s"; on failure out is unchanged. row: range, and name in messages. */
bri_status bri_quantities_read(const bri_param *row, const char *text, bri_quantities *out, bri_error *err);
/* Sets a value, in SI units, checking the range of the row. */
bri_status bri_quantity_set(const bri_param *row, bri_quantities *quantities, int index, double value, bri_error *err);
bri_status bri_quantities_check(const bri_param *row, const bri_quantities *quantities, bri_error *err);

/* Copies the text of a formula, whose program must then be compiled. */
bri_status bri_formula_keep(const bri_param *row, const char *text, void *params, bri_error *err);
/* Compiles all formulas of a kind from their texts; reports every error. */
bri_status bri_formulas_compile(const bri_kind *kind, void *params, bri_error *err);
/* Whether texts, quantities and programs fit each other and the units of the kind. */
bri_status bri_formulas_check(const bri_kind *kind, const void *params, bri_error *err);

#endif
