/* law.h - families of laws: "static", "dynamic", "lubricated" */
#ifndef BRISTLE_DESCRIBE_LAW_H
#define BRISTLE_DESCRIBE_LAW_H

#include "bristle/describe.h"

/* NULL stands for all families. */
bri_status bri_check_family(const char *family, bri_error *err); /* fails where there is no such family */
bool bri_in_family(const bri_friction_law *law, const char *family);

#endif
