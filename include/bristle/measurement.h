/* measurement.h - measured friction: records of motion, load and force, from CSV files or from arrays
 *
 * The first line of a file names its columns, with units in brackets:
 *
 *     time [s]; load [N]; position [mm]; friction [N]
 *     0.00; 5.02; -0.113; 2.31
 *
 * Cells are separated by commas, semicolons, tabs, bars or blanks; the separator is recognised from the first line. With another separator than the
 * comma, numbers may have a decimal comma. A file without names is read by the numbers of its columns. Lines that begin with '#' and
 * empty lines are skipped.
 *
 * The quantities, and the names of columns that are recognised without being told (in any case):
 *     time           time, t                              s     not given: the rows are points of steady sliding
 *     velocity       velocity, v, speed                   m/s   or position
 *     position       position, x, displacement            m     velocity is its derivative, where no velocity is given
 *     load           load, N, normal force, normal load   N     or bri_measurement_def.load
 *     force          force, F, friction, friction force   N     or coefficient
 *     coefficient    coefficient, mu, cof                 1     force divided by load
 *     weight         weight                               1     factor of the squared deviation; not given: 1
 *
 * The derivative of the position at a row is that of the parabola through the row and its two neighbours (at the first and last
 * row, through the nearest three). With uniform spacing this is the central difference: it has no phase lag, and reduces the amplitude of a
 * motion of period T by the factor sin(a)/a, a = 2 pi spacing/T.
 *
 * Rows with a cell that is not a number, with a negative load or weight, or with the same time as the row before are left out, each with a
 * warning that names the line. A time that decreases is an error. */
#ifndef BRISTLE_MEASUREMENT_H
#define BRISTLE_MEASUREMENT_H

#include <stddef.h>

#include "bristle/status.h"
#include "bristle/table.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bri_measurement_def { /* begin with bri_measurement_defaults() */
    size_t size;                     /* of this struct, set by its defaults */
    /* Columns by name or, from 1, by number, with a unit where the file has none: "velocity=v, load=2 [N], force=F". NULL: by the names
     * above. A quantity that is not listed is looked for by its names. */
    const char *columns;
    double load;     /* N, where the file has no column of the load; 0: there must be one */
    double from, to; /* s: rows outside of this range are left out; both 0: all rows */
    int average;     /* number of successive rows that are replaced by their mean; 0 or 1: none */
    char separator;  /* 0: recognised */
} bri_measurement_def;

static inline bri_measurement_def bri_measurement_defaults(void)
{
    bri_measurement_def def = BRI_ZEROS;
    def.size = sizeof def;
    return def;
}

typedef struct bri_measurement { /* one record; made by the library; may grow at its end */
    const char *name;            /* of the file */
    size_t rows;
    const double *time;                    /* increasing, s; NULL: points of steady sliding */
    const double *velocity, *load, *force; /* m/s, N, N */
    const double *weight;                  /* NULL: 1 */
    size_t bad, outside;                   /* numbers of rows left out: invalid ones; those before from or after to */
    int differentiated;                    /* velocity is the derivative of a position */
} bri_measurement;

/* Reads a record, which belongs to the caller. */
BRI_API bri_status bri_measurement_read(const char *path, const bri_measurement_def *def, bri_measurement **measurement,
                                        bri_error *err);
/* A record of copies of arrays with `rows` numbers; time and weight may be NULL. */
BRI_API bri_status bri_measurement_create(const char *name, size_t rows, const double *time, const double *velocity,
                                          const double *load, const double *force, const double *weight,
                                          bri_measurement **measurement, bri_error *err);
BRI_API void bri_measurement_destroy(bri_measurement *measurement); /* NULL is allowed */

/* Reads a record of a motion, for bri_mechanism_fit_create: all columns, with the time in s as the first one, "time". It is the column that
 * def->columns chooses ("time=t [ms]"), else "time" or "t", else the first. from, to and average act as above, load and separator do not
 * matter. Rows without a time, or with that of the row before, are left out with a warning; a time that decreases is an error. CSV and HDF5 as
 * in bri_table_read. The table belongs to the caller. */
BRI_API bri_status bri_motion_read(const char *path, const bri_measurement_def *def, bri_table **table, bri_error *err);

#ifdef __cplusplus
}
#endif
#endif
