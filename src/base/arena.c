/* arena.c - an arena is a linked list of zeroed blocks */
#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct bri_block {
    alignas(max_align_t) struct bri_block *before;
} bri_block;

void *bri_arena_take(bri_arena *arena, size_t count, size_t size)
{
    if (arena->failed) return NULL;
    bri_block *block = count <= (SIZE_MAX - sizeof *block) / size ? calloc(1, sizeof *block + count * size) : NULL;
    if (!block) {
        arena->failed = true;
        return NULL;
    }
    block->before = arena->last;
    arena->last = block;
    arena->bytes += count * size;
    return block + 1;
}

void *bri_arena_list(bri_arena *arena, size_t count, size_t size)
{
    char *at = bri_arena_take(arena, count + 1, size);
    void **list = bri_arena_take(arena, count + 1, sizeof *list);
    for (size_t i = 0; i < count && list; i++)
        list[i] = at + i * size;
    return list;
}

const char *bri_arena_text(bri_arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = bri_arena_take(arena, (size_t)length + 1, 1);
    if (!text) return "";
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

void bri_arena_free(bri_arena *arena)
{
    while (arena->last) {
        bri_block *before = arena->last->before;
        free(arena->last);
        arena->last = before;
    }
    *arena = (bri_arena){0};
}
