/* hdf5.c - the part 'hdf5': writes results to HDF5 files and reads them; the only file that calls the HDF5 library
 *
 * A file is created in memory, written under a temporary name and renamed, because HDF5 does not handle a full disk
 * reliably. The library has one state for the whole process, so calls are serialised by a lock, and its error handler
 * is restored afterwards. */
#include "io/hdf5.h"

#include <errno.h>
#include <hdf5.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "part/part.h"

enum {
    CHUNK = 8192,             /* rows per compressed chunk */
    SMALLEST_TO_COMPRESS = 64 /* rows; compression would enlarge smaller data sets */
};

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

typedef struct quiet {
    H5E_auto2_t handler;
    void *user;
} quiet;

static quiet enter(void)
{
    quiet before = {0};
    pthread_mutex_lock(&one_at_a_time);
    H5Eget_auto2(H5E_DEFAULT, &before.handler, &before.user);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
    return before;
}

static void leave(quiet before)
{
    H5Eset_auto2(H5E_DEFAULT, before.handler, before.user);
    pthread_mutex_unlock(&one_at_a_time);
}

/* --- writing: an id that could not be created is negative, and every call fails on it ----------------------------- */

static hid_t text_type(size_t size)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, size);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

static bool put_attribute(hid_t at, const char *name, hid_t type, hid_t type_here, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR), attribute = H5Acreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool done = H5Awrite(attribute, type_here, value) >= 0;
    H5Aclose(attribute);
    H5Sclose(space);
    return done;
}

static bool put_text(hid_t at, const char *name, const char *text)
{
    hid_t type = text_type(strlen(text) + 1);
    bool done = put_attribute(at, name, type, type, text);
    H5Tclose(type);
    return done;
}

static bool put_number(hid_t at, const char *name, double value)
{
    return put_attribute(at, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

static bool put_count(hid_t at, const char *name, long value)
{
    return put_attribute(at, name, H5T_STD_I64LE, H5T_NATIVE_LONG, &value);
}

static hid_t layout(hsize_t rows)
{
    hid_t plan = H5Pcreate(H5P_DATASET_CREATE);
    hsize_t chunk = rows < CHUNK ? rows : CHUNK;
    H5Pset_obj_track_times(plan, false); /* no time stamps: the same run gives the same bytes */
    if (rows < SMALLEST_TO_COMPRESS || H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0) return plan;
    H5Pset_chunk(plan, 1, &chunk);
    H5Pset_shuffle(plan);
    H5Pset_deflate(plan, 4);
    return plan;
}

/* Writes an array of values under a name; unit may be NULL. */
static bool put_list(hid_t at, const char *name, hid_t type, hid_t type_here, size_t count, const void *values,
                     const char *unit)
{
    hsize_t rows = count;
    hid_t plan = layout(rows), space = H5Screate_simple(1, &rows, NULL);
    hid_t list = H5Dcreate2(at, name, type, space, H5P_DEFAULT, plan, H5P_DEFAULT);
    bool done = list >= 0 && (!count || H5Dwrite(list, type_here, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    if (done && unit) done = put_text(list, "unit", unit);
    H5Dclose(list);
    H5Sclose(space);
    H5Pclose(plan);
    return done;
}

static bool put_numbers(hid_t at, const char *name, size_t count, const double *values, const char *unit)
{
    return put_list(at, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, count, values, unit);
}

static bool put_channels(hid_t file, const bri_table *table)
{
    double *values = malloc((table->rows + 1) * sizeof *values);
    hid_t plan = H5Pcreate(H5P_GROUP_CREATE);
    H5Pset_link_creation_order(plan, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
    hid_t group = H5Gcreate2(file, "channels", H5P_DEFAULT, plan, H5P_DEFAULT);
    bool done = values && group >= 0;
    for (size_t i = 0; i < table->columns && done; i++) {
        char *name = malloc(strlen(table->column[i].name) + 1);
        if (name) strcpy(name, table->column[i].name);
        for (char *c = name ? strchr(name, '/') : NULL; c; c = strchr(c, '/'))
            *c = '|'; /* '/' would create a group */
        for (size_t row = 0; row < table->rows; row++)
            values[row] = table->value[row * table->columns + i];
        done = name && put_numbers(group, name, table->rows, values, table->column[i].unit);
        free(name);
    }
    H5Gclose(group);
    H5Pclose(plan);
    free(values);
    return done;
}

/* An array of structs, each with a number and a text of fixed size: events, terms of the energy balance. */
typedef struct pairs {
    const char *group, *text_name, *number_name, *unit;
    size_t count;
    const char **text; /* count of them */
    double *number;
} pairs;

/* Writes the pairs to a new group, and frees their lists. NULL: out of memory. */
static bool put_pairs(hid_t file, const pairs *p, hid_t *group)
{
    size_t longest = 1;
    for (size_t i = 0; i < p->count; i++) {
        size_t length = strlen(p->text[i]) + 1;
        longest = length > longest ? length : longest;
    }
    char *texts = calloc(p->count + 1, longest);
    *group = H5Gcreate2(file, p->group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    hid_t type = text_type(longest);
    for (size_t i = 0; texts && i < p->count; i++)
        strcpy(texts + i * longest, p->text[i]);
    bool done = p->number && p->text && texts && put_numbers(*group, p->number_name, p->count, p->number, p->unit) &&
                put_list(*group, p->text_name, type, type, p->count, texts, NULL);
    H5Tclose(type);
    free(p->number);
    free(p->text);
    free(texts);
    return done;
}

/* Pairs with room for count texts and numbers. */
static pairs make_pairs(const char *group, const char *text, const char *number, const char *unit, int count)
{
    size_t room = (size_t)count + 1;
    return (pairs){
        group, text, number, unit, (size_t)count, calloc(room, sizeof(char *)), calloc(room, sizeof(double))};
}

static bool put_events(hid_t file, const bri_result *r)
{
    pairs p = make_pairs("events", "what", "time", "s", r->events);
    hid_t group;
    double *value = calloc((size_t)r->events + 1, sizeof *value);
    bool room = p.text && p.number && value;
    p.count = room ? p.count : 0;
    for (size_t i = 0; i < p.count; i++) {
        p.text[i] = r->event[i]->what;
        p.number[i] = r->event[i]->time;
        value[i] = r->event[i]->value;
    }
    bool done = put_pairs(file, &p, &group) && room && put_count(group, "left_out", r->events_left_out) &&
                put_numbers(group, "value", (size_t)r->events, value, "");
    H5Gclose(group);
    free(value);
    return done;
}

static bool put_ledger(hid_t file, const bri_result *r)
{
    pairs p = make_pairs("ledger", "name", "energy", "J", r->terms);
    hid_t group;
    p.count = p.text && p.number ? p.count : 0;
    for (size_t i = 0; i < p.count; i++) {
        p.text[i] = r->term[i]->name;
        p.number[i] = r->term[i]->energy;
    }
    bool done = put_pairs(file, &p, &group) && put_number(group, "imbalance", r->energy_error) &&
                put_number(group, "turnover", r->energy_turnover);
    H5Gclose(group);
    return done;
}

static bool put_statistics(hid_t file, const bri_statistics *s)
{
    hid_t group = H5Gcreate2(file, "statistics", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    bool done = put_text(group, "constraints", s->constraints) && put_count(group, "steps", s->steps) &&
                put_count(group, "rejected", s->rejected) && put_count(group, "events", s->events) &&
                put_count(group, "evaluations", s->evaluations) && put_count(group, "solves", s->solves) &&
                put_count(group, "iterations", s->iterations) &&
                put_number(group, "position_error", s->position_error) &&
                put_number(group, "velocity_error", s->velocity_error);
    H5Gclose(group);
    return done;
}

static bool put_head(hid_t file, const bri_result *r, const char *title)
{
    return put_text(file, "title", title ? title : "") && put_text(file, "bristle", BRI_VERSION) &&
           put_text(file, "integrator", r->statistics->integrator) && put_count(file, "partial", r->partial) &&
           put_text(file, "why", r->why) && put_number(file, "end_time", r->end);
}

/* The bytes of the whole file, to be freed by the caller; NULL: out of memory. */
static void *make_image(const bri_result *r, const char *title, size_t *size)
{
    quiet before = enter();
    void *image = NULL;
    hid_t plan = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_fapl_core(plan, (size_t)1 << 20, false);
    hid_t file = H5Fcreate("result.h5", H5F_ACC_TRUNC, H5P_DEFAULT, plan); /* in memory; the name is not used */
    bool done = put_head(file, r, title) && put_channels(file, r->channels) && put_events(file, r) &&
                put_ledger(file, r) && put_statistics(file, r->statistics) && H5Fflush(file, H5F_SCOPE_LOCAL) >= 0;
    ssize_t length = done ? H5Fget_file_image(file, NULL, 0) : -1;
    if (length > 0 && (image = malloc((size_t)length)) && H5Fget_file_image(file, image, (size_t)length) != length) {
        free(image);
        image = NULL;
    }
    H5Fclose(file);
    H5Pclose(plan);
    leave(before);
    *size = image ? (size_t)length : 0;
    return image;
}

static bri_status write_whole(const char *path, const void *bytes, size_t size, bri_error *err)
{
    char temporary[4200];
    if (snprintf(temporary, sizeof temporary, "%s.%ld.part", path, (long)getpid()) >= (int)sizeof temporary)
        return bri_fail(err, BRI_CANNOT_WRITE, "the name of the output file is too long");
    errno = 0;
    FILE *stream = fopen(temporary, "wb");
    bool written = stream && fwrite(bytes, 1, size, stream) == size && !fflush(stream) && !fsync(fileno(stream));
    int why = errno;
    if (stream && fclose(stream) && written) written = false, why = errno;
    if (written && rename(temporary, path)) written = false, why = errno;
    if (written) return BRI_OK;
    if (stream) remove(temporary);
    return bri_fail(err, BRI_CANNOT_WRITE, "%s cannot be written: %s", path, strerror(why));
}

static const char *twice_named(const bri_table *table)
{
    for (size_t i = 1; i < table->columns; i++)
        if (bri_table_find(table, table->column[i].name) < (int)i) return table->column[i].name;
    return NULL;
}

static bri_status write_result(const bri_result *result, const char *title, const char *path, bri_error *err)
{
    size_t size;
    const char *twice = twice_named(result->channels);
    if (twice) return bri_fail(err, BRI_CANNOT_WRITE, "%s cannot be written: two channels are named '%s'", path, twice);
    void *image = make_image(result, title, &size);
    if (!image) return bri_fail(err, BRI_NO_MEMORY, "out of memory: the HDF5 file %s", path);
    bri_status status = write_whole(path, image, size, err);
    free(image);
    return status;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

typedef struct reader {
    const char *path;
    bri_error *err;
    hid_t file, group;
    size_t columns, rows;
    H5_index_t order;
    bri_table *table;
    double *values; /* of one column */
} reader;

#define reject(in, ...) bri_fail_at((in)->err, BRI_BAD_FILE, (in)->path, __VA_ARGS__)

/* Reads the attribute unit; "1" if there is none, or if it is too long. */
static void read_unit(hid_t list, char *unit, size_t size)
{
    char *text = NULL;
    hid_t attribute = H5Aopen(list, "unit", H5P_DEFAULT), type = H5Aget_type(attribute);
    hid_t space = H5Aget_space(attribute), plain = text_type(size);
    snprintf(unit, size, "1");
    if (H5Tget_class(type) == H5T_STRING && H5Sget_simple_extent_npoints(space) == 1) {
        if (H5Tis_variable_str(type) > 0) { /* as written by h5py and MATLAB */
            hid_t any = text_type(H5T_VARIABLE);
            if (H5Tget_cset(type) == H5T_CSET_ASCII) H5Tset_cset(any, H5T_CSET_ASCII);
            if (H5Aread(attribute, any, &text) >= 0 && text && strlen(text) < size) strcpy(unit, text);
            H5free_memory(text);
            H5Tclose(any);
        } else if (H5Tget_size(type) <= size) {
            if (H5Tget_cset(type) == H5T_CSET_ASCII) H5Tset_cset(plain, H5T_CSET_ASCII);
            if (H5Aread(attribute, plain, unit) < 0) snprintf(unit, size, "1");
            unit[size - 1] = '\0';
        }
    }
    H5Tclose(plain);
    H5Sclose(space);
    H5Tclose(type);
    H5Aclose(attribute);
}

/* Length of a one-dimensional data set of numbers; -1: it is not one. */
static hssize_t length_of(hid_t list)
{
    hid_t space = H5Dget_space(list), type = H5Dget_type(list);
    H5T_class_t class = H5Tget_class(type);
    bool numbers = H5Sget_simple_extent_ndims(space) == 1 && (class == H5T_FLOAT || class == H5T_INTEGER);
    hssize_t length = numbers ? H5Sget_simple_extent_npoints(space) : -1;
    H5Tclose(type);
    H5Sclose(space);
    return length;
}

/* The name of a column, to be freed by the caller; NULL: it has none, or out of memory. */
static char *name_of_column(const reader *in, size_t i)
{
    ssize_t length = H5Lget_name_by_idx(in->group, ".", in->order, H5_ITER_INC, (hsize_t)i, NULL, 0, H5P_DEFAULT);
    char *name = length < 0 ? NULL : malloc((size_t)length + 1);
    if (name && H5Lget_name_by_idx(in->group, ".", in->order, H5_ITER_INC, (hsize_t)i, name, (size_t)length + 1,
                                   H5P_DEFAULT) < 0)
        *name = '\0';
    return name;
}

static hid_t open_column(const reader *in, const char *name)
{
    H5L_info_t link;
    if (!name) return -1;
    if (H5Lget_info(in->group, name, &link, H5P_DEFAULT) < 0 || link.type != H5L_TYPE_HARD) return -1;
    return H5Dopen2(in->group, name, H5P_DEFAULT);
}

/* Finds the numbers of columns and rows, and rejects more than a file of this size can hold: zlib compresses by a
 * factor of at most 1032. */
static bri_status measure(reader *in)
{
    H5G_info_t info;
    unsigned order = 0;
    hsize_t bytes = 0;
    hid_t plan = H5Gget_create_plist(in->group);
    H5Pget_link_creation_order(plan, &order);
    H5Pclose(plan);
    in->order = order & H5P_CRT_ORDER_TRACKED ? H5_INDEX_CRT_ORDER : H5_INDEX_NAME;
    if (H5Gget_info(in->group, &info) < 0 || !info.nlinks) return reject(in, "the file contains no channels");
    char *name = name_of_column(in, 0);
    hid_t first = open_column(in, name);
    hssize_t rows = length_of(first);
    H5Dclose(first);
    bri_status status = rows < 0 ? reject(in, "/channels/%s is not a list of numbers", name ? name : "?") : BRI_OK;
    free(name);
    if (status) return status;
    if (H5Fget_filesize(in->file, &bytes) < 0 || info.nlinks > bytes ||
        (double)rows * (double)info.nlinks * 8 > 1100 * (double)bytes)
        return reject(in, "the file claims more numbers than its size allows; it may be damaged");
    in->columns = (size_t)info.nlinks;
    in->rows = (size_t)rows;
    return BRI_OK;
}

static bri_status read_column(reader *in, size_t i)
{
    char unit[256], *own = name_of_column(in, i);
    const char *name = own ? own : "?";
    hid_t list = open_column(in, own);
    hssize_t rows = length_of(list);
    bri_status status = BRI_OK;
    if (rows < 0)
        status = reject(in, "/channels/%s is not a list of numbers", name);
    else if ((size_t)rows != in->rows)
        status = reject(in, "/channels/%s has %lld numbers, but /channels/%s has %zu", name, (long long)rows,
                        in->table->column[0].name, in->rows);
    else if (rows && H5Dread(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, in->values) < 0)
        status = reject(in, "the numbers of /channels/%s cannot be read; the file may be damaged", name);
    if (!status) {
        read_unit(list, unit, sizeof unit);
        status = bri_table_name(in->table, i, name, unit, in->err);
        for (size_t row = 0; row < in->rows; row++)
            in->table->value[row * in->columns + i] = in->values[row];
    }
    H5Dclose(list);
    free(own);
    return status;
}

static bri_status read_table(const char *path, bri_table **table, bri_error *err)
{
    reader in = {.path = path, .err = err};
    bri_status status = BRI_OK;
    quiet before = enter();
    in.file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    in.group = H5Gopen2(in.file, "channels", H5P_DEFAULT);
    if (in.file < 0)
        status = reject(&in, "this is not an HDF5 file, or it is damaged");
    else if (in.group < 0)
        status = reject(&in, "the file has no group /channels, so it is not a result of bristle");
    if (!status) status = measure(&in);
    if (!status) status = bri_table_create(in.columns, in.rows, &in.table, err);
    if (!status && !(in.values = malloc((in.rows + 1) * sizeof *in.values)))
        status = bri_fail_at(err, BRI_NO_MEMORY, path, "out of memory: the table");
    for (size_t i = 0; i < in.columns && !status; i++)
        status = read_column(&in, i);
    H5Gclose(in.group);
    H5Fclose(in.file);
    leave(before);
    free(in.values);
    if (status)
        bri_table_destroy(in.table);
    else
        *table = in.table;
    return status;
}

static const bri_hdf5_functions functions = {.write = write_result, .read = read_table};

BRI_PART_EXPORT(hdf5, functions);
