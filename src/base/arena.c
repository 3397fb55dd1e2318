/* arena.c - an arena is a linked list of zeroed blocks
 *
 * Beyond BEGIN_LARGE bytes, arrays lie in chunks of large pages where the system has them (Linux): the equations of thousands of
 * bodies are read in turn at every evaluation, and the processor knows the addresses of some thousand small pages only. A chain of
 * 10 000 links needs a fifth less time. Under sanitizers every array is a block, so that they see what is beyond it. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__)
#if !defined(__has_feature)
#define BRI_LARGE_PAGES
#elif !__has_feature(address_sanitizer)
#define BRI_LARGE_PAGES
#endif
#endif
#ifdef BRI_LARGE_PAGES
#include <string.h>
#include <sys/mman.h>
#endif

typedef struct bri_block {
    alignas(max_align_t) struct bri_block *before;
} bri_block;

static void *keep(bri_arena *arena, bri_block *block)
{
    if (!block) return NULL;
    block->before = arena->last;
    arena->last = block;
    return block + 1;
}

#ifdef BRI_LARGE_PAGES
enum {
    BEGIN_LARGE = 1 << 20,
    LARGE_PAGE = 1 << 21,
    CHUNK = 2 * LARGE_PAGE /* at least */
};

static void *take_large(bri_arena *arena, size_t bytes)
{
    bytes = (bytes + sizeof(bri_block) - 1) / sizeof(bri_block) * sizeof(bri_block);
    if (bytes > (size_t)(arena->large_end - arena->large)) {
        size_t size = bytes > CHUNK / 2 ? (bytes / LARGE_PAGE + 2) * LARGE_PAGE : CHUNK;
        void *chunk = NULL;
        if (posix_memalign(&chunk, LARGE_PAGE, size)) return NULL;
        madvise(chunk, size, MADV_HUGEPAGE); /* pages remain small if the system has no others */
        arena->large = keep(arena, chunk);
        arena->large_end = (char *)chunk + size;
    }
    void *array = arena->large;
    arena->large += bytes;
    return memset(array, 0, bytes);
}
#endif

/* At most some bytes less than the largest size. */
static void *take(bri_arena *arena, size_t bytes)
{
#ifdef BRI_LARGE_PAGES
    if (arena->bytes > BEGIN_LARGE) return take_large(arena, bytes);
#endif
    return keep(arena, calloc(1, sizeof(bri_block) + bytes));
}

void *bri_arena_take(bri_arena *arena, size_t count, size_t size)
{
    if (arena->failed) return NULL;
    void *array = count <= (SIZE_MAX / 2) / size ? take(arena, count * size) : NULL;
    if (array)
        arena->bytes += count * size;
    else
        arena->failed = true;
    return array;
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
