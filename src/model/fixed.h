/* fixed.h - numbers of a model that a simulation reads only once */
#ifndef BRISTLE_MODEL_FIXED_H
#define BRISTLE_MODEL_FIXED_H

#include "bristle/model.h"
#include "model/model.h"

/* Fails if a change of the number at a path would have no effect on a system that has been built; says what has. Numbers that follow a
 * parameter of the model are not looked at: bri_refuse_fixed_changes. */
bri_status bri_refuse_fixed(const bri_model *model, const char *path, bool *is_parameter, bri_error *err);
/* The same where such numbers differ between two models with the same parts, of which now has another value at path. */
bri_status bri_refuse_fixed_changes(const bri_model *before, const bri_model *now, const char *path, bri_error *err);

#endif
