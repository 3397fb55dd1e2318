/* halt.h - a way to end a long search or factorisation early */
#ifndef BRISTLE_LINALG_HALT_H
#define BRISTLE_LINALG_HALT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct bri_halt {
    bool (*is_wanted)(void *user); /* NULL: never */
    void *user;
} bri_halt;

/* halt may be NULL. */
static inline bool bri_is_halted(const bri_halt *halt)
{
    return halt && halt->is_wanted && halt->is_wanted(halt->user);
}

/* The same before a pivot, for matrices that take time worth a question. */
static inline bool bri_halts(const bri_halt *halt, int rows)
{
    enum {
        LARGE = 200
    };
    return rows >= LARGE && bri_is_halted(halt);
}

#endif
