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
    bri_table_name(table, 0, "t", "s");
    bri_table_name(table, 1, "zeta.x", "m"); /* the order is kept, and is not that of the alphabet */
    bri_table_name(table, 2, "alpha.mü", "1");
    bri_table_name(table, 3, "a/b.force", "N");
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
static bri_energy_term lines[] = {{"kinetic", 1.5, false}, {"lost in floor", -0.25, false}};

static bri_result result_of(bri_table *table)
{
    return (bri_result){.channels = table,
                        .event = events,
                        .events = 2,
                        .term = lines,
                        .terms = 2,
                        .energy_turnover = 3,
                        .statistics = {.integrator = "radau5", .steps = 12},
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
    bri_table_name(table, 1, "t", "s");
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
        char number[2][32];
        write_foreign((const foreign_channel[]){{"first", {n[0]}, 1}, {"second", {n[1]}, 1}, {"third", {n[2]}, 1}}, 3);
        bri_status status = bri_table_read(path, &back, &err);
        if (status != BRI_BAD_FILE)
            fail_msg("channels of %d, %d and %d rows are read", (int)n[0], (int)n[1], (int)n[2]);
        assert_null(back);
        assert_string_equal(err.where, path);
        snprintf(number[0], sizeof number[0], "%d", (int)n[0]);
        snprintf(number[1], sizeof number[1], "%d", (int)n[odd]);
        if (!strstr(err.what, odd == 1 ? "second" : "third") || !strstr(err.what, number[0]) ||
            !strstr(err.what, number[1]))
            fail_msg("the message names neither the channel nor both lengths: %s", err.what);
    }
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
    assert_non_null(strstr(err.what, "channels"));
    assert_null(strchr(err.what, '?')); /* the name of a channel that is not there */
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
        cmocka_unit_test_teardown(the_same_result_gives_the_same_bytes, remove_file),
        cmocka_unit_test_teardown(a_file_that_cannot_be_written_is_not_begun, remove_file),
        cmocka_unit_test_teardown(a_file_cut_anywhere_gets_a_sentence, remove_file),
        cmocka_unit_test_teardown(a_text_named_h5_is_refused, remove_file),
        cmocka_unit_test_teardown(a_foreign_file_is_read_by_the_names_of_its_channels, remove_file),
        cmocka_unit_test_teardown(channels_of_unequal_length_are_refused, remove_file),
        cmocka_unit_test_teardown(channels_that_are_no_lists_of_numbers_are_refused, remove_file),
        cmocka_unit_test_teardown(a_file_without_channels_is_refused, remove_file),
        cmocka_unit_test_teardown(messages_of_hdf5_are_kept_from_the_caller, remove_file),
    };
    return cmocka_run_group_tests(tests, choose_path, remove_file);
}
