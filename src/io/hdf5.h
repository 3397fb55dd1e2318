/* hdf5.h - reads tables from HDF5 */
#ifndef BRISTLE_IO_HDF5_H
#define BRISTLE_IO_HDF5_H

#include "bristle/table.h"

/* The table belongs to the caller. */
bri_status bri_hdf5_read(const char *path, bri_table **table, bri_error *err);

#endif
