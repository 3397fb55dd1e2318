/* families.h - every family that a row of a model's tables can name, and how the units of its tables are understood */
#ifndef BRISTLE_MODEL_FAMILIES_H
#define BRISTLE_MODEL_FAMILIES_H

#include "kind/family.h"

extern const bri_kind bri_model_kind, bri_body_kind, bri_ground_kind, bri_point_kind, bri_run_kind, bri_friction_kind,
    bri_normal_kind, bri_material_kind, bri_elastic_kind;

const bri_family *const *bri_families(void);                                 /* ends with NULL */
const bri_family *bri_family_find(const char *name);                         /* of a row's words; there is one */
const bri_kind *bri_family_kind(const bri_family *family, const char *name); /* NULL: it has no such kind */
/* bri_record_create, and what the family starts with. */
bri_status bri_family_start(const bri_family *family, const bri_kind *kind, const char *name, bri_record *record,
                            bri_error *err);

/* What the units in the tables of a part mean: "*" stands for star; effort is that of the friction a law belongs to. */
typedef struct bri_sense {
    const char *star;
    int effort;
    const char *called; /* the row of the part: what a bare value is called; NULL: by its own row */
} bri_sense;

enum {
    BRI_ROWS_MAX = 40
};
typedef struct bri_view { /* a kind with its units put in */
    bri_kind kind;
    bri_param row[BRI_ROWS_MAX];
    char unit[BRI_ROWS_MAX][64];
} bri_view;
/* The kind itself where nothing has to be put in, else that of the view, which is made. */
const bri_kind *bri_view_kind(bri_view *view, const bri_kind *kind, bri_sense sense);
/* Of a part in that row of a holder. */
bri_sense bri_sense_of(const bri_record *holder, const bri_param *row);
bool bri_is_coefficient(const bri_param *row); /* of friction: an effort where its unit is a force or torque */

/* The row by which the parameters of another kind stand beside those of this one ("law"); NULL: none. */
const bri_param *bri_row_by_word(const bri_kind *kind);
/* The name under which a row stands in a file: that of the kind, for the first of one named by key. */
const char *bri_row_key(const bri_family *family, const bri_kind *kind, const bri_param *row);
const bri_param *bri_row_find(const bri_family *family, const bri_kind *kind, const char *key);
bool bri_row_required(const bri_family *family, const bri_kind *kind, const bri_param *row);

#endif
