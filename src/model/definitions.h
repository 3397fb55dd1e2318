/* definitions.h - the parameters of a model, and texts that are quantities or expressions in these parameters
 *
 * Expressions have the grammar of expression/parse.h. A number with a unit stays what it is without parameters: only a text that
 * is no quantity, or in which a parameter stands behind "*", "/" or "(", is an expression. */
#ifndef BRISTLE_MODEL_DEFINITIONS_H
#define BRISTLE_MODEL_DEFINITIONS_H

#include "bristle/kind.h"
#include "expression/parse.h"

typedef enum bri_definition_state {
    BRI_UNDEFINED,
    BRI_BEING_DEFINED,
    BRI_DEFINED,
    BRI_IN_ERROR, /* its own error, or that of a parameter that it uses, was reported */
} bri_definition_state;

typedef struct bri_definition { /* of a parameter */
    char name[BRI_QUANTITY_NAME];
    const char *text; /* while they are created; not owned */
    bri_value value;
    bri_definition_state state;
} bri_definition;

typedef struct bri_definitions { /* NULL: a model without parameters */
    int count;
    bri_definition *at;
    bri_symbol *symbol; /* the same, for expressions */
} bri_definitions;

/* Called with each error in a definition; of_name: the error is in its name, not in its text. */
typedef void bri_definition_error(void *user, int index, bool of_name, const bri_error *error);

/* Computes all parameters, in any order of their dependence. A text of NULL is an error that was reported. An error is passed
 * to report, and leaves the parameter in the state BRI_IN_ERROR. False: out of memory. *defined: NULL if count is 0. */
bool bri_definitions_create(const char *const *name, const char *const *text, int count, bri_definition_error *report,
                            void *user, bri_definitions **defined);
/* The same from the parameters of a model. */
bool bri_definitions_of(const bri_records *parameters, bri_definition_error *report, void *user,
                        bri_definitions **defined);
void bri_definitions_destroy(bri_definitions *defined);

const bri_definition *bri_definitions_find(const bri_definitions *defined, const char *name,
                                           size_t length); /* NULL: none */

typedef enum bri_reading {
    BRI_READ_QUANTITY,   /* a number with its unit, or a text whose error is that of such a number */
    BRI_READ_EXPRESSION, /* an expression */
    BRI_READ_EITHER,     /* 1/l: with a unit, or with the parameter of that name */
} bri_reading;
bri_reading bri_definitions_reading(const bri_definitions *defined, const char *text);
/* Whether a text uses parameters: of any state, or BRI_IN_ERROR only. */
bool bri_definitions_uses(const bri_definitions *defined, const char *text, bool in_error);
/* Marks the parameters that a text names. True: some were not marked before. */
bool bri_definitions_mark(const bri_definitions *defined, const char *text, bool *marked);
/* Computes an expression; name: what messages begin with. err->where: "character 7". */
bri_status bri_definitions_evaluate(const bri_definitions *defined, const char *text, const char *name,
                                    bri_value *value, bri_error *err);

#endif
