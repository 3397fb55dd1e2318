/* store.c - the store of a study: loads the part 'sqlite', which keeps it */
#include "study/store.h"

#include <stdio.h>

#include "part/part.h"

const bri_store_functions *bri_store_part(const char *path, bri_error *err)
{
    char needed_by[256];
    snprintf(needed_by, sizeof needed_by, "the store %.200s", path);
    return bri_part_functions(BRI_PART_SQLITE, needed_by, BRI_NOT_FOUND, err);
}
