/* random_model.h - random mechanisms as the text of a model file, drawn from the lists of kinds
 *
 * Every kind of joint, force, signal, friction law and normal law is drawn from its list, and its parameters from its table: a
 * new kind takes part as soon as it is listed. Bodies are placed first, then joined where they are, so that trees and loops
 * are closed at the start. The same seed gives the same text. */
#ifndef BRISTLE_TESTS_CAMPAIGN_RANDOM_MODEL_H
#define BRISTLE_TESTS_CAMPAIGN_RANDOM_MODEL_H

#include <stdint.h>

#include "base/text.h"

/* Appends a model file in SI units. */
void random_model_write(uint64_t seed, bri_text *out);

#endif
