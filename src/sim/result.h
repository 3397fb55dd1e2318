/* result.h - a result and the memory of its lists and texts */
#ifndef BRISTLE_SIM_RESULT_H
#define BRISTLE_SIM_RESULT_H

#include "base/arena.h"
#include "bristle/result.h"

bri_result *bri_result_create(void);             /* without channels; NULL: out of memory */
bri_arena *bri_result_arena(bri_result *result); /* freed with it */

#endif
