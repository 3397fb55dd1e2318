/* result_file.h - writes results as HDF5 files, and reads tables from CSV and HDF5 files
 *
 * Contents of the HDF5 file of a run, for h5py, MATLAB, Octave, Julia:
 *
 *     /                     attributes: title, bristle (its version), integrator, partial (0 or 1), why, end_time
 *     /channels/NAME        float64, one number for each row; attribute: unit. NAME is that of the channel, "crank.x";
 *                           the order is that of the run
 *     /events/time  what  value  float64, text of fixed length, float64 (approach speed of a contact, m/s; NaN: none);
 *                           attribute of the group: left_out
 *     /ledger/name  energy  text of fixed length and float64; attributes of the group: imbalance, turnover
 *     /statistics           attributes: constraints, steps, rejected, events, evaluations, solves, iterations,
 *                           position_error, velocity_error */
#ifndef BRISTLE_RESULT_FILE_H
#define BRISTLE_RESULT_FILE_H

#include "bristle/result.h"
#include "bristle/status.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Writes a result. The file is complete or not created at all. title may be NULL. */
BRI_API bri_status bri_result_write_hdf5(const bri_result *result, const char *title, const char *path, bri_error *err);

/* Reads the channels of a result: CSV as written by bri_table_write_csv, or HDF5 as above; the format is recognised
 * from the contents. CSV cells may also be nan, inf, -inf and null; errors name line and column. The table belongs to
 * the caller. */
BRI_API bri_status bri_table_read(const char *path, bri_table **table, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
