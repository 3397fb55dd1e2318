/* arena.h - memory that is freed all at once */
#ifndef BRISTLE_BASE_ARENA_H
#define BRISTLE_BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bri_arena { /* starts as {0} */
    struct bri_block *last;
    size_t bytes;
    bool failed; /* out of memory; every later call returns NULL */
} bri_arena;

void *bri_arena_take(bri_arena *arena, size_t count, size_t size); /* zeroed; NULL: out of memory */
void bri_arena_free(bri_arena *arena);

#endif
