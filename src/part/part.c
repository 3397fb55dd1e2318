/* part.c - finds the optional parts: linked in, or as modules, in the folders where the dynamic linker looks for the libraries
 * of this program (its run path, which the build and the installation set), or in the folder BRISTLE_PARTS of the environment */
#include "part/part.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "part/load.h"

/* A part that is linked in has an address. The build defines BRI_LINKAGE_NAME as weak, so that a program may have linked it or not,
 * or, if it puts the part into the library, as an attribute without effect. */
#define PART(NAME, name, use, package) extern const bri_part_table bri_part_##name __attribute__((BRI_LINKAGE_##NAME));
#include "part/parts.def"
#undef PART

static const struct {
    const char *name, *use, *option, *symbol, *file, *package;
    const bri_part_table *linked;
} known[BRI_PARTS] = {
    {0},
#define PART(NAME, name, use, package)                                                                                 \
    {#name, use, "BRISTLE_WITH_" #NAME, "bri_part_" #name, "bristle-part-" #name ".so", package, &bri_part_##name},
#include "part/parts.def"
#undef PART
};

static _Atomic(const bri_part_table *)
    loaded[BRI_PARTS]; /* two threads that load a part at once store the same address */

const char *bri_part_name(bri_part_id part) { return known[part].name; }
const char *bri_part_use(bri_part_id part) { return known[part].use; }

static bri_status fail_absent(bri_part_id part, const char *needed_by, bri_status status, bri_error *err)
{
    return bri_fail(err, status,
                    "%s needs the part '%s', which this installation does not have: install %s and build bristle with "
                    "-D%s=ON, or name the folder of %s in BRISTLE_PARTS",
                    needed_by, known[part].name, known[part].package, known[part].option, known[part].file);
}

/* NULL: err says why not. */
static const bri_part_table *load(bri_part_id part, const char *needed_by, bri_status status, bri_error *err)
{
    char why[300];
    bool absent = false;
    if (known[part].linked) return known[part].linked;
    const bri_part_table *table = bri_load(known[part].file, known[part].symbol, &absent, why, sizeof why);
    if (absent) {
        fail_absent(part, needed_by, status, err);
    } else if (!table) {
        bri_fail(err, status, "%s needs the part '%s', which cannot be loaded: %s", needed_by, known[part].name, why);
    } else if (table->abi != BRI_PART_ABI || strcmp(table->version, BRI_VERSION) != 0) {
        bri_fail(err, status,
                 "%s needs the part '%s', but %s is of bristle %.20s (interface %d), and this is bristle " BRI_VERSION
                 " (interface %d): install both from the same build",
                 needed_by, known[part].name, known[part].file, table->version, table->abi, BRI_PART_ABI);
        table = NULL;
    }
    return table;
}

const void *bri_part_functions(bri_part_id part, const char *needed_by, bri_status status, bri_error *err)
{
    const bri_part_table *table = atomic_load(&loaded[part]);
    if (!table && (table = load(part, needed_by, status, err))) atomic_store(&loaded[part], table);
    return table ? table->functions : NULL;
}

const void *bri_part_loaded(bri_part_id part)
{
    const bri_part_table *table = atomic_load_explicit(&loaded[part], memory_order_relaxed);
    assert(table);
    return table->functions;
}

bool bri_part_exists(bri_part_id part) { return bri_part_functions(part, "", BRI_NOT_FOUND, NULL); }
