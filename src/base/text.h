/* text.h - a growing text; after an allocation failure it stays as it is, and its user checks "failed" once, at the
 * end */
#ifndef BRISTLE_BASE_TEXT_H
#define BRISTLE_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fail.h"

typedef struct bri_text { /* starts as {0} */
    char *at;             /* terminated by 0; NULL while empty */
    size_t length, room;
    bool failed; /* out of memory */
} bri_text;

void bri_text_add(bri_text *text, const char *format, ...) BRI_PRINTF(2, 3);
void bri_text_add_n(bri_text *text, const char *piece, size_t length);
void bri_text_add_json(bri_text *text, const char *piece); /* as a JSON string; null for NULL */
void bri_text_add_number(bri_text *text, double value);    /* reads back to the same double; null if not finite */
void bri_text_free(bri_text *text);

/* Writes a suggestion of up to three of the names that next returns for index 0, 1, ... until NULL: "; did you mean
 * 'dahl' or 'dankowicz'?"; "" if none is similar. Names are copied: each may be gone at the next. */
typedef const char *bri_next_name(void *context, int index);
void bri_text_suggest(char *out, size_t size, const char *name, bri_next_name *next, void *context);

#endif
