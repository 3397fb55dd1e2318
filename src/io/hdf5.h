/* hdf5.h - tables and results as HDF5 files, by the part 'hdf5' */
#ifndef BRISTLE_IO_HDF5_H
#define BRISTLE_IO_HDF5_H

#include "bristle/result_file.h"

typedef struct bri_hdf5_functions { /* of the part */
    bri_status (*write)(const bri_result *result, const char *title, const char *path, bri_error *err);
    bri_status (*read)(const char *path, bri_table **table, bri_error *err);
} bri_hdf5_functions;

/* The table belongs to the caller. */
bri_status bri_hdf5_read(const char *path, bri_table **table, bri_error *err);

#endif
