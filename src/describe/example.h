/* example.h - an example of a kind */
#ifndef BRISTLE_DESCRIBE_EXAMPLE_H
#define BRISTLE_DESCRIBE_EXAMPLE_H

#include "describe/format.h"

/* Adds an example without a final newline: a line of a model file, or, of a measure, of the command line. */
void bri_add_example(bri_text *out, const bri_description *known);

#endif
