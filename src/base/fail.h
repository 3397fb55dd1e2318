/* fail.h - how the library makes its complaints */
#ifndef BRISTLE_BASE_FAIL_H
#define BRISTLE_BASE_FAIL_H

#include "bristle/status.h"

#if defined __GNUC__
#define BRI_PRINTF(at, first) __attribute__((format(printf, at, first)))
#else
#define BRI_PRINTF(at, first)
#endif

/* Writes the sentence, unless an earlier complaint stands there, tells err->each, and returns the status. */
bri_status bri_fail(bri_error *err, bri_status status, const char *format, ...) BRI_PRINTF(3, 4);
bri_status bri_fail_at(bri_error *err, bri_status status, const char *where, const char *format, ...) BRI_PRINTF(4, 5);
void bri_warn_at(bri_error *err, const char *where, const char *format, ...) BRI_PRINTF(3, 4);

#endif
