/* version.c - the version of the library */
#include "bristle/api.h"

const char *bri_version(void) { return BRI_VERSION; }
