/* history.c - reads a history "time,velocity,load" and evaluates laws along it, with linear interpolation between rows */
#include "history.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"

enum {
    MAX_ERRORS = 20
}; /* reported of one file */

typedef struct measured {
    double *t, *v, *load;
    size_t count, room;
    int column[3];    /* of time, velocity, load; -1: none */
    double factor[3]; /* from the unit in the head of the column to SI */
} measured;

static void free_measured(measured *m)
{
    free(m->t);
    free(m->v);
    free(m->load);
}

static bool grow(measured *m)
{
    size_t room = m->room ? 2 * m->room : 1024;
    double **arrays[] = {&m->t, &m->v, &m->load};
    for (int i = 0; i < 3; i++) {
        double *more = realloc(*arrays[i], room * sizeof(double));
        if (!more) return false;
        *arrays[i] = more;
    }
    m->room = room;
    return true;
}

static char *next_field(char **at)
{
    char *field = *at, *end;
    if (!field) return NULL;
    field += strspn(field, " \t\"");
    end = strchr(field, ',');
    *at = end ? end + 1 : NULL;
    size_t length = end ? (size_t)(end - field) : strlen(field);
    while (length && strchr(" \t\"\r\n", field[length - 1]))
        length--;
    field[length] = '\0';
    return field;
}

/* Index of the quantity in "velocity [m/s]": 0 time or t, 1 velocity or v, 2 load or N; -1: none of them. */
static int find_quantity(const char *field)
{
    static const char *const names[3][2] = {{"time", "t"}, {"velocity", "v"}, {"load", "N"}};
    size_t length = strcspn(field, " [(");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            if (strlen(names[i][k]) == length && !strncmp(names[i][k], field, length)) return i;
    return -1;
}

/* Factor to SI of the unit in "velocity [mm/s]"; 1 without a unit. */
static bri_status read_factor(const char *field, int k, bri_units *units, double *factor, const char *where,
                              bri_error *err)
{
    static const char *const wanted[] = {"s", "m/s", "N"};
    const char *open = strpbrk(field, "[(");
    char text[80];
    bri_error why = {0};
    *factor = 1;
    if (!open) return BRI_OK;
    snprintf(text, sizeof text, "1 %.*s", (int)strcspn(open + 1, "])"), open + 1);
    bri_status status = bri_quantity_read(units, text, wanted[k], factor, &why);
    return status ? bri_fail_at(err, status, where, "column '%.40s': %s", field, why.what) : BRI_OK;
}

static bri_status read_head(measured *m, char *line, bri_units *units, const char *where, bri_error *err)
{
    char *field;
    bri_status status = BRI_OK;
    m->column[0] = m->column[1] = m->column[2] = -1;
    if (!strncmp(line, "\xef\xbb\xbf", 3)) line += 3; /* byte order mark, as spreadsheets write it */
    for (int i = 0; !status && (field = next_field(&line)); i++) {
        int k = find_quantity(field);
        if (k < 0) continue;
        if (m->column[k] >= 0) return bri_fail_at(err, BRI_BAD_VALUE, where, "column '%.40s' appears twice", field);
        m->column[k] = i;
        status = read_factor(field, k, units, &m->factor[k], where, err);
    }
    if (!status && (m->column[0] < 0 || m->column[1] < 0))
        status = bri_fail_at(err, BRI_BAD_VALUE, where,
                             "the first line must name the columns, among them time and velocity");
    return status;
}

static bri_status read_row(measured *m, char *line, const char *where, double load, bri_error *err)
{
    double value[3] = {0, 0, load};
    bool seen[3] = {false, false, m->column[2] < 0};
    char *field;
    for (int i = 0; (field = next_field(&line)); i++)
        for (int k = 0; k < 3; k++) {
            const char *end;
            if (m->column[k] != i) continue;
            if (!bri_number_read(field, &end, &value[k]) || *end)
                return bri_fail_at(err, BRI_BAD_VALUE, where, "'%.40s' is not a number", field);
            value[k] *= m->factor[k];
            seen[k] = true;
        }
    if (!seen[0] || !seen[1] || !seen[2]) return bri_fail_at(err, BRI_BAD_VALUE, where, "the row has too few columns");
    if (m->count && value[0] < m->t[m->count - 1])
        return bri_fail_at(err, BRI_BAD_VALUE, where, "time decreases from %g to %g s", m->t[m->count - 1], value[0]);
    if (!(value[2] >= 0 && value[2] <= 1e12))
        return bri_fail_at(err, BRI_BAD_VALUE, where, "the load is %g N, and must lie between 0 and 1e12 N", value[2]);
    if (m->count == m->room && !grow(m)) return bri_fail(err, BRI_NO_MEMORY, "out of memory: history");
    m->t[m->count] = value[0];
    m->v[m->count] = value[1];
    m->load[m->count++] = value[2];
    return BRI_OK;
}

static bri_status read_history(const char *path, bri_units *units, double load, measured *m, bri_error *err)
{
    char line[4096], where[300];
    bri_status status = BRI_OK;
    bool headed = false;
    FILE *file = fopen(path, "r");
    if (!file) return bri_fail(err, BRI_NOT_FOUND, "%s cannot be read: %s", path, strerror(errno));
    int errors = 0;
    for (long number = 1; errors < MAX_ERRORS && fgets(line, sizeof line, file); number++) {
        bri_status bad = BRI_OK;
        snprintf(where, sizeof where, "%.200s:%ld", path, number);
        if (!strchr(line, '\n') && !feof(file)) {
            bad = bri_fail_at(err, BRI_BAD_VALUE, where, "the line is longer than %zu characters, or not text",
                              sizeof line - 2);
            errors = MAX_ERRORS;
        } else if (line[0] != '#' && line[strspn(line, " \t\r\n")]) {
            bad = headed ? read_row(m, line, where, load, err) : read_head(m, line, units, where, err);
            errors = bad && (!headed || bad == BRI_NO_MEMORY) ? MAX_ERRORS : errors + (bad != BRI_OK);
            headed = true;
        }
        status = status ? status : bad;
    }
    if (!status && ferror(file)) status = bri_fail(err, BRI_NOT_FOUND, "%s cannot be read: %s", path, strerror(errno));
    fclose(file);
    if (!status && (m->count < 2 || !(m->t[m->count - 1] > m->t[0])))
        status = bri_fail_at(err, BRI_BAD_VALUE, path, "a history needs at least two rows with different times");
    return status;
}

static bri_status evaluate_law(const measured *m, const bri_curve_def *def, const bri_curve_subject *subject,
                               bri_table *table, size_t column, bri_error *err)
{
    bri_breakpoints points = {.count = m->count, .t = m->t, .v = m->v, .load = m->load};
    bri_trace_def trial = bri_trace_defaults();
    bri_trace *trace = NULL;
    trial.law = subject->law, trial.params = subject->params, trial.pair = def->pair, trial.noise = def->noise;
    trial.history = bri_breakpoints_history, trial.next_time_event = bri_breakpoints_next, trial.user = &points;
    trial.start = m->t[0];
    bri_status status = bri_trace_create(&trial, &trace, err);
    for (size_t row = 0; row < m->count && !status; row++) {
        double *out = bri_table_row(table, row);
        status = bri_trace_advance(trace, m->t[row], err);
        bri_trace_point now = bri_trace_now(trace);
        out[0] = def->against == BRI_AGAINST_DISPLACEMENT ? now.x[0] : now.t;
        out[1] = now.v[0];
        out[column] = 0 - now.force[0];
    }
    bri_trace_destroy(trace);
    return status;
}

bri_status evaluate_along_history(const char *path, bri_units *units, const bri_curve_def *def,
                                  const bri_curve_subject *subjects, size_t count, bri_table **out, bri_error *err)
{
    measured m = {0};
    bri_table *table = NULL;
    bri_status status = BRI_OK;
    if (def->against == BRI_AGAINST_VELOCITY)
        status = bri_fail(err, BRI_BAD_VALUE, "with --history the axis is time or displacement: add --against time");
    if (!status) status = read_history(path, units, def->load, &m, err);
    if (!status) status = bri_table_create(2 + count, m.count, &table, err);
    if (!status) {
        bool displacement = def->against == BRI_AGAINST_DISPLACEMENT;
        status = bri_table_name(table, 0, displacement ? "displacement" : "time", displacement ? "m" : "s", err);
        if (!status) status = bri_table_name(table, 1, "velocity", "m/s", err);
    }
    for (size_t i = 0; i < count && !status; i++) {
        status = bri_table_name(table, 2 + i, subjects[i].law->kind.name, "N", err);
        if (!status) status = evaluate_law(&m, def, &subjects[i], table, 2 + i, err);
    }
    free_measured(&m);
    if (status)
        bri_table_destroy(table);
    else
        *out = table;
    return status;
}
