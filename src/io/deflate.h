/* deflate.h - lossless compression: zlib streams (RFC 1950 and 1951), which browsers and Python can open */
#ifndef BRISTLE_IO_DEFLATE_H
#define BRISTLE_IO_DEFLATE_H

#include "base/text.h"

/* Appends the compressed bytes to out, whose `failed` says if memory ran out. */
void bri_deflate(const void *data, size_t size, bri_text *out);

#endif
