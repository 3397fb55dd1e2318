/* fail.h - how the library reports errors and warnings */
#ifndef BRISTLE_BASE_FAIL_H
#define BRISTLE_BASE_FAIL_H

#include "bristle/status.h"

/* Status and texts as in a bri_error of {0}; each and user stay. The first statement of every public function that takes a
 * bri_error, so that what it holds is always of the last call. */
void bri_error_clear(bri_error *err);
/* As bri_fail, which also says where: "slider.yaml:12:9", "law 'dahl'". A warning is passed to
 * err->each with the status BRI_OK and is not stored. */
bri_status bri_fail_at(bri_error *err, bri_status status, const char *where, const char *format, ...) BRI_PRINTF(4, 5);
void bri_warn_at(bri_error *err, const char *where, const char *format, ...) BRI_PRINTF(3, 4);

#endif
