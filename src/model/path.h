/* path.h - what a path of a model refers to */
#ifndef BRISTLE_MODEL_PATH_H
#define BRISTLE_MODEL_PATH_H

#include "bristle/model.h"

/* The SI unit of the number at a path, "m"; "1": a plain number, or no number. */
bri_status bri_model_unit(const bri_model *model, const char *path, char unit[BRI_WORD_ROOM], bri_error *err);
/* The record of a kind that is chosen by a word, such as the law of friction at "rub.friction.law"; NULL: there is none. */
const bri_record *bri_model_by_word(const bri_model *model, const char *path);

#endif
