/* verdict_memory.c - verdicts and histories of verdicts, with the memory of their lists and texts */
#include "stiction/verdict_memory.h"

#include <stdlib.h>

typedef struct whole_verdict {
    bri_verdict_result result; /* the first */
    bri_arena arena;
} whole_verdict;

typedef struct whole_history {
    bri_verdict_history history; /* the first */
    int room;                    /* for spans */
} whole_history;

bri_verdict_result *bri_verdict_create(void)
{
    whole_verdict *whole = calloc(1, sizeof *whole);
    if (!whole) return NULL;
    whole->result.why = "";
    return &whole->result;
}

bri_arena *bri_verdict_arena(bri_verdict_result *result) { return &((whole_verdict *)result)->arena; }

void bri_verdict_destroy(bri_verdict_result *result)
{
    if (!result) return;
    bri_verdict_destroy(result->rigid);
    bri_arena_free(bri_verdict_arena(result));
    free(result);
}

bri_verdict_history *bri_history_create(void)
{
    whole_history *whole = calloc(1, sizeof *whole);
    return (bri_verdict_history *)whole; /* its first field */
}

bri_verdict_span *bri_history_add(bri_verdict_history *history)
{
    whole_history *whole = (whole_history *)history;
    if (history->spans == whole->room) {
        int room = 2 * whole->room + 8;
        bri_verdict_span **more = realloc(history->span, (size_t)room * sizeof(bri_verdict_span *));
        if (!more) return NULL;
        history->span = more;
        whole->room = room;
    }
    bri_verdict_span *span = calloc(1, sizeof *span);
    if (span) history->span[history->spans++] = span;
    return span;
}

void bri_verdict_history_destroy(bri_verdict_history *history)
{
    if (!history) return;
    for (int i = 0; i < history->rests; i++)
        bri_verdict_destroy(history->rest[i]);
    for (int i = 0; i < history->spans; i++)
        free(history->span[i]);
    free(history->rest);
    free(history->span);
    free(history);
}
