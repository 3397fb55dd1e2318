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

/* The same at each row of what is done row by row, for matrices that take time worth a question. */
static inline bool bri_halts(const bri_halt *halt, int rows)
{
    enum {
        LARGE = 200
    };
    return rows >= LARGE && bri_is_halted(halt);
}

/* The same where a row takes less than a question: at some of them. */
static inline bool bri_halts_at(const bri_halt *halt, int rows, int row)
{
    enum {
        ROWS_AT_ONCE = 64
    };
    return row % ROWS_AT_ONCE == 0 && bri_halts(halt, rows);
}

#endif
