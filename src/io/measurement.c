/* measurement.c - records of measured friction: rows of a file, means of them, velocity as the derivative of a position */
#include "io/measurement.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/given.h"
#include "io/measurement_columns.h"

enum {
    MOST_WARNINGS = 10, /* about bad rows of one file */
    KEPT = 5            /* arrays of a record */
};

enum { /* arrays of a record */
    TIME,
    MOTION, /* velocity, or position until it is differentiated */
    LOAD,
    FORCE,
    WEIGHT
};

typedef struct reading {
    bri_csv_lines in;
    bri_measurement_def def;
    bri_measurement_columns columns;
    bri_measurement out;
    char *name;
    double *kept[KEPT];
    size_t room;
    double sum[KEPT]; /* of the rows whose mean is the next row */
    int summed;
    bool begun;
    double last_time; /* of the row before, s */
} reading;

static const bri_struct measurement_def = BRI_STRUCT(bri_measurement_def, bri_measurement_defaults, separator);

void bri_measurement_destroy(bri_measurement *m)
{
    if (!m) return;
    const void *const owned[] = {m->name, m->time, m->velocity, m->load, m->force, m->weight};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free((void *)(uintptr_t)owned[i]);
    free(m);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static bri_status keep_row(reading *r, const double row[KEPT])
{
    if (r->out.rows == r->room) {
        size_t room = r->room ? 2 * r->room : 1024;
        for (int i = 0; i < KEPT; i++) {
            double *more = realloc(r->kept[i], room * sizeof *more);
            if (!more) return bri_fail_at(r->in.err, BRI_NO_MEMORY, r->in.name, "out of memory: the record");
            r->kept[i] = more;
        }
        r->room = room;
    }
    for (int i = 0; i < KEPT; i++)
        r->kept[i][r->out.rows] = row[i];
    r->out.rows++;
    return BRI_OK;
}

/* The mean of the rows that were added; with none of them, nothing. */
static bri_status keep_mean(reading *r)
{
    double row[KEPT];
    for (int i = 0; i < KEPT; i++) {
        row[i] = r->summed == 1 ? r->sum[i] : r->sum[i] / r->summed;
        r->sum[i] = 0;
    }
    bri_status status = r->summed ? keep_row(r, row) : BRI_OK;
    r->summed = 0;
    return status;
}

static void reject_row(reading *r, size_t column, const char *what)
{
    char where[256];
    if (r->out.bad++ < MOST_WARNINGS)
        bri_warn_at(r->in.err, bri_csv_place(where, &r->in, column), "%s; the row is left out", what);
}

/* The cells of the chosen columns in SI units. False: the row is bad, which was reported. */
static bool read_cells(reading *r, double value[MEASURED_QUANTITIES], size_t at_column[MEASURED_QUANTITIES])
{
    char *at = r->in.line, what[120];
    bri_csv_cell cell;
    bool found[MEASURED_QUANTITIES] = {false};
    for (int i = 0; (cell = bri_csv_next_cell(&r->in, r->columns.separator, &at)).text; i++)
        for (int q = 0; q < MEASURED_QUANTITIES; q++) {
            if (r->columns.column[q] != i) continue;
            char text[64];
            snprintf(text, sizeof text, "%s", cell.text);
            at_column[q] = cell.column;
            found[q] = true;
            if (strlen(cell.text) < sizeof text && bri_csv_number(text, r->columns.separator, &value[q]) &&
                isfinite(value[q])) {
                value[q] *= r->columns.factor[q];
                continue;
            }
            snprintf(what, sizeof what, *cell.text ? "'%.40s' is not a finite number" : "a number is missing%s",
                     cell.text);
            reject_row(r, cell.column, what);
            return false;
        }
    for (int q = 0; q < MEASURED_QUANTITIES; q++)
        if (r->columns.column[q] >= 0 && !found[q]) {
            reject_row(r, r->in.length + 1, "the row has too few cells");
            return false;
        }
    return true;
}

static bri_status read_row(reading *r)
{
    char what[120];
    const int *column = r->columns.column;
    double value[MEASURED_QUANTITIES] = {[MEASURED_LOAD] = r->def.load, [MEASURED_WEIGHT] = 1};
    size_t at[MEASURED_QUANTITIES] = {0};
    if (!read_cells(r, value, at)) return BRI_OK;
    if (column[MEASURED_TIME] >= 0) {
        double t = value[MEASURED_TIME], before = r->last_time;
        if (r->begun && t < before)
            return bri_csv_report(&r->in, at[MEASURED_TIME],
                                  "time goes back from %.9g s to %.9g s; split the file there into several", before, t);
        if (r->begun && !(t > before)) {
            reject_row(r, at[MEASURED_TIME], "the time is that of the row before");
            return BRI_OK;
        }
        r->begun = true;
        r->last_time = t;
        if ((r->def.from != 0 || r->def.to != 0) && !(t >= r->def.from && t <= r->def.to)) {
            r->out.outside++;
            return BRI_OK;
        }
    }
    for (int q = MEASURED_LOAD; q <= MEASURED_WEIGHT; q += MEASURED_WEIGHT - MEASURED_LOAD)
        if (!(value[q] >= 0)) {
            snprintf(what, sizeof what, "the %s is negative", q == MEASURED_LOAD ? "load" : "weight");
            reject_row(r, at[q], what);
            return BRI_OK;
        }
    const double row[KEPT] = {
        value[MEASURED_TIME], value[column[MEASURED_VELOCITY] >= 0 ? MEASURED_VELOCITY : MEASURED_POSITION],
        value[MEASURED_LOAD],
        column[MEASURED_FORCE] >= 0 ? value[MEASURED_FORCE] : value[MEASURED_COEFFICIENT] * value[MEASURED_LOAD],
        value[MEASURED_WEIGHT]};
    for (int i = 0; i < KEPT; i++)
        r->sum[i] += row[i];
    return ++r->summed >= r->def.average ? keep_mean(r) : BRI_OK;
}

/* --- the record as a whole ---------------------------------------------------------------------------------------- */

static bri_status check_columns(reading *r)
{
    const int *column = r->columns.column;
    bool moves = column[MEASURED_VELOCITY] >= 0 || column[MEASURED_POSITION] >= 0,
         rubs = column[MEASURED_FORCE] >= 0 || column[MEASURED_COEFFICIENT] >= 0,
         loads = column[MEASURED_LOAD] >= 0 || r->def.load > 0;
    if (!moves || !rubs || !loads)
        return bri_csv_report(&r->in, 1, "no column was found for %s; choose one as %s",
                              !moves  ? "velocity or position"
                              : !rubs ? "force or coefficient"
                                      : "load",
                              !moves  ? "velocity=NAME or position=NAME"
                              : !rubs ? "force=NAME"
                                      : "load=NAME, or give a constant load");
    if (column[MEASURED_TIME] < 0 && column[MEASURED_VELOCITY] < 0)
        return bri_csv_report(&r->in, 1, "a position needs a column of the time; choose one as time=NAME");
    if (column[MEASURED_TIME] < 0 && (r->def.from != 0 || r->def.to != 0))
        return bri_csv_report(&r->in, 1, "a time window needs a column of the time; choose one as time=NAME");
    return BRI_OK;
}

/* Derivative, at t[at], of the parabola through the points first, first + 1 and first + 2. */
static double parabola_slope(const double *t, const double *x, size_t first, size_t at)
{
    const double *s = t + first, *y = x + first;
    double a = (y[1] - y[0]) / (s[1] - s[0]), b = (y[2] - y[1]) / (s[2] - s[1]);
    return a + (b - a) / (s[2] - s[0]) * (2 * t[at] - s[0] - s[1]);
}

static bri_status differentiate(reading *r)
{
    size_t n = r->out.rows;
    double *v = n < 3 ? NULL : malloc(n * sizeof *v);
    if (n < 3)
        return bri_fail_at(r->in.err, BRI_BAD_FILE, r->in.name,
                           "the record has %zu rows, and the derivative of a position needs at least 3", n);
    if (!v) return bri_fail_at(r->in.err, BRI_NO_MEMORY, r->in.name, "out of memory: the record");
    for (size_t i = 0; i < n; i++)
        v[i] = parabola_slope(r->kept[TIME], r->kept[MOTION], i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1, i);
    free(r->kept[MOTION]);
    r->kept[MOTION] = v;
    r->out.differentiated = 1;
    return BRI_OK;
}

static bool all_are(const double *x, size_t n, double value)
{
    while (n && x[n - 1] == value)
        n--;
    return !n;
}

/* Whether anything can be learned of the rows at all. */
static bri_status check_rows(const bri_measurement *m, bri_error *err)
{
    if (m->rows < 2)
        return bri_fail_at(err, BRI_BAD_FILE, m->name, "the record has %s, and needs at least 2",
                           m->rows ? "1 row" : "no rows");
    for (size_t i = 0; i < m->rows; i++)
        if (!isfinite(m->velocity[i]) || !isfinite(m->force[i]) || !(m->load[i] >= 0 && m->load[i] <= 1e12) ||
            (m->time && !isfinite(m->time[i])) || (m->weight && !(m->weight[i] >= 0 && m->weight[i] <= 1e30)) ||
            (m->time && i && !(m->time[i] > m->time[i - 1])))
            return bri_fail_at(
                err, BRI_BAD_VALUE, m->name,
                "row %zu of the record has a number that is not finite, a load that is negative or above 1e12 N, or "
                "a time that does not increase",
                i + 1);
    if (all_are(m->velocity, m->rows, 0))
        return bri_fail_at(err, BRI_BAD_FILE, m->name, "the velocity is 0 in all rows: nothing slides");
    if (all_are(m->load, m->rows, 0)) return bri_fail_at(err, BRI_BAD_FILE, m->name, "the load is 0 in all rows");
    if (all_are(m->force, m->rows, m->force[0]))
        return bri_fail_at(err, BRI_BAD_FILE, m->name, "the force is %g N in all rows: it was not measured",
                           m->force[0]);
    if (m->weight && all_are(m->weight, m->rows, 0))
        return bri_fail_at(err, BRI_BAD_FILE, m->name, "the weight is 0 in all rows");
    return BRI_OK;
}

static bri_status finish(reading *r)
{
    bri_status status = keep_mean(r);
    size_t bad = r->out.bad;
    if (!status && bad > MOST_WARNINGS)
        bri_warn_at(r->in.err, r->in.name, "%zu further rows are bad and left out", bad - MOST_WARNINGS);
    if (!status && bad > r->out.rows + r->out.outside)
        status = bri_fail_at(r->in.err, BRI_BAD_FILE, r->in.name, "%zu of the %zu rows are bad", bad,
                             bad + r->out.rows + r->out.outside);
    if (!status && !r->out.rows && r->out.outside)
        status =
            bri_fail_at(r->in.err, BRI_BAD_VALUE, r->in.name, "no row lies between %g s and %g s; the last is at %g s",
                        r->def.from, r->def.to, r->last_time);
    if (!status && r->out.rows > 1 && r->columns.column[MEASURED_VELOCITY] < 0) status = differentiate(r);
    return status;
}

static bri_status hand_over(reading *r, bri_measurement **out)
{
    bri_measurement *m = malloc(sizeof *m);
    if (!m) return bri_fail_at(r->in.err, BRI_NO_MEMORY, r->in.name, "out of memory: the record");
    *m = r->out;
    m->name = r->name;
    m->velocity = r->kept[MOTION];
    m->load = r->kept[LOAD];
    m->force = r->kept[FORCE];
    if (r->columns.column[MEASURED_TIME] >= 0) m->time = r->kept[TIME], r->kept[TIME] = NULL;
    if (r->columns.column[MEASURED_WEIGHT] >= 0) m->weight = r->kept[WEIGHT], r->kept[WEIGHT] = NULL;
    r->kept[MOTION] = r->kept[LOAD] = r->kept[FORCE] = NULL;
    r->name = NULL;
    bri_status status = check_rows(m, r->in.err);
    if (status)
        bri_measurement_destroy(m);
    else
        *out = m;
    return status;
}

static char *copy_name(const char *name)
{
    size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, name, size) : NULL;
}

static bri_status check_def(const bri_measurement_def *def, bri_error *err)
{
    if (!(def->load >= 0 && def->load <= 1e12))
        return bri_fail(err, BRI_BAD_VALUE, "the load is %g N, and must lie between 0 and 1e12 N", def->load);
    if ((def->from != 0 || def->to != 0) && !(def->to > def->from))
        return bri_fail(err, BRI_BAD_VALUE, "the time window goes from %g s to %g s, and must increase", def->from,
                        def->to);
    if (def->average < 0)
        return bri_fail(err, BRI_BAD_VALUE, "the mean of %d rows was asked for, and must be of 1 or more",
                        def->average);
    return BRI_OK;
}

bri_status bri_measurement_read_file(FILE *file, const char *name, const bri_measurement_def *def,
                                     bri_measurement **measurement, bri_error *err)
{
    reading r = {.in = {.file = file, .name = name, .err = err}, .name = copy_name(name)};
    bool found = true, headed = false;
    bri_status status = bri_given(&measurement_def, def, &r.def, err);
    if (!status) status = check_def(&r.def, err);
    if (!status && !r.name) status = bri_fail_at(err, BRI_NO_MEMORY, name, "out of memory: the record");
    while (!status) {
        status = bri_csv_next_line(&r.in, &found);
        if (status || !found) break;
        if (bri_csv_is_blank(&r.in)) continue;
        bool is_head = !headed;
        if (is_head) {
            status = bri_measurement_find_columns(&r.in, r.def.columns, r.def.separator, &r.columns);
            if (!status) status = check_columns(&r);
            headed = true;
        }
        if (!status && !(is_head && r.columns.has_names)) status = read_row(&r);
    }
    if (!status && !headed) status = bri_fail_at(err, BRI_BAD_FILE, name, "the file is empty");
    if (!status) status = finish(&r);
    if (!status) status = hand_over(&r, measurement);
    for (int i = 0; i < KEPT; i++)
        free(r.kept[i]);
    free(r.in.line);
    free(r.name);
    return status;
}

bri_status bri_measurement_read(const char *path, const bri_measurement_def *def, bri_measurement **measurement,
                                bri_error *err)
{
    bri_error_clear(err);
    assert(path && measurement);
    errno = 0;
    FILE *file = fopen(path, "rb");
    if (!file) return bri_fail_at(err, BRI_NOT_FOUND, path, "the file cannot be read: %s", strerror(errno));
    bri_status status = bri_measurement_read_file(file, path, def, measurement, err);
    fclose(file);
    return status;
}

bri_status bri_measurement_create(const char *name, size_t rows, const double *time, const double *velocity,
                                  const double *load, const double *force, const double *weight,
                                  bri_measurement **measurement, bri_error *err)
{
    bri_error_clear(err);
    assert(name && velocity && load && force && measurement);
    const double *const given[KEPT] = {time, velocity, load, force, weight};
    double *copy[KEPT] = {NULL};
    bri_measurement *m = calloc(1, sizeof *m);
    bool failed = !m;
    for (int i = 0; i < KEPT; i++) {
        if (!given[i]) continue;
        copy[i] = malloc((rows + 1) * sizeof(double));
        if (copy[i]) memcpy(copy[i], given[i], rows * sizeof(double));
        failed = failed || !copy[i];
    }
    if (m)
        *m = (bri_measurement){
            copy_name(name), rows, copy[TIME], copy[MOTION], copy[LOAD], copy[FORCE], copy[WEIGHT], 0, 0, 0};
    if (failed || !m->name) {
        for (int i = 0; !m && i < KEPT; i++)
            free(copy[i]);
        bri_measurement_destroy(m);
        return bri_fail(err, BRI_NO_MEMORY, "out of memory: the record");
    }
    bri_status status = check_rows(m, err);
    if (status)
        bri_measurement_destroy(m);
    else
        *measurement = m;
    return status;
}
