/* given.h - structs that a program fills, and that may be of another version than the library
 *
 * Such a struct begins with its size, which its defaults function sets (bristle/bristle.h). */
#ifndef BRISTLE_BASE_GIVEN_H
#define BRISTLE_BASE_GIVEN_H

#include <stddef.h>

#include "bristle/status.h"

typedef struct bri_struct {      /* what the library knows of such a struct */
    const char *type, *defaults; /* "bri_run_def", "bri_run_defaults()" */
    size_t size;                 /* now */
    size_t first; /* of programs of the first version, at least: beyond the beginning of the field that was its last */
} bri_struct;
#define BRI_STRUCT(type_, defaults_, last)                                                                             \
    {                                                                                                                  \
#type_, #defaults_ "()", sizeof(type_), offsetof(type_, last) + 1                                              \
    }

/* Copies the struct given by a program to whole, a struct of the library's own version. Fields that the program does not know
 * become 0, and so do all if given is NULL. BRI_BAD_VALUE: given was not initialised, or has fields that this version does not
 * know, and that are not 0. */
bri_status bri_given(const bri_struct *of, const void *given, void *whole, bri_error *err);

/* The reverse: copies whole, a struct that the library filled, to a program's struct of `size` bytes. Fields that the library
 * does not know become 0. */
void bri_hand_out(const void *whole, size_t whole_size, void *out, size_t size);

#endif
