/* words.h - what the data cannot tell, in sentences */
#ifndef BRISTLE_FIT_WORDS_H
#define BRISTLE_FIT_WORDS_H

#include "fit/state.h"

void bri_fit_say(bri_fit *fit); /* writes the sentences of a fit whose result is complete */

#endif
