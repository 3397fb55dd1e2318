/* verdict_memory.h - verdicts and histories of verdicts, with the memory of their lists and texts */
#ifndef BRISTLE_STICTION_VERDICT_MEMORY_H
#define BRISTLE_STICTION_VERDICT_MEMORY_H

#include "base/arena.h"
#include "bristle/verdict.h"

bri_verdict_result *bri_verdict_create(void);             /* all 0; NULL: out of memory */
bri_arena *bri_verdict_arena(bri_verdict_result *result); /* freed with it */
bri_verdict_history *bri_history_create(void);            /* all 0; NULL: out of memory */
/* Appends a span, all 0; NULL: out of memory. */
bri_verdict_span *bri_history_add(bri_verdict_history *history);

#endif
