/* describe.h - what the files of this folder share */
#ifndef BRISTLE_DESCRIBE_DESCRIBE_H
#define BRISTLE_DESCRIBE_DESCRIBE_H

#include "base/text.h"
#include "bristle/describe.h"

/* Gives the finished text to write, and frees it. */
bri_status bri_text_deliver(bri_text *text, bri_write_fn *write, void *user, bri_error *err);
bri_status bri_check_family(const char *family, bri_error *err);
bool bri_in_family(const bri_friction_law *law, const char *family);

#endif
