/* parameters.h - the parameters of a model, and the numbers that follow them */
#ifndef BRISTLE_MODEL_PARAMETERS_H
#define BRISTLE_MODEL_PARAMETERS_H

#include "model/model.h"
#include "model/reader.h"

/* Computes the parameters that the root of a file defines, with errors at their positions in the file. They belong to the
 * caller; the reader uses them. */
bri_definitions *bri_parameters_read(bri_reader *reader, const bri_node *root);

/* Warns of parameters that no number of the model follows. */
bri_status bri_warn_of_unused_parameters(const bri_model *model, bri_error *err);

/* Computes the parameters of a model and all numbers that are given by expressions again. On failure the model has some
 * numbers of before and some of after. */
bri_status bri_parameters_update(bri_model *model, const char *name, bri_error *err);

#endif
