/* parse.h - compiles an expression to a program
 *
 *     expression = term { ("+" | "-") term }
 *     term       = factor { ("*" | "/") factor }
 *     factor     = ("-" | "+") factor | primary [ "^" factor ]
 *     primary    = number [unit] | name | function "(" expression { "," expression } ")" | "(" expression ")"
 *
 * The unit behind a number belongs to it: "v/5 mm/s" divides by a speed. Dimensions are checked; values are in SI units. */
#ifndef BRISTLE_EXPRESSION_PARSE_H
#define BRISTLE_EXPRESSION_PARSE_H

#include "bristle/kind.h"
#include "expression/value.h"

typedef struct bri_symbol { /* a variable or parameter; in a program its index is that in the array of all */
    const char *name, *unit;
    const bri_value
        *known; /* its value, which the program contains as a number; unit is then unused. NULL: a variable */
} bri_symbol;

/* Compiles text to out, which keeps a copy of it; unit: of its value. name: what messages begin with; NULL: nothing. On failure out is
 * unchanged, and err->where is "character 7". */
bri_status bri_expression_compile(const char *text, const char *name, const bri_symbol *symbols, int count,
                                  const char *unit, bri_formula *out, bri_error *err);
/* Computes the value of an expression whose symbols are all known. */
bri_status bri_expression_evaluate(const char *text, const char *name, const bri_symbol *symbols, int count,
                                   bri_value *out, bri_error *err);
/* Whether a name is that of a function. */
bool bri_is_function(const char *name);
/* Whether a name can be that of a symbol: letters, digits and _, the first a letter, and no function. If not, *why says
 * so, as the end of a sentence that begins with the name. */
bool bri_symbol_is_valid(const char *name, const char **why);

#endif
