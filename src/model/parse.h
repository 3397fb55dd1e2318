/* parse.h - a model from a YAML or JSON text */
#ifndef BRISTLE_MODEL_PARSE_H
#define BRISTLE_MODEL_PARSE_H

#include "bristle/model.h"

/* bri_model_parse with units that stay the caller's: creating them takes far longer than parsing a small model. */
bri_status bri_model_parse_with(bri_units *units, const char *text, size_t length, const char *name, bri_model **model,
                                bri_error *err);

#endif
