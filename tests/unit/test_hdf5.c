/* test_hdf5.c - results as HDF5: what is written comes back, rubbish gets a sentence */
#include "test.h"

#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bristle/bristle.h"
#include "bristle/result_file.h"

static char path[64];

static int choose_path(void **state)
{
    (void)state;
    snprintf(path, sizeof path, "test_hdf5_%ld.h5", (long)getpid());
    return 0;
}

static int remove_file(void **state)
{
    (void)state;
    remove(path);
    return 0;
}

static bri_table *make_table(size_t rows)
{
    uint64_t random = 7;
    bri_table *table = NULL;
    assert_int_equal(bri_table_create(4, rows, &table, NULL), BRI_OK);
    bri_table_name(table, 0, "t", "s", NULL);
    bri_table_name(table, 1, "zeta.x", "m", NULL); /* the order is kept, and is not that of the alphabet */
    bri_table_name(table, 2, "alpha.mü", "1", NULL);
    bri_table_name(table, 3, "a/b.force", "N", NULL);
    for (size_t row = 0; row < rows; row++) {
        double *at = bri_table_row(table, row);
        at[0] = 1e-3 * (double)row;
        at[1] = random_finite(&random);
        at[2] = row % 3 == 0 ? (double)NAN : row % 3 == 1 ? (double)INFINITY : -0.0;
        at[3] = 5e-324;
    }
    return table;
}

static bri_event events[] = {{.time = 0.25, .what = "floor sticks", .value = NAN},
                             {.time = 0.5, .what = "pin: contact begins", .value = 0.125, .unit = "m/s"}};
static bri_event *event_list[] = {&events[0], &events[1]};
static bri_energy_term lines[] = {{"kinetic", 1.5, false}, {"lost in floor", -0.25, false}};

static bri_energy_term *line_list[] = {&lines[0], &lines[1]};
static bri_statistics statistics = {.integrator = "radau5", .why = "", .constraints = "", .steps = 12};

static bri_result result_of(bri_table *table)
{
    return (bri_result){.channels = table,
                        .event = event_list,
                        .events = 2,
                        .term = line_list,
                        .terms = 2,
                        .energy_turnover = 3,
                        .statistics = &statistics,
                        .partial = true,
                        .end = 0.75,
                        .why = "stopped"};
}

static void comes_back(size_t rows)
{
    bri_error err = {0};
    bri_table *table = make_table(rows), *back = NULL;
    bri_result result = result_of(table);
    assert_int_equal(bri_result_write_hdf5(&result, "a title", path, &err), BRI_OK);
    assert_int_equal(bri_table_read(path, &back, &err), BRI_OK);
    assert_int_equal(back->columns, 4);
    assert_int_equal(back->rows, rows);
    assert_string_equal(back->column[0].name, "t");
    assert_string_equal(back->column[0].unit, "s");
    assert_string_equal(back->column[1].name, "zeta.x");
    assert_string_equal(back->column[2].name, "alpha.mü");
    assert_string_equal(back->column[2].unit, "1");
    assert_string_equal(back->column[3].name, "a|b.force");
    assert_string_equal(back->column[3].unit, "N");
    if (rows) assert_memory_equal(back->value, table->value, rows * 4 * sizeof(double));
    bri_table_destroy(table);
    bri_table_destroy(back);
}

static void what_was_written_comes_back_to_the_bit(void **state)
{
    (void)state;
    static const size_t rows[] = {0, 1, 63, 64, 8192, 8193, 30000};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        comes_back(rows[i]);
}

/* --- what bristle itself does not read again ------------------------------------------------------------------------------ */

static bri_statistics all_statistics = {.integrator = "radau5",
                                        .constraints = "projection",
                                        .steps = 12,
                                        .rejected = 3,
                                        .events = 4,
                                        .evaluations = 56,
                                        .solves = 7,
                                        .iterations = 89,
                                        .position_error = 1e-9,
                                        .velocity_error = 2e-8};

static void meet_text(hid_t at, const char *name, const char *wanted)
{
    char text[200] = "";
    hid_t attribute = H5Aopen(at, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    assert_int_equal(H5Tget_cset(type), H5T_CSET_UTF8);
    assert_int_equal(H5Tget_size(type), strlen(wanted) + 1);
    assert_true(H5Aread(attribute, type, text) >= 0);
    assert_string_equal(text, wanted);
    H5Tclose(type);
    H5Aclose(attribute);
}

static void meet_number(hid_t at, const char *name, H5T_class_t class, double wanted)
{
    double value;
    hid_t attribute = H5Aopen(at, name, H5P_DEFAULT), type = H5Aget_type(attribute);
    assert_int_equal(H5Tget_class(type), class);
    assert_true(H5Aread(attribute, H5T_NATIVE_DOUBLE, &value) >= 0);
    if (value != wanted) fail_msg("%s is %g, not %g", name, value, wanted);
    H5Tclose(type);
    H5Aclose(attribute);
}

static void meet_numbers(hid_t file, const char *name, const char *unit, const double wanted[2])
{
    double value[2];
    hid_t list = H5Dopen2(file, name, H5P_DEFAULT), space = H5Dget_space(list);
    assert_int_equal(H5Sget_simple_extent_npoints(space), 2);
    assert_true(H5Dread(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    for (int i = 0; i < 2; i++)
        if (value[i] != wanted[i] && !(isnan(value[i]) && isnan(wanted[i]))) fail_msg("%s is %g", name, value[i]);
    meet_text(list, "unit", unit);
    H5Sclose(space);
    H5Dclose(list);
}

static void meet_texts(hid_t file, const char *name, const char *first, const char *second)
{
    char text[2][64] = {"", ""};
    hid_t list = H5Dopen2(file, name, H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, sizeof text[0]);
    H5Tset_cset(type, H5T_CSET_UTF8);
    assert_true(H5Dread(list, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, text) >= 0);
    assert_string_equal(text[0], first);
    assert_string_equal(text[1], second);
    H5Tclose(type);
    H5Dclose(list);
}

static void a_file_holds_the_whole_result(void **state)
{
    (void)state;
    bri_table *table = make_table(3);
    bri_result result = result_of(table);
    result.statistics = &all_statistics;
    result.events_left_out = 17;
    result.energy_error = 1e-5;
    assert_int_equal(bri_result_write_hdf5(&result, "a title", path, NULL), BRI_OK);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    meet_text(file, "title", "a title");
    meet_text(file, "bristle", BRI_VERSION);
    meet_text(file, "integrator", "radau5");
    meet_number(file, "partial", H5T_INTEGER, 1);
    meet_text(file, "why", "stopped");
    meet_number(file, "end_time", H5T_FLOAT, 0.75);
    meet_numbers(file, "events/time", "s", (const double[]){0.25, 0.5});
    meet_numbers(file, "events/value", "", (const double[]){NAN, 0.125});
    meet_texts(file, "events/what", "floor sticks", "pin: contact begins");
    meet_numbers(file, "ledger/energy", "J", (const double[]){1.5, -0.25});
    meet_texts(file, "ledger/name", "kinetic", "lost in floor");
    static const char *const groups[] = {"events", "ledger", "statistics"};
    static const struct {
        const char *name;
        int group;
        H5T_class_t class;
        double value;
    } numbers[] = {{"left_out", 0, H5T_INTEGER, 17},      {"imbalance", 1, H5T_FLOAT, 1e-5},
                   {"turnover", 1, H5T_FLOAT, 3},         {"steps", 2, H5T_INTEGER, 12},
                   {"rejected", 2, H5T_INTEGER, 3},       {"events", 2, H5T_INTEGER, 4},
                   {"evaluations", 2, H5T_INTEGER, 56},   {"solves", 2, H5T_INTEGER, 7},
                   {"iterations", 2, H5T_INTEGER, 89},    {"position_error", 2, H5T_FLOAT, 1e-9},
                   {"velocity_error", 2, H5T_FLOAT, 2e-8}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        hid_t group = H5Gopen2(file, groups[numbers[i].group], H5P_DEFAULT);
        meet_number(group, numbers[i].name, numbers[i].class, numbers[i].value);
        if (numbers[i].group == 2) meet_text(group, "constraints", "projection");
        H5Gclose(group);
    }
    assert_int_equal(H5Fget_obj_count(file, H5F_OBJ_ALL), 1);
    assert_true(H5Fclose(file) >= 0);
    bri_table_destroy(table);
}

/* Rows are compressed from 64 on, in pieces of at most 8192. */
static void long_channels_are_compressed(void **state)
{
    (void)state;
    static const hsize_t rows[][2] = {{63, 0}, {64, 64}, {8191, 8191}, {8193, 8192}};
    for (int i = 0; i < 4; i++) {
        bri_table *table = make_table((size_t)rows[i][0]);
        bri_result result = result_of(table);
        hsize_t chunk = 0;
        assert_int_equal(bri_result_write_hdf5(&result, NULL, path, NULL), BRI_OK);
        hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), list = H5Dopen2(file, "channels/t", H5P_DEFAULT);
        hid_t plan = H5Dget_create_plist(list);
        meet_text(file, "title", "");
        assert_int_equal(H5Pget_layout(plan), rows[i][1] ? H5D_CHUNKED : H5D_CONTIGUOUS);
        assert_int_equal(H5Pget_nfilters(plan), rows[i][1] ? 2 : 0);
        if (rows[i][1]) assert_int_equal(H5Pget_chunk(plan, 1, &chunk), 1);
        assert_int_equal(chunk, rows[i][1]);
        H5Pclose(plan);
        H5Dclose(list);
        H5Fclose(file);
        bri_table_destroy(table);
    }
}

static void *bytes_of(const char *name, size_t *size)
{
    struct stat info;
    assert_int_equal(stat(name, &info), 0);
    FILE *file = fopen(name, "rb");
    char *bytes = malloc((size_t)info.st_size);
    *size = fread(bytes, 1, (size_t)info.st_size, file);
    fclose(file);
    return bytes;
}

static void write_bytes(const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    fclose(file);
}

static void the_same_result_gives_the_same_bytes(void **state)
{
    (void)state;
    size_t size[2];
    void *bytes[2];
    bri_table *table = make_table(1000);
    bri_result result = result_of(table);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(bri_result_write_hdf5(&result, NULL, path, NULL), BRI_OK);
        bytes[i] = bytes_of(path, &size[i]);
        if (!i) sleep(1); /* times in the file would be seen */
    }
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(bytes[0], bytes[1], size[0]);
    free(bytes[0]);
    free(bytes[1]);
    bri_table_destroy(table);
}

static void a_file_that_cannot_be_written_is_not_begun(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_table *table = make_table(3);
    bri_result result = result_of(table);
    assert_int_equal(bri_result_write_hdf5(&result, "", "no/such/folder.h5", &err), BRI_CANNOT_WRITE);
    assert_string_equal(err.what, "no/such/folder.h5 cannot be written: No such file or directory");
    err = (bri_error){0};
    bri_table_name(table, 1, "t", "s", NULL);
    assert_int_equal(bri_result_write_hdf5(&result, "", path, &err), BRI_CANNOT_WRITE);
    assert_non_null(strstr(err.what, "two channels are named 't'"));
    assert_int_not_equal(access(path, F_OK), 0);
    bri_table_destroy(table);
}

static void a_file_cut_anywhere_gets_a_sentence(void **state)
{
    (void)state;
    size_t size;
    bri_table *table = make_table(500);
    bri_result result = result_of(table);
    assert_int_equal(bri_result_write_hdf5(&result, "", path, NULL), BRI_OK);
    char *bytes = bytes_of(path, &size);
    for (size_t length = 1; length < size; length += 1 + length / 4) {
        bri_error err = {0};
        bri_table *back = NULL;
        write_bytes(bytes, length);
        assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
        assert_string_equal(err.where, path);
        assert_true(strlen(err.what) > 10);
    }
    free(bytes);
    bri_table_destroy(table);
}

static void a_text_named_h5_is_refused(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_table *back = NULL;
    write_bytes("t [s],x\n0,1\n", 12);
    assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
    assert_string_equal(err.what, "this is not an HDF5 file");
}

/* --- files that another program wrote ----------------------------------------------------------------------------------- */

typedef struct foreign_channel {
    const char *name;
    hsize_t size[2];
    int dimensions; /* 0: one text */
} foreign_channel;

/* Channels of the given sizes, each filled with 1, 2, 3, ... */
static void write_foreign(const foreign_channel *channel, int channels)
{
    static double values[20000];
    for (int i = 0; i < 20000; i++)
        values[i] = i + 1;
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t group = H5Gcreate2(file, "channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    for (int i = 0; i < channels; i++) {
        int dimensions = channel[i].dimensions;
        hid_t type = dimensions ? H5T_NATIVE_DOUBLE : H5T_C_S1;
        hid_t space = dimensions ? H5Screate_simple(dimensions, channel[i].size, NULL) : H5Screate(H5S_SCALAR);
        hid_t list = H5Dcreate2(group, channel[i].name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(H5Dwrite(list, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
        H5Dclose(list);
        H5Sclose(space);
    }
    H5Gclose(group);
    assert_true(H5Fclose(file) >= 0);
}

static void a_foreign_file_is_read_by_the_names_of_its_channels(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_table *back = NULL;
    write_foreign((const foreign_channel[]){{"a", {3}, 1}, {"b", {3}, 1}}, 2);
    if (bri_table_read(path, &back, &err)) fail_msg("%s", err.what);
    assert_int_equal(back->columns, 2);
    assert_int_equal(back->rows, 3);
    assert_string_equal(back->column[1].name, "b");
    assert_string_equal(back->column[1].unit, "1");
    for (size_t row = 0; row < 3; row++)
        assert_true(bri_table_row(back, row)[0] == (double)row + 1 && bri_table_row(back, row)[1] == (double)row + 1);
    bri_table_destroy(back);
}

/* Reading the longer channel would overflow the column, the shorter one would leave rows undefined. */
static void channels_of_unequal_length_are_refused(void **state)
{
    (void)state;
    static const hsize_t lengths[][3] = {{3, 4, 3},  {3, 2, 3},   {3, 3, 4},    {3, 3, 2},     {1, 0, 1},
                                         {0, 1, 0},  {0, 0, 1},   {2, 1, 1},    {64, 63, 64},  {64, 64, 65},
                                         {8, 9, 10}, {10, 9, 10}, {10, 10, 11}, {1, 1, 20000}, {20000, 20000, 1}};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        bri_error err = {0};
        bri_table *back = NULL;
        const hsize_t *n = lengths[i];
        int odd = n[1] == n[0] ? 2 : 1;
        char expected[200];
        write_foreign((const foreign_channel[]){{"first", {n[0]}, 1}, {"second", {n[1]}, 1}, {"third", {n[2]}, 1}}, 3);
        bri_status status = bri_table_read(path, &back, &err);
        if (status != BRI_BAD_FILE)
            fail_msg("channels of %d, %d and %d rows are read", (int)n[0], (int)n[1], (int)n[2]);
        assert_null(back);
        assert_string_equal(err.where, path);
        snprintf(expected, sizeof expected, "/channels/%s has %d numbers, but /channels/first has %d",
                 odd == 1 ? "second" : "third", (int)n[odd], (int)n[0]);
        assert_string_equal(err.what, expected);
    }
}

/* A list of numbers of any type and width is read; a list of texts or of other things is not. */
static void lists_of_any_numbers_are_read(void **state)
{
    (void)state;
    enum {
        NUMBERS = 6,
        TYPES = 10
    };
    hid_t text = H5Tcopy(H5T_C_S1), pair = H5Tcreate(H5T_COMPOUND, 16), bytes = H5Tcreate(H5T_OPAQUE, 8);
    H5Tset_size(text, 8);
    H5Tinsert(pair, "re", 0, H5T_IEEE_F64LE);
    H5Tinsert(pair, "im", 8, H5T_IEEE_F64LE);
    const hid_t types[TYPES] = {H5T_IEEE_F64LE, H5T_IEEE_F32BE, H5T_STD_I8LE, H5T_STD_U16BE, H5T_STD_I32LE,
                                H5T_STD_I64BE,  text,           pair,         H5T_STD_B8LE,  bytes};
    for (int i = 0; i < TYPES; i++) {
        static const char other[64];
        static const double values[3] = {1, 2, 120};
        bri_error err = {0};
        bri_table *back = NULL;
        hsize_t size = 3;
        hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
        hid_t group = H5Gcreate2(file, "channels", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        hid_t space = H5Screate_simple(1, &size, NULL);
        hid_t list = H5Dcreate2(group, "a", types[i], space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        assert_true(H5Dwrite(list, i < NUMBERS ? H5T_NATIVE_DOUBLE : types[i], H5S_ALL, H5S_ALL, H5P_DEFAULT,
                             i < NUMBERS ? (const void *)values : other) >= 0);
        H5Dclose(list);
        H5Sclose(space);
        H5Gclose(group);
        assert_true(H5Fclose(file) >= 0);
        assert_int_equal(bri_table_read(path, &back, &err), i < NUMBERS ? BRI_OK : BRI_BAD_FILE);
        for (size_t row = 0; row < 3 && i < NUMBERS; row++)
            assert_true(bri_table_row(back, row)[0] == values[row]);
        if (i >= NUMBERS) assert_string_equal(err.what, "/channels/a is not a list of numbers");
        bri_table_destroy(back);
    }
    H5Tclose(text);
    H5Tclose(pair);
    H5Tclose(bytes);
}

static void channels_that_are_no_lists_of_numbers_are_refused(void **state)
{
    (void)state;
    static const foreign_channel refused[][2] = {
        {{"good", {4}, 1}, {"odd", {2, 2}, 2}}, /* as many numbers, in two dimensions */
        {{"good", {1}, 1}, {"odd", {0}, 0}},    /* a text */
        {{"even", {2, 2}, 2}, {"odd", {2, 2}, 2}},
        {{"even", {0}, 0}, {"odd", {1}, 1}},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        bri_error err = {0};
        bri_table *back = NULL;
        write_foreign(refused[i], 2);
        assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
        assert_null(back);
        assert_non_null(strstr(err.what, i < 2 ? "odd" : "even"));
    }
}

static void a_file_without_channels_is_refused(void **state)
{
    (void)state;
    bri_error err = {0};
    bri_table *back = NULL;
    write_foreign(NULL, 0);
    assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
    assert_null(back);
    assert_string_equal(err.what, "the file contains no channels");
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(file);
    assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
    assert_string_equal(err.what, "the file has no group /channels, so it is not a result of bristle");
}

/* A link to another file, and a list of which the file claims far more rows than it has bytes. */
static void channels_that_are_not_in_the_file_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        bri_error err = {0};
        bri_table *back = NULL;
        hsize_t rows = (hsize_t)1 << 40;
        write_foreign(NULL, 0);
        hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), group = H5Gopen2(file, "channels", H5P_DEFAULT);
        if (i == 0) {
            assert_true(H5Lcreate_external("other.h5", "/a", group, "a", H5P_DEFAULT, H5P_DEFAULT) >= 0);
        } else {
            hsize_t chunk = 1024;
            hid_t space = H5Screate_simple(1, &rows, NULL), plan = H5Pcreate(H5P_DATASET_CREATE);
            H5Pset_chunk(plan, 1, &chunk);
            hid_t list = H5Dcreate2(group, "a", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plan, H5P_DEFAULT);
            H5Dclose(list);
            H5Pclose(plan);
            H5Sclose(space);
        }
        H5Gclose(group);
        H5Fclose(file);
        assert_int_equal(bri_table_read(path, &back, &err), BRI_BAD_FILE);
        assert_null(back);
        assert_string_equal(err.what, i ? "the file claims more numbers than its size allows; it may be damaged"
                                        : "/channels/a is not a list of numbers");
    }
}

/* Texts of fixed and of variable length, as other programs write them; what is no text, or longer than a unit, is none. */
static void units_of_a_foreign_file_are_read(void **state)
{
    (void)state;
    static const char long_unit[] = "a_unit_that_is_far_longer_than_any_unit_has_ever_been";
    static char longest[301];
    memset(longest, 'u', sizeof longest - 1);
    const struct {
        const char *text, *unit;
        bool variable, utf8, twice;
    } units[] = {{"m/s", "m/s", false, false, false},
                 {"m/s", "m/s", false, true, false},
                 {"N", "N", true, false, false},
                 {"µm", "µm", true, true, false},
                 {longest, "1", false, true, false},
                 {longest, "1", true, true, false},
                 {long_unit, long_unit, true, true, false},
                 {NULL, "1", false, true, false},
                 {"m", "1", false, true, true}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        bri_error err = {0};
        bri_table *back = NULL;
        const char *text = units[i].text;
        double number = 3;
        hsize_t two = 2;
        write_foreign((const foreign_channel[]){{"a", {3}, 1}}, 1);
        hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), list = H5Dopen2(file, "channels/a", H5P_DEFAULT);
        hid_t type = text ? H5Tcopy(H5T_C_S1) : H5Tcopy(H5T_NATIVE_DOUBLE);
        if (text) H5Tset_size(type, units[i].variable ? H5T_VARIABLE : strlen(text) + !units[i].twice);
        if (text) H5Tset_cset(type, units[i].utf8 ? H5T_CSET_UTF8 : H5T_CSET_ASCII);
        hid_t space = units[i].twice ? H5Screate_simple(1, &two, NULL) : H5Screate(H5S_SCALAR);
        hid_t attribute = H5Acreate2(list, "unit", type, space, H5P_DEFAULT, H5P_DEFAULT);
        const void *value = !text ? (const void *)&number : units[i].variable ? (const void *)&text : text;
        assert_true(H5Awrite(attribute, type, units[i].twice ? "mm" : value) >= 0);
        H5Aclose(attribute);
        H5Sclose(space);
        H5Tclose(type);
        H5Dclose(list);
        H5Fclose(file);
        if (bri_table_read(path, &back, &err)) fail_msg("%s", err.what);
        assert_string_equal(back->column[0].unit, units[i].unit);
        bri_table_destroy(back);
    }
}

static herr_t count_message(hid_t stack, void *user)
{
    (void)stack;
    ++*(int *)user;
    return 0;
}

/* The program that uses the library may have its own handler of HDF5's messages: it hears nothing of files that are refused
 * here, and all of what comes after. */
static void messages_of_hdf5_are_kept_from_the_caller(void **state)
{
    (void)state;
    H5E_auto2_t before;
    void *user;
    int messages = 0;
    bri_table *back = NULL;
    assert_true(H5Eget_auto2(H5E_DEFAULT, &before, &user) >= 0);
    assert_true(H5Eset_auto2(H5E_DEFAULT, count_message, &messages) >= 0);
    write_foreign((const foreign_channel[]){{"a", {3}, 1}, {"b", {4}, 1}}, 2);
    assert_int_equal(bri_table_read(path, &back, NULL), BRI_BAD_FILE);
    hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT); /* without channels */
    H5Fclose(file);
    assert_int_equal(bri_table_read(path, &back, NULL), BRI_BAD_FILE);
    assert_int_equal(messages, 0);
    assert_true(H5Gopen2(-1, "nothing", H5P_DEFAULT) < 0);
    assert_int_equal(messages, 1);
    H5Eset_auto2(H5E_DEFAULT, before, user);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(what_was_written_comes_back_to_the_bit, remove_file),
        cmocka_unit_test_teardown(a_file_holds_the_whole_result, remove_file),
        cmocka_unit_test_teardown(long_channels_are_compressed, remove_file),
        cmocka_unit_test_teardown(the_same_result_gives_the_same_bytes, remove_file),
        cmocka_unit_test_teardown(a_file_that_cannot_be_written_is_not_begun, remove_file),
        cmocka_unit_test_teardown(a_file_cut_anywhere_gets_a_sentence, remove_file),
        cmocka_unit_test_teardown(a_text_named_h5_is_refused, remove_file),
        cmocka_unit_test_teardown(a_foreign_file_is_read_by_the_names_of_its_channels, remove_file),
        cmocka_unit_test_teardown(channels_of_unequal_length_are_refused, remove_file),
        cmocka_unit_test_teardown(lists_of_any_numbers_are_read, remove_file),
        cmocka_unit_test_teardown(channels_that_are_no_lists_of_numbers_are_refused, remove_file),
        cmocka_unit_test_teardown(a_file_without_channels_is_refused, remove_file),
        cmocka_unit_test_teardown(channels_that_are_not_in_the_file_are_refused, remove_file),
        cmocka_unit_test_teardown(units_of_a_foreign_file_are_read, remove_file),
        cmocka_unit_test_teardown(messages_of_hdf5_are_kept_from_the_caller, remove_file),
    };
    return cmocka_run_group_tests(tests, choose_path, remove_file);
}
