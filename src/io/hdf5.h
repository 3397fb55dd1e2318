/* hdf5.h - tables back from HDF5 */
#ifndef BRISTLE_IO_HDF5_H
#define BRISTLE_IO_HDF5_H

#include "bristle/table.h"

bri_status bri_hdf5_read(const char *path, bri_table **table, bri_error *err);

#endif
