/* families.h - the families of a model, their rows, and the units of their tables */
#ifndef BRISTLE_MODEL_FAMILIES_H
#define BRISTLE_MODEL_FAMILIES_H

#include "bristle/catalogue.h"
#include "kind/family.h"
#include "model/parts.h"

const bri_family *const *bri_families(void); /* ends with NULL */
const bri_family *
bri_family_find(const char *name); /* name: the words of a row of type BRI_PART or BRI_MANY. Requires that it exists */
/* Kind number index of a family, from 0; NULL past the last. Friction laws are those of the catalogue; NULL: of the library. */
const bri_kind *bri_family_kind_at(const bri_family *family, const bri_catalogue *catalogue, int index);
/* The kind of that name; NULL: the family has none. */
const bri_kind *bri_family_kind(const bri_family *family, const bri_catalogue *catalogue, const char *name);
/* bri_record_create, with the defaults of the family. */
bri_status bri_family_create_record(const bri_family *family, const bri_kind *kind, const char *name,
                                    bri_record *record, bri_error *err);

/* The context in which the units of a table are resolved. */
typedef struct bri_unit_context {
    const char *star;   /* replaces "*" in units */
    int effort;         /* BRI_EFFORT_ of the friction that a law belongs to */
    const char *called; /* row that contains the part: its name in messages about a plain value; NULL: its own */
} bri_unit_context;

typedef struct bri_resolved_kind { /* a copy of a kind with resolved units */
    bri_kind kind;
    bri_param row[BRI_ROWS_MAX];
    char unit[BRI_ROWS_MAX][BRI_UNITS_ROOM], variables[BRI_ROWS_MAX][BRI_UNITS_ROOM];
} bri_resolved_kind;
/* A kind with resolved units: the kind itself if its units need no context, else a copy in view. */
const bri_kind *bri_kind_resolve(bri_resolved_kind *view, const bri_kind *kind, bri_unit_context context);
/* The context of the part in a row of a holder. */
bri_unit_context bri_unit_context_of(const bri_record *holder, const bri_param *row);
/* Whether a row is a coefficient of friction, which may be given as a force or torque instead. */
bool bri_is_coefficient(const bri_param *row);

/* The row that names another kind whose parameters are keys of the same mapping ("law"); NULL: none. */
const bri_param *bri_row_by_word(const bri_kind *kind);
/* The key of a row in a file: its name; but for the first row of a kind that is named by key, the name of the kind. */
const char *bri_row_key(const bri_family *family, const bri_kind *kind, const bri_param *row);
const bri_param *bri_row_find(const bri_family *family, const bri_kind *kind, const char *key);
bool bri_row_required(const bri_family *family, const bri_kind *kind, const bri_param *row);
/* Writes where the keys of a mapping are listed, "; 'bristle explain body' lists its keys". word: the law that it names; NULL: none. */
void bri_keys_hint(char *out, size_t size, const bri_family *family, const bri_kind *kind, const bri_kind *word);

#endif
