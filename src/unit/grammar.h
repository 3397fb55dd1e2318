/* grammar.h - parses the text of a unit */
#ifndef BRISTLE_UNIT_GRAMMAR_H
#define BRISTLE_UNIT_GRAMMAR_H

#include "unit/measure.h"

/* Parses "kg m/s2" into m. quoted: what error messages quote, the unit or the whole quantity. */
bri_status bri_unit_parse(const char *text, const char *quoted, measure *m, bri_error *err);

typedef struct quote {
    char text[MAX_TEXT + 4];
} quote;

/* A copy of text for error messages: at most size bytes of it, with '?' for unprintable bytes. */
quote bri_unit_show(const char *text, size_t size);

#endif
