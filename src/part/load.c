/* load.c - loads modules by dlopen; the only file of the library that does */
#include "part/load.h"

#include <stdio.h>
#include <string.h>

#ifdef BRI_LOADS_PARTS

#include <dlfcn.h>
#include <stdlib.h>

enum {
    PATH_ROOM = 4200
};

const void *bri_load(const char *file, const char *symbol, bool *absent, char *why, size_t size)
{
    char path[PATH_ROOM];
    const char *folder = getenv("BRISTLE_PARTS"); /* for developers: overrides the run path; empty: not set */
    if (folder && !*folder) folder = NULL;
    int length = snprintf(path, sizeof path, "%s%s%s", folder ? folder : "", folder ? "/" : "", file);
    void *module = length < PATH_ROOM ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL; /* stays loaded */
    const void *found = module ? dlsym(module, symbol) : NULL;
    const char *said = found ? "" : dlerror();
    snprintf(why, size, "%s", said ? said : "no such symbol, or the path is too long");
    /* where the module itself is missing, and not a library that it needs */
    *absent = !module && !strncmp(why, path, (size_t)length) && strstr(why, "No such file");
    return found;
}

#else

const void *bri_load(const char *file, const char *symbol, bool *absent, char *why, size_t size)
{
    (void)file, (void)symbol, (void)why, (void)size;
    *absent = true; /* this build has no modules */
    return NULL;
}

#endif
