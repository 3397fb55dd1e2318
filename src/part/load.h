/* load.h - loads a module and finds the constant that it exports */
#ifndef BRISTLE_PART_LOAD_H
#define BRISTLE_PART_LOAD_H

#include <stdbool.h>
#include <stddef.h>

/* The address of the symbol in the module. NULL: *absent, there is no such file; or why says what the dynamic linker says. */
const void *bri_load(const char *file, const char *symbol, bool *absent, char *why, size_t size);

#endif
