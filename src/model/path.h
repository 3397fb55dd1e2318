/* path.h - what a path of a model refers to */
#ifndef BRISTLE_MODEL_PATH_H
#define BRISTLE_MODEL_PATH_H

#include "bristle/model.h"

/* The SI unit of the number at a path, "m"; "1": a plain number, or no number. */
bri_status bri_model_unit(const bri_model *model, const char *path, char unit[BRI_WORD_ROOM], bri_error *err);
typedef struct bri_number_row { /* what the table says of a number at a path */
    double min, max;            /* -INFINITY, INFINITY: a parameter of the model, which has no table */
    bri_role role;
    /* Paths of the coefficients of sliding and static friction of the same law; "": there is none, or it is that number. */
    char sliding[256], peak[256];
} bri_number_row;
/* Fails if there is no number at the path. */
bri_status bri_model_row(const bri_model *model, const char *path, bri_number_row *row, bri_error *err);
/* The record of a kind that is chosen by a word, such as the law of friction at "rub.friction.law"; NULL: there is none. */
const bri_record *bri_model_by_word(const bri_model *model, const char *path);

#endif
