/* hdf5.c - results and tables as HDF5 files: loads the part 'hdf5', which does it */
#include "io/hdf5.h"

#include <assert.h>
#include <stdio.h>

#include "base/fail.h"
#include "part/part.h"

static const bri_hdf5_functions *load(const char *verb, const char *path, bri_status status, bri_error *err)
{
    char needed_by[256];
    snprintf(needed_by, sizeof needed_by, "%s %s", verb, path);
    return bri_part_functions(BRI_PART_HDF5, needed_by, status, err);
}

bri_status bri_result_write_hdf5(const bri_result *result, const char *title, const char *path, bri_error *err)
{
    bri_error_clear(err);
    assert(result && path);
    const bri_hdf5_functions *part = load("writing", path, BRI_CANNOT_WRITE, err);
    return part ? part->write(result, title, path, err) : BRI_CANNOT_WRITE;
}

bri_status bri_hdf5_read(const char *path, bri_table **table, bri_error *err)
{
    const bri_hdf5_functions *part = load("reading", path, BRI_BAD_FILE, err);
    return part ? part->read(path, table, err) : BRI_BAD_FILE;
}
