/* shapes.h - the shapes that bodies are drawn as, one kind for each line of shapes.def; their parameters are in
 * parts.h */
#ifndef BRISTLE_MODEL_SHAPES_H
#define BRISTLE_MODEL_SHAPES_H

#include "model/parts.h"

#define SHAPE(name) extern const bri_shape_kind bri_shape_##name;
#include "model/shapes.def"
#undef SHAPE

#endif
