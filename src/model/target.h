/* target.h - what a path of a model refers to: "crank.at.x", "hinge.friction.mu_s", "run.until" */
#ifndef BRISTLE_MODEL_TARGET_H
#define BRISTLE_MODEL_TARGET_H

#include "bristle/model.h"
#include "kind/lookup.h"
#include "kind/record.h"
#include "model/families.h"

typedef struct bri_target {   /* a row of a record, or a part */
    bri_record *holder;       /* the record; NULL: the path refers to a part */
    bri_unit_context context; /* of the holder's table */
    const bri_param *row;     /* of the holder */
    const char *rest;         /* the end of the path: the row's name, with an element, "at.x" */
    bri_record *part;         /* the part; NULL: the path refers to a row */
    const bri_family *family; /* of the part */
    bri_unit_context within;  /* of the part's table */
} bri_target;

/* Requires a path without '*'. The model owns what is found; whoever may change the model may change that. */
bri_status bri_path_find(const bri_model *model, const char *path, bri_target *target, bri_error *err);
/* What follows the first name of a path and its dot; "": nothing. */
const char *bri_after_step(const char *path);
/* The end of a path to a row, with the row's name as in the table. */
void bri_target_name(const bri_target *target, char name[160]);
/* A part with a single number, such as a constant or an input, is set and read as that number. */
bool bri_is_one_number(const bri_kind *kind);

/* Passes a message on, as bri_error.each with a bri_relay as its user: with the path, which ends with the name of the row, so that
 * "mass: ..." at the beginning of the message would repeat it. */
typedef struct bri_relay {
    bri_error *err;
    const char *path;
    const bri_param *row; /* NULL: none */
} bri_relay;
void bri_pass_on(const bri_error *one, void *relay);

#endif
