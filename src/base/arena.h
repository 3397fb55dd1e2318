/* arena.h - memory that is freed all at once */
#ifndef BRISTLE_BASE_ARENA_H
#define BRISTLE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fail.h"

typedef struct bri_arena { /* starts as {0} */
    struct bri_block *last;
    char *large, *large_end; /* what is left of the last chunk of large pages */
    size_t bytes;
    bool failed; /* out of memory; every later call returns NULL */
} bri_arena;

void *bri_arena_take(bri_arena *arena, size_t count, size_t size); /* zeroed; NULL: out of memory */
/* A list of pointers to count structs of that size, all zeroed, and NULL behind the last: void ** for any T **. NULL: out of memory. */
void *bri_arena_list(bri_arena *arena, size_t count, size_t size);
/* A text, formatted. "": out of memory. */
const char *bri_arena_text(bri_arena *arena, const char *format, ...) BRI_PRINTF(2, 3);
void bri_arena_free(bri_arena *arena);

#endif
