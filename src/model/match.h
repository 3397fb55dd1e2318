/* match.h - paths of a model by a pattern: "*.friction.mu_k"
 *
 * A "*" stands for any characters within one step of a path. */
#ifndef BRISTLE_MODEL_MATCH_H
#define BRISTLE_MODEL_MATCH_H

#include "model/model.h"

/* All paths that match, in the order of the model; at least one, else BRI_NOT_FOUND with similar paths. paths: empty; belongs to
 * the caller. */
bri_status bri_model_find_matches(const bri_model *model, const char *pattern, bri_names *paths, bri_error *err);

#endif
