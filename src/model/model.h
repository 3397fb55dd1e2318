/* model.h - a model in memory: one tree of records */
#ifndef BRISTLE_MODEL_MODEL_H
#define BRISTLE_MODEL_MODEL_H

#include "bristle/model.h"
#include "model/parts.h"

struct bri_model {
    bri_record root;
    const bri_catalogue *catalogue;  /* of friction laws; NULL: those of the library */
    char *name;                      /* of its file; NULL: not from a file */
    struct bri_definitions *defined; /* its parameters; NULL: none */
    bri_units *units;                /* created when the first text is set; NULL until then */
};

/* An empty model, with the ground and run that every model has, at their defaults. name: of its file; NULL: none. */
bri_status bri_model_create_named(const bri_catalogue *catalogue, const char *name, bri_model **model, bri_error *err);
const bri_model_params *bri_model_root(const bri_model *model);
const char *bri_model_name(const bri_model *model);           /* of its file, for error messages; "": not from a file */
bri_status bri_model_units(bri_model *model, bri_error *err); /* creates model->units, if NULL */

#endif
