/* result_file.h - results as files: HDF5 out, CSV and HDF5 back in
 *
 * What an HDF5 file of a run holds, for h5py, MATLAB, Octave, Julia:
 *
 *     /                     attributes: title, bristle (its version), integrator, partial (0 or 1), why, end_time
 *     /channels/NAME        float64, one number for each row; attribute: unit. NAME is "crank.x", as everywhere else,
 *                           and the order is that of the run
 *     /events/time  what    float64 and text of fixed length; attribute of the group: left_out
 *     /ledger/name  energy  text of fixed length and float64; attributes of the group: imbalance, turnover
 *     /statistics           attributes: constraints, steps, rejected, events, evaluations, solves, iterations,
 *                           position_error, velocity_error */
#ifndef BRISTLE_RESULT_FILE_H
#define BRISTLE_RESULT_FILE_H

#include "bristle/sim.h"
#include "bristle/status.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The file appears whole or not at all. Title may be NULL. */
bri_status bri_result_write_hdf5(const bri_result *result, const char *title, const char *path, bri_error *err);

/* The channels of a result: CSV as bri_table_write_csv writes it, or HDF5 as above, told apart by what is in the file.
 * In CSV, cells may be nan, inf, -inf and null too; complaints have line and column. */
bri_status bri_table_read(const char *path, bri_table **table, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
