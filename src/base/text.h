/* text.h - a text that grows; running out of memory is remembered and told once, at the end */
#ifndef BRISTLE_BASE_TEXT_H
#define BRISTLE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fail.h"

typedef struct bri_text { /* starts as {0} */
    char *at;             /* NULL while empty */
    size_t length, room;
    bool failed;
} bri_text;

void bri_text_add(bri_text *text, const char *format, ...) BRI_PRINTF(2, 3);
void bri_text_add_n(bri_text *text, const char *piece, size_t length);
void bri_text_add_json(bri_text *text, const char *piece); /* quoted; NULL is null */
void bri_text_add_number(bri_text *text,
                         double value); /* reads back to the same double; null in JSON's way if not finite */
void bri_text_free(bri_text *text);

/* Adds what is nearest to name among the names that next gives: " Did you mean 'dahl' or 'dankowicz'?" */
typedef const char *bri_next_name(void *context, int index); /* NULL: no more */
void bri_text_suggest(char *out, size_t size, const char *name, bri_next_name *next, void *context);

#endif
