/* words.h - what the data cannot tell, in sentences */
#ifndef BRISTLE_FIT_WORDS_H
#define BRISTLE_FIT_WORDS_H

#include "base/text.h"
#include "fit/state.h"

void bri_fit_add_sentence(bri_fit *fit, bri_text *text); /* which it then owns */
void bri_fit_say(bri_fit *fit);                          /* writes the sentences of a fit whose result is complete */

#endif
