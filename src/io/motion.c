/* motion.c - records of the motion of a mechanism: all columns of a file, the time first */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/given.h"
#include "base/number.h"
#include "base/text.h"
#include "bristle/measurement.h"
#include "bristle/result_file.h"
#include "bristle/unit.h"
#include "io/csv_lines.h"

static const bri_struct measurement_def = BRI_STRUCT(bri_measurement_def, bri_measurement_defaults, separator);

typedef struct motion {
    const char *path;
    const bri_measurement_def *def;
    bri_table *from;
    int time; /* its column */
    double factor;
    size_t bad;
} motion;

static const char *next_name(void *context, int index)
{
    const bri_table *t = context;
    return (size_t)index < t->columns ? t->column[index].name : NULL;
}

/* "time=NAME", with a unit behind it if need be. */
static bri_status choose_time(motion *m, const char *chosen, char unit[BRI_WORD_ROOM], bri_error *err)
{
    char name[200], hint[200];
    const char *end, *given;
    double number;
    size_t length = strcspn(chosen, "=");
    while (length && chosen[length - 1] == ' ')
        length--;
    if (length != 4 || strncmp(chosen, "time", 4) != 0 || !strchr(chosen, '='))
        return bri_fail(err, BRI_BAD_VALUE,
                        "of a record of a motion only the time is chosen here, as time=NAME or time='NAME [ms]', not "
                        "'%.60s'",
                        chosen);
    const char *text = strchr(chosen, '=') + 1;
    snprintf(name, sizeof name, "%s", text + strspn(text, " "));
    given = bri_csv_unit(name);
    m->time = bri_table_find(m->from, name);
    if (m->time < 0 && bri_number_read(name, &end, &number) && !*end && number >= 1 &&
        number <= (double)m->from->columns && number == floor(number))
        m->time = (int)number - 1;
    if (m->time < 0) {
        bri_text_suggest(hint, sizeof hint, name, next_name, m->from);
        return bri_fail_at(err, BRI_BAD_FILE, m->path, "the file has no column '%.60s', chosen for time%s", name, hint);
    }
    if (given) snprintf(unit, BRI_WORD_ROOM, "%.63s", given);
    return BRI_OK;
}

static bri_status find_time(motion *m, bri_error *err)
{
    char unit[BRI_WORD_ROOM] = "", one[BRI_WORD_ROOM + 4];
    bri_error why = {0};
    bri_status status = BRI_OK;
    m->factor = 1;
    if (m->def->columns) {
        status = choose_time(m, m->def->columns, unit, err);
    } else {
        m->time = bri_table_find(m->from, "time");
        if (m->time < 0) m->time = bri_table_find(m->from, "t");
        if (m->time < 0) m->time = 0;
    }
    if (status) return status;
    const bri_column *head = &m->from->column[m->time];
    if (!*unit) snprintf(unit, sizeof unit, "%.63s", head->unit);
    if (!*unit || !strcmp(unit, "1"))
        return bri_fail_at(err, BRI_BAD_FILE, m->path,
                           "column '%s' has no unit: write '%s [s]' in the file, or choose time='%s [s]'", head->name,
                           head->name, head->name);
    snprintf(one, sizeof one, "1 %s", unit);
    if (bri_quantity_read(NULL, one, "s", &m->factor, &why))
        return bri_fail_at(err, BRI_BAD_FILE, m->path, "column '%s' as time: %s", head->name, why.what);
    return BRI_OK;
}

static bri_status check_window(const bri_measurement_def *def, bri_error *err)
{
    if ((def->from != 0 || def->to != 0) && !(def->to > def->from))
        return bri_fail(err, BRI_BAD_VALUE, "the time window goes from %g s to %g s, and must increase", def->from,
                        def->to);
    if (def->average < 0)
        return bri_fail(err, BRI_BAD_VALUE, "the mean of %d rows was asked for, and must be of 1 or more",
                        def->average);
    return BRI_OK;
}

/* Rows within the window, whose times increase, are moved to the front. */
static bri_status select_rows(motion *m, size_t *rows, bri_error *err)
{
    bri_table *t = m->from;
    double last = NAN;
    bool window = m->def->from != 0 || m->def->to != 0;
    *rows = 0;
    for (size_t i = 0; i < t->rows; i++) {
        double *row = bri_table_row(t, i), time = m->factor * row[m->time];
        if (time < last)
            return bri_fail_at(err, BRI_BAD_FILE, m->path,
                               "row %zu: time goes back from %.9g s to %.9g s; split the file there into several",
                               i + 1, last, time);
        bool good = isfinite(time) && time != last;
        if (!good) m->bad++;
        if (good) last = time;
        if (!good || (window && !(time >= m->def->from && time <= m->def->to))) continue;
        memmove(bri_table_row(t, *rows), row, t->columns * sizeof *row);
        bri_table_row(t, (*rows)++)[m->time] = time;
    }
    if (m->bad) bri_warn_at(err, m->path, "%zu rows without a time of their own are left out", m->bad);
    if (!*rows && window && t->rows)
        return bri_fail_at(err, BRI_BAD_VALUE, m->path, "no row lies between %g s and %g s; the last is at %g s",
                           m->def->from, m->def->to, last);
    return *rows ? BRI_OK : bri_fail_at(err, BRI_BAD_FILE, m->path, "the record has no rows");
}

/* Means of so many successive rows each, with the time first. */
static bri_status hand_over(const motion *m, size_t rows, bri_table **out, bri_error *err)
{
    const bri_table *t = m->from;
    size_t each = m->def->average > 1 ? (size_t)m->def->average : 1, count = (rows + each - 1) / each;
    bri_status status = bri_table_create(t->columns, count, out, err);
    for (size_t c = 0; !status && c < t->columns; c++) {
        bool first = c == 0;
        size_t column = first ? (size_t)m->time : c <= (size_t)m->time ? c - 1 : c;
        status =
            bri_table_name(*out, c, first ? "time" : t->column[column].name, first ? "s" : t->column[column].unit, err);
        for (size_t i = 0; !status && i < count; i++) {
            size_t end = (i + 1) * each < rows ? (i + 1) * each : rows;
            double sum = 0;
            for (size_t k = i * each; k < end; k++)
                sum += t->value[k * t->columns + column];
            bri_table_row(*out, i)[c] = sum / (double)(end - i * each);
        }
    }
    if (status) {
        bri_table_destroy(*out);
        *out = NULL;
    }
    return status;
}

bri_status bri_motion_read(const char *path, const bri_measurement_def *given, bri_table **table, bri_error *err)
{
    bri_error_clear(err);
    assert(path && table);
    bri_measurement_def def;
    motion m = {.path = path, .def = &def};
    size_t rows = 0;
    *table = NULL;
    bri_status status = bri_given(&measurement_def, given, &def, err);
    if (!status) status = check_window(&def, err);
    if (!status) status = bri_table_read(path, &m.from, err);
    if (!status) status = find_time(&m, err);
    if (!status) status = select_rows(&m, &rows, err);
    if (!status) status = hand_over(&m, rows, table, err);
    bri_table_destroy(m.from);
    return status;
}
