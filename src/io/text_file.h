/* text_file.h - a file as text: its bytes, whether they are UTF-8, and positions in it */
#ifndef BRISTLE_IO_TEXT_FILE_H
#define BRISTLE_IO_TEXT_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "bristle/status.h"

enum {
    BRI_TEXT_FILE_BYTES = 64 << 20 /* larger files are rejected */
};

/* Reads a whole file. *text is not terminated by 0, belongs to the caller (free), and is NULL on failure. */
bri_status bri_file_read(const char *path, char **text, size_t *length, bri_error *err);
bool bri_file_is_regular(const char *path); /* it exists, and reading it does not wait for anybody */
size_t bri_utf8_valid(const char *text);    /* number of bytes before the first that is not UTF-8, or the end */
/* Fails at the first byte that is not UTF-8 or is a control character. name: of the file, for error messages. */
bri_status bri_utf8_check(const char *text, size_t length, const char *name, bri_error *err);

/* Writes "name:line:column" into out, or just the name where line is 0; returns out. */
const char *bri_place_print(char out[256], const char *name, int line, int column);
/* bri_fail_at such a position. Requires base/fail.h. */
#define bri_fail_in(err, status, name, line, column, ...)                                                              \
    bri_fail_at(err, status, bri_place_print((char[256]){0}, name, line, column), __VA_ARGS__)

#endif
