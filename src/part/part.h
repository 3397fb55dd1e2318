/* part.h - optional parts: code that needs a further library stands in a module of its own, which is loaded when it is first used
 *
 * A part is a table of functions. Its module, bristle-part-NAME.so, exports one constant, bri_part_NAME. A part may also be
 * linked into the library or into a program, which then loads nothing. Modules stay loaded until the program ends. */
#ifndef BRISTLE_PART_PART_H
#define BRISTLE_PART_PART_H

#include <stdbool.h>

#include "bristle/api.h"
#include "bristle/status.h"

enum {
    BRI_PART_ABI = 3 /* to be raised when a table of functions, or a struct that its functions take, changes */
};

typedef struct bri_part_table { /* what a part exports */
    int abi;                    /* BRI_PART_ABI of its build */
    const char *version;        /* of bristle */
    const void *functions;      /* a struct; the header that declares it says of what */
} bri_part_table;

/* Defines the table of a part: BRI_PART_EXPORT(hdf5, functions). A module exports it; a part within the library is hidden. */
#ifdef BRI_LOADS_PARTS
#define BRI_PART_LINKAGE __attribute__((visibility("default")))
#else
#define BRI_PART_LINKAGE
#endif
#define BRI_PART_EXPORT(name, functions_)                                                                              \
    BRI_PART_LINKAGE extern const bri_part_table bri_part_##name;                                                      \
    const bri_part_table bri_part_##name = {BRI_PART_ABI, BRI_VERSION, &(functions_)}

typedef enum bri_part_id {
    BRI_NO_PART,
#define PART(NAME, name, use, package) BRI_PART_##NAME,
#include "part/parts.def"
#undef PART
    BRI_PARTS
} bri_part_id;

/* The functions of a part, which is loaded by the first call. NULL: there is no such part; err then has the status, and a
 * sentence that says what needs it ("the integrator cvode") and how to get it. Any thread may call it. */
const void *bri_part_functions(bri_part_id part, const char *needed_by, bri_status status, bri_error *err);
/* The functions of a part that was loaded before. */
const void *bri_part_loaded(bri_part_id part);
bool bri_part_exists(bri_part_id part); /* loads it */
const char *bri_part_name(bri_part_id part);
const char *bri_part_use(bri_part_id part); /* what it is for: "reading and writing HDF5 files" */

#endif
